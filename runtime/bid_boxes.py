"""Bid boxes: lots lie face up on the front of decks; players bid on them in their stock turns.

A deck is a list of privates in a word of the glossary; a card is in its deck as long as the bank owns it. Every player
has at most one bid on a lot; the highest leads. What a lead costs is committed, not yet paid: what the bids bring is
said by the title's rules on the end of the stock round.
"""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime.errors import Refused

Action = dict[str, Any]
Cards = tuple[int | None, ...]


# ---- decks and boxes ----------------------------------------------------------------------------------------------


def cards(game: Any, deck: int) -> tuple[int, ...]:
    """The cards of a deck that the bank still has, in their order."""
    state, rules = game.state, game.rules
    word = rules.decks[deck].word
    if word < 0:
        return ()
    listed = state.words[word].get(None, rules.word_first(word)) or ()
    return tuple(card for card in listed if state.owner[card] == rules.bank)


def open_boxes(game: Any) -> None:
    """Fill all boxes for the first time, once the game is set up."""
    decks = range(len(game.rules.decks))
    game.state.boxes = [_window(game, deck) for deck in decks]


def refill(game: Any, deck: int) -> None:
    """The first cards of the deck lie in its boxes, as many as there are."""
    game.state.boxes[deck] = _window(game, deck)


def _window(game: Any, deck: int) -> Cards:
    """What lies in the boxes if they are filled now: each box takes the first card left that it may take."""
    left = list(cards(game, deck))
    found: list[int | None] = []
    for takes in game.rules.decks[deck].takes:
        card = next((card for card in left if takes is None or takes(game, (card,))), None)
        if card is not None:
            left.remove(card)
        found.append(card)
    return tuple(found)


def boxes(game: Any, deck: int) -> Cards:
    """The lots in the boxes of a deck, in the order of the boxes, None where one is empty."""
    state, rules = game.state, game.rules
    if not state.boxes:
        return (None,) * len(rules.decks[deck].takes)
    if rules.decks[deck].live:
        return _window(game, deck)
    return tuple(None if card is None or state.owner[card] != rules.bank else card for card in state.boxes[deck])


def lots(game: Any, deck: int | None = None) -> tuple[int, ...]:
    """The lots in the boxes of a deck, or of all decks, in order."""
    decks = range(len(game.rules.decks)) if deck is None else (deck,)
    return tuple(lot for number in decks for lot in boxes(game, number) if lot is not None)


def deck_of(game: Any, card: int) -> int | None:
    """The deck a card is in."""
    return next((deck for deck in range(len(game.rules.decks)) if card in cards(game, deck)), None)


def box_of(game: Any, lot: int) -> int | None:
    """The number of the box a lot lies in, from 1."""
    deck = deck_of(game, lot)
    found = () if deck is None else boxes(game, deck)
    return found.index(lot) + 1 if lot in found else None


def top_of(game: Any, word: int | str, listed: list[Any]) -> int:
    """Where the top of a list is: at its beginning, of a deck with filled boxes right behind its last box."""
    deck = next((number for number, row in enumerate(game.rules.decks) if row.word == word), None)
    last = None if deck is None else next((lot for lot in reversed(boxes(game, deck)) if lot in listed), None)
    return 0 if last is None else listed.index(last) + 1


def hand_over(game: Any, card: int, taker: int) -> None:
    """A private changes hands free of charge; one that was the bank's is bought with the bid that leads on it."""
    state, rules = game.state, game.rules
    from_bank = state.owner[card] == rules.bank
    state.owner[card] = taker
    if from_bank and rules.is_player(taker):
        game.emit("private bought", card, taker, top_bid(game, card))


# ---- bids ---------------------------------------------------------------------------------------------------------


def bids(game: Any, lot: int) -> tuple[tuple[int, int], ...]:
    """The bids on a lot as (player, price), the highest last; none before the first round."""
    now = getattr(game.state, "round", None)
    found: tuple[tuple[int, int], ...] = getattr(now, "bids", {}).get(lot, ())
    return found


def top_bid(game: Any, lot: int) -> int:
    """The highest bid on a lot; 0 if there is none."""
    found = bids(game, lot)
    return found[-1][1] if found else 0


def top_bidder(game: Any, lot: int) -> int | None:
    """The player whose bid on the lot leads."""
    found = bids(game, lot)
    return found[-1][0] if found else None


