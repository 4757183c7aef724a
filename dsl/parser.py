"""Parses the inside of a line with Lark: cases, one expression, or acts."""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from titleworks.dsl.lexer import tokens
from titleworks.dsl.source import MOST_BRACKETS, Problem, Span
from titleworks.dsl.tree import Lump, Node

_COMPARE = {
    "IS": "is",
    "IS_NOT": "is not",
    "IS_A": "is a",
    "IS_NOT_A": "is not a",
    "IN": "in",
    "NOT_IN": "not in",
    "AT_LEAST": "at least",
    "AT_MOST": "at most",
    "MORE_THAN": "more than",
    "LESS_THAN": "less than",
}
_NAMES = {
    "WORD": "a word",
    "NAME": "a name",
    "NUMBER": "a number",
    "RPAR": "`)`",
    "LPAR": "`(`",
    "COMMA": "`,`",
    "SEMI": "`;`",
    "IF": "`if`",
    "OF": "`of`",
    "AND": "`and`",
    "OR": "`or`",
    "IS": "`is`",
    "AT_LEAST": "`at least`",
    "ACROSS": "`across`",
    "PARTICLE": "a small word (to, from, on ...)",
}


def parse_cases(lumps: list[Lump], end: Span) -> tuple[Node | None, list[Problem]]:
    """`value if condition; value if condition; value` as a node `cases`."""
    return _parse("cases", lumps, end)


def parse_expression(lumps: list[Lump], end: Span) -> tuple[Node | None, list[Problem]]:
    """One expression."""
    return _parse("expression", lumps, end)


def parse_acts(lumps: list[Lump], end: Span) -> tuple[Node | None, list[Problem]]:
    """`verb things particle things if condition; ...` as a node `acts`."""
    return _parse("acts", lumps, end)


@cache
def _lark() -> Any:
    from lark import Lark
    from lark.lexer import Lexer, Token

    class LumpLexer(Lexer):
        """Hands Lark the tokens made from lumps."""

        def __init__(self, lexer_conf: Any) -> None:
            pass

        def lex(self, data: Any) -> Iterator[Token]:
            for kind, found in tokens(data):
                yield Token(kind, found)

    grammar = resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer=LumpLexer,
        start=["cases", "expression", "acts"],
        maybe_placeholders=True,
        keep_all_tokens=False,
    )


def _parse(start: str, lumps: list[Lump], end: Span) -> tuple[Node | None, list[Problem]]:
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    depth = 0
    for lump in lumps:
        depth += (lump.kind == "LPAR") - (lump.kind == "RPAR")
        if depth > MOST_BRACKETS:
            return None, [Problem("S012", lump.span, f"more than {MOST_BRACKETS} brackets inside each other")]
    try:
        tree = _lark().parse(lumps, start=start)
    except UnexpectedToken as error:
        return None, [_problem(error, end)]
    except UnexpectedInput:
        return None, [Problem("S011", end, "cannot read this")]
    return _build(tree), []


def _problem(error: Any, end: Span) -> Problem:
    expected = sorted({_NAMES[name] for name in error.expected if name in _NAMES})[:5]
    token = error.token
    found = token.value if isinstance(token.value, list) else None
    if not found:
        return Problem("S011", end, "something is missing at the end", expected=tuple(expected))
    text = " ".join(lump.text for lump in found)
    hint = ""
    if text == "or" or text == "and":
        hint = "after `is` one thing: for several write `in (3, 4)`"
    elif text == "where":
        hint = "put a `where` list inside something larger in brackets"
    return Problem("S011", found[0].span.to(found[-1].span), f"`{text}` cannot stand here", hint, tuple(expected))


# ---- Lark's tree as nodes -----------------------------------------------------------------------------------------


def _spans(tree: Any) -> Iterator[Span]:
    for child in tree.children:
        if child is None:
            continue
        if hasattr(child, "children"):
            yield from _spans(child)
        else:
            for lump in child.value:
                yield lump.span


def _span(tree: Any) -> Span:
    spans = list(_spans(tree))
    return spans[0].to(spans[-1]) if spans else Span(1, 1, 1, 1)


def _trees(tree: Any) -> list[Any]:
    return [child for child in tree.children if hasattr(child, "children")]


def _build(tree: Any) -> Node:
    name, span = str(tree.data), _span(tree)
    if name == "noun":
        return Node("noun", tuple(lump for token in tree.children for lump in token.value), span)
    if name == "string":
        return Node("string", (tree.children[0].value[0].text,), span)
    if name == "act":
        return _act(tree, span)
    children = _trees(tree)
    if name == "compare_":
        word = _COMPARE[children[1].children[0].type]
        return Node(word, (_build(children[0]), _build(children[2])), span)
    if name in ("case", "inner_case"):
        built = [_build(child) for child in children]
        return Node("case", (built[1] if len(built) > 1 else None, built[0]), span)
    if name == "inner_cases":
        made = [_build(child) for child in children]
        return Node(
            "cases", tuple(c if c.op == "case" else Node("case", (None, c), c.span) for c in made), span
        )
    if name == "note":
        what = [_build(child) for child in children if child.data != "reach"]
        reaches = tuple(_build(child) for child in children if child.data == "reach")
        return Node("note", (what[0] if what else None, reaches), span)
    if name in ("reach", "far"):
        particle = tree.children[0].value[0].text
        items = [_build(child) for child in children]
        return Node("reach", (particle, items[0] if items else None), span)
    if name == "key":
        way = next(token.value[0].text for token in tree.children if getattr(token, "type", "") in ("HIGHEST", "LOWEST"))
        return Node("key", (way, _build(children[0])), span)
    if name in ("or_", "and_") and len(children) == 1:
        return _build(children[0])
    op = _OPS.get(name, name.rstrip("_").replace("_", " "))
    return Node(op, tuple(_build(child) for child in children), span)


_OPS = {
    "plus": "+",
    "minus": "-",
    "times": "*",
    "divided": "/",
    "listed": "list",
}


def _act(tree: Any, span: Span) -> Node:
    may = any(getattr(child, "type", "") == "MAY" for child in tree.children)
    verb = ""
    items: Node | None = None
    reaches: list[Node] = []
    condition: Node | None = None
    for child in _trees(tree):
        if child.data == "verb":
            verb = child.children[0].value[0].text
        elif child.data == "list":
            items = _build(child)
        elif child.data == "far":
            reaches.append(_build(child))
        else:
            condition = _build(child)
    return Node("act", (may, verb, items, tuple(reaches), condition), span)
