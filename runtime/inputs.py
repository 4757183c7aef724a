"""Instructions that wait for a user: when they wait, for whom, which actions answer them, and what these do.

An action answers in the form of the records: a lay `lay_tile`, a token `place_token`, a certificate `buy_shares`, a
launch `par`, any other choice `choose`.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from titleworks.runtime import emergency, market, shares, stations, train_effects, trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.rules import Instruction, PreparedPower, PreparedRule
from titleworks.runtime.steps import token, track
from titleworks.runtime.table.vocabulary import RECORD_FORMS

Action = dict[str, Any]
Env = tuple[Any, ...]

#: instruction -> type of the action that answers it
ACTION_TYPES = {
    "lay": "lay_tile",
    "place": "place_token",
    "give": "buy_shares",
    "launch": "par",
    "choose": "choose",
    "buy train": "buy_train",
}


#: instruction -> what is to be done, for messages
PURPOSES = {
    "lay": "lay a tile",
    "place": "place a token",
    "give": "take a share",
    "launch": "choose a par price",
    "settle debt": "pay what is due",
}


def waits(game: Any, rule: PreparedRule, instruction: Instruction, env: Env) -> bool:
    """Whether the instruction waits for somebody. What can be carried out in one way only, or in none, does not."""
    name = instruction[0]
    if name == "lay":
        return isinstance(rule, PreparedPower)
    if name == "launch":
        if not can_be_launched(game, instruction[1](game, env)):
            return False
        return instruction[3] is None or len(par_cells(game, instruction, env)) > 1
    if name == "place":
        places = len(list(islice(_token_places(game, _token_owner(game, rule, instruction, env), instruction, env), 2)))
        return places > (0 if isinstance(rule, PreparedPower) or instruction[3] else 1)
    if name == "choose":
        return bool(instruction[2](game, env))
    if name == "buy train":
        return isinstance(rule, PreparedPower) or _can_buy_next(game, rule, instruction, env)
    if name == "settle debt":
        debtor = instruction[1](game, env)
        return debtor is not None and game.state.cash[debtor] < 0
    if name == "give":
        return isinstance(rule, PreparedPower) and instruction is rule.code[trigger(rule) or 0]
    return False


def can_be_launched(game: Any, company: int | None) -> bool:
    """Whether a company is there to be started: in the game, not closed, and not started yet."""
    state = game.state
    return company in state.companies and company not in state.closed and state.par[company] is None


def trigger(rule: PreparedRule) -> int | None:
    """Position of the first instruction that waits for a user; None if none does."""
    for position, instruction in enumerate(rule.code):
        if instruction[0] in ACTION_TYPES:
            return position
    return None


def action_type(rule: PreparedRule, instruction: Instruction) -> str:
    """The type of the action that answers the instruction; a title says how records write the use of a power.

    What a power asks after its first question is a plain choice.
    """
    if instruction[0] == "choose" and instruction is rule.code[trigger(rule) or 0]:
        return rule.row.record
    return ACTION_TYPES[instruction[0]]


def askers(game: Any, rule: PreparedRule, instruction: Instruction, env: Env) -> list[int]:
    """Who must answer: who is named, the private whose power it is, the player who launches, else the power's user."""
    if instruction[0] == "settle debt":
        debtor = instruction[1](game, env)
        return [game.state.president[debtor], debtor]
    if instruction[0] == "choose" and instruction[4] is not None:
        asked = instruction[4](game, env)
        return [] if asked is None else [asked]
    if isinstance(rule, PreparedPower):
        if rule.private is not None:
            return [rule.private]
        who = rule.who(game, env)
        return [] if who is None else [who]
    if instruction[0] == "launch":
        return [instruction[2](game, env)]
    operator = game.operator()
    return [] if operator is None else [operator]


def debtor_of(game: Any) -> int | None:
    """The company whose due payment the game waits for."""
    if not game.state.frames:
        return None
    source, pc, env = game.state.frames[-1]
    rule = game.rules.rules_on[source[1]][source[2]] if source[0] == "rule" else game.rules.powers[source[1]]
    instruction = rule.code[pc]
    return instruction[1](game, env) if instruction[0] == "settle debt" else None


