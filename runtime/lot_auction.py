"""The auction of one lot at a time: in the order of the table, openers in turn, a pass is out of the lot.

Who cannot raise a bid is dropped without an action; before the first bid everybody has to speak.
"""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import bid_boxes
from titleworks.runtime.errors import Refused
from titleworks.runtime.state import LotAuctionRound

Action = dict[str, Any]


def start(game: Any, index: int, number: int = 1) -> None:
    """Begin the auction."""
    game.state.round = LotAuctionRound(index, lot(game))
    game.emit("round starts")


def lot(game: Any) -> int | None:
    """The private for sale: the first of their order that the bank still has; None when all are sold."""
    rules, owner = game.rules, game.state.owner
    return next((private for private in game.state.privates if owner[private] == rules.bank), None)


def acting(game: Any) -> list[int]:
    """The player who must bid or pass."""
    return [_speaker(game)]


def _speaker(game: Any) -> int:
    return int(game.state.order[game.state.round.seat])


def settle(game: Any) -> bool:
    """Sell the lot to the only one left with a bid, or end the auction."""
    state, current = game.state, game.state.round
    for_sale = lot(game)
    if for_sale is None:
        game.emit("round ends")
        state.order = list(game.ask.player_order(game, "lot auction"))
        game.end_round()
        return True
    if current.bidder is None or len(current.out) < len(state.order) - 1:
        return False
    _sell(game, for_sale, current.bidder, current.bid)
    return True


def _sell(game: Any, private: int, player: int, price: int) -> None:
    """The player gets the lot with what it brings; the next lot is opened one seat further."""
    current = game.state.round
    current.opener = (current.opener + 1) % len(game.state.order)
    current.new_lot()
    game.pay(price, player, game.rules.bank)
    game.state.owner[private] = player
    game.emit("private bought", private, player, price)


def least_bid(game: Any) -> int:
    """The highest bid and the least raise; before the first bid the minimum, less what the first lot has fallen."""
    current = game.state.round
    if current.bidder is not None:
        return int(current.bid + getattr(game.ask, "raise")(game))
    for_sale = lot(game)
    fallen = current.fallen if for_sale == current.first else 0
    return max(0, int(game.ask.minimum_bid(game, for_sale) - fallen))


def handle(game: Any, action: Action, entity: int) -> None:
    """Carry out a bid or a pass. Raises Refused before changing anything."""
    player = _speaker(game)
    if entity != player:
        raise Refused(f"it is the turn of {game.name(player)}")
    if action["type"] == "bid":
        _bid(game, player, game.entity("company", action["company"]), action["price"])
    elif action["type"] == "pass":
        _pass(game, player)
    else:
        raise Refused(f"{action['type']} is not possible in the auction")


def _bid(game: Any, player: int, private: int, price: int) -> None:
    state, current = game.state, game.state.round
    for_sale = lot(game)
    if private != for_sale:
        raise Refused(f"{game.name(for_sale)} is for sale now")
    bid_boxes.check_price(game, price, least_bid(game))
    if price > state.cash[player]:
        raise Refused("a bid may not exceed the bidder's cash")
    current.bid, current.bidder = price, player
    least = least_bid(game)
    current.out += [
        other for other in state.order if other != player and other not in current.out and state.cash[other] < least
    ]
    _next_speaker(game)


def _pass(game: Any, player: int) -> None:
    current = game.state.round
    current.out.append(player)
    if len(current.out) == len(game.state.order):
        _all_passed(game)
    else:
        _next_speaker(game)


def _next_speaker(game: Any) -> None:
    """The next player clockwise who is still in; if nobody else is, the turn stays."""
    order, current = game.state.order, game.state.round
    for step in range(1, len(order)):
        seat = (current.seat + step) % len(order)
        if order[seat] not in current.out:
            current.seat = seat
            return


def _all_passed(game: Any) -> None:
    """The first lot falls in price, at 0 its opener takes it; once it is sold, owned privates pay their income."""
    current = game.state.round
    for_sale = lot(game)
    current.new_lot()
    if for_sale != current.first:
        game.pay_income()
        return
    current.fallen += game.ask.discount(game)
    if least_bid(game) <= 0:
        _sell(game, int(for_sale or 0), _speaker(game), 0)


def actions(game: Any) -> Iterator[Action]:
    """All legal actions; the price of a bid is a range."""
    player = _speaker(game)
    me = game.entity_fields(player)
    least, most = least_bid(game), game.state.cash[player]
    if least <= most:
        prices = range(least, most + 1, game.ask.bid_multiple(game))
        yield {"type": "bid", **me, "company": game.name(lot(game)), "price": prices}
    yield {"type": "pass", **me}
