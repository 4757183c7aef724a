"""The operators of expressions and sentences in a rule table: their shapes, one registry for compiler and loader.

An expression is JSON: an integer, true/false, null (`none`), a string (a word), or a list `[operator, argument...]`.

    ["thing", kind, position]       a thing of the title, by kind (company, private, train kind, phase, hex, tile, zone)
    ["percent", 60]                 a percentage                    ["float", 60, "sold" | "held"]
    ["moves", [["left", 1], ...]]   market moves; the amounts are expressions; [] is `stay`
    ["range", lowest, highest]      amounts from .. to
    ["this"]                        the thing of the paragraph      ["arg", name]   of question, event, power
    ["it", depth]                   the element looked at; depth 0 is the outermost where/by/sum/each around it
    ["local", name]                 a name given by choose, call or draw in the same code
    ["get", "about.name", e]        an attribute (`game.phase` has no e); ["get", "company.holding", e, holder]
    ["state", word, e]              a word of the glossary (of the game: no e);  ["defined", name, e] a definition
    ["ask", question, e...]         another question                ["usual"]       the next answer outward
    ["option", name]                whether an option is on
    ["and", e...] ["or", e...] ["not", e]
    ["=", a, b] ["!=", a, b] [">", a, b] [">=", a, b] ["<", a, b] ["<=", a, b]      phases compare by order
    ["in", a, list]                 membership                      ["is a", e, kind]  what sort of thing (or `none`)
    ["+", a, b...] ["-", a, b] ["*", a, b...] ["/", a, b] (exact) ["round up", e] ["round down", e]
    ["larger", e...] ["smaller", e...]
    ["list", e...]                  a list as written               ["all", kind]   all things of a kind, in order
    ["cells", zone or null]         cells of a zone (or all)        ["where", list, e]  e with ["it", n] bound
    ["by", list, [["highest" | "lowest", e], ...]]   stable sort    ["map", list, e]
    ["any", list] ["number", list] ["sum", list, e] ["highest", list, e] ["lowest", list, e]
    ["item", n, list] ["top", n, list]
    ["cases", [condition, value], ..., last]        the last may be ["usual"]

Code of rules and powers is a flat list of instructions, `[name, argument...]`: `INSTRUCTIONS` says of each which
arguments it has, and of which kind. `then` is a position in the code: of a loop, the one after its end.
"""

#: operator -> (least, most) number of arguments (None: any number)
EXPRESSIONS: dict[str, tuple[int, int | None]] = {
    "thing": (2, 2),
    "percent": (1, 1),
    "float": (2, 2),
    "moves": (1, 1),
    "range": (2, 2),
    "this": (0, 0),
    "arg": (1, 1),
    "it": (1, 1),
    "local": (1, 1),
    "get": (1, 3),
    "state": (1, 2),
    "defined": (1, 2),
    "ask": (1, None),
    "usual": (0, 0),
    "option": (1, 1),
    "and": (1, None),
    "or": (1, None),
    "not": (1, 1),
    "=": (2, 2),
    "!=": (2, 2),
    ">": (2, 2),
    ">=": (2, 2),
    "<": (2, 2),
    "<=": (2, 2),
    "in": (2, 2),
    "is a": (2, 2),
    "+": (1, None),
    "-": (1, 2),
    "*": (2, None),
    "/": (2, 2),
    "round up": (1, 1),
    "round down": (1, 1),
    "larger": (1, None),
    "smaller": (1, None),
    "list": (0, None),
    "all": (1, 1),
    "cells": (1, 1),
    "where": (2, 2),
    "by": (2, 2),
    "map": (2, 2),
    "any": (1, 1),
    "number": (1, 1),
    "sum": (2, 2),
    "highest": (2, 2),
    "lowest": (2, 2),
    "item": (2, 2),
    "top": (2, 2),
    "cases": (1, None),
}

