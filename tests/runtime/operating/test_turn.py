"""The frame of an operating round: order, silent skips, what waits and what must be passed (core 5.3, 5.4, 10)."""

from operating_games import Play


def _play(ko: int = 700, tr: int = 700) -> Play:
    """KO (K4) and TR (F9) operate, KO first: its price is the higher one."""
    play = Play("1889")
    play.company("TR", 70, {"P2": 50}, tr)
    play.company("KO", 80, {"P1": 50}, ko)
    return play


def test_order_by_price_and_homes_at_the_start() -> None:
    play = _play()
    play.company("AR", 100, {"P3": 40}, 0)
    play.game.state.floated[play.id("AR")] = False
    play.operate()
    operators = play.game.state.round.operators
    assert [play.game.name(company) for company in operators] == ["KO", "TR"]
    assert play.acting == "KO"
    placed = {name: play.game.state.tokens[play.id(name)][0] is not None for name in ("KO", "TR", "AR")}
    assert placed == {"KO": True, "TR": True, "AR": False}


def test_round_without_floated_companies_ends_at_once() -> None:
    play = Play("1889")
    play.game.state.owner[play.id("MF")] = play.id("P2")
    play.operate()
    assert play.cash("P2") == 425
    assert play.game.state.round.kind == "stock round"
    assert play.game.state.set_number == 3


def test_track_waits_even_if_nothing_can_be_laid() -> None:
    play = _play()
    play.game.state.board.supply = [()] * len(play.game.state.board.supply)
    play.operate()
    assert play.kinds() == {"pass"}


def test_what_is_skipped_leaves_no_action() -> None:
    play = _play()
    play.operate()
    play.move("pass", "KO")  # track; then no token is reached, no train: 0 is withheld
    assert play.price("KO") == 75
    assert play.game.state.last_revenue[play.id("KO")] == 0
    assert play.kinds() == {"buy_train", "pass"}  # without a route there is no duty
    play.move("pass", "KO")
    assert play.acting == "TR"


def test_one_lay_a_turn() -> None:
    play = _play()
    play.operate()
    play.lay("KO", "J5", "3", 4)
    play.refused("first buy trains", "lay_tile", "KO", hex="K6", tile="9-0", rotation=0)
    play.refused("must own a train", "pass", "KO")  # now it has a route
    play.buy("KO", "2-0", 80)
    play.move("pass", "KO")
    assert play.acting == "TR"


def test_token_step_waits_only_if_one_can_be_placed() -> None:
    play = _play()
    play.tile("K6", "9", 0)
    play.tile("K8", "14", 0)  # K4 - K6 - K8; one of its slots is reserved for AR
    play.operate()
    play.lay("KO", "J5", "3", 4)
    assert play.kinds() == {"place_token", "pass"}
    assert [action["city"] for action in play.listed("place_token")] == ["14-0-0"]
    play.refused("first place a token, or pass", "run_routes", "KO", routes=[])
    play.move("place_token", "KO", city="14-0-0", slot=0)
    assert play.game.state.board.tokens[play.game.rules.hex_number["K8"]] == ((None, play.id("KO")),)
    assert play.cash("KO") == 660
    assert play.kinds() == {"buy_train"}


def test_token_too_dear_is_skipped() -> None:
    play = _play(ko=39)
    play.tile("K6", "9", 0)
    play.tile("K8", "14", 0)
    play.operate()
    play.lay("KO", "J5", "3", 4)
    assert "place_token" not in play.kinds()


def test_token_does_not_take_a_reserved_slot() -> None:
    play = _play()
    play.tile("K6", "9", 0)
    play.tile("K8", "6", 3)
    board = play.game.state.board
    assert board.reserved[play.game.rules.hex_number["K8"]]  # home of AR, which may yet come
    play.operate()
    play.lay("KO", "J5", "3", 4)
    offered = play.listed("place_token")
    assert offered == []


def test_only_the_operator_acts() -> None:
    play = _play()
    play.operate()
    play.refused("turn of KO", "pass", "TR")
    play.refused("turn of KO", "pass", "P1")
    play.refused("not possible|must first", "bid", "P1", company="MF", price=5)


def test_end_of_the_round_after_the_last_operator() -> None:
    play = _play()
    play.operate()
    play.game.state.rounds_planned = 1
    for name in ("KO", "KO", "TR", "TR"):
        play.move("pass", name)
    assert play.game.state.round.kind == "stock round"
    assert play.game.state.operated[play.id("TR")]
