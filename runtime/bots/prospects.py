"""What a player sees ahead: which trains last, what money is missing for the next one, what a lay would bring.

All of it is estimated from the state and the title's answers; the bots decide by it, rules never do.
"""

from typing import Any

from titleworks.runtime import trains
from titleworks.runtime.map.best_routes import Train, best_routes
from titleworks.runtime.map.routes import NO_TERMS
from titleworks.runtime.steps import run

#: A train does not last if so few trains are left before the one on which it rusts.
_HORIZON = 3
#: Steps of a search for routes that is only to compare.
_GLANCE = 600


def next_price(game: Any, company: int) -> int | None:
    """The lowest price of a train of the bank that the company may buy; None if there is none."""
    return trains.cheapest(game, company)


def lasts(game: Any, card: int) -> bool:
    """Whether a train is not about to rust."""
    fate = game.rules.trains[card >> 10].rusts_on
    if fate is None:
        return True
    before = 0
    for waiting in game.state.depot:
        if waiting >> 10 == fate or before > _HORIZON:
            break
        before += 1
    return before > _HORIZON


def lasting(game: Any, company: int) -> int:
    """How many trains of a company will not rust soon."""
    return sum(lasts(game, card) for card in game.state.trains[company])


def missing(game: Any, company: int) -> int:
    """What the treasury lacks for a train that the company needs: it has none, or none that lasts; 0 without need."""
    if lasting(game, company) or not trains.has_room(game, company):
        return 0
    price = next_price(game, company)
    return 0 if price is None else max(0, price - game.state.cash[company])


def needs(game: Any, player: int) -> int:
    """What the treasuries of a player's companies lack for the trains that they need."""
    return sum(missing(game, company) for company in game.floated_companies() if game.president(company) == player)


def short_after(game: Any, company: int, spent: int) -> bool:
    """Whether the company needs a train and could not pay it after spending something."""
    if lasting(game, company):
        return False
    price = next_price(game, company)
    return price is not None and game.state.cash[company] - spent < price


def would_use(game: Any, taking: dict[str, Any], private: int) -> bool:
    """Whether a private has no powers, or one that who takes it could use, though perhaps later in the turn."""
    powers = game.rules.powers_of.get(private, ())
    if not powers:
        return True
    trial = game.copy()
    trial.apply(taking)
    taker = trial.entity(taking["entity_type"], taking["entity"])
    return any(power.usable_by(trial, power.empty_env()) == taker for power in powers)


def is_sinking(game: Any, company: int) -> bool:
    """Whether the price of a company has fallen to half of its par price, or lower."""
    return bool(2 * game.price(company) <= game.par_price(company))


def is_lame(game: Any, company: int) -> bool:
    """Whether a company that has operated has no train and cannot pay one."""
    return bool(game.state.operated[company] and not game.state.trains[company] and missing(game, company))


def run_value(game: Any, company: int) -> int:
    """About what the company's trains would earn now; without a train, the bank's next one."""
    cards = game.state.trains[company] or game.state.depot[:1]
    if not cards:
        return 0
    fleet = [_roughly(train) for train in run.fleet_of(game, company, cards[:2])]
    return int(best_routes(game.state.board, company, fleet, limit=_GLANCE).revenue)


def _roughly(train: Train) -> Train:
    """The train with what is said of its legs only: what is said of whole routes takes long to ask."""
    return train if train.terms is NO_TERMS else train._replace(terms=train.terms._replace(route=None, revenue=None))


def lay_promise(game: Any, hex_: int, tile: int, rotation: int) -> float:
    """How promising a lay looks by itself: stops, track that goes on, and neighbours with stops that it leads to."""
    board = game.state.board
    plan = board.plan
    old, new = plan.faces[6 * board.tile[hex_] + board.rotation[hex_]], plan.faces[6 * tile + rotation]
    promise = 2.0 * len(plan.stops[tile]) + (1.5 if old.paths else 0.0)
    for edge in range(6):
        if not new.edges >> edge & 1 or old.edges >> edge & 1:
            continue
        other = plan.neighbour[6 * hex_ + edge]
        if other < 0:
            promise -= 1.5
            continue
        there = board.tile[other // 6]
        face = plan.faces[6 * there + board.rotation[other // 6]]
        if plan.stops[there]:
            promise += 2.0
        if face.edges >> other % 6 & 1:
            promise += 2.0
        elif face.paths and plan.colour_step[there] < 0:
            promise -= 1.0
    return promise
