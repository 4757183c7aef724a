"""Certificates and privates that change hands."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from titleworks.runtime import bid_boxes, draws, shares, train_effects
from titleworks.runtime.errors import Refused
from titleworks.runtime.expressions import Function
from titleworks.runtime.instructions.base import Action, Awaited, Env, Instruction

if TYPE_CHECKING:
    from titleworks.runtime.prepared import PreparedRule


class Give(Awaited, name="give"):
    """A certificate of a company and size, from the first place that has one; the user of a power names it."""

    action = "buy_shares"
    purpose = "take a share"
    company: Function
    size: Any
    places: list[Function]
    taker: Function
    presidency: bool

    def waits(self, game: Any, rule: "PreparedRule", env: Env) -> bool:
        return rule.is_power and rule.first_awaited is self

    def _candidates(self, game: Any, env: Env) -> list[int]:
        """The certificates that may be meant: the first of each place, in the order of places."""
        company = self.company(game, env)
        state, order = game.state, game.state.certificates[company]
        if self.size == "last":
            order = sorted(order, reverse=True)
        found = []
        for place in self.places:
            holder = place(game, env)
            there = (one for one in order if state.holder[one] == holder and self._is_of_size(game.rules, one))
            found += [one for one in (next(there, None),) if one is not None]
        return found

    def _is_of_size(self, rules: Any, certificate: int) -> bool:
        if isinstance(self.size, list):
            return bool(rules.cert_number[certificate] == self.size[1])
        if self.size == "last":
            return True
        president: bool = rules.cert_president[certificate]
        return president if self.size == "president" else not president and rules.cert_percent[certificate] == self.size

    def carry_out(self, game: Any, env: Env) -> None:
        taker = self.taker(game, env)
        if taker is None:
            return
        candidates = self._candidates(game, env)
        if not candidates:
            raise Refused("the certificate that comes with this is not there")
        shares.receive(game, candidates[0], taker, self.presidency)

    def answers(self, game: Any, rule: "PreparedRule", env: Env, base: Action) -> Iterator[Action]:
        for certificate in self._candidates(game, env):
            percent = game.rules.cert_percent[certificate]
            yield base | {"shares": [shares.share_text(game, certificate)], "percent": percent}

    def answer(self, game: Any, rule: "PreparedRule", values: list[Any], action: Action) -> None:
        env = tuple(values)
        wanted = shares.parse_shares(game, action["shares"])
        taker = self.taker(game, env)
        if len(wanted) != 1 or wanted[0] not in self._candidates(game, env) or taker is None:
            raise Refused("not the certificate that this exchange gives")
        company = game.rules.cert_company[wanted[0]]
        if game.rules.is_player(taker):
            limit = game.ask.holding_limit(game, company, taker)
            if game.state.held[company][taker] + game.rules.cert_percent[wanted[0]] > limit:
                raise Refused(f"no more than {limit}% of a company may be held")
        shares.receive(game, wanted[0], taker)


class HandCertificate(Instruction, name="hand certificate"):
    """This certificate changes hands."""

    certificate: Function
    taker: Function

    def carry_out(self, game: Any, env: Env) -> None:
        certificate, taker = self.certificate(game, env), self.taker(game, env)
        if certificate is not None and taker is not None:
            shares.receive(game, certificate, taker)


class Hand(Instruction, name="hand"):
    """A private changes hands."""

    private: Function
    taker: Function

    def carry_out(self, game: Any, env: Env) -> None:
        private, taker = self.private(game, env), self.taker(game, env)
        if private is not None and taker is not None:
            bid_boxes.hand_over(game, private, taker)


class HandOver(Instruction, name="hand over"):
    """Cash, trains, privates of a company, as they are, to another one."""

    what: tuple[str, ...]
    giver: Function
    taker: Function

    def carry_out(self, game: Any, env: Env) -> None:
        state = game.state
        giver, taker = self.giver(game, env), self.taker(game, env)
        if giver is None or taker is None or giver == taker:
            return
        if "cash" in self.what and state.cash[giver]:
            game.pay(state.cash[giver], giver, taker)
        if "trains" in self.what:
            for card in tuple(state.trains[giver]):
                train_effects.receive(game, taker, card)
        if "privates" in self.what:
            for private in game.privates_of(giver):
                state.owner[private] = taker


class Deal(Instruction, name="deal"):
    """Shuffled, one to each player in seat order, who pays face value (core 20.6)."""

    privates: Function

    def carry_out(self, game: Any, env: Env) -> None:
        privates = draws.shuffled(game, self.privates(game, env) or ())
        for player, private in zip(game.rules.players, privates, strict=False):
            game.pay(game.rules.private_row(private).price, player, game.rules.bank)
            game.state.owner[private] = player


class Refill(Instruction, name="refill"):
    """The bid boxes of a deck are filled."""

    deck: Function

    def carry_out(self, game: Any, env: Env) -> None:
        bid_boxes.refill(game, self.deck(game, env))
