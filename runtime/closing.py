"""Companies that close, and closed ones that begin anew; players who leave the game."""

from typing import Any

from titleworks.runtime import shares, stations
from titleworks.runtime.map.tokens import home_cities


def close(game: Any, company: int) -> None:
    """A company closes: cash to the bank, trains out of the game, tokens off the map, certificates worth nothing.

    Its privates close with it. If it operates, its turn is over at once. Afterwards it can be started again only if
    the title renews it.
    """
    state = game.state
    if company in state.closed:
        return
    state.closed.append(company)
    for private in game.privates_of(company):
        close_private(game, private)
    if state.cash[company]:
        game.pay(state.cash[company], company, game.rules.bank)
    state.trains[company] = ()
    _lift_tokens(game, company)
    state.board.drop_reservations(company)
    for certificate in game.rules.certs[company]:
        shares.give(game, certificate, game.rules.ipo)
    state.cell[company] = state.par[company] = state.president[company] = state.last_revenue[company] = None
    state.floated[company] = state.operated[company] = False
    state.turns[company] = state.trains_bought[company] = state.arrival[company] = state.routed[company] = 0
    if game.operator() == company:
        state.round.end_turn()
    game.emit("company closed", company)


def close_private(game: Any, private: int) -> None:
    """A private closes: it belongs to nobody and has no powers any more."""
    game.state.owner[private] = None
    game.emit("private closed", private)


def _lift_tokens(game: Any, company: int) -> None:
    state = game.state
    for number, row in enumerate(game.rules.company_rows[company].tokens):
        stations.take_up(game, [(company, number)], row.area)
    state.housed[company] = False
    if company in state.homeless:
        state.homeless.remove(company)


def renew(game: Any, company: int) -> None:
    """A closed company can be started again, as at the start: all certificates and tokens, its only home reserved."""
    state, rules = game.state, game.rules
    if company not in state.closed:
        return
    state.closed.remove(company)
    state.certificates[company] = rules.certs[company]
    homes = rules.company_rows[company].homes
    if len(homes) == 1:
        cities = home_cities(state.board, company, homes[0].hex, homes[0].city)
        state.board.reserve(company, homes[0].hex, cities[0] if len(cities) == 1 else None)


def remove(game: Any, thing: int | None) -> None:
    """A company or a private is out of the game."""
    if thing is not None:
        (_remove_company if game.rules.is_company(thing) else _remove_private)(game, thing)


def _remove_company(game: Any, company: int) -> None:
    """A company is out of the game: nobody can start it, and nothing is reserved for it."""
    state = game.state
    if company in state.companies:
        state.companies.remove(company)
    state.board.drop_reservations(company)


def _remove_private(game: Any, private: int) -> None:
    """A private is out of the game."""
    state = game.state
    if private in state.privates:
        state.privates.remove(private)
    state.owner[private] = None


def retire(game: Any, player: int) -> None:
    """A player leaves the game for good; what he still owns stays his and counts in his score."""
    if player not in game.state.bankrupt:
        game.state.bankrupt.append(player)
