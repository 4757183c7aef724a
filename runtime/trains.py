"""The bank's trains: what is on sale, purchases, phases, rusting, limits (core 15)."""

from collections.abc import Iterable
from typing import Any

from titleworks.runtime import distances
from titleworks.runtime.errors import Refused
from titleworks.runtime.state import replaced, without
from titleworks.runtime.table.models import Distance


def front(game: Any, card: int) -> int:
    """The card with its front up; a card's id is that of the front, whichever side it shows."""
    return int(game.rules.train_front[card >> 10] << 10 | card & 1023)


def sides(game: Any, card: int) -> list[int]:
    """The card with each of its sides up, the front first; the depot knows fronts only."""
    return [kind << 10 | card & 1023 for kind in game.rules.train_sides[game.rules.train_front[card >> 10]]]


def distance_of(game: Any, card: int) -> Distance:
    """How far the train runs now: by the side up, the trains joined to it for good, the places gained for this run."""
    rows, state = game.rules.trains, game.state
    distance: Distance = rows[card >> 10].distance
    parts = state.combined.get(card)
    if parts:
        distance = distances.joined([distance, *(rows[kind].distance for kind in parts)])
    places = getattr(state.round, "extended", {}).get(card)
    return distances.lengthened(distance, places) if places else distance


def name_of(game: Any, card: int) -> str:
    """What the train is called now: the side up; joined with others `6+5C`; with more places for this run `4+1`."""
    rows, state = game.rules.trains, game.state
    name: str = rows[card >> 10].name
    parts = state.combined.get(card)
    if parts:
        name = distances.joined_name(distances.joined([rows[kind].distance for kind in (card >> 10, *parts)]))
    places = getattr(state.round, "extended", {}).get(card)
    return distances.lengthened_name(name, places) if places else name


def is_rusted(game: Any, kind: int) -> bool:
    """Whether the train has left the bank on whose first the kind rusts, or becomes obsolete (core 15.5)."""
    row, left = game.rules.trains[kind], game.state.left
    return row.rusts_on in left or row.obsolete_on in left


def card_text(game: Any, card: int) -> str:
    """A train as records write it: `NAME-index` of the front (core 2.6)."""
    return f"{game.rules.trains[game.rules.train_front[card >> 10]].name}-{card & 1023}"


def parse_card(game: Any, text: str, variant: str | None = None) -> int:
    """The train of a record's id, with the side up that it shows; of a train of the bank the side named `variant`.

    Raises Refused if there is no such kind, or the card has no such side.
    """
    rules = game.rules
    name, _, index = text.rpartition("-")
    kind = rules.train_number.get(name)
    if kind is None or not index.isdecimal() or len(index) > 4 or int(index) > 1023:
        raise Refused(f"there is no train {text!r}", "core 2.6")
    card = int(rules.train_front[kind] << 10 | int(index))
    if rules.train_sides[card >> 10] == [card >> 10]:
        return card
    if card not in game.state.depot:
        return _as_it_lies(game, card)
    if variant is None:
        return card
    side = next((side for side in sides(game, card) if rules.trains[side >> 10].name == variant), None)
    if side is None:
        raise Refused(f"the train {text!r} has no side {variant!r}", "core 2.6")
    return side


def _as_it_lies(game: Any, card: int) -> int:
    """A two-sided card that has left the depot, given by its front, with the side up that shows."""
    possible = sides(game, card)
    for owned in (*game.state.trains, game.state.discarded):
        for side in possible:
            if side in owned:
                return side
    return card


def on_sale(game: Any) -> list[int]:
    """What the bank sells now: the next train, kinds opened early, and one of each kind discarded (core 15.1).

    A two-sided card of the depot is there with each side up that has not rusted.
    """
    cards = []
    for card in _bank_cards(game):
        turned = sides(game, card) if card in game.state.depot else [card]
        cards += turned if len(turned) == 1 else [side for side in turned if not is_rusted(game, side >> 10)]
    return cards


def _bank_cards(game: Any) -> list[int]:
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


def group_of(game: Any, card: int) -> str | None:
    """The group in which the train counts, apart from the others; None: it counts among the ordinary ones."""
    group: str | None = game.rules.trains[card >> 10].group
    return group


def _count(game: Any, cards: Iterable[int]) -> int:
    """How many trains these are for a limit (core 15.6)."""
    weight = game.ask.trains_counted
    return sum([weight(game, card) for card in cards])


def _counting(game: Any, company: int) -> dict[str | None, list[int]]:
    """The trains of a company that count against its limits, by group; obsolete ones do not."""
    obsolete = game.state.obsolete
    groups: dict[str | None, list[int]] = {}
    for card in game.state.trains[company]:
        if card not in obsolete:
            groups.setdefault(group_of(game, card), []).append(card)
    return groups


def limit(game: Any, company: int, group: str | None = None) -> int | None:
    """How many trains, or trains of a group, the company may own; None: any number."""
    if group is None:
        return int(game.ask.train_limit(game, company))
    most: int | None = game.ask.group_train_limit(game, company, group)
    return most


def has_room(game: Any, company: int, card: int | None = None) -> bool:
    """Whether the company may own one more train: such as this card, or an ordinary one."""
    group = None if card is None else group_of(game, card)
    most = limit(game, company, group)
    return most is None or _count(game, _counting(game, company).get(group, ())) < most


def surplus(game: Any, company: int) -> list[int]:
    """The trains of which the company must give up one: all of the first group of which it has too many."""
    for group, cards in _counting(game, company).items():
        most = limit(game, company, group)
        if most is not None and _count(game, cards) > most:
            return cards
    return []


