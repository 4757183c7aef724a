"""The kinds of things a title speaks of."""

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