def may_be_declined(instruction: Instruction) -> bool:
    """Whether a pass answers the instruction."""
    return bool(instruction[0] in ("place", "choose") and instruction[3]) or (
        (instruction[0] == "buy train" and bool(instruction[2]))
        or (instruction[0] == "lay" and bool(instruction[3].get("may")))
    )


def company_of(game: Any, rule: PreparedRule, env: Env) -> int | None:
    """The company for which a power acts: its user or the private's owner if a company, otherwise the operator."""
    rules = game.rules
    who = rule.who(game, env) if isinstance(rule, PreparedPower) else None
    if isinstance(rule, PreparedPower) and rule.private is not None:
        owner = game.state.owner[rule.private]
        if owner is not None and rules.is_company(owner):
            return int(owner)
    if who is not None and rules.is_company(who):
        return int(who)
    operator: int | None = game.operator()
    return operator


def _can_buy_next(game: Any, rule: PreparedRule, instruction: Instruction, env: Env) -> bool:
    company = company_of(game, rule, env)
    return company is not None and train_effects.next_train_problem(game, company, instruction[1](game, env)) is None


def certificates(game: Any, instruction: Instruction, env: Env) -> list[int]:
    """The certificates a `give` may mean: of the company and size, first of each place, in the order of places."""
    company, size = instruction[1](game, env), instruction[2]
    rules, state = game.rules, game.state
    found = []
    for place in instruction[3]:
        holder = place(game, env)
        order = state.certificates[company]
        for certificate in sorted(order, reverse=True) if size == "last" else order:
            if state.holder[certificate] != holder:
                continue
            if _is_of_size(rules, certificate, size):
                found.append(certificate)
                break
    return found


def _is_of_size(rules: Any, certificate: int, size: Any) -> bool:
    """Whether a certificate is what a `give` means: the president's, one of a percentage, one by its number, any."""
    if isinstance(size, list):
        return bool(rules.cert_number[certificate] == size[1])
    if size == "last":
        return True
    president: bool = rules.cert_president[certificate]
    return president if size == "president" else not president and rules.cert_percent[certificate] == size


def take(
    game: Any, rule: PreparedRule, instruction: Instruction, values: list[Any], action: Action, entity: int
) -> None:
    """Carry out the instruction as the action says. Raises Refused if the action does not fit or is not legal."""
    name = instruction[0]
    if name == "settle debt":
        emergency.settle_debt(game, instruction[1](game, tuple(values)), action)
        return
    expected = action_type(rule, instruction)
    if action["type"] != expected:
        raise Refused(f"a {expected} is awaited, not a {action['type']}")
    _TAKERS[name](game, rule, instruction, values, action)


def _options(instruction: Instruction, position: int, name: str) -> bool:
    return bool(instruction[position].get(name, True))


def _take_lay(game: Any, rule: PreparedRule, instruction: Instruction, values: list[Any], action: Action) -> None:
    """A lay by a power, and by those that the action combines with it: all that one of them asks must be so."""
    env = tuple(values)
    hex_ = game.rules.hex_number.get(action["hex"])
    tile, copy = track.parse_tile(game, action["tile"])
    company = company_of(game, rule, env)
    used = [
        (rule, instruction),
        *((power, power.code[trigger(power) or 0]) for power in companions(game, rule, action)),
    ]
    for power, lay in used:
        known = env if power is rule else (None,) * power.size
        if tile not in _values(game, lay[1], known):
            raise Refused(f"tile {action['tile']} is not among the tiles that may be laid here")
        if hex_ is None or hex_ not in _values(game, lay[2], known):
            raise Refused(f"{action['hex']} is not among the hexes of this power")
    current = game.state.round
    names = [power.row.name for power, _ in used if isinstance(power, PreparedPower)]
    if current.kind == "operating round":
        current.using = names
    track.lay(
        game,
        company,
        hex_,
        tile,
        copy,
        action["rotation"],
        connection=all(lay[3].get("connection", True) for _, lay in used),
        cost=all(lay[3].get("cost", True) for _, lay in used),
        as_lay=all(lay[3].get("as lay", False) for _, lay in used),
        special=not all(lay[3].get("match", False) for _, lay in used),
        towns=all(lay[3].get("town", True) for _, lay in used),
    )
    if current.kind == "operating round":
        current.using = []


