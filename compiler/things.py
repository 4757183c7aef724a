"""Rows of trains, phases, companies, privates and tiles, cell by cell; options change them by patches."""

from collections.abc import Callable
from typing import Any, NamedTuple

from titleworks.compiler import notation
from titleworks.compiler.answers import both, origin_of
from titleworks.compiler.diagnostics import Wrong
from titleworks.compiler.expressions import condition
from titleworks.compiler.inside import parsed_expression
from titleworks.compiler.loading import catalogues
from titleworks.compiler.names import Names, Where
from titleworks.compiler.nouns import Scope
from titleworks.compiler.prints import TileBuilder, words_of_stops
from titleworks.compiler.schema import things_of
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.dsl.lines import Text
from titleworks.dsl.tree import Lump, joined

Row = dict[str, Any]
Reader = Callable[[Text, Names], Any]

#: Where the rows of a kind stand in the components.
LISTS = {"train kind": "trains", "phase": "phases", "company": "companies", "private": "privates", "tile": "tiles"}


#: More unknown tiles than this in one answer are no slips: their catalogue is missing.
_UNKNOWN_TILES = 2


class CellReader(NamedTuple):
    """How a column is read: key of the row, reader, and the value that `none` gives (`...`: it may not be cleared)."""

    key: str
    read: Reader
    cleared: Any = ...


def _plain(read: Callable[[Text], Any]) -> Reader:
    return lambda cell, names: read(cell)


def _train(cell: Text, names: Names) -> int:
    return notation.one_of(cell.text.removeprefix("train "), "train kind", names, cell.span)


def _phase(cell: Text, names: Names) -> int:
    return notation.one_of(cell.text.removeprefix("phase "), "phase", names, cell.span)


def _trains(cell: Text, names: Names) -> list[int]:
    return [notation.one_of(n[-1].text, "train kind", names, n[-1].span) for n in notation.notes(cell.lumps)]


def _in_play(cell: Text, names: Names) -> Any:
    """A condition over the number of players and options. Raises Wrong if it needs more."""
    lowered = condition(parsed_expression(cell), Scope(names))
    if not _known_at_start(lowered):
        raise Wrong("T008", cell.span, "this is not known before the game starts", "only `players` and options are")
    return lowered


def _known_at_start(value: Any) -> bool:
    if isinstance(value, list) and value:
        if value[0] == "get":
            return bool(value == ["get", "game.player count"])
        if value[0] in ("state", "ask", "defined", "all"):
            return False
        return all(_known_at_start(part) for part in value[1:])
    return True


def _hex(cell: Text, names: Names) -> int:
    return notation.one_of(cell.text, "hex", names, cell.span)


def _homes(cell: Text, names: Names) -> list[Row]:
    return [_home(note, names) for note in notation.notes(cell.lumps)]


def _home(note: list[Lump], names: Names) -> Row:
    """`G19`, or `G19 city 1` (its first city)."""
    made: Row = {"hex": notation.one_of(note[0].text, "hex", names, note[0].span)}
    if len(note) == 3 and note[1].text == "city":
        made["city"] = notation.number(note[2], "the number of a city") - 1
    elif len(note) != 1:
        raise Wrong("T003", notation.span_of(note), "a home is a hex, or a city of it", "write `G19` or `G19 city 1`")
    return made


_TITLE = CellReader("title", _plain(notation.text_of), "")
_IN_PLAY = CellReader("in_play", _in_play, True)

