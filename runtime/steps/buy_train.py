"""Train purchases: from the bank, from other companies, with trade-ins, and with the president's help (core 15, 16)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import emergency, shares, trains
from titleworks.runtime.errors import Refused

Action = dict[str, Any]
ACCEPTS = frozenset({"buy_train", "sell_shares", "bankrupt"})


def must_own_train(game: Any, company: int) -> bool:
    """It has no train, has a route, and the bank has a train (core 15.8)."""
    return not game.state.trains[company] and bool(trains.on_sale(game)) and game.has_route(company)


def can_buy_train(game: Any, company: int) -> bool:
    """Room and cash for some train, or an affordable trade-in (core 15.4)."""
    return next(_bank_offers(game, company), None) is not None or next(_foreign_offers(game, company), None) is not None


def waits(game: Any, company: int) -> bool:
    """The company must own a train, or can buy one."""
    return game.ask.must_own_train(game, company) or can_buy_train(game, company)


def _bank_offers(game: Any, company: int) -> Iterator[tuple[int, int, int | None]]:
    """Trains of the bank that the treasury can pay: card, price, own card traded in (or None)."""
    cash, room = game.state.cash[company], trains.has_room(game, company)
    for card in trains.on_sale(game):
        if not game.ask.train_purchase_allowed(game, card, company):
            continue
        price = trains.price_of(game, card)
        if room and price <= cash:
            yield card, price, None
        for trade in game.rules.trains[card >> 10].trade_in:
            for own in game.state.trains[company]:
                if own >> 10 == trade.train and price - trade.off <= cash:
                    yield card, price - trade.off, own


def _foreign_offers(game: Any, company: int) -> Iterator[tuple[int, int, int, int]]:
    """Trains of other companies: card, seller, lowest and highest price (core 15.2, 16.2)."""
    if not trains.has_room(game, company):
        return
    state, ask = game.state, game.ask
    for seller in game.rules.companies:
        if seller == company:
            continue
        for card in state.trains[seller]:
            if ask.train_sale_allowed(game, card, company, seller) and ask.train_purchase_allowed(game, card, company):
                for low, high in _foreign_prices(game, company, card, seller):
                    yield card, seller, low, high


def _foreign_prices(game: Any, company: int, card: int, seller: int) -> Iterator[tuple[int, int]]:
    """What another company's train may cost: out of the treasury, and with the president's help (core 16.2).

    After a sale of shares the president's help must need the last share sold.
    """
    cash = game.state.cash[company]
    helped = None
    sold = game.state.round.help_price
    if emergency.needed(game, company) is not None:
        helped = game.ask.helped_train_price(game, card, company, seller)
        if helped is None and sold is not None:
            return
    low, high = game.ask.train_price(game, card, company, seller)
    if low <= min(high, cash):
        yield low, min(high, cash)
    if helped is not None:
        means = emergency.means(game, company)
        least = max(helped[0], cash + 1, means - sold + 1 if sold is not None else 0)
        if least <= min(helped[1], means):
            yield least, min(helped[1], means)


def _help_price(game: Any, company: int) -> int | None:
    """The price of the train the president may pay for, if his cash and the treasury suffice (core 16.2)."""
    price = emergency.needed(game, company)
    return price if price is not None and emergency.means(game, company) >= price else None


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """A purchase, or what a president does to make one possible."""
    if action["type"] == "sell_shares":
        emergency.sell(game, company, entity, action)
    elif action["type"] == "bankrupt":
        emergency.go_bankrupt(game, company)
    else:
        _buy(game, company, action)


def _buy(game: Any, company: int, action: Action) -> None:
    card = trains.parse_card(game, action["train"])
    price = action["price"]
    if card in trains.on_sale(game):
        _buy_from_bank(game, company, card, price, action.get("exchange"))
        return
    offers = [offer for offer in _foreign_offers(game, company) if offer[0] == card]
    for _, seller, low, high in offers:
        if low <= price <= high:
            _pay(game, company, price, seller)
            game.state.round.purchases += 1
            trains.deliver(game, company, card, seller)
            return
    if offers:
        prices = ", or ".join(f"{low} to {high}" for _, _, low, high in offers)
        raise Refused(f"{action['train']} may be bought for {prices}", "core 15.2")
    raise Refused(f"{action['train']} cannot be bought now", "core 15.2")


def _buy_from_bank(game: Any, company: int, card: int, price: int, exchange: str | None) -> None:
    own = None if exchange is None else trains.parse_card(game, exchange)
    offers = [cost for offered, cost, traded in _bank_offers(game, company) if (offered, traded) == (card, own)]
    helped = _help_price(game, company)
    if not offers and own is None and helped == trains.price_of(game, card) and trains.has_room(game, company):
        offers = [helped]
    if not offers:
        raise Refused(f"{trains.card_text(game, card)} cannot be bought now", "core 15.2")
    if price != offers[0]:
        raise Refused(f"{trains.card_text(game, card)} costs {offers[0]}", "core 15.2")
    if own is not None:
        trains.discard(game, company, own)
    _pay(game, company, price, game.rules.bank)
    game.state.round.purchases += 1
    trains.deliver(game, company, card, game.rules.bank)


def _pay(game: Any, company: int, price: int, payee: int) -> None:
    """Pay a train; what the treasury lacks comes from the president (core 16.1)."""
    lacking = price - game.state.cash[company]
    if lacking > 0:
        game.pay(lacking, game.state.president[company], company)
    game.pay(price, company, payee)


def actions(game: Any) -> Iterator[Action]:
    """All purchases; of another company's train the price is a range; in need also the president's means."""
    company = game.operator()
    me = game.entity_fields(company)
    for card, price, own in _bank_offers(game, company):
        action = _purchase(game, me, card, price)
        if own is not None:
            action["exchange"] = trains.card_text(game, own)
        yield action
    helped = _help_price(game, company)
    if helped is not None:
        for card in trains.on_sale(game):
            if trains.price_of(game, card) == helped:
                yield _purchase(game, me, card, helped)
    for card, _, low, high in _foreign_offers(game, company):
        yield _purchase(game, me, card, range(low, high + 1))
    for bundle in emergency.sales(game, company):
        yield shares.bundle_action(game, game.state.president[company], bundle)
    if emergency.bankruptcy_problem(game, company) is None:
        yield {"type": "bankrupt", **me}


def _purchase(game: Any, me: Action, card: int, price: Any) -> Action:
    name = game.rules.trains[card >> 10].name
    return {"type": "buy_train", **me, "train": trains.card_text(game, card), "price": price, "variant": name}
