"""The form of actions: what is not one is refused, whatever else it holds."""

from typing import Any

import pytest

from titleworks.library import table_of
from titleworks.runtime.errors import Refused
from titleworks.runtime.game import Game

PASS: dict[str, Any] = {"type": "pass", "entity_type": "player", "entity": 1}


@pytest.mark.parametrize("extra", [b"x", object(), float("nan"), (1, 2), {1: 2}, [[object()]]])
def test_values_that_are_not_json(extra: Any) -> None:
    game = Game.new(table_of("1889"), 3)
    before = game.state_hash()
    with pytest.raises(Refused, match="JSON"):
        game.apply({**PASS, "note": extra})
    assert (game.state_hash(), game.history) == (before, [])


def test_what_nobody_reads_is_kept() -> None:
    game = Game.new(table_of("1889"), 3)
    game.apply({**PASS, "user": 5, "note": {"of": ["mine", None, 1.5]}})
    assert game.history[0]["note"] == {"of": ["mine", None, 1.5]}
