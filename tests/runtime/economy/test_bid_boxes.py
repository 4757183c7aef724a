"""Bid boxes: windows over decks, bids in stock turns, money and certificates they bind."""

from typing import Any

import pytest
from trading import acting, cash, listed, make_table, play

from titleworks.runtime import bid_boxes
from titleworks.runtime.bots import Bot
from titleworks.runtime.errors import TableError
from titleworks.runtime.game import Game
from titleworks.runtime.saving import state_from_plain, state_to_plain
from titleworks.runtime.table.loader import table_from
from titleworks.runtime.table.models import Table


def private(position: int) -> Any:
    """The private in an expression."""
    return ["thing", "private", position]


ALL = ["list", private(0), private(1), private(2)]
WORD = {"name": "deck", "about": "game", "type": "list of private", "first": ALL}
NOT_X = ["!=", ["it", 0], private(0)]


def boxed(rows: list[Any], rules: list[Any] | None = None, players: int = 3, **answers: Any) -> Game:
    """Stock rounds with X, Y, Z in a deck, and these rows of boxes."""
    document = make_table(answers, rules=rules).model_dump()
    document["words"] = [WORD]
    document["boxes"] = [{"deck": "deck", **row} for row in rows]
    return Game.new(Table.model_validate(document), [f"P{number}" for number in range(1, players + 1)])


def shown(game: Game) -> str:
    """What lies in the boxes."""
    return " ".join("-" if lot is None else game.name(lot) for lot in bid_boxes.boxes(game, 0))


def lot(game: Game, name: str) -> int:
    """The private."""
    return game.rules.entity("company", name)


# ---- windows ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("live", "after"), [(True, "Y Z"), (False, "- Y")])
def test_boxes_are_filled_at_once_or_when_told(live: bool, after: str) -> None:
    game = boxed([{"boxes": 2, "live": live}])
    assert shown(game) == "X Y"
    bid_boxes.hand_over(game, lot(game, "X"), game.rules.first_player)
    assert shown(game) == after
    bid_boxes.refill(game, 0)
    assert shown(game) == "Y Z"
    assert [bid_boxes.box_of(game, lot(game, name)) for name in "XYZ"] == [None, 1, 2]
    assert [bid_boxes.deck_of(game, lot(game, name)) for name in "XYZ"] == [None, 0, 0]


def test_a_box_takes_the_first_card_it_may() -> None:
    game = boxed([{"takes": NOT_X}, {"boxes": 2}])
    assert shown(game) == "Y X Z"
    assert bid_boxes.top_of(game, game.rules.decks[0].word, [lot(game, name) for name in "XYZ"]) == 3
    assert bid_boxes.top_of(game, -5, [1, 2, 3]) == 0


def test_the_top_of_a_deck_is_behind_its_boxes() -> None:
    put = [["put", private(2), "top", "deck"]]
    game = boxed([{"boxes": 1}], [{"event": "share bought", "code": put}])
    play(game, "P1 par AA 60")
    names = [game.name(card) for card in bid_boxes.cards(game, 0)]
    assert (names, shown(game)) == (["X", "Z", "Y"], "X")
    before = boxed([{"boxes": 1}], [{"event": "game starts", "code": put}])
    assert shown(before) == "Z"  # the boxes were not yet filled


# ---- bids ---------------------------------------------------------------------------------------------------------


def test_what_may_be_bid() -> None:
    game = boxed([{"boxes": 2, "minimum": 10}], **{"bid multiple": 5})
    assert [(a["company"], a["price"]) for a in listed(game, "bid")] == [
        ("X", range(10, 601, 5)),
        ("Y", range(10, 601, 5)),
    ]
    play(game, "!P1 bid Z 70", "!P1 bid X 5", "!P1 bid X 12", "!P1 bid X 605", "P1 bid X 500", "!P1 bid X 505")
    assert [(a["company"], a["price"]) for a in listed(game, "bid")] == [("Y", range(10, 101, 5))]
    assert (cash(game, "P1"), bid_boxes.committed(game, game.rules.first_player)) == (600, 500)
    play(game, "P1 pass", "!P2 bid X 500", "P2 bid X 505", "P2 pass", "P3 pass")
    assert bid_boxes.committed(game, game.rules.first_player) == 0  # outbid: the money is free
    play(game, "P1 bid X 600", "P1 pass", "P2 pass", "P3 pass")
    assert bid_boxes.bids(game, lot(game, "X")) == ((game.rules.first_player + 1, 505), (game.rules.first_player, 600))


