"""Records of games, and what the map says of every lay, token and run in them."""

from pathlib import Path
from typing import Any

import pytest
from map_facts import SHARED, components, facts, needs_shared
from map_replay import Replay, records

from titleworks.runtime.map.best_routes import Train, best_routes
from titleworks.runtime.map.board import Board
from titleworks.runtime.map.network import network
from titleworks.runtime.map.plan import MapPlan
from titleworks.runtime.map.routes import Route, decode, encode, route_problem, route_revenue
from titleworks.runtime.table.models import Distance, DistanceRow

TITLES = ("1889", "1830")
PATHS = [path for title in TITLES for path in records(title)] if SHARED.is_dir() else []

#: Runs whose recorded route is not legal: (record, action id, reason).
ILLEGAL = {("1889-1", 367): "a route cannot run through I2"}

PLANS: dict[str, MapPlan] = {}


def replay(path: Path) -> Replay:
    """A replay; plans are shared."""
    title = path.name.split("-")[0]
    if title not in PLANS:
        PLANS[title] = MapPlan(components(facts(title)))
    return Replay(path, PLANS[title])


@needs_shared
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_lay_and_token_is_legal_and_the_board_is_that_of_the_trace(path: Path) -> None:
    game = replay(path)
    routed: set[int] = set()
    for action, _ in game.run():
        assert game.board == game.board.copy_board()
        if action["type"] == "run_routes":
            company = game.company[action["entity"]]
            if action["routes"]:
                routed.add(company)
                assert network(game.board, company).has_route, action["id"]
    assert game.problems == []
    assert game.check_trace() == []
    for company in routed:
        assert network(game.board, company).has_route


def _printed(board: Board, hex: int, stop: int, words: list[str]) -> int:
    """The value printed for the last of the words for which there is one."""
    row = board.plan.stops[board.tile[hex]][stop]
    printed = [amount for word in words for name, amount in row.values or () if name == word]
    return printed[-1] if printed else row.value


class Fleet:
    """The trains of a run."""

    def __init__(self, game: Replay, action: dict[str, Any], phase: str) -> None:
        self.board = game.board
        self.company = game.company[action["entity"]]
        self.trains: list[Train] = []
        for number, row in enumerate(action["routes"]):
            name = row["train"].rsplit("-", 1)[0]
            length = None if name == "D" else int(name)
            words = [*game.phases[phase], *(["diesel"] if name == "D" else [])]
            distance = Distance(rows=[DistanceRow(pays=length, visits=length)])
            self.trains.append(
                Train(number, distance, lambda hex, stop, words=words: _printed(game.board, hex, stop, words))  # type: ignore[misc]
            )

    def revenue(self, route: Route) -> int:
        """What a route pays."""
        train = self.trains[route.train]
        return route_revenue(self.board, self.company, route, train.distance, train.value)


@needs_shared
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_route_is_legal_and_pays_what_is_recorded(path: Path) -> None:
    game = replay(path)
    for action, phase in game.run():
        if action["type"] != "run_routes":
            continue
        fleet = Fleet(game, action, phase)
        used = total = 0
        illegal = ILLEGAL.get((path.stem, action["id"]))
        for number, row in enumerate(action["routes"]):
            route = decode(game.board, fleet.company, number, row, used=used, pays=fleet.revenue)
            assert route is not None, (action["id"], row)
            problem = route_problem(game.board, fleet.company, route, fleet.trains[number].distance, used=used)
            assert problem in (None, illegal), (action["id"], row)
            assert fleet.revenue(route) == row.get("revenue", fleet.revenue(route)), (action["id"], row)
            total += fleet.revenue(route)
            written = encode(game.board, route)
            assert decode(game.board, fleet.company, number, written, used=used) == route
            if "nodes" in row:
                assert set(row["nodes"]) == set(written["nodes"])
            used |= route.track
        if action["routes"] and not illegal:
            best = best_routes(game.board, fleet.company, fleet.trains)
            assert best.optimal
            assert best.revenue >= total
