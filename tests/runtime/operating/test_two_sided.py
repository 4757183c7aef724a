"""Cards with two sides: names in records, what lies where, what the open market does to them (core 2.6, 15)."""

from functools import cache
from pathlib import Path

import pytest

from titleworks.compiler import compile_text
from titleworks.runtime import trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game
from titleworks.runtime.invariants import violations
from titleworks.runtime.records.trace import card_text
from titleworks.runtime.table.models import Table

_SCENARIO = Path(__file__).parents[2] / "scenarios" / "two-sided-trains.txt"


@cache
def _table() -> Table:
    lines = _SCENARIO.read_text(encoding="utf-8").splitlines()
    start = lines.index("title:") + 1
    text = "\n".join(line[4:] for line in lines[start : lines.index("players 2")])
    table, problems = compile_text(text + "\n", "small.18xx")
    assert table is not None, problems
    return table


@pytest.fixture
def game() -> Game:
    return Game.new(_table(), 2)


def _kind(game: Game, name: str) -> int:
    return game.rules.train_number[name]


def test_the_depot_holds_fronts_and_sells_both_sides(game: Game) -> None:
    names = [game.rules.trains[card >> 10].name for card in trains.on_sale(game)]
    assert names == ["L", "2"]
    assert len(game.state.depot) == 5
    assert trains.card_text(game, trains.on_sale(game)[1]) == "L-0"


def test_a_card_is_read_as_it_lies(game: Game) -> None:
    second = _kind(game, "2") << 10
    assert trains.parse_card(game, "L-0", "2") == second
    assert trains.parse_card(game, "L-0") == trains.front(game, second)
    trains.leave_bank(game, second)
    game.state.trains[0] += (second,)
    assert trains.parse_card(game, "L-0") == second
    assert card_text(game, second) == "L-0:2"
    assert game.state.departures[_kind(game, "L")] == game.state.departures[_kind(game, "2")] == 1
    assert violations(game) == []


def test_a_side_that_is_not_on_the_card_is_refused(game: Game) -> None:
    with pytest.raises(Refused, match="no side '3'"):
        trains.parse_card(game, "L-0", "3")


def test_the_open_market_fixes_the_side(game: Game) -> None:
    second = _kind(game, "2") << 10
    trains.leave_bank(game, second)
    game.state.trains[0] += (second,)
    trains.discard(game, 0, second)
    assert trains.on_sale(game)[-1] == second
    assert game.state.one_sided == [trains.front(game, second)]


def test_a_rusted_side_is_not_sold(game: Game) -> None:
    game.state.left.append(_kind(game, "3"))
    assert [game.rules.trains[card >> 10].name for card in trains.on_sale(game)] == ["2"]


def test_a_later_train_opens_the_phases_before_its_own_too(game: Game) -> None:
    game.state.depot[:0] = [_kind(game, "3") << 10 | 7]
    game.state.round.kind = "none"
    trains.export(game)
    assert game.rules.phases[game.state.phase].name == "3"
