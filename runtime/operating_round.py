"""The operating round: operators in order, each going through the steps of its turn (core 5.3, 10)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import ending
from titleworks.runtime.errors import Refused
from titleworks.runtime.map import network as networks
from titleworks.runtime.map.network import Network
from titleworks.runtime.state import OperatingRound
from titleworks.runtime.steps import buy_private, buy_train, discard, dividend, home, run, token, track
from titleworks.runtime.table.models import Step

Action = dict[str, Any]

STEPS: dict[str, Any] = {
    "buy private": buy_private,
    "home": home,
    "track": track,
    "token": token,
    "run": run,
    "dividend": dividend,
    "discard": discard,
    "buy train": buy_train,
}

#: What comes before all steps as soon as there is need (core 11.14, 15.6).
URGENT = ("home", "discard")

#: The steps of a turn unless the title lists its own (core 5.3); the first private purchase never waits.
DEFAULT_STEPS = (
    Step(name="buy private", kind="buy private", waits=False),
    Step(name="track", kind="track"),
    Step(name="token", kind="token"),
    Step(name="run", kind="run"),
    Step(name="dividend", kind="dividend"),
    Step(name="buy train", kind="buy train"),
    Step(name="buy private at the end", kind="buy private"),
)


def start(game: Any, index: int) -> None:
    """List the operators, pay income, place homes if it is time (core 10.1)."""
    state = game.state
    current = state.round = OperatingRound(index, game.next_number)
    current.operators = list(game.ask.operating_order(game))
    game.emit("round starts", "operating round")
    game.pay_income()
    for company in current.operators:
        if game.ask.home_placed(game, company) == "operating round start":
            home.place_automatically(game, company)


def network(game: Any, company: int) -> Network:
    """The company's network (core 11.7)."""
    return networks.network(game.state.board, company)


def _steps(game: Any) -> tuple[list[Step], list[Any]]:
    """The steps of a turn in order, with the conditions on which the title says they wait."""
    steps, waits = game.rules.turn_steps
    return steps, waits


def acting(game: Any) -> list[int]:
    """The operator, or who must act in the step that waits."""
    company = game.operator()
    if company is None:
        return []
    if _urgent(game, company) == "discard":
        return discard.acting(game)
    return [company]


def _urgent(game: Any, company: int) -> str | None:
    """What must be done before any step."""
    return next((kind for kind in URGENT if STEPS[kind].waits(game, company)), None)


def settle(game: Any) -> bool:
    """Start the next turn, skip a step that has nothing to do, or end the turn or the round (core 5.3)."""
    current = game.state.round
    company = game.operator()
    if company is None:
        if current.position + 1 >= len(current.operators):
            game.end_round()
        else:
            _start_turn(game)
        return True
    if _urgent(game, company) is not None:
        return False
    steps, waits = _steps(game)
    for number, step in enumerate(steps):
        if current.done >> number & 1 or waits[number] is False:
            continue
        if _waits(game, company, step, waits[number]):
            return False
        current.done |= 1 << number
        if step.kind == "dividend":
            dividend.skip(game, company)
            return True
    _end_turn(game, company)
    return True


def _waits(game: Any, company: int, step: Step, condition: Any) -> bool:
    if condition is None:
        return bool(STEPS[step.kind].waits(game, company))
    return bool(condition(game, (company,)) if callable(condition) else condition)


def _start_turn(game: Any) -> None:
    state = game.state
    current = state.round
    current.position += 1
    current.new_turn()
    company = current.operators[current.position]
    state.turns[company] += 1
    if game.ask.home_placed(game, company) == "turn start":
        home.place_automatically(game, company)
    for power in game.rules.powers:
        if power.row.uses_per == "turn":
            state.uses[power.number] = 0
    game.emit("turn starts", company)


def _end_turn(game: Any, company: int) -> None:
    state = game.state
    current = state.round
    game.emit("turn ends", company)
    state.operated[company] = True
    if ending.after_turn(game):
        return
    if current.position + 1 >= len(current.operators):
        game.end_round()
    else:
        _start_turn(game)


