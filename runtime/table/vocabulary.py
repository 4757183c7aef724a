"""The vocabulary: every word a title may use, with its types and meaning. Shared by compiler, loader and runtime.

Types are written as text: `yes/no`, `number`, `money` (whole), `percent`, `text`, `moves`, `range`, `float`, `word`
(one of the entry's `choices`), `words` (several of them), a kind of thing (`company`, `hex` ...), `holder` (player,
company, private, bank, pool, IPO), or `list of X`. Any value may also be `none`.
"""

from dataclasses import dataclass

#: Kinds of things, with their plural: the plural is the list of all things of the kind.
KINDS: dict[str, str] = {
    "player": "players",
    "company": "companies",
    "private": "privates",
    "certificate": "certificates",
    "train": "trains",
    "train kind": "train kinds",
    "phase": "phases",
    "hex": "hexes",
    "tile": "tiles",
    "city": "cities",
    "stop": "stops",
    "token": "tokens",
    "cell": "cells",
    "zone": "zones",
    "route": "routes",
    "leg": "legs",
    "deck": "decks",
    "lot": "lots",
    "step": "steps",
    "colour": "colours",
}

#: Kinds whose things are rows of the title (their names may be used in expressions).
NAMED_KINDS = ("company", "private", "train kind", "phase", "hex", "tile", "zone", "deck")

#: Domains of the state that an attribute may read; memoised answers depend on them.
DOMAINS = ("set-up", "phase", "cash", "holdings", "market", "trains", "track", "tokens", "turn", "privates", "words")


@dataclass(frozen=True)
class Attribute:
    """A word said `of` a thing: `price of company`; with an argument: `holding of` a player in a company."""

    about: str
    name: str
    type: str
    doc: str
    reads: tuple[str, ...] = ()
    argument: str | None = None


@dataclass(frozen=True)
class Question:
    """A decision point: what the runtime asks, about what (the first is the subject), and the default answer."""

    name: str
    about: tuple[tuple[str, str], ...]
    type: str
    default: str
    doc: str
    choices: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()


@dataclass(frozen=True)
class Event:
    """Something that happens: the words known in it (the first is the subject) and the exact moment."""

    name: str
    knows: tuple[tuple[str, str], ...]
    doc: str
    argument: str | None = None


@dataclass(frozen=True)
class Effect:
    """A sentence: verb, pattern shown in messages, and the operator it lowers to."""

    verb: str
    pattern: str
    doc: str


@dataclass(frozen=True)
class StepKind:
    """A step of a turn and when it waits unless the title says otherwise."""

    name: str
    waits: str
    doc: str


@dataclass(frozen=True)
class RoundKind:
    """A kind of round. `own`: a title's round of this kind has a heading and a name of its own."""

    name: str
    doc: str
    own: bool = False


@dataclass(frozen=True)
class Moment:
    """A time at which a power may be used."""

    name: str
    doc: str
    argument: str | None = None


def _attributes(*rows: tuple[str, str, str, str, str] | tuple[str, str, str, str, str, str]) -> tuple[Attribute, ...]:
    """Rows: about, name, type, what it reads, meaning, and the type of an argument if it takes one."""
    return tuple(
        Attribute(r[0], r[1], r[2], r[4], tuple(filter(None, r[3].split())), r[5] if len(r) == 6 else None)
        for r in rows
    )


