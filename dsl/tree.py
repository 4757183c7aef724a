"""The syntax tree inside a line. Single children are inlined: an expression of one word is one node."""

from dataclasses import dataclass
from typing import NamedTuple

from titleworks.dsl.source import Span


class Lump(NamedTuple):
    """A lexeme: its text, its class (WORD, NAME, NUMBER ...) and where it stands."""

    text: str
    kind: str
    span: Span


@dataclass(frozen=True, slots=True)
class Node:
    """A node: `op` says what it is, `args` are nodes (or for a noun its lumps).

    noun (lumps), string, and, or, not, compare words (`is`, `is not`, `is a`, `is not a`, `in`, `not in`, `at least`,
    `at most`, `more than`, `less than`), + - * /, rounded up, rounded down, of, any, number of, sum of (what, list),
    highest, lowest (what, list), larger of, smaller of, list, cases ((condition or None, value) pairs), where (list,
    condition), by (list, keys), key (highest or lowest, what), value (notes), note (what or None, reaches), reach (particle,
    items), act (may, verb, items, reaches, condition).
    """

    op: str
    args: tuple[object, ...]
    span: Span

    def text(self) -> str:
        """The text of a noun: its lumps with single blanks."""
        return " ".join(lump.text for lump in self.args if isinstance(lump, Lump))

    def nodes(self) -> tuple["Node", ...]:
        """The arguments that are nodes."""
        return tuple(arg for arg in self.args if isinstance(arg, Node))
