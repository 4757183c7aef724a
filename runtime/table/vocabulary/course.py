"""The course of play: steps, rounds, moments of powers, ends of the game, zones of the market."""

from dataclasses import dataclass


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
        "step",
        "a step's name: in the own turn, while the step may take an action: it waits, or waits for nothing",
        "step",
    ),
    Moment("power", "`power NAME`: in a step of its own", "power"),
    Moment("choice round", "a choice round's name: the player who can use it is asked in it", "round"),
    Moment("event", "an event's name: the game waits right after it", "event"),
)

#: When the game ends after a trigger, from the earliest to the latest: of several triggers the earlier one wins.
ENDS = (
    "at once", "after its turn", "after the round", "after the operating round", "after the set", "after the next set",
)  # fmt: skip

#: Standard zones of the market by letter.
ZONES = {"p": "par", "y": "yellow zone", "o": "orange zone", "b": "brown zone", "e": "end", "c": "closing"}

STEP_KIND = {s.name: s for s in STEP_KINDS}
ROUND_KIND = {r.name: r for r in ROUND_KINDS}
MOMENT = {m.name: m for m in MOMENTS}
