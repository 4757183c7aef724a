"""Lists that rules change: words of the glossary, and the companies and privates in the game."""

from typing import Any

from titleworks.runtime import bid_boxes, closing, draws
from titleworks.runtime.expressions import Function
from titleworks.runtime.instructions.base import Env, Instruction, each_of

#: a word of the glossary, or `company`, `private` for those in the game
ListKey = int | str


def _elements(game: Any, key: ListKey) -> list[Any]:
    if key == "company":
        return list(game.state.companies)
    if key == "private":
        return list(game.state.privates)
    return list(game.state.words[key].get(None, game.rules.word_first(key)) or ())


def _change(game: Any, key: ListKey, elements: list[Any]) -> None:
    if key == "company":
        game.state.companies = elements
    elif key == "private":
        game.state.privates = elements
    else:
        game.state.words[key][None] = tuple(elements)


class Shuffle(Instruction, name="shuffle"):
    """The list in the order of one draw each (core 4)."""

    of: ListKey

    def carry_out(self, game: Any, env: Env) -> None:
        _change(game, self.of, draws.shuffled(game, _elements(game, self.of)))


class TakeOut(Instruction, name="take out"):
    """Things are in the list no more."""

    things: Function
    of: ListKey

    def carry_out(self, game: Any, env: Env) -> None:
        out = each_of(self.things(game, env))
        _change(game, self.of, [one for one in _elements(game, self.of) if one not in out])


class Put(Instruction, name="put"):
    """Put things at the top or the end of a list; what was in it already is moved. The top of a deck with bid boxes is
    right behind these."""

    things: Function
    end: str
    of: ListKey

    def carry_out(self, game: Any, env: Env) -> None:
        things = each_of(self.things(game, env))
        rest = [one for one in _elements(game, self.of) if one not in things]
        at = bid_boxes.top_of(game, self.of, rest) if self.end == "top" else len(rest)
        _change(game, self.of, [*rest[:at], *things, *rest[at:]])


class Swap(Instruction, name="swap"):
    """Two things of a list change places."""

    one: Function
    other: Function
    of: ListKey

    def carry_out(self, game: Any, env: Env) -> None:
        one, other = self.one(game, env), self.other(game, env)
        elements = _elements(game, self.of)
        if one in elements and other in elements:
            here, there = elements.index(one), elements.index(other)
            elements[here], elements[there] = other, one
            _change(game, self.of, elements)


class Remove(Instruction, name="remove"):
    """Companies or privates leave the game."""

    things: Function

    def carry_out(self, game: Any, env: Env) -> None:
        for thing in each_of(self.things(game, env)):
            closing.remove(game, thing)


class Cull(Instruction, name="cull"):
    """One draw for each thing in order; those with the lowest leave the game, the lowest first (core 4)."""

    count: Function
    things: Function

    def carry_out(self, game: Any, env: Env) -> None:
        for thing in draws.shuffled(game, self.things(game, env) or ())[: self.count(game, env)]:
            closing.remove(game, thing)