ATTRIBUTES: tuple[Attribute, ...] = _attributes(
    ("game", "phase", "phase", "phase", "the current phase"),
    ("game", "set number", "number", "turn", "number of the set of rounds, from 1"),
    ("game", "round number", "number", "turn", "number of the round of its kind in the set, from 1"),
    ("game", "round", "word", "turn", "name of the round being played"),
    ("game", "player count", "number", "", "number of players at the start"),
    ("game", "remaining players", "list of player", "turn", "players who are still in the game, in player order"),
    ("game", "bank", "holder", "", "the bank"),
    ("game", "pool", "holder", "", "the open market for shares"),
    ("game", "IPO", "holder", "", "where unsold certificates wait"),
    ("game", "player in turn", "player", "turn", "the player whose stock turn it is"),
    ("game", "operator", "company", "turn", "the company whose operating turn it is"),
    ("game", "last round", "yes/no", "turn", "whether the game ends with this round"),
    ("game", "any bankrupt player", "yes/no", "turn", "whether somebody went bankrupt"),
    ("game", "steps taken", "words", "turn", "steps that took an action, or a pass, in this operating turn"),
    ("game", "laid hexes", "list of hex", "turn", "hexes of the lays of this operating turn"),
    ("game", "lays", "number", "turn", "tile lays made in this operating turn"),
    ("game", "active powers", "words", "turn", "names of the powers by which a lay is being made"),
    ("game", "upgrades", "number", "turn", "upgrades among the lays of this operating turn"),
    ("game", "tokened", "yes/no", "turn", "whether the token of this operating turn was placed"),
    ("game", "launches", "list of company", "turn", "companies started by the player in this stock turn"),
    ("game", "purchases", "number", "turn", "certificates bought in this stock turn, started companies included"),
    ("game", "next train", "train kind", "trains", "kind of the next train of the bank"),
    ("game", "bids made", "number", "turn", "bids on lots in boxes in this stock turn"),
    ("deck", "lots", "list of lot", "privates words", "the lots in its boxes, in the order of the boxes"),
    ("deck", "boxes", "list of lot", "privates words", "its boxes: the lot in each, none where one is empty"),
    ("lot", "card", "private", "", "the private that is the lot"),
    ("lot", "deck", "deck", "words", "the deck it comes from"),
    ("lot", "box", "number", "privates words", "number of its box, from 1"),
    ("lot", "bid", "yes/no", "turn", "whether there is a bid on it"),
    ("lot", "unbid", "yes/no", "turn", "whether there is no bid on it; no if there is no lot"),
    ("lot", "top bid", "money", "turn", "the highest bid on it; 0 if there is none"),
    ("lot", "top bidder", "player", "turn", "whose bid leads"),
    ("player", "committed", "money", "turn", "money bound by bids on lots in boxes"),
    ("player", "cash", "money", "cash", "money in hand"),
    ("player", "debt", "money", "cash", "what the player owes for loans; his worth is less by it"),
    ("player", "can sell", "yes/no", "turn holdings market", "whether he may sell shares in a stock turn now"),
    ("player", "certificate count", "number", "holdings market privates", "certificates that count against the limit"),
    ("player", "certificates", "list of certificate", "holdings", "certificates the player holds"),
    ("player", "sold", "list of company", "turn", "companies whose shares the player sold in this stock round"),
    ("player", "bankrupt", "yes/no", "turn", "whether the player went bankrupt"),
    ("player", "privates", "list of private", "privates", "open privates the player owns"),
    ("company", "class", "word", "", "class of the company"),
    ("company", "price", "money", "market", "price of a share on the market"),
    ("company", "par", "money", "market", "par price"),
    ("company", "cell", "cell", "market", "cell of the market"),
    ("company", "zones", "list of zone", "market", "zones of the company's cell"),
    ("company", "cash", "money", "cash", "money in the treasury"),
    ("company", "president", "player", "holdings", "the player who runs the company"),
    ("company", "held", "percent", "holdings", "percent with players"),
    ("company", "holding", "percent", "holdings", "percent that somebody holds", "holder"),
    ("company", "certificates", "list of certificate", "holdings", "all certificates issued by the company"),
    ("company", "trains", "list of train", "trains", "trains owned"),
    (
        "company",
        "usable trains",
        "list of train",
        "trains turn tokens",
        "its trains that may run now, in the order of arrival",
    ),
    ("company", "trains bought", "number", "trains", "trains ever bought"),
    (
        "company",
        "president can sell",
        "yes/no",
        "holdings market cash trains turn",
        "whether its president may sell shares now to help it to a train",
    ),
    ("company", "privates", "list of private", "privates", "privates owned"),
    ("company", "home", "list of hex", "", "home hexes"),
    ("company", "homes", "list of city", "track", "the cities of its home hexes, or those the table names"),
    ("company", "launched", "yes/no", "market", "whether it has a par price"),
    ("company", "closed", "yes/no", "market", "whether it closed, and was not renewed"),
    ("company", "open homes", "list of city", "tokens track", "cities of its home hexes that can take its token"),
    ("company", "floated", "yes/no", "holdings", "whether it floated"),
    ("company", "operated", "yes/no", "turn", "whether it had an operating turn before this one"),
    ("company", "turns", "number", "turn", "operating turns, the present one included"),
    ("company", "network", "list of hex", "track tokens", "hexes its network reaches"),
    ("company", "open network", "list of hex", "track tokens", "hexes its network reaches if nothing blocks"),
    ("company", "destination", "hex", "", "the hex in the column `destination`"),
    ("company", "network cities", "list of city", "track tokens", "cities its network reaches"),
    ("company", "token hexes", "list of hex", "tokens", "hexes with a token of the company"),
    ("company", "tokens", "list of token", "tokens", "its station tokens, on the map or not; those destroyed are gone"),
    ("company", "token", "token", "tokens", "its first token on the map"),
    (
        "company",
        "has full route",
        "yes/no",
        "track tokens",
        "whether two stops that are in no way optional are joined for it on the map, or were once",
    ),
    ("company", "has route", "yes/no", "track tokens", "whether any route exists for it on the map"),
    (
        "company",
        "can lay",
        "yes/no",
        "turn cash",
        "whether a lay of the turn is unused and open, and its surcharge paid",
    ),
    (
        "company",
        "can place token",
        "yes/no",
        "track tokens cash turn",
        "an affordable token, and a reached city for it",
    ),
    ("company", "can flip", "yes/no", "trains cash phase", "whether it can turn over one of its two-sided cards"),
    ("company", "cheapest train", "money", "trains phase", "lowest price of a train of the bank it may buy, or none"),
    ("company", "has train room", "yes/no", "trains phase", "whether it may own one more train"),
    ("company", "can buy train", "yes/no", "trains cash phase", "room, and cash for the cheapest train on offer"),
    ("company", "can issue", "yes/no", "turn holdings market", "whether it may sell own certificates to the pool now"),
    (
        "company",
        "can redeem",
        "yes/no",
        "turn holdings market cash",
        "whether it may take certificates back now, and can pay",
    ),
    ("certificate", "company", "company", "", "who issued it"),
    ("certificate", "percent", "percent", "", "its size"),
    ("certificate", "shares", "number", "", "how many shares it is worth"),
    ("certificate", "holder", "holder", "holdings", "who has it"),
    ("certificate", "president", "yes/no", "", "whether it is the president's certificate"),
    ("certificate", "last", "yes/no", "", "whether it is sold only when no other lies with it"),
    ("private", "trains", "list of train", "trains", "trains reserved for it"),
    ("private", "owner", "holder", "privates", "who owns it; the bank before it is bought"),
    ("private", "price", "money", "", "face value"),
    ("private", "class", "word", "", "class of the private"),
    ("private", "deck", "deck", "words", "the deck of bid boxes it is in; none once it has left it"),
    ("private", "boxed", "yes/no", "privates words", "whether it lies in a bid box"),
    ("private", "cash", "money", "cash", "money that lies on it"),
    ("private", "certificates", "list of certificate", "holdings", "certificates it holds"),
    ("private", "closed", "yes/no", "privates", "whether it is closed"),
    ("private", "uses", "number", "turn", "how often its powers were used"),
    ("train", "kind", "train kind", "", "kind of the train"),
    ("train", "price", "money", "", "price of its kind"),
    ("train", "owner", "holder", "trains", "who owns it"),
    ("train", "combined", "yes/no", "trains", "whether it was joined with another train"),
    ("train", "obsolete", "yes/no", "trains", "whether it runs once more and then leaves"),
    ("train kind", "price", "money", "", "printed price"),
    ("train kind", "departures", "number", "trains", "how many of the kind have left the bank"),
    ("train kind", "gauge", "word", "", "gauge it runs on"),
    ("train kind", "group", "word", "", "group in which it counts, apart from the train limit"),
    ("train kind", "front", "train kind", "", "the kind on the front of its card; itself if it is on the front"),
    ("train kind", "rusted", "yes/no", "trains", "whether the train on which it rusts has left the bank"),
    ("phase", "number", "number", "", "position among the phases, from 1"),
    ("hex", "row", "number", "", "number of its row in doubled coordinates"),
    ("hex", "column", "number", "", "number of its column in doubled coordinates"),
    ("hex", "tile", "tile", "track", "the tile on it"),
    ("hex", "colour", "colour", "track", "colour of the tile on it"),
    ("hex", "label", "word", "track", "label of the tile on it"),
    ("hex", "terrain", "words", "track", "terrains of the cost printed on what lies there"),
    ("hex", "printed cost", "money", "track", "sum of the costs printed on what lies there"),
    ("hex", "map cost", "money", "", "sum of the costs printed on the map there, whatever tile covers them"),
    ("hex", "stop kinds", "words", "track", "kinds of the stops on it: city, town, area or those of the title"),
    ("hex", "stub", "number", "", "the side towards which an approach is printed on the map; none without one"),
    ("hex", "stops", "list of stop", "track", "the stops on it, in the order of its tile"),
    ("hex", "laid", "yes/no", "track", "whether a tile was laid on it"),
    ("hex", "companies", "list of company", "tokens", "companies with a token on it"),
    ("hex", "cities", "list of city", "track", "the cities on it, in the order of its tile"),
    ("hex", "tokens", "list of token", "tokens", "tokens on it"),
    ("hex", "free", "yes/no", "tokens track", "whether a city on it has a slot without token and reservation"),
    ("tile", "colour", "colour", "", "colour"),
    ("tile", "label", "word", "", "label"),
    ("tile", "gauges", "words", "", "gauges of its track"),
    ("tile", "stop kinds", "words", "", "kinds of its stops"),
    ("stop", "hex", "hex", "", "its hex"),
    ("stop", "city", "city", "", "the city that it is; none if it has no slots"),
    ("stop", "kind", "word", "", "city, town, area or a kind of the title"),
    ("stop", "value", "money", "track phase", "value printed on the tile, by the phase"),
    ("stop", "companies", "list of company", "tokens", "companies with a token in it"),
    ("leg", "gauges", "words", "track", "gauges of its track"),
    ("leg", "borders", "number", "track", "sides of hexes that it crosses"),
    ("leg", "hexes", "list of hex", "track", "hexes it passes, with those of its stops, in order"),
    ("leg", "stops", "list of stop", "track", "the two stops that it joins"),
    ("route", "train", "train", "", "the train that runs it"),
    ("route", "stops", "list of stop", "track", "its stops in order, also those that the train does not count"),
    ("route", "hexes", "list of hex", "track", "hexes it passes, with those of its stops, in order"),
    ("route", "legs", "list of leg", "track", "its parts from stop to stop"),
    ("route", "ends", "list of stop", "track", "its first and its last stop"),
    ("route", "first stop", "stop", "track", "where it begins"),
    ("route", "last stop", "stop", "track", "where it ends"),
    ("city", "hex", "hex", "", "its hex"),
    ("city", "companies", "list of company", "tokens", "companies with a token in it"),
    ("city", "tokens", "list of token", "tokens", "tokens in it"),
    ("city", "slots", "number", "tokens track", "its slots, added ones included; `add 1 to slots of city`"),
    ("city", "free", "yes/no", "tokens track", "whether it has a slot without token and reservation"),
    ("token", "company", "company", "", "whose token it is"),
    ("token", "area", "word", "tokens", "where it waits, or came from: `available` or an area of the title"),
    ("token", "city", "city", "tokens", "the city in which it stands"),
    ("token", "hex", "hex", "tokens", "the hex on which it stands"),
    ("token", "placed", "yes/no", "tokens", "whether it is on the map"),
    ("token", "home", "yes/no", "", "whether it is the first token of its company, that of its home"),
    ("token", "price", "money", "", "printed price"),
    ("cell", "price", "money", "", "price printed on it"),
    ("cell", "zones", "list of zone", "", "its zones"),
    ("holder", "broken", "yes/no", "cash", "of the bank: whether a payment was more than it held"),
    ("holder", "cash", "money", "cash", "money of a player or company"),
)


