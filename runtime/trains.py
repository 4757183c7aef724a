"""The bank's trains: what is on sale, purchases, phases, rusting, limits (core 15)."""

from typing import Any

from titleworks.runtime.errors import Refused


def card_text(game: Any, card: int) -> str:
    """A train as records write it: `NAME-index` (core 2.6)."""
    return f"{game.rules.trains[card >> 10].name}-{card & 1023}"


def parse_card(game: Any, text: str) -> int:
    """The train of a record's id. Raises Refused if there is no such kind."""
    name, _, index = text.rpartition("-")
    kind = game.rules.train_number.get(name)
    if kind is None or not index.isdecimal() or len(index) > 4 or int(index) > 1023:
        raise Refused(f"there is no train {text!r}", "core 2.6")
    return int(kind << 10 | int(index))


def on_sale(game: Any) -> list[int]:
    """What the bank sells now: the next train, kinds opened early, and one of each kind discarded (core 15.1)."""
    state, rules = game.state, game.rules
    cards: list[int] = state.depot[:1]
    for kind, row in enumerate(rules.trains):
        if row.on_sale_from is not None and state.phase >= row.on_sale_from:
            first = next((card for card in state.depot if card >> 10 == kind), None)
            if first is not None and first not in cards:
                cards.append(first)
    kinds: set[int] = set()
    for card in state.discarded:
        if card >> 10 not in kinds:
            kinds.add(card >> 10)
            cards.append(card)
    return cards


def price_of(game: Any, card: int) -> int:
    """The printed price of a train."""
    return int(game.rules.trains[card >> 10].price)


def offered(game: Any, company: int) -> list[int]:
    """The trains on sale that the company may buy, whatever it can pay and own."""
    allowed = game.ask.train_purchase_allowed
    return [card for card in on_sale(game) if allowed(game, card, company)]


def cheapest(game: Any, company: int) -> int | None:
    """The lowest price of a train of the bank that the company may buy; None if there is none."""
    return min((price_of(game, card) for card in offered(game, company)), default=None)


def counted(game: Any, company: int) -> int:
    """Trains of a company that count against its limit (core 15.6)."""
    cards, weight = game.state.trains[company], game.ask.trains_counted
    return sum([weight(game, card) for card in cards])


def has_room(game: Any, company: int) -> bool:
    """Whether the company may own one more train."""
    return bool(counted(game, company) < game.ask.train_limit(game, company))


def over_limit(game: Any) -> list[int]:
    """Companies with more trains than allowed, in the order of the table."""
    trains = game.state.trains
    return [
        company
        for company in game.state.companies
        if trains[company] and counted(game, company) > game.ask.train_limit(game, company)
    ]


def leave_bank(game: Any, card: int) -> None:
    """A train leaves depot or open market; of an unlimited kind the next one takes its place (core 2.6)."""
    state, rules = game.state, game.rules
    if card in state.discarded:
        state.discarded.remove(card)
        return
    kind = card >> 10
    place = state.depot.index(card)
    if rules.trains[kind].count is None and sum(other >> 10 == kind for other in state.depot) == 1:
        state.depot[place] = card + 1
    else:
        del state.depot[place]
    state.departures[kind] += 1


def discard(game: Any, company: int, card: int) -> None:
    """A company gives up a train: to the open market, or out of the game (core 15.6)."""
    game.state.trains[company].remove(card)
    if game.ask.discards(game, card) == "pool":
        game.state.discarded.append(card)


def deliver(game: Any, company: int, card: int, seller: int) -> None:
    """A train, already paid, comes to a company, with all that follows (core 15.5)."""
    state, rules = game.state, game.rules
    if seller == rules.bank:
        leave_bank(game, card)
    else:
        state.trains[seller].remove(card)
    state.trains[company].append(card)
    state.trains_bought[company] += 1
    game.emit("train bought", card, company, seller)
    if seller == rules.bank:
        _consequences(game, card >> 10)


def export(game: Any) -> None:
    """The next train of the bank leaves the game, with all that follows a purchase."""
    depot = game.state.depot
    if depot:
        card = depot[0]
        leave_bank(game, card)
        _consequences(game, card >> 10)


def _consequences(game: Any, kind: int) -> None:
    """A train of the kind left the bank: phases, rusting, and the rules on its first departure (core 15.5)."""
    state, rules = game.state, game.rules
    phases = rules.phases
    while state.phase + 1 < len(phases) and kind in phases[state.phase + 1].starts_with:
        state.phase += 1
        game.emit("phase begins", state.phase)
    _rust(game, kind)
    if kind not in state.left:
        state.left.append(kind)
        game.emit("first leaves", kind)
    game.emit("train leaves", kind)


def _rust(game: Any, kind: int) -> None:
    """Trains that rust on this kind leave the game, wherever they are (core 15.5)."""
    state = game.state
    rusting = {number for number, row in enumerate(game.rules.trains) if row.rusts_on == kind}
    if not rusting:
        return
    for owned in state.trains:
        if owned:
            owned[:] = [card for card in owned if card >> 10 not in rusting]
    state.discarded[:] = [card for card in state.discarded if card >> 10 not in rusting]
    for card in [card for card in state.depot if card >> 10 in rusting]:
        state.depot.remove(card)
        state.departures[card >> 10] += 1
