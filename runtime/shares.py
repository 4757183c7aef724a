"""Certificates: transfers, purchases and sales, bundles, presidency, float, limits (core 8, 9)."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from titleworks.runtime import bid_boxes, market
from titleworks.runtime.errors import Refused
from titleworks.runtime.steps import home


class Bundle(NamedTuple):
    """Certificates of one company sold together. `percent` is less than their sum for part of a president's one."""

    company: int
    certificates: tuple[int, ...]
    percent: int


def parse_shares(game: Any, names: list[str]) -> list[int]:
    """The certificates of a record's share ids `SYMBOL_n` (core 2.2). Raises Refused for an unknown one."""
    found = []
    for name in names:
        symbol, _, number = name.rpartition("_")
        company = game.rules.company_number.get(symbol)
        certificates = [] if company is None else game.rules.certs[company]
        wanted = [certificate for certificate in certificates if str(game.rules.cert_number[certificate]) == number]
        if not wanted:
            raise Refused(f"there is no certificate {name!r}", "core 2.2")
        found += wanted
    if not found or len(set(found)) != len(found):
        raise Refused("no certificate is named, or one twice", "core 2.2")
    return found


def share_text(game: Any, certificate: int) -> str:
    """A certificate as records write it."""
    rules = game.rules
    return f"{rules.names[rules.cert_company[certificate]]}_{rules.cert_number[certificate]}"


def held_certificates(game: Any, company: int, holder: int) -> list[int]:
    """A holder's certificates of a company in order of arrival (core 2.2)."""
    owners = game.state.holder
    return [certificate for certificate in game.state.certificates[company] if owners[certificate] == holder]


def treasury(game: Any, company: int) -> list[int]:
    """A company's own certificates in order of arrival.

    With incremental capitalization what is unsold is its own, so that IPO and treasury are one place.
    """
    own = {company, treasury_place(game, company)}
    owners = game.state.holder
    return [certificate for certificate in game.state.certificates[company] if owners[certificate] in own]


def treasury_place(game: Any, company: int) -> int:
    """Where certificates go that come back to the company: the IPO if that is its treasury, otherwise the company."""
    return int(game.rules.ipo if game.ask.capitalization(game, company) == "incremental" else company)


def give(game: Any, certificate: int, taker: int) -> None:
    """Move a certificate, behind the taker's others. Nothing else follows."""
    state, rules = game.state, game.rules
    company = rules.cert_company[certificate]
    percent = rules.cert_percent[certificate]
    held = state.held[company]
    held[state.holder[certificate]] -= percent
    held[taker] += percent
    state.holder[certificate] = taker
    order = state.certificates[company]
    order.remove(certificate)
    order.append(certificate)


# ---- limits -------------------------------------------------------------------------------------------------------


def certificate_count(game: Any, player: int) -> int:
    """Certificates that count against the limit, privates and bids among them (core 9.2)."""
    state, rules, ask = game.state, game.rules, game.ask
    count = 0
    for company in game.state.companies:
        if state.held[company][player]:
            weight = ask.certificates_counted(game, company)
            if weight:
                owners = state.holder
                count += weight * sum(owners[certificate] == player for certificate in rules.certs[company])
    for private in game.state.privates:
        if state.owner[private] == player:
            count += ask.privates_counted(game, private)
    return count + bid_boxes.counted(game, player)


def over_holding_limit(game: Any, player: int, company: int) -> bool:
    """Whether the player holds more of the company than a purchase may lead to (core 8.2)."""
    held = game.state.held[company][player]
    return bool(held and held > game.ask.holding_limit(game, company, player))


def room_problem(game: Any, player: int, company: int, certificate: int, counted: int | None = None) -> str | None:
    """Why the player may not hold one more certificate of the company (core 8.3); None if he may.

    `counted`: what it counts against the limit, unless as every other.
    """
    limit = game.ask.holding_limit(game, company, player)
    if game.state.held[company][player] + game.rules.cert_percent[certificate] > limit:
        return f"no player may hold more than {limit}% of {game.name(company)}"
    if counted is None:
        counted = game.ask.certificates_counted(game, company)
    if counted:
        most = game.ask.certificate_limit(game)
        if certificate_count(game, player) + counted > most:
            return f"the certificate limit is {most}"
    return None


# ---- purchases ----------------------------------------------------------------------------------------------------


