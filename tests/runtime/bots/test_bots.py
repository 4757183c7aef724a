"""What bots choose: legal and complete actions, by their own generator, and what a sensible player would not forget."""

from typing import Any

import pytest

from titleworks.library import table_of
from titleworks.runtime.bots import Bot, prospects
from titleworks.runtime.bots.auctions import within_means
from titleworks.runtime.bots.mind import Mind
from titleworks.runtime.game import Game


def is_among(action: dict[str, Any], offered: list[dict[str, Any]]) -> bool:
    """Whether the action is one of those offered, each range of numbers being a choice."""
    return any(offer.keys() == action.keys() and all(map(is_of, action.values(), offer.values())) for offer in offered)


def is_of(value: Any, offer: Any) -> bool:
    """Whether it is what was offered, or within the range that was."""
    return value in offer if isinstance(offer, range) else bool(value == offer)


@pytest.mark.parametrize(("title", "players", "seed"), [("1889", 3, 1), ("1830", 4, 2), ("1822", 4, 3), ("1849", 3, 4)])
def test_choices_are_among_the_legal_actions(title: str, players: int, seed: int) -> None:
    game, bot = Game.new(table_of(title), players, seed), Bot(seed)
    while len(game.history) < 120 and not game.finished:
        offered = game.legal_actions()
        action = bot.choose(game)
        assert is_among(action, offered)
        assert not any(isinstance(value, range) for value in action.values())
        game.apply(action)


def test_numbers_of_a_range_are_settled() -> None:
    mind = Mind(7)
    action = {"type": "payoff_player_debt_partial", "amount": range(1, 40), "price": range(10, 30, 5)}
    settled = [mind.settled(action) for _ in range(200)]
    assert {choice["amount"] for choice in settled} >= {1, 39}
    assert {choice["price"] for choice in settled} == {10, 15, 20, 25}
    assert mind.settled({"type": "pass"}) == {"type": "pass"}


def test_the_same_seed_draws_the_same() -> None:
    first, second = Mind(3), Mind(3)
    assert [first.one(range(9)) for _ in range(20)] == [second.one(range(9)) for _ in range(20)]
    assert first.temper(4) == second.temper(4)


def test_a_weight_of_nothing_is_never_drawn() -> None:
    mind = Mind(5)
    assert {mind.weighted(["a", "b", "c"], [1.0, 0.0, 2.0]) for _ in range(100)} == {"a", "c"}


def test_bids_leave_the_money_for_trains_that_companies_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(table_of("1822"), 4, 1)
    bids = [action for action in game.legal_actions() if action["type"] == "bid"]
    free = within_means(Mind(1), game, bids)
    assert free
    monkeypatch.setattr(prospects, "needs", lambda game, player: game.state.cash[player])
    kept = within_means(Mind(1), game, bids)
    assert [bid for bid in kept if bid["price"][0] > 0] == []
    assert len(kept) < len(free)
