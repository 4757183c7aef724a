"""Choices in operating rounds."""

from collections.abc import Callable

from titleworks.runtime import stations
from titleworks.runtime.bots import funds, lays, prospects
from titleworks.runtime.bots.mind import Action, Mind, Offers, first
from titleworks.runtime.game import Game
from titleworks.runtime.trains import owner_of, parse_card

Chooser = Callable[[Mind, Game, Offers], Action | None]

_DECLINES_TOKEN = 0.3
_USES_OWN_POWER = 0.6
_TAKES_USEFUL = 0.7
_TAKES_USELESS = 0.1
#: A company whose price has fallen to half withholds so much less.
_SINKING = 0.3


def choose(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """Carry out a company's turn: whatever is offered first in the order of the turn."""
    choosers = [_own_power, *(chooser for kind, chooser in _STEPS if kind in offers)]
    chosen = (chooser(mind, game, offers) for chooser in choosers)
    found = next((action for action in chosen if action is not None), None)
    if found is not None:
        return found
    return first(offers, "pass")


def _token(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """A token where stops pay; none if the money is needed for a train."""
    company = game.operator()
    if "pass" in offers:
        price = 0 if company is None else stations.next_price(game, company)
        short = company is not None and price > 0 and prospects.short_after(game, company, price)
        if mind.chance(0.9 if short else _DECLINES_TOKEN):
            return first(offers, "pass")
    return dict(mind.one(offers["place_token"]))


def _dividend(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """Pay out, unless the treasury cannot pay the next train and needs one."""
    company = game.operator()
    choices = offers["dividend"]
    if company is None:
        return dict(mind.one(choices))
    temper = mind.temper_of(game, company)
    sinking = prospects.is_sinking(game, company)
    if prospects.missing(game, company) and mind.chance(temper.withholds * (_SINKING if sinking else 1)):
        return dict(next((c for c in choices if c["kind"] == "withhold"), choices[0]))
    astray = 0.0 if sinking else 0.3 if temper.gambles else 0.04
    return dict(mind.one(choices)) if mind.chance(astray) else dict(choices[0])


def _train(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """A train: any that must be bought, otherwise one from the bank while there is money; others' trains seldom."""
    trains = offers["buy_train"]
    fixed = [action for action in trains if not isinstance(action["price"], range)]
    free = [action for action in trains if isinstance(action["price"], range)]
    company = game.operator()
    if company is None:
        return dict(mind.one(trains))
    owned = game.state.trains[company]
    spare = [action for action in free if _is_spare(game, company, action)]
    if spare and not owned and (not fixed or mind.chance(0.3)):
        return mind.settled(mind.one(spare), 0.3)
    if free and mind.chance(0.04):
        return mind.settled(mind.one(free), 0.6)
    if "pass" not in offers:
        return dict(mind.one(fixed)) if fixed else mind.settled(mind.one(free), 0.2)
    lasting = prospects.lasting(game, company)
    wish = 0.97 if not lasting else mind.temper_of(game, company).expands / (1 + 0.5 * lasting)
    if fixed and mind.chance(wish):
        return dict(mind.one(fixed))
    return first(offers, "pass")


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


def _bought_token(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """Another company's token now and then, rather cheap."""
    if "pass" in offers and not mind.chance(0.15):
        return None
    return mind.settled(mind.one(offers["buy_token"]), 0.1)


def _choice(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """Any; who gambles rather takes the last that is offered, which is often the end of something."""
    choices = offers["choose"]
    last = choices[-1]
    if last["entity_type"] == "player" and mind.temper(game.acting()[0]).gambles and mind.chance(0.9):
        return dict(last)
    return dict(mind.one(choices))


def _own_power(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """A power of the company itself, told by actions that belong to no step; which one, then how."""
    kinds = [kind for kind in offers if kind not in _STEP_TYPES]
    if not kinds or ("pass" in offers and not mind.chance(_USES_OWN_POWER)):
        return None
    return dict(mind.one(offers[mind.one(kinds)]))


def _any_of(kind: str) -> Chooser:
    return lambda mind, game, offers: dict(mind.one(offers[kind]))


def _gift(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """A private that costs nothing: taken by a company that can use it, seldom by another."""
    gift = mind.one(offers["acquire_company"])
    useful = prospects.would_use(game, gift, game.entity("company", gift["company"]))
    return dict(gift) if mind.chance(_TAKES_USEFUL if useful else _TAKES_USELESS) else None


#: In the order in which the steps of a turn are looked at.
_STEPS: tuple[tuple[str, Chooser], ...] = (
    ("discard_train", _any_of("discard_train")),
    ("choose", _choice),
    ("acquire_company", _gift),
    ("buy_company", funds.private),
    ("lay_tile", lays.choose),
    ("hex_token", _any_of("hex_token")),
    ("place_token", _token),
    ("run_routes", _any_of("run_routes")),
    ("dividend", _dividend),
    ("buy_train", _train),
    ("take_loan", funds.loan),
    ("payoff_loan", funds.repayment),
    ("buy_token", _bought_token),
    ("sell_shares", funds.treasury),
    ("buy_shares", funds.treasury),
)
_STEP_TYPES = frozenset(kind for kind, _ in _STEPS) | {"pass", "bankrupt"}