def _questions(*rows: tuple[str, str, str, str, str, str] | tuple[str, str, str, str, str]) -> tuple[Question, ...]:
    """Rows: name, parameters `name:type, ...`, type, default, meaning, and the choices of a `word`."""
    made = []
    for row in rows:
        about = []
        for part in filter(None, (p.strip() for p in row[1].split(","))):
            name, _, kind = part.partition(":")
            about.append((name, kind or name))
        choices = tuple(c.strip() for c in row[5].split(",")) if len(row) == 6 else ()
        made.append(Question(row[0], tuple(about), row[2], row[3], row[4], choices))
    return tuple(made)


#: What is known of a lay beside company, hex and tile.
_LAY = "upgrade:yes/no, added gauges:words, sides:list of number, slot:word, border costs:money"
_LAY_DOC = (
    "`upgrade`: whether a coloured tile is replaced; `added gauges`: those of the track that the tile has more of than what "
    "it covers; `sides`: those that its track reaches, 0 to 5; `slot`: the lay of the turn, none for a power's; "
    "`border costs`: what is due for sides with a cost that its new track reaches"
)

QUESTIONS: tuple[Question, ...] = _questions(
    ("bank", "", "money", "required", "money in the game; unlimited if none"),
    ("cash", "", "money", "required", "money of each player at the start"),
    ("certificate limit", "", "number", "required", "certificates a player may hold"),
    ("operating rounds", "", "number", "1", "operating rounds of a set, asked when its stock round ends"),
    ("train limit", "company", "number", "required", "trains a company may own"),
    ("tiles", "company", "list of colour", "required", "colours of tiles a company may lay"),
    ("income", "private", "money", "0", "paid to the owner at the start of every operating round"),
    ("float", "company", "float", "60% sold", "share that must be `sold` (out of the IPO) or `held` (by players)"),
    (
        "capitalization",
        "company",
        "word",
        "full",
        "full: ten times par when it floats, shares pay the bank; incremental: shares pay the company",
        "full, incremental",
    ),
    (
        "capital",
        "company",
        "money",
        "10 * par if capitalization is full; 0",
        "what the bank pays a company that floats",
    ),
    ("share price", "company, source:holder", "money", "par from the IPO, price otherwise", "price of a 10% share"),
    (
        "share payee",
        "company, source:holder",
        "holder",
        "the company if capitalization is incremental and the source is not the pool; bank",
        "who is paid for shares",
    ),
    (
        "launch price",
        "company, player, par:money",
        "money",
        "par times the shares of the president's certificate",
        "what starting a company costs",
    ),
    (
        "certificates counted",
        "company",
        "number",
        "1",
        "what a certificate of the company counts against the certificate limit",
    ),
    (
        "launch counted",
        "company, player",
        "number",
        "certificates counted",
        "what starting the company counts against the certificate limit",
    ),
    ("privates counted", "private", "number", "1", "what a private counts against the certificate limit"),
    ("holding limit", "company, player", "percent", "60%", "most a player may hold of a company after a purchase"),
    ("pool limit", "company", "percent", "50%", "most of a company that may lie in the pool after a sale"),
    ("must sell", "player", "yes/no", "over a limit", "whether a player may only sell"),
    (
        "player order",
        "round:word",
        "list of player",
        "from the one after the last to act",
        "order of players, asked when an auction, stock round or choice round ends",
    ),
    ("worth", "player", "money", "cash + shares + prices of privates", "final score"),
    (
        "dividend move",
        "company, kind:word, revenue:money, paid:money",
        "moves",
        "left 1 if paid is 0; right 1",
        "market move after a dividend",
    ),
    ("sale move", "company, seller:player, shares:number", "moves", "down shares", "market move after a sale"),
    ("sold out", "company", "yes/no", "players hold 100%", "whether a company rises at the end of a stock round"),
    ("sold-out move", "company", "moves", "up 1", "market move of a sold-out company"),
    (
        "pool move",
        "company",
        "moves",
        "stay",
        "market move of a company with shares in the pool at the end of a stock round, right after its sold-out move",
    ),
    ("row end", "company", "moves", "up 1", "instead of a step right where the row ends"),
    ("row start", "company", "moves", "down 1", "instead of a step left where the row begins"),
    ("column top", "company", "moves", "stay", "instead of a step up where there is no cell above"),
    ("column foot", "company", "moves", "stay", "instead of a step down where there is no cell below"),
    (
        "entry allowed",
        "company, cell",
        "yes/no",
        "yes",
        "whether a move may lead into the cell; if not, it is as if there were no cell",
    ),
    (
        "partial moves",
        "company, cause:word",
        "yes/no",
        "yes",
        "whether a move that the chart allows in part only is made that far; `cause`: dividend, sale, issue, sold out, pool or rule",
    ),
    (
        "co-movers",
        "",
        "word",
        "arrival order",
        "how companies that sales of one turn move to a cell stand on it: as they came, or in their order before the turn",
        "arrival order, keep order",
    ),
    (
        "operating order",
        "",
        "list of company",
        "companies by highest price, rightmost, uppermost, first arrived",
        "order of floated companies in an operating round",
    ),
    ("par prices", "company, player", "list of cell", "par cells", "cells at which a company may be started"),
    ("par allowed", "company, player", "yes/no", "yes", "whether the player may start the company"),
    (
        "par offered",
        "company, player, par:money",
        "yes/no",
        "yes",
        "whether a start that is allowed is also among the actions offered; records may hold others",
    ),
    (
        "par awaited",
        "company, player",
        "yes/no",
        "par allowed, and a par price he can pay",
        "whether a player who can do nothing else is waited for because of this company that is not started",
    ),
    (
        "home placed",
        "company",
        "word",
        "turn start",
        "when the home token is placed",
        "turn start, launch, operating round start, stock round start",
    ),
    (
        "home asked",
        "company",
        "yes/no",
        "its home is several hexes",
        "whether the company chooses the city of its home even if one only is possible",
    ),
    (
        "home allowed",
        "company, city",
        "yes/no",
        "a slot is open",
        "whether it may be the home, where the company must choose; in a full city the token stands beside the slots",
    ),
    (
        "order",
        "player",
        "word",
        "sell-buy-sell",
        "sales and purchase in a stock turn",
        "sell-buy-sell, sell-buy, either",
    ),
    ("sale allowed", "company, player", "yes/no", "set number at least 2", "whether shares may be sold"),
    (
        "sales a turn",
        "company, player",
        "number",
        "none",
        "bundles of one company a player may sell in one turn; none: unlimited",
    ),
    (
        "presidential sale",
        "company",
        "word",
        "last",
        "how the president's certificate is sold: last, with all others of the seller, also in part; or freely with any of them, and in part only alone",
        "last, freely",
    ),
    (
        "exchange choice",
        "company, old:player, new:player",
        "player",
        "none",
        "who chooses whether a new president gives a certificate of the president's size or smaller ones, if he has both; none: the former",
    ),
    (
        "purchase allowed",
        "company, player, source:holder, certificate",
        "yes/no",
        "the player did not sell it in this round",
        "whether a share may be bought",
    ),
    (
        "another purchase allowed",
        "company, player, source:holder, certificate, first:company, sources:list of holder",
        "yes/no",
        "no",
        "whether a share of `first` may be bought after the turn's purchase of `first`; `sources`: where the shares bought so far in the turn lay",
    ),
    (
        "draw shift",
        "",
        "number",
        "0",
        "binary digits that are dropped from a number drawn, before it picks one of several",
    ),
    (
        "several ends",
        "",
        "word",
        "earliest",
        "which of several triggers ends the game: the one that does so earliest, or the one found first",
        "earliest, first found",
    ),
    (
        "pass allowed",
        "company, step:word",
        "yes/no",
        "yes",
        "whether a step that waits may be left with a pass; a company that must own a train never may",
    ),
    ("issue allowed", "company", "yes/no", "no", "whether a company may sell own certificates to the pool in its turn"),
    (
        "issue price",
        "company, shares:number, later price:money",
        "money",
        "price",
        "what the bank pays for each share of an issue; `later price`: the price after the issue's move",
    ),
    ("issue move", "company, shares:number", "moves", "stay", "market move after an issue"),
    (
        "redeem allowed",
        "company",
        "yes/no",
        "no",
        "whether a company may take certificates back from the pool in its turn",
    ),
    ("redeem price", "company, shares:number", "money", "price", "what a company pays for each share it takes back"),
    ("redeem limit", "company", "number", "none", "certificates a company may take back in one turn; none: unlimited"),
    ("raise", "", "number", "5", "least raise of a bid"),
    ("discount", "", "money", "5", "what the cheapest private, or the first lot, falls when all pass"),
    (
        "minimum bid",
        "private",
        "money",
        "what the table of bid boxes says; its face value",
        "least first bid on a lot of an auction or in a box",
    ),
    ("bid multiple", "", "number", "1", "bids exceed the least possible one by a multiple of this"),
    ("bid allowed", "player", "yes/no", "yes", "whether the player may bid on lots in boxes"),
    ("bids a turn", "player", "number", "none", "bids on lots in boxes in one stock turn; none: unlimited"),
    (
        "bidding tokens",
        "player",
        "number",
        "none",
        "lots in boxes on which a player may have a bid in one round; none: unlimited",
    ),
    ("bids counted", "private", "number", "1", "what a bid on it counts against the certificate limit"),
    (
        "committed",
        "",
        "word",
        "leading bids",
        "bids on lots in boxes that bind money and certificate room",
        "leading bids, all bids",
    ),
    (
        "private sale allowed",
        "private, company, seller:player",
        "yes/no",
        "no",
        "whether a company may buy the private",
    ),
    (
        "company price",
        "private, company, seller:player",
        "range",
        "half of price rounded up to double",
        "what a company may pay",
    ),
    (
        "player price",
        "private, player, seller:player",
        "range",
        "none",
        "what another player may pay; none: not for sale",
    ),
    (
        "combination allowed",
        "private, other:private",
        "yes/no",
        "no",
        "whether one lay may be made by powers of both privates; asked both ways",
    ),
    ("closing allowed", "private", "yes/no", "yes", "whether `close privates` closes it"),
    ("lay allowed", f"company, hex, tile, {_LAY}", "yes/no", "yes", f"whether the tile may be laid there; {_LAY_DOC}"),
    (
        "gauge must fit",
        "company, hex, tile",
        "yes/no",
        "no",
        "whether some side by which the company reaches the hex must meet track of the tile that joins there",
    ),
    ("lay reach", "company, hex", "yes/no", "hex in network", "whether a lay there is connected"),
    ("lay cost", f"company, hex, tile, {_LAY}", "money", "printed cost", f"what a lay costs; {_LAY_DOC}"),
    (
        "connection needed",
        "company, hex",
        "yes/no",
        "yes",
        "whether a lay there must meet the company's network; no: anywhere, in any rotation that fits",
    ),
    (
        "border cost",
        "company, hex, side:number",
        "money",
        "printed cost",
        "what a lay adds to its cost if it is the first to lead track of the hex to this side, where a cost is printed",
    ),
    (
        "border paid",
        "",
        "word",
        "once",
        "once: by the lay that joins track across the side; every hex: each hex beside it for its own track",
        "once, every hex",
    ),
    (
        "upgrade rule",
        "hex",
        "word",
        "semi-restrictive",
        "what an upgrade must add: nothing more, new track or a better stop, new track",
        "permissive, semi-restrictive, restrictive",
    ),
    (
        "most exits",
        "hex",
        "yes/no",
        "no",
        "whether of the tiles with a city that fit there only those with the most exits may be laid",
    ),
    (
        "reservation",
        "there:hex",
        "word",
        "slot",
        "what a reservation without a city keeps free: its share of slots, the whole hex, the hex while it has a one-slot city, or nothing",
        "slot, hex, single-slot, none",
    ),
    (
        "token looked for",
        "company, city",
        "yes/no",
        "yes",
        "whether the token step waits because of a city that could take a token",
    ),
    ("token allowed", "company, city", "yes/no", "yes", "whether a token may be placed there"),
    ("tokens on a hex", "company, hex", "number", "1", "tokens a company may have on a hex, never two in one city"),
    ("token reach", "company, city", "yes/no", "city in network", "whether a token there is connected"),
    ("token cost", "company, city", "money", "price of the token", "what a token costs"),
    (
        "destination due",
        "company",
        "yes/no",
        "its destination and its home are linked",
        "whether the step `destination` must place the token of the area `destination`",
    ),
    (
        "token sale allowed",
        "token, buyer:company, seller:company",
        "yes/no",
        "yes",
        "whether another company's token in a reached city may be bought, in the step `buy token`",
    ),
    ("token price", "token, buyer:company, seller:company", "range", "1 to cash of buyer", "what that token may cost"),
    ("token payee", "company, city", "holder", "bank", "who is paid for a token"),
    ("passage allowed", "company, city", "yes/no", "a slot is open or its own", "whether trains may run through"),
    ("run allowed", "train, company", "yes/no", "yes", "whether the train may run"),
    ("train purchase allowed", "train, company", "yes/no", "yes", "whether the train may be bought"),
    ("stop value", "stop, company, train", "money", "value printed", "what a stop pays"),
    ("leg allowed", "leg, train, company", "yes/no", "yes", "whether the train may run this part of a route"),
    ("leg length", "leg, train", "number", "borders of the leg", "what it takes of a distance in hexes"),
    (
        "stops on a hex",
        "hex, company, train",
        "number",
        "none",
        "stops that a route may have on the hex; none: any number",
    ),
    ("route allowed", "route, train, company", "yes/no", "yes", "whether the train may run the route"),
    ("route bonus", "route, train, company", "money", "0", "added to the values of the stops"),
    (
        "bonuses a run",
        "company",
        "number",
        "none",
        "routes of a run whose bonus counts, those with the largest; none: all",
    ),
    ("route revenue", "route, train, company", "money", "values of the stops + route bonus", "what a route pays"),
    ("routes allowed", "company, routes:list of route", "yes/no", "yes", "whether these routes may be run together"),
    (
        "track shared",
        "train, other:train",
        "yes/no",
        "no",
        "whether the routes of the two trains may use the same track",
    ),
    ("run bonus", "company, routes:list of route", "money", "0", "added once to the revenue of a run"),
    (
        "treasury income",
        "company, routes:list of route",
        "money",
        "values of the stops that pay the treasury",
        "what a run pays into the treasury, whatever becomes of the revenue",
    ),
    (
        "dividend kinds",
        "company, revenue:money",
        "words",
        "payout, withhold",
        "choices of the dividend",
        "payout, withhold, half",
    ),
    (
        "separate dividend",
        "train, company",
        "yes/no",
        "no",
        "whether the president may use the revenue of the train otherwise than that of the others",
    ),
    (
        "kept",
        "company, kind:word, revenue:money",
        "money",
        "payout 0, withhold all",
        "what the treasury keeps of the revenue",
    ),
    (
        "treasury dividend",
        "company",
        "holder",
        "none, or the company if capitalization is incremental",
        "who is paid for shares in IPO and treasury",
    ),
    (
        "pool dividend",
        "company",
        "holder",
        "the company, or none if capitalization is incremental",
        "who is paid for shares in the pool",
    ),
    (
        "must own train",
        "company",
        "yes/no",
        "it has none, has a full route, and the bank has one",
        "whether the company must buy a train",
    ),
    (
        "flip price",
        "train, company, side:train kind",
        "money",
        "none",
        "what it costs a company to turn a card over so that the side is up; none: it may not",
    ),
    (
        "train sale allowed",
        "train, buyer:company, seller:company",
        "yes/no",
        "yes",
        "whether another company's train may be bought",
    ),
    (
        "train price",
        "train, buyer:company, seller:company",
        "range",
        "1 to cash of buyer",
        "what another company's train may cost",
    ),
    (
        "helped train price",
        "train, buyer:company, seller:company",
        "range",
        "none",
        "what another company's train may cost when the president helps; none: no help",
    ),
    ("emergency sale allowed", "company, player", "yes/no", "yes", "whether the president may sell its shares to help"),
    (
        "emergency sales",
        "company, player",
        "number",
        "none",
        "bundles of one company the president may sell to help; none: unlimited",
    ),
    (
        "debt due",
        "player",
        "yes/no",
        "no",
        "whether a player who can pay off his debt may do nothing else in his stock turn",
    ),
    (
        "loan allowed",
        "company, player",
        "yes/no",
        "he sold no shares for this train",
        "whether the president may borrow what is lacking of a train",
    ),
    (
        "partial repayment",
        "player",
        "yes/no",
        "no",
        "whether a debt may be paid off in parts, as far as the cash goes",
    ),
    (
        "loan debt",
        "company, player, amount:money",
        "money",
        "none",
        "what a president owes who borrows the amount to pay a train, unless he sold shares; none: there are no loans",
    ),
    (
        "presidency kept",
        "company, player",
        "yes/no",
        "company is operator",
        "whether an emergency sale may not cost the presidency",
    ),
    (
        "group train limit",
        "company, group:word",
        "number",
        "none",
        "trains of a group a company may own, apart from its train limit; none: any number",
    ),
    ("trains counted", "train", "number", "1", "what a train counts against the train limit"),
    ("discards", "train", "word", "pool", "where a surplus train goes", "pool, removed"),
    (
        "reserved city choice",
        "",
        "word",
        "operator",
        "who chooses a city when a hex with tokens gets its first track",
        "operator",
    ),
)

