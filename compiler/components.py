"""Puts the components of the table together: things, map and market, and where tiles stand in the table."""

from typing import Any

from titleworks.compiler import kinds
from titleworks.compiler.hexes import Hexes, Layout
from titleworks.compiler.market import Market
from titleworks.compiler.things import Things
from titleworks.compiler.title import Title

Row = dict[str, Any]


class Components:
    """The components of a title, the patches of its options, and where its tiles stand in the table."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.names = title.names
        self.layout = Layout(title)
        self.kinds = kinds.stops(title, self.layout.series)
        self.things = Things(title, self.layout.series)
        self.hexes = Hexes(title, self.layout, self.things)
        self.market = Market(title)
        self.tile_numbers: dict[str, int] = {}
        self.patches: list[Row] = []

    def build(self) -> Row:
        """All components as rows of the table."""
        self.things.read()
        self.hexes.read()
        self.market.read()
        for option, cells in self.market.overlays:
            self.things.patch(option, ["cells"], cells)
        tiles, printed = self._tiles()
        hexes = [{**row, "printed": printed[row["printed"]]} for row in self.hexes.rows if row]
        self._reserve_homes(hexes, tiles)
        self.patches = [self._patch(patch, printed) for patch in self.things.patches]
        letters = {name: letter for letter, name in self.market.letters.items()}
        rows = {kind: [row for row in rows if row] for kind, rows in self.things.rows.items()}
        return {
            "trains": rows["train kind"],
            "phases": rows["phase"],
            "companies": rows["company"],
            "privates": rows["private"],
            "tiles": tiles,
            "hexes": hexes,
            "layout": self.layout.layout or "flat",
            "cells": self.market.cells,
            "zones": [{"name": name, "letter": letters.get(name, "")} for name in self.names.things["zone"]],
            "series": self.layout.series,
            "kinds": self.kinds,
            "gauges": kinds.gauges(self.title),
        }

    def _tiles(self) -> tuple[list[Row], list[int]]:
        """The tiles that the title counts, then what is printed; what else catalogues have is left out.

        With them, for each print of the map, the position of its tile.
        """
        tiles: list[Row] = []
        counted, printed = self.things.counted, self.hexes.printed
        used = {row["named"] for row in printed if "named" in row}
        for name, position in self.names.things["tile"].items():
            row = self.things.rows["tile"][position]
            if row and (position in counted or name in used):
                self.tile_numbers[name] = len(tiles)
                tiles.append({**row, "count": counted.get(position, 0)})
        for name, position in self.names.things["tile"].items():
            if position in self.things.pairs:
                other = list(self.names.things["tile"])[self.things.pairs[position]]
                tiles[self.tile_numbers[name]]["back"] = self.tile_numbers[other]
        positions = []
        for row in printed:
            if "named" in row:
                positions.append(self.tile_numbers.get(row["named"], 0))
            else:
                positions.append(len(tiles))
                tiles.append(row)
        return tiles, positions

    def _patch(self, patch: Row, printed: list[int]) -> Row:
        path, value = list(patch["path"]), patch["value"]
        if path[0] == "tiles":
            names = list(self.names.things["tile"])
            path[1] = self.tile_numbers.get(names[path[1]], 0)
        if path[0] == "hexes" and path[2] == "printed":
            value = printed[value]
        return {**patch, "path": path, "value": value}

    def _reserve_homes(self, hexes: list[Row], tiles: list[Row]) -> None:
        """A company's only home is reserved for it: a city, or the hex as a whole if it has several (core 12.2)."""
        numbers = {row["name"]: number for number, row in enumerate(hexes)}
        by_position = list(self.names.things["hex"])
        for company, row in enumerate(self.things.rows["company"]):
            homes = row.get("homes", [])
            row |= (
                {"homes": [{**home, "hex": numbers.get(by_position[home["hex"]], home["hex"])} for home in homes]}
                if homes
                else {}
            )
            if len(homes) != 1 or row["homes"][0]["hex"] >= len(hexes):
                continue
            home = hexes[row["homes"][0]["hex"]]
            cities = [n for n, stop in enumerate(tiles[home["printed"]]["stops"]) if stop.get("slots")]
            city = cities[0] if len(cities) == 1 else homes[0].get("city")
            if all(entry[0] != company for entry in home["reserved"]):
                home["reserved"].append([company, city])