def test_without_a_column_the_face_value_is_the_least_bid() -> None:
    game = boxed([{"boxes": 3}])
    assert [a["price"][0] for a in listed(game, "bid")] == [20, 40, 70]


def test_all_bids_may_be_bound() -> None:
    game = boxed([{"boxes": 2, "minimum": 10}], committed="all bids")
    play(game, "P1 bid X 500", "P1 pass", "P2 bid X 505", "P2 pass", "P3 pass")
    play(game, "!P1 bid Y 105", "P1 bid X 600")  # his own bid on the lot is free for a new one


def test_bids_a_turn_end_it() -> None:
    game = boxed([{"boxes": 3, "minimum": 0}], **{"bids a turn": 2})
    play(game, "P1 bid X 0", "!P1 par AA 60", "P1 bid Y 0")
    assert acting(game) == "P2"


def test_bids_count_against_the_certificate_limit_and_bind_cash_in_purchases() -> None:
    game = boxed([{"boxes": 3, "minimum": 0}], **{"certificate limit": 2})
    play(game, "P1 bid X 500", "P1 pass", "P2 bid Y 0", "P2 bid Z 0", "!P2 bid X 505", "P2 pass", "P3 pass")
    play(game, "!P1 par AA 60", "P1 bid Y 5", "P1 pass")  # 120 of the 100 that are free
    assert game.certificate_count(game.rules.first_player) == 2
    game = boxed([{"boxes": 3, "minimum": 0}], **{"certificate limit": 2, "bids counted": 0})
    play(game, "P1 bid X 0", "P1 bid Y 0", "P1 bid Z 0")


def test_bidding_tokens_stay_on_their_lots() -> None:
    game = boxed([{"boxes": 3, "minimum": 0}], **{"bidding tokens": 1})
    play(game, "P1 bid X 0", "!P1 bid Y 0", "P1 pass", "P2 bid X 5", "P2 pass", "P3 pass")
    play(game, "!P1 bid Y 0", "P1 bid X 10")


def test_who_may_bid_has_to_pass_himself() -> None:
    game = boxed([{"boxes": 3}], players=2, cash=10)
    assert acting(game) == "P1"
    game = boxed([{"boxes": 3}], players=2, cash=10, **{"bid allowed": False})
    assert game.state.set_number > 1  # nobody can do anything


def test_bids_end_with_the_round_and_are_saved() -> None:
    give = [
        ["hand", ["get", "lot.card", ["local", "lot"]], ["get", "lot.top bidder", ["local", "lot"]]],
    ]
    code = [["each", "lot", ["where", ["all", "lot"], ["get", "lot.bid", ["it", 0]]], 3], *give, ["jump", 0]]
    rule = {"event": "round ends", "slots": ["lot"], "code": code}
    game = boxed([{"boxes": 3, "minimum": 0}], [rule])
    play(game, "P1 bid X 5", "P1 bid Z 0", "P1 pass")
    other = boxed([{"boxes": 3, "minimum": 0}], [rule])
    assert state_from_plain(other.state, state_to_plain(game.state)) == game.state
    play(game, "P2 bid Z 5", "P2 pass", "P3 pass", "P1 pass", "P2 pass")
    assert [game.state.owner[lot(game, name)] for name in "XZ"] == [
        game.rules.first_player,
        game.rules.first_player + 1,
    ]
    assert (shown(game), game.state.round.bids) == ("- Y -", {})


def test_bots_bid() -> None:
    game = boxed([{"boxes": 3, "minimum": 0}], **{"bid multiple": 5})
    bot = Bot(5)
    made = set()
    for _ in range(60):
        action = bot.choose(game)
        made.add(action["type"])
        game.apply(action)
    assert "bid" in made


def test_a_deck_must_be_a_list_of_privates() -> None:
    document = make_table().model_dump(mode="json")
    document["boxes"] = [{"deck": "nothing"}]
    with pytest.raises(TableError, match="no list of privates"):
        table_from(document)
