"""Home tokens, and the choice of a city where a home or new track leaves one (core 11.14, 12.2)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime.errors import Refused
from titleworks.runtime.map.tokens import home_cities
from titleworks.runtime.steps import token

Action = dict[str, Any]
ACCEPTS = frozenset({"place_token"})


def place_automatically(game: Any, company: int) -> None:
    """Place the home token if it is not on the map and its city is settled."""
    state = game.state
    if not state.tokens[company] or state.tokens[company][0] is not None:
        return
    cities = _choices(game, company)
    if len(cities) == 1:
        _put(game, company, *cities[0])


def _choices(game: Any, company: int) -> list[tuple[int, int]]:
    """The cities in which the home token may go."""
    board = game.state.board
    return [
        (row.hex, city)
        for row in game.rules.company_rows[company].homes
        for city in home_cities(board, company, row.hex, row.city)
    ]


def _put(game: Any, company: int, hex_: int, city: int) -> None:
    state = game.state
    state.board.place_token(company, hex_, city, extra=True)
    state.tokens[company][0] = (hex_, city)
    game.emit("token placed", (hex_, city), company, hex_)


def waits(game: Any, company: int) -> bool:
    """A token was lifted by new track, or the operator's home token has several cities to choose from."""
    state = game.state
    if state.board.lifted:
        return True
    return _home_waits(game, company)


def _home_waits(game: Any, company: int) -> bool:
    tokens = game.state.tokens[company]
    return bool(tokens) and tokens[0] is None and len(_choices(game, company)) > 1


def _open(game: Any, company: int) -> Iterator[tuple[int, int, int]]:
    """What may be chosen: company of the token, hex, city."""
    board = game.state.board
    if board.lifted:
        owner, hex_ = board.lifted[0]
        for city, slots in enumerate(board.tokens[hex_]):
            if slots and board.open_slot(owner, hex_, city) is not None:
                yield owner, hex_, city
        return
    for hex_, city in _choices(game, company):
        yield company, hex_, city


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """The operator chooses the city of a lifted token, or of its home."""
    if entity != company:
        raise Refused(f"{game.name(company)} chooses the city", "core 11.14")
    hex_, city = token.parse_city(game, action["city"])
    owner = next((owner for owner, place, choice in _open(game, company) if (place, choice) == (hex_, city)), None)
    if owner is None:
        raise Refused(f"{action['city']} is not among the cities to choose from", "core 11.14")
    state = game.state
    if not state.board.lifted:
        _put(game, owner, hex_, city)
        return
    state.board.place_token(owner, hex_, city)
    # the lifted token is the first one that is not on the map, since tokens are placed in order
    state.tokens[owner][state.tokens[owner].index(None)] = (hex_, city)


def actions(game: Any) -> Iterator[Action]:
    """The cities that may be chosen."""
    company = game.operator()
    for owner, hex_, city in _open(game, company):
        yield {
            "type": "place_token",
            **game.entity_fields(company),
            "city": token.city_text(game, hex_, city),
            "slot": 0,
            "tokener": game.name(owner),
        }
