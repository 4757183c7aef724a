"""Parses the inside of a line with Lark: cases, one value, one expression, sentences, or things with small words.

Every entry point takes a text, a stretch of a line or its lumps, and gives a node, or None and what is wrong. Lark is
imported when the first line is parsed.
"""

from collections.abc import Sequence
from typing import Any

from titleworks.dsl.lexer import lumps
from titleworks.dsl.lines import Text
from titleworks.dsl.nodes import Misread
from titleworks.dsl.source import MOST_BRACKETS, START, Problem, Span
from titleworks.dsl.tree import Lump, Node, joined

Parsed = tuple[Node | None, list[Problem]]
Readable = str | Text | Sequence[Lump]

_ATOMS = frozenset(("WORD", "NAME", "NUMBER", "PERCENT", "SERIES", "PATH", "COUNT", "BLANK", "STRING", "LPAR"))
_COMPARISONS = frozenset(
    ("IS", "IS_NOT", "IS_A", "IS_NOT_A", "IN", "NOT_IN", "AT_LEAST", "AT_MOST", "MORE_THAN", "LESS_THAN")
)
#: what may be said to be expected, in the order of showing it
_EXPECTED = (
    (frozenset(("WORD",)), "a word"),
    (frozenset(("RPAR",)), "`)`"),
    (frozenset(("ACROSS",)), "`across`"),
    (frozenset(("HIGHEST", "LOWEST")), "`highest` or `lowest`"),
    (_COMPARISONS, "a comparison (is, in, at least ...)"),
    (frozenset(("AND", "OR")), "`and`, `or`"),
    (frozenset(("IF",)), "`if`"),
    (frozenset(("PARTICLE",)), "a small word (to, from, on ...)"),
    (frozenset(("SEMI",)), "`;`"),
    (frozenset(("COMMA",)), "`,`"),
    (frozenset(("PLUS", "MINUS", "STAR", "SLASH")), "`+ - * /`"),
)  # fmt: skip

_HINTS = {
    "where": "put a `where` list inside something larger in brackets: `(... where ...)`",
    "|": "a table begins with a row of heads; an answer has no bars",
    "otherwise": "cases are parted by `;`, the first whose `if` holds is taken",
    "if": "cases are parted by `;`; one `if` for each",
    ")": "there is no `(` for this `)`",
}


def parse_cases(text: Readable, end: Span | None = None) -> Parsed:
    """`value if condition; value if condition; value` as a node `cases`."""
    return _parse("cases", text, end)


def parse_value(text: Readable, end: Span | None = None) -> Parsed:
    """Notes parted by commas, as in a cell, as a node `value`."""
    return _parse("value", text, end)


def parse_expression(text: Readable, end: Span | None = None) -> Parsed:
    """One expression."""
    return _parse("expression", text, end)


def parse_acts(text: Readable, end: Span | None = None) -> Parsed:
    """`verb things particle things if condition; ...` as a node `acts`."""
    return _parse("acts", text, end)


def parse_call(text: Readable, end: Span | None = None) -> Parsed:
    """Things and particles with things, without a verb, as a node `call`."""
    return _parse("call", text, end)


# ---- parsing ------------------------------------------------------------------------------------------------------


def _parse(start: str, text: Readable, end: Span | None) -> Parsed:
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    from titleworks.dsl.grammar import parser

    found, problems = _lumps(text)
    if problems:
        return None, problems
    if end is None:
        end = text.span if isinstance(text, Text) else found[0].span.to(found[-1].span) if found else START
    wrong = _brackets(found)
    if wrong is not None:
        return None, [wrong]
    try:
        node: Node = parser().parse(found, start=start)  # type: ignore[assignment]
    except UnexpectedToken as error:
        return None, [_problem(error, found, end)]
    except Misread as error:
        return None, [error.problem]
    except UnexpectedInput:
        return None, [Problem("S011", end, "cannot read this")]
    deep = _too_deep(node)
    return (None, [deep]) if deep is not None else (node, [])


def _lumps(text: Readable) -> tuple[list[Lump], list[Problem]]:
    if isinstance(text, str):
        return lumps(text, 1, 1)
    return list(text.lumps if isinstance(text, Text) else text), []


def _brackets(found: list[Lump]) -> Problem | None:
    """What is wrong with the brackets: one not closed, one closed too often, too many inside each other."""
    opened: list[Lump] = []
    for lump in found:
        if lump.kind == "LPAR":
            opened.append(lump)
            if len(opened) > MOST_BRACKETS:
                return Problem("S012", lump.span, f"more than {MOST_BRACKETS} brackets inside each other")
        elif lump.kind == "RPAR":
            if not opened:
                return Problem("S012", lump.span, "a bracket is closed that was not opened", "", (), ")")
            opened.pop()
    if opened:
        return Problem("S012", opened[-1].span, "this bracket is not closed", "add `)`", ("`)`",), "(")
    return None


def _problem(error: Any, lumps_: list[Lump], end: Span) -> Problem:
    expected = _expected(set(error.accepts or error.expected))
    token = error.token
    found: list[Lump] = token.value if isinstance(token.value, list) else []
    if not found:
        last = lumps_[-1] if lumps_ else None
        if last is None:
            return Problem("S011", end, "something is missing here", "", expected)
        hint = "leave out the last `;`" if last.kind == "SEMI" else ""
        return Problem("S011", last.span, f"something is missing after `{last.text}`", hint, expected, last.text)
    text = joined(found)
    shown = f'"{text}"' if found[0].kind == "STRING" else f"`{text}`"
    return Problem(
        "S011", found[0].span.to(found[-1].span), f"{shown} cannot stand here", _HINTS.get(text, ""), expected, text
    )


def _expected(names: set[str]) -> tuple[str, ...]:
    if "NUMBER" in names:
        said = ["a value"]
        names -= _ATOMS | {"NOT", "ANY", "HIGHEST", "LOWEST"}
    else:
        said = []
    said += [words for kinds, words in _EXPECTED if kinds & names]
    return tuple(said[:5])


def _too_deep(node: Node) -> Problem | None:
    """Expressions nested deeper than the limit are refused, so that no reader of the tree runs out of depth."""
    level = [node]
    for _ in range(MOST_BRACKETS + 16):
        level = [
            child
            for node in level
            for arg in node.args
            for child in (arg if isinstance(arg, tuple) and not isinstance(arg, Lump) else (arg,))
            if isinstance(child, Node)
        ]
        if not level:
            return None
    return Problem(
        "S012", node.span, "this is nested too deep", "give a part of it a name in the Glossary, and use that"
    )
