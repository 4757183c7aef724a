"""What the title's answer to a question looks at, so that it need not be asked again while nothing of that changed."""

from collections.abc import Callable, Iterator
from typing import Any

from titleworks.runtime.table.models import Table
from titleworks.runtime.table.vocabulary import ATTRIBUTE


class Latest:
    """The latest value of something, made again only when what it looks at has changed."""

    def __init__(self) -> None:
        self._seen: Any = None
        self._value: Any = None

    def value(self, seen: Any, make: Callable[[], Any]) -> Any:
        """The value for what is `seen`, an immutable value that tells apart all that it looks at."""
        if seen != self._seen:
            self._value = make()
            self._seen = seen
        return self._value


class Reads:
    """What an answer looks at: `domains` of the state (as in the vocabulary), and `words` of the glossary by number.

    `known`: whether that is all: an answer that asks another question may look at anything, and companies and privates
    may leave the game.
    """

    def __init__(self, table: Table, word_numbers: dict[str, int], question: str) -> None:
        self.domains: set[str] = set()
        self.known = True
        names: set[str] = set()
        definitions = {definition.name: definition.value for definition in table.definitions}
        layers = table.questions.get(question, [])
        waiting: list[Any] = [layer.cases for layer in layers]
        if any(layer.this is not None and layer.this[0] == "private" for layer in layers):
            self.domains.add("privates")  # what a private's paragraph says holds while it is open
        done: set[str] = set()
        while waiting:
            for operator, arguments in _operators(waiting.pop()):
                if operator == "get":
                    about, _, name = arguments[0].partition(".")
                    self.domains.update(ATTRIBUTE[about, name].reads)
                elif operator == "state":
                    names.add(arguments[0])
                elif operator == "defined" and arguments[0] not in done:
                    done.add(arguments[0])
                    waiting.append(definitions.get(arguments[0]))
                elif operator == "ask" or (operator == "all" and arguments[0] in ("company", "private")):
                    self.known = False
        self.words = tuple(sorted(word_numbers[name] for name in names if name in word_numbers))

    def key(self, game: Any) -> tuple[Any, ...] | None:
        """A value that is the same as long as the answer is, if all it looks at is the map, the phase and words; else
        None."""
        if not self.known or not self.domains <= _CHEAP:
            return None
        state = game.state
        return (state.board.version, state.phase, *[tuple(state.words[number].items()) for number in self.words])


#: Domains of the state that the version of the board, the phase and the words tell apart.
_CHEAP = frozenset({"set-up", "phase", "track", "tokens", "words"})


#: Operators that look at the state.
_LOOKING = frozenset({"get", "state", "defined", "ask", "all"})


def _operators(value: Any) -> Iterator[tuple[str, list[Any]]]:
    """All operators in an expression with their arguments."""
    if isinstance(value, (list, tuple)):
        if value and isinstance(value[0], str) and value[0] in _LOOKING:
            yield value[0], list(value[1:])
        for part in value:
            yield from _operators(part)
