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

Code of rules and powers is a flat list of instructions; `pc` are positions in the list:

    ["pay", money, from, to]   ["give", company, "president" | "last" | percent | ["number", n], [places], to,
                presidency]
    ["hand over", ["cash", "trains", "privates"], from, to]   ["shorten"]   ["close", e]
    ["hand", private, to]   ["hand certificate", certificate, to]                   ["refill", deck]
    ["launch", company, player]             waits for the par price; takes the president's certificate free
    ["lay", [tiles], [hexes], {"as lay": b, "connection": b, "cost": b}]    waits for the lay
    ["place", [hexes], {"as token": b, "connection": b, "cost": b, "slot": b}, may, area, company or null]
                        waits for the token (may be declined): the first of the area, of the company (null: who acts)
    ["destroy", tokens] ["return", tokens, area] ["replace", token, token] ["area", tokens, area]
    ["slots", city, n] ["debt", player, n]
    ["lift", company, hexes or null]        reservations
    ["choose", name, list, may]             waits for the choice
    ["set", word, thing or null, e] ["add", word, thing or null, e]         ["call", name, e]
    ["reserve", kind, holder] ["give trains", e, to, kind or null, whether they may run this round]
    ["combine", train, kind] ["extend", train, [kinds of stop] or null, number or null]
    ["buy train", money, may]               the bank's next train; waits for the purchase
    ["export", whether as if bought]
    ["move", company, moves] ["remove", e] ["shuffle", word] ["deal", list] ["skip", step]
    ["unless", e, pc]   jump to pc if e is not so          ["jump", pc]
    ["each", name, list, pc]   next element into local `name`, or jump to pc after the last;  loops end with a jump back
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

#: instruction -> number of arguments
INSTRUCTIONS: dict[str, int] = {
    "pay": 3,
    "pay due": 3,
    "settle debt": 1,
    "give": 5,
    "hand": 2,
    "hand certificate": 2,
    "refill": 1,
    "hand over": 3,
    "shorten": 0,
    "give trains": 4,
    "reserve": 2,
    "combine": 2,
    "extend": 3,
    "buy train": 2,
    "close": 1,
    "launch": 4,
    "lay": 3,
    "place": 5,
    "destroy": 1,
    "return": 2,
    "replace": 2,
    "area": 2,
    "slots": 2,
    "debt": 2,
    "lift": 2,
    "choose": 5,
    "set": 3,
    "add": 3,
    "call": 2,
    "move": 2,
    "export": 1,
    "remove": 1,
    "cull": 2,
    "draw": 2,
    "take out": 2,
    "put": 3,
    "swap": 3,
    "renew": 1,
    "retire": 1,
    "liquidate": 1,
    "restore": 2,
    "print": 2,
    "announce": 2,
    "forget routes": 0,
    "shuffle": 1,
    "deal": 1,
    "skip": 1,
    "end turn": 0,
    "unless": 2,
    "jump": 1,
    "each": 3,
}
