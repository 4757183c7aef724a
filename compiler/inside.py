"""Parses the inside of a line; the first problem is raised, so that one line gives one message."""

from collections.abc import Callable

from titleworks.compiler.diagnostics import Wrong
from titleworks.dsl.lines import Text
from titleworks.dsl.parser import parse_acts, parse_expression
from titleworks.dsl.source import Problem, Span
from titleworks.dsl.tree import Lump, Node

Parser = Callable[[list[Lump], Span], tuple[Node | None, list[Problem]]]


def read_inside(parser: Parser, text: Text) -> Node:
    """What a parser makes of a text. Raises Wrong."""
    if not text.lumps:
        raise Wrong("S011", text.span, "something is missing here")
    try:
        node, problems = parser(list(text.lumps), text.span)
    except RecursionError as error:
        message = "this is too long, or nested too deep"
        raise Wrong("S012", text.span, message, "cut it with definitions in the Glossary") from error
    if problems or node is None:
        first = problems[0]
        raise Wrong(first.code, first.span, first.message, first.hint, first.expected)
    return node


def parsed_expression(text: Text) -> Node:
    """The expression of a text. Raises Wrong."""
    return read_inside(parse_expression, text)


def parsed_acts(text: Text) -> Node:
    """The acts of a text. Raises Wrong."""
    return read_inside(parse_acts, text)
