"""A president helps: own cash, shares, bankruptcy (core 16)."""

from operating_games import Play


def _play(title: str, name: str, *, cash: int, president: int) -> Play:
    """The company has a route, no train, and is in its train step; the cheapest train costs 300 (phase 4)."""
    play = Play(title)
    if title == "1889":
        play.company(name, 80, {"P1": 50}, cash)
        play.tile("J5", "3", 4)
    else:
        play.company(name, 76, {"P1": 60}, cash)
        play.tile("H10", "57", 1)
    play.phase("4")
    play.set_cash("P1", president)
    return play


def _shikoku(cash: int = 100, president: int = 250) -> Play:
    return _play("1889", "KO", cash=cash, president=president)


def _to_trains(play: Play, name: str) -> Play:
    play.to_trains(name)
    return play


def test_the_president_pays_what_is_lacking() -> None:
    play = _to_trains(_shikoku(), "KO")
    assert play.kinds() == {"buy_train"}
    play.refused("must own", "pass", "KO")
    play.buy("KO", "4-0", 300)
    assert play.cash("KO") == 0
    assert play.cash("P1") == 50


def test_only_the_cheapest_with_help() -> None:
    play = _shikoku(cash=200, president=1000)
    play.phase("6")
    play.game.state.left = sorted(set(play.game.state.left))
    _to_trains(play, "KO")
    assert {offer["train"] for offer in play.listed("buy_train")} == {"6-0"}
    play.refused("cheapest train only", "buy_train", "KO", train="D-0", price=1100)


def test_no_help_for_trains_of_others_in_1889() -> None:
    play = _shikoku(cash=20, president=1000)
    play.company("TR", 70, {"P2": 50}, 0)
    play.trains("TR", "4")
    _to_trains(play, "KO")
    assert [offer["price"] for offer in play.listed("buy_train") if offer["train"] == "4-0"] == [range(1, 21)]


def test_sales_no_share_too_many() -> None:
    play = _shikoku(cash=100, president=60)  # 140 are lacking
    play.company("AR", 70, {"P2": 50, "P1": 40}, 0)
    _to_trains(play, "KO")
    sizes = {(len(sale["shares"]), sale["shares"][0][:2]) for sale in play.listed("sell_shares")}
    assert ("AR", 2) not in sizes
    assert (2, "AR") in sizes  # 140 suffice
    assert (3, "AR") not in sizes
    play.refused("than needed", "sell_shares", "P1", shares=["AR_4", "AR_5", "AR_6"], percent=30)
    play.refused("another president", "sell_shares", "P2", shares=["AR_1"], percent=10)
    play.refused("by the president", "sell_shares", "KO", shares=["AR_4"], percent=10)
    [two] = [sale for sale in play.listed("sell_shares") if len(sale["shares"]) == 2 and sale["shares"][0][:2] == "AR"]
    play.game.apply(two)
    assert play.kinds() == {"buy_train"}  # now he must
    play.buy("KO", "4-0", 300)
    assert play.cash("P1") == 0


def test_one_block_of_a_company_in_the_step() -> None:
    play = _shikoku(cash=0, president=160)
    play.company("AR", 70, {"P2": 50, "P1": 40}, 0)
    _to_trains(play, "KO")
    one = next(s for s in play.listed("sell_shares") if s["shares"][0].startswith("AR") and len(s["shares"]) == 1)
    play.game.apply(one)
    assert not any(sale["shares"][0].startswith("AR") for sale in play.listed("sell_shares"))


def test_the_operators_presidency_is_kept() -> None:
    play = Play("1889")
    play.company("KO", 80, {"P1": 30, "P2": 20}, 0)
    play.tile("J5", "3", 4)
    play.phase("4")
    play.set_cash("P1", 100)
    _to_trains(play, "KO")
    assert [sale["percent"] for sale in play.listed("sell_shares")] == [10]  # a tie keeps it
    play.refused("may not be lost|president", "sell_shares", "P1", shares=["KO_1", "KO_0"], percent=20)


