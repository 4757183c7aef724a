"""Sentences about words: what is chosen and remembered, words of the glossary, lists, events."""

from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import lower
from titleworks.compiler.nouns import Scope
from titleworks.compiler.sentences.act import Act, Code, Pattern, Writer, area, each_of, fixed
from titleworks.compiler.sentences.board import token_list
from titleworks.compiler.types import element, is_list, list_of
from titleworks.dsl.tree import Node

# ---- what is found gets a passing name ------------------------------------------------------------------------------


def _choose(act: Act, code: Code) -> None:
    act.only("from", "as")
    asker = act.perhaps("holder", "as")
    typed = [lower(item, act.scope) for item in act.many("from")]
    items, kind = typed[0]
    if len(typed) > 1 or not is_list(kind):
        items, kind = ["list", *(lowered for lowered, _ in typed)], list_of(kind)
    code.slots[act.passing] = element(kind)
    code.add("choose", act.passing, items, act.may, asker, element(kind))


def _draw(act: Act, code: Code) -> None:
    act.only("from")
    items, kind = act.several("from")
    code.slots[act.passing] = element(kind)
    code.add("draw", act.passing, items)


def _call(act: Act, code: Code) -> None:
    act.only()
    lowered, kind = act.typed()
    code.slots[act.passing] = kind
    code.add("call", act.passing, lowered)


# ---- words of the glossary, and what else is set and added to -------------------------------------------------------


def _set(act: Act, code: Code) -> None:
    """`set WORD of THING to X`, `set area of TOKENS to AREA`."""
    act.only("to")
    target, value = act.one(), act.one("to")
    word, thing = _of(target)
    if word == "area" and thing is not None:
        code.add("area", token_list(thing, act.scope), area(value, value.text(), act.scope))
        return
    name, subject = _target(target, act.scope)
    code.add("set", name, subject, lower(value, act.scope, act.scope.names.states[name].type)[0])


def _add(act: Act, code: Code) -> None:
    """`add N to WORD of THING`, `add 1 to slots of CITY`, `add N to debt of PLAYER`."""
    act.only("to")
    word, thing = _of(act.one("to"))
    if word == "slots" and thing is not None:
        code.add("slots", lower(thing, act.scope, "city")[0], act.value("number"))
    elif word == "debt" and thing is not None:
        amount = act.value("money")
        code.add("debt", lower(thing, act.scope, "player")[0], amount)
    else:
        name, subject = _target(act.one("to"), act.scope)
        code.add("add", name, subject, act.value("number"))


def _take(act: Act, code: Code) -> None:
    """`take N from WORD of THING`, `take N from debt of PLAYER`."""
    act.only("from")
    word, thing = _of(act.one("from"))
    if word == "debt" and thing is not None:
        amount = act.value("money")
        code.add("debt", lower(thing, act.scope, "player")[0], ["-", amount])
    else:
        name, subject = _target(act.one("from"), act.scope)
        code.add("add", name, subject, ["-", act.value("number")])


def _of(node: Node) -> tuple[str, Node | None]:
    """The word before an `of`, and what stands behind it; None without one."""
    if node.op != "of":
        return "", None
    left, right = node.nodes()
    return left.text() if left.op == "noun" else "", right


def _target(node: Node, scope: Scope) -> tuple[str, Any]:
    """The word of the glossary and the thing it is said of."""
    left = node.nodes()[0] if node.op == "of" else node
    name = left.text() if left.op == "noun" else ""
    state = scope.names.states.get(name)
    if state is None:
        hint = did_you_mean(name, list(scope.names.states)) or "declare it under `# Glossary`, or write `call`"
        raise Wrong("N001", left.span, f"`{name}` is not a word of the glossary", hint)
    if node.op == "of":
        return name, lower(node.nodes()[1], scope, state.about)[0]
    if state.about == "game":
        return name, None
    thing = next((e for e, kind in scope.subjects() if kind == state.about), None)
    if thing is None:
        raise Wrong("T001", node.span, f"whose `{name}`?", f"write `{name} of` and the {state.about}")
    return name, thing


