"""One sentence: its parts by name, as the writers of verbs ask for them, and the code they write."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import lower
from titleworks.compiler.nouns import Scope, Typed
from titleworks.compiler.types import element, is_list
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Node


@dataclass
class Code:
    """Code being written: instructions, and the passing names with their types."""

    instructions: list[list[Any]] = field(default_factory=list)
    slots: dict[str, str] = field(default_factory=dict)

    def add(self, *parts: Any) -> list[Any]:
        """One more instruction; it is given back, so that a jump can be told its aim later."""
        self.instructions.append(list(parts))
        return self.instructions[-1]

    @property
    def end(self) -> int:
        """The number of the next instruction."""
        return len(self.instructions)


class Pattern(Exception):
    """The parts of a sentence do not fit its verb; the text says what is wrong, if more is to be said."""


class Act:
    """The parts of a sentence by name, and the scope they are read in.

    `items`: what stands after the verb; `reaches`: what stands after each small word. `may`: it may be left out.
    `passing`: the name that it gives to what it finds.
    """

    def __init__(self, node: Node, scope: Scope, span: Span, may: bool, passing: str) -> None:
        self.scope, self.span, self.may, self.passing = scope, span, may, passing
        items = node.args[2]
        self.items = items.nodes() if isinstance(items, Node) else ()
        self.reaches: dict[str, tuple[Node, ...]] = {}
        for reach in node.args[3]:  # type: ignore[attr-defined]
            particle, given = reach.args
            if particle in self.reaches:
                raise Pattern(f"two `{particle}`")
            self.reaches[particle] = given.nodes() if isinstance(given, Node) else ()

    def only(self, *particles: str) -> None:
        """Refuse particles the verb does not know."""
        for particle in self.reaches:
            if particle not in particles:
                raise Pattern(f"no `{particle}` here")

    # ---- parts ----------------------------------------------------------------------------------------------------

    def many(self, particle: str | None = None) -> tuple[Node, ...]:
        """The things after the verb, or after a particle; at least one."""
        found = self._found(particle)
        if not found:
            raise Pattern(f"something after {_place(particle)}")
        return found

    def one(self, particle: str | None = None) -> Node:
        """The one thing after the verb, or after a particle."""
        found = self._found(particle)
        if len(found) != 1:
            raise Pattern(f"one thing after {_place(particle)}")
        return found[0]

    def _found(self, particle: str | None) -> tuple[Node, ...]:
        return self.items if particle is None else self.reaches.get(particle, ())

    def words(self, particle: str) -> list[str]:
        """The texts of the things after a particle; empty if the particle is not there."""
        return [node.text() for node in self.reaches.get(particle, ())]

    # ---- values ---------------------------------------------------------------------------------------------------

    def value(self, kind: str | None, particle: str | None = None) -> Any:
        """The one thing after the verb or a particle, of a kind, in the table's form. Raises Wrong."""
        return lower(self.one(particle), self.scope, kind)[0]

    def values(self, kind: str | None, particle: str | None = None) -> list[Any]:
        """All things after the verb or a particle, each of a kind, in the table's form. Raises Wrong."""
        return [lower(node, self.scope, kind)[0] for node in self.many(particle)]

    def perhaps(self, kind: str | None, particle: str) -> Any:
        """The one thing after a particle that need not be there; None without it. Raises Wrong."""
        return self.value(kind, particle) if particle in self.reaches else None

    def typed(self, particle: str | None = None) -> Typed:
        """The one thing after the verb or a particle, with its type. Raises Wrong."""
        return lower(self.one(particle), self.scope)

    def several(self, particle: str) -> Typed:
        """The list after a particle, with its type. Raises Wrong."""
        items, kind = self.typed(particle)
        if not is_list(kind):
            raise Pattern(f"after `{particle}` stands a list")
        return items, kind


#: Writes the code of a sentence. Raises Pattern, or Wrong.
Writer = Callable[[Act, Code], None]


def _place(particle: str | None) -> str:
    return "the verb" if particle is None else f"`{particle}`"


def member(kind: str) -> str:
    """What a type is, or is a list of."""
    return element(kind) if is_list(kind) else kind


def area(node: Node, text: str, scope: Scope) -> str:
    """The name of an area of tokens. Raises Wrong."""
    if text not in scope.names.areas:
        hint = did_you_mean(text, sorted(scope.names.areas))
        raise Wrong("N001", node.span, f"no token waits in an area `{text}`", hint)
    return text


def each_of(verb: str, kind: str | None = None) -> Writer:
    """A sentence about things, one instruction each: `close THING`, `renew COMPANY`, `refill DECK`."""

    def write(act: Act, code: Code) -> None:
        act.only()
        for value in act.values(kind):
            code.add(verb, value)

    return write


def fixed(word: str, *instruction: str) -> Writer:
    """A sentence with one word after its verb, and nothing else: `end turn`, `shorten set`."""

    def write(act: Act, code: Code) -> None:
        act.only()
        if act.one().text() != word:
            raise Pattern
        code.add(*instruction)

    return write
