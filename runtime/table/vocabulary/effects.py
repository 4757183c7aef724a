"""Sentences: what rules and powers may do."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effect:
    """A sentence: verb, pattern shown in messages, and the operator it lowers to."""

    verb: str
    pattern: str
    doc: str


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

EFFECT = {e.verb: e for e in EFFECTS}
