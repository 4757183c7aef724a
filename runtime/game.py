"""A game: a rule table being played. Actions go in, legal actions and standings come out; a game is a value."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from copy import copy as shallow
from typing import Any

from titleworks.runtime import (
    bid_boxes,
    choice_round,
    ending,
    exchange,
    lot_auction,
    operating_round,
    powers,
    rules_engine,
    shares,
    stock_round,
    waterfall_auction,
)
from titleworks.runtime.actions import checked_action
from titleworks.runtime.errors import Refused
from titleworks.runtime.first_state import first_state
from titleworks.runtime.map.network import Network
from titleworks.runtime.map.plan import FULL_ROUTE
from titleworks.runtime.rules import Rules, prepare_rules
from titleworks.runtime.saving import state_from_plain, state_to_plain
from titleworks.runtime.state import State
from titleworks.runtime.steps import home
from titleworks.runtime.table.models import RoundRow, Table, TileRow

Action = dict[str, Any]

ROUNDS: dict[str, Any] = {
    "waterfall auction": waterfall_auction,
    "lot auction": lot_auction,
    "stock round": stock_round,
    "choice round": choice_round,
    "operating round": operating_round,
}


class Game:
    """A game of a title. Entities are numbered as in `Rules`; actions are dicts in the form of the records (core 1.3).

    `state` is everything that changes; `history` the actions applied. `follow_record_revenue`: the revenue an action
    carries is paid even if the rules give another, and the difference is noted in `revenue_notes`.
    """

    __slots__ = (
        "ask", "follow_record_revenue", "history", "options", "player_ids", "revenue_notes", "rules", "seed", "state",
    )  # fmt: skip

    rules: Rules
    state: State
    ask: Any
    history: list[Action]
    player_ids: list[Any]
    seed: int
    options: tuple[str, ...]
    follow_record_revenue: bool
    revenue_notes: list[Any]

    # ---- making -------------------------------------------------------------------------------------------------

    @classmethod
    def new(cls, table: Table, players: int | Sequence[Any], seed: int = 0, options: Iterable[str] = ()) -> "Game":
        """A new game. `players`: their number, or their ids in seat order; `seed` of the generator (core 4).

        Raises Refused for a number of players or an option the title does not have, TypeError for what is none.
        """
        _check_types(table, players, options)
        ids = list(range(1, players + 1)) if isinstance(players, int) else list(players)
        if len({str(player) for player in ids}) != len(ids):
            raise Refused("two players have the same id")
        game = cls.__new__(cls)
        game.options = tuple(options)
        rules = shallow(prepare_rules(table, len(ids), game.options))
        rules.name_players(ids)
        game.rules, game.ask = rules, rules.ask
        game.player_ids, game.seed = ids, seed
        game.history, game.revenue_notes = [], []
        game.follow_record_revenue = False
        game.state = first_state(rules, seed)
        game._pay_starting_cash()
        game.emit("game starts")
        bid_boxes.open_boxes(game)
        game._start_round(0)
        game._settle()
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled as its table and what `save` writes, so that processes can hand it to one another."""
        return Game.load, (self.rules.table, self.save())

    def copy(self) -> "Game":
        """An independent copy; rules and caches are shared."""
        new = Game.__new__(Game)
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        new.state = self.state.copy()
        new.history = self.history.copy()
        new.revenue_notes = self.revenue_notes.copy()
        return new

    def save(self) -> dict[str, Any]:
        """The game as JSON values; `Game.load` with the same table goes on where it was."""
        return {
            "format": 1,
            "digest": self.rules.table.digest,
            "players": self.player_ids,
            "seed": self.seed,
            "options": list(self.options),
            "history": self.history,
            "state": state_to_plain(self.state),
        }

    @classmethod
    def load(cls, table: Table, saved: dict[str, Any]) -> "Game":
        """A saved game. Raises Refused if it was saved with another table or is not a saved game."""
        if not isinstance(saved, dict) or saved.get("format") != 1:
            raise Refused("this is not a saved game")
        if saved.get("digest") != table.digest:
            raise Refused("the game was saved with another version of the title")
        try:
            game = cls.new(table, saved["players"], saved["seed"], saved["options"])
            game.history = list(saved["history"])
            game.state = state_from_plain(game.state, saved["state"])
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise Refused(f"this is not a whole saved game: {error}") from error
        return game

    def state_hash(self) -> str:
        """A digest of the state: equal states, and only these, have equal digests, on every machine."""
        plain = json.dumps(state_to_plain(self.state), separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()

    def _pay_starting_cash(self) -> None:
        bank = self.ask.bank(self)
        self.state.cash[self.rules.bank] = 0 if bank is None else bank
        for player in self.rules.players:
            self.pay(self.ask.cash(self), self.rules.bank, player)

    # ---- playing ------------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.state.finished

    @property
    def end_reason(self) -> str | None:
        """Why the game ended, in the words of the records; None while it goes on."""
        return self.state.end_reason if self.state.finished else None

    def acting(self) -> list[int]:
        """Entities that must act now, usually one; empty when the game is over."""
        state = self.state
        if state.finished:
            return []
        if home.awaited(self):
            return [home.asker(self)]
        if state.exchanges:
            return [exchange.chooser(self)]
        if state.frames:
            return rules_engine.awaited(self)
        entities: list[int] = ROUNDS[state.round.kind].acting(self)
        return entities

    def apply(self, action: Action) -> None:
        """Carry out an action with all that follows from it. Raises Refused, and then nothing has changed."""
        if self.state.finished:
            raise Refused("the game is over")
        checked_action(action)
        before = self.state.copy()
        notes = len(self.revenue_notes)
        try:
            self._carry_out(action)
        except BaseException:
            self.state = before
            del self.revenue_notes[notes:]
            raise
        self.history.append(action)

    def is_legal(self, action: Action) -> bool:
        """Whether the action would be accepted; nothing changes."""
        trial = self.copy()
        try:
            trial.apply(action)
        except Refused:
            return False
        return True

    def legal_actions(self) -> list[Action]:
        """All legal actions, in a fixed order. A free price is a Python `range`; of equal certificates one is named.

        A run of trains is listed with the best routes only; every other legal set of routes is accepted too.
        """
        return list(self.iter_legal_actions())

    def iter_legal_actions(self) -> Iterator[Action]:
        """The legal actions one by one."""
        if self.state.finished:
            return
        if home.awaited(self):
            yield from home.choices(self)
            return
        if self.state.exchanges:
            yield from exchange.actions(self)
            return
        if self.state.frames:
            yield from powers.frame_actions(self)
            return
        yield from ROUNDS[self.state.round.kind].actions(self)
        yield from powers.actions(self)

    def standings(self) -> list[tuple[Any, int]]:
        """Player ids with their worth at this moment, best first (core 18.3)."""
        worth = [(self.player_ids[p - self.rules.first_player], self.worth(p)) for p in self.rules.players]
        return sorted(worth, key=lambda pair: -pair[1])

    def _carry_out(self, action: Action) -> None:
        kind = action["type"]
        if kind == "end_game":
            ending.finish(self, "manually_ended")
            return
        entity = self.entity(action["entity_type"], action["entity"])
        if home.awaited(self):
            if not self._beside(action, entity):
                home.choose(self, action, entity)
        elif self.state.exchanges:
            exchange.handle(self, action, entity)
        elif self.state.frames:
            rules_engine.resume(self, action, entity)
        elif self.rules.is_private(entity):
            if not powers.use(self, action, entity):
                raise Refused(f"{self.name(entity)} cannot do that now")
        elif action["type"] not in self.rules.power_actions or not powers.use(self, action, entity):
            ROUNDS[self.state.round.kind].handle(self, action, entity)
        self._settle()
        self.state.history += 1
        if self.listens("action ends") and not self._interrupted():
            self.emit("action ends")
            self._settle()

    def _beside(self, action: Action, entity: int) -> bool:
        """Carry out what may be done at any time of an operating turn, though a city is to be chosen; whether it is."""
        kind = action["type"]
        if self.operator() is None or kind == "place_token" or self.rules.is_private(entity):
            return False
        if kind in self.rules.power_actions and powers.use(self, action, entity):
            return True
        if not operating_round.is_free(self, kind):
            return False
        operating_round.handle(self, action, entity)
        return True

    def _settle(self) -> None:
        """All silent consequences: steps without anything to do, turns and rounds that end (core 5.3)."""
        while not ending.look_for_end(self):
            if self._interrupted() or not ROUNDS[self.state.round.kind].settle(self):
                return

    def _interrupted(self) -> bool:
        """Whether the game waits for a choice outside the course of the round."""
        state = self.state
        return bool(home.awaited(self) or state.exchanges or state.frames)

    # ---- the course of play (core 5.2) --------------------------------------------------------------------------

    def end_round(self) -> None:
        """The round is over: the next one of the course of play starts, or the set or the game ends."""
        state, rules = self.state, self.rules
        row = rules.rounds[state.round.index]
        if ending.after_round(self):
            return
        number = state.round.number
        index = state.round.index
        if row.several and number < state.rounds_planned:
            self._start_round(index, number + 1)
            return
        index += 1
        if index == len(rules.rounds):
            self.emit("set ends")
            if ending.after_set(self):
                return
            state.set_number += 1
            self.forget_words("set")
            index = len(rules.opening)
        self._start_round(index)

    def _start_round(self, index: int, number: int = 1) -> None:
        row: RoundRow = self.rules.rounds[index]
        if row.several and number == 1:
            self.state.rounds_planned = self.ask.operating_rounds(self)
        self.forget_words("round")
        ROUNDS[row.kind].start(self, index, number)

    def forget_words(self, span: str) -> None:
        """Words of the glossary that last this long have their first value again."""
        for number, word in enumerate(self.rules.words):
            if word.lasts == span:
                self.state.words[number] = dict(self.rules.word_values[number])

    def is_last_of_set(self) -> bool:
        """Whether the round being played is the last of its set."""
        state, rules = self.state, self.rules
        if state.round.index + 1 < len(rules.rounds):
            return False
        row = rules.rounds[state.round.index]
        return not row.several or state.round.number >= state.rounds_planned

    def operator(self) -> int | None:
        """The company whose operating turn it is."""
        current = self.state.round
        if current.kind != "operating round" or not 0 <= current.position < len(current.operators):
            return None
        operator: int = current.operators[current.position]
        return operator

    def player_in_turn(self) -> int | None:
        """The player whose stock turn it is."""
        state = self.state
        return state.order[state.round.seat] if state.round.kind == "stock round" else None

    def skip_step(self, step: str) -> None:
        """A step of the operating turn is over."""
        operating_round.skip(self, step)

    def power_waits(self, moment: str) -> bool:
        """Whether a power of this moment could still be used in the turn (core 11.8, 17.3)."""
        return powers.waiting(self, moment)

    # ---- events and money ---------------------------------------------------------------------------------------

    def emit(self, event: str, *args: Any) -> None:
        """Something happened: carry out the title's rules on it."""
        if self.listens(event):
            rules_engine.emit(self, event, args)

    def listens(self, event: str) -> bool:
        """Whether the title has a rule on the event, or a power whose moment it is."""
        return event in self.rules.rules_on or event in self.rules.powers_on

    def pay(self, amount: int, giver: int, taker: int) -> None:
        """Money changes hands; the bank breaks when it pays more than it holds, and goes on paying (core 18.1)."""
        cash = self.state.cash
        cash[giver] -= amount
        cash[taker] += amount
        if giver == self.rules.bank and cash[giver] < 0 and self.ask.bank(self) is not None:
            self.state.broken = True

    def pay_income(self) -> None:
        """Income of all open privates to their owners (core 10.2)."""
        state, bank = self.state, self.rules.bank
        for private in self.state.privates:
            owner = state.owner[private]
            if owner is not None and owner != bank:
                income = self.ask.income(self, private)
                if income:
                    self.pay(income, bank, owner)

    # ---- questions about the state ------------------------------------------------------------------------------

    def name(self, entity: int) -> str:
        """The name of an entity as records write it (players: their id as text)."""
        return str(self.rules.names[entity])

    def entity(self, entity_type: str, name: Any) -> int:
        """The entity a record names; of privates that records name alike, the one in the game. Raises Refused."""
        found = self.rules.entity(entity_type, name)
        if self.rules.is_private(found) and found not in self.state.privates:
            alike = self.rules.recorded_privates.get(name, ())
            found = next((private for private in alike if private in self.state.privates), found)
        return found

    def entity_fields(self, entity: int) -> Action:
        """`entity_type` and `entity` of an action by this entity."""
        return self.rules.entity_fields(entity)

    def price(self, company: int) -> int:
        """Price of a share on the market; 0 before the company is started."""
        cell = self.state.cell[company]
        return 0 if cell is None else self.rules.cells[cell].price

    def par_price(self, company: int) -> int:
        """Par price; 0 before the company is started."""
        cell = self.state.par[company]
        return 0 if cell is None else self.rules.cells[cell].price

    def worth(self, player: int) -> int:
        """Worth of a player at this moment (core 18.3)."""
        return int(self.ask.worth(self, player))

    def is_out(self, player: int) -> bool:
        """Whether a player is out of the game."""
        return player in self.state.bankrupt

    def president(self, company: int) -> int | None:
        """The player who runs the company."""
        return self.state.president[company]

    def floated_companies(self) -> list[int]:
        """Floated companies in the order of the table."""
        floated = self.state.floated
        return [company for company in self.state.companies if floated[company]]

    def held_by_players(self, company: int) -> int:
        """Percent of the company in players' hands."""
        rules = self.rules
        return sum(self.state.held[company][rules.first_player : rules.bank])

    def privates_of(self, entity: int) -> tuple[int, ...]:
        """Open privates of a player or company."""
        owner = self.state.owner
        return tuple(private for private in self.state.privates if owner[private] == entity)

    def certificate_count(self, player: int) -> int:
        """Certificates of a player that count against the limit (core 9.2)."""
        return int(shares.certificate_count(self, player))

    # ---- the map ------------------------------------------------------------------------------------------------

    def network(self, company: int) -> Network:
        """The company's network (core 11.7)."""
        return operating_round.network(self, company)

    def has_route(self, company: int) -> bool:
        """Whether any route exists for the company, or has existed once (core 13.8)."""
        return self.route_level(company) > 0

    def has_full_route(self, company: int) -> bool:
        """Whether two stops that count in full are joined for it, or were once (core 13.8)."""
        return self.route_level(company) == FULL_ROUTE

    def route_level(self, company: int) -> int:
        """What of a route exists for the company, or has existed once."""
        known = self.state.routed[company]
        return known if known == FULL_ROUTE else max(known, self.network(company).route)

    def tile_on(self, hex_: int) -> TileRow:
        """The tile on a hex, laid or printed."""
        return self.rules.tile_rows[self.state.board.tile[hex_]]


def _check_types(table: object, players: object, options: object) -> None:
    """What `Game.new` is called with. Raises TypeError with what is wanted: a slip here shows far away otherwise."""
    if not isinstance(table, Table):
        raise TypeError(f"a game needs a rule table, as `load_title` gives it, not {table!r:.60}")
    number = isinstance(players, int) and not isinstance(players, bool)
    if not number and (isinstance(players, str) or not isinstance(players, Sequence)):
        raise TypeError(f"players are their number, or a list of their names, not {players!r:.60}")
    if isinstance(options, str):
        raise TypeError(f"options are a list of names, as [{options!r}]")