def test_another_presidency_may_be_lost_in_1830_but_not_in_1889() -> None:
    shikoku = _shikoku(cash=0, president=100)
    shikoku.company("AR", 70, {"P1": 20, "P2": 20}, 0)
    _to_trains(shikoku, "KO")
    assert not any(sale["shares"][0].startswith("AR") for sale in shikoku.listed("sell_shares"))

    eastern = _play("1830", "PRR", cash=0, president=100)
    eastern.company("NYC", 71, {"P1": 20, "P2": 20}, 0)
    _to_trains(eastern, "PRR")
    sales = [sale for sale in eastern.listed("sell_shares") if sale["shares"][0].startswith("NYC")]
    assert {sale["percent"] for sale in sales} == {10, 20}
    eastern.game.apply(next(sale for sale in sales if sale["percent"] == 20))
    assert eastern.game.name(eastern.game.president(eastern.id("NYC"))) == "P2"


def test_companies_still_to_operate_are_sorted_anew() -> None:
    play = _play("1830", "PRR", cash=0, president=160)
    play.company("NYC", 71, {"P2": 30, "P1": 20}, 0)
    play.company("CPR", 67, {"P3": 30}, 0)
    _to_trains(play, "PRR")
    assert [play.game.name(c) for c in play.game.state.round.operators] == ["PRR", "NYC", "CPR"]
    play.move("sell_shares", "P1", shares=["NYC_2", "NYC_3"], percent=20)
    assert play.price("NYC") == 67  # the same as CPR, but further down
    assert [play.game.name(c) for c in play.game.state.round.operators] == ["PRR", "CPR", "NYC"]


def test_help_for_trains_of_others_up_to_their_price_in_1830() -> None:
    play = _play("1830", "PRR", cash=50, president=100)
    play.company("NYC", 71, {"P2": 30}, 0)
    play.trains("NYC", "3", "4")
    _to_trains(play, "PRR")
    prices = {offer["train"]: offer["price"] for offer in play.listed("buy_train")}
    assert prices == {"3-0": range(1, 151), "4-0": range(1, 151)}
    play.set_cash("PRR", 200)  # more than the 3's price: the treasury alone, at any price
    prices = {offer["train"]: offer["price"] for offer in play.listed("buy_train")}
    assert prices["3-0"] == range(1, 201)
    assert prices["4-0"] == range(1, 301)
    play.set_cash("PRR", 50)
    play.buy("PRR", "3-0", 150)
    assert (play.cash("PRR"), play.cash("P1"), play.cash("NYC")) == (0, 0, 150)


def test_after_a_sale_no_share_may_turn_out_superfluous() -> None:
    play = _play("1830", "PRR", cash=50, president=100)
    play.company("NYC", 71, {"P2": 30, "P1": 20}, 0)
    play.company("CPR", 67, {"P3": 30}, 0)
    play.trains("CPR", "4")
    _to_trains(play, "PRR")
    sale = next(s for s in play.listed("sell_shares") if s["shares"][0].startswith("NYC") and s["percent"] == 10)
    play.game.apply(sale)
    [offer] = [offer for offer in play.listed("buy_train") if offer["train"] == "4-0" and offer["price"] != 300]
    assert offer["price"] == range(221 - 71 + 1, 222)


def test_bankruptcy_only_if_all_he_has_does_not_suffice() -> None:
    play = Play("1889")
    play.company("KO", 80, {"P1": 50}, 0)
    play.company("AR", 70, {"P2": 50, "P1": 20}, 0)
    play.tile("J5", "3", 4)
    play.phase("6")
    play.set_cash("P1", 200)
    _to_trains(play, "KO")  # after a drop KO's 30% are worth 225, AR's 20% 140: 565 of 630
    assert "bankrupt" in play.kinds()
    play.set_cash("P1", 265)
    assert "bankrupt" not in play.kinds()
    play.refused("can be raised", "bankrupt", "KO")
    play.set_cash("P1", 200)
    play.move("bankrupt", "KO")
    assert play.game.finished
    assert play.game.end_reason == "bankrupt"
    assert play.cash("P1") == 0
    assert play.held("KO", "P1") == 20  # the president's certificate, which nobody could take over
    assert play.held("AR", "P1") == 0
    assert dict(play.game.standings())["P1"] == 20 // 10 * play.price("KO")


def test_no_bankruptcy_without_need() -> None:
    play = Play("1889")
    play.company("KO", 80, {"P1": 50}, 0)
    play.phase("6")
    play.set_cash("P1", 0)
    play.operate()
    play.refused("must first", "bankrupt", "KO")
