"""Turns of a stock round: what may be done, what passes silently, how the round ends (core 8)."""

from typing import Any

import pytest
from trading import acting, cash, cell, company, deal, in_zone, listed, move, names, new, place, play, player

from titleworks.runtime import shares
from titleworks.runtime.game import Game

SALES = {"sale allowed": True}


def order(game: Game) -> str:
    """The player order."""
    return " ".join(game.name(entity) for entity in game.state.order)


def started(**answers: Any) -> Game:
    """Sales are allowed; AA is at 80 with shares of all, BB at 70 with P1 and P2."""
    game = new(answers=SALES | answers)
    deal(game, "AA", "0,2", P1="0 1 2", P2="3 4")
    deal(game, "BB", "1,2", P2="0 1", P1="2 3")
    return game


# ---- purchases (core 8.3, 8.5, 8.6) -------------------------------------------------------------------------------


def test_par_costs_twice_its_price() -> None:
    game = new()
    play(game, "P1 par AA 70")
    assert (cash(game, "P1"), cash(game, "bank")) == (460, 6000 - 1800 + 140)
    assert names(game, "P1", "AA") == ["AA_0"]
    assert game.president(0) == player(game, "P1")
    assert acting(game) == "P2"  # nothing to sell: the turn is over


def test_what_may_not_be_started() -> None:
    game = new(answers={"par allowed": ["not", ["=", ["arg", "company"], ["thing", "company", 2]]]})
    play(game, "!P1 par CC 70", "P1 par AA 70", "!P2 par AA 60")
    refused = move(game, "P2", "par", "BB", "70") | {"share_price": "50,1,0"}  # no par cell
    assert not game.is_legal(refused)
    game.state.cash[player(game, "P2")] = 159
    game.state.cash[game.rules.bank] += 441
    play(game, "!P2 par BB 80", "P2 par BB 70")


def test_ipo_at_par_pool_at_market() -> None:
    game = started()
    place(game, "AA", 0, 5)
    shares.give(game, game.rules.certs[0][8], game.rules.pool)
    play(game, "P1 buy AA", "P1 pass", "P2 buy AA from pool", "P2 pass")
    assert (cash(game, "P1"), cash(game, "P2")) == (520, 480)


def test_fractions_are_rounded_up() -> None:
    game = new(certificates=[{"percent": 20, "president": True}, *[{"percent": 5}] * 16], grid="80p 75p\n")
    deal(game, "AA", "0,1", P1="0")
    assert shares.price_of(game, 1, game.rules.ipo) == 38
    assert shares.price_of(game, 0, game.rules.ipo) == 150


def test_not_without_cash() -> None:
    game = started()
    game.pay(540, player(game, "P1"), game.rules.bank)
    play(game, "!P1 buy AA", "!P1 buy BB", "P1 pass")
    game.pay(10, game.rules.bank, player(game, "P2"))
    play(game, "P2 buy BB", "P2 pass", "P3 buy AA")


def test_sold_means_not_bought_in_this_round() -> None:
    game = started()
    play(game, "P1 sell 10 AA", "!P1 buy AA", "!P1 buy AA from pool", "P1 pass", "P2 pass", "P3 pass")
    play(game, "!P1 buy AA from pool", "P1 buy BB", "P1 pass")
    play(game, *["P2 pass", "P3 pass", "P1 pass"])
    assert game.state.set_number == 2
    assert acting(game) == "P2"
    play(game, "P2 pass", "P3 pass", "P1 buy AA from pool")


@pytest.mark.parametrize(("where", "legal"), [("0,2", False), ("2,1", False), ("2,0", True), ("3,0", True)])
def test_holding_limit_and_zones(where: str, legal: bool) -> None:
    game = new(answers=SALES)
    deal(game, "AA", where, P1="0 1 2 3 4")
    assert game.is_legal(move(game, "P1", "buy", "AA")) is legal


def test_certificate_limit_and_zones() -> None:
    game = new(answers=SALES | {"certificate limit": 3})
    deal(game, "AA", "0,2", P1="0 1 2")
    deal(game, "BB", "2,1", P2="0")
    play(game, "!P1 buy AA", "!P1 par CC 60", "P1 buy BB")  # BB is in the yellow zone


def test_one_purchase_a_turn() -> None:
    game = started()
    play(game, "P1 buy BB", "!P1 buy BB", "!P1 buy AA", "!P1 par CC 60", "P1 pass")


