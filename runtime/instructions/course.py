"""The course of play: rounds, steps, events of the title, words of the glossary."""

from typing import Any

from titleworks.runtime import stock_round
from titleworks.runtime.expressions import Function
from titleworks.runtime.instructions.base import Env, Instruction


class Set(Instruction, name="set"):
    """A word has a value."""

    word: int
    thing: Function | None
    value: Function

    def carry_out(self, game: Any, env: Env) -> None:
        subject = None if self.thing is None else self.thing(game, env)
        game.state.words[self.word][subject] = self.value(game, env)


class Add(Instruction, name="add"):
    """A word that is a number grows."""

    word: int
    thing: Function | None
    value: Function

    def carry_out(self, game: Any, env: Env) -> None:
        subject = None if self.thing is None else self.thing(game, env)
        word = game.state.words[self.word]
        before = word.get(subject, game.rules.word_first(self.word)) or 0
        word[subject] = before + self.value(game, env)


class Shorten(Instruction, name="shorten"):
    """The operating round is the last of its set."""

    def carry_out(self, game: Any, env: Env) -> None:
        if game.operator() is not None:
            game.state.rounds_planned = game.state.round.number


class Skip(Instruction, name="skip"):
    """A step of the operating turn is over."""

    step: str

    def carry_out(self, game: Any, env: Env) -> None:
        game.skip_step(self.step)


class EndTurn(Instruction, name="end turn"):
    """The stock turn is over."""

    def carry_out(self, game: Any, env: Env) -> None:
        if game.state.round.kind == "stock round":
            stock_round.end_turn(game)


class Announce(Instruction, name="announce"):
    """An event of the title happens."""

    event: str
    thing: Function | None

    def carry_out(self, game: Any, env: Env) -> None:
        game.emit(self.event, *(() if self.thing is None else (self.thing(game, env),)))
