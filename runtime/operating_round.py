"""The operating round: operators in order, each going through the steps of its turn (core 5.3, 10)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import ending, stations, trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.map import network as networks
from titleworks.runtime.map.network import Network
from titleworks.runtime.state import TURN_OVER, OperatingRound
from titleworks.runtime.steps import (
    build,
    buy_private,
    buy_token,
    buy_train,
    destination,
    discard,
    dividend,
    home,
    run,
    token,
    track,
    treasury_shares,
)
from titleworks.runtime.table.models import Step

Action = dict[str, Any]

STEPS: dict[str, Any] = {
    "buy private": buy_private,
    "home": home,
    "destination": destination,
    "buy token": buy_token,
    "track": track,
    "build": build,
    "token": token,
    "run": run,
    "dividend": dividend,
    "discard": discard,
    "buy train": buy_train,
    "treasury shares": treasury_shares,
}

#: What comes before the step that would wait, as soon as there is need (core 11.14, 15.6); a title that lists the
#: discards in its turn has them at their place.
URGENT = ("discard", "home")

#: Steps in which it is noticed that a company has a route; once true it stays true (core 13.8).
_ROUTE_STEPS = ("run", "buy train")

#: Steps that cannot be declined (core 5.4).
_NO_PASS = ("run", "dividend", "discard")

#: Steps that are not over when they have nothing to do: they may wait later in the turn.
_RECURRENT = ("power", "discard")

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


def start(game: Any, index: int, number: int = 1) -> None:
    """List the operators, pay income, place homes if it is time (core 10.1)."""
    state = game.state
    current = state.round = OperatingRound(index, number)
    current.operators = list(game.ask.operating_order(game))
    game.emit("round starts")
    game.pay_income()
    home.place_all(game, "operating round start", current.operators)


def network(game: Any, company: int) -> Network:
    """The company's network (core 11.7)."""
    stations.note_passages(game, company)
    return networks.network(game.state.board, company)


# ---- whose turn it is, and what is skipped ----------------------------------------------------------------------


def acting(game: Any) -> list[int]:
    """The operator, or the company that must give up a train (core 5.3)."""
    company = game.operator()
    if company is None:
        return []
    if discard.waits(game, company) and _discards_now(game, company):
        return discard.acting(game)
    return [company]


def _discards_now(game: Any, company: int) -> bool:
    """Whether what is awaited is that a company gives up a train, though one has to."""
    if _urgent(game, company) is not None:
        return _urgent(game, company) == "discard"
    *_, last = [*_open_steps(game, company)] or [(0, None, None)]
    return last[2] is discard


def _urgent(game: Any, company: int) -> str | None:
    """What must be done before the step that would wait: trains are given up first, then a home is chosen."""
    if not game.rules.discards_in_turn and discard.waits(game, company):
        return "discard"
    return "home" if home.waits(game, company) else None


def settle(game: Any) -> bool:
    """Start the next turn, skip a step that has nothing to do, or end the turn or the round (core 5.3).

    Returns whether something was done; False: an action is awaited.
    """
    current = game.state.round
    company = game.operator()
    if company is None or current.done == TURN_OVER:
        _pass_over_closed(game)
        if current.position + 1 >= len(current.operators):
            game.emit("round ends")
            game.end_round()
        else:
            _start_turn(game)
        return True
    if _urgent(game, company) is not None:
        return False
    steps, waits = game.rules.turn_steps
    for number, step in enumerate(steps):
        if current.done >> number & 1 or waits[number] is False:
            if _say_end(game, company, number, step):
                return True
            continue
        if _waits(game, company, step, waits[number]):
            return False
        if step.kind in _RECURRENT:
            continue
        current.done |= 1 << number
        if step.kind == "run":
            trains.leave_after_run(game, company)
        if step.kind == "dividend":
            dividend.skip(game, company)
            return True
        if _say_end(game, company, number, step):
            return True
    _end_turn(game, company)
    return True


