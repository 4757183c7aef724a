"""Bots: players who choose among the legal actions at random, but with a purpose, so that games come to an end.

They start and float companies, build track, place tokens, run the best routes, pay out unless a train is due, and buy
trains. They know no title: they look only at the actions offered and at what is generic in the state.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game

Action = dict[str, Any]
Chooser = Callable[["Bot", Game, list[Action]], Action | None]

#: A sale, an exchange or a resale in a stock turn happens about as often as this.
_SELLS = 0.06
_RESELLS = 0.04
#: A bid on a lot in a box, about once or twice a turn.
_BIDS = 0.6
_USES_POWER = 0.35
_DECLINES_TOKEN = 0.35


class Bot:
    """Chooses actions by a generator of its own; the same seed gives the same choices on every machine."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random.random() < probability

    def one(self, items: list[Any]) -> Any:
        """One of the items, each as likely as the others."""
        return items[int(self._random.random() * len(items))]

    def weighted(self, items: list[Any], weights: list[float]) -> Any:
        """One of the items, as likely as its weight says."""
        point = self._random.random() * sum(weights)
        for item, weight in zip(items, weights, strict=True):
            point -= weight
            if point < 0:
                return item
        return items[-1]

    def within(self, prices: Iterable[int], towards: float) -> int:
        """A price of a range: its lowest or highest, or one in between; `towards` 1 leans to the highest."""
        offered = list(prices) if not isinstance(prices, range) else prices
        lowest, highest = offered[0], offered[-1]
        if self.chance(0.5):
            return highest if self.chance(towards) else lowest
        return int(offered[int(self._random.random() * len(offered))])

    def choose(self, game: Game) -> Action:
        """An action for whoever must act. Raises Refused if nothing is legal, which is an error of the rules."""
        offered = game.legal_actions()
        if not offered:
            raise Refused("nothing is legal, and the game is not over")
        chosen = self._choose(game, offered)
        return self.priced(chosen)

    def priced(self, action: Action, towards: float = 0.4) -> Action:
        """The action with one price instead of a range."""
        price = action.get("price")
        if isinstance(price, range):
            return action | {"price": self.within(price, towards)}
        return action

    def _choose(self, game: Game, offered: list[Action]) -> Action:
        by_type: dict[str, list[Action]] = {}
        powers = []
        for action in offered:
            if action["entity_type"] == "company" and action["type"] != "pass":
                powers.append(action)
            else:
                by_type.setdefault(action["type"], []).append(action)
        if powers and (self.chance(_USES_POWER) or not by_type):
            return self._power(powers)
        if not by_type:
            return self._power(powers)
        chooser = _CHOOSERS.get(game.state.round.kind, _anything)
        chosen = chooser(self, game, by_type)
        return chosen if chosen is not None else _anything(self, game, by_type)

    def _power(self, powers: list[Action]) -> Action:
        return dict(self.one(powers))


Offers = dict[str, list[Action]]


def _anything(bot: Bot, game: Game, offers: Offers) -> Action:
    """Any action, so that the game goes on; bankruptcy and passing only if there is nothing else."""
    kinds = [kind for kind in offers if kind not in ("bankrupt", "pass")] or list(offers)
    return dict(bot.one(offers[bot.one(kinds)]))


# ---- auctions --------------------------------------------------------------------------------------------------------


