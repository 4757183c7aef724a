"""The models of a rule table: what the compiler writes and the runtime reads, and nothing else.

A rule table is one JSON document. Things are referred to by their position in the list of their kind. What depends
on the set-up (number of players, options) is said by guards: expressions over set-up constants. A thing with a false
`in_play` is left out of the game, a `Patch` whose guard holds replaces one value of the components, and a layer,
rule, power or step with a false guard is dropped. Starting a game evaluates all guards once.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

#: An expression: a literal or `[operator, argument, ...]`; see `titleworks.runtime.table.operators`.
Expr = Any

Colour = str
Edge = Annotated[int, Field(ge=0, le=5)]
Count = Annotated[int, Field(ge=0, le=1000)]
Money = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Text = Annotated[str, Field(max_length=2000)]


class Model(BaseModel):
    """Base of all models: unknown keys are errors, instances are read only."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Source(Model):
    """A source file of the table: name and sha256 of its text."""

    file: str
    digest: str


class Origin(Model):
    """Where something was written: index into `sources`, line (1-based), and the printed rule it cites, if any."""

    source: int
    line: int
    cites: str | None = None


class OptionRow(Model):
    """An optional rule: the name in records, a line that says what it changes, and options it needs or rules out."""

    name: Name
    text: Text = ""
    requires: list[str] = []
    excludes: list[str] = []


class CertificateRow(Model):
    """One certificate: percent of the company, whether it makes its holder president, whether it must go last."""

    percent: Annotated[int, Field(gt=0, le=100)]
    president: bool = False
    last: bool = False
    shares: int | None = None


class TokenRow(Model):
    """One station token: its price and the area it waits in (`available` or an area that rules empty)."""

    price: Money
    area: str = "available"


class HomeRow(Model):
    """A home of a company: position of the hex, and the city on it (None: any city of the hex)."""

    hex: int
    city: int | None = None


class CompanyRow(Model):
    """A company that operates. `certificates` in the order of record ids, `tokens` in the order they are used."""

    name: Name
    title: Text = ""
    company_class: str = "company"
    certificates: list[CertificateRow]
    tokens: list[TokenRow]
    homes: list[HomeRow] = []
    destination: int | None = None
    colour: str | None = None
    in_play: Expr = True
    origin: Origin | None = None


class PrivateRow(Model):
    """A private company: face value; what it does stands in answers, rules and powers. `record`: its name in records,
    if it is another; of several privates with the same one, one is in the game."""

    name: Name
    record: str | None = None
    title: Text = ""
    text: Text = ""
    price: Money
    private_class: str = "private"
    in_play: Expr = True
    origin: Origin | None = None


class DistanceRow(Model):
    """Stops of the given kinds (None: of any kind): how many a train may visit and how many of them it counts."""

    kinds: list[str] | None = None
    pays: int | None = None
    visits: int | None = None


class Distance(Model):
    """How far a train runs: `unit` stops (one row a group of kinds; None is unlimited) or hexes."""

    unit: Literal["stops", "hexes"] = "stops"
    rows: list[DistanceRow]
    local: bool = False


class TradeIn(Model):
    """A kind of train that may be traded in for this one, and what that takes off the price."""

    train: int
    off: Money


class TrainRow(Model):
    """A kind of train, in the order of the depot. `count` None: unlimited.

    `card`: the kind on the front of its card; the row says no count of its own. `group`: trains of a group have a limit
    of their own.
    """

    name: Name
    count: Count | None
    price: Money
    distance: Distance
    rusts_on: int | None = None
    obsolete_on: int | None = None
    on_sale_from: int | None = None
    trade_in: list[TradeIn] = []
    card: int | None = None
    gauge: str | None = None
    group: str | None = None
    in_play: Expr = True
    origin: Origin | None = None


class PhaseRow(Model):
    """A phase: begins with the first train of any kind in `starts_with` (the first phase has none)."""

    name: Name
    starts_with: list[int] = []
    origin: Origin | None = None


class StopRow(Model):
    """A part of a tile where track meets: a stop of some kind, or a junction.

    `kind`: city, town, area, junction or a kind of the title. `value`: money, or the series `values` keyed by a word
    of the map (`[["yellow", 30], ["brown", 60], ["D", 100]]`). `reserved` names companies, for cities of the map.
    """

    kind: str
    value: Money = 0
    values: list[tuple[str, Money]] | None = None
    slots: Annotated[int, Field(ge=0, le=12)] = 0
    group: str | None = None
    hidden: bool = False


