"""Many games of bots over all numbers of players and option sets of a title: what occurs, how they end, what breaks.

    python bench/games.py TITLE [--games N] [--from SEED] [--jobs J] [-o RESULTS] [--records FOLDER]
    python bench/games.py --summary RESULTS...

Every state of every game is tested (money, shares, trains, tiles, tokens are conserved). Game number N has the seed N
and the N-th of the title's set-ups, so that few games see many of them. To RESULTS one line of JSON a game is added,
with the revision of the code; FOLDER gets the record of the first game of each option set. Exit 1 if a game broke.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from occurrences import Occurrences, expected

from titleworks.library import table_of
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game
from titleworks.runtime.records.write import write_record
from titleworks.runtime.simulation import Broken, play_game
from titleworks.runtime.table.models import Table

Row = dict[str, Any]


@cache
def _table(title: str) -> Table:
    """The title's table, compiled once a process."""
    return table_of(title)


def option_sets(table: Table) -> list[tuple[str, ...]]:
    """All sets of options that the title takes: the empty one first, then the smallest."""
    names = [option.name for option in table.options]
    return [
        chosen
        for size in range(len(names) + 1)
        for chosen in combinations(names, size)
        if any(_is_taken(table, players, chosen) for players in table.players)
    ]


def _is_taken(table: Table, players: int, options: tuple[str, ...]) -> bool:
    try:
        Game.new(table, players, 0, options)
    except Refused:
        return False
    return True


def set_up(table: Table, sets: list[tuple[str, ...]], number: int) -> tuple[int, tuple[str, ...]]:
    """Number of players and options of a game: after as many games as there are pairs, each pair has come once."""
    seat, cycle = number % len(table.players), number // len(table.players)
    players = table.players[seat]
    options = sets[(cycle + seat) % len(sets)]
    return players, options if _is_taken(table, players, options) else ()


def play(title: str, seed: int, players: int, options: tuple[str, ...], record: Path | None, revision: str) -> Row:
    """One game, as a row of the results."""
    table = _table(title)
    seen = Occurrences()
    row: Row = {"title": title, "players": players, "options": options, "seed": seed, "revision": revision}
    start = time.process_time()
    try:
        game = play_game(table, players, seed, options, seen.watch, checked=True)
    except Broken as error:
        row |= {"end": "BROKEN", "error": str(error)}
    else:
        row |= {"end": game.end_reason, "sets": game.state.set_number, "actions": len(game.history)}
        row["scores"] = [game.worth(player) for player in game.rules.players]
        row["highest price"] = max(game.price(company) for company in game.rules.companies)
        if record is not None:
            write_record(game, record)
    return row | {"seconds": round(time.process_time() - start, 2), "seen": dict(sorted(seen.counts.items()))}


def played(title: str, numbers: range, jobs: int, records: Path | None) -> Iterator[Row]:
    """The games with these numbers, as they are finished."""
    table = _table(title)
    sets = option_sets(table)
    folder = Path(__file__).parent
    revision = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, cwd=folder
    ).stdout.strip()
    with ProcessPoolExecutor(jobs) as pool:
        waiting, recorded = [], set()
        for number in numbers:
            players, options = set_up(table, sets, number)
            path = None
            if records is not None and options not in recorded:
                recorded.add(options)
                path = records / f"{title}-{number}.json"
            waiting.append(pool.submit(play, title, number, players, options, path, revision))
        for future in as_completed(waiting):
            yield future.result()


def summary(rows: list[Row]) -> list[str]:
    """The games of one title in lines: ends, what occurred in how many games and how often, what never did."""
    seconds = sum(row["seconds"] for row in rows) / len(rows)
    lines = [f"{rows[0]['title']}: {len(rows)} games, {seconds:.1f} s each"]
    lines += _shares("ends", Counter(str(row["end"]) for row in rows))
    highest = sorted(row["highest price"] for row in rows if "highest price" in row)
    lines += [f"  highest price at the end: {', '.join(map(str, highest[-10:]))}"] if highest else []
    lines += _shares("players", Counter(str(row["players"]) for row in rows))
    lines += _shares("options", Counter(" ".join(row["options"]) or "none" for row in rows))
    games: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for row in rows:
        games.update(row["seen"].keys())
        times.update(row["seen"])
    lines += [f"  {games[what]:5} games {times[what]:7} times  {what}" for what in sorted(games)]
    never = sorted(what for what in _expected(rows) if what not in games)
    lines += [f"  never: {what}" for what in never]
    lines += [f"  BROKEN: {_name(row)}: {row['error']}" for row in rows if row["end"] == "BROKEN"]
    return lines


def _expected(rows: list[Row]) -> set[str]:
    """What could have occurred in games with these set-ups."""
    table = _table(rows[0]["title"])
    setups = {(row["players"], tuple(row["options"])) for row in rows}
    return {what for players, options in setups for what in expected(Game.new(table, players, 0, options))}


def _shares(what: str, counts: Counter[str]) -> list[str]:
    return [f"  {what}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))]


def _name(row: Row) -> str:
    return f"seed {row['seed']}, {row['players']} players, {' '.join(row['options']) or 'no options'}"


def main() -> int:
    """Play or summarize; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", nargs="?")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("-o", dest="results", type=Path)
    parser.add_argument("--records", type=Path)
    parser.add_argument("--summary", nargs="+", type=Path)
    given = parser.parse_args()
    rows: list[Row] = []
    for path in given.summary or ():
        rows += [json.loads(line) for line in path.read_text().splitlines()]
    if given.title:
        if given.records:
            given.records.mkdir(parents=True, exist_ok=True)
        numbers = range(given.first, given.first + given.games)
        for row in played(given.title, numbers, given.jobs, given.records):
            rows.append(row)
            print(f"{_name(row)}: {row['end']}, {row['seconds']} s", file=sys.stderr)
            if given.results:
                with given.results.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    for title in sorted({row["title"] for row in rows}):
        print("\n".join(summary([row for row in rows if row["title"] == title])))
    return 1 if any(row["end"] == "BROKEN" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
