"""The things of a title: rows of the tables of trains, phases, companies, privates, tiles, hexes and the market."""

from collections.abc import Callable
from typing import Any

from titleworks.compiler import notation
from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import Scope, condition
from titleworks.compiler.names import Where
from titleworks.compiler.reading import Item, Title, cell_of
from titleworks.compiler.schema import things_of
from titleworks.compiler.sentences import parsed_expression
from titleworks.dsl.lines import Text
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Lump

Row = dict[str, Any]
STOP_KINDS = {
    "city": "city",
    "cities": "city",
    "town": "town",
    "towns": "town",
    "area": "area",
    "areas": "area",
    "junction": "junction",
}


class Components:
    """The rows of all things by kind, and the patches of options; made from a title."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.names = title.names
        self.rows: dict[str, list[Row]] = {kind: [{} for _ in named] for kind, named in self.names.things.items()}
        self.patches: list[Row] = []
        self.series: list[str] = []
        self.layout = ""
        self.cells: list[Row] = []
        self.counted: dict[int, int | None] = {}
        self.printed: list[Row] = []
        self.title_hexes: dict[int, Row] = {}

    def build(self) -> Row:
        """All components as rows of the table."""
        self._map_answers()
        self._table_defaults()
        for item in self.title.items:
            self._guarded(item, self._row)
        for item in self.title.of("Tiles"):
            if item.line.kind == "answer" and item.line.head.text == "tiles":
                self._guarded(item, self._tile_counts)
        for item in self.title.of("Market"):
            if item.line.kind == "answer" and item.line.head.text == "grid":
                self._guarded(item, self._grid)
        return self._document()

    def _guarded(self, item: Item, read: Callable[[Item], None]) -> None:
        try:
            read(item)
        except Wrong as wrong:
            self.title.wrong(item.source, wrong)

    def origin(self, item: Item) -> Row:
        """Where a row was written."""
        made: Row = {"source": item.source, "line": item.line.span.line}
        if item.line.citation:
            made["cites"] = item.line.citation
        return made

    # ---- rows -----------------------------------------------------------------------------------------------------

    def _table_defaults(self) -> None:
        """Answers above a table hold for all its rows: certificates, tokens."""
        self.defaults: dict[str, Text] = {}
        for item in self.title.of("Companies"):
            if item.line.kind == "answer" and item.line.head.text in ("certificates", "tokens") and item.option is None:
                item.used = True
                if item.line.body is not None:
                    self.defaults[item.line.head.text] = item.line.body

    def _row(self, item: Item) -> None:
        if item.line.kind != "row" or item.columns is None:
            return
        kind = things_of(item.section)
        if item.columns[0] == "name" and kind is not None:
            self._thing(item, kind)
        elif item.section == "Map" and item.columns[0] == "hexes":
            self._hexes(item)

    def _thing(self, item: Item, kind: str) -> None:
        name = notation.name_of(item.line.cells[0])
        position = self.names.things[kind][name]
        row: Row = {}
        readers: dict[str, Callable[[Item, Row], None]] = {
            "company": self._company,
            "private": self._private,
            "train kind": self._train,
            "phase": self._phase,
            "tile": self._tile,
        }
        readers[kind](item, row)
        in_play = cell_of(item, "in play")
        if in_play is not None:
            row["in_play"] = self.set_up(in_play)
        new = not self.rows[kind][position]
        if item.option is not None:
            self._overlay(item, kind, position, name, row, new)
            return
        self.rows[kind][position] |= {"name": name, **row, "origin": self.origin(item)}

    def _overlay(self, item: Item, kind: str, position: int, name: str, row: Row, new: bool) -> None:
        """A row under an option: its cells as patches; a thing the option brings is in play only with it."""
        guard = ["option", item.option]
        if new:
            row.setdefault("in_play", guard)
            self.rows[kind][position] = {"name": name, **row, "origin": self.origin(item)}
            return
        lists = {
            "train kind": "trains",
            "phase": "phases",
            "company": "companies",
            "private": "privates",
            "tile": "tiles",
        }
        for key, value in row.items():
            self.patches.append(
                {"guard": guard, "path": [lists[kind], position, key], "value": value, "_tile": kind == "tile"}
            )

    def set_up(self, text: Text) -> Any:
        """A condition over players and options."""
        return condition(parsed_expression(text), Scope(self.names))

    def _company(self, item: Item, row: Row) -> None:
        for column, key, read in (
            ("certificates", "certificates", notation.certificates),
            ("tokens", "tokens", notation.tokens),
        ):
            cell = cell_of(item, column) or (self.defaults.get(column) if item.option is None else None)
            if cell is not None:
                row[key] = read(cell)
            elif (
                item.option is None and not self.rows["company"][self.names.things["company"][item.line.cells[0].text]]
            ):
                raise Wrong(
                    "M003",
                    item.line.cells[0].span,
                    f"{item.line.cells[0].text} has no {column}",
                    f"add a column or an answer `{column}:`",
                )
        title = cell_of(item, "title")
        if title is not None:
            row["title"] = notation.text_of(title)
        kind = cell_of(item, "class")
        if kind is not None:
            row["company_class"] = kind.text
        colour = cell_of(item, "colour")
        if colour is not None:
            row["colour"] = colour.text.strip('"')
        home = cell_of(item, "home")
        if home is not None:
            row["homes"] = [self._home(note) for note in notation.notes(home.lumps)]

    def _home(self, note: list[Lump]) -> Row:
        """`G19`, or `G19 city 1` (its first city)."""
        made: Row = {"hex": notation.one_of(note[0].text, "hex", self.names, note[0].span)}
        if len(note) == 3 and note[1].text == "city":
            made["city"] = notation.number(note[2], "the number of a city") - 1
        elif len(note) != 1:
            raise Wrong(
                "T003", notation.span_of(note), "a home is a hex, or a city of it", "write `G19` or `G19 city 1`"
            )
        return made

    def _private(self, item: Item, row: Row) -> None:
        for column in ("title", "text"):
            cell = cell_of(item, column)
            if cell is not None:
                row[column] = notation.text_of(cell)
        price = cell_of(item, "price")
        if price is not None:
            row["price"] = notation.whole(price, "a price")
        elif item.option is None:
            raise Wrong("M003", item.line.cells[0].span, f"{item.line.cells[0].text} has no price")
        kind = cell_of(item, "class")
        if kind is not None:
            row["private_class"] = kind.text

    def _train(self, item: Item, row: Row) -> None:
        for column, read in (("count", notation.count), ("price", notation.whole)):
            cell = cell_of(item, column)
            if cell is not None:
                row[column] = read(cell)
            elif item.option is None:
                raise Wrong("M003", item.line.cells[0].span, f"the {item.line.cells[0].text} train has no {column}")
        cell = cell_of(item, "distance")
        if cell is not None:
            row["distance"] = notation.distance(cell, STOP_KINDS)
        elif item.option is None:
            raise Wrong("M003", item.line.cells[0].span, f"the {item.line.cells[0].text} train has no distance")
        for column in ("rusts on", "obsolete on", "card"):
            cell = cell_of(item, column)
            if cell is not None:
                row[column.replace(" ", "_")] = notation.one_of(cell.text, "train kind", self.names, cell.span)
        cell = cell_of(item, "on sale from")
        if cell is not None:
            row["on_sale_from"] = notation.one_of(cell.text.removeprefix("phase "), "phase", self.names, cell.span)
        cell = cell_of(item, "trade-in")
        if cell is not None:
            row["trade_in"] = notation.trade_in(cell, self.names)
        cell = cell_of(item, "gauge")
        if cell is not None:
            row["gauge"] = cell.text

    def _phase(self, item: Item, row: Row) -> None:
        cell = cell_of(item, "starts with")
        if cell is not None:
            row["starts_with"] = [
                notation.one_of(note[-1].text, "train kind", self.names, note[-1].span)
                for note in notation.notes(cell.lumps)
            ]

    def _tile(self, item: Item, row: Row) -> None:
        builder = self._builder()
        for column in ("track", "marks"):
            cell = cell_of(item, column)
            if cell is not None:
                for note in notation.notes(cell.lumps):
                    builder.read(note)
        row |= builder.finish()
        colour = cell_of(item, "colour")
        if colour is None or colour.text not in notation.COLOURS:
            span = colour.span if colour is not None else item.line.span
            raise Wrong("T004", span, "a tile needs a colour", "", notation.COLOURS[1:5])
        row["colour"] = colour.text
        position = self.names.things["tile"][notation.name_of(item.line.cells[0])]
        cell = cell_of(item, "count")
        if cell is not None:
            self.counted[position] = notation.count(cell)
            if item.option is not None:
                row["in_play"] = ["option", item.option]

    def _tile_counts(self, item: Item) -> None:
        """`tiles: 1, 2 x3, 7 x unlimited`: how many there are of tiles whose shape is known."""
        item.used = True
        assert item.line.body is not None
        for note in notation.notes(item.line.body.lumps):
            name, rest = note[0], [lump.text for lump in note[1:]]
            position = notation.one_of(name.text, "tile", self.names, name.span)
            if position in self.counted:
                raise Wrong("N007", name.span, f"tile {name.text} is counted twice")
            if not rest:
                amount: int | None = 1
            elif rest in (["unlimited"], ["x", "unlimited"]):
                amount = None
            elif len(rest) == 1 and note[1].kind == "COUNT":
                amount = int(rest[0][1:])
            else:
                raise Wrong("T003", notation.span_of(note), "a count is `x3` or `x unlimited`")
            self.counted[position] = amount

    def _builder(self) -> notation.TileBuilder:
        return notation.TileBuilder(self.names, self.series, STOP_KINDS)

    # ---- map ------------------------------------------------------------------------------------------------------

    def _map_answers(self) -> None:
        for item in self.title.of("Map"):
            if item.line.kind != "answer" or item.line.body is None:
                continue
            body = item.line.body
            if item.line.head.text == "layout":
                item.used = True
                self.layout = body.text
                if self.layout not in ("flat", "pointy"):
                    self.title.wrong(
                        item.source, Wrong("T004", body.span, f"the layout is `flat` or `pointy`, not `{body.text}`")
                    )
            elif item.line.head.text == "series":
                item.used = True
                self.series = [" ".join(lump.text for lump in note) for note in notation.notes(body.lumps)]

    def _hexes(self, item: Item) -> None:
        """A row of the map: hexes that share a print, in the order that record ids count."""
        cell = cell_of(item, "print")
        lumps = item.line.cells[0].lumps
        printed = len(self.printed)
        self.printed.append({"pending": True})
        builder = self._builder()
        if cell is None:
            raise Wrong("M003", item.line.cells[0].span, "what is printed on these hexes?")
        named = cell.text in self.names.things["tile"] and len(cell.lumps) == 1 and cell.text not in notation.COLOURS
        if not named:
            for note in notation.notes(cell.lumps):
                builder.read(note)
        tile = builder.finish()
        if not named and "colour" not in tile:
            raise Wrong("T004", cell.span, "a print begins with a colour", "write `white`, or `yellow, city 20 on 0 2`")
        place = 0
        for number, lump in enumerate(lumps):
            if lump.kind == "STRING":
                continue
            position = self.names.things["hex"][lump.text]
            if self.names.places["hex", lump.text].source != item.source and self.rows["hex"][position]:
                pass
            after = lumps[number + 1] if number + 1 < len(lumps) else None
            x, y = self._coordinates(lump)
            row: Row = {
                "name": lump.text,
                "x": x,
                "y": y,
                "place": place,
                "borders": builder.borders,
                "origin": self.origin(item),
            }
            if after is not None and after.kind == "STRING":
                row["location"] = after.text
            row["icons"] = list(tile["icons"])
            row["reserved"] = [
                [notation.one_of(name.text, "company", self.names, name.span), city] for name, city in builder.reserved
            ]
            row["printed"] = -1 - printed
            self.rows["hex"][position] = row
            place += 1
        if named:
            self.printed[printed] = {"named": cell.text}
        else:
            tile["name"] = f"print {lumps[0].text}"
            tile["count"] = 0
            self.printed[printed] = tile

    def _coordinates(self, lump: Lump) -> tuple[int, int]:
        """Doubled coordinates of a hex named by letter and number (core 2.4)."""
        letters = "".join(c for c in lump.text if c.isalpha())
        digits = lump.text.removeprefix(letters)
        if not digits.isdecimal() or len(letters) != 1:
            raise Wrong("T004", lump.span, f"`{lump.text}` is not a hex", "a letter and a number: `H12`")
        letter = ord(letters) - ord("A") if letters.isupper() else -1 - (ord(letters) - ord("a"))
        if self.layout == "flat":
            return letter, int(digits) - 1
        return int(digits) - 1, letter

    # ---- market ---------------------------------------------------------------------------------------------------

    def _grid(self, item: Item) -> None:
        item.used = True
        zones = self._letters()
        self.cells = []
        for row, line in enumerate(item.line.children):
            for column, lump in enumerate(line.head.lumps):
                cell = notation.market_cell(lump)
                if cell is None:
                    continue
                price, letters = cell
                for letter in letters:
                    if letter not in zones:
                        raise Wrong(
                            "N001",
                            lump.span,
                            f"no zone has the letter `{letter}`",
                            f"add a row `{letter} | its name` below `letter | zone`",
                        )
                self.cells.append(
                    {"row": row, "column": column, "price": price, "zones": [zones[letter] for letter in letters]}
                )

    def _letters(self) -> dict[str, str]:
        from titleworks.runtime.table.vocabulary import ZONES

        zones = {letter: name for letter, name in ZONES.items() if name in self.names.things["zone"]}
        for item in self.title.of("Market"):
            if item.line.kind == "row" and item.columns is not None and item.columns[0] == "letter":
                zone = cell_of(item, "zone")
                if zone is not None:
                    zones[item.line.cells[0].text] = zone.text
        return zones

    # ---- the document ---------------------------------------------------------------------------------------------

    def _document(self) -> Row:
        tiles, numbers = self._tiles()
        hexes = []
        for row in self.rows["hex"]:
            if not row:
                continue
            printed = self.printed[-1 - row["printed"]]
            number = numbers.get(printed.get("named", printed.get("name")), 0)
            hexes.append({**row, "printed": number})
        self._reserve_homes(hexes, tiles)
        self._renumber_patches(numbers)
        letters = {name: letter for letter, name in self._letters().items()}
        return {
            "trains": [row for row in self.rows["train kind"] if row],
            "phases": [row for row in self.rows["phase"] if row],
            "companies": [row for row in self.rows["company"] if row],
            "privates": [row for row in self.rows["private"] if row],
            "tiles": tiles,
            "hexes": hexes,
            "layout": self.layout or "flat",
            "cells": self.cells,
            "zones": [{"name": name, "letter": letters.get(name, "")} for name in self.names.things["zone"]],
            "series": self.series,
        }

    def _tiles(self) -> tuple[list[Row], dict[str, int]]:
        """The tiles that the title counts, then what is printed; tiles of catalogues that it does not count are left out."""
        tiles: list[Row] = []
        numbers: dict[str, int] = {}
        used = {printed["named"] for printed in self.printed if "named" in printed}
        for name, position in self.names.things["tile"].items():
            row = self.rows["tile"][position]
            if row and (position in self.counted or name in used):
                numbers[name] = len(tiles)
                tiles.append({**row, "count": self.counted.get(position, 0)})
        for printed in self.printed:
            if "name" in printed and printed["name"] not in numbers:
                numbers[printed["name"]] = len(tiles)
                tiles.append(printed)
        self.tile_numbers = numbers
        return tiles, numbers

    def _reserve_homes(self, hexes: list[Row], tiles: list[Row]) -> None:
        """A company's only home is reserved for it: a city, or the hex as a whole if it has several (core 12.2)."""
        numbers = {row["name"]: number for number, row in enumerate(hexes)}
        by_position = list(self.names.things["hex"])
        for company, row in enumerate(self.rows["company"]):
            homes = row.get("homes", ())
            for home in homes:
                home["hex"] = numbers[by_position[home["hex"]]] if by_position[home["hex"]] in numbers else home["hex"]
            if len(homes) == 1 and homes[0]["hex"] < len(hexes):
                home = hexes[homes[0]["hex"]]
                cities = [n for n, stop in enumerate(tiles[home["printed"]]["stops"]) if stop.get("slots")]
                city = cities[0] if len(cities) == 1 else homes[0].get("city")
                if all(entry[0] != company for entry in home["reserved"]):
                    home["reserved"].append([company, city])

    def _renumber_patches(self, numbers: dict[str, int]) -> None:
        names = list(self.names.things["tile"])
        for patch in self.patches:
            if patch.pop("_tile"):
                patch["path"][1] = numbers.get(names[patch["path"][1]], 0)


def unknown_answer(item: Item, known: list[str]) -> Wrong:
    """An answer to a question nobody asks."""
    head = item.line.head
    return Wrong("N008", head.span, f"`{head.text}` is not a question of the game", did_you_mean(head.text, known))


__all__ = ["Components", "Span", "Where", "unknown_answer"]
