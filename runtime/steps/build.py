"""Tiles and the token of a turn in one step, in any order."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime.steps import token, track

Action = dict[str, Any]
ACCEPTS = track.ACCEPTS | token.ACCEPTS


def waits(game: Any, company: int) -> bool:
    """A lay is open, a token can be placed, or a power of the step can still be used."""
    return track.can_lay(game, company) or token.waits(game, company) or bool(game.power_waits("build"))


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """A lay, or the token of the turn."""
    step = track if action["type"] in track.ACCEPTS else token
    step.handle(game, company, action, entity)


def actions(game: Any) -> Iterator[Action]:
    """All legal lays, then all cities that can take the token."""
    yield from track.actions(game)
    yield from token.actions(game)
