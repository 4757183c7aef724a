"""Rule tables from outside: good ones load, nonsense is said with its place and in bounded time."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from titleworks.compiler import table_bytes
from titleworks.library import table_of
from titleworks.runtime.errors import Refused, TableError
from titleworks.runtime.simulation import Broken, play_game
from titleworks.runtime.table.loader import load_table, place


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A table as JSON."""
    made: dict[str, Any] = json.loads(table_bytes(table_of("1889")))
    return made


def loaded(document: Any) -> Any:
    """The table of a JSON value."""
    return load_table(json.dumps(document).encode())


def test_a_compiled_table_loads_as_it_was(document: dict[str, Any]) -> None:
    assert loaded(document) == table_of("1889")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"3", b"\xff", b"[" * 9000, b'{"format": 1}', b'{"format": 9}'])
def test_what_is_no_table_is_said(data: bytes) -> None:
    with pytest.raises(TableError):
        load_table(data)


def test_a_missing_file_is_said() -> None:
    with pytest.raises(TableError, match="cannot read"):
        load_table("/nowhere/table.json")


def _set(*path: Any) -> Callable[[Any], None]:
    """An edit that sets the value at a path (the last element)."""

    def edit(document: Any) -> None:
        for key in path[:-2]:
            document = document[key]
        document[path[-2]] = path[-1]

    return edit


def _aside(document: Any) -> None:
    document["components"]["hexes"][1]["x"] += 1


def _loop(document: Any) -> None:
    document["rules"] = [{"event": "round starts", "code": [["jump", 0]]}]


def _circle(document: Any) -> None:
    rows = [{"name": a, "about": None, "type": "number", "value": ["defined", b]} for a, b in ("xy", "yx")]
    document["definitions"] = rows


EDITS = [
    (_set("components", "trains", 0, "price", "much"), r"components.trains\[0\].price"),
    (_set("components", "trains", 0, "wheels", 4), r"components.trains\[0\].wheels"),
    (_set("components", "trains", 0, "rusts_on", 99), r"components.trains\[0\]"),
    (_set("components", "trains", 0, "name", "3"), "'3' is there twice"),
    (_set("components", "hexes", 0, "printed", 9999), r"components.hexes\[0\]"),
    (_aside, r"components.hexes\[1\]"),
    (_set("components", "companies", 0, "homes", [{"hex": 9999}]), r"components.companies\[0\]"),
    (_set("components", "companies", 0, "homes", [{"hex": 0, "city": 77}]), r"components.companies\[0\]"),
    (_set("components", "companies", 0, "certificates", [{"percent": 30}]), "do not add up"),
    (_set("components", "cells", []), "components.cells"),
    (_set("components", "phases", []), "components.phases"),
    (_set("flow", "every_set", []), "operating round"),
    (_set("flow", "every_set", 0, "kind", "tea break"), "tea break"),
    (_set("questions", "colour of the sky", []), "colour of the sky"),
    (_set("questions", "train limit", [{"cases": [[None, ["shout", 1]]]}]), "shout"),
    (_set("questions", "train limit", [{"cases": [[None, ["not"]]]}]), "arguments"),
    (_loop, r"rules\[0\].code\[0\]"),
    (_circle, "defined by itself"),
    (_set("rules", [{"event": "sunrise", "code": []}]), "sunrise"),
    (_set("players", []), "players"),
]


@pytest.mark.parametrize(("edit", "said"), EDITS)
def test_nonsense_is_said_with_its_place(document: dict[str, Any], edit: Callable[[Any], None], said: str) -> None:
    broken = json.loads(json.dumps(document))
    edit(broken)
    with pytest.raises(TableError, match=said):
        loaded(broken)


def test_place() -> None:
    assert place(("components", "trains", 2, "price")) == "components.trains[2].price"
    assert place(()) == "(the whole)"


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key, part in value.items():
            found += _places(part, (*path, key))
    elif isinstance(value, list):
        for key, part in enumerate(value):
            found += _places(part, (*path, key))
    return found


#: Values put anywhere into a table.
_WEEDS: list[Any] = [
    None,
    True,
    -1,
    0,
    7,
    10**12,
    1.5,
    "",
    "x",
    [],
    {},
    [["x"]],
    ["get", "game.phase"],
    ["this"],
    ["usual"],
]


@pytest.mark.parametrize("seed", range(150))
def test_a_table_edited_anywhere_fails_in_words_or_plays(document: dict[str, Any], seed: int) -> None:
    """Whatever is edited: it is said when the table is loaded or played, and no other error comes out."""
    chance = random.Random(seed)
    broken = json.loads(json.dumps(document))
    path = chance.choice(_places(broken))
    at = broken
    for key in path[:-1]:
        at = at[key]
    if chance.random() < 0.2:
        del at[path[-1]]
    else:
        at[path[-1]] = chance.choice(_WEEDS)
    try:
        play_game(loaded(broken), 2, seed, most_actions=400)
    except (TableError, Refused, Broken):
        return
