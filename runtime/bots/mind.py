"""What a bot decides with: temperaments of the players, and a generator of its own."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from titleworks.runtime.game import Game

Action = dict[str, Any]
#: Legal actions by their type.
Offers = dict[str, list[Action]]


class Temper(NamedTuple):
    """How a player decides; probabilities. `sells` shares without need, `dumps` a company in trouble on another player,
    `withholds` for a train that is due, `looks` at lays before one is chosen, `expands` to more trains, `funds` the
    company with shares of its own, `takes_back` shares from the pool; `spends`: part of the cash used in auctions;
    `bids` on a lot in a box; `gambles`: decides without looking.
    """

    sells: float
    dumps: float
    withholds: float
    looks: float
    expands: float
    funds: float
    takes_back: float
    spends: float
    bids: float = 0.8
    gambles: bool = False


_BUILDER = Temper(0.02, 0.1, 0.85, 0.8, 0.7, 0.8, 0.1, 0.5)
_SAVER = Temper(0.04, 0.3, 0.95, 0.5, 0.4, 0.7, 0.5, 0.4, bids=0.6)
_TRADER = Temper(0.15, 0.6, 0.7, 0.5, 0.5, 0.6, 0.25, 0.6)
_RAIDER = Temper(0.3, 0.9, 0.3, 0.2, 0.3, 0.4, 0.2, 0.7)
_GAMBLER = Temper(0.3, 0.1, 0.0, 0.0, 0.9, 0.0, 0.9, 0.9, gambles=True)
_IDLER = _SAVER._replace(bids=0.0)

#: Tables: which temperaments sit there, and how often such a table comes.
_TABLES: tuple[tuple[float, tuple[Temper, ...]], ...] = (
    (0.5, (_BUILDER, _BUILDER, _SAVER, _TRADER)),
    (0.34, (_BUILDER, _SAVER, _TRADER, _RAIDER)),
    (0.08, (_TRADER, _RAIDER)),
    (0.07, (_GAMBLER, _GAMBLER, _BUILDER)),
    (0.01, (_IDLER,)),
)


class Mind:
    """Draws by a generator of its own; the same seed draws the same on every machine."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._table = self.weighted([tempers for _, tempers in _TABLES], [weight for weight, _ in _TABLES])
        self._tempers: dict[int, Temper] = {}
        #: Nobody gambles any more.
        self.sober = False

    def temper(self, player: int) -> Temper:
        """The temperament of a player, drawn when it is first asked for."""
        if player not in self._tempers:
            self._tempers[player] = self.one(self._table)
        temper = self._tempers[player]
        return _TRADER if temper.gambles and self.sober else temper

    def temper_of(self, game: Game, company: int | None) -> Temper:
        """The temperament of a company's president."""
        president = None if company is None else game.president(company)
        return self.temper(-1 if president is None else president)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random.random() < probability

    def one(self, items: Sequence[Any]) -> Any:
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

    def within(self, numbers: Iterable[int], towards: float) -> int:
        """A number of a range: its lowest or highest, or one in between; `towards` 1 leans to the highest."""
        offered = list(numbers) if not isinstance(numbers, range) else numbers
        lowest, highest = offered[0], offered[-1]
        if self.chance(0.5):
            return highest if self.chance(towards) else lowest
        return int(offered[int(self._random.random() * len(offered))])

    def settled(self, action: Action, towards: float = 0.4) -> Action:
        """The action with one price, and one amount, instead of a range."""
        ranges = {name: action[name] for name in ("price", "amount") if isinstance(action.get(name), range)}
        return action | {name: self.within(numbers, towards) for name, numbers in ranges.items()}


def first(offers: Offers, kind: str) -> Action | None:
    """The first action of a type, if there is one."""
    found = offers.get(kind)
    return dict(found[0]) if found else None


def lowest(action: Action) -> int:
    """The price of an action, or the lowest of its prices."""
    price = action["price"]
    return int(price[0] if isinstance(price, range) else price)
