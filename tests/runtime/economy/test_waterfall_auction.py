"""The opening auction (core 6)."""

from typing import Any

import pytest
from trading import COMPANIES, acting, cash, listed, new, play, player

from titleworks.runtime.game import Game

GIVE = {
    "event": "private bought",
    "code": [
        [
            "give",
            ["thing", "company", 0],
            10,
            [["get", "game.IPO"]],
            ["get", "private.owner", ["arg", "private"]],
            False,
        ]
    ],
    "condition": ["=", ["arg", "private"], ["thing", "private", 1]],
}
LAUNCH = {
    "event": "private bought",
    "code": [["launch", ["thing", "company", 1], ["get", "private.owner", ["arg", "private"]], None, None]],
    "condition": ["=", ["arg", "private"], ["thing", "private", 2]],
}


def auction(players: int = 3, **more: Any) -> Game:
    """The auction of X for 20, Y for 40, Z for 70."""
    return new(players, auction=True, **more)


def owners(game: Game) -> str:
    """Owners of X, Y and Z, `-` if unsold."""
    owner = game.state.owner
    return " ".join("-" if owner[p] == game.rules.bank else game.name(owner[p] or 0) for p in game.rules.privates)


def offers(game: Game) -> dict[str, Any]:
    """Prices offered for each private."""
    return {action["company"]: action["price"] for action in listed(game, "bid")}


# ---- turns (core 6.1, 6.2) ----------------------------------------------------------------------------------------


def test_what_is_offered() -> None:
    game = auction()
    assert offers(game) == {"X": 20, "Y": range(45, 601), "Z": range(75, 601)}
    play(game, "P1 bid Y 47")
    assert offers(game) == {"X": 20, "Y": range(52, 601), "Z": range(75, 601)}


def test_the_cheapest_is_sold_at_its_price() -> None:
    game = auction()
    play(game, "!P1 bid X 19", "!P1 bid X 21", "!P2 bid X 20", "P1 bid X 20")
    assert (owners(game), cash(game, "P1"), cash(game, "bank")) == ("P1 - -", 580, 4220)
    assert acting(game) == "P2"
    assert offers(game) == {"Y": 40, "Z": range(75, 601)}
    play(game, "!P2 bid X 20")


def test_least_bids() -> None:
    game = auction(answers={"raise": 10})
    play(game, "!P1 bid Y 49", "P1 bid Y 53", "!P2 bid Y 62", "P2 bid Y 63", "P3 pass", "P1 bid Y 99")


def test_bids_are_committed_even_if_outbid() -> None:
    game = auction(answers={"cash": 100})
    play(game, "P1 bid Y 45", "P2 bid Y 50", "P3 pass")
    assert cash(game, "P1") == 100
    assert offers(game) == {"X": 20, "Y": range(55, 101)}  # his 45 leave 55: too little for Z
    play(game, "!P1 bid Z 75", "P1 bid Y 90", "P2 pass", "P3 pass", "!P1 bid X 20", "P1 pass")


def test_ones_own_bid_is_replaced() -> None:
    game = auction()
    play(game, "P1 bid Y 45", "P2 pass", "P3 pass", "P1 bid Y 60")
    assert game.state.round.bids == {game.rules.first_private + 1: ((player(game, "P1"), 60),)}


# ---- what a purchase sets off (core 6.3, 6.4) ---------------------------------------------------------------------


def test_single_bidders_follow_at_once() -> None:
    game = auction()
    play(game, "P1 bid Y 45", "P2 bid Z 80", "P3 bid X 20")
    assert owners(game) == "P3 P1 P2"
    assert [cash(game, name) for name in ("P1", "P2", "P3")] == [555, 520, 580]
    assert game.state.round.kind == "stock round"


def test_lowest_bidder_acts_until_one_is_left() -> None:
    game = auction(4)
    play(game, "P1 bid Y 45", "P2 bid Y 50", "P3 bid Y 55", "P4 bid X 20")
    assert acting(game) == "P1"
    assert offers(game) == {"Y": range(60, 601)}
    play(game, "!P1 bid Z 75", "!P1 bid Y 59", "!P2 pass", "P1 bid Y 60")
    assert acting(game) == "P2"
    play(game, "P2 pass")
    assert acting(game) == "P3"
    play(game, "P3 bid Y 70", "P1 bid Y 75", "P3 pass")
    assert (owners(game), cash(game, "P1")) == ("P4 P1 -", 525)
    assert acting(game) == "P1"  # the seat after the last normal turn, wherever the winner sits


def test_the_auction_after_the_turn_has_moved_on() -> None:
    game = auction(4)
    play(game, "P1 bid Y 45", "P2 bid Y 50", "P3 bid X 20", "P1 pass")
    assert (owners(game), acting(game)) == ("P3 P2 -", "P4")


def test_an_auction_then_single_bidders() -> None:
    game = auction(4)
    play(game, "P1 bid Y 45", "P2 bid Y 50", "P3 bid Z 75", "P4 bid X 20", "P1 pass")
    assert owners(game) == "P4 P2 P3"
    assert (game.state.round.kind, acting(game)) == ("stock round", "P1")


