"""What a title says of legs, routes and sets of routes: legality, and the search obeys it and stays exact."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from small import area, city, make, tile, town
from test_network import boards
from test_routes import every_route, stops

from titleworks.runtime.map.best_routes import Train, best_routes
from titleworks.runtime.map.board import Board
from titleworks.runtime.map.routes import NO_TERMS, Route, Terms, decode, route_problem, route_revenue
from titleworks.runtime.table.models import Distance, DistanceRow

HEXES = Distance(unit="hexes", rows=[DistanceRow(pays=4)])


def worth(board: Board) -> Any:
    """The printed values."""
    return lambda hex, stop: board.plan.stops[board.tile[hex]][stop].value


def pays(board: Board, company: int, route: Route, distance: Distance, terms: Terms) -> int:
    """What the route pays by the terms."""
    total = route_revenue(board, company, route, distance, worth(board))
    return total if terms.revenue is None else terms.revenue(route, total)


def best_set(
    board: Board, company: int, every: list[Route], fleet: list[tuple[Distance, Terms, int]], together: Any
) -> int:
    """The most that the trains earn, found by trying every set of routes."""
    options: list[list[Route | None]] = [
        [None, *(one for one in every if route_problem(board, company, one, distance, terms=terms) is None)]
        for distance, terms, _ in fleet
    ]
    best = 0
    for chosen in product(*options):
        used: dict[int, int] = {}
        found, total, legal = [], 0, True
        for one, (distance, terms, track) in zip(chosen, fleet, strict=True):
            if one is not None:
                legal = legal and not one.track & used.get(track, 0)
                used[track] = used.get(track, 0) | one.track
                found.append(one)
                total += pays(board, company, one, distance, terms)
        if legal and total > best and (together is None or together(found)):
            best = total
    return best


def odd_terms(board: Board, company: int) -> list[Terms]:
    """Several terms that have nothing to do with each other."""

    def bonus(route: Route, total: int) -> int:
        return total + 15 * len(route.stops) if len(route.stops) % 2 else total // 2

    return [
        Terms(leg=lambda link: (link.start[0] + link.end[0]) % 3 != 1),
        Terms(length=lambda link: 2 * link.borders if (link.start[0] + link.end[0]) % 2 else link.borders),
        Terms(on_hex=lambda hex: 1),
        Terms(route=lambda route: len(route.stops) != 3),
        Terms(revenue=bonus),
        Terms(leg=lambda link: link.borders != 2, on_hex=lambda hex: 2, revenue=bonus),
    ]


@settings(max_examples=40, deadline=None)
@given(boards())
def test_the_search_obeys_the_terms_and_stays_exact(board: Board) -> None:
    every = every_route(board, 0)
    if len(every) > 40:
        every = []
    for number, terms in enumerate(odd_terms(board, 0)):
        for distance in (stops(3), HEXES):
            fleet = [(distance, terms, 0), (stops(2), NO_TERMS, number % 2)]
            trains = [Train(k, d, worth(board), t, k, c) for k, (d, t, c) in enumerate(fleet)]
            for together in (None, lambda found: sum(len(one.stops) for one in found) != 4):
                got = best_routes(board, 0, trains, together=together)
                for one in got.routes:
                    assert route_problem(board, 0, one, fleet[one.train][0], terms=fleet[one.train][1]) is None
                if every:
                    assert got.optimal, number
                    assert got.bound == got.revenue == best_set(board, 0, every, fleet, together), number


def line() -> Board:
    """Two towns in one hex, parallel to each other, between the token of company 0 and an area."""
    made = make(
        {
            (0, 0): tile("c", [(0, 6), (0, 6, "narrow")], [city()]),
            (0, 2): tile("two", [(3, 6), (6, 0), (3, 7, "narrow"), (7, 0, "narrow")], [town(), town(40)]),
            (0, 4): tile("a", [(3, 6), (3, 6, "narrow")], [area(50)]),
        }
    )
    made.place_token(0, 0, 0)
    return made


def test_a_search_that_cannot_list_all_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    board = line()
    monkeypatch.setattr("titleworks.runtime.map.best_routes.LIST_LIMIT", 2)
    terms = Terms(revenue=lambda route, total: 10 * len(route.stops))
    best = best_routes(board, 0, [Train(0, stops(3), worth(board), terms)])
    assert best.routes
    assert not best.optimal
    assert best.bound is None


def test_a_record_is_read_as_a_route_that_is_allowed() -> None:
    board = line()
    record = {"connections": [["0,0", "0,2"], ["0,2", "0,4"]]}
    narrow = Terms(leg=lambda link: link.start[1] + link.end[1] > 0)
    for terms, between in ((NO_TERMS, (1, 0)), (narrow, (1, 1))):
        found = decode(board, 0, 0, record, terms=terms)
        assert found is not None
        assert found.stops == ((0, 0), between, (2, 0))
        assert route_problem(board, 0, found, stops(3), terms=terms) is None
    plain = decode(board, 0, 0, record)
    assert plain is not None
    assert "may not run from 0,0 to 0,2" in (route_problem(board, 0, plain, stops(3), terms=narrow) or "")
    once = Terms(on_hex=lambda hex: 0 if hex == 1 else None)
    assert "too often" in (route_problem(board, 0, plain, stops(3), terms=once) or "")


def test_trains_of_different_track_share_it() -> None:
    board = line()
    broad = Terms(leg=lambda link: link.start[1] + link.end[1] == 0)
    for track, revenue in ((0, 80), (1, 160)):
        trains = [Train(k, stops(3), worth(board), broad, 0, k * track) for k in (0, 1)]
        best = best_routes(board, 0, trains)
        assert (best.revenue, best.optimal) == (revenue, True)