def step_done(game: Any, name: str | None) -> bool:
    """Whether a step of the turn is over: finished, skipped, or not in the turn at all."""
    current = game.state.round
    if current.kind != "operating round":
        return True
    steps, _ = _steps(game)
    return all(current.done >> number & 1 for number, step in enumerate(steps) if name in (step.name, step.kind))


def skip(game: Any, name: str) -> None:
    """A step is over for this turn."""
    current = game.state.round
    steps, _ = _steps(game)
    for number, step in enumerate(steps):
        if name in (step.name, step.kind):
            current.done |= 1 << number


def handle(game: Any, action: Action, entity: int) -> None:
    """Give the action to the first unfinished step, up to the waiting one, that takes it (core 5.3)."""
    company = game.operator()
    if company is None:
        raise Refused("nobody operates now", "core 5.3")
    current = game.state.round
    kind = action["type"]
    urgent = _urgent(game, company)
    if urgent is not None:
        if kind not in STEPS[urgent].ACCEPTS:
            raise Refused(f"{_who(game)} must first {_PURPOSES[urgent]}", "core 5.3")
        STEPS[urgent].handle(game, company, action, entity)
        current.actions += 1
        return
    steps, waits = _steps(game)
    for number, step in enumerate(steps):
        module = STEPS[step.kind]
        if current.done >> number & 1:
            continue
        if kind in module.ACCEPTS:
            _check_entity(game, company, kind, entity)
            module.handle(game, company, action, entity)
            current.actions += 1
            return
        if waits[number] is False:
            continue
        if kind != "pass":
            raise Refused(f"{_who(game)} must first {_purpose(step)}, or pass", "core 5.3")
        _check_entity(game, company, kind, entity)
        _pass(game, company, number, step)
        current.actions += 1
        return
    raise Refused(f"{kind} is not possible now", "core 5.3")


def _check_entity(game: Any, company: int, kind: str, entity: int) -> None:
    if kind == "sell_shares":
        if not game.rules.is_player(entity):
            raise Refused("shares are sold by the president", "core 16.3")
    elif entity != company:
        raise Refused(f"it is the turn of {game.name(company)}", "core 5.3")


def _pass(game: Any, company: int, number: int, step: Step) -> None:
    """The step is declined, if it can be (core 5.4)."""
    if step.kind in ("run", "dividend"):
        raise Refused(f"{game.name(company)} cannot pass here", "core 5.4")
    if step.kind == "buy train" and game.ask.must_own_train(game, company):
        raise Refused(f"{game.name(company)} must own a train", "core 15.8")
    game.state.round.done |= 1 << number


def _who(game: Any) -> str:
    return " or ".join(game.name(entity) for entity in acting(game))


_PURPOSES = {
    "track": "lay track",
    "token": "place a token",
    "run": "run its trains",
    "dividend": "choose the dividend",
    "discard": "discard a train",
    "buy train": "buy trains",
    "buy private": "buy privates",
    "home": "choose a city",
}


def _purpose(step: Step) -> str:
    return _PURPOSES.get(step.kind, step.name)


def finish(game: Any, kind: str) -> None:
    """The first unfinished step of the kind is finished by an action."""
    current = game.state.round
    steps, waits = _steps(game)
    for number, step in enumerate(steps):
        if step.kind == kind and waits[number] is not False and not current.done >> number & 1:
            current.done |= 1 << number
            return


def actions(game: Any) -> Iterator[Action]:
    """All legal actions of the turn, in the order of its steps."""
    company = game.operator()
    if company is None:
        return
    current = game.state.round
    urgent = _urgent(game, company)
    if urgent is not None:
        yield from STEPS[urgent].actions(game)
        return
    steps, waits = _steps(game)
    seen: set[str] = set()
    for number, step in enumerate(steps):
        module = STEPS[step.kind]
        if current.done >> number & 1:
            continue
        if step.kind not in seen:
            seen.add(step.kind)
            yield from module.actions(game)
        if waits[number] is False:
            continue
        if step.kind in ("run", "dividend"):
            return
        if step.kind == "buy train" and game.ask.must_own_train(game, company):
            return
        yield {"type": "pass", **game.entity_fields(company)}
        return
