"""Undo, redo, chat and automatic actions (core 3.1, 1.5)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from titleworks.runtime.errors import RecordError
from titleworks.runtime.records.effective import effective_actions, live_positions


def made(text: str) -> list[dict[str, Any]]:
    """Actions from words: `p` a pass, `m` a message, `u` an undo, `u3` one up to action 3, `r` a redo; ids from 1."""
    kinds = {"p": "pass", "m": "message", "u": "undo", "r": "redo", "l": "log", "s": "program_share_pass"}
    actions: list[dict[str, Any]] = []
    for number, word in enumerate(text.split(), 1):
        action: dict[str, Any] = {"id": number, "type": kinds[word[0]]}
        if word[1:]:
            action["action_id"] = int(word[1:])
        actions.append(action)
    return actions


@pytest.mark.parametrize(
    ("text", "live"),
    [
        ("p p p", [0, 1, 2]),
        ("p p u p", [0, 3]),
        ("p p u u p", [4]),
        ("p p u r", [0, 1]),
        ("p p u u r", [0]),
        ("p p u u r r", [0, 1]),
        ("p p u p r", [0, 3]),
        ("p m u m r", [0, 1, 3]),
        ("p m p u", [0, 1]),
        ("p p p u1 p", [0, 4]),
        ("p p p u0 r", [0, 1, 2]),
        ("p p p u2 u1 r r", [0, 1, 2]),
        ("p p u p u2", [0]),
        ("u r p", [2]),
        ("p u u p", [3]),
        ("p u l r", [2]),
    ],
)
def test_live(text: str, live: list[int]) -> None:
    assert live_positions(made(text)) == live


def test_an_undo_to_nowhere_is_said() -> None:
    with pytest.raises(RecordError, match="undoes up to action 9"):
        live_positions(made("p u9"))


def by_the_book(actions: list[dict[str, Any]]) -> list[int]:
    """The procedure of core 3.1, word by word."""
    live = [False] * len(actions)
    stack: list[list[int]] = []
    for here, action in enumerate(actions):
        if action["type"] == "message":
            live[here] = True
        elif action["type"] == "undo":
            target = action.get("action_id")
            if target is None:
                start = max((p for p in range(here) if live[p] and actions[p]["type"] != "message"), default=0)
            else:
                start = 0 if target == 0 else target
            group = [p for p in range(start, here) if live[p] and actions[p]["type"] != "message"]
            for p in group:
                live[p] = False
            stack.append(group)
        elif action["type"] == "redo":
            for p in stack.pop() if stack else []:
                live[p] = True
        else:
            stack = []
            live[here] = True
    return [p for p, counts in enumerate(live) if counts]


@given(st.lists(st.sampled_from(["p", "p", "p", "m", "u", "u", "u0", "u1", "u2", "u3", "r", "r"]), max_size=40))
def test_live_as_by_the_book(words: list[str]) -> None:
    words = [word if not word[1:] or int(word[1:]) <= position else "u" for position, word in enumerate(words)]
    actions = made(" ".join(words))
    assert live_positions(actions) == by_the_book(actions)


def test_undone_again_and_again_takes_little_time() -> None:
    actions = made(" ".join(["p"] * 5000 + ["u0", "r"] * 5000))
    assert len(live_positions(actions)) == 5000


def test_automatic_actions_follow_their_action() -> None:
    actions = made("p s m")
    actions[0]["auto_actions"] = [{"type": "bid"}, {"type": "program_disable"}]
    actions[1]["auto_actions"] = [{"type": "pass"}]
    found = list(effective_actions(actions))
    assert [[move["type"] for move in action.moves] for action in found] == [["pass", "bid"], ["pass"]]
    assert [(action.at, action.id) for action in found] == [(0, 1), (1, 2)]
