"""Routes of records, their legality and revenue (core 13.2 to 13.6), and best routes."""

from hypothesis import given, settings
from hypothesis import strategies as st
from small import area, at, city, make, tile, town
from test_network import boards

from titleworks.runtime.map.best_routes import Train, best_routes
from titleworks.runtime.map.board import Board
from titleworks.runtime.map.links import links_from
from titleworks.runtime.map.routes import (
    Route,
    Terms,
    counted_stops,
    decode,
    encode,
    make_route,
    route_problem,
    route_revenue,
)
from titleworks.runtime.table.models import Distance, DistanceRow, PathRow, TileRow


def stops(count: int | None) -> Distance:
    """A plain train."""
    return Distance(rows=[DistanceRow(pays=count, visits=count)])


def column() -> Board:
    """From north to south: area 30, city 20 of company 0, town 10, plain track, city 20, a second area of the same
    group."""
    board = make(
        {
            (0, 0): tile("a", [(0, 6)], [area(30, "west")]),
            (0, 2): tile("c", [(3, 6), (0, 6)], [city()]),
            (0, 4): tile("t", [(3, 6), (0, 6)], [town()]),
            (0, 6): tile("p", [(3, 0)]),
            (0, 8): tile("d", [(3, 6), (0, 6)], [city()]),
            (0, 10): tile("b", [(3, 6)], [area(40, "west")]),
        }
    )
    board.place_token(0, at(board, 0, 2), 0)
    return board


def route(board: Board, *chains: list[str], **more: object) -> Route:
    """The route of a record."""
    found = decode(board, 0, 0, {"connections": list(chains), **more})
    assert found is not None
    return found


def test_chains_read_either_way() -> None:
    board = column()
    one = route(board, ["0,2", "0,4"], ["0,4", "0,6", "0,8"])
    other = route(board, ["0,4", "0,2"], ["0,8", "0,6", "0,4"])
    assert one.stops == other.stops == ((1, 0), (2, 0), (4, 0))
    assert one.hexes == (1, 2, 3, 4)
    assert one.paths == ((1, 1), (2, 0), (2, 1), (3, 0), (4, 0))
    assert encode(board, one) == {
        "connections": [["0,2", "0,4"], ["0,4", "0,6", "0,8"]],
        "hexes": ["0,2", "0,4", "0,8"],
        "nodes": ["0,2-0", "0,4-0", "0,8-0"],
    }
    assert decode(board, 0, 0, {"connections": [["0,2", "0,6"]]}) is None
    assert decode(board, 0, 0, {"connections": [["0,2", "nowhere"]]}) is None
    assert decode(board, 0, 0, {"connections": [[]]}) is None
    assert decode(board, 0, 0, {"connections": []}) is None
    assert decode(board, 0, 0, {"connections": [["0,2", "0,4"], ["0,8", "0,10"]]}) is None


def test_lists_of_hexes_alone() -> None:
    board = column()
    found = decode(board, 0, 0, {"hexes": ["0,0", "0,2", "0,4", "0,6", "0,8"]})
    assert found is not None
    assert found.stops == ((0, 0), (1, 0), (2, 0), (4, 0))
    mixed = decode(board, 0, 0, {"hexes": ["0,4", "0,2", "0,4", "0,6", "0,8"]})
    assert mixed is not None
    assert set(mixed.stops) == {(1, 0), (2, 0), (4, 0)}


