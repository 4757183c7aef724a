"""Certificates: presidency and its exact swap, floating, limits, bundles, sales to help (core 8, 9, 16)."""

from typing import Any

import pytest
from trading import bundle, cash, cell, company, deal, in_zone, names, new, place, play, player

from titleworks.runtime import bundles, shares
from titleworks.runtime.errors import Refused, TableError
from titleworks.runtime.game import Game
from titleworks.runtime.invariants import violations


def president(game: Game, name: str) -> str:
    """Name of a company's president."""
    who = game.state.president[company(game, name)]
    return "" if who is None else game.name(who)


def sell(game: Game, who: str, percent: int, name: str) -> None:
    """A sale that must be legal by its form."""
    sold = bundle(game, who, percent, name)
    assert bundles.problem(game, player(game, who), sold) is None
    bundles.sell(game, player(game, who), sold)
    assert violations(game) == []


def problem(game: Game, who: str, percent: int, name: str) -> str | None:
    """Why a player may not sell so much of a company."""
    return bundles.problem(game, player(game, who), bundle(game, who, percent, name))


# ---- order of arrival ---------------------------------------------------------------------------------------------


def test_certificates_lie_in_order_of_arrival() -> None:
    game = new()
    deal(game, "AA", "2,2", P1="0 5 3", pool="4 2")
    assert names(game, "P1", "AA") == ["AA_0", "AA_5", "AA_3"]
    assert names(game, "pool", "AA") == ["AA_4", "AA_2"]
    assert names(game, "IPO", "AA") == ["AA_1", "AA_6", "AA_7", "AA_8"]
    sell(game, "P1", 10, "AA")
    assert names(game, "pool", "AA") == ["AA_4", "AA_2", "AA_5"]


# ---- presidency (core 9.5, 9.6) -----------------------------------------------------------------------------------


def test_part_of_the_presidents_certificate() -> None:
    """The example of core 9.6: two shares are sold, one comes back, and it is the pool's oldest."""
    game = new()
    deal(game, "AA", "1,2", P1="1 0", P2="2 3 4")
    before = cash(game, "P1")
    sell(game, "P1", 20, "AA")
    assert president(game, "AA") == "P2"
    assert names(game, "P1", "AA") == ["AA_1"]
    assert names(game, "P2", "AA") == ["AA_4", "AA_0"]
    assert names(game, "pool", "AA") == ["AA_2", "AA_3"]
    assert cash(game, "P1") - before == 140  # two shares at the old price
    assert cell(game, "AA") == (3, 2)  # from 70 down twice: 60, 50


def test_the_oldest_of_the_pool_comes_back_even_if_another_sold_it() -> None:
    """As in a recorded game (core 22, 1830-1 #257)."""
    game = new()
    deal(game, "AA", "1,2", pool="2", P2="3 5 0", P3="4 6 8 1")
    sell(game, "P2", 30, "AA")
    assert president(game, "AA") == "P3"
    assert names(game, "P2", "AA") == ["AA_2"]
    assert names(game, "pool", "AA") == ["AA_3", "AA_5", "AA_4", "AA_6"]
    assert names(game, "P3", "AA") == ["AA_8", "AA_1", "AA_0"]


def test_old_president_keeps_enough_and_gets_the_ordinary_ones() -> None:
    game = new()
    deal(game, "AA", "1,2", P1="1 2 0", P2="3 4 5")
    sell(game, "P1", 20, "AA")
    assert president(game, "AA") == "P2"
    assert names(game, "P1", "AA") == ["AA_3", "AA_4"]
    assert names(game, "P2", "AA") == ["AA_5", "AA_0"]
    assert names(game, "pool", "AA") == ["AA_1", "AA_2"]


def test_the_whole_presidents_certificate_goes() -> None:
    game = new()
    deal(game, "AA", "1,2", P1="1 0", P2="2 3")
    sell(game, "P1", 30, "AA")
    assert president(game, "AA") == "P2"
    assert names(game, "P1", "AA") == []
    assert names(game, "pool", "AA") == ["AA_1", "AA_2", "AA_3"]
    assert names(game, "P2", "AA") == ["AA_0"]


def test_a_tie_keeps_the_president() -> None:
    game = new()
    deal(game, "AA", "1,2", P1="1 2 0", P2="3 4 5")
    sell(game, "P1", 10, "AA")
    assert president(game, "AA") == "P1"
    assert names(game, "pool", "AA") == ["AA_1"]


def test_nearest_clockwise_of_equals() -> None:
    for old, expected in (("P1", "P2"), ("P2", "P4"), ("P3", "P4"), ("P4", "P1")):
        game = new(4)
        hands = {"P1": "3 4", "P2": "5 6", "P4": "7 8"}
        hands.pop(old, None)
        deal(game, "AA", "1,2", **hands, **{old: "0"})
        shares.give(game, game.rules.certs[0][1], player(game, old))
        sell(game, old, 20, "AA")
        assert president(game, "AA") == expected, old


