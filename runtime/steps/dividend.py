"""The dividend: what the revenue is used for, and how the price moves (core 14)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import market
from titleworks.runtime.errors import Refused

Action = dict[str, Any]
ACCEPTS = frozenset({"choose", "dividend"})


def waits(game: Any, company: int) -> bool:
    """There is revenue, and a choice of what it is used for."""
    revenue = game.state.round.revenue
    return bool(revenue > 0 and len(game.ask.dividend_kinds(game, company, revenue)) > 1)


def skip(game: Any, company: int) -> None:
    """Without revenue nothing is withheld, what can be used in one way only is, and the price moves (core 14.2)."""
    revenue = game.state.round.revenue
    kinds = game.ask.dividend_kinds(game, company, revenue) if revenue else ()
    _settle(game, company, kinds[0] if kinds else "withhold")


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """The president chooses what the revenue is used for; first (`choose`), if he likes, that of a train apart."""
    if action["type"] == "choose":
        _set_apart(game, company, action["choice"])
        return
    kinds = game.ask.dividend_kinds(game, company, game.state.round.revenue)
    if action["kind"] not in kinds:
        raise Refused(f"the dividend may be: {', '.join(kinds)}", "core 14.1")
    _settle(game, company, action["kind"])
    game.skip_step("dividend")


def actions(game: Any) -> Iterator[Action]:
    """The kinds of dividend, and of that of a train whose revenue may be used apart."""
    company = game.operator()
    card = separable(game, company)
    if card is not None:
        for kind in game.ask.dividend_kinds(game, company, game.state.round.revenue):
            yield {"type": "choose", **game.entity_fields(company), "choice": kind}
    for kind in game.ask.dividend_kinds(game, company, game.state.round.revenue):
        yield {"type": "dividend", **game.entity_fields(company), "kind": kind}


def separable(game: Any, company: int) -> int | None:
    """The train whose revenue, a part of the whole, may still be used apart from that of the others; None: none."""
    current = game.state.round
    if current.apart is not None:
        return None
    for card, revenue, _ in current.routes:
        if 0 < revenue < current.revenue and game.ask.separate_dividend(game, card, company):
            return int(card)
    return None


def _set_apart(game: Any, company: int, kind: Any) -> None:
    card = separable(game, company)
    if card is None:
        raise Refused("no train's revenue is used apart", "core 14.1")
    kinds = game.ask.dividend_kinds(game, company, game.state.round.revenue)
    if kind not in kinds:
        raise Refused(f"the dividend may be: {', '.join(kinds)}", "core 14.1")
    game.state.round.apart = (card, kind)


def _kept(game: Any, company: int, kind: str, revenue: int) -> int:
    """What the treasury keeps: of a train's revenue that is used apart, and of the rest."""
    current = game.state.round
    if current.apart is None:
        return int(game.ask.kept(game, company, kind, revenue))
    card, other = current.apart
    part = next(figure for ran, figure, _ in current.routes if ran == card)
    return int(game.ask.kept(game, company, other, part) + game.ask.kept(game, company, kind, revenue - part))


def _settle(game: Any, company: int, kind: str) -> None:
    """Trains are marked run, money is paid, then the price moves (core 14.1)."""
    state = game.state
    current = state.round
    revenue = current.revenue
    current.ran.update(state.trains[company])
    state.last_revenue[company] = revenue
    if current.subsidy:
        game.pay(current.subsidy, game.rules.bank, company)
    paid = 0
    if revenue:
        kept = _kept(game, company, kind, revenue)
        if kept:
            game.pay(kept, game.rules.bank, company)
        paid = revenue - kept
        if paid:
            _pay_out(game, company, paid)
    game.emit("dividend paid", company, kind, revenue, paid)
    market.move(game, company, game.ask.dividend_move(game, company, kind, revenue, paid), "dividend")
    market.mark_order(game)


def _pay_out(game: Any, company: int, total: int) -> None:
    """A tenth of the total for each share, every holder's sum rounded up by itself (core 14.4)."""
    state, rules, ask = game.state, game.rules, game.ask
    held = state.held[company]
    for player in state.order:
        if held[player]:
            game.pay(_share(total, held[player]), rules.bank, player)
    for percent, payee in (
        (held[rules.pool], ask.pool_dividend(game, company)),
        (held[rules.ipo] + held[company], ask.treasury_dividend(game, company)),
    ):
        if percent and payee is not None:
            game.pay(_share(total, percent), rules.bank, payee)
    for other in (*state.companies, *state.privates):
        if other != company and held[other]:
            game.pay(_share(total, held[other]), rules.bank, other)


def _share(total: int, percent: int) -> int:
    return -(-total * percent // 100)