EVENTS: tuple[Event, ...] = (
    Event("game starts", (), "before the first round"),
    Event("round starts", (), "operators listed, income not yet paid", "round"),
    Event("round ends", (), "before price moves and player order", "round"),
    Event("set ends", (), "after the last round of a set"),
    Event("turn starts", (("company", "company"),), "an operating turn, after an automatic home token"),
    Event("turn ends", (("company", "company"),), "the operating turn is over"),
    Event("action ends", (), "after an action with all its silent consequences"),
    Event(
        "private bought",
        (("private", "private"), ("buyer", "player"), ("paid", "money")),
        "from the bank, at the opening",
    ),
    Event(
        "private sold",
        (("private", "private"), ("buyer", "company"), ("seller", "player"), ("paid", "money")),
        "player to company: owner changed, money not yet paid",
    ),
    Event(
        "private resold",
        (("private", "private"), ("buyer", "player"), ("seller", "player"), ("paid", "money")),
        "player to player: owner changed, money not yet paid",
    ),
    Event(
        "company launched",
        (("company", "company"), ("player", "player")),
        "par marked and the president's certificate bought",
    ),
    Event("company floated", (("company", "company"),), "before its capital is paid"),
    Event("company bankrupt", (("company", "company"), ("player", "player")), "declared and allowed"),
    Event("company closed", (("company", "company"),), "closed, with all that it owned"),
    Event("private closed", (("private", "private"),), "closed"),
    Event(
        "president changed",
        (("company", "company"), ("old", "player"), ("new", "player")),
        "the new president has the certificate",
    ),
    Event(
        "share bought",
        (("company", "company"), ("player", "player"), ("certificate", "certificate")),
        "presidency settled",
    ),
    Event(
        "shares sold",
        (("company", "company"), ("player", "player"), ("shares", "number")),
        "presidency settled, price not yet moved",
    ),
    Event("shares issued", (("company", "company"), ("shares", "number")), "paid and in the pool, price not yet moved"),
    Event("shares redeemed", (("company", "company"), ("shares", "number")), "paid and in the treasury"),
    Event(
        "train bought",
        (("train", "train"), ("company", "company"), ("seller", "holder")),
        "paid and delivered, before a phase change",
    ),
    Event(
        "train received",
        (("train", "train"), ("company", "company"), ("giver", "holder")),
        "a train came to a company without being bought",
    ),
    Event(
        "first leaves",
        (("train kind", "train kind"),),
        "the first of its kind, or of that side of its card, has left the bank; after phase change and rusting",
        "train kind",
    ),
    Event(
        "train leaves",
        (("train kind", "train kind"),),
        "a train has left the bank, of the kind of the side up; after phase change and rusting",
        "train kind",
    ),
    Event("phase begins", (("phase", "phase"),), "before rusting", "phase"),
    Event("tile laid", (("hex", "hex"), ("company", "company"), ("tile", "tile")), "a tile was laid or upgraded"),
    Event(
        "token placed",
        (("city", "city"), ("company", "company"), ("hex", "hex"), ("token", "token")),
        "a token that is no home was placed",
    ),
    Event(
        "token bought",
        (("token", "token"), ("buyer", "company"), ("seller", "company"), ("paid", "money")),
        "from another company: paid, and the buyer's token in the slot",
    ),
    Event(
        "home placed",
        (("company", "company"), ("city", "city"), ("hex", "hex"), ("token", "token")),
        "a home token was placed",
    ),
    Event(
        "step ends",
        (("company", "company"), ("step", "word")),
        "a step of an operating turn is over, by an action, a pass or without: `treasury shares ends`",
        "step",
    ),
    Event(
        "routes run",
        (("company", "company"), ("revenue", "money"), ("routes", "list of route")),
        "before the dividend is chosen",
    ),
    Event(
        "dividend paid",
        (("company", "company"), ("kind", "word"), ("revenue", "money"), ("paid", "money")),
        "money paid, price not yet moved",
    ),
)