def test_nearest_in_the_player_order_where_it_is_no_rotation() -> None:
    game = new(4)
    deal(game, "AA", "1,2", P1="1 0", P2="5 6", P4="7 8")
    order = [player(game, name) for name in ("P4", "P3", "P1", "P2")]
    game.state.order = order
    sell(game, "P1", 30, "AA")
    assert president(game, "AA") == "P2"
    game = new(4)
    deal(game, "AA", "1,2", P1="1 0", P2="5 6", P4="7 8")
    game.state.order = [player(game, name) for name in ("P2", "P1", "P3", "P4")]
    sell(game, "P1", 30, "AA")
    assert president(game, "AA") == "P4"


def test_buyer_becomes_president() -> None:
    game = new()
    deal(game, "AA", "0,2", P1="0 1", P2="2 3 4")
    play(game, "P1 pass", "P2 buy AA")
    assert president(game, "AA") == "P2"
    assert names(game, "P1", "AA") == ["AA_1", "AA_2", "AA_3"]
    assert names(game, "P2", "AA") == ["AA_4", "AA_5", "AA_0"]


def test_nobody_with_a_presidents_share_no_change() -> None:
    game = new()
    deal(game, "AA", "1,2", P1="0", P2="1", P3="2")
    assert problem(game, "P1", 10, "AA") is not None  # nobody could follow
    deal(game, "BB", "1,2", P1="0", P2="1")
    assert shares.president_by_holdings(game, 1, [0] * game.rules.entities) == player(game, "P1")


# ---- certificates of unequal size ---------------------------------------------------------------------------------

UNEQUAL = [{"percent": 20, "president": True}, *[{"percent": 10}] * 6, {"percent": 20, "last": True}]


def test_bundles_of_every_size_there_is() -> None:
    game = new(certificates=UNEQUAL)
    deal(game, "AA", "1,2", P2="0", P1="7 1")
    found = list(bundles.of_holder(game, player(game, "P1"), 0))
    assert [(b.percent, [game.rules.cert_number[c] for c in b.certificates]) for b in found] == [
        (10, [1]),
        (20, [7]),
        (30, [7, 1]),
    ]


def test_a_certificate_of_the_presidents_size_is_given_for_it() -> None:
    game = new(certificates=UNEQUAL)
    deal(game, "AA", "1,2", P1="1 2 0", P2="3 7")
    sell(game, "P1", 20, "AA")
    assert president(game, "AA") == "P2"
    assert names(game, "P1", "AA") == ["AA_7"]
    assert names(game, "P2", "AA") == ["AA_3", "AA_0"]


def test_no_change_no_sale() -> None:
    game = new(certificates=UNEQUAL)
    deal(game, "AA", "1,2", P1="0", P2="7")
    assert "give back" in str(problem(game, "P1", 10, "AA"))
    assert problem(game, "P1", 20, "AA") is None
    deal(game, "BB", "1,2", P1="0", P2="7", pool="1")
    sell(game, "P1", 10, "BB")
    assert names(game, "P1", "BB") == ["BB_1"]
    assert names(game, "pool", "BB") == ["BB_7"]


def test_the_last_certificate_waits() -> None:
    game = new(certificates=UNEQUAL)
    deal(game, "AA", "0,2", P1="0 1 2", P2="3 4 5")
    play(game, "!P1 buy AA_7", "P1 pass", "P2 pass", "P3 buy AA_6")
    assert game.acting() == [player(game, "P1")]
    play(game, "P1 buy AA_7")
    assert cash(game, "P1") == 600 - 160


# ---- floating (core 9.3, 9.4) -------------------------------------------------------------------------------------


def test_full_capitalization() -> None:
    game = new()
    deal(game, "AA", "0,2", P1="0 1 2", pool="3 4")
    play(game, "P1 buy AA")
    assert game.state.floated[0]
    assert cash(game, "AA") == 800
    assert cash(game, "bank") == 6000 - 3 * 600 + 80 - 800
    play(game, "P2 buy AA")
    assert cash(game, "AA") == 800  # once


def test_incremental_capitalization() -> None:
    game = new(answers={"capitalization": "incremental", "float": ["float", 50, "held"]})
    play(game, "P1 par AA 80")
    assert cash(game, "AA") == 160
    play(game, "P2 buy AA", "P3 buy AA")
    assert cash(game, "AA") == 320
    shares.give(game, game.rules.certs[0][8], game.rules.pool)
    assert not game.state.floated[0]
    play(game, "P1 buy AA from pool")
    assert game.state.floated[0]
    assert cash(game, "AA") == 320  # the pool's pay the bank, and floating brings nothing


