"""Events: what rules and powers may wait for."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    """Something that happens: the words known in it (the first is the subject) and the exact moment."""

    name: str
    knows: tuple[tuple[str, str], ...]
    doc: str
    argument: str | None = None


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

EVENT = {e.name: e for e in EVENTS}