EFFECTS: tuple[Effect, ...] = (
    Effect(
        "pay",
        "pay MONEY from HOLDER to HOLDER [with help]",
        "money changes hands; with help a company that lacks it owes it, and its president must pay or sell shares at once",
    ),
    Effect(
        "give",
        "give 10% certificate of COMPANY from PLACE, PLACE to HOLDER [without presidency] (or: president, last certificate, certificate 1); "
        "give cash, trains, privates of COMPANY to COMPANY; give PRIVATE or CERTIFICATE to HOLDER; "
        "give TRAINS to COMPANY [as KIND] [without run]",
        "the first such certificate, free; presidency and float are settled. A number is that of the records: 0 is the president's. If it is not there, what caused it is refused. A private from the bank is bought with the bid that leads on it. Of trains: `as`: that side up; `without run`: they do not run in this round",
    ),
    Effect("refill", "refill DECK", "its first cards lie in the boxes"),
    Effect(
        "close",
        "close PRIVATE, COMPANY or LIST",
        "it closes with all that follows; of a company: cash to the bank, trains, tokens and certificates gone",
    ),
    Effect("renew", "renew COMPANY", "a closed company can be started again, its only home is reserved"),
    Effect(
        "launch",
        "launch COMPANY for PLAYER [at CELLS] [from PAYER] [without payment]",
        "the player chooses a par price, of several, and takes the president's certificate; what it costs is paid by the payer",
    ),
    Effect("retire", "retire PLAYER", "out of the game, with what he still owns"),
    Effect("liquidate", "liquidate PLAYER", "he sells all shares he may sell to help a company, in operating order"),
    Effect(
        "lay",
        "[may] lay TILES on HEXES [as lay] [with match] [without connection, cost, town]",
        "a tile is laid by whoever uses the power; extra, unless `as lay`. With match: by the rules of other lays, of stops, labels, colours and `lay allowed`; otherwise it need only keep the track. Without town: plain track may take the place of towns",
    ),
    Effect(
        "place",
        "place [AREA] token [of COMPANY] on HEX [as token] [without connection, cost, slot]",
        "the first token of the area (available), of the company that acts; of one possible city nobody is asked in a rule; without slot: in a full city, or one with an own token, it stands beside the slots",
    ),
    Effect("lift", "lift reservations of COMPANY [on HEX]", "no slot is kept for it any more"),
    Effect("return", "return TOKENS [to AREA]", "tokens go off the map and wait in the area (available)"),
    Effect("destroy", "destroy TOKENS", "tokens leave the game"),
    Effect(
        "choose",
        'choose NAME from LIST [as PLAYER], or from "TEXT", "TEXT"',
        "the game waits for the choice of the user of the power, the operator, or the one named; texts are as in records",
    ),
    Effect("shorten", "shorten set", "the round being played is the last operating round of its set"),
    Effect("draw", "draw NAME from LIST", "one of the list at random"),
    Effect(
        "set",
        "set WORD [of THING] to VALUE",
        "a word of the glossary gets a value; `set area of TOKENS to AREA`: tokens wait elsewhere",
    ),
    Effect(
        "add",
        "add NUMBER to WORD [of THING]",
        "a number of the glossary grows; `add 1 to slots of CITY`: for good, kept through upgrades; `add N to debt of PLAYER`",
    ),
    Effect("take", "take NUMBER from WORD [of THING]", "a number of the glossary falls"),
    Effect("call", "call NAME VALUE", "a passing name, to the end of the block"),
    Effect("move", "move COMPANY MOVES", "on the market"),
    Effect(
        "export",
        "export train [without effect]",
        "the bank's next train leaves as if bought; without effect: no phase, no rusting, no rules",
    ),
    Effect("reserve", "reserve KIND of train for PRIVATE", "the next train of the kind waits for it, out of the bank"),
    Effect(
        "buy", "buy next train for MONEY", "the company buys the bank's next train, and all that follows a purchase"
    ),
    Effect("combine", "combine TRAIN with KIND of train", "for good: the places of both, and one card"),
    Effect("extend", "extend TRAIN with 1 town", "more places for this run; `unlimited towns`: any number"),
    Effect("remove", "remove PRIVATE or COMPANY [from LIST]", "out of the game, or only out of a list of the glossary"),
    Effect("cull", "cull NUMBER from LIST", "one draw for each; those with the lowest are out of the game"),
    Effect(
        "shuffle",
        "shuffle LIST",
        "a list of the glossary, `companies` or `privates` get a new order, one draw each",
    ),
    Effect(
        "put",
        "put THINGS at top (or end) of LIST",
        "moved there, or added; the top of a deck with bid boxes is behind the card in its last box",
    ),
    Effect("swap", "swap THING with THING of LIST", "two things of a list change places"),
    Effect("restore", "restore HEX [without return]", "its print shows again; the tile goes back, or is lost"),
    Effect(
        "replace",
        "replace tile of HEX with TILE (or TOKEN with TOKEN)",
        "the hex shows another print from now on; the second token comes into the very slot of the first, which is returned",
    ),
    Effect("announce", "announce EVENT [for THING]", "an event of the glossary happens"),
    Effect("forget", "forget routes", "whether a company has a route is found out anew"),
    Effect("deal", "deal LIST to players", "shuffled, one each in seat order, at face value"),
    Effect("end", "end turn", "the stock turn is over; it was no pass"),
    Effect("skip", "skip STEP", "the step is over for this turn"),
)