# ---- lists --------------------------------------------------------------------------------------------------------


def _list_name(node: Node, scope: Scope, *things: tuple[Node, str]) -> str:
    """The list that a sentence changes: a word of the glossary, or `companies`, `privates` for those in the game.

    `things` that it is to hold, with their kinds, are of the kind of its elements.
    """
    text = node.text() if node.op == "noun" else ""
    name = {"companies": "company", "privates": "private"}.get(text)
    kind = name
    if name is None:
        state = scope.names.states.get(text)
        if state is None or not is_list(state.type):
            what = f"`{text}` is no list" if text else "this is no list that can be changed"
            lists = [name for name, state in scope.names.states.items() if is_list(state.type)]
            hint = did_you_mean(text, ["companies", "privates", *lists])
            raise Wrong("T012", node.span, what, hint or "write `companies`, `privates` or a list of the glossary")
        name, kind = _target(node, scope)[0], element(state.type)
    for thing, its in things:
        if its != kind:
            raise Wrong("T012", thing.span, f"the list `{text}` holds a {kind}, not a {its}", f"name a {kind}")
    return name


def _shuffle(act: Act, code: Code) -> None:
    for item in act.many():
        code.add("shuffle", _list_name(item, act.scope))


def _remove(act: Act, code: Code) -> None:
    act.only("from")
    for item in act.many():
        thing, kind = lower(item, act.scope)
        if "from" in act.reaches:
            code.add("take out", thing, _list_name(act.one("from"), act.scope, (item, kind)))
        else:
            code.add("remove", thing)


def _cull(act: Act, code: Code) -> None:
    act.only("from")
    items, _ = act.several("from")
    code.add("cull", act.value("number"), items)


def _put(act: Act, code: Code) -> None:
    act.only("at")
    where, target = _of(act.one("at"))
    if where not in ("top", "end") or target is None:
        raise Pattern("`at top of LIST`, or `at end of LIST`")
    thing, kind = act.typed()
    code.add("put", thing, where, _list_name(target, act.scope, (act.one(), element(kind))))


def _swap(act: Act, code: Code) -> None:
    act.only("with")
    other = act.one("with")
    if other.op != "of":
        raise Pattern("`with item 4 of LIST`")
    (one, its), (two, others) = act.typed(), act.typed("with")
    code.add("swap", one, two, _list_name(other.nodes()[1], act.scope, (act.one(), its), (other, others)))


def _deal(act: Act, code: Code) -> None:
    typed = [lower(item, act.scope) for item in act.many()]
    alone = len(typed) == 1 and is_list(typed[0][1])
    code.add("deal", typed[0][0] if alone else ["list", *(lowered for lowered, _ in typed)])


# ---- events and turns -----------------------------------------------------------------------------------------------


def _announce(act: Act, code: Code) -> None:
    act.only("for")
    name, events = act.one().text(), act.scope.names.events
    if name not in events:
        hint = did_you_mean(name, list(events)) or "declare it in a table `event | about` of the Glossary"
        raise Wrong("N011", act.span, f"`{name}` is not an event of the glossary", hint)
    about = events[name]
    if (about is None) != ("for" not in act.reaches):
        raise Pattern("about nothing" if about is None else f"`for` and the {about}")
    code.add("announce", name, act.perhaps(about, "for"))


def _skip(act: Act, code: Code) -> None:
    code.add("skip", act.one().text())


WRITERS: dict[str, Writer] = {
    "choose": _choose,
    "draw": _draw,
    "call": _call,
    "set": _set,
    "add": _add,
    "take": _take,
    "shuffle": _shuffle,
    "remove": _remove,
    "cull": _cull,
    "put": _put,
    "swap": _swap,
    "deal": _deal,
    "refill": each_of("refill", "deck"),
    "announce": _announce,
    "skip": _skip,
    "end": fixed("turn", "end turn"),
    "shorten": fixed("set", "shorten"),
}