CELLS: dict[str, dict[str, CellReader]] = {
    "company": {
        "title": _TITLE,
        "class": CellReader("company_class", _plain(lambda cell: cell.text), "company"),
        "certificates": CellReader("certificates", _plain(notation.certificates)),
        "tokens": CellReader("tokens", _plain(notation.tokens), []),
        "home": CellReader("homes", _homes, []),
        "destination": CellReader("destination", _hex, None),
        "colour": CellReader("colour", _plain(lambda cell: cell.text.strip('"')), None),
        "in play": _IN_PLAY,
    },
    "private": {
        "title": _TITLE,
        "text": CellReader("text", _plain(notation.text_of), ""),
        "price": CellReader("price", _plain(lambda cell: notation.whole(cell, "a price"))),
        "record": CellReader("record", _plain(lambda cell: cell.text), None),
        "class": CellReader("private_class", _plain(lambda cell: cell.text), "private"),
        "in play": _IN_PLAY,
    },
    "train kind": {
        "count": CellReader("count", _plain(notation.count)),
        "price": CellReader("price", _plain(lambda cell: notation.whole(cell, "a price"))),
        "distance": CellReader("distance", lambda cell, names: notation.distance(cell, words_of_stops(names))),
        "rusts on": CellReader("rusts_on", _train, None),
        "obsolete on": CellReader("obsolete_on", _train, None),
        "on sale from": CellReader("on_sale_from", _phase, None),
        "trade-in": CellReader("trade_in", notation.trade_in, []),
        "card": CellReader("card", _train, None),
        "gauge": CellReader("gauge", _plain(lambda cell: cell.text), None),
        "group": CellReader("group", _plain(lambda cell: cell.text), None),
        "in play": _IN_PLAY,
    },
    "phase": {"starts with": CellReader("starts_with", _trains, [])},
    "tile": {"in play": _IN_PLAY},
}

#: What a row cannot do without, and the column that says it.
REQUIRED: dict[str, dict[str, str]] = {
    "company": {"certificates": "certificates", "tokens": "tokens"},
    "private": {"price": "price"},
    "train kind": {"count": "count", "price": "price", "distance": "distance"},
    "phase": {},
    "tile": {"colour": "colour"},
}