def minimum(game: Any, lot: int) -> int | None:
    """What the table of the boxes says is the least first bid on a lot; None if it says nothing."""
    deck = deck_of(game, lot) if game.rules.decks else None
    found = () if deck is None else boxes(game, deck)
    if deck is None or lot not in found:
        return None
    function = game.rules.decks[deck].minimum[found.index(lot)]
    return None if function is None else int(function(game, (lot,)))


def least_bid(game: Any, lot: int) -> int:
    """The least possible bid on a lot now."""
    if bids(game, lot):
        return int(top_bid(game, lot) + getattr(game.ask, "raise")(game))
    return int(game.ask.minimum_bid(game, lot))


def _counting(game: Any, player: int, but: int | None = None) -> Iterator[tuple[int, int]]:
    """The player's bids that bind his money, but the one on a lot: lot and price."""
    leading = game.ask.committed(game) == "leading bids"
    for lot, made in getattr(game.state.round, "bids", {}).items():
        for bidder, price in made[-1:] if leading else made:
            if bidder == player and lot != but:
                yield lot, price


def committed(game: Any, player: int, but: int | None = None) -> int:
    """Money of the player that is bound by bids, but by the one on a lot."""
    return sum(price for _, price in _counting(game, player, but)) if game.rules.decks else 0


def free_cash(game: Any, player: int, lot: int | None = None) -> int:
    """Cash that no bid binds; what he bid on the lot is free for a new bid on it."""
    return int(game.state.cash[player] - committed(game, player, lot))


def counted(game: Any, player: int) -> int:
    """What the bids of the player count against the certificate limit."""
    if not game.rules.decks:
        return 0
    return sum(game.ask.bids_counted(game, lot) for lot, _ in _counting(game, player))


# ---- in the stock round -------------------------------------------------------------------------------------------


def may_bid(game: Any, player: int) -> bool:
    """Whether the turn allows a bid, whatever there is to bid on."""
    current = game.state.round
    if not game.rules.decks or current.bought or current.resold or not game.ask.bid_allowed(game, player):
        return False
    most = game.ask.bids_a_turn(game, player)
    return most is None or current.bids_made < most


def _lot_problem(game: Any, player: int, lot: int) -> str | None:
    """Why the player may not bid on a lot at any price."""
    if not may_bid(game, player):
        return "no bid is possible in this turn"
    if lot not in lots(game):
        return f"{game.name(lot)} lies in no box"
    if top_bidder(game, lot) == player:
        return f"the bid on {game.name(lot)} leads already"
    tokens = game.ask.bidding_tokens(game, player)
    if tokens is not None:
        elsewhere = [other for other, made in game.state.round.bids.items() if other != lot and _bid_by(made, player)]
        if len(elsewhere) >= tokens:
            return "no bidding token is free"
    most = game.ask.certificate_limit(game)
    if most is not None and game.certificate_count(player) + game.ask.bids_counted(game, lot) > most:
        return f"the certificate limit is {most}"
    return None


def _bid_by(made: tuple[tuple[int, int], ...], player: int) -> bool:
    return any(bidder == player for bidder, _ in made)


def check_price(game: Any, price: int, least: int) -> None:
    """Raise Refused if a bid is too low, or not by a multiple of the title's above the least."""
    if price < least:
        raise Refused(f"the least bid is {least}")
    multiple = game.ask.bid_multiple(game)
    if (price - least) % multiple:
        raise Refused(f"bids rise by multiples of {multiple}")


def bid(game: Any, action: Action, player: int) -> None:
    """Carry out a bid: it takes the place of the player's earlier one on the lot. Raises Refused."""
    lot, price = game.rules.entity("company", action["company"]), action["price"]
    problem = _lot_problem(game, player, lot)
    if problem is not None:
        raise Refused(problem)
    check_price(game, price, least_bid(game, lot))
    if price > free_cash(game, player, lot):
        raise Refused("a bid may not exceed the cash that other bids leave")
    current = game.state.round
    others = tuple(made for made in bids(game, lot) if made[0] != player)
    current.bids[lot] = (*others, (player, price))
    current.bids_made += 1


def actions(game: Any, player: int) -> Iterator[Action]:
    """The bids the player may make; the price is a range."""
    if not may_bid(game, player):
        return
    for lot in lots(game):
        prices = range(least_bid(game, lot), free_cash(game, player, lot) + 1, game.ask.bid_multiple(game))
        if prices and _lot_problem(game, player, lot) is None:
            yield {"type": "bid", **game.entity_fields(player), "company": game.name(lot), "price": prices}
