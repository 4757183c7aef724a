"""Which actions of a record count (core 3.1), and what each of them makes the game do (core 1.5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from titleworks.runtime.errors import RecordError

Action = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Effective:
    """An action that counts: its position in the record, its id (None if it has none), and the moves it makes.

    `moves`: the action itself, unless it is chat or a standing instruction, then its automatic consequences in order.
    """

    at: int
    id: int | None
    type: str
    moves: tuple[Action, ...]


def is_inert(action: Action) -> bool:
    """Whether the action changes nothing by itself: chat and standing instructions (core 1.5)."""
    kind: str = action["type"]
    return kind in ("message", "log") or kind.startswith("program_")


def live_positions(actions: Sequence[Action]) -> list[int]:
    """Positions of the actions that count after all undos and redos; `undo` and `redo` never do (core 3.1).

    Raises RecordError for an undo up to an action that is not in the record.
    """
    live = [False] * len(actions)
    undone: list[list[int]] = []
    position_of: dict[int, int] = {}
    for position, action in enumerate(actions):
        kind = action["type"]
        if kind == "message":
            live[position] = True
        elif kind == "undo":
            start = _undo_start(actions, live, position, action.get("action_id"), position_of)
            group = [p for p in range(start, position) if live[p] and actions[p]["type"] != "message"]
            for p in group:
                live[p] = False
            undone.append(group)
        elif kind == "redo":
            for p in undone.pop() if undone else ():
                live[p] = True
        else:
            undone.clear()
            live[position] = True
        if action.get("id") is not None:
            position_of.setdefault(action["id"], position)
    return [position for position, counts in enumerate(live) if counts]


def _undo_start(
    actions: Sequence[Action], live: list[bool], position: int, target: int | None, position_of: dict[int, int]
) -> int:
    if target is None:
        return next((p for p in range(position - 1, -1, -1) if live[p] and actions[p]["type"] != "message"), 0)
    if target == 0:
        return 0
    if target not in position_of:
        raise RecordError(f"action {actions[position].get('id')} undoes up to action {target}, which is not there")
    return position_of[target] + 1


def effective_actions(actions: Sequence[Action]) -> Iterator[Effective]:
    """The actions that count, chat left out, in order. Raises RecordError as `live_positions` does."""
    for position in live_positions(actions):
        action = actions[position]
        if action["type"] != "message":
            yield Effective(position, action.get("id"), action["type"], tuple(_moves(action)))


def _moves(action: Action) -> Iterator[Action]:
    if not is_inert(action):
        yield action
    for follower in action.get("auto_actions") or ():
        yield from _moves(follower)