STEP_KINDS: tuple[StepKind, ...] = (
    StepKind(
        "buy private",
        "one is for sale to this company and it has the lowest price",
        "a company buys a private from a player",
    ),
    StepKind("home", "a city for a home token, or on new track, is to be chosen", "choice of a city"),
    StepKind("track", "the normal lay is unused, or a track power that its president may use now", "tiles"),
    StepKind(
        "destination",
        "`destination due`, and a token of the area `destination`; it must be placed",
        "the token of the area `destination` on the destination, free; it needs no slot",
    ),
    StepKind("buy token", "another company's token can be bought and paid", "tokens of other companies, one by one"),
    StepKind(
        "build", "a lay is open and paid, a token can be placed, or a power of the step", "tiles and the token, mixed"
    ),
    StepKind("token", "an affordable token and a reached city that can take it", "station tokens"),
    StepKind("run", "a train that may run, and a route", "routes"),
    StepKind(
        "dividend",
        "revenue more than 0, and several kinds",
        "dividend; a single kind, or 0 withheld, is settled silently",
    ),
    StepKind("discard", "any company over its train limit", "surplus trains"),
    StepKind("buy train", "must own train, or room and cash for a train, or a trade-in, or can flip", "trains"),
    StepKind(
        "treasury shares",
        "an issue or a redemption is legal",
        "the company sells own certificates to the pool or takes them back, once",
    ),
    StepKind("power", "somebody in the turn can use the power", "`power NAME`: a power as a step"),
)