def test_legality() -> None:
    board = column()
    short = route(board, ["0,2", "0,4"])
    long = route(board, ["0,0", "0,2"], ["0,2", "0,4"], ["0,4", "0,6", "0,8"])
    whole = route(board, ["0,0", "0,2"], ["0,2", "0,4"], ["0,4", "0,6", "0,8"], ["0,8", "0,10"])
    assert route_problem(board, 0, short, stops(2)) is None
    assert route_problem(board, 0, long, stops(3)) == "the route has 4 stops, more than the train may visit"
    assert route_problem(board, 0, long, stops(4)) is None
    assert route_problem(board, 0, long, stops(None)) is None
    assert "token" in (route_problem(board, 1, short, stops(2)) or "")
    assert "only once" in (route_problem(board, 0, whole, stops(9)) or "")
    assert "same track" in (route_problem(board, 0, long, stops(4), used=short.track) or "")
    board.place_token(1, 4, 0)
    assert route_problem(board, 0, long, stops(4)) is None
    beyond = route(board, ["0,2", "0,4"], ["0,4", "0,6", "0,8"], ["0,8", "0,10"])
    assert route_problem(board, 0, beyond, stops(4)) == "a route cannot run through 0,8"
    local = route(board, ["local", "0,2"])
    assert local.stops == ((1, 0),)
    assert "two stops" in (route_problem(board, 0, local, stops(1)) or "")
    assert route_problem(board, 0, local, stops(1).model_copy(update={"local": True})) is None
    back = make_route(0, [short.links[0], short.links[0].turned()])
    assert "twice" in (route_problem(board, 0, back, stops(9)) or "")


def test_dead_ends_are_only_at_the_ends() -> None:
    dead = TileRow(
        name="d", colour="yellow", stops=[town()], paths=[PathRow(a=3, b=6, dead_end=True), PathRow(a=0, b=6)]
    )
    board = make(
        {
            (0, 0): tile("c", [(0, 6), (3, 6)], [city()]),
            (0, 2): dead,
            (0, 4): tile("e", [(3, 6)], [city()]),
            (0, -2): tile("f", [(0, 6)], [town()]),
        }
    )
    board.place_token(0, 0, 0)
    assert route_problem(board, 0, route(board, ["0,0", "0,2"]), stops(4)) is None
    middle = route(board, ["0,-2", "0,0"], ["0,0", "0,2"], ["0,2", "0,4"])
    assert "dead end" in (route_problem(board, 0, middle, stops(4)) or "")


def test_groups_of_stops() -> None:
    board = column()
    plus = Distance(
        rows=[DistanceRow(kinds=["city", "area"], pays=2, visits=2), DistanceRow(kinds=["town"], pays=1, visits=1)]
    )
    cities = route(board, ["0,2", "0,4"], ["0,4", "0,6", "0,8"])
    assert route_problem(board, 0, cities, plus) is None
    more = route(board, ["0,0", "0,2"], ["0,2", "0,4"], ["0,4", "0,6", "0,8"])
    assert "more than" in (route_problem(board, 0, more, plus) or "")
    express = Distance(rows=[DistanceRow(pays=2, visits=99)])
    assert route_problem(board, 0, more, express) is None

    def value(hex: int, stop: int) -> int:
        return board.plan.stops[board.tile[hex]][stop].value

    assert counted_stops(board, 0, more, express, value) == ((0, 0), (1, 0))
    assert route_revenue(board, 0, more, express, value) == 50
    assert route_revenue(board, 0, more, stops(4), value) == 80
    hexes = Distance(unit="hexes", rows=[DistanceRow(pays=3)])
    assert "the route is 4 long" in (route_problem(board, 0, more, hexes) or "")
    assert route_problem(board, 0, cities, hexes) is None
    assert "long" in (route_problem(board, 0, cities, hexes, terms=Terms(length=lambda link: 2 * link.borders)) or "")


def test_inner_track_of_a_hex() -> None:
    board = make({(0, 0): tile("two", [(6, 7), (0, 7)], [city(), town()]), (0, 2): tile("e", [(3, 6)], [town()])})
    board.place_token(0, 0, 0)
    found = route(board, ["0,0 0.1"], ["0,0", "0,2"], nodes=["0,0-0", "0,0-1", "0,2-0"])
    assert found.stops == ((0, 0), (0, 1), (1, 0))
    assert encode(board, found)["connections"] == [["0,0 0.1"], ["0,0", "0,2"]]
    assert route(board, ["0,0"]).stops == ((0, 0), (0, 1))


