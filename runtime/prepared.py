"""Rules and powers of a title, prepared for one set-up."""

from typing import Any

from titleworks.runtime.expressions import Function, Scope, prepare
from titleworks.runtime.instructions.base import Awaited, Env, Instruction, prepare_instruction
from titleworks.runtime.instructions.choices import Choose
from titleworks.runtime.instructions.flow import Call
from titleworks.runtime.table.models import Power, Rule

#: Types of action that name the power itself, if it asks nothing.
_NAMING = ("choose", "choose_ability")


class PreparedRule:
    """A rule: its condition (None: always), its code, and the length of the env that both need."""

    is_power = False
    #: the private of whose paragraph it is
    private: int | None = None

    def __init__(self, row: Any, scope: Scope, condition: Function | None) -> None:
        self.row: Rule | Power = row
        self.size = len(scope.names)
        self.condition = condition
        self.code: list[Instruction] = [prepare_instruction(instruction, scope) for instruction in row.code]
        #: position of the first instruction that a user answers; None if there is none
        self.trigger: int | None = next(
            (n for n, one in enumerate(self.code) if isinstance(one, Awaited) and not one.repeats), None
        )

    @property
    def first_awaited(self) -> Awaited | None:
        """The first instruction that a user answers."""
        found = None if self.trigger is None else self.code[self.trigger]
        return found if isinstance(found, Awaited) else None

    def action_type(self, instruction: Awaited) -> str:
        """The type of the action that answers an instruction; a title says how records write the first choice.

        What is asked after the first question is a plain choice.
        """
        if isinstance(instruction, Choose) and instruction is self.first_awaited:
            return self.row.record
        return instruction.action

    def user(self, game: Any, env: Env) -> int | None:
        """Whose power it is; nobody's if it is a rule."""
        return None

    def asked(self, game: Any, env: Env) -> list[int]:
        """Who answers for it: the private in whose paragraph it stands, or its user."""
        asked = self.private if self.private is not None else self.user(game, env)
        return [] if asked is None else [asked]

    def acting(self, game: Any, env: Env) -> int | None:
        """The company for which it acts: a power's user or the private's owner if a company, else the operator."""
        operator: int | None = game.operator()
        return operator


class PreparedPower(PreparedRule):
    """A power: besides, who may use it, when, and its private if it stands in a private's paragraph."""

    is_power = True
    row: Power

    def __init__(self, row: Power, scope: Scope, condition: Function | None, number: int, private: int | None) -> None:
        super().__init__(row, scope, condition)
        self._who = prepare(row.who, scope).as_function()
        self.number = number
        self.private = private

    def user(self, game: Any, env: Env) -> int | None:
        """Who may use it, as the title says it, whatever else is needed."""
        who: int | None = self._who(game, env)
        return who

    def acting(self, game: Any, env: Env) -> int | None:
        """The company for which it acts: the private's owner or its user if a company, else the operator."""
        owner = None if self.private is None else game.state.owner[self.private]
        for entity in (owner, self.user(game, env)):
            if entity is not None and game.rules.is_company(entity):
                return int(entity)
        return super().acting(game, env)

    def is_used_up(self, game: Any) -> bool:
        """Whether it was used as often as it may be."""
        return self.row.uses is not None and game.state.uses[self.number] >= self.row.uses

    def usable_by(self, game: Any, env: Env) -> int | None:
        """Who may use it now, apart from its moment: None if nobody."""
        if self.is_used_up(game) or (self.private is not None and game.state.owner[self.private] is None):
            return None
        who = self.user(game, env)
        if who is None or (self.condition is not None and not self.condition(game, self.with_user(env, who))):
            return None
        return who

    def with_user(self, env: Env, who: int | None) -> Env:
        """The env in which its user has a name."""
        return env if self.row.known is None else (who, *env[1:])

    def empty_env(self) -> Env:
        """An env in which nothing is known yet."""
        return (None,) * self.size

    def begins(self, action: dict[str, Any]) -> bool:
        """Whether an action uses it: it answers the first thing asked, or chooses a power that asks nothing."""
        first = self.first_awaited
        if first is not None:
            return bool(action["type"] == self.action_type(first))
        named = self.row.record not in _NAMING or action.get("choice") == self.row.name
        return bool(action["type"] == self.row.record and named)

    def first_listed(self, game: Any, env: Env, entity: int) -> list[dict[str, Any]]:
        """Actions of an entity that may begin its use: answers to the first question, or the choice of the power."""
        first = self.first_awaited
        if first is None:
            return [{"type": self.row.record, **game.entity_fields(entity), "choice": self.row.name}]
        values = list(env)
        for instruction in self.code[: self.trigger]:
            if isinstance(instruction, Call):  # the passing names that the sentences before it give
                instruction.execute(game, self, 0, values)
        return list(first.listed(game, self, tuple(values), entity))
