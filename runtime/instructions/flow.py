"""The flow of the code: conditions, jumps, loops, and names for what was found."""

from typing import TYPE_CHECKING, Any

from titleworks.runtime import draws
from titleworks.runtime.expressions import Function, Scope
from titleworks.runtime.instructions.base import Instruction

if TYPE_CHECKING:
    from titleworks.runtime.prepared import PreparedRule


class Unless(Instruction, name="unless"):
    """Go on elsewhere if something is not so."""

    condition: Function
    then: int

    def execute(self, game: Any, rule: "PreparedRule", pc: int, values: list[Any]) -> int:
        return pc + 1 if self.condition(game, tuple(values)) else self.then


class Jump(Instruction, name="jump"):
    """Go on elsewhere."""

    then: int

    def execute(self, game: Any, rule: "PreparedRule", pc: int, values: list[Any]) -> int:
        return self.then


class Each(Instruction, name="each"):
    """The next element of a loop; the cursor holds the list as it was on entry, and the position in it."""

    local: int
    things: Function
    then: int

    @classmethod
    def hidden_names(cls, row: list[Any]) -> tuple[str, ...]:
        return (f"cursor {row[1]}",)

    def bind(self, row: list[Any], scope: Scope) -> None:
        [cursor] = self.hidden_names(row)
        self.cursor = scope.names[cursor]

    def execute(self, game: Any, rule: "PreparedRule", pc: int, values: list[Any]) -> int:
        elements, position = values[self.cursor] or (tuple(self.things(game, tuple(values)) or ()), 0)
        if position >= len(elements):
            values[self.cursor] = None
            return self.then
        values[self.local] = elements[position]
        values[self.cursor] = (elements, position + 1)
        return pc + 1


class Call(Instruction, name="call"):
    """Something has a name from here on."""

    local: int
    value: Function

    def execute(self, game: Any, rule: "PreparedRule", pc: int, values: list[Any]) -> int:
        values[self.local] = self.value(game, tuple(values))
        return pc + 1


class Draw(Instruction, name="draw"):
    """One of some things at random: one draw, by its remainder (core 4)."""

    local: int
    things: Function

    def execute(self, game: Any, rule: "PreparedRule", pc: int, values: list[Any]) -> int:
        things = self.things(game, tuple(values))
        values[self.local] = things[draws.index(game, len(things))] if things else None
        return pc + 1