def test_parallel_stops_are_told_apart_by_nodes() -> None:
    board = make(
        {
            (0, 0): tile("c", [(0, 6)], [city()]),
            (0, 2): tile("fork", [(3, 0), (3, 5)]),
            (1, 3): tile("bend", [(2, 1)]),
            (0, 4): tile("two", [(3, 6), (4, 7)], [town(), town(20)]),
        }
    )
    board.place_token(0, 0, 0)
    assert {link.end for link in links_from(board, 0, 0)} == {(3, 0), (3, 1)}
    assert route(board, ["0,0", "0,2", "0,4"]).stops == ((0, 0), (3, 0))
    assert route(board, ["0,0", "0,2", "1,3", "0,4"]).stops == ((0, 0), (3, 1))


def every_route(board: Board, company: int) -> list[Route]:
    """All routes that the company may run with a train without limit."""
    found: list[Route] = []

    def grow(so_far: Route) -> None:
        for link in links_from(board, *so_far.stops[-1]):
            longer = make_route(0, [*so_far.links, link])
            if route_problem(board, company, longer, stops(None)) is None:
                found.append(longer)
            if len(set(longer.stops)) == len(longer.stops) and not link.track & so_far.track:
                grow(longer)

    for hex in range(len(board.plan.hexes)):
        for stop in range(len(board.tokens[hex])):
            if board.plan.real[board.tile[hex]] >> stop & 1:
                grow(Route(0, ((hex, stop),), ()))
    return found


def best_by_trying(fleet: list[list[tuple[int, int]]], used: int = 0) -> int:
    """The most that trains earn, each with its own (revenue, track) list."""
    if not fleet:
        return 0
    best = best_by_trying(fleet[1:], used)
    for revenue, track in fleet[0]:
        if not track & used:
            best = max(best, revenue + best_by_trying(fleet[1:], used | track))
    return best


@settings(max_examples=100, deadline=None)
@given(boards(), st.lists(st.sampled_from([2, 3, 4, None]), min_size=1, max_size=3))
def test_best_routes_are_the_best_and_records_of_them_read_back(board: Board, lengths: list[int | None]) -> None:
    for company in (0, 1):
        routes = every_route(board, company)
        if len(routes) > 60:
            lengths = lengths[:2]

        def value(hex: int, stop: int) -> int:
            return board.plan.stops[board.tile[hex]][stop].value

        fleet = [
            list({(route_revenue(board, company, one, stops(n), value), one.track) for one in routes
                  if route_problem(board, company, one, stops(n)) is None})
            for n in lengths
        ]  # fmt: skip
        found = best_routes(board, company, [Train(k, stops(n), value) for k, n in enumerate(lengths)])
        assert found.optimal
        assert found.revenue == best_by_trying(fleet)
        used = 0
        for one in found.routes:
            assert route_problem(board, company, one, stops(lengths[one.train]), used=used) is None
            used |= one.track
            again = decode(board, company, one.train, encode(board, one))
            assert again is not None
            # the order of two stops of one hex at the end of a route is not in a record
            assert sorted(again.stops) == sorted(one.stops)
            assert sum(value(*stop) for stop in again.stops) == sum(value(*stop) for stop in one.stops)
        rough = best_routes(board, company, [Train(0, stops(lengths[0]), value)], limit=2)
        assert rough.revenue <= rough.bound
        assert rough.bound >= max((revenue for revenue, _ in fleet[0]), default=0)
        for distance in (
            Distance(rows=[DistanceRow(pays=2, visits=4)]),
            Distance(unit="hexes", rows=[DistanceRow(pays=3)]),
        ):
            exact = [
                route_revenue(board, company, one, distance, value)
                for one in routes
                if route_problem(board, company, one, distance) is None
            ]
            got = best_routes(board, company, [Train(0, distance, value)])
            assert got.revenue == max(exact, default=0)
