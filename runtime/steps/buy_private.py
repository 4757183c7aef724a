"""A company buys privates from players (core 17)."""

from collections.abc import Iterable, Iterator
from typing import Any

from titleworks.runtime.errors import Refused

Action = dict[str, Any]
ACCEPTS = frozenset({"buy_company", "acquire_company"})


def offers(game: Any, company: int) -> Iterator[tuple[int, int, int]]:
    """Privates the company may buy now: private, lowest and highest price (core 17.1)."""
    owner, rules, ask = game.state.owner, game.rules, game.ask
    cash = game.state.cash[company]
    for private in game.state.privates:
        seller = owner[private]
        if seller is None or not rules.is_player(seller):
            continue
        if not ask.private_sale_allowed(game, private, company, seller):
            continue
        prices = ask.company_price(game, private, company, seller)
        if prices is not None and prices[0] <= cash:
            yield private, prices[0], min(prices[1], cash)


def waits(game: Any, company: int) -> bool:
    """A private can be bought, or a power of the turn is still unused (core 17.3)."""
    return next(offers(game, company), None) is not None or game.power_waits("own turn")


def agreed(game: Any, offered: Iterable[tuple[int, int, int]], action: Action, cites: str) -> int:
    """The private that the action buys, if it is offered at this price. Raises Refused."""
    private: int = game.entity("company", action["company"])
    for candidate, low, high in offered:
        if candidate == private:
            if not low <= action["price"] <= high:
                raise Refused(f"{game.name(private)} may be bought for {low} to {high}", cites)
            return private
    raise Refused(f"{game.name(private)} may not be bought now", cites)


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """The company buys a private: owner, what its sale causes, money (core 17.2)."""
    if action["type"] == "acquire_company":  # for nothing
        action = action | {"price": 0}
    private = agreed(game, offers(game, company), action, "core 17.1")
    price = action["price"]
    seller = game.state.owner[private]
    game.state.owner[private] = company
    game.emit("private sold", private, company, seller, price)
    game.pay(price, company, seller)


def actions(game: Any) -> Iterator[Action]:
    """Purchases of privates; the price is a range."""
    company = game.operator()
    for private, low, high in offers(game, company):
        taken = {**game.entity_fields(company), "company": game.name(private)}
        if high == 0:
            yield {"type": "acquire_company", **taken}
        else:
            yield {"type": "buy_company", **taken, "price": range(low, high + 1)}
