"""Sentences about the map: tiles, tokens, reservations."""

from typing import Any

from titleworks.compiler.diagnostics import Wrong
from titleworks.compiler.expressions import lower
from titleworks.compiler.nouns import Scope
from titleworks.compiler.sentences.act import Act, Code, Pattern, Writer, area, fixed, member
from titleworks.compiler.types import list_of
from titleworks.dsl.tree import Node
from titleworks.runtime.table.vocabulary import KINDS

#: What a lay or token may do without.
_WAIVED = frozenset(("connection", "cost", "payment", "slot", "town"))


def _modes(act: Act) -> dict[str, bool]:
    """`without connection, cost` and `as lay`, `as token`."""
    words = _nouns(act, "without")
    unknown = words - _WAIVED
    if unknown:
        raise Pattern(f"not `without {sorted(unknown)[0]}`")
    made = {"connection": "connection" not in words, "cost": "cost" not in words}
    return made | {f"as {word}": True for word in act.words("as")}


def _nouns(act: Act, particle: str) -> set[str]:
    return {node.text() for node in act.reaches.get(particle, ()) if node.op == "noun"}


# ---- tiles --------------------------------------------------------------------------------------------------------


def _lay(act: Act, code: Code) -> None:
    act.only("on", "as", "with", "without")
    tiles = [_several(item, act.scope, "tile") for item in act.many()]
    hexes = [_several(item, act.scope, "hex") for item in act.many("on")]
    modes = _modes(act)
    if "with" in act.reaches:
        if act.words("with") != ["match"]:
            raise Pattern("`with match`, or nothing")
        modes["match"] = True
    if "town" in _nouns(act, "without"):
        modes["town"] = False
    if act.may:
        modes["may"] = True
    code.add("lay", tiles, hexes, modes)


def _several(node: Node, scope: Scope, kind: str) -> Any:
    """A thing of a kind, a list of such things, or (`tiles`) all of them."""
    if node.op == "noun" and node.text() == KINDS[kind]:
        return ["all", kind]
    try:
        return lower(node, scope, kind)[0]
    except Wrong:
        lowered, found = lower(node, scope)
        if found != list_of(kind):
            raise
        return lowered


def _restore(act: Act, code: Code) -> None:
    act.only("without")
    lost = act.words("without")
    if lost not in ([], ["return"]):
        raise Pattern("`without return`")
    code.add("restore", act.value("hex"), bool(lost))


def _replace(act: Act, code: Code) -> None:
    """`replace tile of HEX with TILE`, `replace TOKEN with TOKEN`."""
    act.only("with")
    what = act.one()
    if what.op == "of" and what.nodes()[0].text() == "tile":
        code.add("print", lower(what.nodes()[1], act.scope, "hex")[0], act.value("tile", "with"))
    else:
        code.add("replace", act.value("token"), act.value("token", "with"))


# ---- tokens -------------------------------------------------------------------------------------------------------


def _place(act: Act, code: Code) -> None:
    """`place token on HEX`, `place AREA token [of COMPANY] on HEX`, `on CITY`, `on (CITIES)`."""
    act.only("on", "as", "without")
    what, company = act.one(), None
    if what.op == "of":
        what, owner = what.nodes()
        company = lower(owner, act.scope, "company")[0]
    *waiting, last = what.text().split() if what.op == "noun" else [""]
    if last != "token" or len(waiting) > 1:
        raise Pattern
    where = area(what, waiting[0], act.scope) if waiting else "available"
    modes = _modes(act) | {"slot": "slot" not in _nouns(act, "without")}
    try:
        places = act.values("hex", "on")
    except Wrong:
        typed = [lower(item, act.scope) for item in act.many("on")]
        if any(member(kind) != "city" for _, kind in typed):
            raise
        places, modes["cities"] = [lowered for lowered, _ in typed], True
    code.add("place", places, modes, act.may, where, company)


def token_list(node: Node, scope: Scope) -> Any:
    """A token, or a list of tokens. Raises Wrong."""
    lowered, kind = lower(node, scope)
    if member(kind) != "token":
        raise Wrong("T001", node.span, "this is no token", "write `tokens of CITY`, `placed tokens of COMPANY`")
    return lowered


def _destroy(act: Act, code: Code) -> None:
    act.only()
    for item in act.many():
        code.add("destroy", token_list(item, act.scope))


def _return(act: Act, code: Code) -> None:
    """`return TOKENS [to AREA]`."""
    act.only("to")
    where = "available"
    if "to" in act.reaches:
        where = area(act.one("to"), act.one("to").text(), act.scope)
    for item in act.many():
        code.add("return", token_list(item, act.scope), where)


def _lift(act: Act, code: Code) -> None:
    """`lift reservations of COMPANY [on HEX]`."""
    act.only("on")
    what = act.one()
    if what.op != "of" or what.nodes()[0].text() not in ("reservation", "reservations"):
        raise Pattern
    company = lower(what.nodes()[1], act.scope, "company")[0]
    code.add("lift", company, ["list", *act.values("hex", "on")] if "on" in act.reaches else None)


WRITERS: dict[str, Writer] = {
    "lay": _lay,
    "restore": _restore,
    "replace": _replace,
    "place": _place,
    "destroy": _destroy,
    "return": _return,
    "lift": _lift,
    "forget": fixed("routes", "forget routes"),
}
