"""Replays the lays, tokens and runs of a game record on a board, for tests: no money, no trains."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from map_facts import SHARED, components, facts

from titleworks.runtime.map import track
from titleworks.runtime.map.board import Board
from titleworks.runtime.map.network import network
from titleworks.runtime.map.plan import STOPS, MapPlan
from titleworks.runtime.map.tokens import home_cities, token_problem

UPGRADES = {"1889": "semi-restrictive", "1830": "permissive"}
RESERVATIONS = {"1889": "slot", "1830": "hex"}


def records(title: str) -> list[Path]:
    """The records of a title, people's first."""
    folder = SHARED / "records"
    found = sorted(folder.glob(f"{title}-[0-9]*.json")) + sorted((folder / "generated").glob(f"{title}-*.json"))
    return [path for path in found if ".trace" not in path.name]


class Replay:
    """A board that follows a record. `problems` collects what my functions would have refused."""

    def __init__(self, path: Path, plan: MapPlan | None = None) -> None:
        self.title = path.name.split("-")[0]
        self.facts = facts(self.title)
        self.plan = plan or MapPlan(components(self.facts))
        self.board = Board(self.plan)
        self.record: dict[str, Any] = json.loads(path.read_text())
        lines = [json.loads(line) for line in path.with_suffix("").with_suffix(".trace.jsonl").read_text().splitlines()]
        self.keys: dict[str, Any] = dict(lines[0]["init"])
        self.lines = lines[1:]
        rows = self.facts["corporations"]
        self.company = {row["sym"]: number for number, row in enumerate(rows)}
        self.home = {
            number: (self.plan.hex_number[row["coordinates"]], row.get("city")) for number, row in enumerate(rows)
        }
        self.tile_number = {row.name: number for number, row in enumerate(self.plan.tiles) if row.count != 0}
        self.blank = self._plain_hexes()
        self.problems: list[str] = []
        self.laid = self.placed = 0
        self.phases = {row["name"]: row["tiles"] for row in self.facts["phases"]}

    def _plain_hexes(self) -> dict[str, int]:
        found: dict[str, int] = {}
        places: dict[str, int] = {}
        for name, row in self.facts["hexes"].items():
            if "tile" in row:
                place = places.setdefault(row["tile"], 0)
                places[row["tile"]] += 1
                found[f"{row['tile']}-{place}"] = self.plan.hex_number[name]
        return found

    def run(self) -> Iterator[tuple[dict[str, Any], str]]:
        """Every map action with the phase before it, on the board before it; a run of routes too."""
        for line in self.lines:
            action = self.record["actions"][line["at"]]
            phase = self.keys["phase"]
            if action["type"] in ("lay_tile", "place_token", "run_routes"):
                yield action, phase
            before = dict(self.keys)
            self.keys.update(line.get("changed", {}))
            for key in line.get("gone", []):
                self.keys.pop(key, None)
            if action["type"] == "lay_tile":
                self.lay(action, phase)
            elif action["type"] == "place_token":
                self.token(action)
            self.homes(before)

    def operator(self, action: dict[str, Any]) -> int | None:
        """The company that operates; None if a private's tile is laid outside."""
        if action["entity"] in self.company:
            return self.company[action["entity"]]
        acting = self.keys["acting"]
        return self.company.get(acting)

    def parse_tile(self, text: str) -> tuple[int, int]:
        """The tile type and the copy of a tile's id."""
        name, copy = text.rsplit("-", 1)
        return self.tile_number[name], int(copy)

    def lay(self, action: dict[str, Any], phase: str) -> None:
        """Lay the tile, noting it if my functions refuse it."""
        hex = self.plan.hex_number[action["hex"]]
        tile, copy = self.parse_tile(action["tile"])
        special = action["entity"] not in self.company
        operator = self.operator(action)
        problem = track.lay_problem(
            self.board,
            None if special or operator is None else network(self.board, operator),
            hex,
            tile,
            action["rotation"],
            upgrade_rule=UPGRADES[self.title],
            special=special,
            colours=None if special else self.phases[phase],
        )
        if problem:
            self.problems.append(f"{action['id']} {action['entity']} {action['hex']} {action['tile']}: {problem}")
        self.laid += 1
        self.board.lay(hex, tile, copy, action["rotation"])

    def city(self, text: str) -> tuple[int, int]:
        """The hex and stop of a city's id (core 2.5)."""
        tile, number = text.rsplit("-", 1)
        name, copy = tile.rsplit("-", 1)
        if name in self.plan.hex_number:
            hex = self.plan.hex_number[name]
        elif tile in self.blank:
            hex = self.blank[tile]
        else:
            kind = self.tile_number[name]
            hex = next(
                h
                for h, (t, c) in enumerate(zip(self.board.tile, self.board.copy, strict=True))
                if t == kind and c == int(copy) and self.plan.printed[h] != t
            )
        cities = self.plan.cities[self.board.tile[hex]]
        return hex, cities[0] if len(cities) == 1 else int(number)

    def token(self, action: dict[str, Any]) -> None:
        """Place the token, noting it if my functions refuse it."""
        hex, stop = self.city(action["city"])
        special = action["entity"] not in self.company
        owner = action.get("tokener") or action["entity"]
        company = self.company.get(owner)
        if company is None:
            company = self.company[self.keys["acting"]]
        for lifted, where in self.board.lifted:
            if where == hex:
                company = lifted
        free = hex == self.home[company][0] or (company, hex) in self.board.lifted
        problem = token_problem(self.board, company, hex, stop, reservations=RESERVATIONS[self.title])
        if not problem and not special and not free and not network(self.board, company).reaches(hex, stop):
            problem = "not reached"
        if problem:
            self.problems.append(f"{action['id']} {owner} {action['city']}: {problem}")
        self.placed += 1
        self.board.place_token(company, hex, stop)

    def homes(self, before: dict[str, Any]) -> None:
        """Place the home tokens that the trace shows for the first time."""
        for name, company in self.company.items():
            words = self.keys.get(f"company.{name}.tokens", "-").split()
            hex, city = self.home[company]
            if words[0] != "-" and not any(company in slots for slots in self.board.tokens[hex]):
                cities = home_cities(self.board, company, hex, city)
                if len(cities) != 1:
                    self.problems.append(f"{name} must choose its home")
                self.board.place_token(company, hex, cities[0])

    def check_trace(self) -> list[str]:
        """Where board and trace differ."""
        wrong = []
        for hex, row in enumerate(self.plan.hexes):
            text = self.keys.get(f"tile.{row.name}")
            tile = self.plan.tiles[self.board.tile[hex]].name
            mine = f"{tile}-{self.board.copy[hex]} r{self.board.rotation[hex]}"
            if (text is not None and text != mine) or (text is None and self.board.tile[hex] != self.plan.printed[hex]):
                wrong.append(f"{row.name}: {mine}, trace {text}")
        for name, company in self.company.items():
            words = self.keys.get(f"company.{name}.tokens", "").split()
            mine_tokens = {f"{self.plan.hexes[h].name}/{s}" for h, s in self.board.token_cities(company)}
            if set(words) - {"-"} != mine_tokens:
                wrong.append(f"{name}: {mine_tokens}, trace {words}")
        return wrong


def stop_key(hex: int, stop: int) -> int:
    """A stop as one number."""
    return STOPS * hex + stop
