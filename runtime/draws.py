"""The generator of a game (core 4): nothing else in it is random."""

from collections.abc import Sequence
from typing import Any


def draw(game: Any) -> int:
    """The next number of the generator."""
    game.state.rng = (1103515245 * game.state.rng + 12345) % 2**31
    return int(game.state.rng)


def index(game: Any, count: int) -> int:
    """One of so many, from 0, by one draw."""
    shift: int = game.ask.draw_shift(game)
    return (draw(game) >> shift) % count


def shuffled(game: Any, items: Sequence[int]) -> list[int]:
    """The items in the order of one draw each."""
    drawn = [(draw(game), position) for position in range(len(items))]
    return [items[position] for _, position in sorted(drawn)]
