"""Bots: players who choose among the legal actions at random, but with a purpose, so that games come to an end.

They start and float companies, build track, place tokens, run the best routes, pay out unless a train is due, and buy
trains. They differ in temperament. They know no title: they look only at the actions offered and at what is generic in
the state.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from titleworks.runtime import prospects, stations
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game
from titleworks.runtime.shares import parse_shares, share_payee_of
from titleworks.runtime.trains import owner_of, parse_card

Action = dict[str, Any]
Chooser = Callable[["Bot", Game, list[Action]], Action | None]

#: A bid on a lot in a box, about once or twice a turn.
_BIDS = 0.6
_RESELLS = 0.04
_USES_POWER = 0.35
_DECLINES_TOKEN = 0.3


class Temper(NamedTuple):
    """How a player decides; probabilities. `sells` shares without need, `dumps` a company in trouble on another player,
    `withholds` for a train that is due, `looks` at lays before one is chosen, `expands` to more trains, `funds` the
    company with shares of its own, `takes_back` shares from the pool; `spends`: part of the cash used in auctions.
    """

    sells: float
    dumps: float
    withholds: float
    looks: float
    expands: float
    funds: float
    takes_back: float
    spends: float


_BUILDER = Temper(0.02, 0.1, 0.85, 0.8, 0.7, 0.8, 0.1, 0.5)
_SAVER = Temper(0.04, 0.3, 0.95, 0.5, 0.4, 0.7, 0.5, 0.4)
_TRADER = Temper(0.15, 0.6, 0.7, 0.5, 0.5, 0.6, 0.25, 0.6)
_RAIDER = Temper(0.3, 0.9, 0.3, 0.2, 0.3, 0.4, 0.2, 0.7)
_GAMBLER = Temper(0.3, 0.1, 0.0, 0.0, 0.9, 0.0, 0.9, 0.9)

#: Tables: which temperaments sit there, and how often such a table comes.
_TABLES: tuple[tuple[float, tuple[Temper, ...]], ...] = (
    (0.5, (_BUILDER, _BUILDER, _SAVER, _TRADER)),
    (0.35, (_BUILDER, _SAVER, _TRADER, _RAIDER)),
    (0.08, (_TRADER, _RAIDER)),
    (0.07, (_GAMBLER, _GAMBLER, _BUILDER)),
)


class Bot:
    """Chooses actions by a generator of its own; the same seed gives the same choices on every machine."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._table = self.weighted([tempers for _, tempers in _TABLES], [weight for weight, _ in _TABLES])
        self._tempers: dict[int, Temper] = {}

    def temper(self, player: int) -> Temper:
        """The temperament of a player, drawn when it is first asked for."""
        if player not in self._tempers:
            self._tempers[player] = self.one(self._table)
        return self._tempers[player]

    def temper_of(self, game: Game, company: int | None) -> Temper:
        """The temperament of a company's president."""
        president = None if company is None else game.president(company)
        return self.temper(-1 if president is None else president)

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
    affordable = [bid for bid in bids if _lowest(bid) <= _spendable(bot, game, bid)]
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


def _spendable(bot: Bot, game: Game, action: Action) -> int:
    """Money a player would spend on a private: much of the cash, but enough stays for a share or two."""
    entity = game.entity(action["entity_type"], action["entity"])
    return int(game.state.cash[entity] * bot.temper(entity).spends)


def _first(offers: Offers, kind: str) -> Action | None:
    found = offers.get(kind)
    return dict(found[0]) if found else None


# ---- stock rounds ----------------------------------------------------------------------------------------------------