def companions(game: Any, rule: PreparedRule, action: Action) -> list[PreparedPower]:
    """The powers of other privates that an action combines with the lay of a power, one of each private.

    Raises Refused if two of the privates do not go together, or one has no such power now.
    """
    names = action.get("combo_entities") or ()
    if not names or not isinstance(rule, PreparedPower) or rule.private is None:
        return []
    privates = [rule.private, *(game.entity("company", name) for name in names)]
    for private in privates:
        for other in privates:
            if private != other and not game.ask.combination_allowed(game, private, other):
                raise Refused(f"{game.name(private)} and {game.name(other)} are not used together")
    company = game.operator()
    found = []
    for private in privates[1:]:
        power = next((p for p in game.rules.powers_of.get(private, ()) if _lays_now(game, p, company)), None)
        if power is None:
            raise Refused(f"{game.name(private)} cannot be used now")
        found.append(power)
    return found


def _lays_now(game: Any, power: PreparedPower, company: int | None) -> bool:
    """Whether a power begins with a lay, and is the company's to use, apart from its moment."""
    position = trigger(power)
    if position is None or power.code[position][0] != "lay" or power.private is None:
        return False
    if power.row.uses is not None and game.state.uses[power.number] >= power.row.uses:
        return False
    env = (None,) * power.size
    owned = game.state.owner[power.private] == company is not None
    return bool(owned and (power.condition is None or power.condition(game, env)))


def _values(game: Any, functions: list[Any], env: Env) -> list[Any]:
    values: list[Any] = []
    for function in functions:
        value = function(game, env)
        values.extend(value) if isinstance(value, (tuple, list)) else values.append(value)
    return values


def _token_owner(game: Any, rule: PreparedRule | None, instruction: Instruction, env: Env) -> int | None:
    """Whose token a `place` is about: the company it names, or the one that acts."""
    if instruction[5] is not None:
        named: int | None = instruction[5](game, env)
        return named
    operator: int | None = game.operator() if rule is None else company_of(game, rule, env)
    return operator


def place_silently(game: Any, instruction: Instruction, env: Env) -> None:
    """Carry out a `place` of a rule that leaves no choice; nothing if no city can take the token."""
    company = _token_owner(game, None, instruction, env)
    if company is None:
        return
    for hex_, city in _token_places(game, company, instruction, env):
        token.place(game, company, hex_, city, **_token_terms(instruction))
        return


def _token_places(game: Any, company: int | None, instruction: Instruction, env: Env) -> Iterator[tuple[int, int]]:
    """Cities in which the `place` can be carried out."""
    if company is None:
        return
    for hex_, city in _named_cities(game, instruction, env):
        if token.problem(game, company, hex_, city, **_token_terms(instruction)) is None:
            yield hex_, city


def _named_cities(game: Any, instruction: Instruction, env: Env) -> list[tuple[int, int]]:
    """The cities that a `place` names, by themselves or with their hexes."""
    if not instruction[2].get("cities"):
        return [(hex_, city) for hex_ in _values(game, instruction[1], env) for city in token.cities_of(game, hex_)]
    found: list[tuple[int, int]] = []
    for function in instruction[1]:
        value = function(game, env) or ()
        found += [value] if value and isinstance(value[0], int) else list(value)
    return found


def _token_terms(instruction: Instruction) -> dict[str, Any]:
    return {
        "connection": _options(instruction, 2, "connection"),
        "cost": _options(instruction, 2, "cost"),
        "as_token": instruction[2].get("as token", False),
        "area": instruction[4],
        "slot": _options(instruction, 2, "slot"),
    }


def _take_place(game: Any, rule: PreparedRule, instruction: Instruction, values: list[Any], action: Action) -> None:
    env = tuple(values)
    hex_, city = token.parse_city(game, action["city"])
    if (hex_, city) not in _named_cities(game, instruction, env):
        raise Refused(f"{action['city']} is not on a hex of this power")
    company = _token_owner(game, rule, instruction, env)
    if company is None:
        raise Refused("no company can place this token now")
    token.place(game, company, hex_, city, **_token_terms(instruction))


