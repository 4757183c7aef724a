"""Which tile to lay."""

from titleworks.runtime.bots import prospects
from titleworks.runtime.bots.mind import Action, Mind, Offers, first
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game

#: Lays whose outcome is looked at.
_TRIALS = 3
#: An outcome that is worse than no lay.
_LOSS = -20


def choose(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """A promising tile; seldom none, or when the best would be a loss."""
    chosen = (
        None if "pass" in offers and mind.chance(0.05) else promising(mind, game, offers["lay_tile"], "pass" in offers)
    )
    return chosen or first(offers, "pass")


def promising(mind: Mind, game: Game, lays: list[Action], may_pass: bool) -> Action | None:
    """One of the lays; now and then the best run after a few of them decides. None if nothing is better."""
    company = game.operator()
    temper = mind.temper_of(game, company)
    if temper.gambles:
        return dict(mind.one(lays))
    weights = [max(0.2, _promise(game, lay)) ** 2 for lay in lays]
    if company is None or not mind.chance(temper.looks):
        return dict(mind.weighted(lays, weights))
    candidates: list[Action] = []
    for _ in range(_TRIALS):
        lay = mind.weighted(lays, weights)
        if lay not in candidates:
            candidates.append(lay)
    valued = [(_outcome(game, company, lay), lay) for lay in candidates]
    best = max(value for value, _ in valued)
    if may_pass and best < _LOSS:
        return None
    return dict(next(lay for value, lay in valued if value == best))


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
