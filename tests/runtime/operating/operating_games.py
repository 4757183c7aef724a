"""Games put into the midst of an operating round, for tests of its steps."""

from functools import cache
from typing import Any

import pytest
from paths import TITLES

from titleworks.compiler import compile_file
from titleworks.runtime import market, operating_round, shares, stations
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game
from titleworks.runtime.invariants import violations
from titleworks.runtime.table.models import Table

Action = dict[str, Any]


@cache
def _table(title: str) -> Table:
    table, problems = compile_file(TITLES / f"{title}.18xx")
    assert table is not None, problems
    return table


class Play:
    """A game whose state a test sets up; then the names of the game are used: `play.lay("KO", "J3", "8", 3)`."""

    def __init__(self, title: str, players: int = 3) -> None:
        self.game = Game.new(_table(title), [f"P{n}" for n in range(1, players + 1)])
        state = self.game.state
        for private in self.game.rules.privates:
            state.owner[private] = None
        state.set_number = 2

    # ---- set-up ---------------------------------------------------------------------------------------------------

    def id(self, name: str) -> int:
        """The entity of a company, private or player."""
        rules = self.game.rules
        for names in (rules.company_number, rules.private_number, rules.player_number):
            if name in names:
                return int(names[name])
        raise KeyError(name)

    def company(self, name: str, price: int, holdings: dict[str, int], cash: int = 0) -> None:
        """Start and float a company at a par price; its president comes first. Nobody pays."""
        game, state = self.game, self.game.state
        company = self.id(name)
        cell = next(c for c in market.par_cells(game) if game.rules.cells[c].price == price)
        president, *_ = holdings
        state.par[company] = cell
        market.set_price(game, company, cell)
        state.president[company] = self.id(president)
        ordinary = iter(game.rules.certs[company][1:])
        for holder, percent in holdings.items():
            taker = game.rules.pool if holder == "pool" else self.id(holder)
            if holder == president:
                shares.give(game, game.rules.certs[company][0], taker)
                percent -= game.rules.president_percent[company]
            for _ in range(percent // 10):
                shares.give(game, next(ordinary), taker)
        state.floated[company] = True
        self.set_cash(name, cash)

    def set_cash(self, name: str, cash: int) -> None:
        """Give or take money so that somebody has this much."""
        state, entity = self.game.state, self.id(name)
        state.cash[self.game.rules.bank] -= cash - state.cash[entity]
        state.cash[entity] = cash

    def phase(self, name: str) -> None:
        """Let the trains before the phase leave the bank; the phase's own first train has left too."""
        state, rules = self.game.state, self.game.rules
        state.phase = next(n for n, row in enumerate(rules.phases) if row.name == name)
        for kind in range(state.phase):
            for card in [card for card in state.depot if card >> 10 == kind]:
                state.depot.remove(card)
                state.departures[kind] += 1
            state.left.append(kind)

    def trains(self, name: str, *kinds: str) -> None:
        """Give a company trains of these kinds, as if it had bought them."""
        state, rules = self.game.state, self.game.rules
        for kind in kinds:
            number = rules.train_number[kind]
            taken = [card for owned in [*state.trains, state.discarded] for card in owned if card >> 10 == number]
            state.trains[self.id(name)] += (number << 10 | len(taken),)
            if number << 10 | len(taken) in state.depot:
                state.depot.remove(number << 10 | len(taken))
                state.departures[number] += 1

    def tile(self, hex_: str, tile: str, rotation: int) -> None:
        """Put a tile on the map."""
        board, rules = self.game.state.board, self.game.rules
        number = rules.tile_number[tile]
        board.lay(rules.hex_number[hex_], number, min(board.supply[number]), rotation)

    def token(self, name: str, hex_: str, city: int = 0) -> None:
        """Put a company's next token on the map."""
        company, where = self.id(name), self.game.rules.hex_number[hex_]
        number = self.game.state.tokens[company].index(None)
        self.game.state.board.place_token(company, where, city)
        stations.set_place(self.game, company, number, (where, city))

    def operate(self) -> None:
        """Begin an operating round."""
        index = next(n for n, row in enumerate(self.game.rules.rounds) if row.kind == "operating round")
        operating_round.start(self.game, index)
        self.game._settle()
        assert violations(self.game) == []

    def to_trains(self, name: str) -> None:
        """Begin an operating round, and let the first operator pass until it may buy trains."""
        self.operate()
        while self.acting == name and self.kinds() & {"lay_tile", "place_token"}:
            self.move("pass", name)

    # ---- moves ----------------------------------------------------------------------------------------------------

    def move(self, kind: str, name: str, /, **fields: Any) -> None:
        """An action, after which nothing may be lost."""
        self.game.apply({"type": kind, **self.game.entity_fields(self.id(name)), **fields})
        assert violations(self.game) == []

    def refused(self, text: str, kind: str, name: str, /, **fields: Any) -> None:
        """The action must be refused, with this text in the reason, and change nothing."""
        before = self.game.state.copy()
        with pytest.raises(Refused, match=text):
            self.move(kind, name, **fields)
        assert self.game.state == before

    def lay(self, name: str, hex_: str, tile: str, rotation: int) -> None:
        """Lay the first copy of a tile."""
        copies = self.game.state.board.supply[self.game.rules.tile_number[tile]]
        self.move("lay_tile", name, hex=hex_, tile=f"{tile}-{min(copies)}", rotation=rotation)

    def buy(self, name: str, train: str, price: int, **fields: Any) -> None:
        """Buy a train."""
        self.move("buy_train", name, train=train, price=price, **fields)

    # ---- looking --------------------------------------------------------------------------------------------------

    @property
    def acting(self) -> str:
        """Who must act."""
        return " ".join(self.game.name(entity) for entity in self.game.acting())

    def kinds(self) -> set[str]:
        """The types of legal actions."""
        return {action["type"] for action in self.game.legal_actions()}

    def listed(self, kind: str) -> list[Action]:
        """The legal actions of a type."""
        return [action for action in self.game.legal_actions() if action["type"] == kind]

    def cash(self, name: str) -> int:
        """Somebody's money."""
        return self.game.state.cash[self.id(name)]

    def price(self, name: str) -> int:
        """A share's price."""
        return self.game.price(self.id(name))

    def owned(self, name: str) -> list[str]:
        """Kinds of the trains of a company."""
        return [self.game.rules.trains[card >> 10].name for card in self.game.state.trains[self.id(name)]]

    def discarded(self) -> list[str]:
        """Kinds of the trains in the open market."""
        return [self.game.rules.trains[card >> 10].name for card in self.game.state.discarded]

    def held(self, company: str, holder: str) -> int:
        """Percent of a company that somebody holds."""
        entity = self.game.rules.pool if holder == "pool" else self.id(holder)
        return self.game.state.held[self.id(company)][entity]