def _take_give(game: Any, rule: PreparedRule, instruction: Instruction, values: list[Any], action: Action) -> None:
    env = tuple(values)
    wanted = shares.parse_shares(game, action["shares"])
    candidates = certificates(game, instruction, env)
    taker = instruction[4](game, env)
    if len(wanted) != 1 or wanted[0] not in candidates or taker is None:
        raise Refused("not the certificate that this exchange gives")
    company = game.rules.cert_company[wanted[0]]
    if game.rules.is_player(taker):
        limit = game.ask.holding_limit(game, company, taker)
        if game.state.held[company][taker] + game.rules.cert_percent[wanted[0]] > limit:
            raise Refused(f"no more than {limit}% of a company may be held")
    game.give_certificate(wanted[0], taker)


def _take_launch(game: Any, rule: PreparedRule, instruction: Instruction, values: list[Any], action: Action) -> None:
    env = tuple(values)
    company = instruction[1](game, env)
    if game.entity("corporation", action["corporation"]) != company:
        raise Refused(f"{game.name(company)} is to be started, not {action['corporation']}")
    cell = market.parse_price(game, action["share_price"])
    if cell not in par_cells(game, instruction, env):
        raise Refused(f"{action['share_price']} is not a par price")
    carry_out_launch(game, instruction, env, cell)


def _offered_cells(game: Any, instruction: Instruction, env: Env) -> Iterator[int]:
    """The cells of a `launch` that are offered: without cells of its own, those `par offered` lets through."""
    company, player = instruction[1](game, env), instruction[2](game, env)
    for cell in par_cells(game, instruction, env):
        par = game.rules.cells[cell].price
        if instruction[3] is not None or game.ask.par_offered(game, company, player, par):
            yield cell


def par_cells(game: Any, instruction: Instruction, env: Env) -> tuple[int, ...]:
    """The cells among which a `launch` lets the player choose."""
    if instruction[3] is None:
        return tuple(game.ask.par_prices(game, instruction[1](game, env), instruction[2](game, env)))
    cells = instruction[3](game, env)
    return tuple(cells) if isinstance(cells, (tuple, list)) else () if cells is None else (cells,)


def carry_out_launch(game: Any, instruction: Instruction, env: Env, cell: int) -> None:
    """Start a company at a cell, paid by whom the sentence names. Raises Refused if the payer cannot."""
    company, player = instruction[1](game, env), instruction[2](game, env)
    payer = None if instruction[4] is None else instruction[4](game, env)
    if payer is not None:
        price = game.ask.launch_price(game, company, player, game.rules.cells[cell].price)
        if payer != game.rules.bank and price > game.state.cash[payer]:
            raise Refused(f"{game.name(payer)} cannot pay {price}")
        game.pay(price, payer, game.ask.share_payee(game, company, game.rules.ipo))
    game.launch(company, player, cell)


def _take_choose(game: Any, rule: PreparedRule, instruction: Instruction, values: list[Any], action: Action) -> None:
    field = RECORD_FORMS[action["type"]]
    said = None if field is None else action.get(field)
    for position, value in enumerate(instruction[2](game, tuple(values))):
        written = offered(game, rule, instruction, position, value, action)
        if says(action, written):
            values[instruction[1]] = value
            return
    raise Refused(f"{said!r} is not among the choices")


def _take_train(game: Any, rule: PreparedRule, instruction: Instruction, values: list[Any], action: Action) -> None:
    env = tuple(values)
    company = company_of(game, rule, env)
    if company is None:
        raise Refused("no company can buy a train now")
    train_effects.buy_next(game, company, instruction[1](game, env), action)


def choice_text(game: Any, value: Any, kind: str) -> str:
    """How a choice of a kind of thing is written in an action."""
    if kind in ("company", "private", "player", "holder"):
        return str(game.name(value))
    if kind in ("hex", "train kind", "phase", "tile"):
        return str(game.rules.row_name(kind, value))
    if kind == "train":
        return trains.card_text(game, value)
    if kind in ("city", "token"):
        city = value if kind == "city" else stations.city_of(game, value)
        return "" if city is None else token.city_text(game, *city)
    return str(value)


