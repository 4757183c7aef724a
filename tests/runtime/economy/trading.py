"""A small title without a railway for tests of the economy: a market, three companies, three privates, stock rounds."""

from typing import Any

import pytest

from titleworks.runtime import bundles, market, shares
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game
from titleworks.runtime.invariants import violations
from titleworks.runtime.table.models import Table

Action = dict[str, Any]

#: y: not counted; o: not counted, no holding limit; b: as o, several purchases a turn; p: par.
GRID = """
    60y  70   80p  90   100  120
    50y  60   70p  80   90
    40o  50y  60p  70
    30b  40o  50
    _    30b  40o
"""
LETTERS = {"y": "yellow zone", "o": "orange zone", "b": "brown zone", "p": "par"}
ZONES = list(LETTERS.values())
STANDARD = [{"percent": 20, "president": True}, *[{"percent": 10}] * 8]
COMPANIES = ("AA", "BB", "CC")
PRIVATES = {"X": 20, "Y": 40, "Z": 70}


def in_zone(*letters: str) -> Any:
    """The condition that the company's price is in one of the zones."""
    zones = ["get", "company.zones", ["arg", "company"]]
    return ["or", *[["in", ["thing", "zone", ZONES.index(LETTERS[letter])], zones] for letter in letters]]


def moves(*steps: tuple[str, int]) -> Any:
    """An answer of moves."""
    return ["moves", [list(step) for step in steps]]


FROM_POOL = ["=", ["arg", "source"], ["get", "game.pool"]]
NOTHING_FROM_IPO = ["not", ["in", ["get", "game.IPO"], ["arg", "sources"]]]

#: question -> answer, or a list of cases (condition, answer)
ANSWERS: dict[str, Any] = {
    "bank": 6000,
    "cash": 600,
    "certificate limit": 12,
    "train limit": 4,
    "tiles": "yellow",
    "income": [(["=", ["arg", "private"], ["thing", "private", n]], income) for n, income in enumerate((5, 10, 15))],
    "certificates counted": [(in_zone("y", "o", "b"), 0)],
    "holding limit": [(in_zone("o", "b"), 100)],
    "another purchase allowed": [(in_zone("b"), ["and", FROM_POOL, NOTHING_FROM_IPO])],
}


def _cells(grid: str) -> list[Action]:
    cells = []
    for row, line in enumerate(grid.strip().splitlines()):
        for column, text in enumerate(line.split()):
            if text != "_":
                zones = [LETTERS[letter] for letter in text.lstrip("0123456789")]
                cells.append({"row": row, "column": column, "price": int(text.rstrip("yobp")), "zones": zones})
    return cells


def _layer(answer: Any) -> Action:
    cases = answer if isinstance(answer, list) and answer and isinstance(answer[0], tuple) else [(None, answer)]
    return {"cases": [list(case) for case in cases]}


def make_table(
    answers: dict[str, Any] | None = None,
    certificates: list[Action] | None = None,
    auction: bool = False,
    rules: list[Action] | None = None,
    grid: str = GRID,
) -> Table:
    """The table with other answers than the usual ones; with an auction of the privates first if wanted."""
    opening = [{"name": "auction", "kind": "waterfall auction"}] if auction else []
    return Table.model_validate(
        {
            "format": 1,
            "language": 1,
            "title": "trading",
            "name": "Trading",
            "digest": "",
            "sources": [],
            "players": [2, 3, 4, 5, 6],
            "components": {
                "trains": [{"name": "2", "count": 1, "price": 100, "distance": {"rows": [{"pays": 2, "visits": 2}]}}],
                "phases": [{"name": "2"}],
                "companies": [
                    {"name": name, "certificates": certificates or STANDARD, "tokens": []} for name in COMPANIES
                ],
                "privates": [{"name": name, "price": price} for name, price in PRIVATES.items()],
                "tiles": [{"name": "blank", "colour": "white"}],
                "hexes": [{"name": "A1", "x": 0, "y": 0, "printed": 0}],
                "layout": "flat",
                "cells": _cells(grid),
                "zones": [{"name": name, "letter": letter} for letter, name in LETTERS.items()],
            },
            "flow": {"opening": opening, "every_set": [{"name": "stock", "kind": "stock round"}], "steps": {}},
            "questions": {name: [_layer(answer)] for name, answer in (ANSWERS | (answers or {})).items()},
            "rules": rules or [],
        }
    )


def new(players: int = 3, answers: dict[str, Any] | None = None, **more: Any) -> Game:
    """A new game of P1, P2 ..."""
    return Game.new(make_table(answers, **more), [f"P{number}" for number in range(1, players + 1)])


