"""The schema of places: headings, tables with their columns, answers that are not questions of the game.

What may stand where is said here once: the reader sorts lines by it, messages list it, the reference prints it.
Questions, events, effects and attributes stand in the vocabulary of the rule table.
"""

from dataclasses import dataclass
from typing import NamedTuple

from titleworks.runtime.table.vocabulary import QUESTION


class Column(NamedTuple):
    """A column of a table: its head, what a cell holds, and its meaning."""

    name: str
    cell: str
    doc: str


@dataclass(frozen=True)
class TableKind:
    """A table: its first column, the others, and whether questions may be columns too.

    `things`: the kind of thing a row is, if the first column is a name. `keyed`: answers depend on the first column.
    """

    first: str
    doc: str
    columns: tuple[Column, ...]
    things: str | None = None
    answers: bool = False

    def heads(self) -> list[str]:
        """All heads a column of the table may have, its own first."""
        own = [column.name for column in self.columns]
        return [*own, *QUESTION] if self.answers else own


class HeadAnswer(NamedTuple):
    """An answer that no question of the game stands behind: `layout:` of the map, `include:` of the head."""

    name: str
    cell: str
    doc: str


@dataclass(frozen=True)
class Section:
    """A heading the language knows, with the tables and own answers below it."""

    name: str
    doc: str
    tables: tuple[TableKind, ...] = ()
    answers: tuple[HeadAnswer, ...] = ()


_IN_PLAY = Column("in play", "condition over `players` and options", "the row is in the game only then")

#: The version of the language that this compiler reads.
LANGUAGE = 1

HEAD: tuple[HeadAnswer, ...] = (
    HeadAnswer("language", "number", f"version of the language the title is written in: {LANGUAGE}"),
    HeadAnswer("title", "name", "short name of the title"),
    HeadAnswer("name", '"text"', "full name"),
    HeadAnswer("players", "`2 to 6`, or `3, 4`", "numbers of players"),
    HeadAnswer("bank", "money", "money in the game, or `unlimited`"),
    HeadAnswer("include", "catalogues", "shared tables: `common tiles`"),
    HeadAnswer("extends", "title", "the title this one is a variant of; here stands only what differs"),
    HeadAnswer("removed", "names", "what the extended title loses: things, sections, options, words, named rules"),
)

PLAYERS_TABLE = TableKind(
    "players",
    "answers by the number of players at the start",
    (Column("players", "numbers", "`2`, or `2, 3`"),),
    answers=True,
)
PHASE_TABLE = TableKind(
    "phase", "answers by the current phase", (Column("phase", "phases", "`2`, or `2, 3`"),), answers=True
)
STEPS_TABLE = TableKind(
    "step",
    "the steps of an operating turn, in order",
    (
        Column("step", "steps", "a step, or several: `run, dividend`"),
        Column("waits", "condition, or `never`", "when it waits for an action; blank: its usual condition"),
        Column("place", "`after STEP` or `before STEP`", "where a step is put into the extended title's turn"),
    ),
)

