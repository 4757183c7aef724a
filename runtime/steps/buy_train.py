"""Train purchases: from the bank, from other companies, with trade-ins, and with the president's help (core 15, 16)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import bundles, emergency, trains
from titleworks.runtime.errors import Refused

Action = dict[str, Any]
ACCEPTS = frozenset({"buy_train", "sell_shares", "bankrupt"})


def must_own_train(game: Any, company: int) -> bool:
    """It has no train, has a route of two full stops, and the bank has a train (core 15.8)."""
    return not game.state.trains[company] and bool(trains.on_sale(game)) and game.has_full_route(company)


def can_buy_train(game: Any, company: int) -> bool:
    """Room and cash for some train, or an affordable trade-in (core 15.4)."""
    return next(_bank_offers(game, company), None) is not None or next(_foreign_offers(game, company), None) is not None


def can_flip(game: Any, company: int) -> bool:
    """A card that the company may turn over, and the cash for it."""
    return any(True for _ in flips(game, company))


def waits(game: Any, company: int) -> bool:
    """The company must own a train, can buy one, or can turn one over."""
    return game.ask.must_own_train(game, company) or can_buy_train(game, company) or can_flip(game, company)


def _bank_offers(game: Any, company: int) -> Iterator[tuple[int, int, int | None]]:
    """Trains of the bank that the treasury can pay: card, price, own card traded in (or None)."""
    cash = game.state.cash[company]
    for card in trains.offered(game, company):
        price = trains.price_of(game, card)
        if price <= cash and trains.has_room(game, company, card):
            yield card, price, None
        for trade in game.rules.trains[card >> 10].trade_in:
            if price - trade.off <= cash:
                for own in game.state.trains[company]:
                    if own >> 10 == trade.train and own not in game.state.obsolete:
                        yield card, price - trade.off, own


def _foreign_offers(game: Any, company: int) -> Iterator[tuple[int, int, int, int]]:
    """Trains of other companies: card, seller, lowest and highest price (core 15.2, 16.2)."""
    state, ask = game.state, game.ask
    must = None
    room: dict[str | None, bool] = {}
    for seller in game.state.companies:
        if seller == company:
            continue
        for card in state.trains[seller]:
            group = trains.group_of(game, card)
            if group not in room:
                room[group] = trains.has_room(game, company, card)
            if not room[group] or card in state.obsolete:
                continue
            if ask.train_sale_allowed(game, card, company, seller) and ask.train_purchase_allowed(game, card, company):
                if must is None:
                    must = bool(ask.must_own_train(game, company))
                prices = _foreign_prices(game, company, card, seller, must)
                if prices is not None:
                    yield card, seller, *prices


def _foreign_prices(game: Any, company: int, card: int, seller: int, must: bool) -> tuple[int, int] | None:
    """What another company's train may cost; None if it cannot be bought.

    The treasury pays what it has. If the company must own a train, and the title allows it, the president adds what is
    lacking of the printed price; then no share sold before may turn out superfluous (core 16.2).
    """
    low, high = game.ask.train_price(game, card, company, seller)
    cash, current = game.state.cash[company], game.state.round
    high = min(high, cash)
    if must:
        helped = game.ask.helped_train_price(game, card, company, seller)
        if helped is None:
            if current.help_sales:
                return None
        elif cash < trains.price_of(game, card):
            means = emergency.means(game, company)
            low, high = helped[0], max(high, min(helped[1], means))
            if current.help_price is not None:
                low = max(low, means - current.help_price + 1)
    return (low, high) if low <= high else None


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """A purchase, or what a president does to make one possible."""
    if action["type"] == "sell_shares":
        emergency.sell(game, company, entity, action)
    elif action["type"] == "bankrupt":
        emergency.go_bankrupt(game, company)
    else:
        _buy(game, company, action)


def _buy(game: Any, company: int, action: Action) -> None:
    price = action["price"]
    if action.get("exchange") is not None and action["exchange"] == action["train"]:
        _flip(game, company, action)
        return
    card = trains.parse_card(game, action["train"], action.get("variant"))
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
    if not trains.has_room(game, company, card):
        raise Refused(_no_room(game, company, card), "core 15.2")
    raise Refused(f"{action['train']} cannot be bought now", "core 15.2")


def flips(game: Any, company: int) -> Iterator[tuple[int, int, int]]:
    """Own cards that the company may turn over and can pay: card, the card as it then lies, price."""
    state = game.state
    for card in state.trains[company]:
        if trains.front(game, card) in state.one_sided:
            continue
        for side in trains.sides(game, card):
            if side != card and not trains.is_rusted(game, side >> 10):
                price = game.ask.flip_price(game, card, company, side >> 10)
                if price is not None and price <= state.cash[company]:
                    yield card, side, price


def _flip(game: Any, company: int, action: Action) -> None:
    """The company turns one of its cards over; what the new side brings about follows, as after a purchase."""
    card, name = trains.parse_card(game, action["train"]), action.get("variant")
    if card not in game.state.trains[company]:
        raise Refused(f"{game.name(company)} does not own {action['train']}", "core 15.2")
    for own, side, price in flips(game, company):
        if own == card and name in (None, game.rules.trains[side >> 10].name):
            if price != action["price"]:
                raise Refused(f"to turn {action['train']} over costs {price}")
            game.pay(price, company, game.rules.bank)
            trains.turn_over(game, company, own, side)
            return
    raise Refused(f"{action['train']} cannot be turned over now")


def _buy_from_bank(game: Any, company: int, card: int, price: int, exchange: str | None) -> None:
    own = None if exchange is None else trains.parse_card(game, exchange)
    cost = next((cost for offer, cost, traded in _bank_offers(game, company) if (offer, traded) == (card, own)), None)
    if cost is None and own is None and card in _helped_trains(game, company):
        cost = trains.price_of(game, card)
    if cost is None:
        raise Refused(_bank_problem(game, company, card, own), "core 15.2")
    if price != cost:
        raise Refused(f"{trains.card_text(game, card)} costs {cost}", "core 15.2")
    if own is not None:
        trains.discard(game, company, own)
    _pay(game, company, price, game.rules.bank)
    game.state.round.purchases += 1
    trains.deliver(game, company, card, game.rules.bank)


def _no_room(game: Any, company: int, card: int) -> str:
    group = trains.group_of(game, card)
    kind = "" if group is None else f"{group} "
    return f"{game.name(company)} may own {trains.limit(game, company, group)} {kind}trains"


def _bank_problem(game: Any, company: int, card: int, own: int | None) -> str:
    """Why a train of the bank cannot be bought."""
    name, price = trains.card_text(game, card), trains.price_of(game, card)
    if card not in trains.offered(game, company):
        return f"{game.name(company)} may not buy {name} now"
    if own is not None:
        if own not in game.state.trains[company]:
            return f"{game.name(company)} does not own {trains.card_text(game, own)}"
        off = next((trade.off for trade in game.rules.trains[card >> 10].trade_in if trade.train == own >> 10), None)
        if off is None:
            return f"{trains.card_text(game, own)} cannot be traded in for {name}"
        price -= off
    elif not trains.has_room(game, company, card):
        return _no_room(game, company, card)
    if emergency.needed(game, company) is not None and own is None and price != trains.cheapest(game, company):
        return f"{name} costs {price}; the president may help to buy the cheapest train only"
    return f"{name} costs {price}, more than {game.name(company)} can pay"


def _helped_trains(game: Any, company: int) -> list[int]:
    """The trains of the bank that the president may help to buy: the cheapest, if all money suffices or he borrows."""
    price = emergency.needed(game, company)
    if price is None:
        return []
    if emergency.means(game, company) < price and not emergency.may_borrow(game, company):
        return []
    offered = [card for card in trains.offered(game, company) if trains.price_of(game, card) == price]
    return [card for card in offered if trains.has_room(game, company, card)]


def _pay(game: Any, company: int, price: int, payee: int) -> None:
    """Pay a train; what the treasury lacks comes from the president (core 16.1)."""
    lacking = price - game.state.cash[company]
    if lacking > 0:
        emergency.help_with(game, company, lacking)
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
    for card in _helped_trains(game, company):
        yield _purchase(game, me, card, trains.price_of(game, card))
    for card, _, low, high in _foreign_offers(game, company):
        yield _purchase(game, me, card, range(low, high + 1))
    for card, side, price in flips(game, company):
        action = _purchase(game, me, side, price)
        yield action | {"exchange": trains.card_text(game, card)}
    for bundle in emergency.sales(game, company):
        yield bundles.action_of(game, game.state.president[company], bundle)
    if emergency.bankruptcy_problem(game, company) is None:
        yield {"type": "bankrupt", **me}


def _purchase(game: Any, me: Action, card: int, price: Any) -> Action:
    name = game.rules.trains[card >> 10].name
    return {"type": "buy_train", **me, "train": trains.card_text(game, card), "price": price, "variant": name}
