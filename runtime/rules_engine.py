"""Carries out the code of rules and powers: a flat list of instructions, with frames where the game waits.

A frame is `(source, pc, env)`; `source` is `("rule", event, position)`, `("power", number)` or `("offer", number)`: a
power that may be used right now, because an event is its moment, or declined. Frames lie on a stack in the state; the
top one takes the next action.
"""

from collections.abc import Callable
from typing import Any

from titleworks.runtime import bid_boxes, closing, emergency, inputs, stations, train_effects
from titleworks.runtime.errors import Refused
from titleworks.runtime.rules import Instruction, PreparedPower, PreparedRule
from titleworks.runtime.table.vocabulary import SECOND_CHOICES

Source = tuple[Any, ...]
Env = tuple[Any, ...]


def emit(game: Any, event: str, args: Env) -> None:
    """Carry out the rules on an event, in the order written, and offer the powers whose moment it is."""
    rules = game.rules
    for position, rule in enumerate(rules.rules_on.get(event, ())):
        env = args + (None,) * (rule.size - len(args))
        if rule.condition is None or rule.condition(game, env):
            run(game, ("rule", event, position), 0, env)
    for power in rules.powers_on.get(event, ()):
        env = args + (None,) * (power.size - len(args))
        if user_of(game, power, env) is not None:
            game.state.frames.append((("offer", power.number), 0, env))


def rule_of(game: Any, source: Source) -> PreparedRule:
    """The rule or power a frame belongs to."""
    if source[0] == "rule":
        rule: PreparedRule = game.rules.rules_on[source[1]][source[2]]
        return rule
    power: PreparedPower = game.rules.powers[source[1]]
    return power


def user_of(game: Any, power: PreparedPower, env: Env) -> int | None:
    """Who may use the power now, apart from its moment: None if nobody."""
    row = power.row
    if row.uses is not None and game.state.uses[power.number] >= row.uses:
        return None
    if power.private is not None and game.state.owner[power.private] is None:
        return None
    who: int | None = power.who(game, env)
    if who is None:
        return None
    if power.condition is not None and not power.condition(game, with_user(power, env, who)):
        return None
    return who


def with_user(power: PreparedPower, env: Env, who: int | None) -> Env:
    """The env of a power in which its user has a name."""
    return env if power.row.known is None else (who, *env[1:])


def run(game: Any, source: Source, pc: int, env: Env) -> None:
    """Carry out code from `pc` until it ends, or until it waits: then a frame is left on the stack."""
    rule = rule_of(game, source)
    code = rule.code
    values = list(env)
    while pc < len(code):
        instruction = code[pc]
        if inputs.waits(game, rule, instruction, tuple(values)):
            game.state.frames.append((source, pc, tuple(values)))
            return
        pc = _execute(game, instruction, pc, values)


def awaited(game: Any) -> list[int]:
    """Who must answer what the frame on top waits for."""
    source, pc, env = game.state.frames[-1]
    rule = rule_of(game, source)
    return inputs.askers(game, rule, rule.code[pc], env)


def resume(game: Any, action: dict[str, Any], entity: int) -> None:
    """Give an action to the frame on top; it goes on. Raises Refused if it is not what the frame waits for."""
    source, pc, env = game.state.frames[-1]
    rule = rule_of(game, source)
    instruction = rule.code[pc]
    if entity not in inputs.askers(game, rule, instruction, env):
        raise Refused(waiting_text(game))
    game.state.frames.pop()
    if source[0] == "offer":
        if action["type"] == "pass":
            return
        start_power(game, rule, env, action, entity)
        return
    values = list(env)
    if action["type"] == "pass":
        if not inputs.may_be_declined(instruction):
            raise Refused("this choice cannot be declined")
        run(game, source, pc + 1, tuple(values))
        return
    others = inputs.companions(game, rule, action) if instruction[0] == "lay" else []
    inputs.take(game, rule, instruction, values, action, entity)
    # a debt is settled in as many actions as it takes
    run(game, source, pc if instruction[0] == "settle debt" else pc + 1, tuple(values))
    for power in others:
        game.state.uses[power.number] += 1
        run(game, ("power", power.number), (inputs.trigger(power) or 0) + 1, (None,) * power.size)


def begins(power: Any, action: dict[str, Any]) -> bool:
    """Whether the action uses the power: it answers the first thing asked, or chooses a power that asks nothing."""
    position = inputs.trigger(power)
    if position is None:
        named = power.row.record not in ("choose", "choose_ability") or action.get("choice") == power.row.name
        return bool(action["type"] == power.row.record and named)
    return bool(action["type"] == inputs.action_type(power, power.code[position]))


