"""The short notations of cells: counts, distances, certificates, tokens, track, marks, prints, market cells."""

import re
from collections.abc import Iterator
from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.names import Names
from titleworks.dsl.lines import Text
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Lump, joined

#: Largest number in a title.
MOST = 1_000_000_000

COLOURS = ("white", "yellow", "green", "brown", "gray", "orange", "red", "blue")


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


def texts_of(cell: Text | None) -> list[Text]:
    """The notes of a cell or answer, each with its place; none if there is no cell."""
    return [Text(joined(note), span_of(note), tuple(note)) for note in notes(cell.lumps if cell else ())]


def number(lump: Lump, what: str = "a number") -> int:
    """A whole number. Raises Wrong."""
    if lump.kind != "NUMBER" or "." in lump.text:
        raise Wrong("T003", lump.span, f"`{lump.text}` is not {what}")
    if len(lump.text) > 10 or int(lump.text) > MOST:
        raise Wrong("T006", lump.span, f"the largest number is {MOST:,}")
    return int(lump.text)


def times(lump: Lump, most: int) -> int:
    """A count `x3`. Raises Wrong if it is 0 or more than `most`."""
    if not 1 <= int(lump.text[1:6]) <= most or len(lump.text) > 6:
        raise Wrong("T006", lump.span, f"`{lump.text}`: from x1 to x{most}")
    return int(lump.text[1:])


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
    return joined(cell.lumps)


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


_DISTANCE = "a distance: `4`, `unlimited`, `4 hexes`, `1 city, 2 towns`"


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
        if not note:
            raise Wrong("T003", cell.span, "how far?", _DISTANCE)
        pays = number(note[0], _DISTANCE)
        visits = pays
        rest = words[1:]
        if rest[:1] == ["of"] and len(note) > 2:
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
        if note[0].kind == "PERCENT":
            raise Wrong(
                "T003", note[0].span, "certificates are in percent, without the sign", "write `20 president, 10 x8`"
            )
        row: dict[str, Any] = {"percent": number(note[0], "a percentage: `20 president, 10 x8`")}
        amount = 1
        words = note[1:]
        while words:
            word = words.pop(0)
            if word.kind == "COUNT":
                amount = times(word, 100)
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
        made += [dict(row) for _ in range(amount)]
    total = sum(row["percent"] for row in made)
    if total != 100:
        raise Wrong("M001", cell.span, f"the certificates add up to {total} %, not 100 %")
    if len(made) == 1:
        made[0]["president"] = True
    if not any(row.get("president") for row in made):
        raise Wrong("M001", cell.span, "no certificate is the president's", "write `20 president, 10 x8`")
    return made


def tokens(cell: Text) -> list[dict[str, Any]]:
    """`0, 40, 100 x2, 50 locked x3`: prices in the order of use, with the area if it is not `available`."""
    made: list[dict[str, Any]] = []
    for note in notes(cell.lumps):
        row: dict[str, Any] = {"price": number(note[0], "the price of a token: `0, 40, 100`")}
        amount = 1
        for word in note[1:]:
            if word.kind == "COUNT":
                amount = times(word, 100)
            elif word.kind == "WORD":
                row["area"] = word.text
            else:
                raise Wrong(
                    "T003", word.span, f"`{word.text}` says nothing about a token", "tokens are `0, 40, 100 x2`"
                )
        made += [dict(row) for _ in range(amount)]
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


_CELL = re.compile(r"(\d{1,6})([a-zA-Z]*)")


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