def test_float_by_what_players_hold() -> None:
    game = new(answers={"float": ["float", 40, "held"]})
    deal(game, "AA", "0,2", P1="0 1", pool="2 3 4")
    play(game, "P1 pass")
    assert not game.state.floated[0]
    play(game, "P2 buy AA from pool")
    assert game.state.floated[0]


def test_no_float_before_the_start() -> None:
    game = new(answers={"float": ["float", 10, "sold"]})
    shares.receive(game, game.rules.certs[0][1], player(game, "P2"))
    assert not game.state.floated[0]
    play(game, "P1 par AA 60")
    assert game.state.floated[0]
    assert president(game, "AA") == "P1"


def test_company_buys_from_its_treasury() -> None:
    game = new(answers={"capitalization": "incremental"})
    deal(game, "AA", "0,3", P1="0", treasury="7 8")
    game.state.par[0] = game.rules.cell_index[(0, 2)]
    play(game, "P1 buy AA from treasury")
    assert names(game, "P1", "AA") == ["AA_0", "AA_7"]
    assert (cash(game, "P1"), cash(game, "AA")) == (510, 90)  # at the market's price


# ---- limits (core 9.2, 9.7) ---------------------------------------------------------------------------------------


def test_certificates_are_counted_by_the_present_cell() -> None:
    game = new()
    deal(game, "AA", "1,2", P1="0 1 2")
    deal(game, "BB", "2,2", P1="3 4")
    game.state.owner[game.rules.first_private] = player(game, "P1")
    assert game.certificate_count(player(game, "P1")) == 6  # a president's is one; privates count
    place(game, "BB", 1, 0)
    assert game.certificate_count(player(game, "P1")) == 4
    game.state.cell[1] = None
    assert game.certificate_count(player(game, "P1")) == 6  # not started: counted


def test_privates_may_not_count() -> None:
    game = new(answers={"privates counted": 0})
    game.state.owner[game.rules.first_private] = player(game, "P1")
    assert game.certificate_count(player(game, "P1")) == 0


# ---- bundles (core 8.4) -------------------------------------------------------------------------------------------


def test_bundles_by_form() -> None:
    game = new()
    deal(game, "AA", "1,2", P1="4 0 2")
    found = list(bundles.of_holder(game, player(game, "P1"), 0))
    assert [(b.percent, [game.rules.cert_number[c] for c in b.certificates]) for b in found] == [
        (10, [4]),
        (20, [4, 2]),
        (30, [4, 2, 0]),
        (40, [4, 2, 0]),
    ]


@pytest.mark.parametrize(
    ("certificates", "percent", "legal"),
    [
        ("1", 10, True),
        ("2", 10, True),
        ("2 1", 20, True),
        ("1 2", 10, False),
        ("1 2", 30, False),
        ("0", 20, False),  # the president's goes last
        ("0", 10, False),
        ("1 2 0", 40, True),
        ("0 1 2", 30, True),
        ("1 2 0", 35, False),
        ("1 2 0", 20, False),
        ("3", 10, False),  # somebody else's
    ],
)
def test_forms_of_bundles(certificates: str, percent: int, legal: bool) -> None:
    game = new()
    deal(game, "AA", "1,2", P1="0 1 2", P2="3 4")
    sold = tuple(game.rules.certs[0][int(number)] for number in certificates.split())
    found = bundles.problem(game, player(game, "P1"), bundles.Bundle(0, sold, percent))
    assert (found is None) is legal, found


def test_the_pool_is_limited() -> None:
    game = new()
    deal(game, "AA", "1,2", P1="0 1 2", pool="3 4 5 6")
    assert problem(game, "P1", 10, "AA") is None
    assert problem(game, "P1", 20, "AA") is not None
    game = new(answers={"pool limit": 100})
    deal(game, "AA", "1,2", P1="0 1 2", pool="3 4 5 6")
    assert problem(game, "P1", 20, "AA") is None


def test_somebody_must_be_able_to_follow() -> None:
    game = new()
    deal(game, "AA", "1,2", P1="0 1", P2="2", pool="4 5")
    assert problem(game, "P1", 10, "AA") is None
    assert problem(game, "P1", 20, "AA") is not None
    shares.give(game, game.rules.certs[0][3], player(game, "P2"))
    assert problem(game, "P1", 20, "AA") is None


@pytest.mark.parametrize(
    "names_", [[], ["AA"], ["AA_9"], ["AA_1", "AA_1"], ["AA_01"], ["AA_-1"], ["XX_1"], ["AA_²"], ["AA_" + "9" * 5000]]
)
def test_ids_that_name_no_certificate(names_: list[str]) -> None:
    with pytest.raises(Refused):
        shares.parse_shares(new(), names_)