def start_power(game: Any, power: Any, env: Env, action: dict[str, Any], entity: int) -> None:
    """Use a power; the action is also the answer to the first thing the power asks. Raises Refused if it is none."""
    if not begins(power, action):
        raise Refused(f"{action['type']} does not use {power.row.name!r}")
    game.state.uses[power.number] += 1
    depth = len(game.state.frames)
    run(game, ("power", power.number), 0, env)
    if len(game.state.frames) > depth:
        resume(game, action, entity)
        second = SECOND_CHOICES.get(action["type"])
        if second in action and len(game.state.frames) > depth:
            resume(game, {"type": "choose", **game.entity_fields(entity), "choice": action[second]}, entity)
    elif inputs.trigger(power) is not None:
        raise Refused(f"{power.row.name!r} has nothing to offer now")


def before(game: Any, power: PreparedPower, position: int, env: Env) -> Env:
    """The env at an instruction, with the passing names that the sentences before it give."""
    values = list(env)
    for instruction in power.code[:position]:
        if instruction[0] == "call":
            values[instruction[1]] = instruction[2](game, tuple(values))
    return tuple(values)


def waiting_text(game: Any) -> str:
    """Who must do what before anything else, for messages."""
    if not game.state.frames:
        return "the game waits for another choice"
    source, pc, env = game.state.frames[-1]
    rule = rule_of(game, source)
    who = " or ".join(game.name(entity) for entity in inputs.askers(game, rule, rule.code[pc], env))
    if source[0] == "offer":
        return f"{who} must first use {rule.row.name!r} or pass"
    return f"{who} must first {inputs.PURPOSES.get(rule.code[pc][0], 'choose')}"


def _execute(game: Any, instruction: Instruction, pc: int, values: list[Any]) -> int:
    """Carry out one instruction that does not wait; the position of the next one."""
    env = tuple(values)
    name = instruction[0]
    if name == "unless":
        return pc + 1 if instruction[1](game, env) else int(instruction[2])
    if name == "jump":
        return int(instruction[1])
    if name == "each":
        return _next_element(game, instruction, pc, values)
    if name == "call":
        values[instruction[1]] = instruction[2](game, env)
    elif name == "draw":
        values[instruction[1]] = _drawn(game, instruction[2](game, env) or ())
    else:
        _EFFECTS[name](game, instruction, env)
    return pc + 1


def _next_element(game: Any, instruction: Instruction, pc: int, values: list[Any]) -> int:
    """The next element of a loop; its cursor holds the list as it was on entry and the position in it."""
    _, slot, items, after, cursor = instruction
    elements, position = values[cursor] or (tuple(items(game, tuple(values)) or ()), 0)
    if position >= len(elements):
        values[cursor] = None
        return int(after)
    values[slot] = elements[position]
    values[cursor] = (elements, position + 1)
    return pc + 1


def _drawn(game: Any, things: Any) -> Any:
    """One of the things at random: one draw, by its remainder (core 4)."""
    return things[game.draw_index(len(things))] if things else None


def _pay(game: Any, instruction: Instruction, env: Env) -> None:
    amount, giver, taker = (part(game, env) for part in instruction[1:4])
    if not amount or giver is None or taker is None:
        return
    if amount < 0:
        raise Refused("a payment may not be negative")
    if giver != game.rules.bank and game.state.cash[giver] < amount:
        raise Refused(f"{game.name(giver)} cannot pay {amount}")
    game.pay(int(amount), giver, taker)


def _pay_due(game: Any, instruction: Instruction, env: Env) -> None:
    """A payment that must be made, even if the payer then owes it."""
    amount, giver, taker = (part(game, env) for part in instruction[1:4])
    if amount and giver is not None and taker is not None:
        game.pay(int(amount), giver, taker)


def _give(game: Any, instruction: Instruction, env: Env) -> None:
    candidates = inputs.certificates(game, instruction, env)
    taker = instruction[4](game, env)
    if taker is None:
        return
    if not candidates:
        raise Refused("the certificate that comes with this is not there")
    game.give_certificate(candidates[0], taker, presidency=instruction[5])


def _hand(game: Any, instruction: Instruction, env: Env) -> None:
    private, taker = instruction[1](game, env), instruction[2](game, env)
    if private is not None and taker is not None:
        bid_boxes.hand_over(game, private, taker)


def _hand_certificate(game: Any, instruction: Instruction, env: Env) -> None:
    certificate, taker = instruction[1](game, env), instruction[2](game, env)
    if certificate is not None and taker is not None:
        game.give_certificate(certificate, taker)


def _refill(game: Any, instruction: Instruction, env: Env) -> None:
    bid_boxes.refill(game, instruction[1](game, env))


