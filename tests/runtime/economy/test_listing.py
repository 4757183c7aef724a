"""Every action of a large universe is legal exactly if it is listed, at random points of random games."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from trading import COMPANIES, PRIVATES, in_zone, new

from titleworks.runtime import bundles, shares
from titleworks.runtime.game import Game
from titleworks.runtime.invariants import violations

Action = dict[str, Any]
PERMITTED = {"sale allowed": ["<=", 2, ["get", "game.set number"]]}
RESALE = [
    (["<=", 2, ["get", "game.set number"]], ["range", 1, ["get", "player.cash", ["arg", "player"]]]),
    (None, None),
]
UNEQUAL = [{"percent": 20, "president": True}, *[{"percent": 10}] * 6, {"percent": 20, "last": True}]
TITLES: dict[str, dict[str, Any]] = {
    "sell-buy-sell": {"answers": PERMITTED | {"player price": RESALE, "certificate limit": 6}},
    "either, one block": {
        "answers": PERMITTED | {"order": "either", "sales a turn": 1, "float": ["float", 50, "sold"]}
    },
    "sell-buy, incremental": {"answers": PERMITTED | {"order": "sell-buy", "capitalization": "incremental"}},
    "several purchases": {"answers": PERMITTED | {"another purchase allowed": [(in_zone("y", "o", "b"), True)]}},
    "unequal certificates": {"answers": PERMITTED | {"holding limit": 80}, "certificates": UNEQUAL},
}


def universe(game: Game, random: Random) -> Iterator[Action]:
    """Actions of the player in turn, sensible and not."""
    rules = game.rules
    entity = game.acting()[0]
    me = game.entity_fields(entity)
    yield {"type": "pass", **me}
    for certificate in range(len(rules.cert_company)):
        yield {
            "type": "buy_shares",
            **me,
            "shares": [shares.share_text(game, certificate)],
            "percent": rules.cert_percent[certificate],
        }
    for name in COMPANIES:
        for cell in rules.cells:
            yield {"type": "par", **me, "corporation": name, "share_price": f"{cell.price},{cell.row},{cell.column}"}
    for company in rules.companies:
        owned = shares.held_certificates(game, company, entity)
        for count in range(1, len(owned) + 1):
            chosen = list(combinations(owned, count))
            for some in random.sample(chosen, min(4, len(chosen))):
                whole = sum(rules.cert_percent[certificate] for certificate in some)
                for percent in (whole, whole - 10, whole + 10):
                    yield {
                        "type": "sell_shares",
                        **me,
                        "shares": [shares.share_text(game, c) for c in some],
                        "percent": percent,
                    }
    cash = game.state.cash[entity]
    for kind in ("bid", "buy_company"):
        for name, price in PRIVATES.items():
            for amount in (0, 1, price - 5, price, price + 5, price + 20, cash, cash + 1):
                yield {"type": kind, **me, "company": name, "price": amount}


def meaning(game: Game, action: Action) -> tuple[Any, ...]:
    """What is the same for actions that differ only in equal certificates."""
    kind = action["type"]
    if kind == "buy_shares":
        [certificate] = shares.parse_shares(game, action["shares"])
        rules = game.rules
        return (
            kind,
            rules.cert_company[certificate],
            game.state.holder[certificate],
            action["percent"],
            rules.cert_president[certificate],
        )
    if kind == "sell_shares":
        sold = bundles.parse(game, action)
        # bundles of one size may differ in their certificates; a part only goes with the president's
        return kind, sold.company, action["percent"]
    return kind, action.get("corporation"), action.get("share_price"), action.get("company")


def check(game: Game, random: Random) -> None:
    """All of the universe is accepted exactly if listed; all that is listed is accepted."""
    prices: dict[tuple[Any, ...], list[Any]] = {}
    for action in game.iter_legal_actions():
        price = action.get("price")
        prices.setdefault(meaning(game, action), []).append(price)
        one = action if not isinstance(price, range) else action | {"price": random.choice((price[0], price[-1]))}
        assert game.is_legal(one), one
    for action in universe(game, random):
        offered = prices.get(meaning(game, action))
        price = action.get("price")
        expected = offered is not None and any(
            p is None or p == price or (isinstance(p, range) and price in p) for p in offered
        )
        if action["type"] == "sell_shares":
            # a size that can be sold may be asked with certificates that do not make it
            assert not game.is_legal(action) or expected, action
        else:
            assert game.is_legal(action) is expected, action


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(3))
def test_listed_is_legal_and_nothing_else(title: str, seed: int) -> None:
    random = Random(seed)
    game = new(2 + seed, auction=True, **TITLES[title])
    seen: set[str] = set()
    for number in range(260):
        if game.finished:  # nobody could do anything any more, set after set
            game = new(3 + seed, auction=True, **TITLES[title])
        actions = game.legal_actions()
        if number % 9 == 0:
            check(game, random)
        lively = [action for action in actions if action["type"] != "pass"]
        action = random.choice(lively if lively and random.random() < 0.75 else actions)
        price = action.get("price")
        if isinstance(price, range):
            action = action | {"price": price[min(len(price) - 1, random.randrange(12))]}
        seen.add(action["type"])
        game.apply(action)
        assert violations(game) == []
    assert seen >= {"bid", "pass", "par", "buy_shares", "sell_shares"}


@pytest.mark.parametrize("title", TITLES)
def test_a_sale_keeps_what_a_player_is_worth_before_the_price_moves(title: str) -> None:
    """Selling changes shares into money at their price: with prices that stay nobody's worth changes."""
    random = Random(5)
    options = TITLES[title]
    still = {"sale move": ["moves", []], "sold-out move": ["moves", []]}
    game = new(3, **(options | {"answers": options["answers"] | still}))
    for _ in range(300):
        if game.finished:
            break
        action = random.choice(game.legal_actions())
        if isinstance(action.get("price"), range):
            continue
        if action["type"] == "sell_shares":
            before = [game.worth(p) for p in game.rules.players]
            trial = game.copy()
            trial.apply(action)
            assert [trial.worth(p) for p in game.rules.players] == before
        game.apply(action)
