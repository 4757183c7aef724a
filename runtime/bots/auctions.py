"""Choices in auctions."""

from titleworks.runtime.bots import prospects
from titleworks.runtime.bots.mind import Action, Mind, Offers, first, lowest
from titleworks.runtime.game import Game


def choose(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """Buy what is cheap, bid a little now and then, and keep money to start a company."""
    affordable = within_means(mind, game, offers.get("bid", []))
    if not affordable or ("pass" in offers and mind.chance(0.3)):
        return first(offers, "pass")
    bid = affordable[0] if mind.chance(0.6) else mind.one(affordable)
    price = lowest(bid)
    if isinstance(bid["price"], range) and mind.chance(0.3):
        more = 5 * int(mind.chance(0.5)) + int(mind.chance(0.2))
        price = min(bid["price"][-1], price + more - more % bid["price"].step)
    return bid | {"price": price}


def within_means(mind: Mind, game: Game, bids: list[Action]) -> list[Action]:
    """The bids a player would spend so much on: much of the cash, but enough stays for a share or two, and for the
    trains that the player's companies need."""
    if not bids:
        return []
    player = game.entity(bids[0]["entity_type"], bids[0]["entity"])
    temper = mind.temper(player)
    kept = 0 if temper.gambles else prospects.needs(game, player)
    means = (game.state.cash[player] - kept) * temper.spends
    return [bid for bid in bids if lowest(bid) <= means]
