"""The board: lays, tokens, reservations, copies (core 11.11 to 11.14, 12.5)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small import city, make, tile, town

from titleworks.runtime.map.board import Board, city_map
from titleworks.runtime.map.network import network, open_network
from titleworks.runtime.map.plan import STOPS, MapPlan
from titleworks.runtime.map.tokens import home_cities, token_problem
from titleworks.runtime.table.models import Components

WHITE_CITY = tile("white", [], [city()], colour="white")
TWO_CITIES = tile("double", [], [city(), city()], colour="white")
CITY = tile("57", [(0, 6), (3, 6)], [city()], count=2)
GREEN = tile("14", [(0, 6), (1, 6), (3, 6), (4, 6)], [city(2)], colour="green", count=1)
PAIR = tile("59", [(0, 6), (2, 7)], [city(), city()], colour="yellow", count=1)
PAIR_GREEN = tile("64", [(2, 6), (4, 6), (0, 7), (3, 7)], [city(), city()], colour="green", count=1)
ENDLESS = tile("7", [(0, 1)], colour="yellow", count=None)
SUPPLY = [CITY, GREEN, PAIR, PAIR_GREEN, ENDLESS]


def test_lay_takes_a_copy_and_gives_back_what_was_laid_but_not_what_was_printed() -> None:
    board = make({(0, 0): WHITE_CITY}, SUPPLY)
    board.lay(0, 0, 1, 2)
    assert (board.tile[0], board.copy[0], board.rotation[0]) == (0, 1, 2)
    assert board.supply[0] == (0,)
    board.lay(0, 1, 0, 0)
    assert board.supply[0] == (0, 1)
    assert board.supply[1] == ()
    assert board.supply[5] == ()
    with pytest.raises(ValueError, match="not in the supply"):
        board.lay(0, 1, 0, 0)


def test_a_piece_has_two_sides() -> None:
    front, back = tile("7", [(0, 1)], count=2), tile("77", [(0, 2)], count=2)
    supply = [front.model_copy(update={"back": 1}), back.model_copy(update={"back": 0}), tile("23", [(0, 3)], count=1)]
    board = make({(0, 0): tile("white", [], colour="white")}, supply)
    board.lay(0, 1, 1, 0)
    assert board.supply[:3] == [(0,), (0,), (0,)]
    board.lay(0, 2, 0, 0)
    assert board.supply[:3] == [(0, 1), (0, 1), ()]


def test_unlimited_tiles_go_on_from_the_highest_copy() -> None:
    board = make({(0, 0): WHITE_CITY, (0, 2): WHITE_CITY, (0, 4): WHITE_CITY}, SUPPLY)
    board.lay(0, 4, 0, 0)
    board.lay(1, 4, 1, 0)
    assert board.supply[4] == (2,)
    board.lay(0, 1, 0, 0)
    assert board.supply[4] == (0, 2)
    board.lay(2, 4, 0, 0)
    assert board.supply[4] == (2,)


def test_tokens_and_reservations_move_to_the_only_city() -> None:
    board = make({(0, 0): WHITE_CITY}, SUPPLY, reserved={(0, 0): [(7, 0)]})
    board.lay(0, 0, 0, 0)
    board.place_token(7, 0, 0)
    assert board.reserved[0] == ()
    laid = board.lay(0, 1, 0, 0)
    assert laid.cities == (0,)
    assert board.tokens[0] == ((7, None),)


def test_a_reservation_keeps_its_slot_and_others_take_the_next() -> None:
    board = make({(0, 0): WHITE_CITY}, SUPPLY, reserved={(0, 0): [(7, 0)]})
    assert token_problem(board, 1, 0, 0) == "no slot of 0,0 is open to the company"
    board.lay(0, 0, 0, 0)
    board.lay(0, 1, 0, 0)
    assert board.place_token(1, 0, 0) == 1
    assert board.place_token(7, 0, 0) == 0
    assert board.tokens[0] == ((7, 1),)
    with pytest.raises(ValueError, match="no slot"):
        board.place_token(2, 0, 0)
    assert board.place_token(2, 0, 0, extra=True) == 2
    board.remove_token(2, 0, 0)
    assert board.tokens[0] == ((7, 1),)


def test_homes_are_reserved_for_companies_in_the_game_only() -> None:
    plan = make({(0, 0): tile("c", [(0, 6)], [city(2)])}, reserved={(0, 0): [(0, 0), (1, 0)]}).plan
    components = Components(
        trains=[], phases=[], companies=[], tiles=plan.tiles, hexes=plan.hexes, layout="flat", cells=[]
    )
    assert Board(MapPlan(components, companies=[1])).reserved == [((1, 0, 0),)]


def test_several_cities_by_their_exits() -> None:
    board = make({(0, 0): TWO_CITIES}, SUPPLY)
    board.lay(0, 2, 0, 0)
    board.place_token(1, 0, 0)
    board.place_token(2, 0, 1)
    # the city with edge 0 becomes the second city of the new tile
    assert board.lay(0, 3, 0, 0).cities == (1, 0)
    assert board.tokens[0] == ((2,), (1,))
    assert city_map(board.plan, 6 * 5, 6 * 2) == (0, 1)


def test_first_track_of_a_hex_with_several_cities_lifts_its_tokens() -> None:
    board = make({(0, 0): TWO_CITIES}, SUPPLY, reserved={(0, 0): [(3, None)]})
    assert home_cities(board, 3, 0) == [0]
    board.place_token(3, 0, 0)
    assert board.reserved[0] == ()
    assert board.lay(0, 2, 0, 0).lifted == (3,)
    assert board.lifted == ((3, 0),)
    assert board.tokens[0] == ((None,), (None,))
    board.place_token(3, 0, 1)
    assert board.lifted == ()
    assert board.tokens[0] == ((None,), (3,))
    assert board.lay(0, 3, 0, 0).lifted == ()


def test_home_is_a_choice_if_the_hex_as_a_whole_is_reserved_and_has_track() -> None:
    board = make({(0, 0): TWO_CITIES}, SUPPLY, reserved={(0, 0): [(3, None)]})
    board.lay(0, 2, 0, 0)
    assert home_cities(board, 3, 0) == [0, 1]
    board.place_token(1, 0, 0)
    assert home_cities(board, 3, 0) == [1]


def test_reservation_rules_for_a_hex() -> None:
    board = make({(0, 0): TWO_CITIES}, SUPPLY, reserved={(0, 0): [(3, None)]})
    assert token_problem(board, 1, 0, 0, reservations="slot") is None
    for rule in ("hex", "single-slot"):
        assert token_problem(board, 1, 0, 0, reservations=rule) == "0,0 is reserved for another company"
        assert token_problem(board, 3, 0, 0, reservations=rule) is None
    board.place_token(1, 0, 0)
    assert token_problem(board, 2, 0, 1, reservations="slot") is not None
    assert token_problem(board, 1, 0, 1) == "the company already has a token in 0,0"
    assert token_problem(board, 4, 0, 2) == "there is no city 2 in 0,0"


def test_added_slots_stay_and_surplus_tokens_get_slots() -> None:
    board = make({(0, 0): WHITE_CITY}, SUPPLY)
    board.lay(0, 0, 0, 0)
    assert board.add_slot(0, 0) == 1
    board.place_token(1, 0, 0)
    board.lay(0, 1, 0, 0)
    assert board.tokens[0] == ((1, None, None),)
    board.replace_token(1, 9, 0, 0)
    board.print_tile(0, board.plan.printed[0])
    assert board.tokens[0] == ((9, None),)
    assert board.supply[1] == (0,)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 4), st.integers(0, 5), st.integers(0, 3)), max_size=12))
def test_copies_are_independent_and_saving_is_exact(moves: list[tuple[int, int, int, int]]) -> None:
    board = make(
        {(0, 0): WHITE_CITY, (0, 2): TWO_CITIES, (0, 4): tile("t", [], [town()], colour="white")},
        SUPPLY,
        reserved={(0, 0): [(3, 0)], (0, 2): [(2, None)]},
    )
    tiles = len(SUPPLY)
    for hex, kind, rotation, company in moves:
        kept = board.copy_board()
        saved = kept.to_plain()
        if board.supply[kind]:
            board.lay(hex, kind, board.supply[kind][0], rotation)
        for stop in board.plan.cities[board.tile[hex]][:1]:
            if token_problem(board, company, hex, stop) is None:
                board.place_token(company, hex, stop)
        assert kept.to_plain() == saved
        assert Board.from_plain(board.plan, board.to_plain()) == board
        assert (board == kept) == (board.to_plain() == saved)
        for number in range(tiles):
            lying = [board.copy[h] for h in range(3) if board.tile[h] == number]
            copies = sorted([*lying, *board.supply[number]])
            assert copies == list(range(len(copies)))


def test_a_token_beside_the_slots_moves_in_when_one_is_free() -> None:
    board = make({(0, 0): CITY}, SUPPLY, reserved={(0, 0): [(7, 0)]})
    assert board.place_token(1, 0, 0, extra=True) == 1
    assert board.tokens[0] == ((None, 1),)
    board.drop_reservations(7)
    assert board.tokens[0] == ((1,),)
    board.place_token(2, 0, 0, extra=True)
    board.remove_token(1, 0, 0)
    assert board.tokens[0] == ((2,),)
    board.place_token(3, 0, 0, extra=True)
    board.add_slot(0, 0)
    assert board.tokens[0] == ((2, 3),)
    board.remove_token(3, 0, 0)
    assert board.tokens[0] == ((2, None),)


def test_cities_that_are_barred_end_walks() -> None:
    board = make({(0, 0): tile("a", [(0, 6)], [city()]), (0, 2): tile("b", [(0, 6), (3, 6)], [city(2)]),
                  (0, 4): tile("c", [(3, 6)], [city()])}, SUPPLY)  # fmt: skip
    board.place_token(1, 0, 0)
    assert network(board, 1).reaches(2, 0)
    board.bar(1, frozenset({STOPS * 1}))
    assert network(board, 1).reaches(1, 0)
    assert not network(board, 1).reaches(2, 0)
    assert open_network(board, 1).reaches(2, 0)
    board.bar(1, frozenset())
    assert network(board, 1).reaches(2, 0)
