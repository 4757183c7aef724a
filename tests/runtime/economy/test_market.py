"""Moves on the market, places within a cell, operating order (core 7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trading import cell, company, deal, make_table, moves, new, place, play

from titleworks.runtime import market
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game

TABLE = make_table()


def moved(start: tuple[int, int], *steps: tuple[str, int], game: Game | None = None) -> tuple[int, int]:
    """Where a company that stands on a cell comes by the steps."""
    game = game or new()
    deal(game, "AA", f"{start[0]},{start[1]}")
    market.move(game, company(game, "AA"), steps)
    return cell(game, "AA")


@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [
        ((1, 1), "right", (1, 2)),
        ((1, 1), "left", (1, 0)),
        ((1, 1), "up", (0, 1)),
        ((1, 1), "down", (2, 1)),
        ((1, 4), "right", (0, 4)),  # end of the row: up
        ((0, 5), "right", (0, 5)),  # and in the top row nothing
        ((0, 0), "left", (1, 0)),  # start of the row: down
        ((4, 1), "left", (4, 1)),  # an empty place is no cell; nothing below either
        ((3, 0), "left", (3, 0)),  # below the start is an empty place
        ((0, 3), "up", (0, 3)),
        ((2, 3), "down", (2, 3)),  # the row below is shorter
        ((4, 2), "down", (4, 2)),
    ],
)
def test_a_step(start: tuple[int, int], direction: str, end: tuple[int, int]) -> None:
    assert moved(start, (direction, 1)) == end


def test_several_steps_are_made_one_by_one() -> None:
    assert moved((0, 4), ("down", 3)) == (1, 4)
    assert moved((1, 3), ("right", 3)) == (0, 5)
    assert moved((1, 1), ("right", 1), ("down", 2)) == (3, 2)


@pytest.mark.parametrize(
    ("question", "answer", "start", "direction", "end"),
    [
        ("row end", moves(), (1, 4), "right", (1, 4)),
        ("row start", moves(("right", 1)), (0, 0), "left", (0, 1)),
        ("column top", moves(("down", 1), ("right", 1)), (0, 3), "up", (1, 4)),
        ("column top", moves(("right", 1), ("up", 1)), (0, 2), "up", (0, 2)),
        ("column foot", moves(("left", 1)), (4, 2), "down", (4, 1)),
        ("column foot", moves(("right", 2)), (4, 2), "down", (4, 2)),
    ],
)
def test_the_title_says_what_happens_at_the_edge(
    question: str, answer: object, start: tuple[int, int], direction: str, end: tuple[int, int]
) -> None:
    assert moved(start, (direction, 1), game=new(answers={question: answer})) == end


def test_who_arrives_later_stands_behind() -> None:
    game = new()
    deal(game, "BB", "2,2")
    deal(game, "AA", "2,2")
    assert _places(game) == [1, 0]
    market.move(game, company(game, "BB"), (("up", 1), ("down", 1)))
    assert _places(game) == [1, 0]  # the same cell: no move
    market.move(game, company(game, "BB"), (("up", 1),))
    market.move(game, company(game, "BB"), (("down", 1),))
    assert _places(game) == [0, 1]


def test_a_company_without_price_does_not_move() -> None:
    game = new()
    market.move(game, company(game, "AA"), (("right", 1),))
    assert game.state.cell[company(game, "AA")] is None


def test_operating_order() -> None:
    game = new()
    everybody = [company(game, name) for name in ("AA", "BB", "CC")]
    for name, where in (("AA", "1,2"), ("BB", "0,1"), ("CC", "0,2")):
        deal(game, name, where)
    assert market.operating_order(game, everybody) == [2, 0, 1]  # 80; then 70 further right
    place(game, "CC", 1, 2)
    assert market.operating_order(game, everybody) == [0, 2, 1]  # first arrived
    game.state.cell[2] = None
    assert market.operating_order(game, everybody) == [0, 1]


def test_uppermost_of_one_price_and_column() -> None:
    game = new(grid="50p 60\n40 60\n")
    deal(game, "AA", "1,1")
    deal(game, "BB", "0,1")
    assert market.operating_order(game, [0, 1]) == [1, 0]


def test_prices_are_read_as_they_are_written() -> None:
    game = new()
    assert market.price_text(game, market.parse_price(game, "80,0,2")) == "80,0,2"
    for text in ("80,0,3", "90,0,2", "80", "80,0", "80,0,2,1", "a,b,c", "80, 0,2", "080,0,2", "", "30,3,-1", "0,4,0"):
        with pytest.raises(Refused):
            market.parse_price(game, text)


def test_par_cells_are_those_of_the_zone() -> None:
    game = new()
    assert [market.price_text(game, cell) for cell in market.par_cells(game)] == ["80,0,2", "70,1,2", "60,2,2"]


@given(st.lists(st.tuples(st.sampled_from(["left", "right", "up", "down"]), st.integers(0, 8)), max_size=12))
def test_no_move_leaves_the_chart_and_right_never_loses(steps: list[tuple[str, int]]) -> None:
    game = Game.new(TABLE, 2)
    deal(game, "AA", "2,2")
    for step in steps:
        before = game.price(0)
        market.move(game, 0, (step,))
        assert game.state.cell[0] is not None
        if step[0] in ("right", "up"):
            assert game.price(0) >= before
        else:
            assert game.price(0) <= before


# ---- closed cells, whole moves, moves at the end of a round, places of co-movers -------------------------------------

#: The upper right corner of a chart whose end opens late: o is closed.
CORNER = """
    147  164p 182  202o 224o
    128  142  158  175
    117  129  144  159o 177o