def _stock(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Sell what does no good, buy shares of what needs the money or pays well, start companies."""
    player = game.acting()[0]
    if "sell_shares" in offers:
        sale = _sale(bot, game, offers["sell_shares"], player, forced="pass" not in offers)
        if sale is not None:
            return sale
    bids = [bid for bid in offers.get("bid", []) if _lowest(bid) <= _spendable(bot, game, bid)]
    if bids and bot.chance(_BIDS):
        bid = bot.one(bids)
        return {**bid, "price": _lowest(bid)}
    if "buy_company" in offers and bot.chance(_RESELLS):
        return bot.priced(bot.one(offers["buy_company"]), 0.2)
    purchase = _purchase(bot, game, offers, player)
    return purchase if purchase is not None else _first(offers, "pass")


def _sale(bot: Bot, game: Game, sales: list[Action], player: int, *, forced: bool) -> Action | None:
    """A sale: of shares in companies without a future, now and then of others; a presidency only on purpose."""
    temper = bot.temper(player)
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
    if troubled and bot.chance(temper.dumps / 2):
        return dict(bot.one(troubled))
    if lame and bot.chance(0.2 + temper.dumps / 2):
        return dict(bot.one(lame))
    if sound and bot.chance(temper.sells / 2):
        return dict(bot.one(sound))
    if lost and bot.chance(temper.sells * temper.dumps / 4):
        return dict(bot.one(lost))
    return dict(bot.one(lame or sound or lost)) if forced else None


def _loses_presidency(game: Game, sale: Action, player: int) -> bool:
    """Whether the seller leads the company and would hold less than another."""
    company = _company(game, sale)
    if game.president(company) != player:
        return False
    held = game.state.held[company]
    most = max(held[other] for other in game.rules.players if other != player)
    return bool(held[player] - int(sale.get("percent") or 0) < most)


def _purchase(bot: Bot, game: Game, offers: Offers, player: int) -> Action | None:
    """A share or a start; None if nothing is wanted."""
    shares = offers.get("buy_shares", [])
    gambles = bot.temper(player) is _GAMBLER
    weights = [1.0 if gambles else _appeal(game, share, player) for share in shares]
    starts = _hopeful(bot, game, offers.get("par", []), player)
    best = max(weights, default=0.0)
    waiting = any(not game.state.floated[_company(game, share)] for share in shares)
    if starts and gambles and bot.chance(0.8):
        return min([*starts], key=_price).copy()
    if starts and (best < 3.0 or bot.chance(0.2)) and bot.chance(0.15 if waiting else 0.65):
        return _start(bot, game, starts)
    if not shares or best <= 0 or bot.chance(0.05):
        return None
    return dict(bot.weighted(shares, [max(weight, 0.0) ** 2 for weight in weights]))


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


def _hopeful(bot: Bot, game: Game, starts: list[Action], player: int) -> list[Action]:
    """The starts that can lead to a train, if shares bring the company only what is paid for them.

    When no company is left, any start is better than none.
    """
    if not starts or bot.chance(0.03) or bot.temper(player) is _GAMBLER or not game.floated_companies():
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


def _start(bot: Bot, game: Game, starts: list[Action]) -> Action:
    """A start at a price at which the players together can float the company; the highest if its price is its money."""
    money = sum(game.state.cash[player] for player in game.rules.players)
    feasible = [action for action in starts if _price(action) * 7 <= money]
    if not feasible:
        lowest = min(_price(action) for action in starts)
        feasible = [action for action in starts if _price(action) == lowest]
    chosen = dict(bot.one(feasible))
    company = game.entity("corporation", chosen["corporation"])
    if game.ask.capitalization(game, company) == "incremental" and bot.chance(0.9):
        return max([start for start in starts if start["corporation"] == chosen["corporation"]], key=_price).copy()
    return chosen


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
    """A promising tile; now and then the best run after a few of them decides. Seldom none."""
    if "pass" in offers and bot.chance(0.05):
        return _first(offers, "pass")
    lays = offers["lay_tile"]
    if bot.temper_of(game, game.operator()) is _GAMBLER:
        return dict(bot.one(lays))
    weights = [max(0.2, _promise(game, lay)) ** 2 for lay in lays]
    company = game.operator()
    if company is None or not bot.chance(bot.temper_of(game, company).looks):
        return dict(bot.weighted(lays, weights))
    candidates: list[Action] = []
    for _ in range(_TRIALS):
        lay = bot.weighted(lays, weights)
        if lay not in candidates:
            candidates.append(lay)
    valued = [(_outcome(game, company, lay), lay) for lay in candidates]
    best = max(value for value, _ in valued)
    if "pass" in offers and best < -20:
        return _first(offers, "pass")
    return dict(next(lay for value, lay in valued if value == best))


#: Lays whose outcome is looked at.
_TRIALS = 3


def _promise(game: Game, lay: Action) -> float:
    tile = game.rules.tile_number[lay["tile"].rpartition("-")[0]]
    return prospects.lay_promise(game, game.rules.hex_number[lay["hex"]], tile, lay["rotation"])


def _outcome(game: Game, company: int, lay: Action) -> float:
    """What a lay brings: the run after it, a little for its promise, less what it costs, more if a train waits."""
    trial = game.copy()
    try:
        trial.apply(lay)
    except Refused:
        return -100.0
    spent = game.state.cash[company] - trial.state.cash[company]
    short = prospects.missing(trial, company) > 0 and spent > 0
    return prospects.run_value(trial, company) + 2 * _promise(game, lay) - spent / 5 - (spent if short else 0)


def _token(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """A token where stops pay; none if the money is needed for a train."""
    company = game.operator()
    if "pass" in offers:
        price = 0 if company is None else stations.next_price(game, company)
        short = company is not None and price > 0 and _short_after(game, company, price)
        if bot.chance(0.9 if short else _DECLINES_TOKEN):
            return _first(offers, "pass")
    return dict(bot.one(offers["place_token"]))


def _short_after(game: Game, company: int, spent: int) -> bool:
    """Whether the company needs a train and could not pay it after spending something."""
    if prospects.lasting(game, company):
        return False
    price = prospects.next_price(game, company)
    return price is not None and game.state.cash[company] - spent < price


def _dividend(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Pay out, unless the treasury cannot pay the next train and needs one."""
    company = game.operator()
    choices = offers["dividend"]
    if company is None:
        return dict(bot.one(choices))
    lacking = prospects.missing(game, company)
    if lacking and bot.chance(bot.temper_of(game, company).withholds):
        return dict(next((c for c in choices if c["kind"] == "withhold"), choices[0]))
    astray = 0.3 if bot.temper_of(game, company) is _GAMBLER else 0.04
    return dict(bot.one(choices)) if bot.chance(astray) else dict(choices[0])


def _train(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """A train: any that must be bought, otherwise one from the bank while there is money; others' trains seldom."""
    trains = offers["buy_train"]
    fixed = [action for action in trains if not isinstance(action["price"], range)]
    free = [action for action in trains if isinstance(action["price"], range)]
    company = game.operator()
    if company is None:
        return dict(bot.one(trains))
    owned = game.state.trains[company]
    spare = [action for action in free if _is_spare(game, company, action)]
    if spare and not owned and (not fixed or bot.chance(0.3)):
        return bot.priced(bot.one(spare), 0.3)
    if free and bot.chance(0.04):
        return bot.priced(bot.one(free), 0.6)
    if "pass" not in offers:
        return dict(bot.one(fixed)) if fixed else bot.priced(bot.one(free), 0.2)
    lasting = prospects.lasting(game, company)
    wish = 0.97 if not lasting else bot.temper_of(game, company).expands / (1 + 0.5 * lasting)
    if fixed and bot.chance(wish):
        return dict(bot.one(fixed))
    return _first(offers, "pass")


def _is_spare(game: Game, company: int, action: Action) -> bool:
    """Whether a train offered by another company is one of several, and both have the same president."""
    state = game.state
    card = parse_card(game, action["train"])
    seller = owner_of(game, card)
    return (
        seller is not None
        and game.rules.is_company(seller)
        and len(state.trains[seller]) > 1
        and game.president(seller) == game.president(company)
    )


def _private(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """A private while the company can spare the money; the owner likes a high price."""
    company = game.operator()
    cash = 0 if company is None else game.state.cash[company]
    spare = cash // 2
    if company is not None and not prospects.lasting(game, company) and not bot.chance(0.15):
        spare = min(spare, max(0, cash - (prospects.next_price(game, company) or 0)))
    cheap = [action for action in offers["buy_company"] if _lowest(action) <= spare]
    if not cheap or not bot.chance(0.4):
        return None
    action = dict(bot.one(cheap))
    price = action["price"]
    if isinstance(price, range):
        action["price"] = min(bot.within(price, 0.9), max(spare, price[0]))
    return action


def _treasury(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Shares sold: by a president who must raise money, or by a company that lacks a train; or some taken back."""
    company = game.operator()
    sales, purchases = offers.get("sell_shares", []), offers.get("buy_shares", [])
    if "pass" not in offers or company is None:
        return dict(bot.one(sales or purchases))
    temper = bot.temper_of(game, company)
    lacking = prospects.missing(game, company)
    if sales and temper is _GAMBLER and bot.chance(0.4):
        return dict(bot.one(sales))
    if sales and bot.chance(temper.funds if lacking else 0.03):
        percents = sorted({int(sale.get("percent") or 0) for sale in sales})
        price = max(1, game.price(company))
        wanted = next((percent for percent in percents if percent * price >= 10 * lacking), percents[-1])
        return dict(next(sale for sale in sales if int(sale.get("percent") or 0) == wanted))
    if purchases and not _short_after(game, company, game.price(company)) and bot.chance(temper.takes_back):
        return dict(bot.one(purchases))
    return _first(offers, "pass")


def _loan(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Money from outside, if a train is lacking."""
    company = game.operator()
    lacking = company is not None and prospects.missing(game, company) > 0
    return dict(bot.one(offers["take_loan"])) if bot.chance(0.8 if lacking else 0.1) else None


def _repayment(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """A loan is paid back while the treasury can still pay a train that is needed."""
    company = game.operator()
    if company is not None and _short_after(game, company, game.state.cash[company] // 2):
        return None
    return dict(bot.one(offers["payoff_loan"])) if bot.chance(0.3) else None


def _bought_token(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Another company's token now and then, rather cheap."""
    if "pass" in offers and not bot.chance(0.15):
        return None
    return bot.priced(bot.one(offers["buy_token"]), 0.1)


def _choice(bot: Bot, game: Game, offers: Offers) -> Action | None:
    """Any; who gambles rather takes the last that is offered, which is often the end of something."""
    choices = offers["choose"]
    last = choices[-1]
    if last["entity_type"] == "player" and bot.temper(game.acting()[0]) is _GAMBLER and bot.chance(0.9):
        return dict(last)
    return dict(bot.one(choices))


def _any_of(kind: str) -> Chooser:
    def choose(bot: Bot, game: Game, offers: Any) -> Action | None:
        return dict(bot.one(offers[kind]))

    return choose


#: In the order in which the steps of a turn are looked at.
_STEPS: tuple[tuple[str, Any], ...] = (
    ("discard_train", _any_of("discard_train")),
    ("choose", _choice),
    ("buy_company", _private),
    ("lay_tile", _lay),
    ("hex_token", _any_of("hex_token")),
    ("place_token", _token),
    ("run_routes", _any_of("run_routes")),
    ("dividend", _dividend),
    ("buy_train", _train),
    ("take_loan", _loan),
    ("payoff_loan", _repayment),
    ("buy_token", _bought_token),
    ("sell_shares", _treasury),
    ("buy_shares", _treasury),
)

_CHOOSERS: dict[str, Any] = {
    "waterfall auction": _auction,
    "lot auction": _auction,
    "stock round": _stock,
    "operating round": _operate,
}
