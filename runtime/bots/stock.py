"""Choices in stock rounds."""

from titleworks.runtime.bots import prospects
from titleworks.runtime.bots.auctions import within_means
from titleworks.runtime.bots.mind import Action, Mind, Offers, first, lowest
from titleworks.runtime.game import Game
from titleworks.runtime.shares import parse_shares, share_payee_of

_RESELLS = 0.04
#: A company that can be started goes before bids.
_STARTS_FIRST = 0.6
_RAISES = 0.2
#: By so many steps a bid is raised at most.
_MOST_STEPS = 12


def choose(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """Sell what does no good, buy shares of what needs the money or pays well, start companies."""
    player = game.acting()[0]
    if "sell_shares" in offers:
        sale = _sale(mind, game, offers["sell_shares"], player, forced="pass" not in offers)
        if sale is not None:
            return sale
    payment = _payment(mind, offers)
    if payment is not None:
        return payment
    if "par" in offers and mind.chance(_STARTS_FIRST):
        purchase = _purchase(mind, game, offers, player)
        if purchase is not None:
            return purchase
    bids = within_means(mind, game, offers.get("bid", []))
    if bids and mind.chance(mind.temper(player).bids):
        return _raised(mind, game, mind.one(bids))
    if "buy_company" in offers and mind.chance(_RESELLS):
        return mind.settled(mind.one(offers["buy_company"]), 0.2)
    purchase = _purchase(mind, game, offers, player)
    return purchase if purchase is not None else first(offers, "pass")


def _raised(mind: Mind, game: Game, bid: Action) -> Action:
    """The bid at its lowest price, now and then at a higher one."""
    if isinstance(bid["price"], range) and mind.chance(_RAISES):
        prices = bid["price"][: 1 + _MOST_STEPS]
        means = [price for price in prices if within_means(mind, game, [bid | {"price": price}])]
        return bid | {"price": mind.one(means)}
    return bid | {"price": lowest(bid)}


def _payment(mind: Mind, offers: Offers) -> Action | None:
    """A debt is mostly paid as far as the money goes, now and then in part."""
    whole, parts = offers.get("payoff_player_debt", []), offers.get("payoff_player_debt_partial", [])
    if parts and (not whole or mind.chance(0.1)):
        return dict(mind.one(parts))
    return dict(mind.one(whole)) if whole and mind.chance(0.9) else None


def _sale(mind: Mind, game: Game, sales: list[Action], player: int, *, forced: bool) -> Action | None:
    """A sale: of shares in companies without a future, now and then of others; a presidency only on purpose."""
    temper = mind.temper(player)
    sound, lame, lost = [], [], []
    for sale in sales:
        company = _company(game, sale)
        if _loses_presidency(game, sale, player):
            lost.append(sale)
        elif prospects.is_lame(game, company) and game.president(company) != player:
            lame.append(sale)
        else:
            sound.append(sale)
    troubled = [sale for sale in lost if prospects.is_lame(game, _company(game, sale))]
    if troubled and mind.chance(temper.dumps / 2):
        return dict(mind.one(troubled))
    if lame and mind.chance(0.2 + temper.dumps / 2):
        return dict(mind.one(lame))
    if sound and mind.chance(temper.sells / 2):
        return dict(mind.one(sound))
    if lost and mind.chance(temper.sells * temper.dumps / 4):
        return dict(mind.one(lost))
    return dict(mind.one(lame or sound or lost)) if forced else None


def _loses_presidency(game: Game, sale: Action, player: int) -> bool:
    """Whether the seller leads the company and would hold less than another."""
    company = _company(game, sale)
    if game.president(company) != player:
        return False
    held = game.state.held[company]
    most = max(held[other] for other in game.rules.players if other != player)
    return bool(held[player] - int(sale.get("percent") or 0) < most)


def _purchase(mind: Mind, game: Game, offers: Offers, player: int) -> Action | None:
    """A share or a start; None if nothing is wanted."""
    shares = offers.get("buy_shares", [])
    gambles = mind.temper(player).gambles
    weights = [1.0 if gambles else _appeal(game, share, player) for share in shares]
    starts = _hopeful(mind, game, offers.get("par", []), player)
    best = max(weights, default=0.0)
    waiting = any(not game.state.floated[_company(game, share)] for share in shares)
    if starts and gambles and mind.chance(0.8):
        return min([*starts], key=_price).copy()
    if starts and (best < 3.0 or mind.chance(0.2)) and mind.chance(0.15 if waiting else 0.65):
        return _start(mind, game, starts)
    if not shares or best <= 0 or mind.chance(0.05):
        return None
    return dict(mind.weighted(shares, [max(weight, 0.0) ** 2 for weight in weights]))


def _appeal(game: Game, share: Action, player: int) -> float:
    """How much a share is wanted: what it pays for its price, and whether its price helps a company of the buyer."""
    certificate = parse_shares(game, share["shares"][:1])[0]
    company = game.rules.cert_company[certificate]
    state = game.state
    price = max(1, game.price(company))
    appeal = 1.0 + min(3.0, (state.last_revenue[company] or 0) / price)
    if not state.floated[company]:
        return appeal + (5.0 if game.president(company) == player else 3.0)
    lacking = prospects.missing(game, company)
    if not lacking:
        return appeal
    if share_payee_of(game, certificate) == company:
        if game.president(company) == player:
            return appeal + 5.0
        return appeal if lacking <= 2 * price else appeal / 2
    return appeal / 2 if state.trains[company] else 0.0


def _company(game: Game, action: Action) -> int:
    symbol = action["shares"][0].rpartition("_")[0]
    return game.entity("corporation", symbol)


def _hopeful(mind: Mind, game: Game, starts: list[Action], player: int) -> list[Action]:
    """The starts that can lead to a train, if shares bring the company only what is paid for them.

    When no company is left, any start is better than none.
    """
    if not starts or mind.chance(0.03) or mind.temper(player).gambles or not game.floated_companies():
        return starts
    company = game.entity("corporation", starts[0]["corporation"])
    if game.ask.capitalization(game, company) != "incremental":
        return starts
    price = prospects.next_price(game, company) or 0
    cash = game.state.cash
    others = sum(cash[other] for other in game.rules.players if other != player)
    # a president cannot hold more than the limit, and others buy some
    part = game.ask.holding_limit(game, company, player)
    return [
        start
        for start in starts
        if min(cash[player] + others / 4, _price(start) * (part + 20) / 10) * 0.95 - 20 >= price
    ]


def _start(mind: Mind, game: Game, starts: list[Action]) -> Action:
    """A start at a price at which the players together can float the company; the highest if its price is its money."""
    money = sum(game.state.cash[player] for player in game.rules.players)
    feasible = [action for action in starts if _price(action) * 7 <= money]
    if not feasible:
        lowest = min(_price(action) for action in starts)
        feasible = [action for action in starts if _price(action) == lowest]
    chosen = dict(mind.one(feasible))
    company = game.entity("corporation", chosen["corporation"])
    if game.ask.capitalization(game, company) == "incremental" and mind.chance(0.9):
        return max([start for start in starts if start["corporation"] == chosen["corporation"]], key=_price).copy()
    return chosen


def _price(action: Action) -> int:
    return int(action["share_price"].partition(",")[0])
