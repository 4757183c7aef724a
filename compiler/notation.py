"""The short notations of cells: counts, distances, certificates, tokens, track, marks, prints, market cells."""

import re
from collections.abc import Iterator
from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.names import Names
from titleworks.dsl.lines import Text
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Lump

COLOURS = ("white", "yellow", "green", "brown", "gray", "red", "blue")
STOPS = ("city", "town", "area", "junction")


def notes(lumps: tuple[Lump, ...] | list[Lump]) -> Iterator[list[Lump]]:
    """The notes of a cell: lumps parted by commas."""
    current: list[Lump] = []
    for lump in lumps:
        if lump.kind == "COMMA":
            if current:
                yield current
            current = []
        else:
            current.append(lump)
    if current:
        yield current


def span_of(note: list[Lump]) -> Span:
    """Where a note stands."""
    return note[0].span.to(note[-1].span)


def number(lump: Lump, what: str = "a number") -> int:
    """A whole number. Raises Wrong."""
    if lump.kind != "NUMBER" or "." in lump.text:
        raise Wrong("T003", lump.span, f"`{lump.text}` is not {what}")
    return int(lump.text)


def whole(cell: Text, what: str = "a number") -> int:
    """A cell that holds one whole number."""
    if len(cell.lumps) != 1:
        hint = "write the number without a comma" if any(lump.kind == "COMMA" for lump in cell.lumps) else ""
        raise Wrong("T003", cell.span, f"`{cell.text}` is not {what}", hint)
    return number(cell.lumps[0], what)


def name_of(cell: Text) -> str:
    """A cell that holds a name, whatever its shape."""
    if not cell.lumps or any(lump.kind in ("COMMA", "SEMI", "COLON") for lump in cell.lumps):
        raise Wrong("T003", cell.span, f"`{cell.text}` is not a name")
    return " ".join(lump.text for lump in cell.lumps)


def text_of(cell: Text) -> str:
    """A cell that holds a text in quotes."""
    if len(cell.lumps) != 1 or cell.lumps[0].kind != "STRING":
        raise Wrong("T003", cell.span, f"`{cell.text}` is not a text", f'put it in quotes: "{cell.text}"')
    return cell.lumps[0].text


def count(cell: Text) -> int | None:
    """A number, or `unlimited` (None)."""
    return None if cell.text == "unlimited" else whole(cell, "a number, or `unlimited`")


def one_of(name: str, kind: str, names: Names, span: Span) -> int:
    """Position of a thing by name. Raises Wrong with the nearest name."""
    known = names.things[kind]
    if name not in known:
        word = "train" if kind == "train kind" else kind
        raise Wrong("N001", span, f"there is no {word} `{name}`", did_you_mean(name, list(known)))
    return known[name]


def distance(cell: Text, stop_kinds: dict[str, str]) -> dict[str, Any]:
    """`4`, `unlimited`, `4 hexes`, `1 city, 2 towns`, `3 of 5 cities`, `local 1 city`."""
    unit = "stops"
    local = False
    rows: list[dict[str, Any]] = []
    for note in notes(cell.lumps):
        words = [lump.text for lump in note]
        if words[0] == "local":
            local = True
            words, note = words[1:], note[1:]
        if words in (["unlimited"], ["_"]):
            rows.append({"kinds": None, "pays": None, "visits": None})
            continue
        pays = number(note[0], "a distance: `4`, `unlimited`, `4 hexes`, `1 city, 2 towns`")
        visits = pays
        rest = words[1:]
        if rest[:1] == ["of"]:
            visits, rest = number(note[2]), rest[2:]
        if rest == ["hexes"]:
            unit, kinds = "hexes", None
        elif not rest:
            kinds = None
        else:
            kinds = [_singular(word, stop_kinds, note[-1].span) for word in rest if word != "or"]
        rows.append({"kinds": kinds, "pays": pays, "visits": visits})
    if not rows:
        raise Wrong("T003", cell.span, f"`{cell.text}` is not a distance")
    return {"unit": unit, "rows": rows, "local": local}


def _singular(word: str, stop_kinds: dict[str, str], span: Span) -> str:
    if word not in stop_kinds:
        raise Wrong("N001", span, f"there is no kind of stop `{word}`", did_you_mean(word, list(stop_kinds)))
    return stop_kinds[word]