def _auction(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Buy what is cheap, bid a little now and then, and keep money to start a company."""
    bids = offers.get("bid", [])
    affordable = [bid for bid in bids if _lowest(bid) <= _spendable(game, bid)]
    if not affordable or ("pass" in offers and bot.chance(0.3)):
        return _first(offers, "pass")
    bid = affordable[0] if bot.chance(0.6) else bot.one(affordable)
    price = _lowest(bid)
    if isinstance(bid["price"], range) and bot.chance(0.3):
        more = 5 * int(bot.chance(0.5)) + int(bot.chance(0.2))
        price = min(bid["price"][-1], price + more - more % bid["price"].step)
    return bid | {"price": price}


def _lowest(action: Action) -> int:
    price = action["price"]
    return int(price[0] if isinstance(price, range) else price)


def _spendable(game: Game, action: Action) -> int:
    """Money a player would spend on a private: most of the cash, but enough stays for a share or two."""
    entity = game.entity(action["entity_type"], action["entity"])
    return game.state.cash[entity] * 2 // 3


def _first(offers: Offers, kind: str) -> Action | None:
    found = offers.get(kind)
    return dict(found[0]) if found else None


# ---- stock rounds ----------------------------------------------------------------------------------------------------


def _stock(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Buy shares of what is about to float or pays well, start companies, sell now and then."""
    if "sell_shares" in offers and ("pass" not in offers or bot.chance(_SELLS)):
        return dict(bot.one(offers["sell_shares"]))
    if "buy_company" in offers and bot.chance(_RESELLS):
        return bot.priced(bot.one(offers["buy_company"]), 0.2)
    affordable = [bid for bid in offers.get("bid", []) if _lowest(bid) <= _spendable(game, bid)]
    if affordable and bot.chance(_BIDS):
        bid = bot.one(affordable)
        return {**bid, "price": _lowest(bid)}
    purchase = _purchase(bot, game, offers)
    return purchase if purchase is not None else _first(offers, "pass")


def _purchase(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """A share or a start; None if nothing is wanted."""
    shares = offers.get("buy_shares", [])
    starts = offers.get("par", [])
    waiting = [action for action in shares if not game.state.floated[_company(game, action)]]
    if starts and not waiting and (not shares or bot.chance(0.6)):
        return _start(bot, game, starts)
    if not shares:
        return _start(bot, game, starts) if starts and bot.chance(0.5) else None
    if bot.chance(0.05):
        return None
    wanted = waiting if waiting and bot.chance(0.8) else shares
    weights = [1.0 + (game.state.last_revenue[_company(game, action)] or 0) / 50 for action in wanted]
    return dict(bot.weighted(wanted, weights))


def _company(game: Game, action: Action) -> int:
    symbol = action["shares"][0].rpartition("_")[0]
    return game.entity("corporation", symbol)


def _start(bot: Bot, game: Game, starts: list[Action]) -> Action:
    """A start at a price at which the players together can float the company."""
    money = sum(game.state.cash[player] for player in game.rules.players)
    feasible = [action for action in starts if _price(action) * 7 <= money]
    if not feasible:
        lowest = min(_price(action) for action in starts)
        feasible = [action for action in starts if _price(action) == lowest]
    return dict(bot.one(feasible))


def _price(action: Action) -> int:
    return int(action["share_price"].partition(",")[0])


# ---- operating rounds ------------------------------------------------------------------------------------------------


def _operate(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Carry out a company's turn: whatever is offered first in the order of the turn."""
    for kind, chooser in _STEPS:
        if kind in offers:
            chosen: Action | None = chooser(bot, game, offers)
            if chosen is not None:
                return chosen
    return _first(offers, "pass")


def _lay(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """A tile, rather one with a stop, rather an upgrade, seldom none."""
    if "pass" in offers and bot.chance(0.1):
        return _first(offers, "pass")
    lays = offers["lay_tile"]
    weights = []
    for lay in lays:
        tile = game.rules.tile_rows[game.rules.tile_number[lay["tile"].rpartition("-")[0]]]
        weights.append(1.0 + 3.0 * len(tile.stops) + (0.0 if tile.colour == "yellow" else 2.0))
    return dict(bot.weighted(lays, weights))


def _token(bot: Bot, game: Game, offers: Offers) -> Action | None:
    if "pass" in offers and bot.chance(_DECLINES_TOKEN):
        return _first(offers, "pass")
    return dict(bot.one(offers["place_token"]))


def _dividend(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Pay out, unless the next train cannot be paid and there is hardly one."""
    company = game.operator()
    choices = offers["dividend"]
    if company is not None and len(game.state.trains[company]) <= 1:
        next_price = _next_price(game)
        if next_price is not None and game.state.cash[company] < next_price and bot.chance(0.5):
            return dict(next((c for c in choices if c["kind"] == "withhold"), choices[0]))
    return dict(bot.one(choices)) if bot.chance(0.15) else dict(choices[0])


def _next_price(game: Game) -> int | None:
    return game.rules.trains[game.state.depot[0] >> 10].price if game.state.depot else None


def _train(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """A train: any that must be bought, otherwise one from the bank while there is money; others' trains seldom."""
    trains = offers["buy_train"]
    fixed = [action for action in trains if not isinstance(action["price"], range)]
    free = [action for action in trains if isinstance(action["price"], range)]
    if free and (not fixed or bot.chance(0.12)):
        if "pass" in offers and bot.chance(0.8):
            return _first(offers, "pass")
        return bot.priced(bot.one(free), 0.15)
    if not fixed:
        return None
    company = game.operator()
    owned = len(game.state.trains[company]) if company is not None else 0
    if "pass" in offers and owned and bot.chance(0.2 * owned):
        return _first(offers, "pass")
    return dict(bot.one(fixed))


def _private(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """A private while the company can spare the money; the owner likes a high price."""
    company = game.operator()
    spare = 0 if company is None else game.state.cash[company] // 2
    cheap = [action for action in offers["buy_company"] if _lowest(action) <= spare]
    if not cheap or not bot.chance(0.3):
        return None
    action = dict(bot.one(cheap))
    price = action["price"]
    if isinstance(price, range):
        action["price"] = min(bot.within(price, 0.9), max(spare, price[0]))
    return action


def _treasury(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """What a president must sell is sold; a company issues or takes back certificates now and then."""
    if "pass" in offers and bot.chance(0.7):
        return _first(offers, "pass")
    kind = (
        "buy_shares" if "buy_shares" in offers and ("sell_shares" not in offers or bot.chance(0.5)) else "sell_shares"
    )
    return dict(bot.one(offers[kind]))


def _any_of(kind: str) -> Chooser:
    def choose(bot: Bot, game: Game, offers: Any) -> Action | None:
        return dict(bot.one(offers[kind]))

    return choose


#: In the order in which the steps of a turn are looked at.
_STEPS: tuple[tuple[str, Any], ...] = (
    ("discard_train", _any_of("discard_train")),
    ("choose", _any_of("choose")),
    ("buy_company", _private),
    ("lay_tile", _lay),
    ("hex_token", _any_of("hex_token")),
    ("place_token", _token),
    ("run_routes", _any_of("run_routes")),
    ("dividend", _dividend),
    ("buy_train", _train),
    ("sell_shares", _treasury),
    ("buy_shares", _treasury),
)

_CHOOSERS: dict[str, Any] = {
    "waterfall auction": _auction,
    "lot auction": _auction,
    "stock round": _stock,
    "operating round": _operate,
}