class PathRow(Model):
    """A piece of track: two ends, each an edge (0 to 5) or 6 + position of a stop of the tile.

    `gauge`: broad, narrow or dual (or others). `dead_end`: only as the end of a route. `entrance`: a dead end that
    does not connect outward, the stop is reached by it and not left. `lanes`: lane on each end.
    """

    a: Annotated[int, Field(ge=0, le=29)]
    b: Annotated[int, Field(ge=0, le=29)]
    gauge: str = "broad"
    dead_end: bool = False
    entrance: bool = False
    lanes: tuple[str, str] | None = None


class GaugeRow(Model):
    """A gauge: those it joins across a side of a hex, and those an upgrade may turn it into (itself always)."""

    name: Name
    joins: list[str] = []
    becomes: list[str] = []


class KindRow(Model):
    """A kind of stop of the title.

    `like` what it is for all that nothing else says: a city has slots, an area ends every walk. `places`: how many a
    visit takes of a train's distance in stops. `pays`: whose income its value is, the revenue's or the treasury's.
    `optional`: whether it counts when two stops must be joined for a route to exist: `no` (it counts), `partly` (only
    together with one that counts), `yes` (it does not). `upgraded`: whether an upgrade keeps it, or shows plain track
    instead (`gone`), the first tile of a white hex too (`covered`).
    """

    name: Name
    like: Literal["city", "town", "area"] = "town"
    places: Annotated[int, Field(ge=0, le=10)] = 1
    pays: Literal["revenue", "treasury"] = "revenue"
    optional: Literal["no", "partly", "yes"] = "no"
    upgraded: Literal["kept", "gone", "covered"] = "kept"


class CostMark(Model):
    """A printed cost: amount, and the terrains it stands for (none: a plain cost)."""

    amount: Money
    terrains: list[str] = []


class BorderRow(Model):
    """A marked side of a hex: `wall` may not be crossed; `cost` is paid by the lay that joins track across it;
    `line` is only drawn (the two hexes are one place)."""

    edge: Edge
    kind: Literal["wall", "cost", "line"]
    amount: Money = 0
    terrain: str | None = None


class TileRow(Model):
    """A tile: a piece of the supply, or what is printed on hexes (`count` 0).

    `colour` white means without track. `stubs`: edges with an approach. `icons` stay with the tile. `back`: the tile
    on the other side of its pieces; copies with one number are one piece.
    """

    name: Name
    count: Count | None = 0
    colour: Colour
    stops: list[StopRow] = []
    paths: list[PathRow] = []
    labels: list[str] = []
    later_labels: list[tuple[Colour, str]] = []
    costs: list[CostMark] = []
    icons: list[str] = []
    stubs: list[Edge] = []
    back: int | None = None
    in_play: Expr = True
    origin: Origin | None = None


class HexRow(Model):
    """A hex: doubled coordinates, the printed tile, marked sides, homes reserved on it.

    `place` is the hex's position among the hexes of its line of the map, which record ids carry.
    `reserved`: company and city (None: the whole hex).
    """

    name: Name
    x: int
    y: int
    location: str | None = None
    printed: int
    place: int = 0
    borders: list[BorderRow] = []
    icons: list[str] = []
    reserved: list[tuple[int, int | None]] = []
    origin: Origin | None = None


class CellRow(Model):
    """A cell of the market: row and column (0, 0 upper left), price, zones by name."""

    row: int
    column: int
    price: Money
    zones: list[str] = []


class ZoneRow(Model):
    """A zone of the market: its name, and the letter it is printed with."""

    name: str
    letter: str


class Components(Model):
    """All things of a title, in the order written."""

    trains: list[TrainRow]
    phases: list[PhaseRow]
    companies: list[CompanyRow]
    privates: list[PrivateRow] = []
    tiles: list[TileRow]
    hexes: list[HexRow]
    layout: Literal["flat", "pointy"]
    cells: list[CellRow]
    zones: list[ZoneRow] = []
    series: list[str] = []
    gauges: list[GaugeRow] = []
    kinds: list[KindRow] = []


class Patch(Model):
    """While `guard` holds, the value at `path` in the components (keys and positions) is `value`."""

    guard: Expr
    path: list[str | int]
    value: Any


class Layer(Model):
    """One answer to a question. Layers are listed innermost first; `usual` in one asks the next.

    `place`: None (plain), or kind and position of the thing it is about. `cases`: condition (None: always) and value,
    the first whose condition holds is taken; if none holds the next layer answers. `while_` layers come before all
    others and hold only while their condition (in the cases) holds; `this` is the thing of their paragraph.
    """

    place: tuple[str, int] | None = None
    this: tuple[str, int] | None = None
    cases: list[tuple[Expr, Expr]]
    guard: Expr = True
    rank: str = "plain"
    origin: Origin | None = None


