"""Makes nodes as the parser recognises them, bottom up, so that no depth of nesting costs depth of calls."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from titleworks.dsl.source import Problem, Span
from titleworks.dsl.tree import Lump, Node, joined

_OVER = frozenset(("any", "number of", "sum of", "highest", "lowest"))
#: reserved, so that they can be told to be no words of the language
_OTHER_WORDS = {
    "else": "cases are parted by `;`, the first whose `if` holds is taken; in a rule write `otherwise:`",
    "then": "leave `then` out: after the colon stands what is done",
}
_NAMED = frozenset(("NAME", "NUMBER", "PERCENT", "SERIES"))


class Misread(Exception):
    """Words that fit the grammar but surely mean something else; the problem says how to write it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def _lumps(part: Any) -> list[Lump]:
    """The lumps of a token."""
    found: list[Lump] = part.value
    return found


def _word(token: Any) -> str:
    return joined(_lumps(token))


def _span(parts: Sequence[Any]) -> Span:
    """From the first to the last part, nodes or tokens."""
    first, last = parts[0], parts[-1]
    start = first.span if isinstance(first, Node) else _lumps(first)[0].span
    end = last.span if isinstance(last, Node) else _lumps(last)[-1].span
    return start.to(end)


def _nodes(parts: Sequence[Any]) -> tuple[Node, ...]:
    return tuple(part for part in parts if isinstance(part, Node))


class Builder:
    """One method for each rule and alias of the grammar; each takes the rule's parts: nodes, and tokens of lumps."""

    def _all(self, op: str, parts: list[Any]) -> Node:
        return Node(op, _nodes(parts), _span(parts))

    def cases(self, parts: list[Any]) -> Node:
        return self._all("cases", parts)

    def value(self, parts: list[Any]) -> Node:
        return self._all("value", parts)

    def things(self, parts: list[Any]) -> Node:
        return self._all("list", parts)

    def acts(self, parts: list[Any]) -> Node:
        return self._all("acts", parts)

    def and_(self, parts: list[Any]) -> Node:
        return self._all("and", self._conditions("and", parts))

    def or_(self, parts: list[Any]) -> Node:
        return self._all("or", self._conditions("or", parts))

    def not_(self, parts: list[Any]) -> Node:
        return self._all("not", parts)

    def of(self, parts: list[Any]) -> Node:
        return self._all("of", parts)

    def by(self, parts: list[Any]) -> Node:
        return self._list(self._all("by", parts), parts)

    def where(self, parts: list[Any]) -> Node:
        return self._list(self._all("where", parts), parts)

    def case(self, parts: list[Any]) -> Node:
        return Node("case", (parts[2] if len(parts) > 1 else None, parts[0]), _span(parts))

    inner_case = case

    def inner_cases(self, parts: list[Any]) -> Node:
        made = [node if node.op == "case" else Node("case", (None, node), node.span) for node in _nodes(parts)]
        return Node("cases", tuple(made), _span(parts))

    def note(self, parts: list[Any]) -> Node:
        what = next((node for node in parts if node.op != "reach"), None)
        return Node("note", (what, tuple(node for node in parts if node.op == "reach")), _span(parts))

    def reach(self, parts: list[Any]) -> Node:
        return Node("reach", (_word(parts[0]), parts[1] if len(parts) > 1 else None), _span(parts))

    far = reach

    def call(self, parts: list[Any]) -> Node:
        things = parts[0] if parts[0].op == "list" else None
        return Node("call", (things, tuple(node for node in parts if node.op == "reach")), _span(parts))

    def key(self, parts: list[Any]) -> Node:
        return Node("key", (_word(parts[1]), parts[2]), _span(parts))

    def compare(self, parts: list[Any]) -> Any:
        return parts[0]

    def compared(self, parts: list[Any]) -> Node:
        word = _word(parts[1]).removesuffix("n") if parts[1].type in ("IS_A", "IS_NOT_A") else _word(parts[1])
        return self._all(word, parts)

    def binary(self, parts: list[Any]) -> Node:
        return self._all(_word(parts[1]), parts)

    def rounding(self, parts: list[Any]) -> Node:
        return self._all(_word(parts[1]), parts)

    def over(self, parts: list[Any]) -> Node:
        return self._all(_word(parts[0]), parts)

    across = over

    def bound(self, parts: list[Any]) -> Node:
        return self._all(_word(parts[0]), parts)

    def bracketed(self, parts: list[Any]) -> Node:
        inner: Node = parts[1]
        return replace(inner, span=_span(parts))

    def noun(self, parts: list[Any]) -> Node:
        found = tuple(lump for token in parts for lump in _lumps(token))
        if len(found) == 1 and found[0].kind == "STRING":
            return Node("string", (found[0].text,), found[0].span)
        other = next((lump for lump in found if lump.kind == "WORD" and lump.text in _OTHER_WORDS), None)
        if other is not None:
            message = f"`{other.text}` is not a word of the language"
            raise Misread(Problem("S011", other.span, message, _OTHER_WORDS[other.text], (), other.text))
        for left, right in pairwise(found):
            if left.kind == "NAME" and left.text[:-1].isdecimal() and right.kind == "NUMBER":
                text = f"{left.text} {right.text}"
                hint = f"write `{left.text[:-1]} + {right.text}`, or a comma between two names"
                raise Misread(Problem("S011", left.span.to(right.span), f"cannot read `{text}`", hint, (), text))
        return Node("noun", found, _span(parts))

    def verb(self, parts: list[Any]) -> Any:
        return parts[0]

    def when(self, parts: list[Any]) -> Any:
        return ("if", parts[1])

    def act(self, parts: list[Any]) -> Node:
        may = parts[0].type == "MAY" if not isinstance(parts[0], (Node, tuple)) else False
        condition = parts[-1][1] if isinstance(parts[-1], tuple) else None
        verb = parts[1] if may else parts[0]
        things = next((node for node in _nodes(parts) if node.op == "list"), None)
        reaches = tuple(node for node in _nodes(parts) if node.op == "reach")
        span = _span([parts[0], condition if condition is not None else parts[-1]])
        return Node("act", (may, _word(verb), things, reaches, condition), span)

    # ---- slips that fit the grammar -------------------------------------------------------------------------------

    def _conditions(self, op: str, parts: list[Any]) -> list[Any]:
        """`phase is 3 or 4`: a name or number alone is no condition."""
        nodes = _nodes(parts)
        for before, node in pairwise(nodes):
            alone = node.op == "noun" and len(node.args) == 1 and node.args[0].kind in _NAMED  # type: ignore[attr-defined]
            if alone and before.op in ("is", "is not"):
                told = before.nodes()[1].text()
                word = "in" if before.op == "is" else "not in"
                hint = f"write `{word} ({told}, {node.text()})`" if told else f"write `{word} (..., ...)`"
                message = f"`{node.text()}` alone is no condition"
                raise Misread(Problem("S011", node.span, message, hint, (), node.text()))
        return parts

    def _list(self, node: Node, parts: list[Any]) -> Node:
        """`number of trains where ...`: what the `where` belongs to must be in brackets."""
        left = node.nodes()[0]
        word = _word(parts[1]) if not isinstance(parts[1], Node) else "by"
        if left.op in _OVER:
            hint = f"put the list in brackets: `{left.op} (... {word} ...)`"
            message = f"`{word}` cannot stand after `{left.op} ...`"
            place = _lumps(parts[1])[0].span if word == "where" else parts[1].span
            raise Misread(Problem("S011", place, message, hint, (), word))
        return node