def certificates(cell: Text) -> list[dict[str, Any]]:
    """`20 president, 10 x8, 20 last`; `100 as 2`. Must add up to 100."""
    made: list[dict[str, Any]] = []
    for note in notes(cell.lumps):
        row: dict[str, Any] = {"percent": number(note[0], "a percentage: `20 president, 10 x8`")}
        times = 1
        words = note[1:]
        while words:
            word = words.pop(0)
            if word.kind == "COUNT":
                times = int(word.text[1:])
            elif word.text in ("president", "last"):
                row[word.text] = True
            elif word.text == "as" and words:
                row["shares"] = number(words.pop(0))
            else:
                raise Wrong(
                    "T003",
                    word.span,
                    f"`{word.text}` says nothing about a certificate",
                    "",
                    ("president", "last", "x8"),
                )
        made += [dict(row) for _ in range(times)]
    total = sum(row["percent"] for row in made)
    if total != 100:
        raise Wrong("M001", cell.span, f"the certificates add up to {total} %, not 100 %")
    if len(made) == 1:
        made[0]["president"] = True
    return made


def tokens(cell: Text) -> list[dict[str, Any]]:
    """`0, 40, 100 x2, 50 locked x3`: prices in the order of use, with the area if it is not `available`."""
    made: list[dict[str, Any]] = []
    for note in notes(cell.lumps):
        row: dict[str, Any] = {"price": number(note[0], "the price of a token: `0, 40, 100`")}
        times = 1
        for word in note[1:]:
            if word.kind == "COUNT":
                times = int(word.text[1:])
            else:
                row["area"] = word.text
        made += [dict(row) for _ in range(times)]
    return made


def trade_in(cell: Text, names: Names) -> list[dict[str, Any]]:
    """`300 off for 4, 5, 6`; several discounts may follow each other."""
    made: list[dict[str, Any]] = []
    off: int | None = None
    for note in notes(cell.lumps):
        words = [lump.text for lump in note]
        if words[1:3] == ["off", "for"] and len(words) == 4:
            off = number(note[0])
            name = note[3]
        elif len(words) == 1 and off is not None:
            name = note[0]
        else:
            raise Wrong("T003", span_of(note), f"`{' '.join(words)}` is not a trade-in", "write `300 off for 4, 5, 6`")
        made.append({"train": one_of(name.text, "train kind", names, name.span), "off": off})
    return made


# ---- tiles --------------------------------------------------------------------------------------------------------

_END = re.compile(r"([0-5])([a-z]?)")


