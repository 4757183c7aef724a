"""A rule table prepared for one set-up: guards evaluated, ids fixed, expressions turned into closures."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from titleworks.runtime import operating_round
from titleworks.runtime.answers import Answers
from titleworks.runtime.errors import Refused, TableError
from titleworks.runtime.expressions import Function, Node, Scope, prepare
from titleworks.runtime.instructions.base import Awaited, hidden_names
from titleworks.runtime.map.plan import MapPlan
from titleworks.runtime.prepared import PreparedPower, PreparedRule
from titleworks.runtime.reads import Latest, Reads
from titleworks.runtime.table.models import (
    CellRow,
    CompanyRow,
    Components,
    Definition,
    HexRow,
    LaySlot,
    OptionRow,
    PhaseRow,
    Power,
    PrivateRow,
    RoundRow,
    Rule,
    Step,
    Table,
    TileRow,
    TrainRow,
)
from titleworks.runtime.table.vocabulary import EVENT, QUESTION, RECORD_FORMS, method_name


class PreparedDeck(NamedTuple):
    """A deck of bid boxes: its name, the position of its word (-1: not in this set-up), what each box takes (None: any
    card), the least first bid of each box (None: the face value), and whether boxes are refilled at once."""

    name: str
    word: int
    takes: tuple[Function | None, ...] = ()
    minimum: tuple[Function | None, ...] = ()
    live: bool = False


class PreparedLay(NamedTuple):
    """A lay of a turn: its name, what is laid (`lay`, `upgrade`, `lay or upgrade`), whether it is open to a company, on
    which hexes (None: any), and what it costs beside the lay; the last two know company, hex, and whether it is an
    upgrade."""

    name: str
    lays: str
    open: Function
    hexes: Function | None
    surcharge: Function


class Rules:
    """A title's rules for one set-up (number of players, options).

    A company has `share_count` shares, which are 100%.
    Entities are numbered: companies from 0, privates from `first_private`, players from `first_player`, then `bank`,
    `pool` and `ipo`. A train card's id is kind * 1024 + index. Raises TableError if the table makes no sense.
    """

    def __init__(self, table: Table, player_count: int, options: frozenset[str]) -> None:
        self.table = table
        self.options = options
        self.player_count = player_count
        self._check_setup()
        self.company_count = len(table.components.companies)
        self.private_count = len(table.components.privates)
        self.first_private = self.company_count
        self.first_player = self.first_private + self.private_count
        self.bank = self.first_player + self.player_count
        self.players = range(self.first_player, self.bank)
        self.constant_attributes: dict[str, Any] = {"game.player count": self.player_count}
        self.decks: list[PreparedDeck] = []
        components = self._patched(table.components)
        self.pool = self.bank + 1
        self.ipo = self.bank + 2
        self.entities = self.bank + 3
        self.company_rows: list[CompanyRow] = components.companies
        self.private_rows: list[PrivateRow] = components.privates
        self.trains: list[TrainRow] = components.trains
        self.phases: list[PhaseRow] = components.phases
        self.tile_rows: list[TileRow] = components.tiles
        self.hex_rows: list[HexRow] = components.hexes
        self.cells: list[CellRow] = components.cells
        self.companies = [c for c in range(self.company_count) if self.guard(components.companies[c].in_play)]
        self.privates = [self.first_private + i for i, row in enumerate(components.privates) if self.guard(row.in_play)]
        self._index(components)
        self.name_players([number + 1 for number in range(self.player_count)])
        self.map = MapPlan(
            components,
            tile_in_play=lambda tile: self.guard(components.tiles[tile].in_play),
            companies=self.companies,
        )
        self._prepare_play(table)

    # ---- set-up -------------------------------------------------------------------------------------------------

    def _check_setup(self) -> None:
        if self.player_count not in self.table.players:
            counts = ", ".join(str(count) for count in self.table.players)
            raise Refused(f"{self.table.title} is for {counts} players, not {self.player_count}")
        unknown = self.options - {option.name for option in self.table.options}
        if unknown:
            known = ", ".join(option.name for option in self.table.options) or "none"
            raise Refused(f"unknown option {sorted(unknown)[0]}; {self.table.title} has: {known}")
        for option in self.table.options:
            if option.name in self.options:
                self._check_option(option)

    def _check_option(self, option: OptionRow) -> None:
        """Refuse an option without those it needs, or beside one it rules out."""
        lacking = [name for name in option.requires if name not in self.options]
        if lacking:
            raise Refused(f"option {option.name} needs option {lacking[0]}")
        barred = [name for name in option.excludes if name in self.options]
        if barred:
            raise Refused(f"option {option.name} cannot be played with option {barred[0]}")

    def guard(self, expression: Any) -> bool:
        """Whether a guard (an expression over set-up constants) holds in this set-up."""
        if expression is True:
            return True
        scope = Scope(self, {})
        node = prepare(expression, scope)
        if not node.is_constant:
            raise TableError(f"a guard may only look at players and options: {expression!r}")
        return bool(node.constant)

    def _patched(self, components: Components) -> Components:
        patches = [patch for patch in self.table.patches if self.guard(patch.guard)]
        if not patches:
            return components
        document = components.model_dump()
        for patch in patches:
            try:
                target: Any = document
                for key in patch.path[:-1]:
                    target = target[key]
                target[patch.path[-1]] = patch.value
            except (KeyError, IndexError, TypeError) as error:
                raise TableError(f"a patch leads nowhere: {patch.path!r}") from error
        return Components.model_validate(document)

    def _index(self, components: Components) -> None:
        self.names: list[Any] = [row.name for row in components.companies]
        self.names += [row.record or row.name for row in components.privates]
        self.names += [None] * self.player_count + ["bank", "pool", "IPO"]
        self.company_number = {row.name: i for i, row in enumerate(components.companies)}
        self.private_number = {row.name: self.first_private + i for i, row in enumerate(components.privates)}
        #: privates by a name of the records that is not theirs in the table
        self.recorded_privates: dict[str, list[int]] = {}
        for private, row in enumerate(components.privates, self.first_private):
            if row.record is not None:
                self.recorded_privates.setdefault(row.record, []).append(private)
        self.private_number |= {name: privates[0] for name, privates in self.recorded_privates.items()}
        self.train_number = {row.name: i for i, row in enumerate(components.trains)}
        self.train_front = [i if row.card is None else row.card for i, row in enumerate(components.trains)]
        self.train_sides = [
            [i, *(k for k, other in enumerate(components.trains) if other.card == i and self.guard(other.in_play))]
            for i in range(len(components.trains))
        ]
        self.tile_number = {row.name: i for i, row in enumerate(components.tiles)}
        self.hex_number = {row.name: i for i, row in enumerate(components.hexes)}
        self.cell_index = {(cell.row, cell.column): i for i, cell in enumerate(components.cells)}
        self.printed_name = [(self._printed_name(row), row.place) for row in components.hexes]
        self.printed_name_number = {name: hex_ for hex_, name in enumerate(self.printed_name)}
        self.map_costs = [sum(cost.amount for cost in self.tile_rows[row.printed].costs) for row in self.hex_rows]
        #: words of the map's series that stand for a phase, and which
        self.series_phase = {f"phase {row.name}": number for number, row in enumerate(components.phases)}
        self.zone_names = [zone.name for zone in components.zones]
        numbers = {name: i for i, name in enumerate(self.zone_names)}
        self.zones_of_cell = [tuple(numbers[zone] for zone in cell.zones) for cell in components.cells]
        self.cert_company: list[int] = []
        self.cert_percent: list[int] = []
        self.cert_president: list[bool] = []
        self.cert_last: list[bool] = []
        self.share_count: list[int] = []
        self.cert_number: list[int] = []
        self.certs: list[tuple[int, ...]] = []
        self.president_percent: list[int] = []
        for company, company_row in enumerate(components.companies):
            first = len(self.cert_company)
            self.certs.append(tuple(range(first, first + len(company_row.certificates))))
            self.president_percent.append(next((c.percent for c in company_row.certificates if c.president), 0))
            self.share_count.append(_share_count(company_row))
            for number, certificate in enumerate(company_row.certificates):
                self.cert_company.append(company)
                self.cert_percent.append(certificate.percent)
                self.cert_president.append(certificate.president)
                self.cert_last.append(certificate.last)
                self.cert_number.append(number)

    def _prepare_play(self, table: Table) -> None:
        self.words = [word for word in table.words if self.guard(word.guard)]
        self._word_numbers = {word.name: i for i, word in enumerate(self.words)}
        self.word_values = [
            {self.thing(w.about, n): prepare(v, Scope(self, {})).constant for n, v in w.firsts} for w in self.words
        ]
        self._definitions: dict[str, Definition] = {
            definition.name: definition for definition in table.definitions if self.guard(definition.guard)
        }
        self.decks = self._decks(table)
        self.opening: list[RoundRow] = [row for row in table.flow.opening if self.guard(row.guard)]
        every_set = [row for row in table.flow.every_set if self.guard(row.guard)]
        self.rounds: list[RoundRow] = self.opening + every_set
        if not every_set:
            raise TableError("the course of play has no rounds for every set")
        listed = table.flow.steps.get("operating round", [])
        turn = [step for step in listed if self.guard(step.guard)] or list(operating_round.DEFAULT_STEPS)
        self.discards_in_turn = any(step.kind == "discard" for step in turn)
        self.turn_steps = (turn, [self._waits(step) for step in turn])
        self.hidden_areas = frozenset(table.hidden_areas)
        self.lays = [self._lay(slot) for slot in table.lays if self.guard(slot.guard)]
        self.ask = Answers(self, table)
        self.passages_asked = not self.ask.is_default("passage_allowed")
        self.limits_steady = self.ask.steady >= {"train_limit", "group_train_limit", "trains_counted"}
        self.over_limit = Latest()
        self.passage_reads = Reads(table, self._word_numbers, "passage allowed")
        self._prepare_rules(table)
        self._prepare_powers(table)
        plain = Scope(self, {})
        self.ends = [
            (prepare(_triggering(row.trigger), plain).as_function(), row.name, row.end)
            for row in table.ends
            if self.guard(row.guard)
        ]

    def _prepare_rules(self, table: Table) -> None:
        self.rules_on: dict[str, list[PreparedRule]] = {}
        for rule in table.rules:
            if self.guard(rule.guard):
                self.rules_on.setdefault(rule.event, []).append(self._rule(rule))

    def _prepare_powers(self, table: Table) -> None:
        powers = [power for power in table.powers if self.guard(power.guard)]
        self.powers = [self._power(power, number) for number, power in enumerate(powers)]
        self.powers_of: dict[int, list[PreparedPower]] = {}
        self.powers_on: dict[str, list[PreparedPower]] = {}
        #: by moment as titles write it: `own turn`, the name of a step, `power NAME`
        self.powers_at: dict[str, list[PreparedPower]] = {}
        self.free_powers: list[PreparedPower] = []
        for power in self.powers:
            if power.private is not None:
                self.powers_of.setdefault(power.private, []).append(power)
            else:
                self.free_powers.append(power)
            for moment, argument in power.row.moments:
                if moment == "event" and argument is not None:
                    self.powers_on.setdefault(argument, []).append(power)
                else:
                    name = {"step": argument, "power": f"power {argument}"}.get(moment) or moment
                    self.powers_at.setdefault(name, []).append(power)
        #: types of action that may use a power outside a private's paragraph
        self.power_actions = {*RECORD_FORMS} | {
            instruction.action
            for power in self.free_powers
            for instruction in power.code
            if isinstance(instruction, Awaited)
        }

    def rule_of(self, source: tuple[Any, ...]) -> PreparedRule:
        """The rule or power that a frame of the state belongs to."""
        rule: PreparedRule = self.rules_on[source[1]][source[2]] if source[0] == "rule" else self.powers[source[1]]
        return rule

    def _decks(self, table: Table) -> list[PreparedDeck]:
        """The decks of the bid boxes; several rows of one deck are its boxes one after the other."""
        made: dict[str, PreparedDeck] = {}
        scope = Scope(self, {})
        for row in table.boxes:
            number = self._word_numbers.get(row.deck, -1)
            deck = made.setdefault(row.deck, PreparedDeck(row.deck, number))
            if self.guard(row.guard):
                takes = None if row.takes is None else prepare(row.takes, scope).as_function()
                least = None if row.minimum is None else prepare(row.minimum, scope).as_function()
                boxes = deck.takes + (takes,) * row.boxes, deck.minimum + (least,) * row.boxes
                made[row.deck] = PreparedDeck(row.deck, number, *boxes, row.live)
        return list(made.values())

    def _lay(self, slot: LaySlot) -> PreparedLay:
        scope = Scope(self, {"company": 0, "hex": 1, "upgrade": 2})
        return PreparedLay(
            slot.name,
            slot.lays,
            prepare(slot.open, Scope(self, {"company": 0})).as_function(),
            None if slot.hexes is None else prepare(slot.hexes, scope).as_function(),
            prepare(slot.surcharge, scope).as_function(),
        )

    def _waits(self, step: Step) -> Any:
        """None: the usual condition; a constant; or a function of game and (company,)."""
        if step.waits is None:
            return None
        usual = Node(None, lambda game, env: operating_round.usual_condition(game, env[0], step.kind, step.name))
        node = prepare(step.waits, Scope(self, {"company": 0}, usual=usual))
        return node.constant if node.is_constant else node.function

    def _scope(self, row: Rule | Power, known: Iterable[str]) -> Scope:
        names = {name: position for position, name in enumerate(known)}
        for slot in row.slots:
            names.setdefault(slot, len(names))
        for instruction in row.code:
            for name in hidden_names(instruction):
                names.setdefault(name, len(names))
        return Scope(self, names, None if row.this is None else self.thing(row.this[0], row.this[1]))

    def _condition(self, expression: Any, scope: Scope) -> Function | None:
        node = prepare(expression, scope)
        if node.is_constant and node.constant is True:
            return None
        return node.as_function()

    def _rule(self, row: Rule) -> PreparedRule:
        knows = self._known_in(row.event)
        scope = self._scope(row, [name for name, _ in knows])
        condition = row.condition
        if row.this is not None and row.this[0] == "private":
            condition = ["and", ["not", ["get", "private.closed", ["this"]]], condition]
        if row.event_argument is not None:
            condition = ["and", self._event_argument(row), condition]
        return PreparedRule(row, scope, self._condition(condition, scope))

    def _known_in(self, event: str) -> tuple[tuple[str, str], ...]:
        """The words known in an event, of the language or the title's own."""
        if event in EVENT:
            return EVENT[event].knows
        own = next((row for row in self.table.events if row.name == event), None)
        if own is None:
            raise TableError(f"unknown event {event!r}")
        return () if own.about is None else ((own.about, own.about),)

    def _event_argument(self, row: Rule) -> Any:
        """The condition that the event is about the thing it names: `phase begins` of phase 5."""
        subject, kind = EVENT[row.event].knows[0] if EVENT[row.event].knows else ("", "")
        position = next((i for i, thing in enumerate(self._rows_of(kind)) if thing.name == row.event_argument), None)
        if position is None:
            raise TableError(f"the event {row.event!r} knows no {row.event_argument!r}")
        return ["=", ["arg", subject], ["thing", kind, position]]

    def _power(self, row: Power, number: int) -> PreparedPower:
        known: list[str] = [] if row.known is None else [row.known]
        for moment, argument in row.moments:
            if moment == "event" and argument in EVENT:
                known = [name for name, _ in EVENT[argument].knows]
            elif moment == "choice round":
                known = ["player"]
        scope = self._scope(row, known)
        private = self.thing("private", row.this[1]) if row.this is not None and row.this[0] == "private" else None
        return PreparedPower(row, scope, self._condition(row.condition, scope), number, private)

    # ---- names --------------------------------------------------------------------------------------------------

    def _rows_of(self, kind: str) -> list[Any]:
        rows: dict[str, list[Any]] = {
            "company": self.company_rows,
            "private": self.private_rows,
            "train kind": self.trains,
            "phase": self.phases,
            "hex": self.hex_rows,
            "tile": self.tile_rows,
            "deck": self.decks,
        }
        return rows.get(kind, [])

    def thing(self, kind: str, position: int) -> int:
        """The id of a thing of the table: its position, for privates its entity. Raises TableError if there is none."""
        count = len(self.zone_names) if kind == "zone" else len(self._rows_of(kind))
        if not isinstance(position, int) or not 0 <= position < count:
            raise TableError(f"there is no {kind} number {position!r}")
        return position + self.first_private if kind == "private" else position

    def row_name(self, kind: str, position: int) -> str:
        """The name of a thing of the table."""
        return str(self._rows_of(kind)[position].name)

    def all_things(self, kind: str) -> Iterable[int]:
        """All things of a kind in play, in the order written."""
        if kind == "company":
            return self.companies
        if kind == "private":
            return self.privates
        if kind == "player":
            return self.players
        return range(len(self._rows_of(kind)))

    def zone_name(self, position: int) -> str:
        """Name of a zone of the market."""
        return self.zone_names[self.thing("zone", position)]

    def word_number(self, name: str) -> int:
        """Position of a word of the glossary. Raises TableError if there is none."""
        if name not in self._word_numbers:
            raise TableError(f"no word {name!r} in the glossary")
        return self._word_numbers[name]

    def list_key(self, name: str) -> int | str:
        """A list that rules change: the position of a word of the glossary, or `company`, `private` for those in the
        game. Raises TableError if there is none."""
        return name if name in ("company", "private") else self.word_number(name)

    def word_first(self, number: int) -> Any:
        """First value of a word of the glossary."""
        word = self.words[number]
        if word.first is None:
            return {"yes/no": False, "number": 0, "money": 0}.get(word.type)
        return prepare(word.first, Scope(self, {})).constant

    def definition(self, name: str) -> Definition:
        """A definition of the glossary. Raises TableError if there is none."""
        if name not in self._definitions:
            raise TableError(f"no definition {name!r}")
        return self._definitions[name]

    def ask_name(self, question: str) -> str:
        """Name of the method of `Answers` for a question. Raises TableError if there is none."""
        if question not in QUESTION:
            raise TableError(f"unknown question {question!r}")
        return method_name(question)

    def is_company(self, entity: int) -> bool:
        """Whether the entity is a company."""
        return entity < self.company_count

    def is_private(self, entity: int) -> bool:
        """Whether the entity is a private."""
        return self.first_private <= entity < self.first_player

    def is_player(self, entity: int) -> bool:
        """Whether the entity is a player."""
        return self.first_player <= entity < self.bank

    def _printed_name(self, row: HexRow) -> str:
        """How records name what is printed on a hex: by the catalogue's tile, else by the hex (core 2.4)."""
        name = self.tile_rows[row.printed].name
        return name if name in ("blank", "city", "town") else row.name

    def name_players(self, ids: list[Any]) -> None:
        """Give the players the ids of the game at hand (on a shallow copy that belongs to one game)."""
        self.names = [*self.names[: self.first_player], *ids, *self.names[self.bank :]]
        self.player_number = {str(player): self.first_player + i for i, player in enumerate(ids)}

    def entity(self, entity_type: str, name: Any) -> int:
        """The entity a record names. Raises Refused if there is none."""
        names = {"player": self.player_number, "company": self.private_number}.get(entity_type, self.company_number)
        try:
            entity = names.get(str(name) if entity_type == "player" else name)
        except TypeError:
            entity = None
        if entity is None or entity_type not in ("player", "company", "corporation", "minor"):
            raise Refused(f"there is no {entity_type} {name!r}")
        return entity

    def entity_fields(self, entity: int) -> dict[str, Any]:
        """`entity_type` and `entity` of an action by the entity."""
        kind = "player" if self.is_player(entity) else "corporation" if self.is_company(entity) else "company"
        return {"entity_type": kind, "entity": self.names[entity]}

    def private_row(self, private: int) -> PrivateRow:
        """The table's row of a private (by entity)."""
        return self.private_rows[private - self.first_private]


