"""The step in which a company sells own certificates to the pool or takes them back from there: one action a turn."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import bundles, market, shares
from titleworks.runtime.bundles import Bundle
from titleworks.runtime.errors import Refused

Action = dict[str, Any]
ACCEPTS = frozenset({"sell_shares", "buy_shares"})


def waits(game: Any, company: int) -> bool:
    """An issue or a redemption is legal."""
    return can_issue(game, company) or can_redeem(game, company)


def can_issue(game: Any, company: int) -> bool:
    """Whether the company may sell certificates to the pool now."""
    return any(True for _ in issues(game, company))


def can_redeem(game: Any, company: int) -> bool:
    """Whether the company may take certificates back from the pool now, and can pay them."""
    return any(True for _ in redemptions(game, company))


def issues(game: Any, company: int) -> Iterator[Bundle]:
    """What the company may sell to the pool, by size."""
    if game.state.cell[company] is not None and game.ask.issue_allowed(game, company):
        room = game.ask.pool_limit(game, company) - game.state.held[company][game.rules.pool]
        for bundle in bundles.parcels(game, company, shares.treasury(game, company)):
            if bundle.percent <= room:
                yield bundle


def redemptions(game: Any, company: int) -> Iterator[Bundle]:
    """What the company may take back from the pool, by size."""
    if game.state.cell[company] is not None and game.ask.redeem_allowed(game, company):
        most = game.ask.redeem_limit(game, company)
        for bundle in bundles.parcels(game, company, shares.held_certificates(game, company, game.rules.pool)):
            if most is not None and len(bundle.certificates) > most:
                continue
            if redeem_cost(game, bundle) <= game.state.cash[company]:
                yield bundle


def issue_price(game: Any, bundle: Bundle) -> int:
    """What the bank pays for each share of an issue."""
    company, count = bundle.company, shares.number(game, bundle.company, bundle.percent)
    later = market.target(game, company, game.ask.issue_move(game, company, count), "issue")
    return int(game.ask.issue_price(game, company, count, game.rules.cells[later].price))


def _agreed_price(game: Any, bundle: Bundle, action: Action) -> int:
    """The price of each share of an issue. Actions name it where it is not the present one; a record whose issue names
    none was played at the present one. Raises Refused if another is named."""
    price, named = issue_price(game, bundle), action.get("share_price")
    if named is None and game.follow_record_revenue:
        return int(game.price(bundle.company))
    if named not in (None, price):
        raise Refused(f"the bank pays {price} a share")
    return price


def redeem_cost(game: Any, bundle: Bundle) -> int:
    """What the company pays for a redemption; fractions are rounded up."""
    count = shares.number(game, bundle.company, bundle.percent)
    return shares.cost(game, bundle.company, bundle.percent, game.ask.redeem_price(game, bundle.company, count))


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """An issue (`sell_shares`) or a redemption (`buy_shares`); the step is over with it. Raises Refused."""
    bundle = bundles.parse(game, action)
    if bundle.company != company or bundle.percent != bundles.percent_of(game.rules, bundle.certificates):
        raise Refused(f"these are not {bundle.percent}% of {game.name(company)}")
    if action["type"] == "sell_shares":
        _check(game, bundle, shares.treasury(game, company), issues(game, company), "sold to the pool")
        _issue(game, bundle, _agreed_price(game, bundle, action))
    else:
        in_pool = shares.held_certificates(game, company, game.rules.pool)
        _check(game, bundle, in_pool, redemptions(game, company), "taken back")
        _redeem(game, bundle)
    game.skip_step("treasury shares")


def _check(game: Any, bundle: Bundle, there: list[int], legal: Iterator[Bundle], what: str) -> None:
    """Raise Refused unless the certificates lie there, and such a bundle is among the legal ones."""
    if not set(bundle.certificates) <= set(there):
        raise Refused(f"these certificates cannot be {what}: they are not there")
    sorts = bundles.sorts(game, bundle.certificates)
    if all(bundles.sorts(game, other.certificates) != sorts for other in legal):
        raise Refused(f"{bundle.percent}% of {game.name(bundle.company)} may not be {what} now")


def _issue(game: Any, bundle: Bundle, price: int) -> None:
    """Money, fractions rounded down, certificates, then the price on the market."""
    company, rules = bundle.company, game.rules
    number = shares.number(game, company, bundle.percent)
    game.pay(shares.value(game, company, bundle.percent, price), rules.bank, company)
    for certificate in bundle.certificates:
        shares.give(game, certificate, rules.pool)
    shares.settle_presidency(game, company)
    shares.check_float(game, company)
    game.emit("shares issued", company, number)
    market.move(game, company, game.ask.issue_move(game, company, number), "issue")


def _redeem(game: Any, bundle: Bundle) -> None:
    """Money and certificates; the price stays."""
    company = bundle.company
    game.pay(redeem_cost(game, bundle), company, game.rules.bank)
    for certificate in bundle.certificates:
        shares.give(game, certificate, shares.treasury_place(game, company))
    shares.settle_presidency(game, company)
    game.emit("shares redeemed", company, shares.number(game, company, bundle.percent))


def actions(game: Any) -> Iterator[Action]:
    """All issues and redemptions, one of each composition."""
    company = game.operator()
    for bundle in issues(game, company):
        price = issue_price(game, bundle)
        named = {} if price == game.price(company) else {"share_price": price}
        yield bundles.action_of(game, company, bundle) | named
    for bundle in redemptions(game, company):
        yield bundles.action_of(game, company, bundle) | {"type": "buy_shares"}
