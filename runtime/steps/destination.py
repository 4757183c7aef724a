"""The destination token: placed on the destination hex, free, once that is linked with the home."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import stations
from titleworks.runtime.errors import Refused
from titleworks.runtime.steps import token

Action = dict[str, Any]
ACCEPTS = frozenset({"hex_token"})

#: The area in which these tokens wait.
AREA = "destination"
_TERMS = token.Terms(connection=False, cost=False, as_token=False, area=AREA, slot=False)


def due(game: Any, company: int) -> bool:
    """Whether the token must be placed now."""
    hex_ = game.rules.company_rows[company].destination
    if hex_ is None or stations.waiting_in(game, company, AREA) is None or not token.cities_of(game, hex_):
        return False
    return bool(game.ask.destination_due(game, company))


def waits(game: Any, company: int) -> bool:
    """The token is there and due."""
    return due(game, company)


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """Place the token in the first city of the destination that has an open slot, else beside the slots of the first.

    It takes the place of a token of its own that stands there already, which is available again. A record's
    `token_type` is not looked at.
    """
    hex_ = game.rules.hex_number.get(action["hex"])
    if hex_ is None or hex_ != game.rules.company_rows[company].destination:
        raise Refused(f"{action['hex']} is not the destination of {game.name(company)}", "core 12")
    if not due(game, company):
        raise Refused(f"the destination of {game.name(company)} is not linked with its home", "core 12")
    cities = token.cities_of(game, hex_)
    board = game.state.board
    own = [found for found in stations.tokens_in(game, hex_) if found[0] == company]
    if own:
        place = stations.city_of(game, own[0])
        own = [found for found in own if stations.city_of(game, found) == place]
        cities = cities if place is None else (place[1],)
        stations.take_up(game, own, stations.AVAILABLE)
    city = next((city for city in cities if board.open_slot(company, hex_, city) is not None), cities[0])
    token.place(game, company, (hex_, city), _TERMS)
    game.skip_step("destination")


def actions(game: Any) -> Iterator[Action]:
    """The token on the destination, if it is due."""
    company = game.operator()
    if due(game, company):
        name = game.rules.hex_rows[game.rules.company_rows[company].destination].name
        yield {"type": "hex_token", **game.entity_fields(company), "hex": name, "token_type": AREA}
