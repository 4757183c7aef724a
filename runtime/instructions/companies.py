"""Companies and players: started, moved on the market, closed, out of the game."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from titleworks.runtime import closing, emergency, market, shares
from titleworks.runtime.errors import Refused
from titleworks.runtime.expressions import Function
from titleworks.runtime.instructions.base import Action, Awaited, Env, Instruction, each_of

if TYPE_CHECKING:
    from titleworks.runtime.prepared import PreparedRule


class Launch(Awaited, name="launch"):
    """A company is started at a par cell; the player chooses it if there is a choice.

    Without cells of its own the player may choose any par price, of which those `par offered` lets through are listed.
    """

    action = "par"
    purpose = "choose a par price"
    company: Function
    player: Function
    cells: Function | None
    payer: Function | None

    def waits(self, game: Any, rule: "PreparedRule", env: Env) -> bool:
        return self._possible(game, env) and (self.cells is None or len(self._par_cells(game, env)) > 1)

    def _possible(self, game: Any, env: Env) -> bool:
        """Whether the company is there to be started: in the game, not closed, and not started yet."""
        state, company = game.state, self.company(game, env)
        return company in state.companies and company not in state.closed and state.par[company] is None

    def _par_cells(self, game: Any, env: Env) -> tuple[int, ...]:
        if self.cells is not None:
            return each_of(self.cells(game, env))
        return tuple(game.ask.par_prices(game, self.company(game, env), self.player(game, env)))

    def asked_by_rule(self, game: Any, env: Env) -> int | None:
        player: int | None = self.player(game, env)
        return player

    def carry_out(self, game: Any, env: Env) -> None:
        """Start it at the one cell there is; with none, or if it cannot be started, nothing happens."""
        cells = self._par_cells(game, env) if self._possible(game, env) else ()
        if cells:
            self._start(game, env, cells[0])

    def answers(self, game: Any, rule: "PreparedRule", env: Env, base: Action) -> Iterator[Action]:
        company, player = self.company(game, env), self.player(game, env)
        for cell in self._par_cells(game, env):
            par = game.rules.cells[cell].price
            if self.cells is not None or game.ask.par_offered(game, company, player, par):
                yield base | {"corporation": game.name(company), "share_price": market.price_text(game, cell)}

    def answer(self, game: Any, rule: "PreparedRule", values: list[Any], action: Action) -> None:
        env = tuple(values)
        company = self.company(game, env)
        if game.entity("corporation", action["corporation"]) != company:
            raise Refused(f"{game.name(company)} is to be started, not {action['corporation']}")
        cell = market.parse_price(game, action["share_price"])
        if cell not in self._par_cells(game, env):
            raise Refused(f"{action['share_price']} is not a par price")
        self._start(game, env, cell)

    def _start(self, game: Any, env: Env, cell: int) -> None:
        company, player = self.company(game, env), self.player(game, env)
        payer = None if self.payer is None else self.payer(game, env)
        if payer is not None:
            price = game.ask.launch_price(game, company, player, game.rules.cells[cell].price)
            if payer != game.rules.bank and price > game.state.cash[payer]:
                raise Refused(f"{game.name(payer)} cannot pay {price}")
            game.pay(price, payer, game.ask.share_payee(game, company, game.rules.ipo))
        shares.launch(game, company, player, cell)


class Move(Instruction, name="move"):
    """A company moves on the market."""

    company: Function
    moves: Function

    def carry_out(self, game: Any, env: Env) -> None:
        company = self.company(game, env)
        if company is not None:
            market.move(game, company, self.moves(game, env))


class Close(Instruction, name="close"):
    """Companies or privates close; of a list, those privates that may."""

    things: Function

    def carry_out(self, game: Any, env: Env) -> None:
        things = self.things(game, env)
        several = isinstance(things, (tuple, list))
        for thing in each_of(things):
            if thing is None:
                continue
            if game.rules.is_company(thing):
                closing.close(game, thing)
            elif game.state.owner[thing] is not None and (not several or game.ask.closing_allowed(game, thing)):
                closing.close_private(game, thing)


class _OfOne(Instruction):
    """A sentence about one thing; about nothing it does nothing."""

    thing: Function

    def carry_out(self, game: Any, env: Env) -> None:
        thing = self.thing(game, env)
        if thing is not None:
            self.befall(game, thing)

    def befall(self, game: Any, thing: int) -> None:
        """What happens to the thing."""
        raise NotImplementedError


class Renew(_OfOne, name="renew"):
    """A closed company can be started again."""

    def befall(self, game: Any, thing: int) -> None:
        closing.renew(game, thing)


class Retire(_OfOne, name="retire"):
    """A player leaves the game for good."""

    def befall(self, game: Any, thing: int) -> None:
        closing.retire(game, thing)


class Liquidate(_OfOne, name="liquidate"):
    """A player sells all that can be sold."""

    def befall(self, game: Any, thing: int) -> None:
        emergency.liquidate(game, thing)
