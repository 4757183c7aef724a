"""Replaying a record: every action that counts is carried out, and what comes out is compared with the record."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from titleworks.runtime.errors import Refused
from titleworks.runtime.faults import FAULTS
from titleworks.runtime.game import Game
from titleworks.runtime.records.effective import Action, Effective, effective_actions
from titleworks.runtime.records.record import GameRecord
from titleworks.runtime.records.trace import Comparison, Mismatch, Trace, changes, init_line, trace_of
from titleworks.runtime.table.models import Table


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay parts from its record.

    `at`, `action_id`, `action`: the action (None before the first and after the last); `reason` why it was refused, or
    what is wrong; `mismatches`: values that differ, the first ones first.
    """

    at: int | None
    action_id: int | None
    action: Action | None
    reason: str
    mismatches: tuple[Mismatch, ...] = ()

    def text(self) -> str:
        """One line for people: where, what, expected and found."""
        where = "before the first action" if self.at is None and not self.reason else ""
        if self.action is not None:
            who = self.action.get("entity")
            where = f"at action {self.action_id} (position {self.at}, {self.action['type']} by {who})"
        parts = [part for part in (where, self.reason) if part]
        for mismatch in self.mismatches[:1]:
            parts.append(f"{mismatch.key}: expected {_said(mismatch.expected)}, found {_said(mismatch.found)}")
        if len(self.mismatches) > 1:
            others = ", ".join(mismatch.key for mismatch in self.mismatches[1:8])
            dots = ", ..." if len(self.mismatches) > 8 else ""
            parts.append(f"and {len(self.mismatches) - 1} more ({others}{dots})")
        return ": ".join(parts[:2]) + "".join("; " + part for part in parts[2:])


def _said(value: Any) -> str:
    return repr(value)


