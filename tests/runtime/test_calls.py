"""What `Game.new` is called with, and games that are handed to other processes."""

import pickle
from typing import Any

import pytest

from titleworks import Game, load_title, play_game


@pytest.mark.parametrize(
    ("table", "players", "options", "wanted"),
    [
        ("1889", 3, (), "rule table"),
        (None, 3.5, (), "their number"),
        (None, True, (), "their number"),
        (None, "Ann", (), "list of their names"),
        (None, None, (), "their number"),
        (None, 3, "beginner_game", r"\['beginner_game'\]"),
    ],
)
def test_a_slip_in_the_call_is_told(table: Any, players: Any, options: Any, wanted: str) -> None:
    with pytest.raises(TypeError, match=wanted):
        Game.new(table or load_title("1889"), players, options=options)


def test_a_pickled_game_goes_on_where_it_was() -> None:
    game = play_game(load_title("1889"), 2, seed=4)
    again = pickle.loads(pickle.dumps(game))
    assert again.state_hash() == game.state_hash()
    assert again.history == game.history and again.standings() == game.standings()