def over_limit(game: Any) -> list[int]:
    """Companies with more trains than allowed, in the order of the table."""
    state = game.state

    def found() -> list[int]:
        return [company for company in state.companies if state.trains[company] and surplus(game, company)]

    if not game.rules.limits_steady:
        return found()
    seen = (state.phase, tuple(state.companies), tuple(state.trains), tuple(state.obsolete))
    companies: list[int] = game.rules.over_limit.value(seen, found)
    return companies


def leave_after_run(game: Any, company: int) -> None:
    """The company has run, or could not: its obsolete trains, which might run once more, leave the game."""
    state = game.state
    if state.obsolete:
        owned = state.trains[company]
        state.trains[company] = tuple(card for card in owned if card not in state.obsolete)
        state.obsolete = [card for card in state.obsolete if card not in owned]


def leave_bank(game: Any, card: int) -> None:
    """A train leaves depot or open market; of an unlimited kind the next one takes its place (core 2.6).

    The departure counts for its front and, if the other side is up, for that too.
    """
    state, rules = game.state, game.rules
    if card in state.discarded:
        state.discarded.remove(card)
        return
    lying = front(game, card)
    kind = lying >> 10
    place = state.depot.index(lying)
    if rules.trains[kind].count is None and sum(other >> 10 == kind for other in state.depot) == 1:
        state.depot[place] = lying + 1
    else:
        del state.depot[place]
    state.departures[kind] += 1
    if card >> 10 != kind:
        state.departures[card >> 10] += 1


def discard(game: Any, company: int, card: int) -> None:
    """A company gives up a train: to the open market, or out of the game (core 15.6).

    In the open market a two-sided card keeps the side it shows for good.
    """
    state = game.state
    state.trains[company] = without(state.trains[company], card)
    if game.ask.discards(game, card) == "pool":
        state.discarded.append(card)
        lying = front(game, card)
        if lying not in state.one_sided and len(game.rules.train_sides[lying >> 10]) > 1:
            state.one_sided.append(lying)


def deliver(game: Any, company: int, card: int, seller: int) -> None:
    """A train, already paid, comes to a company, with all that follows (core 15.5)."""
    state, rules = game.state, game.rules
    if seller == rules.bank:
        leave_bank(game, card)
    else:
        state.trains[seller] = without(state.trains[seller], card)
    state.trains[company] += (card,)
    state.trains_bought[company] += 1
    game.emit("train bought", card, company, seller)
    if seller == rules.bank:
        _consequences(game, card >> 10)


def turn_over(game: Any, company: int, card: int, side: int) -> None:
    """A card shows its other side from now on; phases and rusting follow as after a purchase of that side."""
    state = game.state
    owned = state.trains[company]
    state.trains[company] = replaced(owned, owned.index(card), side)
    if card in state.round.ran:
        state.round.ran.add(side)
    if card in state.combined:
        state.combined[side] = state.combined.pop(card)
    _consequences(game, side >> 10, leaves=False)


def owner_of(game: Any, card: int) -> int | None:
    """The entity that owns a train; the bank while it is in the depot, the pool when discarded, else None."""
    state, rules = game.state, game.rules
    for company in state.companies:
        if card in state.trains[company]:
            return int(company)
    if card in state.depot:
        return int(rules.bank)
    return int(rules.pool) if card in state.discarded else None


def export(game: Any, effect: bool = True) -> None:
    """The next train of the bank leaves the game, with all that follows a purchase or without any effect."""
    depot = game.state.depot
    if depot:
        card = depot[0]
        leave_bank(game, card)
        if effect:
            _consequences(game, card >> 10)


def _consequences(game: Any, kind: int, leaves: bool = True) -> None:
    """A train of the kind (the side up) came into the game: phases, rusting, rules on its departure (core 15.5).

    What is said of the front holds for the other side too: a phase starts and trains rust by either. `leaves`: it has
    left the bank just now; a card that was only turned over has not.
    """
    state, rules = game.state, game.rules
    both = {kind, rules.train_front[kind]}
    target = max((number for number, row in enumerate(rules.phases) if both & set(row.starts_with)), default=0)
    while state.phase < target:
        state.phase += 1
        game.emit("phase begins", state.phase)
    _rust(game, both)
    if not leaves:
        return
    for side in sorted(both):
        if side not in state.left:
            state.left.append(side)
            game.emit("first leaves", side)
    game.emit("train leaves", kind)


def _rust(game: Any, kinds: set[int]) -> None:
    """Trains that rust on one of these kinds leave the game, wherever they are (core 15.5).

    Those that become obsolete leave the bank, and their companies when these have run once more.
    """
    state, rows = game.state, game.rules.trains
    rusting = {number for number, row in enumerate(rows) if row.rusts_on in kinds}
    ageing = {number for number, row in enumerate(rows) if row.obsolete_on in kinds} - rusting
    if not rusting and not ageing:
        return
    gone = rusting | ageing
    for entity, owned in enumerate(state.trains):
        if owned:
            leaving = rusting if game.rules.is_company(entity) else gone
            state.obsolete += [card for card in owned if card >> 10 in ageing - leaving and card not in state.obsolete]
            state.trains[entity] = tuple(card for card in owned if card >> 10 not in leaving)
    state.obsolete[:] = [card for card in state.obsolete if card >> 10 not in rusting]
    for card in [card for card in state.combined if card >> 10 in rusting]:
        del state.combined[card]
    state.discarded[:] = [card for card in state.discarded if card >> 10 not in gone]
    for card in [card for card in state.depot if gone.issuperset(side >> 10 for side in sides(game, card))]:
        state.depot.remove(card)
        state.departures[card >> 10] += 1
