"""What is printed on tiles and hexes: stops, track, marks, as short notes."""

import re
from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.names import Names
from titleworks.compiler.notation import COLOURS, number, span_of, times
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Lump

#: Kinds of stop, in the singular and the plural.
STOP_WORDS = {
    "city": "city",
    "cities": "city",
    "town": "town",
    "towns": "town",
    "area": "area",
    "areas": "area",
    "junction": "junction",
}

#: Terrains a cost may stand for, beside a plain `cost`.
TERRAINS = ("mountain", "water", "river", "lake", "hill", "swamp", "marsh", "desert", "forest", "pass", "estuary")

_MOST_STOPS = 20

#: an edge, the gauge of its track, and its lane where two tracks run side by side
_END = re.compile(r"([0-5])([a-wz]?)([xy]?)")


#: what begins a list of exits: `on 0 1`, `dead end 4` (only as the end of a route), `entrance 2` (a dead end that
#: does not connect outward)
_EXITS: dict[str, dict[str, Any]] = {
    "on": {},
    "dead": {"dead_end": True},
    "entrance": {"dead_end": True, "entrance": True},
}

_MARKS = ("label", "later label", "icon", "group", "reserved", "wall", "line", "stub", "joined", "cost")


def words_of_stops(names: Names) -> dict[str, str]:
    """Kinds of stop in the singular and the plural, those of the title too."""
    return STOP_WORDS | {form: kind for kind in names.stops for form in (kind, _plural(kind))}


def _plural(kind: str) -> str:
    if kind.endswith("y") and kind[-2:-1] not in "aeiou":
        return kind[:-1] + "ies"
    return kind + ("es" if kind.endswith(("s", "x", "ch", "sh")) else "s")