def _say_end(game: Any, company: int, number: int, step: Step) -> bool:
    """Tell the title's rules, once, that a step is over. Returns whether there was anything to tell."""
    current = game.state.round
    if current.ended >> number & 1 or not current.done >> number & 1 or not game.listens("step ends"):
        return False
    current.ended |= 1 << number
    game.emit("step ends", company, step.name)
    return True


def _pass_over_closed(game: Any) -> None:
    """Companies that closed since the round began have no turn."""
    current, floated = game.state.round, game.state.floated
    while current.position + 1 < len(current.operators) and not floated[current.operators[current.position + 1]]:
        current.position += 1


def _waits(game: Any, company: int, step: Step, condition: Any) -> bool:
    """Whether the step has something to do, by the title's condition or its usual one."""
    if condition is not None:
        return bool(condition(game, (company,)) if callable(condition) else condition)
    return usual_condition(game, company, step.kind, step.name)


def usual_condition(game: Any, company: int, kind: str, name: str) -> bool:
    """Whether a step waits by its usual condition (see the vocabulary)."""
    if kind == "power":
        return bool(game.power_waits(name))
    if kind in _ROUTE_STEPS:
        game.state.routed[company] = game.route_level(company)
    return bool(STEPS[kind].waits(game, company))


def _start_turn(game: Any) -> None:
    """The next operator's turn: its home token, then the title's rules (core 10.3)."""
    state = game.state
    current = state.round
    current.position += 1
    current.new_turn()
    game.forget_words("turn")
    company = current.operators[current.position]
    state.turns[company] += 1
    for power in game.rules.powers:
        if power.row.uses_per == "turn":
            state.uses[power.number] = 0
    if game.ask.home_placed(game, company) == "turn start":
        home.place_automatically(game, company)
    game.emit("turn starts", company)


def _end_turn(game: Any, company: int) -> None:
    state = game.state
    state.round.end_turn()
    game.emit("turn ends", company)
    state.operated[company] = True
    ending.after_turn(game)


def step_open(game: Any, name: str) -> bool:
    """Whether a step of this name may take an action now."""
    company = game.operator()
    return company is not None and any(step and step.name == name for _, step, _ in _open_steps(game, company))


def skip(game: Any, name: str) -> None:
    """A step (by name or kind) is over for this turn."""
    current = game.state.round
    steps, _ = game.rules.turn_steps
    for number, step in enumerate(steps):
        if name in (step.name, step.kind):
            current.done |= 1 << number


# ---- actions ----------------------------------------------------------------------------------------------------


def _open_steps(game: Any, company: int) -> Iterator[tuple[int, Step | None, Any]]:
    """The steps that may take an action now: free ones, then the one that waits (core 5.3), as (number, step, module).

    What is urgent stands in the place of the step that waits; it has neither number (-1) nor step.
    """
    current = game.state.round
    urgent = _urgent(game, company)
    steps, waits = game.rules.turn_steps
    for number, step in enumerate(steps):
        if current.done >> number & 1:
            continue
        if step.kind in _RECURRENT and waits[number] is not False and not _waits(game, company, step, waits[number]):
            continue
        if waits[number] is False:
            if step.kind not in URGENT:
                yield number, step, STEPS.get(step.kind)
        elif urgent is not None:
            break
        else:
            yield number, step, STEPS.get(step.kind)
            return
    if urgent is not None:
        yield -1, None, STEPS[urgent]


def is_free(game: Any, kind: str) -> bool:
    """Whether a step that waits for nothing, and so is open all through the turn, takes actions of this type now."""
    steps, waits = game.rules.turn_steps
    return any(
        waits[number] is False and step.kind in STEPS and kind in STEPS[step.kind].ACCEPTS and step.kind not in URGENT
        for number, step in enumerate(steps)
        if not game.state.round.done >> number & 1
    )


