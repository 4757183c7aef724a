"""Certificates sold together: possible bundles, sales, and those of a president who helps (core 8.4, 16.3)."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from titleworks.runtime import market, shares
from titleworks.runtime.errors import Refused


class Bundle(NamedTuple):
    """Certificates of one company sold together. `percent` is less than their sum for part of a president's one."""

    company: int
    certificates: tuple[int, ...]
    percent: int


def of_holder(game: Any, holder: int, company: int) -> Iterator[Bundle]:
    """The bundles a holder could sell by their form, smallest first: of equal certificates the oldest go.

    Of the president's certificate a part may go (core 8.4, 9.6).
    """
    rules = game.rules
    owned = shares.held_certificates(game, company, holder)
    president = next((c for c in owned if rules.cert_president[c]), None)
    ordinary = [c for c in owned if c != president]
    choices = _compositions(rules, ordinary)
    for chosen in choices:
        if chosen:
            yield Bundle(company, chosen, percent_of(rules, chosen))
    if president is None:
        return
    size = rules.cert_percent[president]
    alone = game.ask.presidential_sale(game, company) == "freely"
    base = () if alone else tuple(ordinary)
    share = 100 // rules.share_count[company]
    for part in range(share, size, share):
        yield Bundle(company, (*base, president), percent_of(rules, base) + part)
    for chosen in choices if alone else (base,):
        yield Bundle(company, (*chosen, president), percent_of(rules, chosen) + size)


def parcels(game: Any, company: int, certificates: list[int]) -> Iterator[Bundle]:
    """What may be taken of certificates that lie somewhere, by size: the oldest of each sort, never the president's.

    A certificate that goes last is taken only if nothing is left behind.
    """
    rules = game.rules
    ordinary = [c for c in certificates if not rules.cert_president[c]]
    for chosen in _compositions(rules, ordinary):
        if chosen and (len(chosen) == len(certificates) or not any(rules.cert_last[c] for c in chosen)):
            yield Bundle(company, chosen, percent_of(rules, chosen))


def sorts(game: Any, certificates: Iterable[int]) -> list[tuple[int, bool, bool]]:
    """The sorts of some certificates: certificates of the same sorts may stand for each other."""
    rules = game.rules
    return sorted((rules.cert_percent[c], rules.cert_last[c], rules.cert_president[c]) for c in certificates)


def percent_of(rules: Any, certificates: Iterable[int]) -> int:
    """How many percent of their company some certificates are together."""
    return int(sum(rules.cert_percent[certificate] for certificate in certificates))


def _compositions(rules: Any, certificates: list[int]) -> list[tuple[int, ...]]:
    """The ways to take some of the certificates, the oldest of each sort, by size; of equal size the oldest first."""
    kinds: dict[tuple[int, bool], list[int]] = {}
    for certificate in certificates:
        kinds.setdefault((rules.cert_percent[certificate], rules.cert_last[certificate]), []).append(certificate)
    places = {certificate: place for place, certificate in enumerate(certificates)}
    taken: list[tuple[int, ...]] = [()]
    for alike in kinds.values():
        taken = [(*some, *alike[:count]) for some in taken for count in range(len(alike) + 1)]
    taken = [tuple(sorted(some, key=places.__getitem__)) for some in taken]
    return sorted(taken, key=lambda some: (percent_of(rules, some), [places[certificate] for certificate in some]))


def problem(game: Any, player: int, bundle: Bundle) -> str | None:
    """Why the bundle may not be sold, apart from the timing of sales; None if it may (core 8.4)."""
    state, rules = game.state, game.rules
    company = bundle.company
    owners = state.holder
    if any(owners[c] != player or rules.cert_company[c] != company for c in bundle.certificates):
        return "the bundle holds certificates of others"
    whole = percent_of(rules, bundle.certificates)
    president = any(rules.cert_president[c] for c in bundle.certificates)
    if bundle.percent != whole:
        partial = president and whole - rules.president_percent[company] < bundle.percent < whole
        if not partial or bundle.percent * rules.share_count[company] % 100:
            return f"these certificates are {whole}%, not {bundle.percent}%"
    if president:
        found = _presidential_problem(game, player, bundle, whole)
        if found is not None:
            return found
    limit = game.ask.pool_limit(game, company)
    if state.held[company][rules.pool] + bundle.percent > limit:
        return f"the pool may not hold more than {limit}% of {game.name(company)}"
    return None


def _presidential_problem(game: Any, player: int, bundle: Bundle, whole: int) -> str | None:
    """Why a bundle with the president's certificate may not be sold; None if it may (core 8.4, 9.6)."""
    rules, company = game.rules, bundle.company
    held, size = game.state.held[company], rules.president_percent[company]
    most = game.ask.rival_holding(game, company, player)
    if most < size:
        return "nobody else holds enough to become president"
    if game.ask.presidential_sale(game, company) == "freely":
        if bundle.percent != whole and len(bundle.certificates) > 1:
            return "a part of the president's certificate is sold alone"
        if held[player] - bundle.percent >= min(size, most):
            return "whoever sells the president's certificate may not stay president"
    elif whole != held[player]:
        return "ordinary certificates are sold before the president's"
    if bundle.percent != whole and _change(game, player, bundle, whole) is None:
        return "the pool would have no certificate to give back"
    return None