class Things:
    """The rows of all things by kind and position. `counted`: of a tile, how many there are and where that is said."""

    def __init__(self, title: Title, series: list[str]) -> None:
        self.title = title
        self.names = title.names
        self.series = series
        self.rows: dict[str, list[Row]] = {kind: [{} for _ in self.names.things[kind]] for kind in LISTS}
        self.patches: list[Row] = []
        self.counted: dict[int, int | None] = {}
        self.counted_at: dict[int, tuple[Where, int]] = {}
        self.pairs: dict[int, int] = {}
        self.failed: set[tuple[str, int]] = set()
        self.said: dict[tuple[str, str, str], int] = {}
        self.defaults: dict[str, Text] = {}

    def read(self) -> None:
        """Read all rows; what is wrong with a cell is noted, and the next is read."""
        self._answers_above()
        self._replaced_cells()
        for item in self.title.items:
            kind = item.kind
            if kind is None:
                continue
            position = self.names.things[kind].get(self._name(item))
            if position is None:
                continue
            if item.broken:
                self.failed.add((kind, position))
            else:
                self._thing(item, kind, position)
        self._counts()
        self._train_counts()
        self._pairs()
        self._complete()
        self._removed()

    def _replaced_cells(self) -> None:
        """By thing and column, the last level that says a cell: those before it are not read."""
        for item in self.title.items:
            kind = item.kind
            if kind is None:
                continue
            if item.option is None and not item.broken:
                for column in item.columns[1:]:
                    if cell_of(item, column) is not None:
                        self.said[kind, self._name(item), column] = item.level

    def _name(self, item: Item) -> str:
        cell = item.line.cells[0]
        return joined(cell.lumps) if cell.lumps else cell.text

    def _answers_above(self) -> None:
        """Answers above a table hold for all its rows: certificates, tokens."""
        said: dict[tuple[str, int], Item] = {}
        for item in self.title.of("Companies"):
            if item.answer in ("certificates", "tokens") and item.option is None:
                item.used = True
                first = said.setdefault((item.line.head.text, item.level), item)
                if first is not item:
                    where = Where(item.source, item.line.head.span)
                    message = f"`{item.line.head.text}` is answered twice"
                    self.title.error(where, "M004", message, "", (first.where, "the first answer"))
                if item.line.body is not None:
                    self.defaults[item.line.head.text] = item.line.body

    # ---- rows -----------------------------------------------------------------------------------------------------

    def _thing(self, item: Item, kind: str, position: int) -> None:
        row = self._cells(item, kind, position)
        if kind == "tile":
            self._shape(item, position, row)
        if row.get("card") is not None:
            row["count"] = 0  # it is the other side of a card that is counted already
        name = self._name(item)
        new = not self.rows[kind][position]
        if item.option is None:
            self.rows[kind][position] |= {"name": name, **row, "origin": origin_of(item)}
        elif new:
            row["in_play"] = both(["option", item.option], row.get("in_play"))
            self.rows[kind][position] = {"name": name, **row, "origin": origin_of(item)}
        else:
            for key, value in row.items():
                self.patch(item.option, [LISTS[kind], position, key], value)

    def patch(self, option: str, path: list[str | int], value: Any) -> None:
        """While an option is on, a value of the components is another."""
        self.patches.append({"guard": ["option", option], "path": path, "value": value})

    def _cells(self, item: Item, kind: str, position: int) -> Row:
        row: Row = {}
        for column, reader in CELLS[kind].items():
            cell = cell_of(item, column)
            if item.option is None and item.level < self.said.get((kind, self._name(item), column), item.level):
                continue
            try:
                if cell is not None and cell.text == "none" and reader.cleared is not ...:
                    row[reader.key] = reader.cleared
                elif cell is not None:
                    row[reader.key] = reader.read(cell, self.names)
            except Wrong as wrong:
                self.failed.add((kind, position))
                self.title.wrong(item.source, wrong)
        return row

    def _shape(self, item: Item, position: int, row: Row) -> None:
        """Colour, track and marks of a tile; a row that says none of them leaves them as they are."""
        colour, count = cell_of(item, "colour"), cell_of(item, "count")
        try:
            if cell_of(item, "track") is not None or cell_of(item, "marks") is not None or colour is not None:
                row |= self._built(item)
            if colour is not None:
                if colour.text not in notation.COLOURS:
                    raise Wrong("T004", colour.span, f"`{colour.text}` is not a colour", "", notation.COLOURS[1:5])
                row["colour"] = colour.text
            if count is not None:
                self._count(item, position, notation.count(count), count)
        except Wrong as wrong:
            self.failed.add(("tile", position))
            self.title.wrong(item.source, wrong)

    def _built(self, item: Item) -> Row:
        builder = TileBuilder(self.names, self.series)
        for column in ("track", "marks"):
            cell = cell_of(item, column)
            if cell is not None:
                for note in notation.notes(cell.lumps):
                    builder.read(note)
        return builder.finish()

    # ---- counts of trains -----------------------------------------------------------------------------------------

    def _train_counts(self) -> None:
        """Columns `count of 6H` in tables by the number of players: how many trains of a kind there are then."""
        for item in self.title.items:
            if item.table != "players" or item.broken:
                continue
            for column in item.columns[1:]:
                cell = cell_of(item, column) if column.startswith("count of ") else None
                if cell is None:
                    continue
                try:
                    self._train_count(item, column.removeprefix("count of "), cell)
                except Wrong as wrong:
                    self.title.wrong(item.source, wrong)

    def _train_count(self, item: Item, name: str, cell: Text) -> None:
        position = notation.one_of(name, "train kind", self.names, cell.span)
        notes = notation.notes(item.line.cells[0].lumps)
        counts = [["=", ["get", "game.player count"], notation.number(n[0], "a number of players")] for n in notes]
        guard: Any = counts[0] if len(counts) == 1 else ["or", *counts]
        if item.option is not None:
            guard = both(["option", item.option], guard)
        self.rows["train kind"][position].setdefault("count", 0)
        path = ["trains", position, "count"]
        self.patches.append({"guard": guard, "path": path, "value": notation.count(cell)})

    # ---- counts of tiles ------------------------------------------------------------------------------------------

    def _counts(self) -> None:
        """`tiles: 1, 2 x3, 7 x unlimited`: how many there are of tiles whose shape is known."""
        for item in self.title.of("Tiles"):
            if item.answer != "tiles":
                continue
            item.used = True
            notes = list(notation.notes(item.line.body.lumps if item.line.body is not None else ()))
            unknown = [note for note in notes if note[0].text not in self.names.things["tile"]]
            if len(unknown) > _UNKNOWN_TILES and not any(self.title.head("include")):
                self._no_catalogue(item, len(unknown))
                notes = [note for note in notes if note not in unknown]
            for note in notes:
                try:
                    self._counted(item, note)
                except Wrong as wrong:
                    self.title.wrong(item.source, wrong)

    def _no_catalogue(self, item: Item, count: int) -> None:
        assert item.line.body is not None
        message = f"nothing says how {count} of these tiles look, and no catalogue is included"
        hint = " or ".join(f"`include: {name}`" for name in catalogues())
        self.title.wrong(item.source, Wrong("L004", item.line.body.span, message, f"write {hint} in the head"))

    def _counted(self, item: Item, note: list[Lump]) -> None:
        name, rest = note[0], [lump.text for lump in note[1:]]
        position = notation.one_of(name.text, "tile", self.names, name.span)
        amount: int | None = 1
        if rest in (["unlimited"], ["x", "unlimited"]):
            amount = None
        elif rest == ["x0"]:
            amount = 0
        elif len(rest) == 1 and note[1].kind == "COUNT":
            amount = notation.times(note[1], 1000)
        elif rest:
            raise Wrong("T003", notation.span_of(note), "a count is `x3` or `x unlimited`")
        self._count(item, position, amount, Text(name.text, name.span))

    def _count(self, item: Item, position: int, amount: int | None, at: Text) -> None:
        if item.option is not None:
            self.counted.setdefault(position, 0)
            self.patch(item.option, ["tiles", position, "count"], amount)
            return
        before = self.counted_at.get(position)
        where = Where(item.source, at.span)
        if before is not None and before[1] == item.level:
            place = self.title.place(before[0], "the first count")
            raise Wrong("N007", at.span, f"tile {at.text} is counted twice", "", (), (place,))
        self.counted[position] = amount
        self.counted_at[position] = where, item.level

    def _pairs(self) -> None:
        """`pairs: 3/72`: tiles that are the two sides of one piece of cardboard."""
        for item in self.title.of("Tiles"):
            if item.answer != "pairs" or item.line.body is None:
                continue
            item.used = True
            for note in notation.notes(item.line.body.lumps):
                try:
                    self._pair(note)
                except Wrong as wrong:
                    self.title.wrong(item.source, wrong)

    def _pair(self, note: list[Lump]) -> None:
        span = notation.span_of(note)
        sides = note[0].text.split("/")
        if len(note) != 1 or len(sides) != 2:
            raise Wrong("T003", span, "a pair is two tiles", "write `3/72`")
        one, two = (notation.one_of(name, "tile", self.names, span) for name in sides)
        if one == two or one in self.pairs or two in self.pairs:
            raise Wrong("N007", span, "a tile has two sides", "a tile stands in one pair only")
        if self.counted.get(one) is None or self.counted.get(one) != self.counted.get(two):
            raise Wrong("M003", span, f"tiles {sides[0]} and {sides[1]} are not equally many", "count both sides alike")
        self.pairs |= {one: two, two: one}

    def _removed(self) -> None:
        """Things that an option takes out of the game."""
        for option, kind, name in self.title.removals:
            position = self.names.things[kind].get(name)
            if position is None:
                continue
            if kind == "phase":
                where = self.names.places[kind, name]
                self.title.error(where, "M003", "an option cannot remove a phase", "say its columns under the option")
            else:
                self.patch(option, [LISTS[kind], position, "in_play"], False)

    # ---- what is missing ------------------------------------------------------------------------------------------

    def _complete(self) -> None:
        for kind, columns in REQUIRED.items():
            for name, position in self.names.things[kind].items():
                row = self.rows[kind][position]
                if not row or (kind, position) in self.failed:
                    continue
                for key, column in columns.items():
                    if key not in row and not self._default(kind, row, key, column):
                        self._missing(kind, name, column)
                        if self.names.meant(kind, name):
                            break

    def _default(self, kind: str, row: Row, key: str, column: str) -> bool:
        """Whether an answer above the table says it."""
        cell = self.defaults.get(column) if kind == "company" else None
        if cell is None:
            return False
        try:
            row[key] = CELLS[kind][column].read(cell, self.names)
        except Wrong as wrong:
            item = next(i for i in self.title.of("Companies") if i.line.body is cell)
            row[key] = []
            self.title.wrong(item.source, wrong)
        return True

    def _missing(self, kind: str, name: str, column: str) -> None:
        if column in self.names.refused:
            return
        where = self.names.places[kind, name]
        what = f"the {name} train" if kind == "train kind" else name if kind != "tile" else f"tile {name}"
        heads = [cell.text for item in self.title.heads if things_of(item.section) == kind for cell in item.line.cells]
        hint = f"write it in the column `{column}`" if column in heads else f"add a column `{column}`"
        hint += f", or an answer `{column}:` above the table" if kind == "company" else ""
        near = self.names.meant(kind, name)
        hint = f"did you mean `{near}` of the extended title?" if near else hint
        self.title.error(where, "M003", f"{what} has no {column}", hint)
