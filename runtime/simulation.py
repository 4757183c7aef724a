"""Games played by bots: one from beginning to end, or many of them with a summary."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from titleworks.runtime.bots import Bot
from titleworks.runtime.faults import FAULTS
from titleworks.runtime.game import Game
from titleworks.runtime.invariants import violations
from titleworks.runtime.table.loader import load_table
from titleworks.runtime.table.models import Table

Watcher = Callable[[Game, dict[str, Any]], None]

#: A game that is not over after so many actions is an error of the rules or of the bots.
MOST_ACTIONS = 20_000


class Broken(Exception):
    """A game of bots in which something happened that may not: lost money, nothing legal, no end, rules that fail."""


def play_game(
    table: Table,
    players: int,
    seed: int = 0,
    options: Iterable[str] = (),
    watch: Watcher | None = None,
    checked: bool = False,
    most_actions: int = MOST_ACTIONS,
) -> Game:
    """A game played by bots to its end; the same arguments give the same game.

    `watch` is called with the game and the action after every action. `checked`: what must hold in every state (money,
    shares, trains, tiles, tokens are conserved) is tested at every step. Raises Refused for a number of players or
    options the title does not have, and Broken if the game cannot go on as it should.
    """
    game = None
    try:
        game = Game.new(table, players, seed, options)
        bot = Bot(seed)
        while not game.finished:
            if len(game.history) >= most_actions:
                raise Broken(f"no end after {most_actions} actions")
            action = bot.choose(game)
            game.apply(action)
            if checked:
                _check(game, action)
            if watch is not None:
                _watch(watch, game, action)
    except _Watched as error:
        raise error.fault from None
    except FAULTS as error:
        done = "at the start" if game is None else f"after action {len(game.history)}"
        raise Broken(f"the rules broke {done}: {type(error).__name__}: {error}") from error
    return game


class _Watched(Exception):
    """What a watcher raised, which is no fault of the rules."""

    def __init__(self, fault: Exception) -> None:
        super().__init__()
        self.fault = fault


def _watch(watch: Watcher, game: Game, action: dict[str, Any]) -> None:
    try:
        watch(game, action)
    except Exception as fault:
        raise _Watched(fault) from fault


def _check(game: Game, action: dict[str, Any]) -> None:
    found = violations(game)
    if found:
        raise Broken(f"after action {len(game.history)} ({action['type']}): {found[0]}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went: seed, actions, set in which it ended, reason, scores in seat order; `error` if it broke."""

    seed: int
    actions: int = 0
    sets: int = 0
    reason: str = ""
    scores: tuple[int, ...] = ()
    error: str | None = None


@dataclass(slots=True)
class Summary:
    """Many games: their outcomes, and what they have in common."""

    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def broken(self) -> list[Outcome]:
        """Games that did not come to an end."""
        return [outcome for outcome in self.outcomes if outcome.error is not None]

    @property
    def whole(self) -> list[Outcome]:
        """Games that did."""
        return [outcome for outcome in self.outcomes if outcome.error is None]

    def reasons(self) -> list[tuple[str, int]]:
        """How often games ended for which reason, most frequent first."""
        return sorted(Counter(outcome.reason for outcome in self.whole).items(), key=lambda pair: (-pair[1], pair[0]))

    def wins_by_seat(self) -> list[int]:
        """How often each seat had the best score (ties count for the first)."""
        seats = max((len(outcome.scores) for outcome in self.whole), default=0)
        wins = [0] * seats
        for outcome in self.whole:
            wins[outcome.scores.index(max(outcome.scores))] += 1
        return wins

    @staticmethod
    def spread(values: list[int]) -> tuple[int, int, int]:
        """Least, middle and largest of some numbers (0 if there are none)."""
        ordered = sorted(values) or [0]
        return ordered[0], ordered[len(ordered) // 2], ordered[-1]


def simulate(
    table: Table,
    players: int,
    games: int,
    seed: int = 0,
    options: Iterable[str] = (),
    jobs: int = 1,
    checked: bool = False,
    progress: Callable[[Outcome], None] | None = None,
) -> Summary:
    """Games with the seeds `seed`, `seed` + 1 ..., in `jobs` processes; `progress` is called after each.

    Raises Refused for a number of players or options the title does not have.
    """
    chosen = tuple(options)
    Game.new(table, players, seed, chosen)
    summary = Summary()
    for outcome in _outcomes(table, players, range(seed, seed + games), chosen, jobs, checked):
        summary.outcomes.append(outcome)
        if progress is not None:
            progress(outcome)
    return summary


def _outcomes(
    table: Table, players: int, seeds: range, options: tuple[str, ...], jobs: int, checked: bool
) -> Iterator[Outcome]:
    if jobs <= 1:
        for seed in seeds:
            yield _outcome(table, players, seed, options, checked)
        return
    text = table.model_dump_json().encode()
    with ProcessPoolExecutor(jobs, initializer=_open, initargs=(text, players, options, checked)) as pool:
        yield from pool.map(_in_worker, seeds, chunksize=max(1, min(8, len(seeds) // jobs)))


def _outcome(table: Table, players: int, seed: int, options: tuple[str, ...], checked: bool) -> Outcome:
    """One game; whatever goes wrong in it is told in the outcome, so that the other games go on."""
    try:
        game = play_game(table, players, seed, options, checked=checked)
    except Exception as error:
        return Outcome(seed, error=f"{type(error).__name__}: {error}")
    scores = tuple(game.worth(player) for player in game.rules.players)
    return Outcome(seed, len(game.history), game.state.set_number, game.end_reason or "", scores)


_work: list[Any] = []


def _open(text: bytes, players: int, options: tuple[str, ...], checked: bool) -> None:
    """The work of this process (each worker is told once)."""
    _work[:] = [load_table(text), players, options, checked]


def _in_worker(seed: int) -> Outcome:
    table, players, options, checked = _work
    return _outcome(table, players, seed, options, checked)