def _change(game: Any, player: int, bundle: Bundle, whole: int) -> int | None:
    """The certificate that comes back for a part of the president's: the pool's oldest of that size (core 9.6)."""
    rules, company = game.rules, bundle.company
    new = _president_after(game, player, bundle)
    pool = shares.held_certificates(game, company, rules.pool)
    pool += [certificate for certificate in bundle.certificates if not rules.cert_president[certificate]]
    if new is not None:
        pool += shares.given_for_presidency(game, company, new)
    size = whole - bundle.percent
    return next((c for c in pool if rules.cert_percent[c] == size and not rules.cert_last[c]), None)


def _president_after(game: Any, player: int, bundle: Bundle) -> int | None:
    """Who is president once the player has sold the bundle."""
    held = list(game.state.held[bundle.company])
    held[player] -= bundle.percent
    return shares.president_by_holdings(game, bundle.company, held)


def parse(game: Any, action: dict[str, Any]) -> Bundle:
    """The bundle of a `sell_shares` action. Raises Refused if its certificates are of several companies."""
    certificates = shares.parse_shares(game, action["shares"])
    rules = game.rules
    companies = {rules.cert_company[c] for c in certificates}
    if len(companies) != 1:
        raise Refused("the shares of one sale are of one company", "core 8.4")
    whole = percent_of(rules, certificates)
    percent = action.get("percent")
    return Bundle(companies.pop(), tuple(certificates), whole if percent is None else percent)


def price(game: Any, bundle: Bundle) -> int:
    """What the bank pays for a bundle at the current price (core 8.4)."""
    return shares.value(game, bundle.company, bundle.percent, game.price(bundle.company))


def sell(game: Any, player: int, bundle: Bundle) -> bool:
    """Sell a bundle to the pool: money, certificates, presidency, price (core 8.4, 9.5, 9.6). All was checked.

    Returns whether the price moved.
    """
    state, rules = game.state, game.rules
    company = bundle.company
    old, new = state.president[company], _president_after(game, player, bundle)
    whole = percent_of(rules, bundle.certificates)
    change = None if bundle.percent == whole else _change(game, player, bundle, whole)
    game.pay(price(game, bundle), rules.bank, player)
    for certificate in bundle.certificates:
        shares.give(game, certificate, rules.pool)
    if old is not None and new is not None and new != old:
        shares.swap_presidency(game, company, old, new)
    if change is not None:
        shares.give(game, change, player)
    if new != old:
        game.emit("president changed", company, old, new)
    count = shares.number(game, company, bundle.percent)
    game.emit("shares sold", company, player, count)
    moved = market.move(game, company, game.ask.sale_move(game, company, player, count), "sale")
    if moved:
        market.note_sale(game, company)
    return moved


def action_of(game: Any, seller: int, bundle: Bundle) -> dict[str, Any]:
    """The `sell_shares` action of a bundle."""
    return {
        "type": "sell_shares",
        **game.entity_fields(seller),
        "shares": [shares.share_text(game, certificate) for certificate in bundle.certificates],
        "percent": bundle.percent,
    }


# ---- emergency (core 16.3, 16.5) ----------------------------------------------------------------------------------


def help_problem(game: Any, player: int, bundle: Bundle, sold: list[int]) -> str | None:
    """Why a president may not sell the bundle to help his company; `sold`: companies sold in this step already."""
    company = bundle.company
    found = problem(game, player, bundle)
    if found is not None:
        return found
    if not game.ask.emergency_sale_allowed(game, company, player):
        return f"shares of {game.name(company)} may not be sold now"
    most = game.ask.emergency_sales(game, company, player)
    if most is not None and sold.count(company) >= most:
        return f"{game.name(company)} was sold already"
    if (
        game.state.president[company] == player
        and game.ask.presidency_kept(game, company, player)
        and _president_after(game, player, bundle) != player
    ):
        return f"the presidency of {game.name(company)} may not be lost"
    return None


def to_help(game: Any, player: int, sold: list[int]) -> Iterator[Bundle]:
    """The bundles a president may sell to help, by company and size."""
    for company in game.state.companies:
        if game.state.held[company][player] and game.state.cell[company] is not None:
            for bundle in of_holder(game, player, company):
                if help_problem(game, player, bundle, sold) is None:
                    yield bundle


def largest_to_help(game: Any, player: int, sold: list[int]) -> dict[int, Bundle]:
    """The largest bundle of each company that a president may sell to help."""
    largest: dict[int, Bundle] = {}
    for bundle in to_help(game, player, sold):
        known = largest.get(bundle.company)
        if known is None or bundle.percent > known.percent:
            largest[bundle.company] = bundle
    return largest
