"""Expressions of a title with their words resolved and their types checked, lowered to the table's form."""

from dataclasses import dataclass, replace
from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.names import Names
from titleworks.compiler.types import BROKEN, NONE, described, element, fits, is_list, list_of
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Lump, Node
from titleworks.runtime.table.vocabulary import ATTRIBUTE, ATTRIBUTES, KINDS, QUESTION

Typed = tuple[Any, str]

_SINGULAR = {plural: kind for kind, plural in KINDS.items()}
_COLOURS = ("white", "yellow", "green", "brown", "gray", "red", "blue")
_ORDER = {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<"}


@dataclass(frozen=True)
class Scope:
    """What words mean at a place: parameters, passing names, the thing of the paragraph, the elements looked at.

    `args`: parameter -> type, the first is the subject. `its`: types of the elements looked at, outermost first.
    `choices`: words that are possible as the value. `usual`: type of `usual`, if it may be said.
    """

    names: Names
    args: tuple[tuple[str, str], ...] = ()
    this: tuple[str, int] | None = None
    locals: tuple[tuple[str, str], ...] = ()
    its: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    usual: str | None = None

    def inside(self, kind: str) -> "Scope":
        """The scope in which an element of a list is looked at."""
        return replace(self, its=(*self.its, kind))

    def subjects(self) -> list[Typed]:
        """Whose attributes may be said bare, nearest first (review, decision 6)."""
        found: list[Typed] = [(["it", depth], self.its[depth]) for depth in reversed(range(len(self.its)))]
        if self.this is not None:
            found.append((["this"], self.this[0]))
        if self.args:
            found.append((["arg", self.args[0][0]], self.args[0][1]))
        return found


def lower(node: Node, scope: Scope, expected: str | None = None) -> Typed:
    """The node in the table's form, and its type. Raises Wrong."""
    handler = _HANDLERS.get(node.op)
    if handler is None:
        raise Wrong("T001", node.span, f"{node.op} cannot stand here")
    lowered, kind = handler(node, scope, expected)
    if not fits(kind, expected):
        raise Wrong("T001", node.span, f"this is {described(kind)}; expected is {described(expected or '')}")
    return lowered, kind


def condition(node: Node, scope: Scope) -> Any:
    """A condition in the table's form."""
    return lower(node, scope, "yes/no")[0]


# ---- nouns --------------------------------------------------------------------------------------------------------


def _noun(node: Node, scope: Scope, expected: str | None) -> Typed:
    lumps = [lump for lump in node.args if isinstance(lump, Lump)]
    found = _readings(lumps, scope, expected)
    if found is None:
        text = node.text()
        raise Wrong("N001", _unknown_span(lumps, scope), f"unknown: `{text}`", _suggest(text, scope, expected))
    return found


def _unknown_span(lumps: list[Lump], scope: Scope) -> Span:
    return lumps[0].span.to(lumps[-1].span)


def _suggest(text: str, scope: Scope, expected: str | None) -> str:
    known: list[str] = []
    if expected in scope.names.things:
        known += scope.names.things[expected or ""]
    known += scope.choices
    known += [name for name, _ in scope.args]
    known += [a.name for _, kind in scope.subjects() for a in ATTRIBUTES if a.about == kind]
    known += [a.name for a in ATTRIBUTES if a.about == "game"]
    known += [*scope.names.states, *scope.names.definitions, *KINDS.values()]
    for named in scope.names.things.values():
        known += named
    hint = did_you_mean(text, known)
    if not hint and "+" in text.strip("+"):
        left, _, right = text.partition("+")
        hint = f"for a sum write `{left.strip()} + {right.strip()}`"
    return hint


def _readings(lumps: list[Lump], scope: Scope, expected: str | None) -> Typed | None:
    """What a noun means: the longest entry wins, and the role is chosen by the expected type."""
    text = " ".join(lump.text for lump in lumps)
    names = scope.names
    if expected in names.things and text in names.things[expected or ""]:
        return ["thing", expected, names.things[expected or ""][text]], expected or ""
    if expected is not None and is_list(expected):
        kind = element(expected)
        if kind in names.things and text in names.things[kind]:
            return ["list", ["thing", kind, names.things[kind][text]]], expected
        if kind == "colour" and text in _COLOURS:
            return ["list", text], expected
        if text in scope.choices:
            return ["list", text], expected
    if len(lumps) == 1 and lumps[0].kind == "NUMBER":
        return _number(lumps[0])
    if len(lumps) == 1 and lumps[0].kind == "PERCENT":
        return ["percent", int(text[:-1])], "percent"
    if text in scope.choices:
        return text, "word"
    if expected in ("colour", "word") and text in _COLOURS:
        return text, expected or ""
    for reading in (_keyword, _local, _bare, _plural, _kind_and_name, _thing, _cells, _adjective):
        found = reading(text, lumps, scope)
        if found is not None:
            return found
    if expected in ("word", "text", "words"):
        return text, "word"
    return None


def _number(lump: Lump) -> Typed:
    if "." in lump.text:
        whole, _, part = lump.text.partition(".")
        return ["/", int(whole + part), 10 ** len(part)], "number"
    return int(lump.text), "number"


def _keyword(text: str, lumps: list[Lump], scope: Scope) -> Typed | None:
    match text:
        case "none" | "unlimited":
            return None, NONE
        case "yes":
            return True, "yes/no"
        case "no":
            return False, "yes/no"
        case "stay":
            return ["moves", []], "moves"
        case "it" if scope.its:
            return ["it", len(scope.its) - 1], scope.its[-1]
        case "this" if scope.this is not None:
            return ["this"], scope.this[0]
        case "usual" if scope.usual is not None:
            return ["usual"], scope.usual
    if text.startswith("option "):
        name = text[7:]
        if name not in scope.names.options:
            raise Wrong("N001", lumps[0].span.to(lumps[-1].span), f"unknown option: {name}",
                        did_you_mean(name, list(scope.names.options)))  # fmt: skip
        return ["option", name], "yes/no"
    return None


def _local(text: str, lumps: list[Lump], scope: Scope) -> Typed | None:
    for name, kind in scope.locals:
        if name == text:
            return ["local", name], kind
    for name, kind in scope.args:
        if name == text:
            return ["arg", name], kind
    return None


def _bare(text: str, lumps: list[Lump], scope: Scope) -> Typed | None:
    """A bare attribute belongs to the nearest thing that has it, at last to the game."""
    subjects = scope.subjects()
    if text.startswith("its ") and scope.its:
        text, subjects = text[4:], subjects[:1]
    for subject, kind in subjects:
        found = attribute(text, subject, kind, scope)
        if found is not None:
            return found
    found = attribute(text, None, "game", scope)
    if found is not None:
        return found
    question = QUESTION.get(text)
    if question is not None:
        return _ask(text, scope)
    return None


def _ask(text: str, scope: Scope) -> Typed | None:
    """An answer's name asks it, about the things of the same kinds at hand."""
    question = QUESTION[text]
    known = [(["arg", name], kind, name) for name, kind in scope.args]
    given = []
    for name, kind in question.about:
        match = next((e for e, _, known_name in known if known_name == name), None)
        match = match or next((e for e, known_kind, _ in known if known_kind == kind), None)
        match = match or next((e for e, subject_kind in scope.subjects() if subject_kind == kind), None)
        if match is None and kind == "company":
            match = ["get", "game.operator"]
        if match is None:
            return None
        given.append(match)
    return ["ask", text, *given], question.type


def attribute(text: str, subject: Any, kind: str, scope: Scope) -> Typed | None:
    """An attribute, word or definition of a thing of a kind; None if the kind has none of this name."""
    given = [] if subject is None else [subject]
    for about in _kinds_to_ask(kind):
        found = ATTRIBUTE.get((about, text))
        if found is not None and found.argument is None:
            return ["get", f"{about}.{text}", *given], found.type
        state = scope.names.states.get(text)
        if state is not None and state.about == about:
            return ["state", text, *given], state.type
        definition = scope.names.definitions.get(text)
        if definition is not None and definition.about == (None if about == "game" else about):
            definition.used = True
            return ["defined", text, *given], definition.type or BROKEN
    if text.startswith("un") and kind != "game":
        positive = attribute(text[2:], subject, kind, scope)
        if positive is not None and positive[1] == "yes/no":
            return ["not", positive[0]], "yes/no"
    return None


def _kinds_to_ask(kind: str) -> tuple[str, ...]:
    if kind == "holder":
        return ("holder", "player", "company")
    if kind == "train":
        return ("train", "train kind")
    return (kind,)


def _plural(text: str, lumps: list[Lump], scope: Scope) -> Typed | None:
    kind = _SINGULAR.get(text)
    if kind == "cell":
        return ["cells", None], list_of("cell")
    return (["all", kind], list_of(kind)) if kind is not None else None


def _kind_and_name(text: str, lumps: list[Lump], scope: Scope) -> Typed | None:
    """`train 4`, `private TR`: a name with its kind before it."""
    first, _, rest = text.partition(" ")
    kind = "train kind" if first == "train" else first
    if rest and kind in scope.names.things and rest in scope.names.things[kind]:
        return ["thing", kind, scope.names.things[kind][rest]], kind
    return None


def _thing(text: str, lumps: list[Lump], scope: Scope) -> Typed | None:
    kinds = scope.names.kinds_of(text)
    if not kinds:
        return None
    if len(kinds) > 1:
        spelled = " or ".join(f"`{'train' if kind == 'train kind' else kind} {text}`" for kind in kinds)
        raise Wrong("N002", lumps[0].span, f"`{text}` is the name of several things", f"write {spelled}")
    return ["thing", kinds[0], scope.names.things[kinds[0]][text]], kinds[0]


def _cells(text: str, lumps: list[Lump], scope: Scope) -> Typed | None:
    if text.endswith(" cells") and text[:-6] in scope.names.things["zone"]:
        return ["cells", scope.names.things["zone"][text[:-6]]], list_of("cell")
    return None


def _adjective(text: str, lumps: list[Lump], scope: Scope) -> Typed | None:
    """`floated companies`: a yes/no word, or a class, before a list picks from it."""
    if len(lumps) < 2:
        return None
    for cut in range(len(lumps) - 1, 0, -1):
        rest = _readings(lumps[cut:], scope, None)
        if rest is None or not is_list(rest[1]):
            continue
        kind = element(rest[1])
        word = " ".join(lump.text for lump in lumps[:cut])
        picks = adjective(word, ["it", len(scope.its)], kind, scope)
        if picks is not None:
            return ["where", rest[0], picks], rest[1]
    return None


def adjective(word: str, subject: Any, kind: str, scope: Scope) -> Any:
    """The condition that a word before a noun, or after `is`, says of a thing; None if it says nothing."""
    found = attribute(word, subject, kind, scope)
    if found is not None and found[1] == "yes/no":
        return found[0]
    zones = scope.names.things["zone"]
    if word in zones and kind in ("company", "cell"):
        return ["in", ["thing", "zone", zones[word]], ["get", f"{kind}.zones", subject]]
    if word in scope.names.classes and kind == "company":
        return ["=", ["get", "company.class", subject], word]
    if word in _COLOURS and kind in ("hex", "tile"):
        return ["=", ["get", f"{kind}.colour", subject], word]
    return None


# ---- of -----------------------------------------------------------------------------------------------------------

_PARTS = {"half": 2, "quarter": 4}


def _of(node: Node, scope: Scope, expected: str | None) -> Typed:
    left, right = node.nodes()
    text = left.text() if left.op == "noun" else ""
    if not text:
        raise Wrong("T001", left.span, "before `of` stands a word")
    if text in _PARTS:
        amount, kind = lower(right, scope, "number")
        return ["/", amount, _PARTS[text]], kind
    first, _, number = text.partition(" ")
    if first in ("item", "top") and number.isdecimal():
        items, kind = lower(right, scope)
        if not is_list(kind):
            raise Wrong("T001", right.span, "this is not a list")
        return [first, int(number), items], element(kind) if first == "item" else kind
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
    found = _attribute_of(text, thing, kind, scope)
    if found is None:
        known = [
            a.name
            for about in _kinds_to_ask(element(kind) if is_list(kind) else kind)
            for a in ATTRIBUTES
            if a.about == about
        ]
        raise Wrong("N003", left.span, f"{described(kind)} has no `{text}`", did_you_mean(text, known))
    return found


def _attribute_of(text: str, thing: Any, kind: str, scope: Scope) -> Typed | None:
    if not is_list(kind):
        found = attribute(text, thing, kind, scope)
        if found is not None:
            return found
        question = QUESTION.get(text)
        if question is not None and len(question.about) == 1 and fits(kind, question.about[0][1]):
            return ["ask", text, thing], question.type
        first, _, rest = text.partition(" ")
        if rest:
            items = attribute(rest, thing, kind, scope)
            if items is not None and is_list(items[1]):
                picks = adjective(first, ["it", len(scope.its)], element(items[1]), scope)
                if picks is not None:
                    return ["where", items[0], picks], items[1]
        return None
    inner = attribute(text, ["it", len(scope.its)], element(kind), scope)
    if inner is None and text.endswith("s"):
        inner = attribute(text[:-1], ["it", len(scope.its)], element(kind), scope)
    if inner is None:
        return None
    made = inner[1] if is_list(inner[1]) else list_of(inner[1])
    return ["map", thing, inner[0]], made


# ---- operators ----------------------------------------------------------------------------------------------------


def _string(node: Node, scope: Scope, expected: str | None) -> Typed:
    return node.args[0], "text"


def _logic(node: Node, scope: Scope, expected: str | None) -> Typed:
    return [node.op, *(condition(child, scope) for child in node.nodes())], "yes/no"


def _is(node: Node, scope: Scope, expected: str | None) -> Typed:
    left, right = node.nodes()
    lowered: Any = None
    if right.op == "noun":
        subject = _try(left, scope)
        if subject is not None and right.text() not in (name for name, _ in scope.args):
            lowered = adjective(right.text(), subject[0], subject[1], scope)
    if lowered is None and _is_bare_number(right):
        counted = _try(left, scope)
        if counted is not None and is_list(counted[1]):
            lowered = ["=", ["number", counted[0]], int(right.text())]
    if lowered is None:
        a, b = _pair(left, right, scope)
        lowered = ["=", a, b]
    return (["not", lowered] if node.op == "is not" else lowered), "yes/no"


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
        number = ["number", first[0]]
        return [_ORDER[node.op], number, lower(right, scope, "number")[0]], "yes/no"
    a, b = _pair(left, right, scope)
    kind = (_try(left, scope) or (None, BROKEN))[1]
    if kind not in ("number", "money", "percent", "phase", NONE, BROKEN):
        raise Wrong("T002", left.span, f"{described(kind)} has no order")
    return [_ORDER[node.op], a, b], "yes/no"


def _in(node: Node, scope: Scope, expected: str | None) -> Typed:
    left, right = node.nodes()
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
    typed = [lower(child, scope, "number") for child in node.nodes()]
    kind = next((kind for _, kind in typed if kind != "number"), "number")
    return [node.op, *(lowered for lowered, _ in typed)], kind


def _rounded(node: Node, scope: Scope, expected: str | None) -> Typed:
    [child] = node.nodes()
    lowered, kind = lower(child, scope, "number")
    return ["round up" if node.op == "rounded up" else "round down", lowered], kind


def _bounds(node: Node, scope: Scope, expected: str | None) -> Typed:
    [items] = node.nodes()
    members = items.nodes() if items.op == "list" else (items,)
    typed = [lower(member, scope, "number") for member in members]
    return [node.op.removesuffix(" of"), *(lowered for lowered, _ in typed)], typed[0][1]


def _any(node: Node, scope: Scope, expected: str | None) -> Typed:
    [child] = node.nodes()
    items, _ = _list_or_singular(child, scope)
    return ["any", items], "yes/no"


def _list_or_singular(node: Node, scope: Scope) -> Typed:
    """A list; `any` and `each` take the singular: `any floated company`."""
    found = _try(node, scope)
    if found is not None and is_list(found[1]):
        return found
    text = node.text() if node.op == "noun" else ""
    for kind, plural in KINDS.items():
        if text == kind or text.endswith(" " + kind):
            lumps = [lump for lump in node.args if isinstance(lump, Lump)]
            last = lumps[-1]._replace(text=plural.split(" ")[-1])
            made = _readings([*lumps[:-1], last], scope, None)
            if made is not None and is_list(made[1]):
                return made
    found = lower(node, scope)
    if found[1] == "yes/no" or is_list(found[1]):
        return found
    raise Wrong("T001", node.span, "this is not a list")


def _number_of(node: Node, scope: Scope, expected: str | None) -> Typed:
    [child] = node.nodes()
    items, kind = lower(child, scope)
    if not is_list(kind):
        raise Wrong("T001", child.span, "`number of` needs a list")
    return ["number", items], "number"


def _over(node: Node, scope: Scope, expected: str | None) -> Typed:
    what, items = node.nodes()
    lowered, kind = lower(items, scope)
    if not is_list(kind):
        raise Wrong("T001", items.span, "after `across` stands a list")
    value, value_kind = lower(what, scope.inside(element(kind)), "number")
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