class Rule(Model):
    """When the event happens and the condition holds, the code is carried out. `this`: the thing of its paragraph.

    `record`, `by_position`, `ending`: how the first thing it asks is answered, as of powers.
    """

    name: str | None = None
    record: str = "choose"
    by_position: bool = False
    ending: str = ""
    event: str
    event_argument: str | None = None
    this: tuple[str, int] | None = None
    condition: Expr = True
    code: list[list[Any]]
    slots: list[str] = []
    guard: Expr = True
    origin: Origin | None = None


class Power(Model):
    """An extra action: who may use it, in which moments, if what, how often, and what then happens.

    `known`: the parameter that stands for the user. `record`: the type of the action that uses it,
    where it is a choice; `by_position`: it carries the position of what is chosen among what is offered, from 0;
    `ending`: it carries the name of what is chosen, and this behind it.
    """

    name: str
    who: Expr
    this: tuple[str, int] | None = None
    moments: list[tuple[str, str | None]]
    condition: Expr = True
    uses: int | None = None
    uses_per: Literal["game", "turn"] = "game"
    known: Literal["company", "player"] | None = None
    record: str = "choose"
    by_position: bool = False
    ending: str = ""
    code: list[list[Any]]
    slots: list[str] = []
    guard: Expr = True
    origin: Origin | None = None


class Step(Model):
    """A step of a turn: its kind, the power it serves if it is a power step, and when it waits (None: its usual)."""

    name: str
    kind: str
    power: str | None = None
    waits: Expr = None
    guard: Expr = True
    origin: Origin | None = None


class RoundRow(Model):
    """A round of the course of play: name and kind; `several`: as many as the answer `operating rounds` says.

    `power`: the name of the powers that a choice round asks for (None: all whose moment it is).
    """

    name: str
    kind: str
    several: bool = False
    power: str | None = None
    guard: Expr = True


class Flow(Model):
    """The course of play: rounds played once at the opening, rounds of every set, and the steps of turns by round."""

    opening: list[RoundRow]
    every_set: list[RoundRow]
    steps: dict[str, list[Step]]


class LaySlot(Model):
    """A lay of the track step: what it may be, when it is open, and on which hexes (None: anywhere). `surcharge`: what
    using it costs beside the lay; the lay is not open for a company that cannot pay it."""

    name: str
    lays: Literal["lay", "upgrade", "lay or upgrade"] = "lay or upgrade"
    open: Expr = True
    hexes: Expr = None
    surcharge: Expr = 0
    guard: Expr = True
    origin: Origin | None = None


class BoxRow(Model):
    """Boxes of a deck, which is a list of privates in a word of the glossary.

    `takes`: which cards these boxes take (an expression over the card looked at; None: any). `live`: filled again at
    once, otherwise when told. `minimum`: least first bid on such a card.
    """

    deck: Name
    boxes: Annotated[int, Field(ge=1, le=100)] = 1
    live: bool = False
    takes: Expr = None
    minimum: Expr = None
    guard: Expr = True
    origin: Origin | None = None


class EndRow(Model):
    """A trigger of the end, and when the game then ends."""

    trigger: Expr
    name: str
    end: Literal[
        "at once",
        "after its turn",
        "after the round",
        "after the operating round",
        "after the set",
        "after the next set",
    ]
    guard: Expr = True
    origin: Origin | None = None


class StateWord(Model):
    """A word of the title's glossary that holds state: what it is about, its type, first value and span.

    `firsts`: first values of single things, by position. `marker`: how records show things for which it holds.
    """

    name: str
    about: str
    type: str
    first: Expr = None
    lasts: Literal["game", "set", "round", "turn"] = "game"
    firsts: list[tuple[int, Any]] = []
    marker: str | None = None
    guard: Expr = True


class EventRow(Model):
    """An event of the title's own, and the kind of thing it is about (None: none)."""

    name: str
    about: str | None = None


class Definition(Model):
    """A definition of the glossary: an expression over its parameters, asked like an attribute."""

    name: str
    about: str | None
    type: str
    value: Expr
    guard: Expr = True


class Table(Model):
    """A rule table; `format` is the version of this model, `digest` the sha256 over the sources."""

    format: Literal[1]
    language: int
    title: Name
    name: Text
    digest: str
    sources: list[Source]
    players: list[Annotated[int, Field(ge=1, le=12)]]
    options: list[OptionRow] = []
    components: Components
    patches: list[Patch] = []
    flow: Flow
    questions: dict[str, list[Layer]]
    rules: list[Rule] = []
    powers: list[Power] = []
    lays: list[LaySlot] = [LaySlot(name="1")]
    boxes: list[BoxRow] = []
    hidden_areas: list[str] = []
    ends: list[EndRow] = []
    words: list[StateWord] = []
    definitions: list[Definition] = []
    events: list[EventRow] = []