class TileBuilder:
    """Reads the notes of a tile or a printed hex into a row of the table."""

    def __init__(self, names: Names, series: list[str]) -> None:
        self.names = names
        self.series = series
        self.row: dict[str, Any] = {
            "stops": [],
            "paths": [],
            "labels": [],
            "later_labels": [],
            "costs": [],
            "icons": [],
            "stubs": [],
        }
        self.borders: list[dict[str, Any]] = []
        self.reserved: list[tuple[Lump, int | None]] = []
        self.group: str | None = None

    def read(self, note: list[Lump]) -> None:
        """One note: a stop, track, or a mark."""
        first = note[0]
        if first.text in COLOURS and len(note) == 1:
            self.row["colour"] = first.text
        elif STOP_WORDS.get(first.text) == first.text or first.text in self.names.stops:
            self._stop(note)
        elif first.kind == "PATH":
            self._track(note)
        else:
            self._mark(note)

    def _stop(self, note: list[Lump]) -> None:
        """`city 30 x2 on 0 1 3`; `city 40 on each 0 1 2`: a city on each of these edges."""
        each = next((n for n, lump in enumerate(note) if lump.text == "each" and note[n - 1].text == "on"), None)
        if each is not None:
            for exit in note[each + 1 :]:
                self._stop([*note[:each], exit])
            return
        kind = note[0].text
        row: dict[str, Any] = {"kind": kind}
        if self.names.stops.get(kind, kind) == "city":
            row["slots"] = 1
        position = 1
        while position < len(note):
            lump = note[position]
            if lump.text in _EXITS:
                break
            if lump.kind in ("NUMBER", "SERIES"):
                row |= stop_value(lump, self.series)
            elif lump.kind == "COUNT":
                row["slots"] = times(lump, 12)
            else:
                raise Wrong(
                    "T004",
                    lump.span,
                    f"`{lump.text}` says nothing about {'an' if kind == 'area' else 'a'} {kind}",
                    "write `city 30 x2 on 0 1 3`",
                )
            position += 1
        row |= self.names.stop_values.get(kind, {})
        if len(self.row["stops"]) >= _MOST_STOPS:
            raise Wrong("T006", span_of(note), f"more than {_MOST_STOPS} stops on one hex")
        index = len(self.row["stops"])
        self.row["stops"].append(row)
        self._exits(note[position:], 6 + index)

    def _exits(self, lumps: list[Lump], stop: int) -> None:
        """`on 0 1`, `dead end 4`, `entrance 2`: track from edges to a stop."""
        marks: dict[str, Any] = {}
        words = [lump.text for lump in lumps]
        for position, lump in enumerate(lumps):
            if lump.text in ("on", "entrance") or words[position : position + 2] == ["dead", "end"]:
                marks = _EXITS[lump.text]
            elif words[position - 1 : position + 1] != ["dead", "end"]:
                match = _end(lump)
                path: dict[str, Any] = {"a": int(match[1]), "b": stop, **marks}
                if match[2]:
                    path["gauge"] = _gauge(match[2], lump.span)
                if match[3]:
                    path["lanes"] = [match[3], ""]
                self.row["paths"].append(path)

    def _track(self, note: list[Lump]) -> None:
        for lump in note:
            if lump.kind != "PATH":
                raise Wrong("T004", lump.span, f"`{lump.text}` is not track", "write `0-3, 1-4`")
            one, _, two = lump.text.partition("-")
            a, b = (_end(lump._replace(text=text)) for text in (one, two))
            if a[1] == b[1]:
                raise Wrong("T004", lump.span, "track leads from one edge to another", "write `0-3`")
            path: dict[str, Any] = {"a": int(a[1]), "b": int(b[1])}
            if a[2] or b[2]:
                path["gauge"] = _gauge(a[2] or b[2], lump.span)
            if a[3] or b[3]:
                path["lanes"] = [a[3], b[3]]
            self.row["paths"].append(path)

    def _joined(self, note: list[Lump]) -> None:
        """`joined`: track within the hex from each stop to the next."""
        stops = len(self.row["stops"])
        if stops < 2:
            raise Wrong("T004", span_of(note), "`joined` needs two stops before it", "write `city 20, town 10, joined`")
        self.row["paths"] += [{"a": 6 + stop, "b": 7 + stop} for stop in range(stops - 1)]

    def _mark(self, note: list[Lump]) -> None:
        words = [lump.text for lump in note]
        last = note[-1]
        match words:
            case ["label", label]:
                self.row["labels"].append(label)
                self.names.labels.add(label)
            case ["later", "label", label, _]:
                self.row["later_labels"].append([_colour(last), label])
                self.names.labels.add(label)
            case ["joined"]:
                self._joined(note)
            case ["icon", icon]:
                self.row["icons"].append(icon)
            case ["group", *group] if group:
                self.group = " ".join(group)
            case ["reserved", _]:
                self.reserved.append((last, None))
            case ["reserved", _, "city", _]:
                self.reserved.append((note[1], number(last) - 1))
            case ["wall", *edges] if edges:
                self.borders += [{"edge": _edge(lump), "kind": "wall"} for lump in note[1:]]
            case ["line", *edges] if edges:
                self.borders += [{"edge": _edge(lump), "kind": "line"} for lump in note[1:]]
            case ["stub", _]:
                self.row["stubs"].append(_edge(last))
            case [_, _, "on", _]:
                border = {
                    "edge": _edge(last),
                    "kind": "cost",
                    "amount": number(note[1]),
                    "terrain": self._terrain(note[0]),
                }
                self.borders.append(border)
            case [*terrains, amount] if terrains and amount.isdecimal():
                kinds = [] if terrains == ["cost"] else [self._terrain(lump) for lump in note[:-1]]
                self.row["costs"].append({"amount": number(last), "terrains": kinds})
            case _:
                known = [*_MARKS, *TERRAINS, *STOP_WORDS, *self.names.stops, *COLOURS]
                message = f"`{' '.join(words)}` says nothing about a hex or tile"
                raise Wrong("T004", span_of(note), message, did_you_mean(words[0], known))

    def _terrain(self, lump: Lump) -> str:
        if lump.text not in TERRAINS:
            hint = did_you_mean(lump.text, [*TERRAINS, *_MARKS])
            raise Wrong("T004", lump.span, f"`{lump.text}` is not a terrain", hint, TERRAINS[:5])
        self.names.terrains.add(lump.text)
        return lump.text

    def finish(self) -> dict[str, Any]:
        """The row of the table, with the group on its stops."""
        if self.group is not None:
            for stop in self.row["stops"]:
                stop["group"] = self.group
        return self.row


def _end(lump: Lump) -> re.Match[str]:
    """An end of track: edge, gauge, lane. Raises Wrong."""
    match = _END.fullmatch(lump.text)
    if match is None:
        raise Wrong("T004", lump.span, f"`{lump.text}` is not an edge", "edges are 0 to 5")
    return match


def stop_value(lump: Lump, series: list[str]) -> dict[str, Any]:
    """`30`, or `30/60/100`: one value for each word of the map's series. Raises Wrong."""
    if lump.kind != "SERIES":
        return {"value": number(lump)}
    values = [int(part) for part in lump.text.split("/")]
    if len(values) != len(series):
        words = ", ".join(series) or "none"
        raise Wrong("T004", lump.span, f"{len(values)} values, but the map's series has {len(series)} words: {words}")
    return {"values": [[word, value] for word, value in zip(series, values, strict=True)]}


def _edge(lump: Lump) -> int:
    edge = number(lump, "an edge")
    if not 0 <= edge <= 5:
        raise Wrong("T004", lump.span, f"`{lump.text}` is not an edge", "edges are 0 to 5")
    return edge


def _colour(lump: Lump) -> str:
    if lump.text not in COLOURS:
        raise Wrong("T004", lump.span, f"`{lump.text}` is not a colour", did_you_mean(lump.text, COLOURS), COLOURS[1:5])
    return lump.text


def _gauge(letter: str, span: Span) -> str:
    gauges = {"n": "narrow", "d": "dual"}
    if letter not in gauges:
        raise Wrong("T004", span, f"unknown gauge `{letter}`", "`n` narrow, `d` dual")
    return gauges[letter]
