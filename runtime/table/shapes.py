"""The rough shape of a value an expression gives, as far as that shows without playing; and which shape is expected."""

from collections.abc import Sequence
from typing import Any

from titleworks.runtime.table.models import Table
from titleworks.runtime.table.vocabulary import ATTRIBUTE, QUESTION

_SHAPES = {
    "yes/no": ("not", "and", "or", "=", "!=", ">", ">=", "<", "<=", "in", "is a", "any", "option"),
    "number": ("+", "-", "*", "/", "round up", "round down", "larger", "smaller", "number", "sum", "percent"),
    "list": ("list", "all", "cells", "where", "by", "map", "top"),
    "moves": ("moves",),
    "range": ("range",),
    "float": ("float",),
}
_OF_OPERATOR = {operator: shape for shape, operators in _SHAPES.items() for operator in operators}

#: Questions that may be answered with `none`; others may be if they ask for a thing or for nothing in particular.
_NONE_ALLOWED = frozenset(
    ("bank", "certificate limit", "bids a turn", "bidding tokens",
     "sales a turn", "emergency sales", "player price", "helped train price", "capital",
     "treasury dividend", "flip price", "bonuses a run",
     "pool dividend", "holding limit", "stops on a hex", "pool limit", "train limit")
)  # fmt: skip


def shape_of_type(kind: str) -> str:
    """The shape of values of a type of the vocabulary."""
    if kind in ("number", "money", "percent"):
        return "number"
    if kind.startswith("list of ") or kind == "words":
        return "list"
    if kind in ("word", "text", "colour"):
        return "text"
    return kind if kind in ("yes/no", "moves", "range", "float") else "thing"


def shape_of(expression: Any) -> str | None:
    """The shape of what an expression gives; None if that does not show. `none` is a shape of its own."""
    if expression is None:
        return "none"
    if isinstance(expression, bool):
        return "yes/no"
    if isinstance(expression, int):
        return "number"
    if isinstance(expression, str):
        return "text"
    if not isinstance(expression, list) or not expression:
        return "nothing"
    match expression[0]:
        case "thing":
            return "thing"
        case "get":
            attribute = _attribute(expression[1])
            return None if attribute is None else shape_of_type(attribute.type)
        case "ask":
            question = QUESTION.get(expression[1]) if isinstance(expression[1], str) else None
            return None if question is None else shape_of_type(question.type)
    return _OF_OPERATOR.get(expression[0]) if isinstance(expression[0], str) else None


def _attribute(name: Any) -> Any:
    about, _, word = str(name).partition(".")
    return ATTRIBUTE.get((about, word))


def wrong_answer(question: str, value: Any) -> str | None:
    """Why a value cannot answer a question; None if it may."""
    expected = shape_of_type(QUESTION[question].type)
    if isinstance(value, list) and value[:1] == ["cases"]:
        values = [pair[1] for pair in value[1:-1] if isinstance(pair, list) and len(pair) == 2]
        return next((found for part in [*values, value[-1]] if (found := wrong_answer(question, part))), None)
    found = shape_of(value)
    if found is None or found == expected:
        return None
    if found == "none":
        return None if expected == "thing" or question in _NONE_ALLOWED else "it cannot be answered with none"
    if expected == "thing" and found in ("text", "thing"):
        return None
    if expected in ("text", "list") and found in ("text", "thing", "list"):
        return None
    return f"the answer is a {expected}, not a {found}"


def wrong_reference(expression: list[Any], table: Table) -> str | None:
    """Why what an operator names is not there; None if all is well. The operator's arguments are counted already."""
    operator, first = expression[0], expression[1] if len(expression) > 1 else None
    match operator:
        case "thing":
            return _wrong_thing(first, expression[2], table)
        case "get":
            attribute = _attribute(first)
            if attribute is None:
                return f"unknown attribute {str(first)[:40]!r}"
            needed = 1 + (attribute.about != "game") + (attribute.argument is not None)
            return None if len(expression) - 1 == needed else f"{first!r} takes {needed - 1} arguments"
        case "ask":
            question = QUESTION.get(first) if isinstance(first, str) else None
            if question is None:
                return f"unknown question {str(first)[:40]!r}"
            if len(expression) - 2 != len(question.about):
                return f"{first!r} is about {len(question.about)} things"
        case "option" if first not in {option.name for option in table.options}:
            return f"there is no option {str(first)[:40]!r}"
        case "state" if first not in {word.name for word in table.words}:
            return f"there is no word {str(first)[:40]!r}"
        case "defined" if first not in {definition.name for definition in table.definitions}:
            return f"there is no definition {str(first)[:40]!r}"
        case "it" if not isinstance(first, int) or isinstance(first, bool) or not 0 <= first <= 20:
            return "`it` has a depth"
        case "arg" | "local" if not isinstance(first, str):
            return f"{operator!r} has a name"
    return None


def _wrong_thing(kind: Any, position: Any, table: Table) -> str | None:
    c = table.components
    kinds: dict[Any, Sequence[object]] = {
        "company": c.companies,
        "private": c.privates,
        "train kind": c.trains,
        "phase": c.phases,
        "hex": c.hexes,
        "tile": c.tiles,
        "zone": c.zones,
        "cell": c.cells,
        "deck": list(dict.fromkeys(row.deck for row in table.boxes)),
    }
    rows = kinds.get(kind) if isinstance(kind, str) else None
    if rows is None:
        return f"there are no things of kind {str(kind)[:40]!r}"
    if not isinstance(position, int) or isinstance(position, bool) or not 0 <= position < len(rows):
        return f"there is no {kind} number {str(position)[:40]}"
    return None
