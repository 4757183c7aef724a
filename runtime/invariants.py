"""What holds in every state of every game: nothing is lost, nothing appears from nowhere."""

from collections import Counter
from typing import Any

from titleworks.runtime import rules_engine, trains


def violations(game: Any) -> list[str]:
    """Sentences about what is wrong with the state; empty when all is well."""
    return [*_money(game), *_shares(game), *_trains(game), *_tiles(game), *_tokens(game), *_privates(game)]


def _money(game: Any) -> list[str]:
    state, rules = game.state, game.rules
    total = game.ask.bank(game)
    found = []
    if sum(state.cash) != (total or 0):
        found.append(f"there is {sum(state.cash)} of money, not {total or 0}")
    found += [
        f"{game.name(entity)} has {cash}"
        for entity, cash in enumerate(state.cash)
        if cash < 0 and entity != rules.bank and entity != rules_engine.debtor(game)
    ]
    return found


def _shares(game: Any) -> list[str]:
    state, rules = game.state, game.rules
    found = []
    for company in game.state.companies:
        name = game.name(company)
        held = [0] * rules.entities
        for certificate in state.certificates[company]:
            held[state.holder[certificate]] += rules.cert_percent[certificate]
        if sorted(state.certificates[company]) != sorted(rules.certs[company]):
            found.append(f"certificates of {name} were lost or doubled")
        if tuple(held) != state.held[company]:
            found.append(f"holdings of {name} do not agree with its certificates")
        if sum(held) != 100:
            found.append(f"shares of {name} add up to {sum(held)}%")
        president = state.president[company]
        holders = {state.holder[c] for c in state.certificates[company] if rules.cert_president[c]}
        # it may lie in the pool while no player holds as much
        vacant = max(held[player] for player in rules.players) < rules.president_percent[company]
        if president is not None and president not in holders and not (vacant and rules.pool in holders):
            found.append(f"the president of {name} does not hold its president's certificate")
    return found


def _trains(game: Any) -> list[str]:
    state, rules = game.state, game.rules
    places = Counter([*state.depot, *(trains.front(game, card) for card in state.discarded)])
    for owned in state.trains:
        places.update(trains.front(game, card) for card in owned)
    found = [f"train card {card} is in {count} places" for card, count in places.items() if count != 1]
    for kind, row in enumerate(rules.trains):
        if row.count is not None and row.card is None:
            left = sum(card >> 10 == kind for card in state.depot)
            if left + state.departures[kind] != (row.count if rules.guard(row.in_play) else 0):
                found.append(f"of the {row.name} trains {left} are left and {state.departures[kind]} went")
    return found


def _tiles(game: Any) -> list[str]:
    board, rules = game.state.board, game.rules
    laid: dict[int, list[int]] = {}
    for hex_, tile in enumerate(board.tile):
        if tile != rules.hex_rows[hex_].printed:
            laid.setdefault(tile, []).append(board.copy[hex_])
    found = []
    for tile, row in enumerate(rules.tile_rows):
        copies = [*laid.get(tile, ()), *board.supply[tile], *(copy for gone, copy in board.lost if gone == tile)]
        if row.back is not None:
            copies += laid.get(row.back, ())
        if len(copies) != len(set(copies)):
            found.append(f"a copy of tile {row.name} is in two places")
        if row.count and sorted(copies) != list(range(row.count)) and copies:
            found.append(f"tile {row.name}: {len(copies)} copies of {row.count}")
    return found


def _tokens(game: Any) -> list[str]:
    state, board = game.state, game.state.board
    on_map = Counter(
        (company, hex_)
        for hex_, cities in enumerate(board.tokens)
        for city in cities
        for company in city
        if company is not None
    )
    known = Counter(
        (company, token[0])
        for company in game.state.companies
        for token in state.tokens[company]
        if token is not None and token[1] >= 0
    )
    missing = known - on_map
    return (
        ["tokens on the map do not agree with the companies'"]
        if on_map != known and (missing or on_map - known)
        else []
    )


def _privates(game: Any) -> list[str]:
    state, rules = game.state, game.rules
    return [
        f"{game.name(private)} belongs to nobody that could own it"
        for private in game.state.privates
        if state.owner[private] is not None
        and not (
            rules.is_company(state.owner[private])
            or rules.is_player(state.owner[private])
            or state.owner[private] == rules.bank
        )
    ]
