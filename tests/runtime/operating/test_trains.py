"""Buying trains: what waits, prices, trade-ins, phases, rusting, limits (core 15)."""

from operating_games import Play


def _play(title: str = "1889", cash: int = 2000, phase: str = "2") -> Play:
    """KO in its train step, without a route; TR behind it."""
    play = Play(title)
    play.company("TR", 70, {"P2": 50}, 0)
    play.company("KO", 80, {"P1": 50}, cash)
    play.phase(phase)
    return play


def _to_trains(play: Play) -> Play:
    play.to_trains("KO")
    return play


def test_without_money_the_step_is_skipped() -> None:
    play = _to_trains(_play(cash=79))
    assert play.acting == "TR"


def test_one_coin_is_enough_if_another_company_has_a_train() -> None:
    play = _play(cash=1)
    play.trains("TR", "2")
    _to_trains(play)
    assert play.acting == "KO"
    [offer] = play.listed("buy_train")
    assert (offer["train"], offer["price"]) == ("2-0", range(1, 2))
    play.buy("KO", "2-0", 1)
    assert play.owned("KO") == ["2"]
    assert play.owned("TR") == []
    assert play.cash("TR") == 1
    assert play.game.state.trains_bought[play.id("KO")] == 1


def test_only_the_first_card_of_a_kind_at_its_price() -> None:
    play = _to_trains(_play())
    play.refused("cannot be bought", "buy_train", "KO", train="2-1", price=80)
    play.refused("cannot be bought", "buy_train", "KO", train="3-0", price=180)
    play.refused("costs 80", "buy_train", "KO", train="2-0", price=79)
    play.refused("no train", "buy_train", "KO", train="X-0", price=80)
    play.buy("KO", "2-0", 80)
    play.buy("KO", "2-1", 80)
    assert play.cash("KO") == 1840


def test_at_the_limit_the_step_ends() -> None:
    play = _play()
    play.trains("KO", "2", "2", "2")
    _to_trains(play)
    play.buy("KO", "2-3", 80)
    assert play.acting == "TR"


def test_phase_change_rusts_everywhere() -> None:
    play = _play(phase="3")
    play.trains("KO", "2", "3")
    play.trains("TR", "2", "3")
    _exhaust(play, "3")
    _to_trains(play)
    play.buy("KO", "4-0", 300)
    assert play.game.rules.phases[play.game.state.phase].name == "4"
    assert play.owned("KO") == ["3", "4"]
    assert play.owned("TR") == ["3"]


def test_a_train_of_another_company_changes_no_phase() -> None:
    play = _play(phase="3")
    play.trains("TR", "4")
    play.trains("KO", "2")
    _to_trains(play)
    state = play.game.state
    state.phase, left = 1, list(state.left)
    play.buy("KO", "4-0", 200)
    assert play.game.rules.phases[state.phase].name == "3"
    assert play.game.state.left == left
    assert play.owned("KO") == ["2", "4"]


def test_discards_before_the_buyer_goes_on_and_in_any_order() -> None:
    play = _play(phase="4")
    play.company("AR", 75, {"P3": 50}, 0)
    play.trains("AR", "3", "4", "4")
    play.trains("TR", "3", "4", "4")
    _exhaust(play, "4")
    _to_trains(play)
    play.buy("KO", "5-0", 450)
    assert play.acting == "AR"  # the first in the order of the table
    assert play.kinds() == {"discard_train"}
    play.refused("first discard", "buy_train", "KO", train="5-1", price=450)
    play.refused("cannot pass|turn of KO", "pass", "AR")
    play.refused("not over its train limit", "discard_train", "KO", train="5-0")
    play.refused("does not own", "discard_train", "TR", train="5-0")
    play.move("discard_train", "TR", train="3-1")
    assert play.acting == "AR"
    play.move("discard_train", "AR", train="4-0")
    assert play.acting == "KO"
    assert play.discarded() == ["3", "4"]
    offers = {(offer["train"], str(offer["price"])) for offer in play.listed("buy_train")}
    assert {("5-1", "450"), ("3-1", "180"), ("4-0", "300")} <= offers
    play.buy("KO", "3-1", 180)
    assert play.owned("KO") == ["5", "3"]
    assert play.acting != "KO"  # at the limit


def _exhaust(play: Play, *kinds: str) -> None:
    state, rules = play.game.state, play.game.rules
    for card in [card for card in state.depot if rules.trains[card >> 10].name in kinds]:
        state.depot.remove(card)
        state.departures[card >> 10] += 1


def test_privates_may_be_bought_while_a_train_is_to_be_discarded() -> None:
    play = _play(phase="3")
    play.trains("TR", "3", "3", "3", "3")
    play.game.state.owner[play.id("DR")] = play.id("P3")
    _exhaust(play, "3")
    _to_trains(play)
    play.buy("KO", "4-0", 300)
    assert play.acting == "TR"
    assert play.kinds() == {"discard_train", "buy_company", "buy_shares"}
    play.move("buy_company", "KO", company="DR", price=30)
    play.move("discard_train", "TR", train="3-2")
    assert play.acting == "KO"


def test_trade_in_at_the_limit() -> None:
    play = _play(cash=800, phase="6")
    play.trains("KO", "5", "4")
    _to_trains(play)
    assert {offer.get("exchange") for offer in play.listed("buy_train")} == {"4-0", "5-0"}
    play.refused("may own 2 trains", "buy_train", "KO", train="D-0", price=1100)
    play.refused("does not own", "buy_train", "KO", train="D-0", price=800, exchange="6-0")
    play.refused("cannot be traded in", "buy_train", "KO", train="6-0", price=330, exchange="4-0")
    play.refused("costs 800", "buy_train", "KO", train="D-0", price=1100, exchange="4-0")
    play.buy("KO", "D-0", 800, exchange="4-0")
    assert play.owned("KO") == ["5", "D"]
    assert play.discarded() == []  # the 4 lay in the open market when the first D rusted it
    assert play.game.state.depot[-1] & 1023 == 1  # the next D


def test_a_5_traded_in_stays_for_sale() -> None:
    play = _play(cash=800, phase="6")
    play.trains("KO", "5")
    _to_trains(play)
    play.buy("KO", "D-0", 800, exchange="5-0")
    assert play.discarded() == ["5"]


def test_the_D_is_on_sale_from_phase_6() -> None:
    play = _to_trains(_play(phase="5"))
    assert "D-0" not in {offer["train"] for offer in play.listed("buy_train")}
    play.game.state.phase += 1
    assert "D-0" in {offer["train"] for offer in play.listed("buy_train")}


def test_first_5_closes_privates() -> None:
    play = _play(phase="4")
    _exhaust(play, "4")
    state = play.game.state
    state.owner[play.id("SMR")], state.owner[play.id("DR")] = play.id("P1"), play.id("KO")
    _to_trains(play)
    play.buy("KO", "5-0", 450)
    assert play.game.state.owner[play.id("SMR")] is None
    assert play.game.state.owner[play.id("DR")] is None
