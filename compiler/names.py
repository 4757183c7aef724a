"""The names a title gives: things by kind, words and definitions of its glossary, options."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from titleworks.compiler.diagnostics import meant
from titleworks.dsl.source import Span
from titleworks.runtime.table.vocabulary import NAMED_KINDS, ROUND_KIND, ZONES


@dataclass(frozen=True)
class Where:
    """A place in one of the files of a title."""

    source: int
    span: Span


@dataclass
class StateWordInfo:
    """A word of the glossary that holds state."""

    name: str
    about: str
    type: str
    where: Where
    level: int = 0
    used: bool = False


@dataclass
class DefinitionInfo:
    """A definition of the glossary; its type and value are found when it is first asked for.

    `replaces`: the definition or word of the extended title that it says anew.
    """

    name: str
    about: str | None
    item: Any
    where: Where
    type: str | None = None
    value: Any = None
    used: bool = False
    busy: bool = False
    replaces: "DefinitionInfo | StateWordInfo | None" = None

    @property
    def level(self) -> int:
        """The level of the file that says it."""
        return int(self.item.level)


def _no_definitions(info: DefinitionInfo) -> None:
    return


@dataclass
class Names:
    """All names of a title. `things`: kind -> name -> position. `refused`: heads whose line had an error.

    `rounds`: the title's own rounds -> their kind, `round_powers`: the power each asks for and where that is said.
    `resolve` reads a definition when an expression needs its type. `memo` holds what was lowered already.
    `left_out`: hexes of the extended title that are not on the map.
    `stops`: kinds of stops of the title, and what each is like; `stop_values`: the value of all stops of a kind.
    """

    things: dict[str, dict[str, int]] = field(default_factory=lambda: {kind: {} for kind in NAMED_KINDS})
    places: dict[tuple[str, str], Where] = field(default_factory=dict)
    levels: dict[tuple[str, str], int] = field(default_factory=dict)
    states: dict[str, StateWordInfo] = field(default_factory=dict)
    definitions: dict[str, DefinitionInfo] = field(default_factory=dict)
    options: dict[str, Where] = field(default_factory=dict)
    rounds: dict[str, str] = field(default_factory=dict)
    round_powers: dict[str, tuple[str, Where]] = field(default_factory=dict)
    classes: set[str] = field(default_factory=set)
    events: dict[str, str | None] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    resolve: Callable[[DefinitionInfo], None] = _no_definitions
    memo: dict[Any, Any] = field(default_factory=dict)
    depth: int = 0
    terrains: set[str] = field(default_factory=set)
    stops: dict[str, str] = field(default_factory=dict)
    stop_values: dict[str, dict[str, Any]] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)
    left_out: set[str] = field(default_factory=set)
    areas: set[str] = field(default_factory=lambda: {"available"})

    def add(self, kind: str, name: str, where: Where, level: int = 0) -> bool:
        """Give a thing its name and the next position of its kind; False if the name is taken."""
        named = self.things[kind]
        if name in named:
            return False
        named[name] = len(named)
        self.places[kind, name] = where
        self.levels[kind, name] = level
        return True

    def meant(self, kind: str, name: str) -> str | None:
        """The thing of the extended title that a new one nearly has the name of."""
        level = self.levels.get((kind, name), 0)
        older = (other for other in self.things[kind] if 0 < self.levels.get((kind, other), 0) < level)
        return meant(name, older)

    def add_zones(self, letters: set[str]) -> None:
        """The standard zones of the letters on the chart that the title does not name itself."""
        for letter, name in ZONES.items():
            if letter in letters and name not in self.things["zone"]:
                self.things["zone"][name] = len(self.things["zone"])

    def round_names(self) -> list[str]:
        """The rounds of the language and the title's own."""
        return [*ROUND_KIND, *self.rounds]

    def kinds_of(self, name: str) -> list[str]:
        """The kinds that have a thing of this name."""
        return [kind for kind, named in self.things.items() if name in named]