def play(game: Game, *lines: str) -> None:
    """Moves: `P1 pass`, `P1 bid X 25`, `P1 par AA 80`, `P1 buy AA [from pool]`, `P1 buy AA_3`, `P1 sell 30 AA`,
    `P1 resale X 30`; one that begins with `!` must be refused and change nothing."""
    for line in lines:
        refused = line.startswith("!")
        action = move(game, *line.lstrip("! ").split())
        if refused:
            before = game.state_hash()
            with pytest.raises(Refused):
                game.apply(action)
            assert game.state_hash() == before
        else:
            try:
                game.apply(action)
            except Refused as error:
                raise AssertionError(f"{line}: {error}") from error
            assert violations(game) == []


def move(game: Game, who: str, verb: str, *rest: str) -> Action:
    """The action of one of the lines of `play`."""
    me: Action = {"entity_type": "player", "entity": who}
    if verb == "pass":
        return {"type": "pass", **me}
    if verb in ("bid", "resale"):
        return {"type": "bid" if verb == "bid" else "buy_company", **me, "company": rest[0], "price": int(rest[1])}
    if verb == "par":
        return {"type": "par", **me, "corporation": rest[0], "share_price": price(game, int(rest[1]))}
    if verb == "sell":
        player = game.rules.entity("player", who)
        return bundles.action_of(game, player, bundle(game, who, int(rest[0]), rest[1]))
    if "_" in rest[0]:
        return {"type": "buy_shares", **me, "shares": [rest[0]]}
    source = {"pool": game.rules.pool, "treasury": company(game, rest[0])}.get(rest[-1], game.rules.ipo)
    presidents, others = _split(game, rest[0], source)
    return {"type": "buy_shares", **me, "shares": [(others or presidents or [f"{rest[0]}_0"])[0]]}


def _split(game: Game, name: str, holder: int) -> tuple[list[str], list[str]]:
    found = shares.held_certificates(game, company(game, name), holder)
    names = [shares.share_text(game, certificate) for certificate in found]
    is_president = [game.rules.cert_president[certificate] for certificate in found]
    return [n for n, p in zip(names, is_president, strict=True) if p], [
        n for n, p in zip(names, is_president, strict=True) if not p
    ]


def bundle(game: Game, who: str, percent: int, name: str) -> bundles.Bundle:
    """A player's bundle of the size; if he has none, all he has under that figure."""
    player = game.rules.entity("player", who)
    for found in bundles.of_holder(game, player, company(game, name)):
        if found.percent == percent:
            return found
    owned = shares.held_certificates(game, company(game, name), player)
    return bundles.Bundle(company(game, name), tuple(owned) or (game.rules.certs[company(game, name)][0],), percent)


def price(game: Game, amount: int, zone: str = "par") -> str:
    """A price of the zone as actions write it."""
    row = next(cell for cell in game.rules.cells if cell.price == amount and (not zone or zone in cell.zones))
    return f"{row.price},{row.row},{row.column}"


def company(game: Game, name: str) -> int:
    """The company's id."""
    return game.rules.entity("corporation", name)


def player(game: Game, name: str) -> int:
    """The player's id."""
    return game.rules.entity("player", name)


def names(game: Game, holder: str, name: str) -> list[str]:
    """The certificates of a company that a player, or `pool` or `IPO`, holds, in order."""
    rules = game.rules
    entity = {"pool": rules.pool, "IPO": rules.ipo, "treasury": company(game, name)}.get(holder)
    entity = player(game, holder) if entity is None else entity
    return [shares.share_text(game, c) for c in shares.held_certificates(game, company(game, name), entity)]


def cash(game: Game, who: str) -> int:
    """Money of a player, a company or the bank."""
    if who == "bank":
        return game.state.cash[game.rules.bank]
    return game.state.cash[company(game, who) if who in COMPANIES else player(game, who)]


def acting(game: Game) -> str:
    """Who must act."""
    return " ".join(game.name(entity) for entity in game.acting())


def place(game: Game, name: str, row: int, column: int) -> None:
    """Put a started company's marker somewhere on the market."""
    market.set_price(game, company(game, name), game.rules.cell_index[(row, column)])


def cell(game: Game, name: str) -> tuple[int, int]:
    """Row and column of the company's cell."""
    where = game.state.cell[company(game, name)]
    assert where is not None
    return game.rules.cells[where].row, game.rules.cells[where].column


def deal(game: Game, name: str, where: str, **holders: str) -> None:
    """Start a company by hand: marker at `row,column`, and its certificates by number, `P1="0 1 2"`; the rest stays."""
    row, column = (int(part) for part in where.split(","))
    number = company(game, name)
    game.state.par[number] = game.rules.cell_index[(row, column)]
    place(game, name, row, column)
    for holder, wanted in holders.items():
        entity = {"pool": game.rules.pool, "treasury": number}.get(holder)
        for text in wanted.split():
            certificate = game.rules.certs[number][int(text)]
            shares.give(game, certificate, player(game, holder) if entity is None else entity)
            if game.rules.cert_president[certificate] and entity is None:
                game.state.president[number] = player(game, holder)


def listed(game: Game, kind: str) -> list[Action]:
    """The legal actions of a type."""
    return [action for action in game.legal_actions() if action["type"] == kind]
