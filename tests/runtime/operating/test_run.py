"""Runs and dividends (core 13, 14)."""

import pytest
from operating_games import Action, Play


def _play(**holdings: int) -> Play:
    """KO runs a 2 train from K4 (30) to the town on J5 (10)."""
    play = Play("1889")
    play.company("KO", 80, holdings or {"P1": 50}, 0)
    play.trains("KO", "2")
    play.tile("J5", "3", 4)
    play.operate()
    play.move("pass", "KO")
    return play


ROUTE: Action = {"train": "2-0", "connections": [["K4", "J5"]]}


def test_best_routes_are_listed() -> None:
    play = _play()
    [run] = play.listed("run_routes")
    [route] = run["routes"]
    assert (route["train"], sorted(route["connections"][0]), route["revenue"]) == ("2-0", ["J5", "K4"], 40)
    play.game.apply(run)
    assert play.game.state.round.revenue == 40


@pytest.mark.parametrize(
    ("text", "routes"),
    [
        ("token", [{"train": "2-0", "connections": [["J5", "K6"]]}]),
        ("no track", [{"train": "2-0", "connections": [["K4", "K6"]]}]),
        ("no track", [{"train": "2-0", "connections": [["K4", "ZZ"]]}]),
        ("can run now", [ROUTE, ROUTE]),
        ("can run now", [{"train": "3-0", "connections": [["K4", "J5"]]}]),
        ("no train", [{"train": "9-0", "connections": [["K4", "J5"]]}]),
        ("name of a train", [{"connections": [["K4", "J5"]]}]),
        ("lists of names", [{"train": "2-0", "connections": [[1]]}]),
        ("lists of names", [{"train": "2-0", "connections": 7}]),
        ("chain", [{"train": "2-0", "connections": [[]]}]),
        ("revenue", [{**ROUTE, "revenue": -1}]),
    ],
)
def test_refused_runs(text: str, routes: list[Action]) -> None:
    play = _play()
    if text == "token":
        text = "token|no track"
    play.refused(text, "run_routes", "KO", routes=routes)


def test_too_many_stops() -> None:
    play = Play("1889")
    play.company("KO", 80, {"P1": 50}, 0)
    play.trains("KO", "2")
    play.tile("J5", "3", 4)
    play.tile("K6", "9", 2)
    play.operate()
    play.move("pass", "KO")
    routes = [{"train": "2-0", "connections": [["K4", "J5"], ["J5", "K6", "L7"]]}]
    play.refused("stops", "run_routes", "KO", routes=routes)


def test_wrong_figures_are_followed_in_records_only() -> None:
    play = _play()
    play.refused("route 1 pays 40, not 70", "run_routes", "KO", routes=[{**ROUTE, "revenue": 70}])
    play.refused("the run brings 0, not 10", "run_routes", "KO", routes=[ROUTE], subsidy=10)
    play.move("run_routes", "KO", routes=[{**ROUTE, "revenue": 40}])
    assert play.game.state.round.revenue == 40
    assert play.game.revenue_notes == []

    play = _play()
    play.game.follow_record_revenue = True
    play.move("run_routes", "KO", routes=[{**ROUTE, "revenue": 70}])
    assert play.game.state.round.revenue == 70
    [note] = play.game.revenue_notes
    assert note == {"company": "KO", "route": 0, "recorded": 70, "computed": 40, "problem": None}


def test_an_illegal_route_of_a_record_is_followed_and_noted() -> None:
    play = _play()
    play.game.follow_record_revenue = True
    play.refused("no track", "run_routes", "KO", routes=[{"train": "2-0", "connections": [["K4", "K6"]]}])
    play.move("run_routes", "KO", routes=[{"train": "2-0", "connections": [["K4", "K6"]], "revenue": 50}])
    assert play.game.state.round.revenue == 50
    [note] = play.game.revenue_notes
    assert note["computed"] is None
    assert note["problem"]


def test_empty_run_withholds_nothing_and_the_price_falls() -> None:
    play = _play()
    play.refused("cannot pass", "pass", "KO")
    play.move("run_routes", "KO", routes=[])
    assert play.price("KO") == 75
    assert "dividend" not in play.kinds()


def test_payout_each_holder_rounded_up_pool_to_the_company() -> None:
    play = _play(P1=30, P2=20, pool=10)
    before = {name: play.cash(name) for name in ("P1", "P2", "P3", "KO")}
    play.game.state.round.revenue = 0
    play.move("run_routes", "KO", routes=[ROUTE])
    play.refused("may be", "dividend", "KO", kind="half")
    play.move("dividend", "KO", kind="payout")
    after = {name: play.cash(name) - before[name] for name in before}
    assert after == {"P1": 12, "P2": 8, "P3": 0, "KO": 4}  # the IPO's 40% stay in the bank
    assert play.price("KO") == 90


def test_withheld() -> None:
    play = _play()
    play.move("run_routes", "KO", routes=[ROUTE])
    assert play.kinds() == {"dividend"}
    play.move("dividend", "KO", kind="withhold")
    assert play.cash("KO") == 40
    assert play.price("KO") == 75
    assert play.game.state.last_revenue[play.id("KO")] == 40


def test_a_train_that_ran_does_not_run_again_for_its_buyer() -> None:
    play = Play("1889")
    play.company("KO", 80, {"P1": 50}, 0)
    play.company("AR", 70, {"P1": 50}, 500)
    play.trains("KO", "2", "2")
    play.tile("J5", "3", 4)
    play.operate()
    play.move("pass", "KO")
    play.move("run_routes", "KO", routes=[ROUTE])
    play.move("dividend", "KO", kind="withhold")
    assert play.game.state.round.ran == {0, 1}  # all its trains, whether they ran or not
