"""Plays the scenarios of this folder: a title, moves, expectations (README.md says how they are written)."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from titleworks.compiler import compile_file, compile_text
from titleworks.runtime import bid_boxes, bundles, shares, trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game
from titleworks.runtime.invariants import violations
from titleworks.runtime.steps import run as run_step
from titleworks.runtime.steps import token as token_step

TITLES = Path(__file__).parents[2] / "titles"


class ScenarioError(AssertionError):
    """A line of a scenario does not hold."""


def play_file(path: Path) -> Game:
    """Play a scenario file; raises ScenarioError with the line that does not hold."""
    return play(path.read_text(encoding="utf-8"), path.name)


def play(text: str, name: str = "scenario") -> Game:
    """Play a scenario; the game at its end."""
    head, lines = _split(text)
    game = new_game(head)
    for number, line in lines:
        try:
            _line(game, line)
            wrong = violations(game)
            if wrong:
                raise ScenarioError("; ".join(wrong))
        except (ScenarioError, Refused) as error:
            raise ScenarioError(f"{name}:{number}: {line}\n    {error}") from error
    return game


_HEAD = re.compile(r"(title|players|option|seed)\b:?\s*(.*)")


def _split(text: str) -> tuple[dict[str, Any], list[tuple[int, str]]]:
    head: dict[str, Any] = {"title": None, "text": [], "players": "3", "options": [], "seed": 0}
    lines = []
    inline = False
    for number, raw in enumerate(text.splitlines(), 1):
        if inline and (not raw.strip() or raw.startswith("    ")):
            head["text"].append(raw[4:])
            continue
        inline = False
        line = raw.split("#")[0].strip()
        match = _HEAD.fullmatch(line)
        if match is None:
            if line:
                lines.append((number, line))
            continue
        word, value = match.groups()
        if word == "title" and (not value or value.endswith(" with:")):
            inline = True
            head["title"] = value.removesuffix(" with:")
        elif word == "option":
            head["options"].append(value)
        else:
            head[word] = int(value) if word == "seed" else value
    return head, lines


def new_game(head: dict[str, Any]) -> Game:
    """The game that the head of a scenario describes."""
    if head["text"]:
        own = (TITLES / f"{head['title']}.18xx").read_text(encoding="utf-8") if head["title"] else ""
        table, problems = compile_text(own + "\n".join(head["text"]) + "\n", f"{TITLES}/scenario.18xx")
    else:
        table, problems = compile_file(TITLES / f"{head['title']}.18xx")
    errors = [problem for problem in problems if problem.severity == "error"]
    if table is None or errors:
        raise ScenarioError(f"the title does not compile: {errors[:3]}")
    names = head["players"]
    players = [f"P{number}" for number in range(1, int(names) + 1)] if names.isdecimal() else names.split()
    return Game.new(table, players, head["seed"], head["options"])


def _line(game: Game, line: str) -> None:
    if line.startswith("->"):
        _check(game, line[2:].strip())
    elif line.startswith("refused"):
        match = re.fullmatch(r'refused(?: "([^"]*)")?: (.*)', line)
        assert match is not None, line
        _refused(game, match[2], match[1] or "")
    elif line == "all pass":
        current = game.state.round
        while game.state.round is current and not game.finished:
            game.apply({"type": "pass", **game.entity_fields(game.acting()[0])})
    elif match := re.fullmatch(r"all pass to (\S+)", line):
        while game.acting() != [_entity(game, match[1])]:
            game.apply({"type": "pass", **game.entity_fields(game.acting()[0])})
    elif match := re.fullmatch(r"(\S+): wins (\S+) (\d+)", line):
        _wins(game, *match.groups())
    else:
        _move(game, line)


def _wins(game: Game, name: str, lot: str, price: str) -> None:
    """In an auction of one lot at a time: everybody passes but one, who bids."""
    winner = _entity(game, name)
    private = game.rules.entity("company", lot)
    bid = False
    while game.state.owner[private] == game.rules.bank and game.state.round.kind == "lot auction":
        [acting] = game.acting()
        if acting == winner:
            if bid:
                raise ScenarioError(f"{lot} is not won")
            bid = True
            game.apply({"type": "bid", "company": lot, "price": int(price), **game.entity_fields(acting)})
        else:
            game.apply({"type": "pass", **game.entity_fields(acting)})


def _refused(game: Game, line: str, text: str) -> None:
    before = game.state_hash()
    try:
        _move(game, line)
    except Refused as error:
        if text not in str(error):
            raise ScenarioError(f"refused, but because: {error}") from error
        if game.state_hash() != before:
            raise ScenarioError("the refused move changed the state") from error
        return
    raise ScenarioError("the move was accepted")


def _entity(game: Game, name: str) -> int:
    """The entity a scenario means by a name: a player, a private that is acting or has a power, or a company."""
    rules = game.rules
    for kind in ("player", "corporation", "company"):
        try:
            return rules.entity(kind, name)
        except Refused:
            continue
    raise ScenarioError(f"nobody is called {name}")


def _move(game: Game, line: str) -> None:
    who, _, words = line.partition(":")
    verb, _, rest = words.strip().partition(" ")
    if verb not in _MOVES:
        raise ScenarioError(f"no move {verb!r}")
    entity = game.rules.entity("company", who[8:]) if who.startswith("private ") else _entity(game, who)
    game.apply({**game.entity_fields(entity), **_MOVES[verb](game, entity, rest)})


def _bid(game: Game, entity: int, rest: str) -> dict[str, Any]:
    name, price = rest.split()
    return {"type": "bid", "company": name, "price": int(price)}


def _par(game: Game, entity: int, rest: str) -> dict[str, Any]:
    name, price = rest.split()
    cells = [
        cell
        for cell in game.rules.cells
        if cell.price == int(price) and any("par" in zone.split() for zone in cell.zones)
    ]
    if not cells:
        raise ScenarioError(f"{price} is not on the par chart")
    cell = cells[0]
    return {"type": "par", "corporation": name, "share_price": f"{cell.price},{cell.row},{cell.column}"}


def _buy(game: Game, entity: int, rest: str) -> dict[str, Any]:
    if "_" in rest:
        return {"type": "buy_shares", "shares": [rest]}
    name, _, source = rest.partition(" from ")
    company = game.rules.company_number[name]
    holder = game.rules.pool if source == "pool" else company if source == "treasury" else game.rules.ipo
    held = [c for c in shares.held_certificates(game, company, holder) if not game.rules.cert_president[c]]
    if not held:
        raise Refused(f"no share of {name} is there")
    return {"type": "buy_shares", "shares": [shares.share_text(game, held[0])]}


def _sell(game: Game, entity: int, rest: str) -> dict[str, Any]:
    if "_" in rest:
        return {"type": "sell_shares", "shares": rest.split()}
    count, name = rest.split()
    company = game.rules.company_number[name]
    for bundle in bundles.of_holder(game, entity, company):
        if bundle.percent == 10 * int(count):
            return bundles.action_of(game, entity, bundle)
    raise Refused(f"no {count} shares of {name} to sell")


def _issue(game: Game, entity: int, rest: str) -> dict[str, Any]:
    return _own_shares(game, entity, rest, "sell_shares", shares.treasury(game, entity))


def _redeem(game: Game, entity: int, rest: str) -> dict[str, Any]:
    pool = shares.held_certificates(game, entity, game.rules.pool)
    return _own_shares(game, entity, rest, "buy_shares", pool)


def _own_shares(game: Game, company: int, rest: str, kind: str, there: list[int]) -> dict[str, Any]:
    """`2` (shares) or `AB_7 AB_2` (certificates)."""
    if not rest.isdecimal():
        return {"type": kind, "shares": rest.split()}
    for bundle in bundles.parcels(game, company, there):
        if bundle.percent == 10 * int(rest):
            return bundles.action_of(game, company, bundle) | {"type": kind}
    raise Refused(f"no {rest} shares are there")


def _lay(game: Game, entity: int, rest: str) -> dict[str, Any]:
    rest, _, others = rest.partition(" with ")
    hex_, tile, rotation = rest.split()
    number = game.rules.tile_number.get(tile)
    copies = () if number is None else game.state.board.supply[number]
    copy = min(copies, default=0)
    action = {"type": "lay_tile", "hex": hex_, "tile": f"{tile}-{copy}", "rotation": int(rotation[1:])}
    return action | {"combo_entities": others.split()} if others else action


def _token(game: Game, entity: int, rest: str) -> dict[str, Any]:
    hex_, _, city = rest.partition(" city ")
    text = token_step.city_text(game, game.rules.hex_number[hex_], int(city or 1) - 1)
    return {"type": "place_token", "city": text, "slot": 0}


def _run(game: Game, entity: int, rest: str) -> dict[str, Any]:
    if rest == "nothing":
        return {"type": "run_routes", "routes": []}
    if rest:
        runs = [words.split() for words in rest.split(", ")]
        routes = [{"train": train, "connections": [chain.split("-") for chain in chains]} for train, *chains in runs]
        return {"type": "run_routes", "routes": routes}
    return next(action for action in run_step.actions(game) if action["type"] == "run_routes")


def _train(game: Game, entity: int, rest: str) -> dict[str, Any]:
    match = re.fullmatch(r"(\S+)(?: trading (\S+))?(?: from (\S+))?(?: for (\d+))?", rest)
    if match is None:
        raise ScenarioError(f"no train {rest!r}")
    kind, traded, seller, price = match.groups()
    rules = game.rules
    number = rules.train_number[kind]
    row = rules.trains[number]
    state = game.state
    where = state.trains[game.rules.company_number[seller]] if seller else [*state.depot, *state.discarded]
    front = rules.train_front[number]
    card = next((card for card in where if card >> 10 in (front, number)), number << 10)
    cost = int(price) if price else row.price
    action = {"type": "buy_train", "train": trains.card_text(game, card), "price": cost, "variant": kind}
    if traded:
        old = game.rules.train_number[traded]
        mine = next((c for c in game.state.trains[entity] if c >> 10 == old), old << 10)
        action["exchange"] = trains.card_text(game, mine)
        action["price"] = cost - next((t.off for t in row.trade_in if t.train == old), 0) if not price else cost
    return action


def _flip(game: Game, entity: int, rest: str) -> dict[str, Any]:
    kind, side, price = re.fullmatch(r"(\S+) to (\S+) for (\d+)", rest).groups()  # type: ignore[union-attr]
    number = game.rules.train_number[kind]
    card = next((c for c in game.state.trains[entity] if c >> 10 == number), number << 10)
    text = trains.card_text(game, card)
    return {"type": "buy_train", "train": text, "price": int(price), "variant": side, "exchange": text}


def _combine(game: Game, entity: int, rest: str) -> dict[str, Any]:
    kind, _, part = rest.partition(" with ")
    number = game.rules.train_number[kind]
    card = next((c for c in game.state.trains[entity] if c >> 10 == number), number << 10)
    return {"type": "combined_trains", "base": trains.card_text(game, card), "additional_train_variant": part}


def _discard(game: Game, entity: int, rest: str) -> dict[str, Any]:
    number = game.rules.train_number[rest]
    card = next((c for c in game.state.trains[entity] if c >> 10 == number), number << 10)
    return {"type": "discard_train", "train": trains.card_text(game, card)}


def _private(game: Game, entity: int, rest: str) -> dict[str, Any]:
    name, _, price = rest.partition(" for ")
    return {"type": "buy_company", "company": name, "price": int(price)}


def _plain(action: str, **fields: Any) -> Callable[[Game, int, str], dict[str, Any]]:
    return lambda game, entity, rest: {"type": action, **fields}


def _do(game: Game, entity: int, rest: str) -> dict[str, Any]:
    """The first offered action of a type that has all the words among its values."""
    kind, *words = rest.split()
    who = game.entity_fields(entity).items()
    for action in game.legal_actions():
        said = " ".join(map(str, action.values())).split()
        if action["type"] == kind and all(word in said for word in words) and action.items() >= who:
            return action
    raise Refused(f"no {rest} is offered")


def _choose(game: Game, entity: int, rest: str) -> dict[str, Any]:
    return {"type": "choose", "choice": rest}


_MOVES: dict[str, Callable[[Game, int, str], dict[str, Any]]] = {
    "pass": _plain("pass"),
    "bid": _bid,
    "par": _par,
    "buy": _buy,
    "exchange": _buy,
    "sell": _sell,
    "issue": _issue,
    "redeem": _redeem,
    "lay": _lay,
    "token": _token,
    "buytoken": lambda game, entity, rest: {
        **_token(game, entity, rest.split(" for ")[0]),
        "type": "buy_token",
        "price": int(rest.split(" for ")[1]),
    },
    "destination": lambda game, entity, rest: {"type": "hex_token", "hex": rest, "token_type": "destination"},
    "run": _run,
    "payout": _plain("dividend", kind="payout"),
    "withhold": _plain("dividend", kind="withhold"),
    "half": _plain("dividend", kind="half"),
    "train": _train,
    "flip": _flip,
    "combine": _combine,
    "discard": _discard,
    "private": _private,
    "bankrupt": _plain("bankrupt"),
    "connect": lambda game, entity, rest: {
        "type": "destination_connection",
        "corporations": [game.name(entity)],
    },
    "payoff": _plain("payoff_player_debt"),
    "choose": _choose,
    "assign": lambda game, entity, rest: {"type": "assign", "target": rest, "target_type": "hex"},
    "loan": lambda game, entity, rest: {"type": "take_loan", "loan": 0},
    "ability": lambda game, entity, rest: {"type": "choose_ability", "choice": rest},
    "merge": lambda game, entity, rest: {"type": "merge", "corporation": rest},
    "acquire": lambda game, entity, rest: {"type": "acquire_company", "company": rest},
    "do": _do,
    "ends": _plain("end_game"),
}


def _check(game: Game, text: str) -> None:
    found, expected = _look(game, text)
    if str(found) != expected:
        raise ScenarioError(f"it is {found}, not {expected}")


def _look(game: Game, text: str) -> tuple[Any, str]:
    """What is found, and what the line expects."""
    state, rules = game.state, game.rules
    words = text.split()
    match words:
        case ["acting", *names]:
            return " ".join(game.name(entity) for entity in game.acting()), " ".join(names)
        case ["phase", name]:
            return rules.phases[state.phase].name, name
        case ["round", *kind]:
            return state.round.kind, " ".join(kind)
        case ["boxes", *rest]:
            said = " ".join(rest)
            number = next(n for n, deck in enumerate(rules.decks) if said.startswith(f"{deck.name} "))
            lots = bid_boxes.boxes(game, number)
            expected = said.removeprefix(rules.decks[number].name).strip()
            return " ".join("none" if lot is None else game.name(lot) for lot in lots), expected
        case ["end", "of", *rest]:
            said = " ".join(rest)
            number = next(n for n, deck in enumerate(rules.decks) if said.startswith(f"{deck.name} "))
            expected = said.removeprefix(rules.decks[number].name).split()
            return " ".join(map(game.name, bid_boxes.cards(game, number)[-len(expected) :])), " ".join(expected)
        case ["depot", count, kind]:
            return f"{len(state.depot)} {trains.name_of(game, state.depot[0])}", f"{count} {kind}"
        case ["set", number]:
            return state.set_number, number
        case ["bank", amount]:
            return state.cash[rules.bank], amount
        case ["over", *reason]:
            return game.end_reason, " ".join(reason)
        case ["companies", *names]:
            return " ".join(map(game.name, state.companies)), " ".join(names)
        case ["order", *names]:
            return " ".join(game.name(player) for player in state.order), " ".join(names)
        case [hex_, "slots", *slots]:
            rows = state.board.tokens[rules.hex_number[hex_]]
            said = " / ".join(" ".join("-" if c is None else game.name(c) for c in row) for row in rows)
            return said, " ".join(slots)
        case [hex_, "tile", tile]:
            return game.tile_on(rules.hex_number[hex_]).name, tile
        case [name, "closed"]:
            return state.owner[rules.private_number[name]] is None, "True"
        case [name, "owner", owner]:
            return game.name(state.owner[rules.private_number[name]] or 0), owner
    entity = _entity(game, words[0])
    match words[1:]:
        case ["cash", amount]:
            return state.cash[entity], amount
        case ["debt", amount]:
            return state.debt[entity], amount
        case ["worth", amount]:
            return game.worth(entity), amount
        case ["price", amount]:
            return game.price(entity), amount
        case ["president", name]:
            president = state.president[entity]
            return "none" if president is None else game.name(president), name
        case ["floated", answer]:
            return "yes" if state.floated[entity] else "no", answer
        case ["trains", *kinds]:
            return " ".join(trains.name_of(game, c) for c in state.trains[entity]) or "none", " ".join(kinds)
        case ["tokens", *hexes]:
            return " ".join(rules.hex_rows[t[0]].name for t in state.tokens[entity] if t), " ".join(hexes)
        case ["areas", *areas]:
            return " ".join(area or "none" for area in state.areas[entity]), " ".join(areas)
        case ["pool", percent]:
            return f"{state.held[entity][rules.pool]}%", percent
        case ["treasury", percent]:
            own = (rules.cert_percent[certificate] for certificate in shares.treasury(game, entity))
            return f"{sum(own)}%", percent
        case ["revenue", amount]:
            return state.last_revenue[entity], amount
        case [company, percent]:
            return f"{state.held[rules.company_number[company]][entity]}%", percent
    raise ScenarioError(f"cannot look at {text!r}")
