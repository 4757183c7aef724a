"""How long replaying records takes, beside a fixed calibration loop in the same process.

    python bench/replay.py RECORD...

One line a record: its name, the best of five replays in seconds (Python, table and record already loaded, all checks of
legality on, no trace), and the ratio to the calibration loop. Exit 1 if a record does not conform.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from titleworks.library import TitleError, table_for_record
from titleworks.runtime.errors import RecordError
from titleworks.runtime.records.record import GameRecord, load_record
from titleworks.runtime.records.replay import replay
from titleworks.runtime.table.models import Table

_ROUNDS = 5


def calibrate() -> None:
    """The fixed loop."""
    d: dict[int, int] = {}
    for i in range(2_000_000):
        k = i % 1009
        d[k] = d.get(k, 0) + i * i % 7


def best_of(work: Callable[[], object], rounds: int = _ROUNDS) -> float:
    """The shortest time of some calls, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _measured(record: GameRecord, table: Table) -> tuple[float, str]:
    """Best time of the replays, and what is wrong (empty if it conforms)."""
    outcome = replay(record, table)
    return best_of(lambda: replay(record, table)), "" if outcome.conforms else outcome.text()


def main(paths: list[str]) -> int:
    """Measure the records; the exit code."""
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    unit = best_of(calibrate)
    tables: dict[str, Table] = {}
    wrong = 0
    for path in paths:
        try:
            record = load_record(path)
            if record.title not in tables:
                tables[record.title] = table_for_record(record.title)
        except (RecordError, TitleError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 2
        seconds, problem = _measured(record, tables[record.title])
        print(f"{Path(path).stem}  {seconds:.4f} s  {seconds / unit:.3f}")
        if problem:
            print(f"{path}: {problem}", file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
