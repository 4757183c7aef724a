"""Station tokens (core 12)."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from titleworks.runtime import stations
from titleworks.runtime.errors import Refused
from titleworks.runtime.map.tokens import token_problem

Action = dict[str, Any]
ACCEPTS = frozenset({"place_token"})
City = tuple[int, int]


class Terms(NamedTuple):
    """On what terms a token is placed: whether a connection is needed and the cost paid, whether it is the token of the
    turn, from which area it comes, and whether it needs an open slot in a hex without a token of its own."""

    connection: bool = True
    cost: bool = True
    as_token: bool = True
    area: str = stations.AVAILABLE
    slot: bool = True


#: Those of the turn's token.
_NORMAL = Terms()


def parse_city(game: Any, text: str) -> City:
    """The city of a record's id `TILE-copy-number`: hex and stop (core 2.5). Raises Refused if it is not on the map."""
    name, copy, part = _parts(text)
    board, rules = game.state.board, game.rules
    found = None
    tile = rules.tile_number.get(name)
    if tile is not None:
        for hex_, laid in enumerate(board.tile):
            if laid == tile and board.copy[hex_] == copy and laid != rules.hex_rows[hex_].printed:
                found = hex_
                break
    if found is None:
        found = rules.printed_name_number.get((name, copy), rules.hex_number.get(name))
        if found is not None and board.tile[found] != rules.hex_rows[found].printed:
            found = None
    if found is None:
        raise Refused(f"there is no city {text!r} on the map", "core 2.5")
    cities = cities_of(game, found)
    if len(cities) == 1:
        return found, cities[0]
    if part not in cities:
        raise Refused(f"there is no city {text!r} on the map", "core 2.5")
    return found, part


def _parts(text: str) -> tuple[str, int, int]:
    pieces = text.rsplit("-", 2)
    if len(pieces) != 3 or not all(piece.isdecimal() and len(piece) < 10 for piece in pieces[1:]):
        raise Refused(f"{text!r} does not name a city", "core 2.5")
    return pieces[0], int(pieces[1]), int(pieces[2])


def city_text(game: Any, hex_: int, city: int) -> str:
    """A city as records write it."""
    board, rules = game.state.board, game.rules
    if board.tile[hex_] == rules.hex_rows[hex_].printed:
        name, copy = rules.printed_name[hex_]
        return f"{name}-{copy}-{city}"
    return f"{rules.tile_rows[board.tile[hex_]].name}-{board.copy[hex_]}-{city}"


def cities_of(game: Any, hex_: int) -> tuple[int, ...]:
    """The stops of the hex that have slots."""
    cities: tuple[int, ...] = game.rules.map.cities[game.state.board.tile[hex_]]
    return cities


def _place_problem(game: Any, company: int, hex_: int, city: int) -> str | None:
    """Why the city cannot take the token, whatever its price and the connection (core 12.5)."""
    board = game.state.board
    most = game.ask.tokens_on_a_hex(game, company, hex_)
    problem = token_problem(board, company, hex_, city, reservations=game.ask.reservation(game, hex_), most=most)
    if problem is None and not game.ask.token_allowed(game, company, (hex_, city)):
        return f"{game.name(company)} may place no token there"
    return problem


def _cost(game: Any, company: int, city: City, area: str) -> int:
    """What placing the token costs: the answer for available tokens, the printed price for those of other areas."""
    if area == stations.AVAILABLE:
        return int(game.ask.token_cost(game, company, city))
    return stations.next_price(game, company, area)


def problem(game: Any, company: int, city: City, terms: Terms = _NORMAL) -> str | None:
    """Why the company may not place its next token of the area in the city; None if it may (core 12.3 to 12.6)."""
    if stations.waiting_in(game, company, terms.area) is None:
        return f"{game.name(company)} has no token left"
    if terms.as_token and game.state.round.tokened:
        return "one token a turn"
    if terms.cost and _cost(game, company, city, terms.area) > game.state.cash[company]:
        return f"{game.name(company)} cannot pay the token"
    if terms.connection and not game.ask.token_reach(game, company, city):
        return f"{game.name(company)} does not reach this city"
    return _place_problem(game, company, *city) if terms.slot else None


def place(game: Any, company: int, city: City, terms: Terms = _NORMAL) -> None:
    """Place the company's next token of the area; if it needs no slot it stands beside the slots if none is open.

    Raises Refused before changing anything.
    """
    found = problem(game, company, city, terms)
    if found is not None:
        raise Refused(found, "core 12")
    state = game.state
    price = _cost(game, company, city, terms.area) if terms.cost else 0
    if price:
        game.pay(price, company, game.ask.token_payee(game, company, city))
    number = stations.waiting_in(game, company, terms.area)
    assert number is not None
    state.board.place_token(company, *city, extra=not terms.slot)
    stations.set_place(game, company, number, city)
    stations.list_token(game, company, number)
    if terms.as_token:
        state.round.tokened = True
    game.emit("token placed", city, company, city[0], (company, number))


def waits(game: Any, company: int) -> bool:
    """An affordable token, and a reached city that can take it (core 12.4), as far as the title looks for one."""
    looked = game.ask.token_looked_for
    return any(looked(game, company, city) for city in _places(game, company))


def _places(game: Any, company: int) -> Iterator[City]:
    state = game.state
    if state.round.tokened or stations.waiting_in(game, company) is None:
        return
    cash = state.cash[company]
    for hex_, city in _reached(game, company):
        if (
            game.ask.token_cost(game, company, (hex_, city)) <= cash
            and _place_problem(game, company, hex_, city) is None
        ):
            yield hex_, city


def _reached(game: Any, company: int) -> Iterable[City]:
    """The cities that the company's token may reach, those of its network unless the title says otherwise."""
    if game.ask.is_default("token_reach"):
        reached: list[City] = game.network(company).cities(game.state.board)
        return reached
    hexes = range(len(game.state.board.tokens))
    every = ((hex_, city) for hex_ in hexes for city in cities_of(game, hex_))
    return (city for city in every if game.ask.token_reach(game, company, city))


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """Place the token of the turn."""
    place(game, company, parse_city(game, action["city"]))


def actions(game: Any) -> Iterator[Action]:
    """All cities that can take the token."""
    company = game.operator()
    for hex_, city in _places(game, company):
        yield {
            "type": "place_token",
            **game.entity_fields(company),
            "city": city_text(game, hex_, city),
            "slot": game.state.board.open_slot(company, hex_, city),
            "tokener": game.name(company),
        }
