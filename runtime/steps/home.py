"""Home tokens, and the choice of a city where a home or new track leaves one (core 11.14, 12.2).

A home whose city is settled is placed silently, when the answer `home placed` says. If it must be chosen at the launch
or at the start of a round, the company is listed in the state's `homeless`, and nothing else happens before it has
chosen, whatever round it is; at the start of its own operating turn it is asked by the step `home`.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from titleworks.runtime import stations
from titleworks.runtime.errors import Refused
from titleworks.runtime.map.tokens import home_cities
from titleworks.runtime.steps import token

Action = dict[str, Any]
ACCEPTS = frozenset({"place_token"})


def place_all(game: Any, moment: str, companies: Iterable[int] | None = None) -> None:
    """Place the homes whose time this is; the companies that must choose theirs will be asked.

    `companies`: those to look at (None: all launched ones). At the start of a stock round also homes come that were
    due at the launch, if that was before any stock round (the answer may depend on the round).
    """
    state = game.state
    due = {moment, "launch"} if moment == "stock round start" else {moment}
    launched = [company for company in state.companies if state.par[company] is not None]
    for company in list(launched if companies is None else companies):
        if _unplaced(game, company) and game.ask.home_placed(game, company) in due:
            place_automatically(game, company)
            if waits(game, company) and company not in state.homeless:
                state.homeless.append(company)


def place_automatically(game: Any, company: int) -> None:
    """Place the home token if it is not on the map and its city is settled."""
    if not _unplaced(game, company):
        return
    cities = _choices(game, company)
    if len(cities) == 1 and not game.ask.home_asked(game, company):
        _put(game, company, *cities[0])


def _unplaced(game: Any, company: int) -> bool:
    """Whether the home token was never placed; one that was taken off the map or destroyed is a home no more."""
    state = game.state
    return not state.housed[company] and bool(state.tokens[company]) and state.tokens[company][0] is None


def _choices(game: Any, company: int) -> list[tuple[int, int]]:
    """The cities in which the home token may go: a settled one, or those of its home that are allowed (core 12.2)."""
    board = game.state.board
    homes = game.rules.company_rows[company].homes
    cities = [home_cities(board, company, row.hex, row.city, full=True) for row in homes]
    if len(cities) == 1 and len(cities[0]) == 1:
        return [(homes[0].hex, cities[0][0])]
    found = [(row.hex, city) for row, stops in zip(homes, cities, strict=True) for city in stops]
    return [place for place in found if game.ask.home_allowed(game, company, place)]


def _put(game: Any, company: int, hex_: int, city: int) -> None:
    state = game.state
    state.board.place_token(company, hex_, city, extra=True)
    stations.set_place(game, company, 0, (hex_, city))
    state.housed[company] = True
    game.emit("home placed", company, (hex_, city), hex_, (company, 0))


def cities_of(game: Any, company: int) -> tuple[tuple[int, int], ...]:
    """The cities that are, or may be, the company's home: on a hex with a reservation for it, the reserved one."""
    board, slots = game.state.board, game.rules.map.slots
    found: list[tuple[int, int]] = []
    for row in game.rules.company_rows[company].homes:
        kept = [city for owner, city, _ in board.reserved[row.hex] if owner == company and city is not None]
        cities = [city for city, count in enumerate(slots[board.tile[row.hex]]) if count]
        found += [(row.hex, city) for city in kept or cities if kept or row.city in (None, city)]
    return tuple(found)


def open_cities(game: Any, company: int) -> tuple[tuple[int, int], ...]:
    """Cities of the company's home hexes that have a slot open to it."""
    board = game.state.board
    return tuple(
        (home.hex, city)
        for home in game.rules.company_rows[company].homes
        for city, slots in enumerate(board.tokens[home.hex])
        if slots and board.open_slot(company, home.hex, city) is not None
    )


# ---- cities chosen at once, in whatever round ------------------------------------------------------------------


def awaited(game: Any) -> bool:
    """Whether a city is to be chosen before anything else happens."""
    return bool(game.state.homeless or game.state.board.lifted)


def asker(game: Any) -> int:
    """Who chooses: whoever operates, for tokens lifted by new track (core 11.14), else the company for its home."""
    state = game.state
    operator: int | None = game.operator()
    if state.board.lifted:
        return int(state.board.lifted[0][0]) if operator is None else operator
    return int(state.homeless[0])


def _offered(game: Any) -> tuple[int, list[tuple[int, int]]]:
    """Whose token is to be placed, and the cities to choose from."""
    board = game.state.board
    if board.lifted:
        owner, hex_ = board.lifted[0]
        cities = [city for city in token.cities_of(game, hex_) if board.open_slot(owner, hex_, city) is not None]
        return owner, [(hex_, city) for city in cities or token.cities_of(game, hex_)]
    company = game.state.homeless[0]
    return company, _choices(game, company)


def choices(game: Any) -> Iterator[Action]:
    """The cities among which to choose."""
    owner, places = _offered(game)
    for hex_, city in places:
        yield _action(game, asker(game), owner, hex_, city)


def choose(game: Any, action: Action, entity: int) -> None:
    """Choose the city of a lifted token or of a home. Raises Refused for anything else."""
    state = game.state
    owner, places = _offered(game)
    if action["type"] != "place_token" or entity != asker(game):
        raise Refused(f"{game.name(asker(game))} must first choose the city of {game.name(owner)}'s token", "core 12.2")
    hex_, city = token.parse_city(game, action["city"])
    if (hex_, city) not in places:
        raise Refused(f"{action['city']} is not among the cities to choose from", "core 11.14")
    if state.board.lifted:
        state.board.place_token(owner, hex_, city, extra=True)
        stations.set_place(game, owner, state.tokens[owner].index((hex_, -1)), (hex_, city))
        return
    state.homeless.pop(0)
    _put(game, owner, hex_, city)
    # what the others may choose from has changed
    state.homeless[:] = [other for other in state.homeless if waits(game, other)]


# ---- the step of an operating turn ------------------------------------------------------------------------------


def waits(game: Any, company: int) -> bool:
    """The operator's home token has several cities to choose from."""
    if not _unplaced(game, company):
        return False
    return len(_choices(game, company)) > (0 if game.ask.home_asked(game, company) else 1)


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """The operator chooses the city of its home."""
    hex_, city = token.parse_city(game, action["city"])
    if (hex_, city) not in _choices(game, company):
        raise Refused(f"{action['city']} is not among the cities to choose from", "core 12.2")
    _put(game, company, hex_, city)


def actions(game: Any) -> Iterator[Action]:
    """The cities that may be chosen."""
    company = game.operator()
    for hex_, city in _choices(game, company):
        yield _action(game, company, company, hex_, city)


def _action(game: Any, company: int, owner: int, hex_: int, city: int) -> Action:
    """The choice of a city by the company for the owner of the token."""
    return {
        "type": "place_token",
        **game.entity_fields(company),
        "city": token.city_text(game, hex_, city),
        "slot": 0,
        "tokener": game.name(owner),
    }
