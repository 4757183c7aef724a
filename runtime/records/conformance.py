"""Replaying whole folders of records, in several processes."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from titleworks.runtime.errors import RecordError, TableError
from titleworks.runtime.records.record import load_record
from titleworks.runtime.records.replay import replay
from titleworks.runtime.records.trace import load_trace
from titleworks.runtime.table.loader import load_table
from titleworks.runtime.table.models import Table


@dataclass(frozen=True, slots=True)
class Row:
    """The outcome for one record: `verdict` is `conforms`, `differs`, `broken` (no record) or `no title`."""

    path: str
    title: str
    verdict: str
    actions: int
    detail: str
    traced: bool
    revenue_notes: int


def find_records(folder: str | Path) -> list[Path]:
    """All record files in a folder and below, by name. Raises RecordError if there is no such folder."""
    root = Path(folder)
    if not root.is_dir():
        raise RecordError(f"there is no folder {folder}")
    return sorted(path for path in root.rglob("*.json") if path.is_file())


def trace_beside(path: Path) -> Path | None:
    """The trace of a record, if there is one beside it."""
    trace = path.with_name(path.stem + ".trace.jsonl")
    return trace if trace.is_file() else None


def check(path: Path, tables: Callable[[str], Table | None], strict_revenue: bool = False) -> Row:
    """Replay one record with the table of its title and the trace beside it. `tables`: title -> table or None."""
    name = str(path)
    trace_path = trace_beside(path)
    try:
        record = load_record(path)
        table = tables(record.title)
        if table is None:
            return Row(name, record.title, "no title", 0, "", trace_path is not None, 0)
        trace = None if trace_path is None else load_trace(trace_path)
        outcome = replay(record, table, trace, strict_revenue)
    except (RecordError, TableError) as error:
        return Row(name, "", "broken", 0, str(error), trace_path is not None, 0)
    verdict = "conforms" if outcome.conforms else "differs"
    detail = "" if outcome.difference is None else outcome.difference.text()
    return Row(name, record.title, verdict, outcome.actions, detail, trace is not None, len(outcome.revenue_notes))


def conformance(
    paths: list[Path], tables: Mapping[str, bytes], jobs: int = 1, strict_revenue: bool = False
) -> Iterator[Row]:
    """Replay the records, in order. `tables`: rule tables as JSON by title; `jobs`: number of processes."""
    if jobs <= 1 or len(paths) <= 1:
        _open_tables(dict(tables))
        for path in paths:
            yield check(path, _table, strict_revenue)
        return
    with ProcessPoolExecutor(jobs, initializer=_open_tables, initargs=(dict(tables),)) as pool:
        yield from pool.map(_check, [(path, strict_revenue) for path in paths])


_texts: dict[str, bytes] = {}


def _open_tables(tables: dict[str, bytes]) -> None:
    """The tables of this process (each worker is told once)."""
    _texts.clear()
    _texts.update(tables)
    _loaded.cache_clear()


@cache
def _loaded(title: str) -> Table:
    return load_table(_texts[title])


def _table(title: str) -> Table | None:
    return _loaded(title) if title in _texts else None


def _check(job: tuple[Path, bool]) -> Row:
    return check(job[0], _table, job[1])