def test_other_bids_bind_cash_in_an_auction() -> None:
    game = auction(answers={"cash": 150})
    play(game, "P1 bid Y 45", "P2 bid Y 50", "P3 pass", "P1 bid Z 75", "P2 pass", "P3 bid X 20")
    assert offers(game) == {"Y": range(55, 76)}
    play(game, "!P1 bid Y 76", "P1 bid Y 75", "P2 pass")
    assert owners(game) == "P3 P1 P1"
    assert cash(game, "P1") == 0


# ---- all pass (core 6.5) ------------------------------------------------------------------------------------------


def test_discount_down_to_nothing_and_the_next_must_take_it() -> None:
    game = auction()
    for price in (15, 10, 5):
        play(game, "P1 pass", "P2 pass", "P3 pass")
        assert offers(game)["X"] == price
        assert (owners(game), acting(game)) == ("- - -", "P1")
    play(game, "P1 pass", "P2 pass", "P3 pass")
    assert (owners(game), cash(game, "P1"), acting(game)) == ("P1 - -", 600, "P2")


def test_bids_on_the_others_follow_a_forced_purchase() -> None:
    game = auction(answers={"discount": 10})
    play(game, "P1 bid Y 45", "P2 pass", "P3 pass", "P1 pass")
    assert (offers(game)["X"], offers(game)["Z"]) == (10, range(75, 601))
    play(game, "P2 pass", "P3 pass", "P1 pass")
    assert (owners(game), acting(game)) == ("P2 P1 -", "P3")


def test_only_passes_in_succession_count() -> None:
    game = auction()
    play(game, "P1 pass", "P2 pass", "P3 bid Y 45", "P1 pass", "P2 pass")
    assert offers(game)["X"] == 20
    play(game, "P3 pass")
    assert offers(game)["X"] == 15


def test_a_raise_in_an_auction_clears_the_own_pass_only() -> None:
    game = auction()
    play(game, "P1 bid Y 45", "P2 bid Y 50", "P3 pass", "P1 pass", "P2 bid X 20")
    play(game, "P1 bid Y 55", "P2 pass")  # P1 passed before; his raise forgets it
    assert (owners(game), acting(game)) == ("P2 P1 -", "P3")
    play(game, "P3 pass")
    assert cash(game, "P2") == 580
    play(game, "P1 pass")
    assert cash(game, "P2") == 580
    play(game, "P2 pass")
    assert cash(game, "P2") == 585  # now all have passed, and the privates pay


def test_income_once_the_first_is_sold() -> None:
    game = auction()
    play(game, "P1 bid X 20", "P2 bid Y 40", "P3 pass", "P1 pass", "P2 pass")
    assert [cash(game, name) for name in ("P1", "P2", "P3")] == [585, 570, 600]
    assert (game.state.round.kind, game.state.set_number, acting(game)) == ("waterfall auction", 1, "P3")
    assert offers(game) == {"Z": 70}  # no discount


# ---- what comes with a private, and the end (core 6.6-6.8) --------------------------------------------------------


def test_a_share_comes_with_it() -> None:
    game = auction(rules=[GIVE])
    play(game, "P1 bid X 20", "P2 bid Y 40")
    assert game.state.held[0][player(game, "P2")] == 10


def test_a_par_is_set_before_anything_else() -> None:
    game = auction(rules=[LAUNCH])
    play(game, "P1 bid Z 75", "P2 bid X 20", "P3 bid Y 40")
    assert acting(game) == "P1"
    assert {action["type"] for action in game.legal_actions()} == {"par"}
    play(game, "!P1 pass", "!P2 par BB 80", "!P1 par AA 80", "P1 par BB 70")
    assert (cash(game, "P1"), game.president(1)) == (525, player(game, "P1"))
    assert (game.state.round.kind, acting(game)) == ("stock round", "P1")  # the seat after P3's normal turn


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        (("P1 bid X 20", "P2 bid Y 40", "P3 bid Z 70"), "P1"),
        (("P1 bid Y 45", "P2 bid Z 75", "P3 pass", "P1 bid X 20"), "P2"),
    ],
)
def test_priority_after_the_last_normal_turn(lines: tuple[str, ...], first: str) -> None:
    game = auction()
    play(game, *lines)
    assert game.state.round.kind == "stock round"
    assert next(game.name(entity) for entity in game.state.order) == first
    assert acting(game) == first


def test_no_certificate_limit() -> None:
    game = auction(2, answers={"certificate limit": 1})
    play(game, "P1 bid Y 45", "P2 pass", "P1 bid Z 75", "P2 pass", "P1 bid X 20")
    assert owners(game) == "P1 P1 P1"


@pytest.mark.parametrize(
    "action",
    [
        {"type": "bid", "company": "ZZ", "price": 20},
        {"type": "bid", "company": "X", "price": True},
        {"type": "bid", "company": "X"},
        {"type": "bid", "company": "X", "price": "20"},
        {"type": "par", "corporation": COMPANIES[0], "share_price": "80,0,2"},
        {"type": "buy_shares", "shares": ["AA_1"]},
    ],
)
def test_refused_and_nothing_changes(action: dict[str, Any]) -> None:
    game = auction()
    before = game.state_hash()
    assert not game.is_legal({"entity_type": "player", "entity": "P1", **action})
    assert game.state_hash() == before
