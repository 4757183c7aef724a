"""A second certificate of the president's size that goes last: purchases, bundles, the exchange and its choice."""

import json
from typing import Any

import pytest
from trading import acting, bundle, cash, cell, company, deal, listed, names, new, play, player

from titleworks.runtime import bundles, shares
from titleworks.runtime.game import Game
from titleworks.runtime.invariants import violations
from titleworks.runtime.steps import treasury_shares

CERTIFICATES = [{"percent": 20, "president": True}, *[{"percent": 10}] * 6, {"percent": 20, "last": True}]
OF_COMPANY = ["get", "company.certificates", ["arg", "company"]]
IS_LAST_OF_NEW = [
    "and",
    ["get", "certificate.last", ["it", 0]],
    ["=", ["get", "certificate.holder", ["it", 0]], ["arg", "new"]],
]
#: The old president chooses if the new one has the last certificate, and 40%.
CHOICE = {
    "exchange choice": [
        (
            [
                "and",
                ["any", ["where", OF_COMPANY, IS_LAST_OF_NEW]],
                [">=", ["get", "company.holding", ["arg", "company"], ["arg", "new"]], 40],
            ],
            ["arg", "old"],
        ),
    ]
}
ANSWERS: dict[str, Any] = {
    "capitalization": "incremental",
    "order": "sell-buy",
    "sale allowed": True,
    "share price": ["get", "company.price", ["arg", "company"]],
    "presidential sale": "freely",
}


def started(**hands: str) -> Game:
    """AA at 70, with certificates by number."""
    game = new(answers=ANSWERS | CHOICE, certificates=CERTIFICATES)
    deal(game, "AA", "1,2", **hands)
    return game


def president(game: Game) -> str:
    """Name of the president of AA."""
    return game.name(game.state.president[0])


def sizes(game: Game, who: str) -> list[tuple[str, int]]:
    """The sales of AA offered to a player: certificates and percent."""
    return [(" ".join(s.rpartition("_")[2] for s in a["shares"]), a["percent"]) for a in listed(game, "sell_shares")]


# ---- the last certificate -----------------------------------------------------------------------------------------


def test_it_is_bought_when_it_lies_alone() -> None:
    game = started(P1="0 1", P2="2 3", P3="4 5")
    play(game, "!P1 buy AA_7", "P1 buy AA_6", "P2 buy AA_7")
    assert (cash(game, "P2"), cash(game, "AA")) == (600 - 140, 70 + 140)
    game = started(P1="0 1", P2="2 3", pool="4 7")
    play(game, "!P1 buy AA_7", "P1 buy AA_4", "P2 buy AA_7")
    assert cash(game, "AA") == 0


def test_a_player_sells_it_at_any_time() -> None:
    game = started(P1="0", P2="1 7 2", P3="3")
    play(game, "P1 pass")
    assert sizes(game, "P2") == [("1", 10), ("1 2", 20), ("7", 20), ("1 7", 30), ("1 7 2", 40)]


# ---- sales of the president's certificate ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ("0 1 2", "3 4", [("1", 10), ("1 2", 20), ("1 0", 30), ("1 2 0", 40)]),  # not the 20% alone: 20% would stay
        ("0", "3 4", [("0", 10), ("0", 20)]),
        ("0", "3", []),
        ("0", "7", [("0", 20)]),  # nobody could give change
        ("0 7", "3 4", [("7", 20), ("7 0", 40)]),
        ("0 1", "7 2 3", [("1", 10), ("0", 20), ("1 0", 30)]),
    ],
)
def test_what_goes_with_the_presidents_certificate(mine: str, theirs: str, expected: list[tuple[str, int]]) -> None:
    game = started(P1=mine, P2=theirs)
    assert sizes(game, "P1") == expected


def test_usual_sales_of_the_presidents_certificate_take_all_others_along() -> None:
    game = new(answers=ANSWERS | {"presidential sale": "last"}, certificates=CERTIFICATES)
    deal(game, "AA", "1,2", P1="0 1 2", P2="3 4")
    assert sizes(game, "P1") == [("1", 10), ("1 2", 20), ("1 2 0", 30), ("1 2 0", 40)]


# ---- the exchange ---------------------------------------------------------------------------------------------------


def sell(game: Game, who: str, numbers: str, percent: int | None = None) -> None:
    """A player's sale of AA by certificates."""
    action = {
        "type": "sell_shares",
        "entity_type": "player",
        "entity": who,
        "shares": [f"AA_{number}" for number in numbers.split()],
    }
    game.apply(action if percent is None else action | {"percent": percent})
    assert violations(game) == []


def choose(game: Game, text: str) -> None:
    """The choice of whoever must act."""
    game.apply({"type": "choose", **game.entity_fields(game.acting()[0]), "choice": text})
    assert violations(game) == []


def test_the_last_certificate_goes_to_the_pool_when_the_old_president_has_sold_all() -> None:
    game = started(P1="0 6 1", P2="7")
    sell(game, "P1", "0 6 1")
    assert president(game) == "P2"
    assert names(game, "P2", "AA") == ["AA_0"]
    assert names(game, "pool", "AA") == ["AA_6", "AA_1", "AA_7"]
    assert game.state.exchanges == []