ROUND_KINDS: tuple[RoundKind, ...] = (
    RoundKind("waterfall auction", "cheapest private for sale, bids on the others"),
    RoundKind("lot auction", "one private after the other in the order of the table; a pass is out of the lot"),
    RoundKind("stock round", "turns in player order until all pass in a row"),
    RoundKind(
        "choice round", "a round of the title's own: who can use a power of it is asked, in player order", own=True
    ),
    RoundKind("operating round", "floated companies in operating order"),
)

MOMENTS: tuple[Moment, ...] = (
    Moment("stock round", "in anybody's stock turn"),
    Moment("operating round", "in anybody's operating turn"),
    Moment("stock turn", "in the owner's own stock turn"),
    Moment("own turn", "in the operating turn of the owning company, or of a company the owner presides over"),
    Moment("turn openings", "in any company's operating turn, before its first action"),
    Moment(
        "step", "a step's name: in the own turn, from its start to the end of that step; `run`: while it waits", "step"
    ),
    Moment("power", "`power NAME`: in a step of its own", "power"),
    Moment("choice round", "a choice round's name: the player who can use it is asked in it", "round"),
    Moment("event", "an event's name: the game waits right after it", "event"),
)

#: How records write the use of a power that is a choice: type of the action -> the field that holds what was chosen.
RECORD_FORMS = {
    "choose": "choice",
    "choose_ability": "choice",
    "assign": "target",
    "merge": "corporation",
    "special_buy": "description",
    "combined_trains": "base",
    "destination_connection": None,
    "buy_token": "city",
    "take_loan": "loan",
    "payoff_loan": "loan",
    "payoff_debt": None,
    "payoff_player_debt": None,
}

#: Forms whose actions may also say what the power asks next -> the field.
SECOND_CHOICES = {"combined_trains": "additional_train_variant"}

#: When the game ends after a trigger.
ENDS = (
    "at once", "after its turn", "after the round", "after the operating round", "after the set", "after the next set",
)  # fmt: skip

#: Standard zones of the market by letter.
ZONES = {"p": "par", "y": "yellow zone", "o": "orange zone", "b": "brown zone", "e": "end", "c": "closing"}

ATTRIBUTE = {(a.about, a.name): a for a in ATTRIBUTES}
QUESTION = {q.name: q for q in QUESTIONS}
EVENT = {e.name: e for e in EVENTS}
EFFECT = {e.verb: e for e in EFFECTS}
STEP_KIND = {s.name: s for s in STEP_KINDS}
ROUND_KIND = {r.name: r for r in ROUND_KINDS}
MOMENT = {m.name: m for m in MOMENTS}
