"""Certificates: transfers, purchases, presidency, float, limits (core 8, 9)."""

from typing import Any

from titleworks.runtime import bid_boxes, market
from titleworks.runtime.errors import Refused
from titleworks.runtime.state import replaced, without
from titleworks.runtime.steps import home


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
    state.held[company] = _moved(state.held[company], state.holder[certificate], taker, percent)
    state.holder[certificate] = taker
    state.certificates[company] = (*without(state.certificates[company], certificate), certificate)


def _moved(held: tuple[int, ...], giver: int, taker: int, percent: int) -> tuple[int, ...]:
    """Holdings by entity once so much has changed hands."""
    left = replaced(held, giver, held[giver] - percent)
    return replaced(left, taker, left[taker] + percent)


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
    if old is None or new is None or (new == old and not _is_left_behind(game, company)):
        return
    swap_presidency(game, company, old, new)
    if new != old:
        game.emit("president changed", company, old, new)


def _is_left_behind(game: Any, company: int) -> bool:
    """Whether the president's certificate lies in the pool, as no player held as much, and the president now does."""
    state, rules = game.state, game.rules
    in_pool = state.holder[presidents_certificate(game, company)] == rules.pool
    return in_pool and bool(state.held[company][state.president[company]] >= rules.president_percent[company])


def swap_presidency(game: Any, company: int, old: int, new: int) -> None:
    """The president's certificate goes to the new president for as many percent of ordinary ones (core 9.6).

    They go to the old president if he still has as much, otherwise to the pool. Where the title lets somebody choose
    which they are, that waits in the state; see `exchange`.
    """
    state, rules = game.state, game.rules
    keeps = new != old and state.held[company][old] >= rules.president_percent[company]
    to = old if keeps else rules.pool
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
