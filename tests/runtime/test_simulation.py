"""Bots: games end, nothing is lost on the way, the same seed gives the same game, and nonsense is told."""

import pytest

from titleworks.library import table_of, title_names
from titleworks.runtime.bots import Bot
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game
from titleworks.runtime.simulation import Broken, Summary, play_game, simulate

#: Titles of which a game takes seconds rather than minutes: several games with every number of players.
SHORT = ("1830", "1889")
GAMES = [(title, count, 4) for title in SHORT for count in table_of(title).players] + [
    (title, min(table_of(title).players), 1) for title in title_names() if title not in SHORT
]


@pytest.mark.parametrize(("title", "players", "games"), GAMES)
def test_games_end_and_nothing_is_lost(title: str, players: int, games: int) -> None:
    summary = simulate(table_of(title), players, games=games, seed=100, checked=True)
    assert [outcome.error for outcome in summary.broken] == []
    assert len(summary.whole) == games


def test_the_same_seed_gives_the_same_game() -> None:
    table = table_of("1889")
    first, second, other = (play_game(table, 4, seed) for seed in (5, 5, 6))
    assert first.history == second.history
    assert first.state_hash() == second.state_hash()
    assert first.history != other.history


def test_processes_change_nothing() -> None:
    table = table_of("1889")
    told: list[int] = []
    alone = simulate(table, 3, 6, seed=40, progress=lambda outcome: told.append(outcome.seed))
    assert told == [40, 41, 42, 43, 44, 45]
    assert simulate(table, 3, 6, seed=40, jobs=2).outcomes == alone.outcomes


def test_an_unknown_option_or_number_of_players_is_refused() -> None:
    table = table_of("1889")
    with pytest.raises(Refused):
        play_game(table, 99)
    with pytest.raises(Refused):
        simulate(table, 3, 2, options=["fly"])


def test_a_game_without_end_is_told() -> None:
    with pytest.raises(Broken, match="no end after 30 actions"):
        play_game(table_of("1889"), 3, most_actions=30)


def test_choices_are_complete_actions() -> None:
    game = Game.new(table_of("1889"), 3, 1)
    bot = Bot(1)
    for _ in range(60):
        action = bot.choose(game)
        assert not any(isinstance(value, range) for value in action.values())
        game.apply(action)


def test_spread_of_nothing() -> None:
    assert Summary.spread([]) == (0, 0, 0)
    assert Summary.spread([3, 1, 2]) == (1, 2, 3)
    assert Summary().wins_by_seat() == []