def number(game: Any, company: int, percent: int) -> int:
    """How many shares of a company a percentage is; a part of one does not count."""
    return int(percent * game.rules.share_count[company] // 100)


def shares_of(game: Any, certificate: int) -> int:
    """How many shares a certificate is worth."""
    rules = game.rules
    return number(game, rules.cert_company[certificate], rules.cert_percent[certificate])


def certificates_of(game: Any, holder: int) -> tuple[int, ...]:
    """Certificates that somebody holds, of whatever company."""
    return tuple(number for number, owner in enumerate(game.state.holder) if owner == holder)


def value(game: Any, company: int, percent: int, price: int) -> int:
    """What a percentage of a company is worth at a price for one share; fractions are rounded down."""
    return int(price * percent * game.rules.share_count[company] // 100)


def cost(game: Any, company: int, percent: int, price: int) -> int:
    """What a percentage of a company costs at a price for one share; fractions are rounded up (core 8.3)."""
    return -value(game, company, percent, -price)


def price_of(game: Any, certificate: int, source: int) -> int:
    """What a certificate costs from its source; fractions are rounded up (core 8.3)."""
    company = game.rules.cert_company[certificate]
    return cost(game, company, game.rules.cert_percent[certificate], game.ask.share_price(game, company, source))


def must_wait(game: Any, certificate: int) -> bool:
    """Whether the certificate is one that goes last, and others lie with it."""
    rules, owners = game.rules, game.state.holder
    company = rules.cert_company[certificate]
    if not rules.cert_last[certificate]:
        return False
    return any(owners[other] == owners[certificate] for other in rules.certs[company] if other != certificate)


def share_payee_of(game: Any, certificate: int) -> int:
    """Who is paid for a certificate bought from where it lies."""
    return int(game.ask.share_payee(game, game.rules.cert_company[certificate], game.state.holder[certificate]))


def buy(game: Any, player: int, certificate: int) -> None:
    """A player buys a certificate from where it lies, with presidency and float. All limits were checked."""
    source = game.state.holder[certificate]
    game.pay(price_of(game, certificate, source), player, share_payee_of(game, certificate))
    receive(game, certificate, player)


def receive(game: Any, certificate: int, taker: int, presidency: bool = True) -> None:
    """A certificate comes to somebody, with all that follows: presidency and event of a player's, float (core 9.4,
    9.5)."""
    rules = game.rules
    company = rules.cert_company[certificate]
    give(game, certificate, taker)
    if rules.cert_president[certificate] and rules.is_player(taker):
        game.state.president[company] = taker
    elif rules.is_player(taker) and presidency:
        settle_presidency(game, company)
    if rules.is_player(taker):
        game.emit("share bought", company, taker, certificate)
    check_float(game, company)


def launch(game: Any, company: int, player: int, cell: int) -> None:
    """Start a company: marker on the par cell, president's certificate to the player; payment is the caller's."""
    state = game.state
    state.par[company] = cell
    market.set_price(game, company, cell)
    president = presidents_certificate(game, company)
    give(game, president, player)
    state.president[company] = player
    home.place_all(game, "launch", (company,))
    game.emit("company launched", company, player)
    game.emit("share bought", company, player, president)
    check_float(game, company)


def check_float(game: Any, company: int) -> None:
    """The company floats once enough is sold or held; then its capital is paid (core 9.3, 9.4)."""
    state, rules = game.state, game.rules
    if state.floated[company] or state.par[company] is None:
        return
    threshold, how = game.ask.float(game, company)
    reached = 100 - state.held[company][rules.ipo] if how == "sold" else game.held_by_players(company)
    if reached < threshold:
        return
    state.floated[company] = True
    game.emit("company floated", company)
    capital = game.ask.capital(game, company)
    if capital:
        game.pay(capital, rules.bank, company)


# ---- presidency ---------------------------------------------------------------------------------------------------


def presidents_certificate(game: Any, company: int) -> int:
    """The certificate whose holder is president."""
    rules = game.rules
    return int(next(certificate for certificate in rules.certs[company] if rules.cert_president[certificate]))


def president_by_holdings(game: Any, company: int, held: list[int]) -> int | None:
    """Who is president by the given holdings: the present one unless another has more and a president's share.

    Of several the first after him in the player order, which is clockwise unless a title orders otherwise (core 9.5).
    """
    state, rules = game.state, game.rules
    old = state.president[company]
    if old is None:
        return None
    most = max(held[rules.first_player : rules.bank])
    if held[old] == most or most < rules.president_percent[company]:
        return int(old)
    seat = state.order.index(old)
    return int(next(player for player in [*state.order[seat:], *state.order[:seat]] if held[player] == most))


def settle_presidency(game: Any, company: int) -> None:
    """After a purchase: a new president, if there is one, swaps certificates with the old one (core 9.5, 9.6)."""
    old = game.state.president[company]
    new = president_by_holdings(game, company, game.state.held[company])
    if old is None or new is None or new == old:
        return
    _swap(game, company, old, new)
    game.emit("president changed", company, old, new)


def _swap(game: Any, company: int, old: int, new: int) -> None:
    """The president's certificate goes to the new president for as many percent of ordinary ones (core 9.6).

    They go to the old president if he still has as much, otherwise to the pool. Where the title lets somebody choose
    which they are, that waits in the state; see `exchange`.
    """
    state, rules = game.state, game.rules
    to = old if state.held[company][old] >= rules.president_percent[company] else rules.pool
    given = given_for_presidency(game, company, new)
    if len(given) == 1 and smaller_for_presidency(game, company, new):
        chooser = game.ask.exchange_choice(game, company, old, new)
        if chooser is not None:
            state.exchanges.append((company, chooser, new, to, given[0]))
    for certificate in given:
        give(game, certificate, to)
    give(game, presidents_certificate(game, company), new)
    state.president[company] = new


def given_for_presidency(game: Any, company: int, new: int) -> list[int]:
    """The certificates a new president gives: one of the president's size if he has it, otherwise smaller ones."""
    rules = game.rules
    for certificate in held_certificates(game, company, new):
        if rules.cert_percent[certificate] == rules.president_percent[company]:
            return [certificate]
    return smaller_for_presidency(game, company, new)


def smaller_for_presidency(game: Any, company: int, new: int) -> list[int]:
    """The oldest smaller certificates of a new president that make up the president's; none if they do not."""
    rules = game.rules
    missing = rules.president_percent[company]
    given: list[int] = []
    for certificate in held_certificates(game, company, new):
        percent = rules.cert_percent[certificate]
        if percent < rules.president_percent[company] and percent <= missing:
            given.append(certificate)
            missing -= percent
    return given if missing == 0 else []


# ---- bundles and sales --------------------------------------------------------------------------------------------


def bundles(game: Any, holder: int, company: int) -> Iterator[Bundle]:
    """The bundles a holder could sell by their form, smallest first: of equal certificates the oldest go.

    Of the president's certificate a part may go (core 8.4, 9.6).
    """
    rules = game.rules
    owned = held_certificates(game, company, holder)
    president = next((c for c in owned if rules.cert_president[c]), None)
    ordinary = [c for c in owned if c != president]
    choices = _compositions(rules, ordinary)
    for chosen in choices:
        if chosen:
            yield Bundle(company, chosen, _percent(rules, chosen))
    if president is None:
        return
    size = rules.cert_percent[president]
    alone = game.ask.presidential_sale(game, company) == "freely"
    base = () if alone else tuple(ordinary)
    share = 100 // rules.share_count[company]
    for part in range(share, size, share):
        yield Bundle(company, (*base, president), _percent(rules, base) + part)
    for chosen in choices if alone else (base,):
        yield Bundle(company, (*chosen, president), _percent(rules, chosen) + size)


def parcels(game: Any, company: int, certificates: list[int]) -> Iterator[Bundle]:
    """What may be taken of certificates that lie somewhere, by size: the oldest of each sort, never the president's.

    A certificate that goes last is taken only if nothing is left behind.
    """
    rules = game.rules
    ordinary = [c for c in certificates if not rules.cert_president[c]]
    for chosen in _compositions(rules, ordinary):
        if chosen and (len(chosen) == len(certificates) or not any(rules.cert_last[c] for c in chosen)):
            yield Bundle(company, chosen, _percent(rules, chosen))


def sorts(game: Any, certificates: Iterable[int]) -> list[tuple[int, bool, bool]]:
    """The sorts of some certificates: certificates of the same sorts may stand for each other."""
    rules = game.rules
    return sorted((rules.cert_percent[c], rules.cert_last[c], rules.cert_president[c]) for c in certificates)


def _percent(rules: Any, certificates: Iterable[int]) -> int:
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
    return sorted(taken, key=lambda some: (_percent(rules, some), [places[certificate] for certificate in some]))


def bundle_problem(game: Any, player: int, bundle: Bundle) -> str | None:
    """Why the bundle may not be sold, apart from the timing of sales; None if it may (core 8.4)."""
    state, rules = game.state, game.rules
    company = bundle.company
    owners = state.holder
    if any(owners[c] != player or rules.cert_company[c] != company for c in bundle.certificates):
        return "the bundle holds certificates of others"
    whole = sum(rules.cert_percent[c] for c in bundle.certificates)
    president = any(rules.cert_president[c] for c in bundle.certificates)
    if bundle.percent != whole:
        partial = president and whole - rules.president_percent[company] < bundle.percent < whole
        if not partial or bundle.percent * rules.share_count[company] % 100:
            return f"these certificates are {whole}%, not {bundle.percent}%"
    if president:
        problem = _presidential_problem(game, player, bundle, whole)
        if problem is not None:
            return problem
    limit = game.ask.pool_limit(game, company)
    if state.held[company][rules.pool] + bundle.percent > limit:
        return f"the pool may not hold more than {limit}% of {game.name(company)}"
    return None


def _presidential_problem(game: Any, player: int, bundle: Bundle, whole: int) -> str | None:
    """Why a bundle with the president's certificate may not be sold; None if it may (core 8.4, 9.6)."""
    rules, company = game.rules, bundle.company
    held, size = game.state.held[company], rules.president_percent[company]
    most = max((held[other] for other in rules.players if other != player), default=0)
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
    pool = held_certificates(game, company, rules.pool)
    pool += [certificate for certificate in bundle.certificates if not rules.cert_president[certificate]]
    if new is not None:
        pool += given_for_presidency(game, company, new)
    size = whole - bundle.percent
    return next((c for c in pool if rules.cert_percent[c] == size and not rules.cert_last[c]), None)


def _president_after(game: Any, player: int, bundle: Bundle) -> int | None:
    """Who is president once the player has sold the bundle."""
    held = list(game.state.held[bundle.company])
    held[player] -= bundle.percent
    return president_by_holdings(game, bundle.company, held)


def parse_bundle(game: Any, action: dict[str, Any]) -> Bundle:
    """The bundle of a `sell_shares` action. Raises Refused if its certificates are of several companies."""
    certificates = parse_shares(game, action["shares"])
    rules = game.rules
    companies = {rules.cert_company[c] for c in certificates}
    if len(companies) != 1:
        raise Refused("the shares of one sale are of one company", "core 8.4")
    whole = sum(rules.cert_percent[c] for c in certificates)
    percent = action.get("percent")
    return Bundle(companies.pop(), tuple(certificates), whole if percent is None else percent)


def bundle_price(game: Any, bundle: Bundle) -> int:
    """What the bank pays for a bundle at the current price (core 8.4)."""
    return value(game, bundle.company, bundle.percent, game.price(bundle.company))


def sell(game: Any, player: int, bundle: Bundle) -> bool:
    """Sell a bundle to the pool: money, certificates, presidency, price (core 8.4, 9.5, 9.6). All was checked.

    Returns whether the price moved.
    """
    state, rules = game.state, game.rules
    company = bundle.company
    old, new = state.president[company], _president_after(game, player, bundle)
    whole = sum(rules.cert_percent[certificate] for certificate in bundle.certificates)
    change = None if bundle.percent == whole else _change(game, player, bundle, whole)
    game.pay(bundle_price(game, bundle), rules.bank, player)
    for certificate in bundle.certificates:
        give(game, certificate, rules.pool)
    if old is not None and new is not None and new != old:
        _swap(game, company, old, new)
    if change is not None:
        give(game, change, player)
    if new != old:
        game.emit("president changed", company, old, new)
    count = number(game, company, bundle.percent)
    game.emit("shares sold", company, player, count)
    moved = market.move(game, company, game.ask.sale_move(game, company, player, count), "sale")
    if moved:
        market.note_sale(game, company)
    return moved


def bundle_action(game: Any, seller: int, bundle: Bundle) -> dict[str, Any]:
    """The `sell_shares` action of a bundle."""
    return {
        "type": "sell_shares",
        **game.entity_fields(seller),
        "shares": [share_text(game, certificate) for certificate in bundle.certificates],
        "percent": bundle.percent,
    }


# ---- emergency (core 16.3, 16.5) ----------------------------------------------------------------------------------


def emergency_bundle_problem(game: Any, player: int, bundle: Bundle, sold: list[int]) -> str | None:
    """Why a president may not sell the bundle to help his company; `sold`: companies sold in this step already."""
    company = bundle.company
    problem = bundle_problem(game, player, bundle)
    if problem is not None:
        return problem
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


def emergency_bundles(game: Any, player: int, sold: list[int]) -> Iterator[Bundle]:
    """The bundles a president may sell to help, by company and size."""
    for company in game.state.companies:
        if game.state.held[company][player] and game.state.cell[company] is not None:
            for bundle in bundles(game, player, company):
                if emergency_bundle_problem(game, player, bundle, sold) is None:
                    yield bundle


def largest_emergency_bundles(game: Any, player: int, sold: list[int]) -> dict[int, Bundle]:
    """The largest bundle of each company that a president may sell to help."""
    largest: dict[int, Bundle] = {}
    for bundle in emergency_bundles(game, player, sold):
        known = largest.get(bundle.company)
        if known is None or bundle.percent > known.percent:
            largest[bundle.company] = bundle
    return largest