def _hand_over(game: Any, instruction: Instruction, env: Env) -> None:
    """Cash, trains, privates of a company, as they are, to another one."""
    state = game.state
    giver, taker = instruction[2](game, env), instruction[3](game, env)
    if giver is None or taker is None or giver == taker:
        return
    if "cash" in instruction[1] and state.cash[giver]:
        game.pay(state.cash[giver], giver, taker)
    if "trains" in instruction[1]:
        for card in tuple(state.trains[giver]):
            train_effects.receive(game, taker, card)
    if "privates" in instruction[1]:
        for private in game.privates_of(giver):
            state.owner[private] = taker


def _shorten(game: Any, instruction: Instruction, env: Env) -> None:
    if game.operator() is not None:
        game.state.rounds_planned = game.state.round.number


def _close(game: Any, instruction: Instruction, env: Env) -> None:
    things = instruction[1](game, env)
    several = isinstance(things, (tuple, list))
    for thing in things if several else (things,):
        if thing is None:
            continue
        if game.rules.is_company(thing):
            game.close_company(thing)
        elif game.state.owner[thing] is not None and (not several or game.ask.closing_allowed(game, thing)):
            game.close_private(thing)


def _move(game: Any, instruction: Instruction, env: Env) -> None:
    company = instruction[1](game, env)
    if company is not None:
        game.move_price(company, instruction[2](game, env))


def _set(game: Any, instruction: Instruction, env: Env) -> None:
    subject = instruction[2](game, env) if instruction[2] else None
    game.state.words[instruction[1]][subject] = instruction[3](game, env)


def _add(game: Any, instruction: Instruction, env: Env) -> None:
    subject = instruction[2](game, env) if instruction[2] else None
    word = game.state.words[instruction[1]]
    before = word.get(subject, game.rules.word_first(instruction[1])) or 0
    word[subject] = before + instruction[3](game, env)


def _remove(game: Any, instruction: Instruction, env: Env) -> None:
    things = instruction[1](game, env)
    for thing in things if isinstance(things, (tuple, list)) else (things,):
        _out_of_game(game, thing)


def _out_of_game(game: Any, thing: int | None) -> None:
    if thing is not None:
        (closing.remove_company if game.rules.is_company(thing) else closing.remove_private)(game, thing)


def _cull(game: Any, instruction: Instruction, env: Env) -> None:
    """One draw for each thing in order; those with the lowest leave the game, the lowest first (core 4)."""
    count, things = instruction[1](game, env), instruction[2](game, env) or ()
    for thing in game.shuffled(things)[:count]:
        _out_of_game(game, thing)


# ---- lists that rules change --------------------------------------------------------------------------------------


def _listed(game: Any, key: int | str) -> list[Any]:
    """The elements of a list: of a word of the glossary, or all companies or privates in the game."""
    if key == "company":
        return list(game.state.companies)
    if key == "private":
        return list(game.state.privates)
    return list(game.state.words[key].get(None, game.rules.word_first(key)) or ())


def _relist(game: Any, key: int | str, elements: list[Any]) -> None:
    if key == "company":
        game.state.companies = elements
    elif key == "private":
        game.state.privates = elements
    else:
        game.state.words[key][None] = tuple(elements)


def _shuffle(game: Any, instruction: Instruction, env: Env) -> None:
    _relist(game, instruction[1], game.shuffled(_listed(game, instruction[1])))


def _take_out(game: Any, instruction: Instruction, env: Env) -> None:
    gone = instruction[1](game, env)
    out = gone if isinstance(gone, (tuple, list)) else (gone,)
    _relist(game, instruction[2], [one for one in _listed(game, instruction[2]) if one not in out])


def _put(game: Any, instruction: Instruction, env: Env) -> None:
    """Put things at the top or the end of a list; what was in it already is moved. The top of a deck with bid boxes is
    right behind these."""
    new = instruction[1](game, env)
    things = list(new) if isinstance(new, (tuple, list)) else [] if new is None else [new]
    rest = [one for one in _listed(game, instruction[3]) if one not in things]
    at = bid_boxes.top_of(game, instruction[3], rest) if instruction[2] == "top" else len(rest)
    _relist(game, instruction[3], [*rest[:at], *things, *rest[at:]])


def _swap(game: Any, instruction: Instruction, env: Env) -> None:
    one, other = instruction[1](game, env), instruction[2](game, env)
    elements = _listed(game, instruction[3])
    if one in elements and other in elements:
        here, there = elements.index(one), elements.index(other)
        elements[here], elements[there] = other, one
        _relist(game, instruction[3], elements)


# ---- companies, players, the map ----------------------------------------------------------------------------------


def _of_one(carry_out: Callable[[Any, Any], None]) -> Callable[[Any, Instruction, Env], None]:
    """A sentence about one thing; about nothing it does nothing."""

    def effect(game: Any, instruction: Instruction, env: Env) -> None:
        thing = instruction[1](game, env)
        if thing is not None:
            carry_out(game, thing)

    return effect


