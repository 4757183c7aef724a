"""The state of a game: plain data, quickly copied, with integer ids inside.

Entities are numbered through: companies first (position in the table), then privates, players in seat order, the bank,
the pool and the IPO; see `Rules` for the numbers. Lists `by entity` are as long as there are entities.
"""

from typing import Any, TypeVar

from titleworks.runtime.map.board import Board

Item = TypeVar("Item")


def replaced(row: tuple[Item, ...], position: int, item: Item) -> tuple[Item, ...]:
    """The row with another item at a position."""
    return (*row[:position], item, *row[position + 1 :])


def without(row: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The row without an item that is in it. Raises ValueError if it is not."""
    position = row.index(item)
    return row[:position] + row[position + 1 :]


class Record:
    """Base of small mutable records: slots, copied one level deep (lists, sets and dicts of immutable values)."""

    __slots__: tuple[str, ...] = ()

    def copy(self) -> Any:
        """A copy that shares only immutable values."""
        new = self.__class__.__new__(self.__class__)
        for name in self.__slots__:
            value = getattr(self, name)
            kind = value.__class__
            if kind is list or kind is dict or kind is set:
                value = value.copy()
            setattr(new, name, value)
        return new

    def to_plain(self) -> dict[str, Any]:
        """The fields by name, as JSON values."""
        return {name: plain(getattr(self, name)) for name in self.__slots__}

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]


def plain(value: Any) -> Any:
    """A value as JSON, the same for equal values."""
    if isinstance(value, dict):
        return {"map": [[plain(k), plain(v)] for k, v in sorted(value.items(), key=repr)]}
    if isinstance(value, (set, frozenset)):
        return {"set": sorted((plain(v) for v in value), key=repr)}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


class Round(Record):
    """Base of the rounds. `number`: position in its set, of rounds of which a set may have several."""

    __slots__ = ()

    number = 1


class WaterfallAuctionRound(Round):
    """A waterfall auction (core 6). `bids`: private -> tuple of (player, price) in order of bidding.

    `seat`: position in the player order of the next normal turn. `discount` of the private that was first; `passes`:
    players who passed in succession; `auctioned`: the private now auctioned among its bidders, or None.
    """

    __slots__ = ("auctioned", "bids", "discount", "index", "kind", "passes", "seat")

    def __init__(self, index: int) -> None:
        self.kind = "waterfall auction"
        self.index = index
        self.bids: dict[int, tuple[tuple[int, int], ...]] = {}
        self.seat = 0
        self.discount = 0
        self.passes: list[int] = []
        self.auctioned: int | None = None


class LotAuctionRound(Round):
    """An auction of one lot at a time. `opener`: position in the player order of the player who opens the lot.

    Of the lot: `seat` of the player who speaks, `bid` and `bidder` of the highest bid (None: no bid yet), `out` players
    who are out of it. `first`: the first lot of all, `fallen`: what its minimum has fallen.
    """

    __slots__ = ("bid", "bidder", "fallen", "first", "index", "kind", "opener", "out", "seat")

    def __init__(self, index: int, first: int | None) -> None:
        self.kind = "lot auction"
        self.index = index
        self.first = first
        self.fallen = 0
        self.opener = 0
        self.new_lot()

    def new_lot(self) -> None:
        """Nobody has spoken yet; the opener begins."""
        self.seat = self.opener
        self.bid = 0
        self.bidder: int | None = None
        self.out: list[int] = []


class StockRound(Round):
    """A stock round (core 8). `seat`: position in the player order of the player whose turn it is.

    `sold`: (player, company) pairs sold in this round; `passed`: players marked passed in succession; `last`: the last
    player who acted. Of the turn: `bought` list of (company, source) purchased, `launches` companies started, `sales`
    (companies, one entry a bundle), `sold_before` whether a purchase followed a sale, `acted`,
    `resold` (a private was bought), `bids_made` (on lots in boxes). `bids`: lot -> tuple of (player, price), the
    highest last.
    """

    __slots__ = (
        "acted",
        "bids",
        "bids_made",
        "bought",
        "index",
        "kind",
        "last",
        "launches",
        "passed",
        "resold",
        "sales",
        "seat",
        "sold",
        "sold_before",
    )

    def __init__(self, index: int) -> None:
        self.kind = "stock round"
        self.index = index
        self.seat = 0
        self.sold: set[tuple[int, int]] = set()
        self.passed: list[int] = []
        self.last: int | None = None
        self.bids: dict[int, tuple[tuple[int, int], ...]] = {}
        self.new_turn()

    def new_turn(self) -> None:
        """Forget what was done in the turn."""
        self.bought: list[tuple[int, int]] = []
        self.launches: list[int] = []
        self.sales: list[int] = []
        self.sold_before = False
        self.acted = False
        self.resold = False
        self.bids_made = 0


class ChoiceRound(Round):
    """A round of choices of a title's own `name`. `position`: of the next to be asked, players by powers."""

    __slots__ = ("index", "kind", "name", "position")

    def __init__(self, index: int, name: str) -> None:
        self.kind = "choice round"
        self.index = index
        self.name = name
        self.position = 0


#: `done` of an operating turn that is over: all steps finished, and the event said.
TURN_OVER = -1


class OperatingRound(Round):
    """An operating round (core 10). `operators` in order, `position` of the one in turn.

    Of the turn: `done` bitmask of finished steps, `ended` of those whose end the rules know, `lays` made (slot names),
    `upgrades`, `laid` hexes, `tokened` whether the token of the turn is used, `routes` run (a tuple of record routes),
    `revenue`, `subsidy` of the run for the treasury, `ran` cards that ran this round, `extended` places that
    trains gained for the run, `actions` taken in the turn, `taken` names of the steps that took one, `purchases` of
    trains, `help_sales` companies sold to help, `help_price` price of a share in the last such sale (None: none sold),
    `using` the names of the powers by which a lay is being made, `apart` a train whose revenue is used apart, and how.
    """

    __slots__ = (
        "actions", "apart", "done", "ended", "extended", "help_price", "help_sales", "index", "kind", "laid", "lays",
        "number", "operators", "position", "purchases", "ran", "revenue", "routes", "subsidy", "taken", "tokened",
        "upgrades", "using",
    )  # fmt: skip

    def __init__(self, index: int, number: int) -> None:
        self.kind = "operating round"
        self.index = index
        self.number = number
        self.operators: list[int] = []
        self.position = -1
        self.ran: set[int] = set()
        self.new_turn()

    def new_turn(self) -> None:
        """Forget what was done in the turn."""
        self.done = 0
        self.ended = 0
        self.extended: dict[int, tuple[tuple[tuple[str, ...] | None, int | None], ...]] = {}
        self.lays: list[str] = []
        self.upgrades = 0
        self.laid: list[int] = []
        self.tokened = False
        self.routes: tuple[Any, ...] = ()
        self.revenue = 0
        self.subsidy = 0
        self.actions = 0
        self.taken: list[str] = []
        self.purchases = 0
        self.help_sales: list[int] = []
        self.help_price: int | None = None
        self.using: list[str] = []
        self.apart: tuple[int, str] | None = None

    def end_turn(self) -> None:
        """The turn is over, whatever steps are left."""
        self.done = TURN_OVER


_COPIED = (
    "boxes", "certificates", "held", "trains", "tokens", "areas", "listed", "holder",
    "one_sided", "obsolete", "combined",
    "cash", "debt", "par", "cell", "arrival", "president", "owner", "floated", "operated", "turns", "last_revenue",
    "trains_bought", "order", "moved", "order_before", "depot", "discarded", "departures", "left", "uses", "frames",
    "bankrupt", "homeless", "exchanges", "companies", "privates", "closed", "routed", "housed",
)  # fmt: skip
_SCALARS = (
    "rng", "phase", "set_number", "rounds_planned", "arrivals", "broken", "finished", "end", "end_reason",
    "history",
)  # fmt: skip


class State:
    """Everything that changes in a game. What its lists and dicts hold is immutable, except the values of `words`.

    By entity: `cash`; `debt` of loans; `owner` (of privates: an entity; the bank before it is bought; None when closed
    or not in play).
    By company: `par`, `cell` (cells of the market or None), `arrival` (a growing number: place within a cell),
    `president`, `floated`, `operated`, `turns`, `last_revenue`, `trains_bought`; `certificates` (ids in order of
    arrival, whoever holds them); `held` (percent by entity, pool and IPO included); `tokens` (per token (hex, city) or
    None), `areas` (per token the area it waits in or came from, None if destroyed; see `stations`),
    `listed` (numbers of the tokens that records list, in their order).
    `holder` by certificate. `trains` by entity: cards in order of arrival; `depot`, `discarded`: cards in order;
    `companies`, `privates`: those in the game in their present order; `closed`: companies that closed
    and were not renewed. `housed` by company: whether its home was placed. `routed` by company: what of a route it
    had once (core 13.8).
    `boxes` by deck of bid boxes: the lots as its boxes were filled last; empty before the first time.
    A card's id is kind * 1024 + index. `departures` by train kind; `left`: kinds whose first has left. `order`:
    players in player order. `moved`: companies whose price sales moved in this turn, `order_before` the order of
    companies when it began (both only where co-movers keep their order).
    `exchanges`: choices of what was given for a presidency, (company, chooser, new president, receiver,
    certificate).
    `bankrupt`: players who are out of the game. `homeless`: companies that must choose the
    city of their home, in that order, before anything else happens.
    `uses` by power. `frames`: rules and powers that wait (see `rules_engine`). `words`: by word of the glossary.
    `end`: None or the scheduled end `(timing, reason, set number, company or None)`. `history`: number of
    actions applied.
    """

    __slots__ = (*_COPIED, *_SCALARS, "board", "round", "words")

    def copy(self) -> "State":
        """An independent copy, in well under a fifth of a millisecond."""
        new = State.__new__(State)
        for name in _COPIED:
            setattr(new, name, getattr(self, name).copy())
        for name in _SCALARS:
            setattr(new, name, getattr(self, name))
        new.words = [value.copy() for value in self.words]
        new.round = self.round.copy()
        new.board = self.board.copy_board()
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    rng: int
    phase: int
    set_number: int
    rounds_planned: int
    arrivals: int
    broken: bool
    finished: bool
    end: tuple[str, str, int, int | None] | None
    end_reason: str | None
    history: int
    cash: list[int]
    debt: list[int]
    par: list[int | None]
    cell: list[int | None]
    arrival: list[int]
    president: list[int | None]
    owner: list[int | None]
    floated: list[bool]
    operated: list[bool]
    turns: list[int]
    last_revenue: list[int | None]
    trains_bought: list[int]
    order: list[int]
    exchanges: list[tuple[Any, ...]]
    moved: list[int]
    order_before: list[int]
    depot: list[int]
    discarded: list[int]
    one_sided: list[int]
    obsolete: list[int]
    combined: dict[int, tuple[int, ...]]
    departures: list[int]
    left: list[int]
    uses: list[int]
    frames: list[tuple[Any, ...]]
    bankrupt: list[int]
    homeless: list[int]
    companies: list[int]
    privates: list[int]
    closed: list[int]
    boxes: list[tuple[int | None, ...]]
    routed: list[int]
    housed: list[bool]
    certificates: list[tuple[int, ...]]
    held: list[tuple[int, ...]]
    trains: list[tuple[int, ...]]
    tokens: list[tuple[tuple[int, int] | None, ...]]
    areas: list[tuple[str | None, ...]]
    listed: list[tuple[int, ...]]
    holder: list[int]
    words: list[dict[Any, Any]]
    round: Any  # an WaterfallAuctionRound, StockRound or OperatingRound; `kind` tells which
    board: Board
