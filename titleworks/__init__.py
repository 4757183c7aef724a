"""Titleworks: 18xx railway games from titles written as text.

    from titleworks import Game, load_title

    game = Game.new(load_title("1889"), players=4, seed=7)
    while not game.finished:
        game.apply(some_choice_of_mine(game.legal_actions()))
    print(game.standings())

Titles
    `load_title(title)`     the rule table of a name, a `.18xx` file or a compiled `.json`
    `compile_title(path)`   a title file: its table (or None) and all findings
    `load_table(path)`      a compiled rule table (a path, or bytes), validated
    `table_bytes(table)`    the table as JSON, the same bytes for the same source
    `title_names()`         titles that come with the package
Games
    `Game.new(table, players, seed, options)`, `.legal_actions()`, `.apply(action)`, `.copy()`, `.save()`,
    `Game.load(table, saved)`, `.standings()`, `.state_hash()`; `undone(game, n)` is the game n actions ago
    `play_game(table, players, seed)`   a game played by bots;  `simulate(...)` many of them
Records
    `load_record(path)`, `load_trace(path)`, `replay(record, table, trace)`, `record_of(game)`,
    `write_record(game, path)`
Errors
    `Refused` (an action that is not legal), `TableError`, `RecordError`, `TitleError`

Names are imported when they are first used, so importing the package costs nothing.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

_here = Path(__file__).parent
if not (_here / "runtime").is_dir():  # a checkout: the subpackages are the folders beside this one
    __path__.append(str(_here.parent))

if TYPE_CHECKING:
    from titleworks.compiler import compile_file as compile_title
    from titleworks.compiler import table_bytes
    from titleworks.library import TitleError, title_names
    from titleworks.library import table_of as load_title
    from titleworks.runtime.errors import RecordError, Refused, TableError
    from titleworks.runtime.game import Game
    from titleworks.runtime.records.record import load_record
    from titleworks.runtime.records.replay import replay, undone
    from titleworks.runtime.records.trace import load_trace
    from titleworks.runtime.records.write import record_of, write_record
    from titleworks.runtime.simulation import play_game, simulate
    from titleworks.runtime.table.loader import load_table

_PLACES = {
    "Game": "runtime.game:Game",
    "RecordError": "runtime.errors:RecordError",
    "Refused": "runtime.errors:Refused",
    "TableError": "runtime.errors:TableError",
    "TitleError": "library:TitleError",
    "compile_title": "compiler:compile_file",
    "load_record": "runtime.records.record:load_record",
    "load_table": "runtime.table.loader:load_table",
    "load_title": "library:table_of",
    "load_trace": "runtime.records.trace:load_trace",
    "play_game": "runtime.simulation:play_game",
    "record_of": "runtime.records.write:record_of",
    "replay": "runtime.records.replay:replay",
    "simulate": "runtime.simulation:simulate",
    "table_bytes": "compiler:table_bytes",
    "title_names": "library:title_names",
    "undone": "runtime.records.replay:undone",
    "write_record": "runtime.records.write:write_record",
}

__all__ = [
    "Game",
    "RecordError",
    "Refused",
    "TableError",
    "TitleError",
    "compile_title",
    "load_record",
    "load_table",
    "load_title",
    "load_trace",
    "play_game",
    "record_of",
    "replay",
    "simulate",
    "table_bytes",
    "title_names",
    "undone",
    "write_record",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'titleworks' has no attribute {name!r}")
    module, _, attribute = _PLACES[name].partition(":")
    value = getattr(import_module(f"titleworks.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