def test_a_sale_is_of_one_company() -> None:
    with pytest.raises(Refused):
        bundles.parse(new(), {"shares": ["AA_1", "BB_1"]})


# ---- sales to help a company (core 16.3, 16.5) --------------------------------------------------------------------


def emergency(game: Game, who: str, *sold: int) -> list[tuple[int, int]]:
    """Company and percent of every bundle the player may sell to help."""
    return [(b.company, b.percent) for b in bundles.to_help(game, player(game, who), list(sold))]


def helping(**answers: Any) -> Game:
    """P1 presides over AA with one share more than P2 and BB with as many; a share of CC."""
    game = new(answers=answers)
    deal(game, "AA", "1,2", P1="0 1 2", P2="3 4 5")
    deal(game, "BB", "1,2", P1="0 1", P2="2 3")
    deal(game, "CC", "1,2", P2="0", P1="1")
    return game


def test_presidencies_may_be_lost_unless_kept() -> None:
    everything = [(0, 10), (0, 20), (0, 30), (0, 40), (1, 10), (1, 20), (1, 30), (2, 10)]
    assert emergency(helping(), "P1") == everything
    assert emergency(helping(**{"presidency kept": True}), "P1") == [(0, 10), (1, 10), (2, 10)]
    kept = {"presidency kept": ["=", ["arg", "company"], ["thing", "company", 0]]}
    assert emergency(helping(**kept), "P1") == [(0, 10), *everything[4:]]


def test_blocks_and_companies_of_help() -> None:
    assert emergency(helping(**{"emergency sales": 1}), "P1", 0, 1) == [(2, 10)]
    assert emergency(helping(**{"emergency sales": 2}), "P1", 0, 0, 1, 2)[0] == (1, 10)
    assert emergency(
        helping(**{"emergency sale allowed": ["=", ["arg", "company"], ["thing", "company", 2]]}), "P1"
    ) == [(2, 10)]


def test_largest_bundle_of_each_company() -> None:
    game = helping(**{"pool limit": 20})
    largest = bundles.largest_to_help(game, player(game, "P1"), [])
    assert {number: found.percent for number, found in largest.items()} == {0: 20, 1: 20, 2: 10}


def test_shares_without_a_price_do_not_help() -> None:
    game = new()
    shares.give(game, game.rules.certs[0][1], player(game, "P1"))
    assert emergency(game, "P1") == []


def test_price_moves_as_the_title_says() -> None:
    game = new(answers={"sale move": [(in_zone("p"), ["moves", [["left", 1]]]), (None, ["moves", []])]})
    deal(game, "AA", "1,2", P1="0 1 2 3")
    sell(game, "P1", 20, "AA")
    assert cell(game, "AA") == (1, 1)
    sell(game, "P1", 10, "AA")
    assert cell(game, "AA") == (1, 1)


# ---- certificates worth several shares -------------------------------------------------------------------------------


def test_one_certificate_worth_two_shares() -> None:
    game = new(
        certificates=[{"percent": 100, "president": True, "shares": 2}],
        answers={"holding limit": 100, "sale allowed": True},
    )
    play(game, "P1 par AA 80")
    assert cash(game, "P1") == 600 - 160
    assert game.worth(player(game, "P1")) == 600
    place(game, "AA", 0, 5)
    assert game.worth(player(game, "P1")) == 440 + 240
    assert (game.state.floated[0], shares.shares_of(game, 0)) == (True, 2)
    assert shares.price_of(game, 0, game.rules.ipo) == 160
    play(game, "P2 pass", "P3 pass", "!P1 sell 100 AA", "!P1 sell 50 AA")
    assert [(b.certificates, b.percent) for b in bundles.of_holder(game, player(game, "P1"), 0)] == [
        ((0,), 50),
        ((0,), 100),
    ]


def test_shares_of_one_company_are_of_one_size() -> None:
    for wrong in ([{"percent": 60, "president": True, "shares": 2}, {"percent": 40, "shares": 2}],):
        with pytest.raises(TableError):
            new(certificates=wrong)
    game = new(certificates=[{"percent": 40, "president": True, "shares": 2}, *[{"percent": 20, "shares": 1}] * 3])
    assert game.rules.share_count[0] == 5
    deal(game, "AA", "0,2", P1="0", P2="1 2", P3="3")
    sell(game, "P1", 20, "AA")
    assert (cash(game, "P1"), cell(game, "AA"), president(game, "AA")) == (680, (1, 2), "P2")
    assert names(game, "P1", "AA") == ["AA_1"]
