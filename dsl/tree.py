"""The syntax tree inside a line. Single children are inlined: an expression of one word is one node."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from titleworks.dsl.source import Span


class Lump(NamedTuple):
    """A lexeme: its text, its class and where it stands.

    Classes: WORD NAME NUMBER PERCENT SERIES PATH COUNT BLANK STRING (the text is without its quotation marks),
    LPAR RPAR COMMA SEMI COLON BAR, PLUS MINUS STAR SLASH. A class never depends on what is declared: `10/10` is a
    SERIES and may still be the name of a train.
    """

    text: str
    kind: str
    span: Span


def joined(lumps: Iterable[Lump]) -> str:
    """The text of lumps, with single blanks between."""
    return " ".join(lump.text for lump in lumps)


@dataclass(frozen=True, slots=True)
class Node:
    """A node: `op` says what it is, `args` are nodes (or for a noun its lumps).

    Brackets leave no node of their own, but the span of what they hold includes them.

    | op | args |
    | --- | --- |
    | `noun` | its lumps |
    | `string` | the text |
    | `and` `or` | two or more conditions |
    | `not` | one condition |
    | `is` `is not` `is a` `is not a` `in` `not in` `at least` `at most` `more than` `less than` | left, right |
    | `+` `-` `*` `/` | left, right |
    | `rounded up` `rounded down` | amount |
    | `of` | left, right |
    | `any` `number of` | list |
    | `sum of` `highest` `lowest` | what, list |
    | `larger of` `smaller of` | a `list` |
    | `list` | items |
    | `where` | list, condition, keys |
    | `by` | list, keys |
    | `key` | `highest` or `lowest`, what |
    | `cases` | each a `case` |
    | `case` | condition or None, then a `value` (in brackets: an expression) |
    | `value` | each a `note` |
    | `note` | an expression or None, tuple of `reach` |
    | `reach` | particle, then an expression (in a note), a `list` (in a sentence), or None |
    | `call` | a `list` or None, tuple of `reach` |
    | `acts` | each an `act` |
    | `act` | may (bool), verb, a `list` or None, tuple of `reach`, condition or None |
    """

    op: str
    args: tuple[object, ...]
    span: Span

    def text(self) -> str:
        """The text of a noun: its lumps with single blanks."""
        return joined(lump for lump in self.args if isinstance(lump, Lump))

    def nodes(self) -> tuple["Node", ...]:
        """The arguments that are nodes."""
        return tuple(arg for arg in self.args if isinstance(arg, Node))


def shape(node: object) -> object:
    """A node without its places, as nested tuples: two texts that differ only in layout have equal shapes."""
    if isinstance(node, Lump):
        return (node.kind, node.text)
    if isinstance(node, Node):
        return (node.op, *(shape(arg) for arg in node.args))
    if isinstance(node, tuple):
        return tuple(shape(arg) for arg in node)
    return node