@dataclass(frozen=True, slots=True)
class RevenueNote:
    """A recorded revenue that differs from the one the rules give, or a recorded route that is not legal.

    `route`: number of the route in the action, from 0, None for the extra revenue; `computed` None: it cannot be
    computed; `problem`: why the route is not legal, or None.
    """

    action_id: int | None
    company: str
    route: int | None
    recorded: int | None
    computed: int | None
    problem: str | None

    def text(self) -> str:
        """One line for people."""
        what = "extra revenue" if self.route is None else f"route {self.route + 1}"
        figures = f"recorded {self.recorded}, by the rules {self.computed}"
        if self.recorded == self.computed or self.recorded is None or self.computed is None:
            figures = f"recorded {self.recorded}"
        problem = f" ({self.problem})" if self.problem else ""
        return f"action {self.action_id}: {self.company}, {what}: {figures}{problem}"


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What a replay gave: `actions` carried out, the first `difference` (None: it conforms), notes on revenues."""

    actions: int
    difference: Difference | None
    revenue_notes: tuple[RevenueNote, ...]
    game: Game | None

    @property
    def conforms(self) -> bool:
        """Whether everything agreed."""
        return self.difference is None

    def text(self) -> str:
        """`conforms: N actions` or `differs: ...`."""
        if self.difference is None:
            return f"conforms: {self.actions} actions"
        return f"differs: {self.difference.text()}"


def new_game(record: GameRecord, table: Table) -> Game:
    """The game of a record before its first action. Raises Refused if the table does not know players or options."""
    game = Game.new(table, list(record.players), record.seed, list(record.options))
    game.follow_record_revenue = True
    return game


def replay(record: GameRecord, table: Table, trace: Trace | None = None, strict_revenue: bool = False) -> ReplayResult:
    """Replay a record with all checks of legality, and compare with its trace (if given) and its result.

    Recorded revenues are followed and differences noted; with `strict_revenue` a difference ends the replay. Raises
    RecordError for undos that lead nowhere and TableError for a broken table.
    """
    effective = list(effective_actions(record.actions))
    try:
        game = new_game(record, table)
    except (Refused, *FAULTS) as error:
        return ReplayResult(0, Difference(None, None, None, f"the game cannot be set up: {_reason(error)}"), (), None)
    run = _Replay(game, record, None if trace is None else Comparison(trace), strict_revenue)
    difference = run.play(effective)
    return ReplayResult(run.done, difference, tuple(run.notes), game)


def _reason(error: Exception) -> str:
    if isinstance(error, Refused):
        return str(error)
    return f"the rules broke: {type(error).__name__}: {error}"


class _Replay:
    """A replay on its way."""

    def __init__(self, game: Game, record: GameRecord, comparison: Comparison | None, strict: bool) -> None:
        self.game = game
        self.record = record
        self.comparison = comparison
        self.strict = strict
        self.done = 0
        self.notes: list[RevenueNote] = []

    def play(self, effective: list[Effective]) -> Difference | None:
        """Carry out everything; the first difference."""
        comparison = self.comparison
        if comparison is not None:
            mismatches = comparison.first(self.game)
            if mismatches:
                return Difference(None, None, None, "", tuple(mismatches))
        for action in effective:
            difference = self._step(action)
            if difference is not None:
                return difference
            self.done += 1
        if comparison is not None:
            unseen = comparison.unseen({action.at for action in effective})
            if unseen:
                reason = f"the trace has an action at position {unseen[0]} that does not count"
                return Difference(None, None, None, reason)
        return _final_difference(self.game, self.record)

    def _step(self, action: Effective) -> Difference | None:
        game = self.game
        for move in action.moves:
            try:
                game.apply(move)
            except (Refused, *FAULTS) as error:
                return Difference(action.at, action.id, move, _reason(error))
        for note in game.revenue_notes[len(self.notes) :]:
            self.notes.append(RevenueNote(action.id, **note))
            if self.strict:
                reason = f"revenue: {self.notes[-1].text()}"
                return Difference(action.at, action.id, self.record.actions[action.at], reason)
        if self.comparison is None:
            return None
        mismatches = self.comparison.after(action.at, game)
        if not mismatches:
            return None
        return Difference(action.at, action.id, self.record.actions[action.at], "", tuple(mismatches))


def _final_difference(game: Game, record: GameRecord) -> Difference | None:
    """How end and result differ from the record's."""
    if record.status == "finished" and not game.finished:
        return Difference(None, None, None, "the record is of a finished game, but the game goes on")
    reason = game.end_reason
    if game.finished and record.end_reason is not None and reason != record.end_reason:
        return _end(Mismatch("game_end_reason", record.end_reason, reason))
    if record.result is not None:
        scores = {str(player): worth for player, worth in game.standings()}
        wrong = tuple(
            Mismatch(f"result of player {player}", record.result.get(player), scores.get(player))
            for player in sorted(scores.keys() | record.result.keys())
            if record.result.get(player) != scores.get(player)
        )
        return _end(*wrong) if wrong else None
    return None


def _end(*mismatches: Mismatch) -> Difference:
    return Difference(None, None, None, "after the last action", mismatches)


def trace_lines(record: GameRecord, table: Table) -> Iterator[dict[str, Any]]:
    """The trace of a record, line by line. Raises Refused at an action that is not legal."""
    game = new_game(record, table)
    yield init_line(game)
    before = trace_of(game)
    for action in effective_actions(record.actions):
        for move in action.moves:
            game.apply(move)
        after = trace_of(game)
        changed, gone = changes(before, after)
        line: dict[str, Any] = {"at": action.at, "id": action.id, "type": action.type, "changed": changed}
        yield line | {"gone": gone} if gone else line
        before = after


def undone(game: Game, count: int = 1) -> Game:
    """The game as it was `count` actions ago, by playing its history again. Raises ValueError if there are fewer."""
    if not 0 <= count <= len(game.history):
        raise ValueError(f"{len(game.history)} actions were made, {count} cannot be taken back")
    new = Game.new(game.rules.table, list(game.player_ids), game.seed, game.options)
    new.follow_record_revenue = game.follow_record_revenue
    for action in game.history[: len(game.history) - count]:
        new.apply(action)
    return new