#: Kinds of arguments of instructions.
VALUE = "value"  # an expression
OPTIONAL = "value or none"  # an expression, or null
VALUES = "values"  # a list of expressions
FLAG = "yes or no"
TEXT = "text"
TEXTS = "texts"  # a list of texts, or null
TERMS = "terms"  # an object of texts and yes or no
LOCAL = "local"  # a name given in the code
WORD = "word"  # a word of the glossary
LIST = "list"  # a word of the glossary, `company` or `private`: what is in the game
SIZE = "size"  # of a certificate: "president", "last", a percentage, or ["number", n]
POSITION = "position"  # in the code

#: instruction -> its arguments, each with its kind
INSTRUCTIONS: dict[str, dict[str, str]] = {
    # money
    "pay": {"amount": VALUE, "giver": VALUE, "taker": VALUE},
    "pay due": {"amount": VALUE, "giver": VALUE, "taker": VALUE},
    "settle debt": {"company": VALUE},
    "debt": {"player": VALUE, "amount": VALUE},
    # certificates and privates
    "give": {"company": VALUE, "size": SIZE, "places": VALUES, "taker": VALUE, "presidency": FLAG},
    "hand certificate": {"certificate": VALUE, "taker": VALUE},
    "hand": {"private": VALUE, "taker": VALUE},
    "hand over": {"what": TEXTS, "giver": VALUE, "taker": VALUE},
    "deal": {"privates": VALUE},
    "refill": {"deck": VALUE},
    # companies and players
    "launch": {"company": VALUE, "player": VALUE, "cells": OPTIONAL, "payer": OPTIONAL},
    "move": {"company": VALUE, "moves": VALUE},
    "close": {"things": VALUE},
    "remove": {"things": VALUE},
    "cull": {"count": VALUE, "things": VALUE},
    "renew": {"thing": VALUE},
    "retire": {"thing": VALUE},
    "liquidate": {"thing": VALUE},
    # lists that rules change
    "shuffle": {"of": LIST},
    "take out": {"things": VALUE, "of": LIST},
    "put": {"things": VALUE, "end": TEXT, "of": LIST},
    "swap": {"one": VALUE, "other": VALUE, "of": LIST},
    # track
    "lay": {"tiles": VALUES, "hexes": VALUES, "terms": TERMS},
    "restore": {"hex": VALUE, "lost": FLAG},
    "print": {"hex": VALUE, "tile": VALUE},
    "slots": {"city": VALUE, "count": VALUE},
    "lift": {"company": VALUE, "hexes": OPTIONAL},
    # tokens
    "place": {"where": VALUES, "terms": TERMS, "may": FLAG, "area": TEXT, "company": OPTIONAL},
    "destroy": {"tokens": VALUE},
    "return": {"tokens": VALUE, "area": TEXT},
    "area": {"tokens": VALUE, "area": TEXT},
    "replace": {"old": VALUE, "new": VALUE},
    # trains
    "reserve": {"kind": VALUE, "holder": VALUE},
    "give trains": {"trains": VALUE, "taker": VALUE, "side": OPTIONAL, "runs": FLAG},
    "combine": {"train": VALUE, "kind": VALUE},
    "extend": {"train": VALUE, "stops": TEXTS, "number": OPTIONAL},
    "buy train": {"price": VALUE, "may": FLAG},
    "export": {"effect": FLAG},
    "forget routes": {},
    # the course of play
    "shorten": {},
    "skip": {"step": TEXT},
    "end turn": {},
    "announce": {"event": TEXT, "thing": OPTIONAL},
    # words and choices
    "set": {"word": WORD, "thing": OPTIONAL, "value": VALUE},
    "add": {"word": WORD, "thing": OPTIONAL, "value": VALUE},
    "choose": {"local": LOCAL, "things": VALUE, "may": FLAG, "asker": OPTIONAL, "kind": TEXT},
    "call": {"local": LOCAL, "value": VALUE},
    "draw": {"local": LOCAL, "things": VALUE},
    # the flow of the code
    "unless": {"condition": VALUE, "then": POSITION},
    "jump": {"then": POSITION},
    "each": {"local": LOCAL, "things": VALUE, "then": POSITION},
}
