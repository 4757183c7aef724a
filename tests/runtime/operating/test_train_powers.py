"""Trains joined, lengthened and turned over: what is offered, and how far they run then (core 15)."""

from pathlib import Path
from typing import Any

from scenarios.scenario import play

from titleworks.runtime import distances, trains
from titleworks.runtime.game import Game
from titleworks.runtime.saving import state_from_plain, state_to_plain
from titleworks.runtime.table.models import Distance, DistanceRow

_SCENARIOS = Path(__file__).parents[2] / "scenarios"


def _played(name: str, upto: str) -> Game:
    """The game of a scenario, up to its first line of this text."""
    text = (_SCENARIOS / f"{name}.txt").read_text(encoding="utf-8")
    return play(text[: text.index(f"\n{upto}\n")])


def _listed(game: Game, kind: str) -> list[dict[str, Any]]:
    return [action for action in game.legal_actions() if action["type"] == kind]


def test_every_combination_is_offered_as_one_action() -> None:
    game = _played("train-powers", "AB: combine 4 with 1+2")
    found = {
        (a["base"], a["additional_train_variant"], a["additional_train"]) for a in _listed(game, "combined_trains")
    }
    assert found == {("4-0", "1+2", "2-0"), ("4-1", "2", "2-0")}
    game.apply(_listed(game, "combined_trains")[0])
    assert not game.state.frames


def test_a_combination_without_its_part_asks_for_it() -> None:
    game = _played("train-powers", "AB: combine 4 with 1+2")
    action = _listed(game, "combined_trains")[0]
    game.apply({key: value for key, value in action.items() if not key.startswith("additional")})
    assert {a["choice"] for a in _listed(game, "choose")} == {"1+2"}


def test_joined_and_lengthened_distances() -> None:
    game = _played("train-powers", "refused: AB: choose 2")
    plain = game.rules.company_number["AB"]
    joined, plus = game.state.trains[plain]
    rows = {tuple(row.kinds or ()): row.visits for row in trains.distance_of(game, joined).rows}
    assert rows == {(): 5, ("town",): 2}
    game.state.round.extended[plus] = ((("town",), 1),)
    rows = {tuple(row.kinds or ()): row.visits for row in trains.distance_of(game, plus).rows}
    assert rows == {(): 5, ("town",): 5}
    assert state_from_plain(game.state, state_to_plain(game.state)) == game.state


def test_an_unlimited_place_stays_unlimited() -> None:
    four = Distance(rows=[DistanceRow(pays=4, visits=4)])
    long = distances.lengthened(four, [(("town",), None)])
    assert [(row.kinds, row.visits) for row in long.rows] == [(None, 4), (["town"], None)]
    assert distances.lengthened_name("4", [(("town",), None)]) == "4+"
    assert distances.joined([long, long]).rows[1].visits is None


def test_flips_are_offered() -> None:
    game = _played("train-flip", "AB: flip L to 2 for 80")
    [first, second] = [a for a in _listed(game, "buy_train") if "exchange" in a]
    assert (first["train"], first["exchange"], first["variant"], first["price"]) == ("L-0", "L-0", "2", 80)
    assert second["train"] == "L-1"
