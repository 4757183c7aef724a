"""Sentences about money, certificates, trains and companies: what somebody pays, gives, buys, starts."""

from typing import Any

from titleworks.compiler.diagnostics import Wrong
from titleworks.compiler.expressions import lower
from titleworks.compiler.prints import words_of_stops
from titleworks.compiler.sentences.act import Act, Code, Pattern, Writer, each_of, member
from titleworks.compiler.types import list_of
from titleworks.dsl.tree import Node

#: Where a marker moves.
_WAYS = ("left", "right", "up", "down")
#: What `give` hands over of a company as a whole.
_GOODS = ("cash", "trains", "privates")


def _pay(act: Act, code: Code) -> None:
    act.only("from", "to", "with")
    due = (act.value("money"), act.value("holder", "from"), act.value("holder", "to"))
    if "with" not in act.reaches:
        code.add("pay", *due)
    elif act.one("with").text() == "help":
        code.add("pay due", *due)
        code.add("settle debt", due[1])
    else:
        raise Pattern("`with help`: what the company lacks its president must pay")


# ---- giving -------------------------------------------------------------------------------------------------------


def _give(act: Act, code: Code) -> None:
    if "from" in act.reaches:
        code.add("give", *_certificate(act))
    else:
        code.add(*(_goods(act) or _given(act)))


def _goods(act: Act) -> list[Any] | None:
    """`give cash, trains, privates of COMPANY to COMPANY`; None if the sentence is another."""
    *first, last = act.items or (Node("noun", (), act.span),)
    if last.op != "of":
        return None
    left, right = last.nodes()
    words = [node.text() if node.op == "noun" else "" for node in (*first, left)]
    if any(word not in _GOODS for word in words) or words == ["trains"]:
        return None
    act.only("to")
    return ["hand over", words, lower(right, act.scope, "company")[0], act.value("company", "to")]


def _given(act: Act) -> list[Any]:
    """What is given from nowhere in particular: a private, a certificate, or trains.

    `give trains of THIS to COMPANY`, with `as KIND` a side up, `without run` not to run in this round.
    """
    act.only("to", "as", "without")
    (what, kind), taker = act.typed(), act.value("holder", "to")
    if kind in ("private", "certificate"):
        act.only("to")
        return ["hand" if kind == "private" else "hand certificate", what, taker]
    words = act.words("without")
    if kind not in ("train", list_of("train")) or words not in ([], ["run"]):
        raise Pattern("a private, trains, or a certificate of a company")
    return ["give trains", what, taker, act.perhaps("train kind", "as"), not words]


def _certificate(act: Act) -> list[Any]:
    """`give 10% certificate of COMPANY from PLACES to HOLDER`, `without presidency`."""
    act.only("from", "to", "without")
    without = [node.text() for node in act.reaches.get("without", ()) if node.op == "noun"]
    if without not in ([], ["presidency"]):
        raise Pattern("`without presidency`, or nothing")
    what = act.one()
    if what.op != "of":
        raise Pattern("a certificate of a company")
    left, company = what.nodes()
    size = _size(left.text().split())
    given = [lower(company, act.scope, "company")[0], size]
    return [*given, act.values("holder", "from"), act.value("holder", "to"), not without]


def _size(words: list[str]) -> Any:
    """Which certificate: `president`, `last`, its number, or its percentage."""
    match words:
        case ["certificate", number] if number.isdecimal():
            return ["number", int(number)]
        case ["last", "certificate"]:
            return "last"
        case ["president", "certificate"]:
            return "president"
        case [percent, "certificate"] if percent.endswith("%"):
            return int(percent[:-1])
        case [*_, "certificate"]:
            raise Pattern("`10% certificate of ...` or `president certificate of ...`")
    raise Pattern("a certificate of a company")


# ---- trains -------------------------------------------------------------------------------------------------------


def _buy(act: Act, code: Code) -> None:
    act.only("for")
    if act.one().text() != "next train":
        raise Pattern
    code.add("buy train", act.value("money", "for"), act.may)


def _reserve(act: Act, code: Code) -> None:
    act.only("for")
    code.add("reserve", act.value("train kind"), act.value("holder", "for"))


def _combine(act: Act, code: Code) -> None:
    act.only("with")
    code.add("combine", act.value("train"), act.value("train kind", "with"))


def _extend(act: Act, code: Code) -> None:
    """`extend TRAIN with 1 town`, `with unlimited towns`, `with 2`."""
    act.only("with")
    train = act.value("train")
    number, *rest = act.one("with").text().split()
    stops = words_of_stops(act.scope.names)
    if any(word not in stops for word in rest) or not (number == "unlimited" or number.isdecimal()):
        raise Pattern("so many stops of a kind: `1 town`, `unlimited towns`")
    kinds = [stops[word] for word in rest] or None
    code.add("extend", train, kinds, None if number == "unlimited" else int(number))


def _export(act: Act, code: Code) -> None:
    act.only("without")
    words = act.words("without")
    if act.one().op != "noun" or act.one().text() != "train" or words not in ([], ["effect"]):
        raise Pattern
    code.add("export", not words)


# ---- companies ----------------------------------------------------------------------------------------------------


def _launch(act: Act, code: Code) -> None:
    act.only("for", "from", "without", "at")
    company, payer, cells = act.value("company"), act.perhaps("holder", "from"), None
    if "at" in act.reaches:
        cells, kind = act.typed("at")
        if member(kind) != "cell":
            hint = "`at item 1 of (par cells by highest price)`"
            raise Wrong("T001", act.span, "a company is started at a cell", hint)
    code.add("launch", company, act.value("holder", "for"), cells, payer)


def _move(act: Act, code: Code) -> None:
    company = act.value("company")
    moves = [[particle, act.value("number", particle)] for particle in act.reaches if particle in _WAYS]
    if len(moves) < len(act.reaches):
        raise Pattern
    code.add("move", company, ["moves", moves])


WRITERS: dict[str, Writer] = {
    "pay": _pay,
    "give": _give,
    "buy": _buy,
    "reserve": _reserve,
    "combine": _combine,
    "extend": _extend,
    "export": _export,
    "launch": _launch,
    "move": _move,
    "close": each_of("close"),
    "renew": each_of("renew", "company"),
    "retire": each_of("retire", "player"),
    "liquidate": each_of("liquidate", "player"),
}
