"""Which actions of a record count (core 3.1), and what each of them makes the game do (core 1.5)."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
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
    live: list[int] = []
    chat: list[int] = []
    undone: list[list[int]] = []
    position_of: dict[int, int] = {}
    for position, action in enumerate(actions):
        kind = action["type"]
        if kind == "message":
            chat.append(position)
        elif kind == "undo":
            first = bisect_left(live, _undo_start(action, live, position_of))
            undone.append(live[first:])
            del live[first:]
        elif kind == "redo":
            live.extend(undone.pop() if undone else ())
        else:
            undone.clear()
            live.append(position)
        if action.get("id") is not None:
            position_of.setdefault(action["id"], position)
    return sorted(live + chat)


def _undo_start(undo: Action, live: list[int], position_of: dict[int, int]) -> int:
    """The first position that the undo takes back; `live`: positions that count before it, chat left out."""
    target = undo.get("action_id")
    if target is None:
        return live[-1] if live else 0
    if target == 0:
        return 0
    if target not in position_of:
        raise RecordError(f"action {undo.get('id')} undoes up to action {target}, which is not there")
    return position_of[target] + 1


def effective_actions(actions: Sequence[Action]) -> Iterator[Effective]:
    """The actions that count, chat left out, in order. Raises RecordError as `live_positions` does."""
    for position in live_positions(actions):
        action = actions[position]
        if action["type"] != "message":
            yield Effective(position, action.get("id"), action["type"], tuple(_moves(action)))


def _moves(action: Action) -> Iterator[Action]:
    if not is_inert(action):
        price = action.get("price")
        # some records have prices such as 90.0 and 105.7: fractions of money do not count
        yield action | {"price": int(price)} if isinstance(price, float) and isfinite(price) else action
    for follower in action.get("auto_actions") or ():
        yield from _moves(follower)