def handle(game: Any, action: Action, entity: int) -> None:
    """Give the action to the first unfinished step, up to the waiting one, that takes it (core 5.3)."""
    company = game.operator()
    if company is None:
        raise Refused("nobody operates now", "core 5.3")
    kind = action["type"]
    waiting: tuple[int, Step | None, Any] | None = None
    for waiting in _open_steps(game, company):
        if waiting[2] is not None and kind in waiting[2].ACCEPTS and _sells_there(game, kind, entity, waiting[2]):
            _check_entity(game, company, kind, entity)
            _taken(game, waiting[1])
            waiting[2].handle(game, company, action, entity)
            return
    if waiting is None:
        raise Refused(f"{kind} is not possible now", "core 5.3")
    number, step, module = waiting
    if kind == "sell_shares" and module is buy_train:
        raise Refused("shares are sold by the president", "core 16.3")
    reason = _why_no_pass(game, company, step)
    if kind != "pass":
        purpose = _powers_of_step(game, step) if step is not None and module is None else _PURPOSES[_kind(module)]
        pass_text = "" if reason else ", or pass"
        raise Refused(f"{_who(game)} must first {purpose}{pass_text}", "core 5.3")
    _check_entity(game, company, kind, entity)
    if reason is not None:
        raise Refused(reason, "core 5.4")
    game.state.round.done |= 1 << number
    _taken(game, step)


def _taken(game: Any, step: Step | None) -> None:
    """An action of the turn, a pass among them, belongs to the step."""
    current = game.state.round
    current.actions += 1
    if step is not None and step.name not in current.taken:
        current.taken.append(step.name)


def _powers_of_step(game: Any, step: Step) -> str:
    """What may be done in a step of powers, for messages."""
    named = [power.row.name for power in game.rules.powers if ("power", step.power) in power.row.moments]
    return f"decide: {' or '.join(named or [step.name])}"


def _kind(module: Any) -> str:
    return next(kind for kind, other in STEPS.items() if other is module)


def _sells_there(game: Any, kind: str, entity: int, module: Any) -> bool:
    """Whether a sale is of the kind that a step takes: presidents sell to help with a train, companies their own."""
    return kind != "sell_shares" or bool(game.rules.is_company(entity)) is (module is treasury_shares)


def _check_entity(game: Any, company: int, kind: str, entity: int) -> None:
    """Presidents sell shares, trains are given up by whom it concerns; all else is the operator's."""
    if game.rules.is_player(entity) and kind == "sell_shares":
        return
    if kind != "discard_train" and entity != company:
        raise Refused(f"it is the turn of {game.name(company)}", "core 5.3")


def _why_no_pass(game: Any, company: int, step: Step | None) -> str | None:
    """Why the step that waits cannot be declined (core 5.4); None if it can."""
    if step is None or step.kind in _NO_PASS:
        return f"{_who(game)} cannot pass now"
    if step.kind == "destination" and destination.due(game, company):
        return f"{game.name(company)} must place its destination token"
    if step.kind == "buy train" and game.ask.must_own_train(game, company):
        return f"{game.name(company)} must own a train"
    if not game.ask.pass_allowed(game, company, step.name):
        return f"{_who(game)} cannot pass now"
    return None


def _who(game: Any) -> str:
    return " or ".join(game.name(entity) for entity in acting(game))


_PURPOSES = {
    "track": "lay track",
    "build": "lay track or place a token",
    "token": "place a token",
    "run": "run its trains",
    "dividend": "choose the dividend",
    "discard": "discard a train",
    "buy train": "buy trains",
    "treasury shares": "issue or redeem shares",
    "buy private": "buy privates",
    "home": "choose a city",
    "destination": "place its destination token",
    "buy token": "buy a token",
}


def actions(game: Any) -> Iterator[Action]:
    """All legal actions of the turn, in the order of its steps."""
    company = game.operator()
    if company is None:
        return
    seen: set[str] = set()
    last: Step | None = None
    for _, step, module in _open_steps(game, company):
        last = step
        if module is not None and module.__name__ not in seen:
            seen.add(module.__name__)
            yield from module.actions(game)
    if last is not None and _why_no_pass(game, company, last) is None:
        yield {"type": "pass", **game.entity_fields(company)}