"""
OPEN = ["not", ["in", ["thing", "zone", 1], ["get", "cell.zones", ["arg", "cell"]]]]


@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [
        ((2, 2), "right", (1, 2)),  # a closed cell is the end of the row: up
        ((1, 2), "right", (1, 3)),
        ((1, 3), "right", (1, 3)),  # the end of the row, and a closed cell above it
        ((1, 3), "up", (1, 3)),
        ((1, 3), "down", (1, 3)),
        ((0, 2), "right", (0, 2)),
    ],
)
def test_a_closed_cell_is_as_if_it_were_not_there(start: tuple[int, int], direction: str, end: tuple[int, int]) -> None:
    assert moved(start, (direction, 1), game=new(answers={"entry allowed": OPEN}, grid=CORNER)) == end


def test_whoever_stands_on_a_closed_cell_may_leave_it() -> None:
    assert moved((0, 3), ("left", 1), game=new(answers={"entry allowed": OPEN}, grid=CORNER)) == (0, 2)


def test_moves_that_must_be_made_whole() -> None:
    game = new(answers={"partial moves": ["not", ["=", ["arg", "cause"], "dividend"]]}, grid="50p 60 70 80 90\n")
    deal(game, "AA", "0,3")
    assert not market.move(game, 0, (("right", 2),), "dividend")
    assert market.move(game, 0, (("left", 2),), "dividend") and cell(game, "AA") == (0, 1)
    assert not market.move(game, 0, (("left", 2),), "dividend")
    assert market.move(game, 0, (("left", 2),), "sale") and cell(game, "AA") == (0, 0)


def test_what_lies_in_the_pool_falls_once_after_what_is_sold_out_rises() -> None:
    game = new(
        answers={"pool move": moves(("down", 1)), "sold out": ["=", ["get", "company.price", ["arg", "company"]], 70]}
    )
    deal(game, "AA", "1,2", P1="0 1", pool="2 3")
    deal(game, "BB", "0,2", P1="0", pool="1 2 3")
    deal(game, "CC", "2,2", P2="0 1")
    game.state.floated[:] = [True, True, True]
    play(game, "P1 pass", "P2 pass", "P3 pass")
    assert [cell(game, name) for name in ("AA", "BB", "CC")] == [(1, 2), (1, 2), (2, 2)]
    assert market.operating_order(game, [0, 1]) == [1, 0]  # each moves whole before the next


def co_movers() -> Game:
    """AA stands before BB and CC before AA; P1 may sell them."""
    game = new(answers={"co-movers": "keep order", "sale allowed": True})
    for name, where in (("AA", "0,2"), ("BB", "0,2"), ("CC", "1,2")):
        deal(game, name, where, P2="0", P1="1 2")
    market.begin_turn(game)
    return game


def test_who_moves_in_one_turn_keeps_the_order_of_its_beginning() -> None:
    game = co_movers()
    play(game, "P1 sell 10 BB", "P1 sell 10 AA")
    assert market.operating_order(game, [0, 1, 2]) == [2, 0, 1]  # CC did not move; BB came first, but stood behind
    other = new(answers={"sale allowed": True})
    for name, where in (("AA", "0,2"), ("BB", "0,2"), ("CC", "1,2")):
        deal(other, name, where, P2="0", P1="1 2")
    play(other, "P1 sell 10 BB", "P1 sell 10 AA")
    assert market.operating_order(other, [0, 1, 2]) == [2, 1, 0]


def test_the_order_of_a_turn_is_forgotten_with_it() -> None:
    game = co_movers()
    play(game, "P1 sell 10 BB", "P1 pass", "P2 pass", "P3 pass", "P1 sell 10 AA")
    assert market.operating_order(game, [0, 1, 2]) == [2, 1, 0]


def _places(game: Game) -> list[int]:
    found = market.places_in_cells(game)
    return [found[company(game, name)] for name in ("AA", "BB")]
