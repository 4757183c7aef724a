"""Payments and debts."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from titleworks.runtime import emergency
from titleworks.runtime.errors import Refused
from titleworks.runtime.expressions import Function
from titleworks.runtime.instructions.base import Action, Awaited, Env, Instruction, Joined

if TYPE_CHECKING:
    from titleworks.runtime.prepared import PreparedRule


class PayDue(Instruction, name="pay due"):
    """A payment that must be made, even if the payer then owes it."""

    amount: Function
    giver: Function
    taker: Function

    def carry_out(self, game: Any, env: Env) -> None:
        amount, giver, taker = self.amount(game, env), self.giver(game, env), self.taker(game, env)
        if amount and giver is not None and taker is not None:
            self.pay(game, int(amount), giver, taker)

    def pay(self, game: Any, amount: int, giver: int, taker: int) -> None:
        """Make the payment."""
        game.pay(amount, giver, taker)


class Pay(PayDue, name="pay"):
    """A payment by who has the money."""

    def pay(self, game: Any, amount: int, giver: int, taker: int) -> None:
        if amount < 0:
            raise Refused("a payment may not be negative")
        if giver != game.rules.bank and game.state.cash[giver] < amount:
            raise Refused(f"{game.name(giver)} cannot pay {amount}")
        game.pay(amount, giver, taker)


class SettleDebt(Awaited, name="settle debt"):
    """The president brings what a company could not pay, in as many actions as it takes."""

    action = "payoff_debt"
    purpose = "pay what is due"
    repeats = True
    company: Function

    def waits(self, game: Any, rule: "PreparedRule", env: Env) -> bool:
        debtor = self.company(game, env)
        return debtor is not None and game.state.cash[debtor] < 0

    def askers(self, game: Any, rule: "PreparedRule", env: Env) -> list[int]:
        debtor = self.company(game, env)
        return [game.state.president[debtor], debtor]

    def listed(self, game: Any, rule: "PreparedRule", env: Env, entity: int) -> Iterator[Action]:
        own = game.entity_fields(entity)
        for action in emergency.debt_actions(game, self.company(game, env)):
            if action["entity_type"] == own["entity_type"] and action["entity"] == own["entity"]:
                yield action

    def take(
        self, game: Any, rule: "PreparedRule", values: list[Any], action: Action, joined: Sequence[Joined] = ()
    ) -> None:
        emergency.settle_debt(game, self.company(game, tuple(values)), action)


class Debt(Instruction, name="debt"):
    """A debt of a player grows, or falls to nothing at least."""

    player: Function
    amount: Function

    def carry_out(self, game: Any, env: Env) -> None:
        player = self.player(game, env)
        if player is not None:
            debt = game.state.debt
            debt[player] = max(0, debt[player] + int(self.amount(game, env)))