def _restore(game: Any, instruction: Instruction, env: Env) -> None:
    """What is printed on a hex shows again; `without return` the tile that lay there is lost."""
    hex_ = instruction[1](game, env)
    if hex_ is not None:
        game.show_print(hex_, game.rules.hex_rows[hex_].printed, lost=instruction[2])


def _print(game: Any, instruction: Instruction, env: Env) -> None:
    hex_ = instruction[1](game, env)
    if hex_ is not None:
        game.show_print(hex_, instruction[2](game, env), lost=False)


def _announce(game: Any, instruction: Instruction, env: Env) -> None:
    args = () if instruction[2] is None else (instruction[2](game, env),)
    game.emit(instruction[1], *args)


def _forget_routes(game: Any, instruction: Instruction, env: Env) -> None:
    game.state.routed = [0] * game.rules.C


def _deal(game: Any, instruction: Instruction, env: Env) -> None:
    """Shuffled, one to each player in seat order, who pays face value (core 20.6)."""
    privates = game.shuffled(instruction[1](game, env) or ())
    for player, private in zip(game.rules.players, privates, strict=False):
        game.pay(game.rules.private_row(private).price, player, game.rules.bank)
        game.state.owner[private] = player


def _skip(game: Any, instruction: Instruction, env: Env) -> None:
    game.skip_step(instruction[1])


def _place(game: Any, instruction: Instruction, env: Env) -> None:
    """A token that can go into one city only (core 12.5); with none possible, nothing happens."""
    inputs.place_silently(game, instruction, env)


def _return(game: Any, instruction: Instruction, env: Env) -> None:
    stations.take_up(game, stations.as_tokens(instruction[1](game, env)), instruction[2])


def _destroy(game: Any, instruction: Instruction, env: Env) -> None:
    stations.take_up(game, stations.as_tokens(instruction[1](game, env)), None)


def _replace(game: Any, instruction: Instruction, env: Env) -> None:
    old, new = instruction[1](game, env), instruction[2](game, env)
    if old is None or new is None:
        raise Refused("there is no such token", "core 12")
    stations.replace(game, old, new)


def _area(game: Any, instruction: Instruction, env: Env) -> None:
    stations.set_area(game, stations.as_tokens(instruction[1](game, env)), instruction[2])


def _lift(game: Any, instruction: Instruction, env: Env) -> None:
    company = instruction[1](game, env)
    if company is not None:
        hexes = None if instruction[2] is None else instruction[2](game, env)
        game.state.board.drop_reservations(company, hexes)


def _debt(game: Any, instruction: Instruction, env: Env) -> None:
    """A debt of a player grows, or falls to nothing at least."""
    player = instruction[1](game, env)
    if player is not None:
        debt = game.state.debt
        debt[player] = max(0, debt[player] + int(instruction[2](game, env)))


def _slots(game: Any, instruction: Instruction, env: Env) -> None:
    city = instruction[1](game, env)
    for _ in range(instruction[2](game, env) if city is not None else 0):
        game.state.board.add_slot(*city)


def _launch(game: Any, instruction: Instruction, env: Env) -> None:
    """A company is started at the one cell there is; with none, or if it cannot be started, nothing happens."""
    if not inputs.can_be_launched(game, instruction[1](game, env)):
        return
    cells = inputs.par_cells(game, instruction, env)
    if cells:
        inputs.carry_out_launch(game, instruction, env, cells[0])


_EFFECTS: dict[str, Any] = {
    "pay": _pay,
    "pay due": _pay_due,
    "settle debt": lambda game, instruction, env: None,
    "give": _give,
    "hand": _hand,
    "hand certificate": _hand_certificate,
    "refill": _refill,
    "hand over": _hand_over,
    "shorten": _shorten,
    "close": _close,
    "move": _move,
    "set": _set,
    "add": _add,
    "export": train_effects.export,
    "reserve": train_effects.reserve,
    "give trains": train_effects.give,
    "combine": train_effects.combine,
    "extend": train_effects.extend,
    "remove": _remove,
    "cull": _cull,
    "take out": _take_out,
    "put": _put,
    "swap": _swap,
    "renew": _of_one(closing.renew),
    "retire": _of_one(closing.retire),
    "liquidate": _of_one(emergency.liquidate),
    "restore": _restore,
    "print": _print,
    "announce": _announce,
    "forget routes": _forget_routes,
    "shuffle": _shuffle,
    "deal": _deal,
    "skip": _skip,
    "end turn": lambda game, instruction, env: game.end_stock_turn(),
    "place": _place,
    "return": _return,
    "destroy": _destroy,
    "replace": _replace,
    "area": _area,
    "slots": _slots,
    "debt": _debt,
    "lift": _lift,
    # What waits, but has nothing to offer, is passed over.
    "lay": lambda game, instruction, env: None,
    "choose": lambda game, instruction, env: None,
    "buy train": lambda game, instruction, env: None,
    "launch": _launch,
}
