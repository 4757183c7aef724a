"""What all instructions have in common, and those that wait for a user.

`env` is as in expressions: what the event or power knows, then the names given in the code.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from titleworks.runtime.errors import Refused, TableError
from titleworks.runtime.expressions import Function, Scope, prepare
from titleworks.runtime.table import operators
from titleworks.runtime.table.operators import INSTRUCTIONS

if TYPE_CHECKING:
    from titleworks.runtime.prepared import PreparedPower, PreparedRule

Action = dict[str, Any]
Env = tuple[Any, ...]

#: name -> class
CLASSES: dict[str, type["Instruction"]] = {}


class Instruction:
    """One instruction, prepared: its arguments are attributes named as in `INSTRUCTIONS`, expressions functions."""

    name: ClassVar[str]

    def __init_subclass__(cls, name: str | None = None) -> None:
        if name is not None:
            cls.name = name
            CLASSES[name] = cls

    @classmethod
    def hidden_names(cls, row: list[Any]) -> tuple[str, ...]:
        """Names in the env that an instruction needs beside those it is given."""
        return ()

    def bind(self, row: list[Any], scope: Scope) -> None:
        """Take note of where its hidden names stand in the env."""

    def execute(self, game: Any, rule: "PreparedRule", pc: int, values: list[Any]) -> int:
        """Carry it out when it does not wait; the position of the next instruction. May give names their values."""
        self.carry_out(game, tuple(values))
        return pc + 1

    def carry_out(self, game: Any, env: Env) -> None:
        """What it does. Raises Refused if that is not possible."""


class Joined(NamedTuple):
    """A power that an action uses beside the one it answers: where its code waits for the same answer."""

    power: "PreparedPower"
    pc: int
    env: Env


class Awaited(Instruction):
    """An instruction that a user answers by an action, if there is anything to choose."""

    #: type of the action that answers
    action: ClassVar[str]
    #: what is to be done, for messages
    purpose: ClassVar[str] = "choose"
    #: whether it goes on waiting after an answer until nothing is left to do
    repeats: ClassVar[bool] = False

    def waits(self, game: Any, rule: "PreparedRule", env: Env) -> bool:
        """Whether it waits for somebody. What can be carried out in one way only, or in none, does not."""
        raise NotImplementedError

    @property
    def may_be_declined(self) -> bool:
        """Whether a pass answers it."""
        return False

    def askers(self, game: Any, rule: "PreparedRule", env: Env) -> list[int]:
        """Who must answer: the private whose power it is, the power's user, else who is asked by a rule."""
        if rule.is_power:
            return rule.asked(game, env)
        asked = self.asked_by_rule(game, env)
        return [] if asked is None else [asked]

    def asked_by_rule(self, game: Any, env: Env) -> int | None:
        """Who answers it in a rule: the company whose turn it is."""
        operator: int | None = game.operator()
        return operator

    def answers(self, game: Any, rule: "PreparedRule", env: Env, base: Action) -> Iterator[Action]:
        """The actions that answer it, as far as it can tell alone; `base` has their type and entity."""
        raise NotImplementedError

    def listed(self, game: Any, rule: "PreparedRule", env: Env, entity: int) -> Iterator[Action]:
        """All answers of an entity, a pass among them where it may be declined."""
        yield from self.answers(game, rule, env, {"type": rule.action_type(self), **game.entity_fields(entity)})
        if self.may_be_declined:
            yield {"type": "pass", **game.entity_fields(entity)}

    def take(
        self, game: Any, rule: "PreparedRule", values: list[Any], action: Action, joined: "Sequence[Joined]" = ()
    ) -> None:
        """Carry it out as an action says, with the `joined` powers that the action uses at the same time.

        Raises Refused if the action does not fit or is not legal.
        """
        self.check_type(rule, action)
        self.answer(game, rule, values, action)

    def check_type(self, rule: "PreparedRule", action: Action) -> None:
        """Raise Refused unless the action is of the type that answers it."""
        expected = rule.action_type(self)
        if action["type"] != expected:
            raise Refused(f"a {expected} is awaited, not a {action['type']}")

    def answer(self, game: Any, rule: "PreparedRule", values: list[Any], action: Action) -> None:
        """Carry it out as an action of the right type says."""
        raise NotImplementedError

    def joined(self, game: Any, rule: "PreparedRule", action: Action) -> "list[PreparedPower]":
        """Powers of other privates that the action uses at the same time."""
        return []


# ---- arguments ------------------------------------------------------------------------------------------------------


def _value(argument: Any, scope: Scope) -> Function:
    return prepare(argument, scope).as_function()


#: kind of argument -> what an argument of it becomes
_PREPARE: dict[str, Any] = {
    operators.VALUE: _value,
    operators.OPTIONAL: lambda argument, scope: None if argument is None else _value(argument, scope),
    operators.VALUES: lambda argument, scope: [_value(part, scope) for part in argument],
    operators.FLAG: lambda argument, scope: bool(argument),
    operators.TEXT: lambda argument, scope: argument,
    operators.TEXTS: lambda argument, scope: None if argument is None else tuple(argument),
    operators.TERMS: lambda argument, scope: dict(argument),
    operators.LOCAL: lambda argument, scope: scope.names[argument],
    operators.WORD: lambda argument, scope: scope.rules.word_number(argument),
    operators.LIST: lambda argument, scope: scope.rules.list_key(argument),
    operators.SIZE: lambda argument, scope: argument,
    operators.POSITION: lambda argument, scope: argument,
}


def prepare_instruction(row: list[Any], scope: Scope) -> Instruction:
    """An instruction of a table, prepared. Raises TableError if it is none."""
    name = row[0] if row else None
    if name not in CLASSES:
        raise TableError(f"unknown instruction {name!r}")
    made = CLASSES[name]()
    try:
        for (argument, kind), given in zip(INSTRUCTIONS[name].items(), row[1:], strict=True):
            setattr(made, argument, _PREPARE[kind](given, scope))
        made.bind(row, scope)
    except (IndexError, TypeError, KeyError, ValueError) as error:
        raise TableError(f"wrong instruction {row!r}: {error}") from error
    return made


def hidden_names(row: list[Any]) -> tuple[str, ...]:
    """Names in the env that an instruction of a table needs beside those it is given."""
    known = CLASSES.get(row[0]) if row and isinstance(row[0], str) else None
    return () if known is None else known.hidden_names(row)


def each_of(value: Any) -> tuple[Any, ...]:
    """A thing or a list of things as a list; `none` is no thing."""
    if value is None:
        return ()
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def values_of(functions: Iterable[Function], game: Any, env: Env) -> list[Any]:
    """What the parts of a written list give, lists among them opened."""
    values: list[Any] = []
    for function in functions:
        value = function(game, env)
        values.extend(value) if isinstance(value, (tuple, list)) else values.append(value)
    return values