class TileBuilder:
    """Reads the notes of a tile or a printed hex into a row of the table."""

    def __init__(self, names: Names, series: list[str], stop_kinds: dict[str, str]) -> None:
        self.names = names
        self.series = series
        self.stop_kinds = stop_kinds
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
        elif first.text in self.stop_kinds and self.stop_kinds[first.text] == first.text:
            self._stop(note)
        elif first.kind == "PATH":
            self._track(note)
        else:
            self._mark(note)

    def _stop(self, note: list[Lump]) -> None:
        kind = note[0].text
        row: dict[str, Any] = {"kind": kind}
        if kind == "city":
            row["slots"] = 1
        exits: list[Lump] = []
        position = 1
        while position < len(note):
            lump = note[position]
            if lump.text == "on":
                exits = note[position + 1 :]
                break
            if lump.kind == "NUMBER":
                row["value"] = int(lump.text)
            elif lump.kind == "SERIES":
                row |= self._series(lump)
            elif lump.kind == "COUNT":
                row["slots"] = int(lump.text[1:])
            else:
                raise Wrong(
                    "T004", lump.span, f"`{lump.text}` says nothing about a {kind}", "write `city 30 x2 on 0 1 3`"
                )
            position += 1
        index = len(self.row["stops"])
        self.row["stops"].append(row)
        for lump in exits:
            match = _END.fullmatch(lump.text)
            if match is None:
                raise Wrong("T004", lump.span, f"`{lump.text}` is not an edge", "edges are 0 to 5")
            path: dict[str, Any] = {"a": int(match[1]), "b": 6 + index}
            if match[2]:
                path["gauge"] = _gauge(match[2], lump.span)
            self.row["paths"].append(path)

    def _series(self, lump: Lump) -> dict[str, Any]:
        values = [int(part) for part in lump.text.split("/")]
        if len(values) != len(self.series):
            words = ", ".join(self.series) or "none"
            raise Wrong(
                "T004", lump.span, f"{len(values)} values, but the map's series has {len(self.series)} words: {words}"
            )
        return {"values": [[word, value] for word, value in zip(self.series, values, strict=True)]}

    def _track(self, note: list[Lump]) -> None:
        for lump in note:
            if lump.kind != "PATH":
                raise Wrong("T004", lump.span, f"`{lump.text}` is not track", "write `0-3, 1-4`")
            one, _, two = lump.text.partition("-")
            a, b = _END.fullmatch(one), _END.fullmatch(two)
            assert a is not None and b is not None
            path: dict[str, Any] = {"a": int(a[1]), "b": int(b[1])}
            if a[2] or b[2]:
                path["gauge"] = _gauge(a[2] or b[2], lump.span)
            self.row["paths"].append(path)

    def _mark(self, note: list[Lump]) -> None:
        words = [lump.text for lump in note]
        last = note[-1]
        match words:
            case ["label", label]:
                self.row["labels"].append(label)
            case ["later", "label", label, colour]:
                self.row["later_labels"].append([colour, label])
            case ["icon", icon]:
                self.row["icons"].append(icon)
            case ["group", *group] if group:
                self.group = " ".join(group)
            case ["reserved", name]:
                self.reserved.append((last, None))
            case ["reserved", name, "city", city]:
                self.reserved.append((note[1], number(last) - 1))
            case ["wall", *edges] if edges:
                self.borders += [{"edge": _edge(lump), "kind": "wall"} for lump in note[1:]]
            case ["line", *edges] if edges:
                self.borders += [{"edge": _edge(lump), "kind": "line"} for lump in note[1:]]
            case ["stub", edge]:
                self.row["stubs"].append(_edge(last))
            case [*terrains, "on", edge] if len(terrains) == 2:
                border = {"edge": _edge(last), "kind": "cost", "amount": number(note[-3]), "terrain": words[0]}
                self.borders.append(border)
            case [*terrains, amount] if terrains and amount.isdecimal():
                kinds = [] if terrains == ["cost"] else terrains
                self.row["costs"].append({"amount": number(last), "terrains": kinds})
            case _:
                known = [
                    "label",
                    "icon",
                    "group",
                    "reserved",
                    "wall",
                    "stub",
                    "cost",
                    "mountain",
                    "water",
                    *self.stop_kinds,
                    *COLOURS,
                ]
                raise Wrong(
                    "T004",
                    span_of(note),
                    f"`{' '.join(words)}` says nothing about a hex or tile",
                    did_you_mean(words[0], known),
                )

    def finish(self) -> dict[str, Any]:
        """The row of the table, with the group on its stops."""
        if self.group is not None:
            for stop in self.row["stops"]:
                stop["group"] = self.group
        return self.row


def _edge(lump: Lump) -> int:
    edge = number(lump, "an edge")
    if not 0 <= edge <= 5:
        raise Wrong("T004", lump.span, f"`{lump.text}` is not an edge", "edges are 0 to 5")
    return edge


def _gauge(letter: str, span: Span) -> str:
    gauges = {"n": "narrow", "d": "dual"}
    if letter not in gauges:
        raise Wrong("T004", span, f"unknown gauge `{letter}`", "`n` narrow, `d` dual")
    return gauges[letter]


_CELL = re.compile(r"(\d+)([a-zA-Z]*)")


def market_cell(lump: Lump) -> tuple[int, str] | None:
    """A cell of the chart: price and zone letters; None for `_`. Raises Wrong."""
    if lump.text == "_":
        return None
    match = _CELL.fullmatch(lump.text)
    if match is None:
        raise Wrong(
            "T005",
            lump.span,
            f"`{lump.text}` is not a cell of the market",
            "write the price and the zone's letter: `100p`",
        )
    return int(match[1]), match[2]
