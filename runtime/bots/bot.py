"""A bot: one for all players of a game."""

from collections.abc import Callable

from titleworks.runtime.bots import auctions, lays, operating, stock
from titleworks.runtime.bots.mind import Action, Mind, Offers
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game

Chooser = Callable[[Mind, Game, Offers], Action | None]

#: How often a power is used when it can be; how many privates are kept for later, and how often these are used.
_USES_POWER = 0.35
_KEEPS = 0.3
_USES_KEPT_POWER = 0.02
#: In so many sets some gamble; for longer, nobody would have the money to start companies anew.
_GAMBLING = 7

#: Who chooses, by the kind of the round; elsewhere any action will do.
_CHOOSERS: dict[str, Chooser] = {
    "waterfall auction": auctions.choose,
    "lot auction": auctions.choose,
    "stock round": stock.choose,
    "operating round": operating.choose,
}


class Bot:
    """Chooses actions for whoever must act; the same seed gives the same choices on every machine."""

    def __init__(self, seed: int) -> None:
        self._mind = Mind(seed)
        self._kept: dict[str, bool] = {}

    def choose(self, game: Game) -> Action:
        """An action for whoever must act. Raises Refused if nothing is legal, which is an error of the rules."""
        self._mind.sober = game.state.set_number > _GAMBLING
        offered = game.legal_actions()
        if not offered:
            raise Refused("nothing is legal, and the game is not over")
        return self._mind.settled(self._choose(game, offered))

    def _choose(self, game: Game, offered: list[Action]) -> Action:
        offers: Offers = {}
        powers: list[Action] = []
        for action in offered:
            if action["entity_type"] == "company" and action["type"] != "pass":
                powers.append(action)
            else:
                offers.setdefault(action["type"], []).append(action)
        used = self._used(powers, forced=not offers) if powers else []
        if used:
            return _power(self._mind, game, used)
        chooser = _CHOOSERS.get(game.state.round.kind, _anything)
        return chooser(self._mind, game, offers) or _anything(self._mind, game, offers)

    def _used(self, powers: list[Action], forced: bool) -> list[Action]:
        """The uses of the power of one private; none if they are all left for later."""
        privates = list(dict.fromkeys(power["entity"] for power in powers))
        wanted = [private for private in privates if self._mind.chance(self._eagerness(private))]
        if not wanted and not forced:
            return []
        private = self._mind.one(wanted or privates)
        return [power for power in powers if power["entity"] == private]

    def _eagerness(self, private: str) -> float:
        if private not in self._kept:
            self._kept[private] = self._mind.chance(_KEEPS)
        return _USES_KEPT_POWER if self._kept[private] else _USES_POWER


def _power(mind: Mind, game: Game, uses: list[Action]) -> Action:
    """A use of a power: first for what kind of action, however many there are of each, then how."""
    kind = mind.one(list(dict.fromkeys(use["type"] for use in uses)))
    chosen = [use for use in uses if use["type"] == kind]
    promising = lays.promising(mind, game, chosen, may_pass=False) if kind == "lay_tile" else None
    return promising or dict(mind.one(chosen))


def _anything(mind: Mind, game: Game, offers: Offers) -> Action:
    """Any action, so that the game goes on; bankruptcy and passing only if there is nothing else."""
    kinds = [kind for kind in offers if kind not in ("bankrupt", "pass")] or list(offers)
    return dict(mind.one(offers[mind.one(kinds)]))
