"""Expressions of a title with their words resolved and their types checked, lowered to the table's form."""

from dataclasses import replace
from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.nouns import (
    Scope,
    Typed,
    adjective,
    attribute,
    kinds_to_ask,
    reading_of,
    suggestion,
    unknown_part,
)
from titleworks.compiler.prints import STOP_WORDS
from titleworks.compiler.types import BROKEN, NONE, described, element, fits, is_list, list_of
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Lump, Node, joined
from titleworks.runtime.table.vocabulary import ATTRIBUTES, KINDS, QUESTION, STEP_KIND

#: Deepest nesting of one expression; the table's loader takes some more.
_DEEPEST = 40

_ORDER = {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<"}


def lower(node: Node, scope: Scope, expected: str | None = None) -> Typed:
    """The node in the table's form, and its type. Raises Wrong.

    What was lowered once is remembered: a side of a comparison is tried alone and again beside the other.
    """
    names = scope.names
    key = (id(node), expected, scope.args, scope.this, scope.locals, scope.its, scope.choices, scope.usual, scope.loops)
    known: Any = names.memo.get(key)
    if known is None:
        names.depth += 1
        try:
            known = (node, _lowered(node, scope, expected), None)
        except Wrong as wrong:
            known = (node, None, wrong)
        finally:
            names.depth -= 1
        names.memo[key] = known
    if known[2] is not None:
        raise known[2]
    lowered: Typed = known[1]
    return lowered


def _lowered(node: Node, scope: Scope, expected: str | None) -> Typed:
    if scope.names.depth > _DEEPEST:
        raise Wrong(
            "S012", node.span, "this is too long, or nested too deep", "cut it with definitions in the Glossary"
        )
    handler = _HANDLERS.get(node.op)
    if handler is None:
        raise Wrong("T001", node.span, f"`{node.op}` cannot stand here")
    lowered, kind = handler(node, scope, expected)
    if not fits(kind, expected):
        raise _misfit(node, kind, expected or "")
    return lowered, kind


def _misfit(node: Node, kind: str, expected: str) -> Wrong:
    hint = ""
    text = node.text() if node.op == "noun" else ""
    if expected == "percent" and text.isdecimal():
        hint = f"write `{text}%`"
    elif expected in ("money", "number") and text.endswith("%"):
        hint = f"write `{text[:-1]}`"
    return Wrong("T001", node.span, f"this is {described(kind)}; expected is {described(expected)}", hint)


def condition(node: Node, scope: Scope) -> Any:
    """A condition in the table's form."""
    return lower(node, scope, "yes/no")[0]


# ---- nouns --------------------------------------------------------------------------------------------------------


def _noun(node: Node, scope: Scope, expected: str | None) -> Typed:
    lumps = [lump for lump in node.args if isinstance(lump, Lump)]
    found = reading_of(lumps, scope, expected)
    if found is None:
        part = unknown_part(lumps, scope)
        text = joined(part)
        raise Wrong(
            "N001", part[0].span.to(part[-1].span), f"unknown: `{text}`", lambda: suggestion(text, scope, expected)
        )
    return found


# ---- of -----------------------------------------------------------------------------------------------------------

_PARTS = {"half": 2, "quarter": 4}


def _of(node: Node, scope: Scope, expected: str | None) -> Typed:
    left, right = node.nodes()
    text = left.text() if left.op == "noun" else ""
    if not text:
        raise Wrong("T001", left.span, "before `of` stands a word")
    if text in _PARTS:
        amount, kind = _amount(right, scope)
        return ["/", amount, _PARTS[text]], kind
    first, _, number = text.partition(" ")
    if first in ("item", "top") and number.isdecimal():
        items, kind = lower(right, scope)
        if not is_list(kind):
            raise Wrong("T001", right.span, "this is not a list")
        return [first, int(number), items], element(kind) if first == "item" else kind
    deck = scope.names.things["deck"].get(right.text()) if right.op == "noun" else None
    if deck is not None and (found := _of_deck(text, ["thing", "deck", deck], scope, left.span)) is not None:
        return found
    relation = next((a for a in ATTRIBUTES if a.name == text and a.argument is not None), None)
    if relation is not None:
        argument = lower(right, scope, relation.argument)[0]
        subject = next((e for e, kind in scope.subjects() if kind == relation.about), None)
        if subject is None:
            subject = next((["arg", n] for n, kind in scope.args if kind == relation.about), None)
        if subject is None:
            raise Wrong("T001", left.span, f"`{text}` needs a {relation.about} at hand")
        return ["get", f"{relation.about}.{text}", subject, argument], relation.type
    thing, kind = lower(right, scope)
    found = _attribute_of(text, thing, kind, scope, left.span)
    if found is None:
        known = [
            a.name
            for about in kinds_to_ask(element(kind) if is_list(kind) else kind)
            for a in ATTRIBUTES
            if a.about == about
        ]
        raise Wrong("N003", left.span, f"{described(kind)} has no `{text}`", did_you_mean(text, known))
    return found


def _of_deck(text: str, deck: Any, scope: Scope, span: Span) -> Typed | None:
    """`lots of DECK`, `bid lots of DECK`, after `each` also in the singular; `box 1 of DECK`. None: of its cards."""
    first, _, number = text.partition(" ")
    if first == "box" and number.isdecimal():
        return ["item", int(number), ["get", "deck.boxes", deck]], "lot"
    return _attribute_of(text + "s" if text.split(" ")[-1] == "lot" else text, deck, "deck", scope, span)


def _attribute_of(text: str, thing: Any, kind: str, scope: Scope, span: Span) -> Typed | None:
    if kind == BROKEN:
        return None, BROKEN
    if not is_list(kind):
        found = attribute(text, thing, kind, scope)
        if found is not None:
            return found
        question = QUESTION.get(text)
        if question is not None and len(question.about) == 1 and fits(kind, question.about[0][1]):
            return ["ask", text, thing], question.type
        return _picked_attribute(text, thing, kind, scope, span)
    inner = attribute(text, ["it", len(scope.its)], element(kind), scope)
    if inner is None and text.endswith("s"):
        inner = attribute(text[:-1], ["it", len(scope.its)], element(kind), scope)
    if inner is None:
        inner = _picked_attribute(text, ["it", len(scope.its)], element(kind), scope.inside(element(kind)), span)
    if inner is None:
        return None
    made = inner[1] if is_list(inner[1]) else list_of(inner[1])
    return ["map", thing, inner[0]], made


def _picked_attribute(text: str, thing: Any, kind: str, scope: Scope, span: Span) -> Typed | None:
    """`placed tokens of company`: an adjective picks from a list; in the singular the first of these."""
    first, _, rest = text.partition(" ")
    items = attribute(rest, thing, kind, scope) if rest else None
    single = rest in KINDS and (items is None or not is_list(items[1]))
    if single:
        items = attribute(KINDS[rest], thing, kind, scope)
    if items is None or not is_list(items[1]):
        return None
    picks = adjective(first, ["it", len(scope.its)], element(items[1]), scope, span)
    if picks is None:
        return None
    picked = ["where", items[0], picks]
    return (["item", 1, picked], element(items[1])) if single else (picked, items[1])


# ---- operators ----------------------------------------------------------------------------------------------------


def _string(node: Node, scope: Scope, expected: str | None) -> Typed:
    return node.args[0], "text"


def _logic(node: Node, scope: Scope, expected: str | None) -> Typed:
    made = []
    for child in node.nodes():
        try:
            made.append(condition(child, scope))
        except Wrong as wrong:
            if node.op != "not" and child.op == "noun" and wrong.code == "T001" and not wrong.hint:
                hint = "after `is` stands one thing; for several write `in (A, B)`"
                raise Wrong(wrong.code, wrong.span, wrong.message, hint) from wrong
            raise
    return [node.op, *made], "yes/no"


def _is(node: Node, scope: Scope, expected: str | None) -> Typed:
    left, right = node.nodes()
    lowered: Any = None
    if right.op == "noun":
        subject = _try(left, scope)
        if subject is not None and right.text() not in (name for name, _ in scope.args):
            lowered = adjective(right.text(), subject[0], subject[1], scope, right.span)
            lowered = _among(subject, right, scope) if lowered is None else lowered
    if lowered is None and _is_bare_number(right):
        counted = _try(left, scope)
        if counted is not None and is_list(counted[1]):
            lowered = ["=", _counted(counted[0]), int(right.text())]
    if lowered is None:
        a, b = _pair(left, right, scope)
        _check_word(a, b, right, scope)
        lowered = ["=", a, b]
    return (["not", lowered] if node.op == "is not" else lowered), "yes/no"


def _check_word(subject: Any, word: Any, node: Node, scope: Scope) -> None:
    """A word that is compared with what has few words must be one of them: `round is stock round`."""
    if not isinstance(word, str) or not isinstance(subject, list) or not subject:
        return
    known = _words_of(subject, scope)
    if known and word not in known:
        raise Wrong("N001", node.span, f"unknown: `{word}`", did_you_mean(word, known), tuple(known[:5]))


def _words_of(subject: list[Any], scope: Scope) -> list[str]:
    """The words an expression can be, where they are known; otherwise none."""
    match subject[:2]:
        case ["get", "game.round"] | ["arg", "round"]:
            return scope.names.round_names()
        case ["get", "company.class"]:
            return sorted(scope.names.classes)
        case ["get", "token.area"]:
            return sorted(scope.names.areas)
        case ["get", "hex.label" | "tile.label"]:
            return sorted(scope.names.labels)
        case ["get", "hex.terrain"]:
            return sorted(scope.names.terrains)
        case ["get", "stop.kind"]:
            return sorted({*STOP_WORDS.values(), *scope.names.stops})
        case ["arg", "kind"]:
            return list(QUESTION["dividend kinds"].choices)
    return []


def _among(subject: Typed, right: Node, scope: Scope) -> Any:
    """`terrain is mountain`: one of several words."""
    if subject[1] != "words":
        return None
    found = _try(right, scope, "word")
    if found is None or found[1] != "word":
        return None
    _check_word(subject[0], found[0], right, scope)
    return ["in", found[0], subject[0]]


def _counted(items: Any) -> Any:
    """How many things a list has; all players are as many as the game began with."""
    return ["get", "game.player count"] if items == ["all", "player"] else ["number", items]


def _try(node: Node, scope: Scope, expected: str | None = None) -> Typed | None:
    try:
        return lower(node, scope, expected)
    except Wrong:
        return None


def _pair(left: Node, right: Node, scope: Scope) -> tuple[Any, Any]:
    """Both sides of a comparison; a side that cannot be read alone waits for the other."""
    first = _try(left, scope)
    if first is not None and first[1] == "number" and _is_bare_number(left):
        first = None if _try(right, scope) is not None else first
    if first is not None:
        kind = element(first[1]) if is_list(first[1]) and right.op == "noun" else first[1]
        expected = None if kind in (NONE, BROKEN) else kind
        second = _try(right, scope, expected)
        if second is None:
            alone = lower(right, scope)
            if not fits(alone[1], expected) and not fits(first[1], alone[1]):
                if _is_bare_number(right) and expected in ("phase", "train kind"):
                    word, known = "phase" if expected == "phase" else "train", list(scope.names.things[expected])
                    hint = did_you_mean(right.text(), known)
                    raise Wrong("N001", right.span, f"there is no {word} `{right.text()}`", hint)
                raise Wrong("T002", right.span, f"{described(first[1])} cannot be compared with {described(alone[1])}")
            second = alone
        return first[0], second[0]
    other = lower(right, scope)
    return lower(left, scope, other[1])[0], other[0]


def _is_bare_number(node: Node) -> bool:
    return node.op == "noun" and node.text().isdecimal()


def _order(node: Node, scope: Scope, expected: str | None) -> Typed:
    left, right = node.nodes()
    first = _try(left, scope)
    if first is not None and is_list(first[1]):
        number = _counted(first[0])
        return [_ORDER[node.op], number, lower(right, scope, "number")[0]], "yes/no"
    a, b = _pair(left, right, scope)
    kind = (_try(left, scope) or (None, BROKEN))[1]
    if kind not in ("number", "money", "percent", "phase", NONE, BROKEN):
        raise Wrong("T002", left.span, f"{described(kind)} has no order")
    return [_ORDER[node.op], a, b], "yes/no"


def _in(node: Node, scope: Scope, expected: str | None) -> Typed:
    left, right = node.nodes()
    if left.op == "noun" and left.text() in STEP_KIND and right.op == "noun" and right.text() == "steps taken":
        # the step of that name rather than a token or run at hand
        lowered = ["in", left.text(), ["get", "game.steps taken"]]
        return (["not", lowered] if node.op == "not in" else lowered), "yes/no"
    first = _try(left, scope)
    wanted = list_of(first[1]) if first is not None and first[1] not in (NONE, BROKEN) else None
    items, kind = lower(right, scope, wanted)
    if first is None:
        first = lower(left, scope, element(kind))
    lowered = ["in", first[0], items]
    return (["not", lowered] if node.op == "not in" else lowered), "yes/no"


def _is_a(node: Node, scope: Scope, expected: str | None) -> Typed:
    left, right = node.nodes()
    kind = right.text() if right.op == "noun" else ""
    if kind not in ("player", "company", "private", "bank", "pool"):
        raise Wrong("T001", right.span, "after `is a` stands player, company or private")
    lowered = ["is a", lower(left, scope, "holder")[0], kind]
    return (["not", lowered] if node.op == "is not a" else lowered), "yes/no"


def _arithmetic(node: Node, scope: Scope, expected: str | None) -> Typed:
    typed = [_amount(child, scope) for child in node.nodes()]
    kinds = [kind for _, kind in typed]
    kind = next((kind for kind in kinds if kind != "number"), "number")
    if node.op == "/" and kinds[0] == kinds[1]:
        kind = "number"
    elif node.op in ("+", "-") and "percent" in kinds and kinds.count("percent") < len(kinds):
        raise Wrong("T002", node.span, "a percentage and a number do not add up")
    return [node.op, *(lowered for lowered, _ in typed)], kind


def _amount(node: Node, scope: Scope) -> Typed:
    """A number, money or percentage. Raises Wrong."""
    found = lower(node, scope)
    if found[1] not in ("number", "money", "percent", NONE, BROKEN):
        raise Wrong("T001", node.span, f"this is {described(found[1])}; expected is a number")
    return found


def _rounded(node: Node, scope: Scope, expected: str | None) -> Typed:
    [child] = node.nodes()
    lowered, kind = _amount(child, scope)
    return ["round up" if node.op == "rounded up" else "round down", lowered], kind


def _bounds(node: Node, scope: Scope, expected: str | None) -> Typed:
    [items] = node.nodes()
    members = items.nodes() if items.op == "list" else (items,)
    typed = [_amount(member, scope) for member in members]
    return [node.op.removesuffix(" of"), *(lowered for lowered, _ in typed)], typed[0][1]


def _any(node: Node, scope: Scope, expected: str | None) -> Typed:
    [child] = node.nodes()
    items, _ = list_or_singular(child, scope)
    return ["any", items], "yes/no"


def list_or_singular(node: Node, scope: Scope) -> Typed:
    """A list; `any` and `each` take the singular: `any floated company`, `any token of city`."""
    found = _try(node, scope)
    if found is not None and is_list(found[1]):
        return found
    if node.op == "of" and node.nodes()[0].op == "noun":
        several = _try(Node("of", (_in_plural(node.nodes()[0]), node.nodes()[1]), node.span), scope)
        if several is not None and is_list(several[1]):
            return several
    noun = node.nodes()[0] if node.op == "of" else node
    lumps = _plural_of(noun) if noun.op == "noun" else []
    if lumps and node.op == "of":
        many = replace(node, args=(replace(noun, args=tuple(lumps)), *node.args[1:]))
        made = _try(many, scope)
    else:
        made = reading_of(lumps, scope, None) if lumps else None
    if made is not None and is_list(made[1]):
        return made
    found = lower(node, scope)
    if found[1] == "yes/no" or is_list(found[1]):
        return found
    raise Wrong("T001", node.span, "this is not a list")


def _in_plural(noun: Node) -> Node:
    """A noun whose last word, if it is a kind of thing, stands in the plural."""
    lumps = [lump for lump in noun.args if isinstance(lump, Lump)]
    last = lumps[-1]._replace(text=KINDS.get(lumps[-1].text, lumps[-1].text))
    return Node("noun", (*lumps[:-1], last), noun.span)


def _plural_of(noun: Node) -> list[Lump]:
    """A noun that ends in a kind, with the kind in the plural; empty if it ends in none."""
    text, lumps = noun.text(), [lump for lump in noun.args if isinstance(lump, Lump)]
    for kind, plural in KINDS.items():
        if text == kind or text.endswith(" " + kind):
            return [*lumps[:-1], lumps[-1]._replace(text=plural.split(" ")[-1])]
    return []


def _number_of(node: Node, scope: Scope, expected: str | None) -> Typed:
    [child] = node.nodes()
    items, kind = lower(child, scope)
    if not is_list(kind):
        raise Wrong("T001", child.span, "`number of` needs a list")
    return _counted(items), "number"


def _over(node: Node, scope: Scope, expected: str | None) -> Typed:
    what, items = node.nodes()
    lowered, kind = lower(items, scope)
    if not is_list(kind):
        raise Wrong("T001", items.span, "after `across` stands a list")
    value, value_kind = _amount(what, scope.inside(element(kind)))
    return [node.op.removesuffix(" of"), lowered, value], value_kind


def _list(node: Node, scope: Scope, expected: str | None) -> Typed:
    kind = element(expected) if expected is not None and is_list(expected) else None
    members = []
    for child in node.nodes():
        lowered, found = lower(child, scope, kind)
        kind = kind or (None if found == NONE else found)
        members.append(lowered)
    return ["list", *members], list_of(kind or NONE)


def _cases(node: Node, scope: Scope, expected: str | None) -> Typed:
    made: list[Any] = []
    kind = expected
    for case in node.args:
        assert isinstance(case, Node)
        test, value = case.args
        assert isinstance(value, Node)
        lowered, found = lower(value, scope, expected)
        kind = kind or found
        if test is None:
            made.append(lowered)
        else:
            assert isinstance(test, Node)
            made.append([condition(test, scope), lowered])
    if node.args and isinstance(node.args[-1], Node) and node.args[-1].args[0] is not None:
        made.append(["usual"] if scope.usual is not None else None)
    return ["cases", *made], kind or BROKEN


def _where(node: Node, scope: Scope, expected: str | None) -> Typed:
    nodes = node.nodes()
    items, kind = lower(nodes[0], scope)
    if not is_list(kind):
        raise Wrong("T001", nodes[0].span, "before `where` stands a list")
    inner = scope.inside(element(kind))
    lowered: Any = ["where", items, condition(nodes[1], inner)]
    return (_sorted(lowered, nodes[2:], inner) if len(nodes) > 2 else lowered), kind


def _by(node: Node, scope: Scope, expected: str | None) -> Typed:
    nodes = node.nodes()
    items, kind = lower(nodes[0], scope)
    if not is_list(kind):
        raise Wrong("T001", nodes[0].span, "before `by` stands a list")
    return _sorted(items, nodes[1:], scope.inside(element(kind))), kind


def _sorted(items: Any, keys: tuple[Node, ...], scope: Scope) -> Any:
    made = []
    for key in keys:
        way, what = key.args
        assert isinstance(what, Node)
        made.append([way, lower(what, scope)[0]])
    return ["by", items, made]


_HANDLERS: dict[str, Any] = {
    "noun": _noun,
    "string": _string,
    "of": _of,
    "and": _logic,
    "or": _logic,
    "not": _logic,
    "is": _is,
    "is not": _is,
    "is a": _is_a,
    "is not a": _is_a,
    "in": _in,
    "not in": _in,
    **dict.fromkeys(_ORDER, _order),
    **dict.fromkeys(("+", "-", "*", "/"), _arithmetic),
    "rounded up": _rounded,
    "rounded down": _rounded,
    "larger of": _bounds,
    "smaller of": _bounds,
    "any": _any,
    "number of": _number_of,
    "sum of": _over,
    "highest": _over,
    "lowest": _over,
    "list": _list,
    "cases": _cases,
    "where": _where,
    "by": _by,
}
