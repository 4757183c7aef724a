"""The map: hexes in doubled coordinates, what is printed on them, marked sides, reservations."""

from typing import Any

from titleworks.compiler import notation
from titleworks.compiler.answers import origin_of
from titleworks.compiler.diagnostics import Wrong
from titleworks.compiler.prints import TERRAINS, TileBuilder
from titleworks.compiler.things import Things
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.dsl.lines import Text
from titleworks.dsl.tree import Lump, joined

Row = dict[str, Any]

#: What leads to the neighbour on each side, 0 to 5 clockwise from the bottom (flat) or the lower left (pointy).
SIDES: dict[str, tuple[tuple[int, int], ...]] = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}


#: What the letters of hexes name, where the map does not say it: columns of a flat map, rows of a pointy one.
LETTERS = {"flat": "columns", "pointy": "rows"}


class Layout:
    """The answers of the map that its rows need: layout, series, and what the letters of hexes name."""

    def __init__(self, title: Title) -> None:
        self.layout = ""
        self._letters = ""
        self.series: list[str] = []
        for item in title.of("Map"):
            if item.line.kind != "answer" or item.line.body is None:
                continue
            body = item.line.body
            if item.line.head.text == "layout":
                item.used = True
                self.layout = body.text
                if self.layout not in SIDES:
                    message = f"the layout is `flat` or `pointy`, not `{body.text}`"
                    title.wrong(item.source, Wrong("T004", body.span, message))
            elif item.line.head.text == "letters":
                item.used = True
                self._letters = body.text
                if self._letters not in LETTERS.values():
                    message = f"the letters of hexes name `columns` or `rows`, not `{body.text}`"
                    title.wrong(item.source, Wrong("T004", body.span, message))
            elif item.line.head.text == "series":
                item.used = True
                self.series = [joined(note) for note in notation.notes(body.lumps)]

    @property
    def letters(self) -> str:
        """What the letters of hexes name: `columns` or `rows`."""
        return self._letters or LETTERS.get(self.layout, "rows")


