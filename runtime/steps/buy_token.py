"""Station tokens bought from other companies: the buyer's token comes into the slot of the seller's."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import stations
from titleworks.runtime.errors import Refused
from titleworks.runtime.steps import token

Action = dict[str, Any]
ACCEPTS = frozenset({"buy_token"})


def _problem(game: Any, company: int, bought: stations.Token) -> str | None:
    """Why the company may not buy the token at any price; None if it may."""
    place = stations.city_of(game, bought)
    if bought[0] == company or place is None or not game.rules.is_company(bought[0]):
        return "no token of another company is there"
    if stations.waiting_in(game, company) is None:
        return f"{game.name(company)} has no token left"
    if any(company in slots for slots in game.state.board.tokens[place[0]]):
        return f"{game.name(company)} has a token there already"
    if not game.ask.token_reach(game, company, place):
        return f"{game.name(company)} does not reach this city"
    if not game.ask.token_sale_allowed(game, bought, company, bought[0]):
        return f"this token of {game.name(bought[0])} is not for sale"
    return None


def _for_sale(game: Any, company: int) -> Iterator[tuple[stations.Token, int, int]]:
    """The tokens the company may buy and can pay, with the least and the highest price."""
    if stations.waiting_in(game, company) is None:
        return
    for bought in stations.all_tokens(game):
        if _problem(game, company, bought) is None:
            low, high = game.ask.token_price(game, bought, company, bought[0])
            high = min(high, game.state.cash[company])
            if low <= high:
                yield bought, low, high


def waits(game: Any, company: int) -> bool:
    """A token that can be bought."""
    return next(_for_sale(game, company), None) is not None


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """Buy the token in the slot the action names, or else the first in the city that is for sale."""
    hex_, city = token.parse_city(game, action["city"])
    sales = {bought: (low, high) for bought, low, high in _for_sale(game, company)}
    there = [bought for bought in stations.tokens_in(game, hex_, city) if bought in sales]
    if not there:
        first = next((t for t in stations.tokens_in(game, hex_, city) if t[0] != company), None)
        raise Refused((first and _problem(game, company, first)) or "no token is for sale there", "core 12")
    row, slot = game.state.board.tokens[hex_][city], action.get("slot")
    holder = row[slot] if isinstance(slot, int) and 0 <= slot < len(row) else None
    bought = next((sale for sale in there if sale[0] == holder), there[0])
    (low, high), price = sales[bought], action.get("price")
    if not isinstance(price, int) or not low <= price <= high:
        raise Refused(f"the token costs from {low} to {high}", "core 12")
    game.pay(price, company, bought[0])
    number = stations.waiting_in(game, company)
    assert number is not None  # otherwise nothing is for sale
    stations.replace(game, bought, (company, number))
    game.emit("token bought", (company, number), company, bought[0], price)


def actions(game: Any) -> Iterator[Action]:
    """The tokens for sale, with the prices."""
    company = game.operator()
    for bought, low, high in _for_sale(game, company):
        hex_, city = stations.city_of(game, bought) or (0, 0)
        yield {
            "type": "buy_token",
            **game.entity_fields(company),
            "city": token.city_text(game, hex_, city),
            "slot": game.state.board.tokens[hex_][city].index(bought[0]),
            "price": range(low, high + 1),
        }