def test_several_from_the_pool_in_the_brown_zone() -> None:
    game = new(answers=SALES)
    deal(game, "AA", "3,0", P1="0 1", pool="2 3 4 5 6")
    deal(game, "BB", "3,0", P2="0", pool="1 2")
    play(game, "P1 buy AA from pool", "P1 buy AA from pool", "!P1 buy AA", "!P1 buy BB from pool", "!P1 par CC 60")
    play(game, "P1 buy AA from pool", "P1 pass")
    play(game, "P2 buy AA", "!P2 buy AA", "!P2 buy AA from pool")  # after one of the IPO none
    assert acting(game) == "P2"  # could sell


#: A launch is followed by up to two ordinary certificates of the company from its treasury.
BONUS = {
    "capitalization": "incremental",
    "order": "sell-buy",
    "share price": ["get", "company.price", ["arg", "company"]],
    "another purchase allowed": [
        "and",
        ["in", ["arg", "company"], ["get", "game.launches"]],
        ["=", ["get", "certificate.percent", ["arg", "certificate"]], 10],
        ["not", ["=", ["arg", "source"], ["get", "game.pool"]]],
        ["<", ["get", "game.purchases"], 3],
    ],
}
WITH_LAST = [{"percent": 20, "president": True}, *[{"percent": 10}] * 6, {"percent": 20, "last": True}]


def test_purchases_after_a_launch() -> None:
    game = new(answers=SALES | BONUS, certificates=WITH_LAST)
    deal(game, "BB", "0,2", P2="0 1")
    play(game, "P1 par AA 60", "!P1 buy BB", "!P1 buy AA_7", "!P1 par CC 60", "P1 buy AA", "P1 buy AA")
    assert acting(game) == "P2"  # nothing is left to do
    assert (cash(game, "P1"), cash(game, "AA")) == (600 - 240, 240)
    play(game, "P2 buy AA")
    assert acting(game) == "P3"  # after a purchase of a company that was not started, no other
    assert game.ask.purchase_allowed(game, 0, player(game, "P3"), game.rules.ipo, 3)


def test_purchases_after_a_launch_can_be_declined_and_end_without_cash() -> None:
    game = new(answers=SALES | BONUS, certificates=WITH_LAST)
    game.pay(400, player(game, "P2"), game.rules.bank)
    play(game, "P1 par AA 60", "P1 pass", "P2 par BB 60", "P2 buy BB")
    assert acting(game) == "P3"


def test_only_one_certificate_and_its_own_percent() -> None:
    game = started()
    two = {**move(game, "P1", "buy", "AA"), "shares": ["AA_5", "AA_6"]}
    assert not game.is_legal(two)
    assert not game.is_legal(move(game, "P1", "buy", "AA") | {"percent": 20})
    assert game.is_legal(move(game, "P1", "buy", "AA") | {"percent": 10})
    assert game.is_legal(move(game, "P1", "buy", "AA_8"))  # any of equal ones
    assert not game.is_legal(move(game, "P1", "buy", "AA_3"))  # P2 has it
    assert not game.is_legal(move(game, "P1", "buy", "CC_1"))  # not started


def test_presidents_certificate_is_not_sold_from_the_pool() -> None:
    game = new()
    deal(game, "AA", "0,2", pool="0", P1="1")
    assert not game.is_legal(move(game, "P1", "buy", "AA_0"))


# ---- sales (core 8.4) and their order (core 8.2) ------------------------------------------------------------------


def test_not_in_the_first_round() -> None:
    game = started(**{"sale allowed": ["<=", 2, ["get", "game.set number"]]})
    play(game, "!P1 sell 10 AA", "P1 pass", "P2 pass", "P3 pass", "P1 sell 10 AA")


def test_sale_pays_the_price_before_it_falls() -> None:
    game = started()
    play(game, "P1 sell 20 AA")
    assert cash(game, "P1") == 760
    assert cell(game, "AA") == (2, 2)
    assert names(game, "pool", "AA") == ["AA_1", "AA_2"]


def test_sell_buy_sell() -> None:
    game = started()
    play(game, "P1 sell 10 AA", "P1 buy BB", "P1 sell 10 AA", "P1 sell 10 BB", "!P1 buy AA", "P1 pass")
    assert acting(game) == "P2"


def test_sell_buy() -> None:
    game = started(order="sell-buy")
    play(game, "P1 sell 10 AA", "P1 sell 10 AA", "P1 buy BB")
    assert acting(game) == "P2"  # nothing more could be done: no pass
    play(game, "P2 buy AA")
    assert acting(game) == "P3"


def test_either() -> None:
    game = started(order="either")
    play(game, "P1 sell 10 AA", "P1 buy BB")
    assert acting(game) == "P2"
    play(game, "P2 buy AA from pool", "P2 sell 10 BB", "P2 sell 10 AA")
    assert acting(game) == "P2"
    play(game, "P2 pass")


