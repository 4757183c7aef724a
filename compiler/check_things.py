"""Checks of gauges, zones of the market and lists of things: what the parts of a title cannot give."""

from collections.abc import Callable, Iterator
from typing import Any

from titleworks.compiler.diagnostics import did_you_mean
from titleworks.compiler.finding import Document, Finding, Written
from titleworks.compiler.kinds import GAUGES
from titleworks.compiler.names import Where
from titleworks.compiler.play import Play
from titleworks.compiler.things import LISTS
from titleworks.compiler.title import Title
from titleworks.runtime.table.vocabulary import KINDS

# ---- gauges -------------------------------------------------------------------------------------------------------


def _gauges(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """What is drawn has the gauges of the table, and the table no others."""
    parts = document["components"]
    listed = [row["name"] for row in parts["gauges"]]
    drawn: set[str] = set()
    for where, name, tile in _drawings(title, parts):
        gauges = {path.get("gauge", "broad") for path in tile.get("paths", ())}
        for gauge in sorted(gauges - drawn - set(listed)) if listed else ():
            hint = f"add a row `{gauge}` to the table, or draw other track"
            yield Finding("M034", where, f"{name} has {gauge} track, which the table of gauges does not list", hint)
        drawn |= gauges
    for item in title.of("Track"):
        name = item.line.cells[0].text if item.table == "gauge" else ""
        if name in listed and name not in drawn:
            yield Finding("M035", item.where, f"no tile and no hex has {name} track", "leave the row out", warning=True)


def _drawings(title: Title, parts: Document) -> Iterator[tuple[Where | None, str, Document]]:
    """The prints of the map and the tiles of the supply, where they are said and what they are called."""
    places = title.names.places
    for row in parts["hexes"]:
        yield places.get(("hex", row["name"])), row["name"], parts["tiles"][row["printed"]]
    for row in parts["tiles"]:
        if row.get("count", 0) != 0:
            yield places.get(("tile", row["name"])), f"tile {row['name']}", row


def _gauge_words(title: Title, document: Document, written: list[Written]) -> Iterator[Finding]:
    """A condition over gauges names one that there is."""
    known = {*GAUGES, *(row["gauge"] for row in document["components"]["trains"] if row.get("gauge"))}
    for expression, where in written:
        if expression[0] in ("in", "=") and len(expression) == 3:
            one, two = expression[1:]
            word, other = (one, two) if isinstance(one, str) else (two, one)
            if isinstance(word, str) and _of_gauge(other) and word not in known:
                hint = did_you_mean(word, sorted(known)) or f"write {', '.join(GAUGES)}"
                yield Finding("T011", where, f"`{word}` is not a gauge", hint)


def _of_gauge(value: Any) -> bool:
    if not isinstance(value, list) or len(value) < 2 or not isinstance(value[1], str):
        return False
    if value[0] == "get":
        return value[1].rpartition(".")[2] in ("gauge", "gauges")
    return value[0] == "arg" and value[1] == "added gauges"


# ---- the market ---------------------------------------------------------------------------------------------------


def _zones(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """A zone that a line compares or a table answers for has cells."""
    parts = document["components"]
    filled = {zone for cell in parts["cells"] for zone in cell["zones"]}
    for patch in document["patches"]:
        if patch["path"] == ["cells"]:
            filled |= {zone for cell in patch["value"] for zone in cell["zones"]}
    for row in parts["zones"]:
        if row["name"] not in filled:
            hint = f"write its letter behind prices of the grid: `100{row['letter'] or 'p'}`"
            where = title.names.places.get(("zone", row["name"]))
            yield Finding("M036", where, f"no cell of the market lies in the zone `{row['name']}`", hint, warning=True)


def _shut_par(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """A marker can come to a par cell in some phase, as far as zones and phases decide it."""
    layers = [layer for layer in document["questions"].get("entry allowed", ()) if layer.get("place") is None]
    phases = range(len(document["components"]["phases"]))
    zones = {row["name"]: number for number, row in enumerate(document["components"]["zones"])}
    shut = []
    for cell in document["components"]["cells"]:
        here = [zones[zone] for zone in cell["zones"]]
        if "par" in cell["zones"] and layers and all(_answer(layers, here, phase) is False for phase in phases):
            shut.append(cell["price"])
    if shut:
        item = next((i for i in title.items if i.answer == "entry allowed"), None)
        prices = ", ".join(map(str, sorted(set(shut))))
        message = f"in no phase may a marker move into the par cells {prices}"
        hint = "say in `entry allowed` from which phase it may: `or phase at least ...`"
        yield Finding("M037", item.where if item else None, message, hint, warning=True)


def _answer(layers: list[Document], zones: list[int], phase: int) -> bool | None:
    """What the layers answer about a cell in these zones and in this phase; None where more decides."""
    for layer in layers:
        if layer.get("guard") not in (None, True):
            return None
        for test, value in layer["cases"]:
            holds = True if test is None else _truth(test, zones, phase)
            if holds is None:
                return None
            if holds:
                return _truth(value, zones, phase)
    return True


def _truth(value: Any, zones: list[int], phase: int) -> bool | None:
    """Whether a condition over the zones of the cell and the phase holds; None: it looks at something else."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, list) or not value:
        return None
    operator, *parts = value
    if operator == "not":
        inner = _truth(parts[0], zones, phase)
        return None if inner is None else not inner
    if operator in ("and", "or"):
        found = [_truth(part, zones, phase) for part in parts]
        if (operator == "or") in found:
            return bool(operator == "or")
        return None if None in found else bool(operator == "and")
    if operator == "in" and parts[1] == ["get", "cell.zones", ["arg", "cell"]] and parts[0][:2] == ["thing", "zone"]:
        return bool(parts[0][2] in zones)
    compare = _COMPARE.get(operator)
    if compare is not None and parts[0] == ["get", "game.phase"] and parts[1][:2] == ["thing", "phase"]:
        return compare(phase, parts[1][2])
    return None


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": lambda one, two: one == two,
    ">=": lambda one, two: one >= two,
    "<=": lambda one, two: one <= two,
    ">": lambda one, two: one > two,
    "<": lambda one, two: one < two,
}

# ---- lists --------------------------------------------------------------------------------------------------------


def _places_in_lists(title: Title, document: Document, written: list[Written]) -> Iterator[Finding]:
    """`item 9 of`, `top 9 of` and `cull 9 from` a list that never has so many; the first place is 1."""
    parts = document["components"]
    for expression, where in written:
        if expression[0] not in ("item", "top", "cull") or len(expression) != 3 or not isinstance(expression[1], int):
            continue
        verb, count, items = expression
        most = _most(items, parts)
        if count < 1:
            yield Finding("M038", where, f"`{verb} {count}` is nothing", f"the first is `{verb} 1`")
        elif most is not None and count > most[0]:
            hint = f"write at most `{verb} {most[0]}`, or list more of them" if most[0] else ""
            yield Finding("M038", where, f"`{verb} {count}`: there are only {most[0]} {most[1]}", hint)


def _most(items: Any, parts: Document) -> tuple[int, str] | None:
    """How many things a list has at most, and their kind; None if that is not to be seen."""
    if not isinstance(items, list) or not items:
        return None
    if items[0] == "all" and items[1] in LISTS:
        return len(parts[LISTS[items[1]]]), "trains" if items[1] == "train kind" else KINDS[items[1]]
    if items[0] == "where":
        return _most(items[1], parts)
    if items[0] == "list" and all(isinstance(part, list) and part[:1] == ["thing"] for part in items[1:]):
        return len(items) - 1, "of them"
    return None


THING_CHECKS = (_gauges, _zones, _shut_par)
#: Checks that look at every expression of the title.
THING_EXPRESSION_CHECKS = (_gauge_words, _places_in_lists)
