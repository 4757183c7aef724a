"""Networks (core 11.7, 13.8)."""

from hypothesis import given, settings
from hypothesis import strategies as st
from small import area, at, city, every_walk, make, tile, town

from titleworks.runtime.map.board import Board
from titleworks.runtime.map.network import network, network_from, open_network, walk
from titleworks.runtime.table.models import PathRow, StopRow, TileRow

# flat-topped: edge 0 south, 1 south-west, 2 north-west, 3 north, 4 north-east, 5 south-east


def line(*tiles: TileRow) -> Board:
    """A column of hexes from north to south."""
    return make({(0, 2 * n): row for n, row in enumerate(tiles)})


def test_own_token_reaches_all_sides() -> None:
    board = make({(0, 0): tile("c", [(0, 6)], [city()]), (0, 2): tile("w", [], colour="white"), (1, 1): tile("w", [])})
    board.place_token(0, at(board, 0, 0), 0)
    reached = network(board, 0)
    assert reached.edges[at(board, 0, 0)] == 1 << 0 | 1 << 5
    assert reached.edges[at(board, 0, 2)] == 1 << 3
    assert at(board, 1, 1) not in reached.edges
    assert not reached.has_route


def test_walks_end_at_areas_and_full_cities_but_reach_them() -> None:
    through = tile("t", [(3, 6), (6, 0)], [city()])
    board = line(tile("c", [(0, 6)], [city()]), through, tile("e", [(3, 6), (6, 0)], [town()]))
    board.place_token(0, 0, 0)
    assert network(board, 0).stops == ((0, 0), (1, 0), (2, 0))
    board.place_token(1, 1, 0)
    assert network(board, 0).stops == ((0, 0), (1, 0))
    assert network(board, 0).has_route
    assert network(board, 1).stops == ((1, 0), (0, 0), (2, 0))
    assert open_network(board, 0).reaches(2, 0)
    board = line(tile("c", [(0, 6)], [city()]), tile("a", [(3, 6), (6, 0)], [area()]), tile("e", [(3, 6)], [town()]))
    board.place_token(0, 0, 0)
    assert network(board, 0).stops == ((0, 0), (1, 0))
    assert open_network(board, 0, through_ends=True).reaches(2, 0)


def test_a_reserved_empty_slot_does_not_block() -> None:
    board = make(
        {
            (0, 0): tile("c", [(0, 6)], [city()]),
            (0, 2): tile("t", [(3, 6), (6, 0)], [city()]),
            (0, 4): tile("e", [(3, 6)], [town()]),
        },
        reserved={(0, 2): [(1, 0)]},
    )
    board.place_token(0, 0, 0)
    assert network(board, 0).reaches(2, 0)


def test_no_reversing_at_a_switch() -> None:
    switch = tile("s", [(3, 0), (3, 5)])
    board = make(
        {
            (0, 0): tile("t", [(0, 6)], [town()]),
            (0, 2): switch,
            (0, 4): tile("c", [(3, 6)], [city()]),
            (1, 3): tile("f", [(2, 6)], [town()]),
        }
    )
    board.place_token(0, at(board, 0, 4), 0)
    reached = network(board, 0)
    assert reached.paths[at(board, 0, 2)] == 1
    assert not reached.reaches(at(board, 1, 3), 0)


def test_a_balloon_loop_does_not_turn_a_walk_round() -> None:
    # from the city north through a switch into a loop that comes back to the switch: the other branch stays unreached
    board = make(
        {
            (0, 6): tile("city", [(3, 6)], [city()]),
            (0, 4): tile("fork", [(0, 3), (3, 5)]),
            (0, 2): tile("loop", [(0, 3), (0, 4)]),
            (0, 0): tile("bend", [(0, 5)]),
            (1, 1): tile("back", [(2, 1)]),
            (1, 5): tile("end", [(2, 6)], [town()]),
        }
    )
    board.place_token(0, at(board, 0, 6), 0)
    reached = network(board, 0)
    assert not reached.reaches(at(board, 1, 5), 0)
    assert reached.paths[at(board, 0, 2)] == 3
    assert every_walk(board, 0)[0] == reached.paths


def test_junctions_join_all_their_paths_and_are_no_stops() -> None:
    board = make(
        {
            (0, 0): tile("c", [(0, 6)], [city()]),
            (0, 2): tile("j", [(3, 6), (0, 6), (5, 6)], [StopRow(kind="junction")]),
            (0, 4): tile("t", [(3, 6)], [town()]),
            (1, 3): tile("t", [(2, 6)], [town()]),
        }
    )
    board.place_token(0, 0, 0)
    assert set(network(board, 0).stops) == {(0, 0), (2, 0), (3, 0)}
    assert network(board, 0).paths[1] == 7


def test_walls_are_not_crossed() -> None:
    hexes = {(0, 0): tile("c", [(0, 6)], [city()]), (0, 2): tile("t", [(3, 6)], [town()])}
    for walls in ([(0, 0, 0)], [(0, 2, 3)]):
        board = make(hexes, walls=walls)
        board.place_token(0, 0, 0)
        assert network(board, 0).stops == ((0, 0),)
        assert board.plan.sides == [0, 0]


def test_dead_ends_are_reached_and_not_passed() -> None:
    dead = TileRow(
        name="d",
        colour="yellow",
        stops=[town()],
        paths=[PathRow(a=3, b=6, dead_end=True), PathRow(a=0, b=6)],
    )
    board = line(tile("c", [(0, 6)], [city()]), dead, tile("t", [(3, 6)], [town()]))
    board.place_token(0, 0, 0)
    assert network(board, 0).stops == ((0, 0), (1, 0))


