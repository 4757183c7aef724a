"""A bot: one for all players of a game."""

from collections.abc import Callable

from titleworks.runtime.bots import auctions, lays, operating, stock
from titleworks.runtime.bots.mind import Action, Mind, Offers
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game

Chooser = Callable[[Mind, Game, Offers], Action | None]

_USES_POWER = 0.35

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

    def choose(self, game: Game) -> Action:
        """An action for whoever must act. Raises Refused if nothing is legal, which is an error of the rules."""
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
        if powers and (not offers or self._mind.chance(_USES_POWER)):
            return _power(self._mind, game, powers)
        chooser = _CHOOSERS.get(game.state.round.kind, _anything)
        return chooser(self._mind, game, offers) or _anything(self._mind, game, offers)


def _power(mind: Mind, game: Game, uses: list[Action]) -> Action:
    """A use of a private's power: first which, however many ways there are to use it, then how."""
    kinds = list(dict.fromkeys((use["entity"], use["type"]) for use in uses))
    private, kind = mind.one(kinds)
    chosen = [use for use in uses if (use["entity"], use["type"]) == (private, kind)]
    promising = lays.promising(mind, game, chosen, may_pass=False) if kind == "lay_tile" else None
    return promising or dict(mind.one(chosen))


def _anything(mind: Mind, game: Game, offers: Offers) -> Action:
    """Any action, so that the game goes on; bankruptcy and passing only if there is nothing else."""
    kinds = [kind for kind in offers if kind not in ("bankrupt", "pass")] or list(offers)
    return dict(mind.one(offers[mind.one(kinds)]))
