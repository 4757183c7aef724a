"""The opening auction of privates: the cheapest is for sale, the others are bid on (core 6)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime.errors import Refused
from titleworks.runtime.state import WaterfallAuctionRound

Action = dict[str, Any]


def start(game: Any, index: int, number: int = 1) -> None:
    """Begin the auction."""
    game.state.round = WaterfallAuctionRound(index)
    game.emit("round starts")


def unsold(game: Any) -> list[int]:
    """Privates still to be sold, by face value (core 6)."""
    rules, owner = game.rules, game.state.owner
    waiting = [private for private in game.state.privates if owner[private] == rules.bank]
    return sorted(waiting, key=lambda private: rules.private_row(private).price)


def acting(game: Any) -> list[int]:
    """The bidder with the lowest bid while a private is auctioned, otherwise the player in turn."""
    current = game.state.round
    if current.auctioned is not None:
        return [min(current.bids[current.auctioned], key=lambda bid: bid[1])[0]]
    return [game.state.order[current.seat]]


def settle(game: Any) -> bool:
    """Sell what has one bidder, open the auction of what has several, or end the auction (core 6.3, 6.7)."""
    state = game.state
    current = state.round
    if current.auctioned is not None:
        if len(current.bids[current.auctioned]) > 1:
            return False
        private, current.auctioned = current.auctioned, None
        [(player, price)] = current.bids[private]
        _sell(game, private, player, price)
        return True
    left = unsold(game)
    if not left:
        game.emit("round ends")
        state.order = list(game.ask.player_order(game, "waterfall auction"))
        game.end_round()
        return True
    bids = current.bids.get(left[0], ())
    if len(bids) > 1:
        current.auctioned = left[0]
        return False
    if len(bids) == 1:
        _sell(game, left[0], *bids[0])
        return True
    return False


def _sell(game: Any, private: int, player: int, price: int) -> None:
    """The player gets the private; what it brings follows at once (core 6.6)."""
    game.state.round.bids.pop(private, None)
    game.pay(price, player, game.rules.bank)
    game.state.owner[private] = player
    game.emit("private bought", private, player, price)


def current_price(game: Any, private: int) -> int:
    """Face value less the discount of the private that was cheapest at first."""
    discount = game.state.round.discount if private == _first(game) else 0
    return int(game.rules.private_row(private).price - discount)


def _first(game: Any) -> int:
    """The private that was the cheapest at the start."""
    rules = game.rules
    return int(min(game.state.privates, key=lambda private: rules.private_row(private).price))


def minimum_bid(game: Any, private: int) -> int:
    """The highest bid, or the price, and the least raise (core 6.1)."""
    highest = max((price for _, price in game.state.round.bids.get(private, ())), default=current_price(game, private))
    return int(highest + getattr(game.ask, "raise")(game))


def most(game: Any, player: int, private: int) -> int:
    """Cash that is not bound by bids on other privates (core 6.1)."""
    bound = sum(
        price
        for other, bids in game.state.round.bids.items()
        if other != private
        for bidder, price in bids
        if bidder == player
    )
    return int(game.state.cash[player] - bound)


def handle(game: Any, action: Action, entity: int) -> None:
    """Carry out a bid or a pass. Raises Refused before changing anything."""
    [player] = acting(game)
    if entity != player:
        raise Refused(f"it is the turn of {game.name(player)}", "core 6.1")
    if action["type"] == "bid":
        _bid(game, player, game.entity("company", action["company"]), action["price"])
    elif action["type"] == "pass":
        _pass(game, player)
    else:
        raise Refused(f"{action['type']} is not possible in the auction", "core 6.1")


def _bid(game: Any, player: int, private: int, price: int) -> None:
    current = game.state.round
    left = unsold(game)
    if private not in left:
        raise Refused(f"{game.name(private)} is not for sale", "core 6.1")
    if price > most(game, player, private):
        raise Refused("a bid may not exceed the cash that other bids leave", "core 6.1")
    auction = current.auctioned is not None
    if auction and private != current.auctioned:
        raise Refused(f"{game.name(current.auctioned)} is auctioned now", "core 6.4")
    purchase = not auction and private == left[0]
    least = current_price(game, private) if purchase else minimum_bid(game, private)
    if price < least or (purchase and price != least):
        raise Refused(f"the bid must be {least}" if purchase else f"the least bid is {least}", "core 6.1")
    if player in current.passes:
        current.passes.remove(player)
    if purchase:
        _next_seat(game)
        _sell(game, private, player, price)
        return
    others = tuple(bid for bid in current.bids.get(private, ()) if bid[0] != player)
    current.bids[private] = (*others, (player, price))
    if not auction:
        _next_seat(game)


def _next_seat(game: Any) -> None:
    current = game.state.round
    current.seat = (current.seat + 1) % len(game.state.order)


def _pass(game: Any, player: int) -> None:
    current = game.state.round
    if current.auctioned is not None:
        current.bids[current.auctioned] = tuple(b for b in current.bids[current.auctioned] if b[0] != player)
        return
    _next_seat(game)
    if player not in current.passes:
        current.passes.append(player)
    if len(current.passes) < len(game.state.order):
        return
    current.passes.clear()
    _all_passed(game)


def _all_passed(game: Any) -> None:
    """The first private falls in price, at 0 the next player takes it; if it is sold, income is paid (core 6.5)."""
    current = game.state.round
    first = _first(game)
    if game.state.owner[first] != game.rules.bank:
        game.pay_income()
        return
    current.discount += game.ask.discount(game)
    if current_price(game, first) <= 0:
        player = game.state.order[current.seat]
        _next_seat(game)
        _sell(game, first, player, 0)


def actions(game: Any) -> Iterator[Action]:
    """All legal actions; the price of a bid is a range."""
    current = game.state.round
    [player] = acting(game)
    me = game.entity_fields(player)
    left = unsold(game)
    for private in left if current.auctioned is None else (current.auctioned,):
        highest = most(game, player, private)
        if current.auctioned is None and private == left[0]:
            price = current_price(game, private)
            if price <= highest:
                yield {"type": "bid", **me, "company": game.name(private), "price": price}
        elif minimum_bid(game, private) <= highest:
            prices = range(minimum_bid(game, private), highest + 1)
            yield {"type": "bid", **me, "company": game.name(private), "price": prices}
    yield {"type": "pass", **me}