class Hexes:
    """The rows of the map. `printed`: what is printed, as a tile or the name of one; a row names it by position."""

    def __init__(self, title: Title, layout: Layout, things: Things) -> None:
        self.title = title
        self.names = title.names
        self.layout = layout
        self.things = things
        self.rows: list[Row] = [{} for _ in self.names.things["hex"]]
        self.printed: list[Row] = []

    def read(self) -> None:
        """Read all rows of the map, then its marked sides."""
        for item in self.title.of("Map"):
            try:
                if item.table == "hexes":
                    self._row(item)
            except Wrong as wrong:
                self.title.wrong(item.source, wrong)
        last: dict[str, Item] = {}
        for item in self.title.of("Map"):
            if item.answer in ("walls", "sides") and item.line.body is not None:
                item.used = True
                first = last.get(item.line.head.text)
                if first is not None and first.level == item.level:
                    message = f"`{item.line.head.text}` is answered twice"
                    self.title.error(item.where, "M004", message, "", (first.where, "the first answer"))
                last[item.line.head.text] = item
        for item in last.values():
            self._marked_sides(item)

    # ---- rows -----------------------------------------------------------------------------------------------------

    def _row(self, item: Item) -> None:
        """Hexes that share a print, in the order that record ids count."""
        cell = cell_of(item, "print")
        lumps = item.line.cells[0].lumps
        if cell is None:
            raise Wrong("M003", item.line.cells[0].span, "what is printed on these hexes?", "write `white`, or `city`")
        builder, printed = self._print(cell, lumps[0])
        reserved = [[notation.one_of(n.text, "company", self.names, n.span), city] for n, city in builder.reserved]
        place = 0
        for number, lump in enumerate(lumps):
            if lump.kind == "STRING":
                continue
            after = lumps[number + 1] if number + 1 < len(lumps) else None
            x, y = self._coordinates(lump)
            row: Row = {"name": lump.text, "x": x, "y": y, "place": place, "origin": origin_of(item)}
            row |= {"borders": [dict(b) for b in builder.borders], "icons": list(builder.row["icons"])}
            row |= {"reserved": [list(entry) for entry in reserved], "printed": printed}
            if after is not None and after.kind == "STRING":
                row["location"] = after.text
            self._put(item, self.names.things["hex"][lump.text], row)
            place += 1

    def _put(self, item: Item, position: int, row: Row) -> None:
        before = self.rows[position]
        if item.option is None or not before:
            self.rows[position] = row
            return
        for key, value in row.items():
            if key in ("printed", "icons", "borders", "reserved", "location") and before.get(key) != value:
                self.things.patch(item.option, ["hexes", position, key], value)

    def _print(self, cell: Text, first: Lump) -> tuple[TileBuilder, int]:
        """What a cell prints, and its position in `printed`: a tile of the catalogue by name, or notes."""
        builder = TileBuilder(self.names, self.layout.series)
        if len(cell.lumps) == 1 and cell.text in self.names.things["tile"] and cell.text not in notation.COLOURS:
            self.printed.append({"named": cell.text})
            return builder, len(self.printed) - 1
        for note in notation.notes(cell.lumps):
            builder.read(note)
        tile = builder.finish()
        if "colour" not in tile:
            raise Wrong("T004", cell.span, "a print begins with a colour", "write `white`, or `yellow, city 20 on 0 2`")
        # A hex of its own print in a variant may be the first of what is left of a row of the title it extends.
        name = f"print {first.text}"
        again = sum(row.get("name", "").partition(" anew")[0] == name for row in self.printed)
        self.printed.append({**tile, "name": name if not again else f"{name} anew {again}", "count": 0})
        return builder, len(self.printed) - 1

    def _coordinates(self, lump: Lump) -> tuple[int, int]:
        """Doubled coordinates of a hex named by letter and number (core 2.4)."""
        letters = "".join(c for c in lump.text if c.isalpha())
        digits = lump.text.removeprefix(letters)
        if (
            len(letters) != 1
            or not letters.isascii()
            or not (digits.isascii() and digits.isdecimal() and len(digits) < 4)
        ):
            raise Wrong("T004", lump.span, f"`{lump.text}` is not a hex", "a letter and a number: `H12`")
        letter = ord(letters) - ord("A") if letters.isupper() else -1 - (ord(letters) - ord("a"))
        if self.layout.letters == "columns":
            return letter, int(digits) - 1
        return int(digits) - 1, letter

    # ---- sides ----------------------------------------------------------------------------------------------------

    def _marked_sides(self, item: Item) -> None:
        """`walls: E7-F8, C11-D12` and `sides: water 40 on E7-F8, C11-D12`."""
        assert item.line.body is not None
        mark: Row | None = {"kind": "wall"} if item.line.head.text == "walls" else None
        for note in notation.notes(item.line.body.lumps):
            try:
                if mark is None or (mark["kind"] == "cost" and len(note) > 1):
                    mark = self._cost(note)
                    note = note[-1:]
                self._side(note, mark)
            except Wrong as wrong:
                self.title.wrong(item.source, wrong)

    def _cost(self, note: list[Lump]) -> Row:
        """`water 40 on E7-F8`: what a lay pays for track across the side."""
        if len(note) != 4 or note[2].text != "on" or note[0].text not in TERRAINS:
            raise Wrong(
                "T003", notation.span_of(note), "what does it cost to cross these sides?", "`water 40 on E7-F8`"
            )
        self.names.terrains.add(note[0].text)
        return {"kind": "cost", "amount": notation.number(note[1]), "terrain": note[0].text}

    def _side(self, note: list[Lump], mark: Row) -> None:
        """`E7-F8`: the side between two hexes, marked on both; nothing if one of them was left out of the map."""
        span = notation.span_of(note)
        names = note[0].text.split("-")
        if len(note) != 1 or len(names) != 2:
            raise Wrong("T003", span, "a side lies between two hexes", "write `E7-F8`")
        if any(name in self.names.left_out and name not in self.names.things["hex"] for name in names):
            return
        one, two = (self.rows[notation.one_of(name, "hex", self.names, span)] for name in names)
        if not one or not two:
            return
        step = (two["x"] - one["x"], two["y"] - one["y"])
        sides = SIDES.get(self.layout.layout, SIDES["flat"])
        if step not in sides:
            raise Wrong("M023", span, f"{names[0]} and {names[1]} are not side by side")
        edge = sides.index(step)
        for row, side in ((one, edge), (two, (edge + 3) % 6)):
            if all(border["edge"] != side or border["kind"] != mark["kind"] for border in row["borders"]):
                row["borders"].append({"edge": side, **mark})