def test_one_block_a_turn() -> None:
    game = started(**{"sales a turn": 1})
    play(game, "P1 sell 10 AA", "!P1 sell 10 AA", "P1 sell 10 BB", "P1 pass", "P2 pass", "P3 pass", "P1 sell 10 AA")


def test_bought_and_sold_in_one_turn() -> None:
    game = started()
    place(game, "AA", 2, 2)
    play(game, "P1 pass", "P2 pass", "P3 buy AA", "P3 sell 10 AA")
    assert cash(game, "P3") == 600 - 80 + 60
    assert acting(game) == "P1"  # nothing left to sell, nothing to buy: the turn is over


def test_unstarted_shares_cannot_be_sold() -> None:
    game = new(answers=SALES)
    shares.give(game, game.rules.certs[0][1], player(game, "P1"))
    assert listed(game, "sell_shares") == []
    play(game, "!P1 sell 10 AA")


# ---- must sell ----------------------------------------------------------------------------------------------------


def test_over_the_certificate_limit_only_sales() -> None:
    game = started(**{"certificate limit": 4})
    assert {action["type"] for action in game.legal_actions()} == {"sell_shares"}
    play(game, "!P1 pass", "!P1 buy BB", "P1 sell 10 BB", "P1 pass")


def test_over_the_holding_limit_only_sales() -> None:
    game = new(answers=SALES)
    deal(game, "AA", "0,2", P1="0 1 2 3 4 5", P2="6 7")
    assert {action["type"] for action in game.legal_actions()} == {"sell_shares"}
    play(game, "!P1 pass", "P1 sell 10 AA", "P1 pass")
    game = new(answers=SALES)
    deal(game, "AA", "2,0", P1="0 1 2 3 4 5", P2="6 7")  # orange
    play(game, "P1 pass")


def test_over_a_limit_without_anything_to_sell() -> None:
    game = new(answers={"certificate limit": 2})
    deal(game, "AA", "0,2", P1="0 1 2")
    play(game, "!P1 buy AA", "P1 pass")


# ---- privates between players (core 19.6) -------------------------------------------------------------------------


def owning() -> Game:
    """P2 owns X, for sale between players from the second set."""
    answer = [
        (["<=", 2, ["get", "game.set number"]], ["range", 1, ["get", "player.cash", ["arg", "player"]]]),
        (None, None),
    ]
    game = new(answers=SALES | {"player price": answer})
    game.state.owner[game.rules.first_private] = player(game, "P2")
    return game


def test_resale() -> None:
    game = owning()
    play(game, "!P1 resale X 10", "P1 pass", "P2 pass", "P3 pass")
    assert [action["price"] for action in listed(game, "buy_company")] == [range(1, 601)]
    play(game, "!P1 resale X 0", "!P1 resale X 601", "!P1 resale Y 10", "P1 resale X 33")
    assert game.state.owner[game.rules.first_private] == player(game, "P1")
    assert (cash(game, "P1"), cash(game, "P2")) == (567, 633)
    assert acting(game) == "P2"  # it was the turn's purchase
    play(game, "P2 pass", "P3 pass", "P1 pass")
    assert order(game) == "P2 P3 P1"


def test_not_ones_own_and_not_for_nothing() -> None:
    game = owning()
    play(game, "P1 pass", "P2 pass", "P3 pass", "P1 pass", "!P2 resale X 5")
    assert listed(game, "buy_company") == []


def test_asked_because_of_a_private_alone() -> None:
    game = owning()
    play(game, "P1 pass", "P2 pass", "P3 pass", "P1 pass", "P2 pass")
    for name in ("P1", "P3"):
        game.pay(599, player(game, name), game.rules.bank)
    play(game, "P3 pass")
    assert acting(game) == "P1"  # one dollar is enough to offer it
    game.pay(1, player(game, "P3"), game.rules.bank)
    play(game, "P1 pass", "P2 pass")
    assert acting(game) == "P1"  # P3 had nothing, and the round is over


# ---- the end of turns and rounds (core 5.4, 8.7, 8.8) -------------------------------------------------------------


def test_explicit_pass_only_if_something_could_be_done() -> None:
    game = started()
    play(game, "P1 buy BB")
    assert acting(game) == "P1"  # he could sell
    play(game, "P1 pass", "P2 pass", "P3 buy AA")
    assert acting(game) == "P3"  # he could sell it again
    game = started(**{"sale allowed": False})
    play(game, "P1 buy BB")
    assert acting(game) == "P2"


def test_who_can_do_nothing_passes_silently() -> None:
    game = new(answers={"sale allowed": False})
    game.pay(600, player(game, "P2"), game.rules.bank)
    game.pay(600, player(game, "P3"), game.rules.bank)
    play(game, "P1 par AA 60")
    assert acting(game) == "P1"
    play(game, "P1 pass")
    assert game.state.set_number == 2  # three passes in a row, two of them silent


