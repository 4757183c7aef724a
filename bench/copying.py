"""How long copying, hashing and saving a game takes, in milliseconds.

    python bench/copying.py [TITLE [PLAYERS]]

A game is played by bots to its middle, and its state copied, hashed, saved and loaded; the best of five series counts.
"""

import sys
import time
from collections.abc import Callable

from titleworks.library import table_of
from titleworks.runtime.game import Game
from titleworks.runtime.simulation import play_game


def milliseconds(work: Callable[[], object], calls: int) -> float:
    """Time of one call, the best of five series of calls."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        best = min(best, time.perf_counter() - start)
    return best / calls * 1000


def main(arguments: list[str]) -> None:
    """Measure and print."""
    title = arguments[0] if arguments else "1889"
    table = table_of(title)
    players = int(arguments[1]) if len(arguments) > 1 else table.players[-1]
    whole = play_game(table, players, 1)
    game = Game.new(table, players, 1)
    for action in whole.history[: len(whole.history) // 2]:
        game.apply(action)
    saved = game.save()
    print(f"copy of the state  {milliseconds(game.state.copy, 2000):.4f} ms")
    print(f"copy of the game   {milliseconds(game.copy, 2000):.4f} ms")
    print(f"state hash         {milliseconds(game.state_hash, 100):.4f} ms")
    print(f"save               {milliseconds(game.save, 100):.4f} ms")
    print(f"load               {milliseconds(lambda: Game.load(table, saved), 20):.4f} ms")
    print(f"legal actions      {milliseconds(game.legal_actions, 100):.4f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
