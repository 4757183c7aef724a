"""Home tokens, cities to choose, and privates bought by companies (core 11.14, 12.2, 17)."""

from operating_games import Play

from titleworks.runtime import stations
from titleworks.runtime.steps import track


def _erie(*, track_first: bool) -> Play:
    play = Play("1830")
    play.company("ERIE", 76, {"P1": 60}, 500)
    play.company("PRR", 71, {"P2": 60}, 500)
    play.phase("3")
    if track_first:
        play.tile("E11", "59", 1)
    play.operate()
    return play


def test_home_at_the_first_turn() -> None:
    play = _erie(track_first=False)
    tokens = play.game.state.tokens
    assert tokens[play.id("ERIE")][0] is not None
    assert tokens[play.id("PRR")][0] is None
    play.move("pass", "ERIE")
    assert play.acting == "ERIE"
    play.move("pass", "ERIE")
    assert play.game.state.tokens[play.id("PRR")][0] is not None
    assert play.acting == "PRR"


def test_first_track_on_a_hex_with_cities_lifts_the_token() -> None:
    play = _erie(track_first=False)
    lays = [lay for lay in play.listed("lay_tile") if lay["hex"] == "E11"]
    assert {lay["tile"] for lay in lays} == {"59-0"}
    play.game.apply(lays[0])
    erie = play.id("ERIE")
    assert play.game.state.tokens[erie][0] == (play.game.rules.hex_number["E11"], -1)
    assert play.kinds() == {"place_token"}
    assert {choice["city"] for choice in play.listed("place_token")} == {"59-0-0", "59-0-1"}
    play.refused("first choose the city", "pass", "ERIE")
    play.refused("first choose the city", "run_routes", "ERIE", routes=[])
    play.refused("not among", "place_token", "ERIE", city="H12-0-0", slot=0)
    play.move("place_token", "ERIE", city="59-0-1", slot=0, tokener="ERIE")
    assert play.game.state.tokens[erie][0] == (play.game.rules.hex_number["E11"], 1)
    assert stations.next_price(play.game, erie) == 40
    assert play.cash("ERIE") == 500
    assert "place_token" not in play.kinds()


def test_the_operator_chooses_for_another_company() -> None:
    play = Play("1830")
    play.company("ERIE", 76, {"P1": 60}, 500)
    play.company("PRR", 71, {"P2": 60}, 500)
    play.phase("3")
    play.operate()
    rotation = next(lay["rotation"] for lay in play.listed("lay_tile") if lay["hex"] == "E11")
    play.move("pass", "ERIE")
    play.move("pass", "ERIE")
    assert play.acting == "PRR"
    state, rules = play.game.state, play.game.rules
    track.lay(  # somebody's special lay on E11 in PRR's turn
        play.game, play.id("PRR"), rules.hex_number["E11"], rules.tile_number["59"], 0, rotation,
        connection=False, cost=False, as_lay=False, special=True,
    )  # fmt: skip
    assert state.board.lifted
    assert play.acting == "PRR"
    assert {choice["tokener"] for choice in play.listed("place_token")} == {"ERIE"}
    play.move("place_token", "PRR", city="59-0-0", slot=0)
    assert play.game.state.tokens[play.id("ERIE")][0] == (rules.hex_number["E11"], 0)
    assert play.game.state.tokens[play.id("PRR")][1] is None


def test_home_on_track_that_is_there_is_chosen_first() -> None:
    play = _erie(track_first=True)
    assert play.kinds() == {"place_token"}
    play.move("place_token", "ERIE", city="59-0-1", slot=0)
    assert play.game.state.tokens[play.id("ERIE")][0] == (play.game.rules.hex_number["E11"], 1)
    assert play.cash("ERIE") == 500
    assert "lay_tile" in play.kinds()


def test_a_company_buys_privates_at_any_time_in_its_turn() -> None:
    play = Play("1889")
    play.company("KO", 80, {"P1": 50}, 200)
    play.phase("3")
    state = play.game.state
    state.owner[play.id("SMR")], state.owner[play.id("DR")] = play.id("P2"), play.id("P3")
    play.operate()
    assert play.cash("P2") == 435  # income first
    offers = {offer["company"]: offer["price"] for offer in play.listed("buy_company")}
    assert offers == {"SMR": range(25, 101), "DR": range(30, 121)}
    play.refused("25 to 100", "buy_company", "KO", company="SMR", price=101)
    play.refused("may not be bought", "buy_company", "KO", company="UTF", price=150)
    play.move("buy_company", "KO", company="SMR", price=100)
    assert play.game.state.owner[play.id("SMR")] == play.id("KO")
    assert (play.cash("KO"), play.cash("P2")) == (100, 535)
    play.refused("may not be bought", "buy_company", "KO", company="SMR", price=25)
    play.move("pass", "KO")  # track
    assert play.kinds() == {"buy_company", "buy_shares", "pass"}  # the last step waits: DR can be bought
    play.move("buy_company", "KO", company="DR", price=30)
    assert play.game.state.round.kind == "stock round"  # nothing is left to do


def test_no_sale_of_privates_before_phase_3() -> None:
    play = Play("1889")
    play.company("KO", 80, {"P1": 50}, 70)
    play.game.state.owner[play.id("SMR")] = play.id("P2")
    play.operate()
    assert "buy_company" not in play.kinds()
