"""The auction of one lot at a time, and the order of players by cash."""

from typing import Any

from trading import acting, cash, listed, make_table, new, play

from titleworks.runtime.game import Game
from titleworks.runtime.saving import state_from_plain, state_to_plain
from titleworks.runtime.table.models import Table


def auction(players: int = 3, **answers: Any) -> Game:
    """The auction of X for 20, Y for 40, Z for 70."""
    document = make_table(answers).model_dump()
    document["flow"]["opening"] = [{"name": "lot auction", "kind": "lot auction"}]
    return Game.new(Table.model_validate(document), [f"P{number}" for number in range(1, players + 1)])


def by_cash(way: str) -> Any:
    """The answer `players by WAY cash`."""
    return ["by", ["all", "player"], [[way, ["get", "player.cash", ["it", 0]]]]]


def test_only_the_lot_is_offered() -> None:
    game = auction()
    assert [(a["company"], a["price"]) for a in listed(game, "bid")] == [("X", range(20, 601))]
    play(game, "!P1 bid Y 40", "!P2 bid X 20", "P1 bid X 20", "!P1 bid X 30", "!P2 bid X 24", "P2 bid X 26")
    assert [(a["company"], a["price"]) for a in listed(game, "bid")] == [("X", range(31, 601))]


def test_bids_in_multiples() -> None:
    game = auction(**{"bid multiple": 10, "raise": 10})
    play(game, "!P1 bid X 25", "P1 bid X 40", "!P2 bid X 55", "P2 bid X 60")
    assert listed(game, "bid")[0]["price"] == range(70, 601, 10)


def test_a_pass_is_out_of_the_lot_and_the_opener_moves_on() -> None:
    game = auction()
    play(game, "P1 bid X 20", "P2 pass", "P3 bid X 25", "P1 bid X 30", "P3 pass")
    assert (cash(game, "P1"), acting(game)) == (570, "P2")
    play(game, "P2 pass", "P3 pass", "P1 bid Y 40")  # the only one left wins with the first bid
    assert (cash(game, "P1"), acting(game)) == (530, "P3")


def test_who_cannot_raise_is_dropped() -> None:
    game = auction(2)
    play(game, "P1 bid X 596")
    assert (cash(game, "P1"), acting(game)) == (4, "P2")
    play(game, "P2 pass")
    assert listed(game, "bid") == []  # P1 has to pass himself: there is no bid yet
    play(game, "P1 pass")
    assert (cash(game, "P1"), acting(game)) == (9, "P2")


def test_the_first_lot_falls_to_nothing() -> None:
    game = auction(2, discount=10)
    play(game, "P1 pass", "P2 pass")
    assert listed(game, "bid")[0]["price"] == range(10, 601)
    play(game, "P1 pass", "P2 pass")
    assert (cash(game, "P1"), acting(game)) == (600, "P2")
    assert game.privates_of(game.rules.first_player) == (game.rules.first_private,)


def test_order_by_cash_keeps_the_present_order_where_it_ties() -> None:
    game = auction(4, **{"player order": by_cash("lowest")})
    play(game, "P1 bid X 20", "P2 pass", "P3 pass", "P4 pass")
    play(game, "P2 bid Y 60", "P3 pass", "P4 pass", "P1 pass", "P3 bid Z 70", "P4 pass", "P1 pass", "P2 pass")
    assert [game.name(player) for player in game.state.order] == ["P3", "P2", "P1", "P4"]
    game.pay(40, game.rules.bank, game.rules.first_player + 1)  # as much as P1, who is behind P2
    play(game, "P3 pass", "P2 pass", "P1 pass", "P4 pass")
    assert [game.name(player) for player in game.state.order] == ["P3", "P2", "P1", "P4"]


def test_usual_order_after_the_auction() -> None:
    game = auction(3)
    play(game, "P1 bid X 20", "P2 pass", "P3 pass", "P2 bid Y 40", "P3 pass", "P1 pass")
    saved = state_from_plain(new().state, state_to_plain(game.state))
    assert saved.round == game.state.round
    play(game, "P3 pass", "P1 pass", "P2 bid Z 70")
    assert [game.name(player) for player in game.state.order] == ["P1", "P2", "P3"]  # P1 would have opened
