"""Choices of somebody, in the forms of the records."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from titleworks.runtime import stations, trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.expressions import Function
from titleworks.runtime.instructions.base import Action, Awaited, Env
from titleworks.runtime.steps import token
from titleworks.runtime.table.vocabulary import RECORD_FORMS

if TYPE_CHECKING:
    from titleworks.runtime.prepared import PreparedRule


class Choose(Awaited, name="choose"):
    """Somebody chooses one of some things; it has a name from there on."""

    action = "choose"
    local: int
    things: Function
    may: bool
    asker: Function | None
    kind: str

    def waits(self, game: Any, rule: "PreparedRule", env: Env) -> bool:
        return bool(self.things(game, env))

    @property
    def may_be_declined(self) -> bool:
        return self.may

    def askers(self, game: Any, rule: "PreparedRule", env: Env) -> list[int]:
        if self.asker is None:
            return super().askers(game, rule, env)
        asked = self.asker(game, env)
        return [] if asked is None else [asked]

    def answers(self, game: Any, rule: "PreparedRule", env: Env, base: Action) -> Iterator[Action]:
        for position, value in enumerate(self.things(game, env)):
            yield self._offer(game, rule, position, value, base)

    def answer(self, game: Any, rule: "PreparedRule", values: list[Any], action: Action) -> None:
        for position, value in enumerate(self.things(game, tuple(values))):
            if says(action, self._offer(game, rule, position, value, action)):
                values[self.local] = value
                return
        field = RECORD_FORMS[action["type"]]
        said = None if field is None else action.get(field)
        raise Refused(f"{said!r} is not among the choices")

    def _offer(self, game: Any, rule: "PreparedRule", position: int, value: Any, base: Action) -> Action:
        """The action that chooses the value at a position of what is offered; titles may say that records write the
        position instead of the value."""
        form = rule.row if rule.first_awaited is self else None
        if form is not None and form.by_position:
            return _chosen(game, "number", position, base)
        made = _chosen(game, self.kind, value, base)
        field = RECORD_FORMS[base["type"]]
        return made | {field: made[field] + form.ending} if form is not None and form.ending and field else made


def says(action: Action, offer: Action) -> bool:
    """Whether the action chooses what the offer does. Sellers other than the bank are named in records by names that
    the game does not know: of them there is one."""
    field = RECORD_FORMS[action["type"]]
    if field is None:
        return True
    said, known = str(action.get(field)), str(offer.get(field))
    if action["type"] == "special_buy":
        return ("bank" in said.split()) == (known == "bank")
    return said == known


def _chosen(game: Any, kind: str, value: Any, action: Action) -> Action:
    """The action with what was chosen written into it."""
    field = RECORD_FORMS[action["type"]]
    made = dict(action) if field is None else action | {field: _text(game, value, kind)}
    if action["type"] == "destination_connection":
        made["corporations"] = [action["entity"]]
    if action["type"] == "assign":
        made["target_type"] = "hex" if kind == "hex" else "corporation"
    return made


def _text(game: Any, value: Any, kind: str) -> str:
    """How a choice of a kind of thing is written in an action."""
    if kind in ("company", "private", "player", "holder"):
        return str(game.name(value))
    if kind in ("hex", "train kind", "phase", "tile"):
        return str(game.rules.row_name(kind, value))
    if kind == "train":
        return trains.card_text(game, value)
    if kind in ("city", "token"):
        city = value if kind == "city" else stations.city_of(game, value)
        return "" if city is None else token.city_text(game, *city)
    return str(value)
