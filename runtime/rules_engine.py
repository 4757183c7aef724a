"""Carries out the code of rules and powers: a flat list of instructions, with frames where the game waits.

A frame is `(source, pc, env)`; `source` is `("rule", event, position)`, `("power", number)` or `("offer", number)`: a
power that may be used right now, because an event is its moment, or declined. Frames lie on a stack in the state; the
top one takes the next action.
"""

from typing import Any

from titleworks.runtime.errors import Refused
from titleworks.runtime.instructions.base import Awaited, Env, Joined
from titleworks.runtime.instructions.money import SettleDebt
from titleworks.runtime.prepared import PreparedPower, PreparedRule
from titleworks.runtime.table.vocabulary import SECOND_CHOICES

Source = tuple[Any, ...]
Action = dict[str, Any]


def emit(game: Any, event: str, args: Env) -> None:
    """Carry out the rules on an event, in the order written, and offer the powers whose moment it is."""
    rules = game.rules
    for position, rule in enumerate(rules.rules_on.get(event, ())):
        env = args + (None,) * (rule.size - len(args))
        if rule.condition is None or rule.condition(game, env):
            run(game, ("rule", event, position), 0, env)
    for power in rules.powers_on.get(event, ()):
        env = args + (None,) * (power.size - len(args))
        if power.usable_by(game, env) is not None:
            game.state.frames.append((("offer", power.number), 0, env))


def run(game: Any, source: Source, pc: int, env: Env, asked: int | None = None) -> None:
    """Carry out code from `pc` until it ends, or until it waits: then a frame is left on the stack.

    `asked`: position at which it has to wait. Raises Refused if there is nothing to wait for.
    """
    rule = game.rules.rule_of(source)
    code = rule.code
    values = list(env)
    while pc < len(code):
        instruction = code[pc]
        if isinstance(instruction, Awaited) and instruction.waits(game, rule, tuple(values)):
            game.state.frames.append((source, pc, tuple(values)))
            return
        if pc == asked:
            raise Refused(f"{rule.row.name!r} has nothing to offer now")
        pc = instruction.execute(game, rule, pc, values)


def top(game: Any) -> tuple[Source, PreparedRule, Awaited | None, Env]:
    """The frame that takes the next action: its source, the rule or power, what it waits for, and its env."""
    source, pc, env = game.state.frames[-1]
    rule = game.rules.rule_of(source)
    instruction = rule.code[pc] if pc < len(rule.code) else None
    return source, rule, instruction if isinstance(instruction, Awaited) else None, env


def awaited(game: Any) -> list[int]:
    """Who must answer what the frame on top waits for; a power on offer, its user."""
    _, rule, instruction, env = top(game)
    if instruction is None:
        return rule.asked(game, env)
    return instruction.askers(game, rule, env)


def resume(game: Any, action: Action, entity: int) -> None:
    """Give an action to the frame on top; it goes on. Raises Refused if it is not what the frame waits for."""
    if entity not in awaited(game):
        raise Refused(waiting_text(game))
    source, rule, instruction, env = top(game)
    pc = game.state.frames.pop()[1]
    if source[0] == "offer":
        if action["type"] != "pass":
            start_power(game, rule, env, action, entity)
        return
    if instruction is None:
        raise Refused(waiting_text(game))
    if action["type"] == "pass":
        if not instruction.may_be_declined:
            raise Refused("this choice cannot be declined")
        run(game, source, pc + 1, env)
        return
    values = list(env)
    joined = [_begun(game, power) for power in instruction.joined(game, rule, action)]
    instruction.take(game, rule, values, action, joined)
    run(game, source, pc if instruction.repeats else pc + 1, tuple(values))
    for power, answered, known in joined:
        game.state.uses[power.number] += 1
        run(game, ("power", power.number), answered + 1, known)


def _begun(game: Any, power: PreparedPower) -> Joined:
    """Another power that the same action uses: what comes before the answer is carried out. Raises Refused."""
    depth = len(game.state.frames)
    run(game, ("power", power.number), 0, power.empty_env())
    if len(game.state.frames) == depth:
        raise Refused(f"{power.row.name!r} has nothing to offer now")
    _, pc, env = game.state.frames.pop()
    return Joined(power, pc, env)


def start_power(game: Any, power: Any, env: Env, action: Action, entity: int) -> None:
    """Use a power; the action is also the answer to the first thing the power asks. Raises Refused if it is none."""
    if not power.begins(action):
        raise Refused(f"{action['type']} does not use {power.row.name!r}")
    game.state.uses[power.number] += 1
    depth = len(game.state.frames)
    run(game, ("power", power.number), 0, env, asked=power.trigger)
    if len(game.state.frames) > depth:
        resume(game, action, entity)
        second = SECOND_CHOICES.get(action["type"])
        if second in action and len(game.state.frames) > depth:
            resume(game, {"type": "choose", **game.entity_fields(entity), "choice": action[second]}, entity)
    elif power.trigger is not None:
        raise Refused(f"{power.row.name!r} has nothing to offer now")


def waiting_text(game: Any) -> str:
    """Who must do what before anything else, for messages."""
    if not game.state.frames:
        return "the game waits for another choice"
    source, rule, instruction, _ = top(game)
    who = " or ".join(game.name(entity) for entity in awaited(game))
    if source[0] == "offer" or instruction is None:
        return f"{who} must first use {rule.row.name!r} or pass"
    return f"{who} must first {instruction.purpose}"


def debtor(game: Any) -> int | None:
    """The company whose due payment the game waits for."""
    if not game.state.frames:
        return None
    _, _, instruction, env = top(game)
    if not isinstance(instruction, SettleDebt):
        return None
    company: int = instruction.company(game, env)
    return company