def test_a_sale_alone_prevents_the_end_and_counts_for_the_priority() -> None:
    game = started()
    play(game, "P1 buy BB", "P1 pass", "P2 sell 10 AA", "P2 pass", "P3 pass", "P1 pass")
    assert game.state.set_number == 1
    play(game, "P2 pass")
    assert game.state.set_number == 2
    assert order(game) == "P3 P1 P2"
    assert acting(game) == "P3"


def test_nobody_acted_the_order_stays() -> None:
    game = started()
    game.state.order = [player(game, name) for name in ("P2", "P3", "P1")]
    play(game, "P2 pass", "P3 pass", "P1 pass")
    assert order(game) == "P2 P3 P1"
    assert acting(game) == "P2"


def test_the_title_orders_the_players() -> None:
    game = started(**{"player order": ["get", "game.remaining players"]})
    play(game, "P1 pass", "P2 buy AA", "P2 pass", "P3 pass", "P1 pass", "P2 pass")
    assert order(game) == "P1 P2 P3"


def test_who_is_bankrupt_is_passed_over() -> None:
    game = started()
    game.state.bankrupt.append(player(game, "P2"))
    play(game, "P1 buy BB", "P1 pass", "P3 pass", "P1 pass")
    assert game.state.set_number == 2
    assert order(game) == "P3 P1 P2"
    assert acting(game) == "P3"


def test_sold_out_companies_rise_in_operating_order() -> None:
    game = new(answers=SALES | {"holding limit": 100})
    deal(game, "AA", "1,2", P1="0 1 2 3 4 5 6 7 8")
    deal(game, "BB", "0,1", P2="0 1 2 3 4 5 6 7 8")
    deal(game, "CC", "2,2", P3="0 1 2 3 4 5 6 7", pool="8")
    for number in range(3):
        shares.check_float(game, number)
    assert cash(game, "AA") == 700
    play(game, "P1 pass", "P2 pass", "P3 pass")
    assert [cell(game, name) for name in ("AA", "BB", "CC")] == [(0, 2), (0, 1), (2, 2)]


def test_sold_out_in_operating_order_decides_who_stands_first() -> None:
    game = new(
        answers=SALES
        | {
            "holding limit": 100,
            "sold-out move": [(in_zone("p"), ["moves", [["up", 1]]]), (None, ["moves", [["up", 1], ["right", 1]]])],
        }
    )
    deal(game, "BB", "1,1", P2="0 1 2 3 4 5 6 7 8")
    deal(game, "AA", "1,2", P1="0 1 2 3 4 5 6 7 8")
    for number in range(2):
        shares.check_float(game, number)
    play(game, "P1 pass", "P2 pass", "P3 pass")
    assert cell(game, "AA") == cell(game, "BB") == (0, 2)
    assert game.ask.operating_order(game) == [company(game, "AA"), company(game, "BB")]  # 70 further right moved first


def test_what_did_not_float_does_not_rise() -> None:
    game = new(answers=SALES | {"float": ["float", 100, "held"], "sold out": True})
    deal(game, "AA", "1,2", P1="0 1")
    play(game, "P1 pass", "P2 pass", "P3 pass")
    assert cell(game, "AA") == (1, 2)


def test_a_treasury_share_keeps_it_from_rising() -> None:
    game = new(answers=SALES)
    deal(game, "AA", "1,2", P1="0 1 2 3", P2="4 5 6 7", treasury="8")
    shares.check_float(game, 0)
    play(game, "P1 pass", "P2 pass", "P3 pass")
    assert cell(game, "AA") == (1, 2)


# ---- whose turn ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        {"type": "pass", "entity_type": "player", "entity": "P2"},
        {"type": "bid", "entity_type": "player", "entity": "P1", "company": "X", "price": 20},
        {"type": "run_routes", "entity_type": "player", "entity": "P1", "routes": []},
        {"type": "pass", "entity_type": "corporation", "entity": "AA"},
        {"type": "dance", "entity_type": "player", "entity": "P1"},
        {"type": "par", "entity_type": "player", "entity": "P1", "corporation": "ZZ", "share_price": "80,0,2"},
        {"type": "sell_shares", "entity_type": "player", "entity": "P1", "shares": ["AA_1"], "percent": 0},
        {"type": "sell_shares", "entity_type": "player", "entity": "P1", "shares": ["AA_1"], "percent": -10},
        {"type": "buy_company", "entity_type": "player", "entity": "P1", "company": "X", "price": 1},
    ],
)
def test_refused_and_nothing_changes(action: dict[str, Any]) -> None:
    game = started()
    before = game.state_hash()
    assert not game.is_legal(action)
    assert game.state_hash() == before