def _triggering(trigger: Any) -> Any:
    """What brings the end; of `any` of several companies, these companies."""
    listed = isinstance(trigger, list) and trigger[0] == "any" and trigger[1] and trigger[1][0] == "where"
    return trigger[1] if listed and trigger[1][1] == ["all", "company"] else trigger


def _share_count(row: CompanyRow) -> int:
    """How many shares a company has: ten, unless its certificates say how many each of them is worth.

    Raises TableError if the certificates are not worth shares of one size.
    """
    said = [(certificate.shares, certificate.percent) for certificate in row.certificates if certificate.shares]
    if not said:
        return 10
    counts = {Fraction(100 * shares, percent) for shares, percent in said}
    count = counts.pop()
    if counts or count.denominator != 1 or len(said) != len(row.certificates):
        raise TableError(f"the certificates of {row.name} are not worth shares of one size")
    return count.numerator


class _Held:
    """A table as a hashable value (tables compare by identity here)."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table

    def __hash__(self) -> int:
        return id(self.table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.table is self.table


@lru_cache(maxsize=64)
def _prepared(holder: _Held, player_count: int, options: frozenset[str]) -> Rules:
    return Rules(holder.table, player_count, options)


def prepare_rules(table: Table, player_count: int, options: Iterable[str] = ()) -> Rules:
    """The rules of a table for one set-up; kept, so that many games of one set-up share them.

    Raises Refused for a number of players or an option that the title does not have, TableError for a broken table.
    """
    return _prepared(_Held(table), player_count, frozenset(options))
