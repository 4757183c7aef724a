"""Properties of every game: what is listed is accepted, what is not is refused, nothing is lost, a game is a value."""

import json
from random import Random
from typing import Any

import pytest
from paths import TITLES

from titleworks.compiler import compile_file
from titleworks.runtime import shares
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game
from titleworks.runtime.invariants import violations
from titleworks.runtime.simulation import play_game
from titleworks.runtime.table.models import Table

Action = dict[str, Any]


#: Fields that do not tell two actions apart, or are compared by themselves.
_FREE = ("price", "shares", "slot", "variant", "tokener")


def _table(name: str) -> Table:
    table, _ = compile_file(TITLES / f"{name}.18xx")
    assert table is not None
    return table


TABLES = {name: _table(name) for name in ("1889", "1830")}


def _concrete(action: Action, random: Random) -> Action:
    """The action with one of the prices it offers."""
    price = action.get("price")
    if isinstance(price, range):
        return action | {"price": random.choice((price[0], price[-1]))}
    return action


def _beside(action: Action) -> Action | None:
    """An action just outside of what is offered."""
    price = action.get("price")
    if isinstance(price, range):
        return action | {"price": price[-1] + 1}
    if action["type"] in ("buy_train", "bid") and isinstance(price, int):
        return action | {"price": price - 1}
    return None


def _listed(game: Game, candidate: Action) -> bool:
    """Whether an action is among the listed ones, whichever of equal certificates it names."""
    for action in game.legal_actions():
        same = (candidate.get(key) == value for key, value in action.items() if key not in _FREE)
        price = action.get("price")
        prices = price if isinstance(price, range) else (price,)
        alike = _alike(game, candidate) == _alike(game, action)
        if all(same) and alike and (price is None or candidate["price"] in prices):
            return True
    return False


def _alike(game: Game, action: Action) -> list[tuple[int, int, int]]:
    """Of certificates only company, size and holder count."""
    rules = game.rules
    certificates = shares.parse_shares(game, action["shares"]) if "shares" in action else []
    return sorted((rules.cert_company[c], rules.cert_percent[c], game.state.holder[c]) for c in certificates)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seed", range(4))
def test_listed_is_accepted_and_the_rest_refused(name: str, seed: int) -> None:
    random = Random(seed)
    seen: list[Action] = []

    def watch(game: Game, action: Action) -> None:
        seen.append(action)
        if random.random() > 0.04 or game.finished:
            return
        before = game.state_hash()
        for offered in game.legal_actions():
            trial = game.copy()
            trial.apply(_concrete(offered, random))
            assert violations(trial) == []
            outside = _beside(offered)
            if outside is not None and not _listed(game, outside):
                with pytest.raises(Refused):
                    game.apply(outside)
        for other in random.sample(seen, min(12, len(seen))):
            if other["type"] != "run_routes" and not _listed(game, other):
                with pytest.raises(Refused):
                    game.apply(other)
        assert game.state_hash() == before

    game = play_game(TABLES[name], 2 + seed, seed, watch=watch, checked=True)
    assert game.finished


@pytest.mark.parametrize("name", TABLES)
def test_saved_and_loaded_game_goes_on_equally(name: str) -> None:
    table = TABLES[name]
    played = play_game(table, 4, 7)
    game = Game.new(table, 4, 7)
    for number, action in enumerate(played.history):
        if number % 60 == 0:
            loaded = Game.load(table, json.loads(json.dumps(game.save())))
            assert loaded.state == game.state
            assert loaded.state_hash() == game.state_hash()
            game = loaded
        game.apply(action)
    assert game.standings() == played.standings()
    assert game.state_hash() == played.state_hash()


@pytest.mark.parametrize("name", TABLES)
def test_a_copy_is_independent(name: str) -> None:
    played = play_game(TABLES[name], 3, 5)
    game = Game.new(TABLES[name], 3, 5)
    for number, action in enumerate(played.history):
        if number % 50 == 0:
            before = game.state_hash()
            branch = game.copy()
            for further in played.history[number : number + 30]:
                branch.apply(further)
            assert game.state_hash() == before
        game.apply(action)


@pytest.mark.parametrize("name", TABLES)
def test_same_seed_same_game(name: str) -> None:
    assert play_game(TABLES[name], 3, 11).state_hash() == play_game(TABLES[name], 3, 11).state_hash()