def test_oldest_ordinary_certificates_without_the_last() -> None:
    game = started(P1="0 6 1", P2="5 3 2")
    sell(game, "P1", "6 0")
    assert (names(game, "pool", "AA"), names(game, "P2", "AA")) == (["AA_6", "AA_5", "AA_3"], ["AA_2", "AA_0"])


def test_a_part_is_paid_back_with_the_first_ordinary_certificate_of_the_pool() -> None:
    game = started(P1="0", P2="5 7 6", pool="4")
    sell(game, "P1", "0", 10)
    assert acting(game) == "P1"  # must choose
    assert (names(game, "P1", "AA"), names(game, "pool", "AA")) == (["AA_4"], ["AA_7"])
    assert cash(game, "P1") == 670
    choose(game, "Two 10% certs")
    assert (names(game, "pool", "AA"), names(game, "P2", "AA")) == (["AA_5", "AA_6"], ["AA_0", "AA_7"])


@pytest.mark.parametrize(
    ("choice", "old", "new_"),
    [
        ("Two 10% certs", ["AA_3", "AA_4"], ["AA_0", "AA_7"]),
        ("One 20% cert", ["AA_7"], ["AA_3", "AA_4", "AA_0"]),
    ],
)
def test_the_old_president_chooses_what_is_given(choice: str, old: list[str], new_: list[str]) -> None:
    game = started(P1="0 1", P2="3 7 4", P3="5")
    sell(game, "P1", "1")
    assert acting(game) == "P1"
    assert cell(game, "AA") == (2, 2)  # the price has moved
    assert [action["choice"] for action in listed(game, "choose")] == ["Two 10% certs", "One 20% cert"]
    play(game, "!P1 pass", "!P1 buy BB", "!P2 pass")
    loaded = Game.load(game.rules.table, json.loads(json.dumps(game.save())))
    assert loaded.state == game.state
    assert game.copy().state.exchanges == game.state.exchanges
    choose(loaded, choice)
    assert (names(loaded, "P1", "AA"), names(loaded, "P2", "AA")) == (old, new_)
    assert president(loaded) == "P2"
    assert acting(loaded) == "P1"
    assert names(game, "P1", "AA") == ["AA_7"]  # given until the choice is made


def test_no_choice_with_too_little() -> None:
    game = started(P1="0", P2="7 3")
    assert shares.given_for_presidency(game, company(game, "AA"), player(game, "P2")) == [7]
    shares.give(game, 4, player(game, "P2"))
    play(game, "P1 pass")
    assert game.ask.exchange_choice(game, 0, player(game, "P1"), player(game, "P2")) == player(game, "P1")
    game = started(P1="0 1", P2="7 3", P3="4 5")
    sell(game, "P1", "1")  # 30% are no 40%
    assert (game.state.exchanges, names(game, "P1", "AA"), president(game)) == ([], ["AA_7"], "P2")


def test_a_purchase_may_ask_for_the_choice_as_well() -> None:
    game = started(P1="0 1 2", P2="3 7", pool="4 5")
    play(game, "P1 pass", "P2 buy AA_4")
    assert president(game) == "P1"  # 40% each
    play(game, "P3 pass", "P1 pass", "P2 buy AA_5")
    assert (president(game), acting(game)) == ("P2", "P1")
    choose(game, "Two 10% certs")
    assert names(game, "P1", "AA") == ["AA_1", "AA_2", "AA_3", "AA_4"]
    assert acting(game) == "P3"


def test_the_price_of_an_issue_may_be_the_one_after_its_move() -> None:
    answers = {
        "issue allowed": True,
        "issue move": ["moves", [["down", ["arg", "shares"]]]],
        "issue price": ["arg", "later price"],
    }
    game = new(answers=ANSWERS | answers, certificates=CERTIFICATES)
    deal(game, "AA", "0,2", P1="0 1", P2="2 3")
    found = list(treasury_shares.issues(game, 0))
    assert [(b.certificates, treasury_shares.issue_price(game, b) * b.percent // 10) for b in found] == [
        ((4,), 70),
        ((4, 5), 120),
        ((4, 5, 6), 150),
        ((4, 5, 6, 7), 200),  # the lowest cell
    ]
    assert game.ask.redeem_limit(game, 0) is None
    assert list(treasury_shares.redemptions(game, 0)) == []


def test_the_largest_bundle_is_made_of_the_oldest() -> None:
    game = started(P1="0", P2="7 1 2")
    [found] = bundles.largest_to_help(game, player(game, "P2"), []).values()
    assert found.percent == 40
    game = new(answers=ANSWERS | {"pool limit": 20}, certificates=CERTIFICATES)
    deal(game, "AA", "1,2", P1="0", P2="7 1 2", P3="3 4")
    assert bundles.largest_to_help(game, player(game, "P2"), [])[0].certificates == (7,)
    assert bundle(game, "P2", 10, "AA").certificates == (1,)