def test_entrances_lead_to_a_stop_and_not_away_from_it() -> None:
    paths = [PathRow(a=3, b=6), PathRow(a=0, b=6, dead_end=True, entrance=True)]
    gate = TileRow(name="e", colour="yellow", stops=[city(2)], paths=paths)
    board = line(tile("c", [(0, 6)], [city()]), gate, tile("t", [(3, 6)], [city()]))
    board.place_token(0, 0, 0)
    board.place_token(1, 1, 0)
    board.place_token(2, 2, 0)
    assert network(board, 0).stops == ((0, 0), (1, 0))
    assert set(network(board, 1).stops) == {(0, 0), (1, 0)}
    assert set(network(board, 2).stops) == {(1, 0), (2, 0)}


def test_gauges_join_only_if_equal_or_dual() -> None:
    def gauge(name: str, second: str) -> TileRow:
        return TileRow(name=name, colour="yellow", paths=[PathRow(a=3, b=0, gauge=second)])

    for middle, reached in (("broad", True), ("dual", True), ("narrow", False)):
        board = line(tile("c", [(0, 6)], [city()]), gauge("m", middle), tile("t", [(3, 6)], [town()]))
        board.place_token(0, 0, 0)
        assert network(board, 0).reaches(2, 0) is reached


def test_lanes_meet_the_facing_lane() -> None:
    def lanes(a: str, b: str) -> TileRow:
        return TileRow(name="l", colour="yellow", paths=[PathRow(a=3, b=0, lanes=(a, b))])

    for above, below, joined in (("0/2", "1/2", True), ("0/2", "0/2", False), ("a", "b", True), ("x", "x", False)):
        board = line(tile("c", [(0, 6)], [city()]), lanes("", above), lanes(below, ""), tile("t", [(3, 6)], [town()]))
        board.place_token(0, 0, 0)
        assert network(board, 0).reaches(3, 0) is joined


def test_tokens_of_one_company_joined_only_with_each_other_are_a_route() -> None:
    board = line(tile("c", [(0, 6)], [city()]), tile("d", [(3, 6)], [city()]))
    board.place_token(0, 0, 0)
    board.place_token(0, 1, 0)
    assert network(board, 0).has_route


def test_a_loop_to_the_own_city_is_no_route() -> None:
    board = make(
        {
            (0, 2): tile("c", [(3, 6), (4, 6)], [city()]),
            (0, 0): tile("b", [(0, 5)]),
            (1, 1): tile("b", [(2, 1)]),
        }
    )
    board.place_token(0, 0, 0)
    assert not network(board, 0).has_route
    assert set(network(board, 0).paths) == {0, 1, 2}


def test_networks_are_kept_until_something_near_changes() -> None:
    board = make(
        {
            (0, 0): tile("c", [(0, 6)], [city(2)]),
            (0, 2): tile("w", [], colour="white"),
            (0, 4): tile("w", [], colour="white"),
        },
        [tile("9", [(0, 3)], count=2)],
    )
    board.place_token(0, 0, 0)
    first = network(board, 0)
    board.lay(2, 0, 0, 0)
    copied = board.copy_board()
    assert network(board, 0) is first
    assert network(copied, 0) is first
    copied.lay(1, 0, 1, 0)
    assert network(copied, 0) is not first
    assert set(network(copied, 0).paths) == {0, 1, 2}
    assert network(board, 0) is first
    board.place_token(1, 0, 0)
    assert network(board, 0) is not first or 0 in first.edges


def test_network_from_a_hex() -> None:
    board = line(tile("c", [(0, 6)], [city()]), tile("t", [(3, 6)], [town()]))
    assert network_from(board, None, [1]).stops == ((1, 0), (0, 0))


STEPS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
GRID = [(0, 0), (0, 2), (0, 4), (1, 1), (1, 3), (2, 0), (2, 2), (2, 4)]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A small map of random tiles with some tokens of companies 0 and 1."""
    printed = {}
    for place in GRID:
        kinds = draw(st.lists(st.sampled_from(["city", "town", "area", "junction"]), max_size=2))
        stops = [StopRow(kind=kind, slots=kind == "city", value=10 * n + 10) for n, kind in enumerate(kinds)]
        # track between neighbours, so that there are loops
        inner = [edge for edge, (dx, dy) in enumerate(STEPS) if (place[0] + dx, place[1] + dy) in GRID]
        end = st.sampled_from([*inner, *range(6, 6 + len(stops))])
        pairs = draw(st.lists(st.tuples(end, end), max_size=5, unique_by=lambda pair: tuple(sorted(pair))))
        printed[place] = tile("r", [(a, b) for a, b in pairs if a != b], stops)
    board = make(printed)
    cities = [(h, k) for h in range(len(GRID)) for k in board.plan.cities[board.tile[h]]]
    for hex, stop in draw(st.lists(st.sampled_from(cities), unique=True)) if cities else []:
        board.place_token(draw(st.integers(0, 1)), hex, stop)
    return board


@settings(max_examples=400, deadline=None)
@given(boards())
def test_network_is_what_trying_every_walk_finds(board: Board) -> None:
    for company in (0, 1):
        paths, stops = every_walk(board, company)
        found = network(board, company)
        assert {hex: mask for hex, mask in found.paths.items() if mask} == paths
        real = {(h, k) for h, k in stops if board.plan.real[board.tile[h]] >> k & 1}
        assert set(found.stops) == real
        others = any((set(walk(board, (start,), company).stops) - {start}) for start in board.token_cities(company))
        assert found.has_route == others
