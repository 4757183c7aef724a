"""Trains: set aside, handed over, joined, lengthened, bought from the bank, exported (core 15)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from titleworks.runtime import train_effects, trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.expressions import Function
from titleworks.runtime.instructions.base import Action, Awaited, Env, Instruction, each_of

if TYPE_CHECKING:
    from titleworks.runtime.prepared import PreparedRule


class Reserve(Instruction, name="reserve"):
    """A train of a kind leaves the depot and waits for a private."""

    kind: Function
    holder: Function

    def carry_out(self, game: Any, env: Env) -> None:
        train_effects.reserve(game, self.kind(game, env), self.holder(game, env))


class GiveTrains(Instruction, name="give trains"):
    """Trains come to a company free, with that side up if one is named; they may not be allowed to run this round."""

    trains: Function
    taker: Function
    side: Function | None
    runs: bool

    def carry_out(self, game: Any, env: Env) -> None:
        taker = self.taker(game, env)
        if taker is None:
            return
        side = None if self.side is None else self.side(game, env)
        for card in each_of(self.trains(game, env)):
            train_effects.receive(game, taker, card, side, self.runs)


class Combine(Instruction, name="combine"):
    """A kind of train is joined to a train for good."""

    train: Function
    kind: Function

    def carry_out(self, game: Any, env: Env) -> None:
        card, kind = self.train(game, env), self.kind(game, env)
        if card is not None and kind is not None:
            combined = game.state.combined
            combined[card] = (*combined.get(card, ()), kind)


class Extend(Instruction, name="extend"):
    """A train has more places for this run."""

    train: Function
    stops: tuple[str, ...] | None
    number: Function | None

    def carry_out(self, game: Any, env: Env) -> None:
        card = self.train(game, env)
        number = None if self.number is None else self.number(game, env)
        if card is not None:
            extended = game.state.round.extended
            extended[card] = (*extended.get(card, ()), (self.stops, number))


class BuyTrain(Awaited, name="buy train"):
    """The company buys the bank's next train at a price."""

    action = "buy_train"
    price: Function
    may: bool

    def waits(self, game: Any, rule: "PreparedRule", env: Env) -> bool:
        return rule.is_power or self._possible(game, rule, env)

    def _possible(self, game: Any, rule: "PreparedRule", env: Env) -> bool:
        company = rule.acting(game, env)
        return company is not None and train_effects.next_train_problem(game, company, self.price(game, env)) is None

    @property
    def may_be_declined(self) -> bool:
        return self.may

    def answers(self, game: Any, rule: "PreparedRule", env: Env, base: Action) -> Iterator[Action]:
        if self._possible(game, rule, env):
            yield base | train_effects.next_train_action(game, self.price(game, env))

    def answer(self, game: Any, rule: "PreparedRule", values: list[Any], action: Action) -> None:
        env = tuple(values)
        company = rule.acting(game, env)
        if company is None:
            raise Refused("no company can buy a train now")
        train_effects.buy_next(game, company, self.price(game, env), action)


class Export(Instruction, name="export"):
    """The bank's next train leaves the game, as if bought or without effect."""

    effect: bool

    def carry_out(self, game: Any, env: Env) -> None:
        trains.export(game, self.effect)


class ForgetRoutes(Instruction, name="forget routes"):
    """No company has ever had a route any more."""

    def carry_out(self, game: Any, env: Env) -> None:
        game.state.routed = [0] * game.rules.company_count