SECTIONS: tuple[Section, ...] = (
    Section(
        "Course of play",
        "which rounds are played",
        (PHASE_TABLE,),
        (
            HeadAnswer("opening", "rounds", "played once, before the first set; `none`: nothing"),
            HeadAnswer("every set", "rounds", "played again and again; a plural: as many as `operating rounds` says"),
        ),
    ),
    Section("Players", "what each player has and may hold", (PLAYERS_TABLE,)),
    Section("Set-up", "what is done before the game starts"),
    Section(
        "Market",
        "the stock market chart",
        (
            TableKind(
                "letter",
                "zones of the chart, and answers about companies whose cell is in the zone",
                (
                    Column("letter", "letter", "the letter printed on the cells"),
                    Column("zone", "name", "name of the zone"),
                ),
                answers=True,
            ),
        ),
        (
            HeadAnswer(
                "grid", "rows of cells", "the chart as printed: `100p` is a price and its zone's letter, `_` no cell"
            ),
        ),
    ),
    Section(
        "Companies",
        "the companies that players found and run",
        (
            TableKind(
                "name",
                "companies, in the order of their records",
                (
                    Column("name", "name", "short name"),
                    Column("title", '"text"', "full name"),
                    Column("class", "word", "class of the company; a class is also a word for its companies"),
                    Column("certificates", "certificates", "`20 president, 10 x8`, `20 last`, `100 as 2`"),
                    Column("tokens", "prices", "`0, 40, 100 x2`; with an area: `50 locked x3`"),
                    Column("home", "hexes", "`G19`, or `G19 city 1` (the first city on the hex)"),
                    Column("destination", "hex", "where its token of the area `destination` goes"),
                    Column("colour", "word", "colour of its tokens and certificates"),
                    _IN_PLAY,
                ),
                things="company",
                answers=True,
            ),
        ),
        (
            HeadAnswer("certificates", "certificates", "for all rows that do not say otherwise"),
            HeadAnswer("tokens", "prices", "for all rows that do not say otherwise"),
        ),
    ),
    Section(
        "Privates",
        "private companies",
        (
            TableKind(
                "name",
                "privates, in the order of their sale",
                (
                    Column("name", "name", "short name"),
                    Column("title", '"text"', "full name"),
                    Column("text", '"text"', "what it does, for the players"),
                    Column("price", "money", "face value"),
                    Column("class", "word", "class of the private"),
                    Column(
                        "record", "name", "its name in records, if another; several may share one of which one plays"
                    ),
                    _IN_PLAY,
                ),
                things="private",
                answers=True,
            ),
        ),
    ),
    Section(
        "Phases",
        "the phases, and answers by phase",
        (
            TableKind(
                "name",
                "phases in order; every other column answers by the current phase",
                (
                    Column("name", "name", "name of the phase"),
                    Column(
                        "starts with",
                        "trains",
                        "the first of these trains that is bought begins it; blank for the first phase",
                    ),
                ),
                things="phase",
                answers=True,
            ),
        ),
    ),
    Section(
        "Trains",
        "the kinds of train, in the order they are sold",
        (
            TableKind(
                "name",
                "kinds of train",
                (
                    Column("name", "name", "name of the kind"),
                    Column("count", "number or `unlimited`", "how many there are"),
                    Column("price", "money", "printed price"),
                    Column("distance", "distance", "`4`, `unlimited`, `4 hexes`, `1 city, 2 towns`, `3 of 5 cities`"),
                    Column("rusts on", "train", "removed when the first of that kind is bought"),
                    Column("obsolete on", "train", "runs once more when the first of that kind is bought"),
                    Column(
                        "on sale from", "`phase NAME`", "on sale from that phase, whatever is left of earlier kinds"
                    ),
                    Column("trade-in", "`300 off for 4, 5, 6`", "trains that may be traded in for it"),
                    Column("card", "train", "the kind on the front of its card; such a row has no count of its own"),
                    Column("gauge", "word", "gauge it runs on"),
                    Column("group", "word", "group in which it counts, apart from the train limit"),
                    _IN_PLAY,
                ),
                things="train kind",
                answers=True,
            ),
            TableKind(
                "group",
                "groups of trains with a limit of their own",
                (
                    Column("group", "word", "the group, as in the table of trains"),
                    Column("train limit", "number", "trains of the group that a company may own"),
                ),
            ),
        ),
    ),
    Section(
        "Tiles",
        "the tiles of the supply",
        (
            TableKind(
                "name",
                "tiles the catalogues do not have, or have otherwise",
                (
                    Column("name", "name", "number of the tile"),
                    Column("count", "number or `unlimited`", "how many there are"),
                    Column("colour", "colour", "yellow, green, brown, gray"),
                    Column("track", "track", "`0-3`, `city 30 x2 on 0 1 3 4`, `town 10 on 0 2`"),
                    Column("marks", "marks", "`label H`, `cost 80`, `icon port`"),
                    _IN_PLAY,
                ),
                things="tile",
            ),
        ),
        (
            HeadAnswer("tiles", "tiles with counts", "`1, 2 x3, 7 x unlimited`: tiles of the catalogues, and how many"),
            HeadAnswer(
                "pairs",
                "pairs of tiles",
                "`3/72`: the two sides of one piece: while one side lies, the other is not there",
            ),
        ),
    ),
    Section(
        "Map",
        "the hexes and what is printed on them",
        (
            TableKind(
                "hexes",
                "hexes that share a print; a text after a hex is its name",
                (
                    Column("hexes", "hexes", '`A8 B9 F1 "Imabari"`'),
                    Column("print", "marks", "`white, mountain 80`, `city`"),
                ),
            ),
        ),
        (
            HeadAnswer("layout", "`flat` or `pointy`", "what is on top of a hex: a side or a corner"),
            HeadAnswer(
                "letters",
                "`columns` or `rows`",
                "what the letters of hexes name; blank: columns of a flat map, rows of a pointy one",
            ),
            HeadAnswer(
                "series", "words", "what `30/60/100` on a stop stands for: a colour (from its first phase) or a train"
            ),
            HeadAnswer("walls", "pairs of hexes", "`E7-F8, C11-D12`: sides that track may not cross"),
            HeadAnswer(
                "sides", "costs and pairs of hexes", "`water 40 on E7-F8, C11-D12`: what track across these sides costs"
            ),
            HeadAnswer("without", "hexes", "hexes of the extended title that are not on this map"),
        ),
    ),
    Section(
        "Track",
        "laying tiles",
        (
            PHASE_TABLE,
            TableKind(
                "gauge",
                "the gauges of the track; without the table: equal ones join, dual joins any, any may become dual",
                (
                    Column("gauge", "word", "broad (track without a letter), narrow (`n`), dual (`d`)"),
                    Column("joins", "gauges", "what it meets across a side of a hex"),
                    Column("becomes", "gauges", "what an upgrade may turn it into"),
                ),
            ),
            TableKind(
                "slot",
                "the lays of a turn",
                (
                    Column("slot", "name", "name of the lay"),
                    Column("lays", "`lay`, `upgrade` or `lay or upgrade`", "what it may be"),
                    Column("open", "condition", "when it may be used"),
                    Column("hexes", "hexes", "where; blank: anywhere; `upgrade` is known"),
                    Column("surcharge", "money", "what it costs beside the lay; `hex` and `upgrade` are known"),
                ),
            ),
        ),
    ),
    Section("Tokens", "placing tokens", (PHASE_TABLE,)),
    Section(
        "Routes",
        "running trains",
        (
            PHASE_TABLE,
            TableKind(
                "kind",
                "kinds of stops beside city, town and area; prints and distances may name them",
                (
                    Column("kind", "word", "the kind: `port 20 on 4`, `mine on 0 3`"),
                    Column("like", "`city`, `town` or `area`", "a city has slots, an area ends walks; blank: town"),
                    Column("places", "number", "places of a train's distance that a visit takes; blank: 1"),
                    Column("pays", "`revenue` or `treasury`", "whose income its value is; blank: revenue"),
                    Column(
                        "optional",
                        "`no`, `partly` or `yes`",
                        "whether two such stops make a route exist: no, they do; partly: one and a stop that counts",
                    ),
                    Column(
                        "upgraded",
                        "`kept`, `gone` or `covered`",
                        "whether an upgrade keeps the stop; gone: the sides of its track survive, and a path on them; "
                        "covered: so with the first tile, too",
                    ),
                    Column("value", "money, or `30/20/10`", "value of every stop of the kind, whatever is printed"),
                ),
            ),
        ),
    ),
    Section("Dividends", "paying out", (PHASE_TABLE,)),
    Section("Waterfall auction", "the auction of the privates"),
    Section("Lot auction", "the auction of the privates one after the other"),
    Section(
        "Bid boxes",
        "lots on the front of decks, on which players bid in their stock turns",
        (
            TableKind(
                "deck",
                "the boxes of each deck, in the order in which they are looked at",
                (
                    Column("deck", "word", "a word of the glossary about the game: a list of privates"),
                    Column("boxes", "number", "how many boxes; several rows of a deck follow one another"),
                    Column("refilled", "`at once` or `when told`", "when boxes that are empty get new lots"),
                    Column("takes", "condition over a private", "which cards the boxes take; blank: the next one"),
                    Column("minimum bid", "money", "least first bid; blank: the face value"),
                ),
            ),
        ),
    ),
    Section("Stock round", "buying and selling shares", (PHASE_TABLE,)),
    Section("Operating round", "the turns of the companies", (STEPS_TABLE, PHASE_TABLE)),
    Section("Emergency", "buying a train without the money for it"),
    Section(
        "End of the game",
        "what ends the game, and when",
        (
            TableKind(
                "trigger",
                "ends, in order; without the table: a bankrupt player at once, a broken bank after the set",
                (
                    Column("trigger", "condition", "what brings the end"),
                    Column(
                        "end", "time", "at once, after its turn, after the round, after the set, after the next set"
                    ),
                    Column("name", "word", "the reason, as records write it"),
                ),
            ),
        ),
    ),
    Section(
        "Records",
        "how recorded games write what the title does; no rule depends on it",
        (
            TableKind(
                "power",
                "powers whose use records do not write as `choose`",
                (
                    Column("power", "power", "name of the power, or of a rule that asks for a choice"),
                    Column("action", "type of action", "`assign`, `choose_ability`, `merge`, `special_buy` ..."),
                    Column("choice", "`name` or `position`", "what is written of the choice; its position is from 0"),
                ),
            ),
            TableKind(
                "area",
                "areas of tokens that records do not list one by one",
                (
                    Column("area", "word", "the area, as in the tokens of a company"),
                    Column(
                        "tokens", "`counted` or `listed`", "counted: a token is listed from when it leaves the area"
                    ),
                ),
            ),
        ),
    ),
    Section(
        "Glossary",
        "words of the title's own: what is remembered, and definitions (`word of kind: expression`)",
        (
            TableKind(
                "word",
                "words that hold a value",
                (
                    Column("word", "word", "the word"),
                    Column("about", "kind", "what it is said of: game, player, company, private, hex ..."),
                    Column("kind", "type", "yes or no, number, money, a kind, or `list of` a kind"),
                    Column("at first", "value", "its first value; blank: no, 0, nothing"),
                    Column("lasts", "game, set, round or turn", "how long a value lasts; blank: the game"),
                    Column("marker", "name", "how records show, on the map, the hexes for which it holds"),
                ),
            ),
            TableKind(
                "event",
                "events of the title's own, which `announce` brings about",
                (
                    Column("event", "words", "what happens"),
                    Column("about", "kind", "what it is about; blank: nothing"),
                ),
            ),
        ),
    ),
)

SECTION: dict[str, Section] = {section.name: section for section in SECTIONS}

#: What follows this heading is a variant of what stands above it, as if in a file of its own that extends it.
VARIANT = "Variant"

#: First columns that begin a table.
FIRST_COLUMNS = frozenset(table.first for section in SECTIONS for table in section.tables)

HEAD_ANSWERS = tuple(answer.name for answer in HEAD)


_THINGS = {section.name: table.things for section in SECTIONS for table in section.tables if table.first == "name"}


def things_of(section: str) -> str | None:
    """The kind of thing that the rows and paragraphs of a section are, if any."""
    return _THINGS.get(section)


def table_of(section: str, first: str) -> TableKind | None:
    """The table of a section that begins with a column; keyed tables may stand in every section."""
    known = SECTION.get(section)
    found = next((table for table in known.tables if table.first == first), None) if known is not None else None
    if found is None and first in ("players", "phase"):
        return PLAYERS_TABLE if first == "players" else PHASE_TABLE
    return found
