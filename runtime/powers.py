"""Powers: extra actions of privates and companies outside the normal steps; when they may be used, and how."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import operating_round, rules_engine, train_effects
from titleworks.runtime.instructions.choices import Choose, says
from titleworks.runtime.prepared import PreparedPower
from titleworks.runtime.table.vocabulary import SECOND_CHOICES

Action = dict[str, Any]


def usable_by(game: Any, power: PreparedPower) -> int | None:
    """Who may use the power at this moment; None if nobody."""
    if all(moment == "event" for moment, _ in power.row.moments):
        return None
    who = power.usable_by(game, power.empty_env())
    if who is None or not any(_is_now(game, moment, argument, who) for moment, argument in power.row.moments):
        return None
    return who


def _is_now(game: Any, moment: str, argument: str | None, who: int) -> bool:
    kind = game.state.round.kind
    operator = game.operator()
    if moment == "stock round":
        return bool(kind == "stock round")
    if moment == "operating round":
        return operator is not None
    if moment == "stock turn":
        return bool(kind == "stock round" and who in game.acting())
    if operator is None:
        return False
    if moment == "turn openings":
        return bool(game.state.round.actions == 0)
    if not (who == operator or who == game.president(operator)):
        return False
    if moment == "step":
        return operating_round.step_open(game, str(argument))
    return moment == "own turn" or (moment == "power" and operating_round.step_open(game, f"power {argument}"))


def waiting(game: Any, moment: str) -> bool:
    """Whether somebody in the turn could still use a power of this moment (core 11.8, 17.3 b), named as titles do."""
    operator = game.operator()
    if operator is None:
        return False
    for power in game.rules.powers_at.get(moment, ()):
        who = power.usable_by(game, power.empty_env())
        if who is not None and (who == operator or who == game.president(operator)):
            return True
    return False


def use(game: Any, action: Action, entity: int) -> bool:
    """Use the first power that the action could use now: of the entity if it is a private, else one that stands in no
    private's paragraph. Returns whether there is one."""
    private = game.rules.is_private(entity)
    first: tuple[PreparedPower, tuple[Any, ...]] | None = None
    for power in game.rules.powers_of.get(entity, ()) if private else game.rules.free_powers:
        if not power.begins(action):
            continue
        who = usable_by(game, power)
        if who is None or not (private or who == entity):
            continue
        env = power.with_user(power.empty_env(), who)
        if _is_offered(game, power, env, action, entity):
            rules_engine.start_power(game, power, env, action, entity)
            return True
        first = first or (power, env)
    if private and first is not None:  # it says why not
        rules_engine.start_power(game, *first, action, entity)
        return True
    return False


def _is_offered(game: Any, power: PreparedPower, env: tuple[Any, ...], action: Action, entity: int) -> bool:
    """Whether what the action chooses is among what the power offers first: several powers may ask for choices."""
    first = power.first_awaited
    if not isinstance(first, Choose):
        return True
    return any(says(action, offer) for offer in power.first_listed(game, env, entity))


def actions(game: Any) -> Iterator[Action]:
    """All uses of powers that are legal now, each tried on a copy."""
    for private in game.state.privates:
        for power in game.rules.powers_of.get(private, ()):
            if usable_by(game, power) is not None:
                yield from beginnings(game, power, power.empty_env(), private)
    for power in game.rules.free_powers:
        who = usable_by(game, power)
        if who is not None:
            env = power.with_user(power.empty_env(), who)
            yield from beginnings(game, power, env, who)


def beginnings(game: Any, power: PreparedPower, env: tuple[Any, ...], entity: int) -> Iterator[Action]:
    """The legal actions that use a power: answers to the first thing it asks, or the choice of the power itself."""
    for action in power.first_listed(game, env, entity):
        if action["type"] != "pass" and game.is_legal(action):
            yield from _completed(game, action)


def _completed(game: Any, action: Action) -> Iterator[Action]:
    """The action with what it answers besides: one action for each choice that the power asks for next."""
    second = SECOND_CHOICES.get(action["type"])
    if second is None:
        yield action
        return
    trial = game.copy()
    trial.apply(action)
    for choice in frame_actions(trial):
        if choice["type"] == "choose":
            yield train_effects.combined_fields(game, action | {second: choice["choice"]})


def frame_actions(game: Any) -> Iterator[Action]:
    """All answers to what the game waits for, each tried on a copy."""
    source, rule, instruction, env = rules_engine.top(game)
    for entity in rules_engine.awaited(game):
        if source[0] == "offer" and isinstance(rule, PreparedPower):
            yield from beginnings(game, rule, env, entity)
            yield {"type": "pass", **game.entity_fields(entity)}
        elif instruction is not None:
            for action in instruction.listed(game, rule, env, entity):
                if action["type"] == "pass" or game.is_legal(action):
                    yield action
