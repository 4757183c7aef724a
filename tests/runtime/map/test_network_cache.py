"""Cached networks are those that a walk would find now."""

from hypothesis import given, settings
from hypothesis import strategies as st
from small import city, make, tile, town

from titleworks.runtime.map.board import Board
from titleworks.runtime.map.network import network, network_from, open_network, walk

TILES = [
    tile("9", [(0, 3)], count=3),
    tile("8", [(0, 2)], count=3),
    tile("57", [(0, 6), (3, 6)], [city()], count=3),
    tile("58", [(0, 6), (2, 6)], [town()], count=3),
]
WHITE = tile("white", [], colour="white")


def board() -> Board:
    """A small map with two cities; company 0 at home in one, company 1 in the other."""
    places = [(x, y) for x in (-1, 0, 1) for y in range(-3, 4) if (x + y) % 2 == 0]
    home = tile("home", [(0, 6), (3, 6)], [city(2)], colour="yellow")
    made = make({place: home if place in ((0, 0), (1, 3)) else WHITE for place in places}, TILES)
    made.place_token(0, made.plan.hex_number["0,0"], 0)
    made.place_token(1, made.plan.hex_number["1,3"], 0)
    return made


def _stands(made: Board, company: int, hex: int) -> bool:
    return any(company in slots for slots in made.tokens[hex])


STEPS = st.tuples(st.sampled_from(["lay", "token", "remove"]), st.integers(0, 10), st.integers(0, 3), st.integers(0, 5))


@settings(max_examples=100, deadline=None)
@given(st.lists(STEPS, max_size=12))
def test_caches_are_right_after_every_change(steps: list[tuple[str, int, int, int]]) -> None:
    made = board()
    for kind, hex, number, rotation in steps:
        hex %= len(made.tile)
        if kind == "lay" and made.tile[hex] == made.plan.printed[hex] and made.supply[number]:
            if made.plan.tiles[made.tile[hex]].colour == "white":
                made.lay(hex, number, made.supply[number][0], rotation)
        elif kind == "token" and made.plan.cities[made.tile[hex]] and not _stands(made, number % 2, hex):
            if made.open_slot(number % 2, hex, 0) is not None:
                made.place_token(number % 2, hex, 0)
        elif kind == "remove" and _stands(made, number % 2, hex):
            made.remove_token(number % 2, hex, 0)
        for company in (0, 1):
            tokens = made.token_cities(company)
            stops = [(hex, stop) for stop in range(len(made.plan.stops[made.tile[hex]]))]
            for found, fresh in (
                (network(made, company), walk(made, tokens, company)),
                (open_network(made, company, through_ends=True), walk(made, tokens, None, through_ends=True)),
                (network_from(made, company, (hex,)), walk(made, stops, company)),
            ):
                assert found.paths == fresh.paths
                assert set(found.stops) == set(fresh.stops)
                assert found.edges == fresh.edges
