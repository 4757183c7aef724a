"""Kinds of stops of a title: where walks end, what makes a route, places of a distance, who is paid."""

import pytest
from small import area, at, city, make, tile, town

from titleworks.runtime.map.best_routes import Train, best_routes
from titleworks.runtime.map.links import links_from
from titleworks.runtime.map.network import network
from titleworks.runtime.map.plan import PART_ROUTE
from titleworks.runtime.map.routes import distance_problem, make_route, route_revenue
from titleworks.runtime.table.models import Distance, DistanceRow, KindRow, StopRow


def stop(kind: str, value: int = 10) -> StopRow:
    """A stop of a kind of the title."""
    return StopRow(kind=kind, value=value)


def line(kinds: list[KindRow], *middle: StopRow):
    """From the token of company 0 in 0,0 southwards: a city, the stops given, a gray end."""
    stops = {(0, 2 * n + 2): tile(f"m{n}", [(3, 6), (0, 6)], [row]) for n, row in enumerate(middle)}
    last = {(0, 2 * len(middle) + 2): tile("last", [(3, 0)], [])}
    board = make({(0, 0): tile("c", [(0, 6)], [city()]), **stops, **last}, kinds=kinds)
    board.place_token(0, 0, 0)
    return board


def route_of(board):
    """The route from the token to the last stop."""
    links = []
    place = (0, 0)
    while True:
        onward = [link for link in links_from(board, *place) if not links or link.end != links[-1].start]
        if not onward:
            return make_route(0, links)
        links.append(onward[0])
        place = onward[0].end


@pytest.mark.parametrize(("optional", "exists"), [("no", True), ("partly", True), ("yes", False)])
def test_what_makes_a_route(optional: str, exists: bool) -> None:
    board = line([KindRow(name="port", like="area", optional=optional)], stop("port"), town())  # type: ignore[arg-type]
    reach = network(board, 0)
    assert reach.has_route is exists
    assert reach.reaches(1, 0)
    assert not reach.reaches(2, 0)  # like an area: walks end there


def test_two_stops_that_count_in_part_make_no_route() -> None:
    plan = line([KindRow(name="pier", optional="partly")], stop("pier")).plan
    city_tile, pier = plan.printed[0], plan.printed[1]
    assert plan.makes_route(city_tile, 0, pier, 0) == PART_ROUTE
    assert plan.makes_route(pier, 0, city_tile, 0) == PART_ROUTE
    assert not plan.makes_route(pier, 0, pier, 0)


def test_places_of_a_distance() -> None:
    kinds = [KindRow(name="free", places=0), KindRow(name="big", places=2), KindRow(name="pit")]
    board = line(kinds, stop("free"), stop("big"), stop("pit"))
    route = route_of(board)
    assert len(route.stops) == 4
    plain = [Distance(rows=[DistanceRow(pays=n, visits=n)]) for n in (3, 4)]
    assert distance_problem(board, route, plain[0]) is not None
    assert distance_problem(board, route, plain[1]) is None
    for rows, fits in (
        ((("city", 1), ("town", 3)), True),
        ((("city", 1), ("town", 2)), False),
        ((("city", 1), ("town", 2), ("pit", 1)), True),
        ((("city", 1), ("town", 3), ("big", 1)), False),
    ):
        distance = Distance(rows=[DistanceRow(kinds=[kind], pays=n, visits=n) for kind, n in rows])
        assert (distance_problem(board, route, distance) is None) is fits, rows


def test_the_treasury_is_paid_apart_and_wanted_too() -> None:
    board = line([KindRow(name="mine", pays="treasury")], stop("mine", 30), town(10))
    route = route_of(board)
    distance = Distance(rows=[DistanceRow(pays=3, visits=3)])

    def value(hex: int, number: int) -> int:
        return board.plan.stops[board.tile[hex]][number].value

    assert route_revenue(board, 0, route, distance, value) == 30
    assert best_routes(board, 0, [Train(0, distance, value)]).revenue == 60


def test_a_search_with_free_stops_is_exact() -> None:
    board = line([KindRow(name="free", places=0)], stop("free", 5), town(10), area(50))
    distance = Distance(rows=[DistanceRow(pays=2, visits=2)])
    values = {0: 20, 1: 5, 2: 10, 3: 50}
    best = best_routes(board, 0, [Train(0, distance, lambda hex, number: values[hex])])
    assert (best.revenue, best.optimal) == (35, True)
    assert at(board, 0, 2) in {hex for hex, _ in best.routes[0].stops}
