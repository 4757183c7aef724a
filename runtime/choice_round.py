"""A round of choices: in player order, each player who can use one of its powers is asked once, for each of them."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import powers, rules_engine
from titleworks.runtime.errors import Refused
from titleworks.runtime.prepared import PreparedPower
from titleworks.runtime.state import ChoiceRound

Action = dict[str, Any]
Env = tuple[Any, ...]


def start(game: Any, index: int, number: int = 1) -> None:
    """Begin the round."""
    game.state.round = ChoiceRound(index, game.rules.rounds[index].name)
    game.emit("round starts")


def _powers(game: Any) -> list[PreparedPower]:
    """The powers whose moment the round is; only those it names, if it names one."""
    current = game.state.round
    named = game.rules.rounds[current.index].power
    return [
        power
        for power in game.rules.powers
        if ("choice round", current.name) in power.row.moments and named in (None, power.row.name)
    ]


def _asked(game: Any) -> tuple[int, PreparedPower] | None:
    """The player who is asked, and the power; None when all were."""
    asked, position = _powers(game), game.state.round.position
    if not asked or position >= len(asked) * len(game.state.order):
        return None
    seat, number = divmod(position, len(asked))
    return game.state.order[seat], asked[number]


def _env(player: int, power: PreparedPower) -> Env:
    return (player,) + (None,) * (power.size - 1)


def acting(game: Any) -> list[int]:
    """The player who is asked."""
    found = _asked(game)
    return [] if found is None else [found[0]]


def settle(game: Any) -> bool:
    """Ask nobody in vain; at the end the players get their order for what follows."""
    state, current = game.state, game.state.round
    found = _asked(game)
    if found is None:
        game.emit("round ends")
        state.order = list(game.ask.player_order(game, current.name))
        game.end_round()
        return True
    player, power = found
    if not game.is_out(player) and power.usable_by(game, _env(player, power)) == player:
        return False
    current.position += 1
    return True


def handle(game: Any, action: Action, entity: int) -> None:
    """The power is used, or declined by a pass. Raises Refused before changing anything."""
    found = _asked(game)
    if found is None or found[0] != entity:
        raise Refused(f"it is the turn of {game.name(acting(game)[0])}" if found else "nobody is asked")
    player, power = found
    game.state.round.position += 1
    if action["type"] == "pass":
        return
    answering = player if power.private is None else power.private
    rules_engine.start_power(game, power, _env(player, power), action, answering)


def actions(game: Any) -> Iterator[Action]:
    """All legal actions of the player who is asked."""
    found = _asked(game)
    if found is not None:
        player, power = found
        yield from powers.beginnings(game, power, _env(player, power), player)
        yield {"type": "pass", **game.entity_fields(player)}