def offered(game: Any, rule: PreparedRule, instruction: Instruction, position: int, value: Any, base: Action) -> Action:
    """The action that chooses the value at a position of what is offered; titles may say that records write the
    position instead of the value."""
    form = rule.row if instruction is rule.code[trigger(rule) or 0] else None
    if form is not None and form.by_position:
        return chosen(game, "number", position, base)
    made = chosen(game, instruction[5], value, base)
    field = RECORD_FORMS[base["type"]]
    return made | {field: made[field] + form.ending} if form is not None and form.ending and field else made


def says(action: Action, offer: Action) -> bool:
    """Whether the action chooses what the offer does. Sellers other than the bank are named in records by names that
    the game does not know: of them there is one."""
    field = RECORD_FORMS[action["type"]]
    if field is None:
        return True
    said, known = str(action.get(field)), str(offer.get(field))
    if action["type"] == "special_buy":
        return ("bank" in said.split()) == (known == "bank")
    return said == known


def chosen(game: Any, kind: str, value: Any, action: Action) -> Action:
    """The action with what was chosen written into it."""
    field = RECORD_FORMS[action["type"]]
    made = dict(action) if field is None else action | {field: choice_text(game, value, kind)}
    if action["type"] == "destination_connection":
        made["corporations"] = [action["entity"]]
    if action["type"] == "assign":
        made["target_type"] = "hex" if kind == "hex" else "corporation"
    return made


_TAKERS = {
    "lay": _take_lay,
    "place": _take_place,
    "give": _take_give,
    "launch": _take_launch,
    "choose": _take_choose,
    "buy train": _take_train,
}


def listed(game: Any, rule: PreparedRule, instruction: Instruction, env: Env, entity: int) -> Iterator[Action]:
    """The actions that answer the instruction, as far as it can tell alone; powers try each on a copy."""
    if instruction[0] == "settle debt":
        debtor = instruction[1](game, env)
        own = game.entity_fields(entity)
        yield from (
            a
            for a in emergency.debt_actions(game, debtor)
            if {"entity_type": a["entity_type"], "entity": a["entity"]} == own
        )
        return
    base: Action = {"type": action_type(rule, instruction), **game.entity_fields(entity)}
    match instruction[0]:
        case "lay" if instruction[3].get("match"):
            tiles, hexes = _values(game, instruction[1], env), _values(game, instruction[2], env)
            acting, connection = company_of(game, rule, env), instruction[3].get("connection", True)
            fitting = track.fitting(game, acting, tiles, hexes, connection=connection) if acting is not None else ()
            for hex_, tile, rotation in fitting:
                name = track.tile_text(game, tile, min(game.state.board.supply[tile]))
                yield base | {"hex": game.rules.hex_rows[hex_].name, "tile": name, "rotation": rotation}
        case "lay":
            for hex_ in _values(game, instruction[2], env):
                for tile in _values(game, instruction[1], env):
                    copies = game.state.board.supply[tile]
                    for rotation in range(6) if copies else ():
                        name = track.tile_text(game, tile, min(copies))
                        yield base | {"hex": game.rules.hex_rows[hex_].name, "tile": name, "rotation": rotation}
        case "place":
            owner = _token_owner(game, rule, instruction, env)
            for hex_, city in _token_places(game, owner, instruction, env):
                yield base | {"city": token.city_text(game, hex_, city), "slot": 0}
        case "give":
            for certificate in certificates(game, instruction, env):
                percent = game.rules.cert_percent[certificate]
                yield base | {"shares": [shares.share_text(game, certificate)], "percent": percent}
        case "launch":
            company = instruction[1](game, env)
            for cell in _offered_cells(game, instruction, env):
                text = market.price_text(game, cell)
                yield base | {"corporation": game.name(company), "share_price": text}
        case "buy train":
            if _can_buy_next(game, rule, instruction, env):
                yield base | train_effects.next_train_action(game, instruction[1](game, env))
        case "choose":
            for position, value in enumerate(instruction[2](game, env)):
                yield offered(game, rule, instruction, position, value, base)
    if may_be_declined(instruction):
        yield {"type": "pass", **game.entity_fields(entity)}
