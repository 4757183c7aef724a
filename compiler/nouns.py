"""What a noun means: lumps side by side, cut by the longest entry, the role chosen by the expected type.

A bare attribute belongs to the nearest thing that has it; two readings that both make sense are an error that shows
both (review, decisions 3, 6, 7).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.names import Names
from titleworks.compiler.notation import COLOURS, MOST
from titleworks.compiler.types import BROKEN, NONE, element, is_list, list_of
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Lump, joined
from titleworks.runtime.table.vocabulary import ATTRIBUTE, ATTRIBUTES, KINDS, QUESTION

Typed = tuple[Any, str]

_SINGULAR = {plural: kind for kind, plural in KINDS.items()}


@dataclass(frozen=True)
class Scope:
    """What words mean at a place: parameters, passing names, the thing of the paragraph, the elements looked at.

    `args`: parameter -> type, the first is the subject. `its`: types of the elements looked at, outermost first.
    `choices`: words that are possible as the value. `usual`: type of `usual`, if it may be said. `loops`: passing
    names of the elements that `each` blocks look at, outermost first.
    """

    names: Names
    args: tuple[tuple[str, str], ...] = ()
    this: tuple[str, int] | None = None
    locals: tuple[tuple[str, str], ...] = ()
    its: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    usual: str | None = None
    loops: tuple[tuple[str, str], ...] = ()

    def inside(self, kind: str) -> "Scope":
        """The scope in which an element of a list is looked at."""
        return replace(self, its=(*self.its, kind))

    def subjects(self) -> list[Typed]:
        """Whose attributes may be said bare, nearest first (review, decision 6)."""
        found: list[Typed] = [(["it", depth], self.its[depth]) for depth in reversed(range(len(self.its)))]
        found += [(["local", name], kind) for name, kind in reversed(self.loops)]
        if self.this is not None:
            found.append((["this"], self.this[0]))
        if self.args:
            found.append((["arg", self.args[0][0]], self.args[0][1]))
        return found


def suggestion(text: str, scope: Scope, expected: str | None) -> str:
    """What may have been meant by an unknown noun; empty if nothing is near."""
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


def unknown_part(lumps: list[Lump], scope: Scope) -> list[Lump]:
    """The lumps of a noun that could not be placed: what stands before or after the longest part that can be read."""
    for cut in range(1, len(lumps)):
        for known, rest in ((lumps[cut:], lumps[:cut]), (lumps[:-cut], lumps[-cut:])):
            if reading_of(known, scope, None) is not None:
                return rest
    return lumps


def reading_of(lumps: list[Lump], scope: Scope, expected: str | None) -> Typed | None:
    """What a noun means: the longest entry wins, and the role is chosen by the expected type; None if unknown."""
    text = joined(lumps)
    names = scope.names
    if expected in names.things and text in names.things[expected or ""]:
        return ["thing", expected, names.things[expected or ""][text]], expected or ""
    if expected is not None and is_list(expected):
        kind = element(expected)
        if kind in names.things and text in names.things[kind]:
            return ["list", ["thing", kind, names.things[kind][text]]], expected
        if kind == "colour" and text in COLOURS:
            return ["list", text], expected
        if text in scope.choices:
            return ["list", text], expected
        if KINDS.get(kind) == text and kind == "tile":  # beside the question `tiles`
            return _plural(text, lumps, scope)
    if len(lumps) == 1 and lumps[0].kind == "NUMBER":
        return _number(lumps[0])
    if len(lumps) == 1 and lumps[0].kind == "PERCENT":
        return ["percent", int(text[:-1])], "percent"
    if text in scope.choices:
        return text, "word"
    if expected in ("colour", "word") and text in COLOURS:
        return text, expected or ""
    readers: tuple[Reader, ...] = _READERS
    if expected in ("word", "words") and all(lump.kind == "WORD" for lump in lumps):
        readers = _WORD_READERS  # a word in lower case is rather the word than a thing of that name
    for reading in readers:
        found = reading(text, lumps, scope)
        if found is not None:
            return found
    if expected in ("word", "text", "words"):
        return text, "word"
    return None


def _number(lump: Lump) -> Typed:
    if len(lump.text) > 10 or int(lump.text.split(".")[0]) > MOST:
        raise Wrong("T003", lump.span, f"a number is at most {MOST:,}")
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
        case "it" if scope.loops:
            return ["local", scope.loops[-1][0]], scope.loops[-1][1]
        case "this" if scope.this is not None:
            return ["this"], scope.this[0]
        case "usual" if scope.usual is not None:
            return ["usual"], scope.usual
    if text.startswith("option "):
        name = text[7:]
        if name not in scope.names.options:
            raise Wrong("N001", lumps[0].span.to(lumps[-1].span), f"there is no option `{name}`",
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
    if text.startswith("its ") and (scope.its or scope.loops):
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
    for about in kinds_to_ask(kind):
        found = ATTRIBUTE.get((about, text))
        if found is not None and found.argument is None:
            if about == "train kind" and kind == "train":
                given = [["get", "train.kind", subject]]
            return ["get", f"{about}.{text}", *given], found.type
        state = scope.names.states.get(text)
        if state is not None and state.about == about:
            state.used = True
            return ["state", text, *given], state.type
        definition = scope.names.definitions.get(text)
        if definition is not None and definition.about == (None if about == "game" else about):
            definition.used = True
            scope.names.resolve(definition)
            return ["defined", text, *given], definition.type or BROKEN
    if text.startswith("un") and kind != "game":
        positive = attribute(text[2:], subject, kind, scope)
        if positive is not None and positive[1] == "yes/no":
            return ["not", positive[0]], "yes/no"
    return None


def kinds_to_ask(kind: str) -> tuple[str, ...]:
    if kind == "holder":
        return ("holder", "player", "company")
    if kind == "train":
        return ("train", "train kind")
    if kind in ("stop", "city"):
        return (kind, "city" if kind == "stop" else "stop")
    return (kind,)


def _plural(text: str, lumps: list[Lump], scope: Scope) -> Typed | None:
    """All things of a kind; `minors`: all companies of a class."""
    kind = _SINGULAR.get(text)
    if kind is None and text.endswith("s") and text[:-1] in scope.names.classes:
        its_class = ["get", "company.class", ["it", len(scope.its)]]
        return ["where", ["all", "company"], ["=", its_class, text[:-1]]], list_of("company")
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
        rest = reading_of(lumps[cut:], scope, None)
        if rest is None or not is_list(rest[1]):
            continue
        kind = element(rest[1])
        word = joined(lumps[:cut])
        span = lumps[0].span.to(lumps[cut - 1].span)
        picks = adjective(word, ["it", len(scope.its)], kind, scope, span)
        if picks is not None:
            return ["where", rest[0], picks], rest[1]
    return None


def adjective(word: str, subject: Any, kind: str, scope: Scope, span: Span) -> Any:
    """The condition that a word before a noun, or after `is`, says of a thing; None if it says nothing.

    Raises Wrong if it says two different things.
    """
    said: list[tuple[str, Any]] = []
    found = attribute(word, subject, kind, scope)
    if found is not None and found[1] == "yes/no":
        said.append(("the word", found[0]))
    zones = scope.names.things["zone"]
    if word in zones and kind in ("company", "cell"):
        said.append(("the zone", ["in", ["thing", "zone", zones[word]], ["get", f"{kind}.zones", subject]]))
    if word in scope.names.classes and kind == "company":
        said.append(("the class", ["=", ["get", "company.class", subject], word]))
    if kind == "stop" and (word in names_of_stops(scope)):
        said.append(("the kind", ["=", ["get", "stop.kind", subject], word]))
    if word in COLOURS and kind in ("hex", "tile"):
        said.append(("the colour", ["=", ["get", f"{kind}.colour", subject], word]))
    if word in scope.names.areas and kind == "token":
        waiting = ["not", ["get", "token.placed", subject]]
        said.append(("the area", ["and", ["=", ["get", "token.area", subject], word], waiting]))
    if len(said) > 1:
        readings = " or ".join(f"{what} `{word}`" for what, _ in said)
        raise Wrong("N002", span, f"`{word}` has two readings here: {readings}", "give one of them another name")
    return said[0][1] if said else None


def names_of_stops(scope: Scope) -> tuple[str, ...]:
    """The kinds of stops, those of the title too."""
    return ("city", "town", "area", *scope.names.stops)


Reader = Callable[[str, list[Lump], Scope], Typed | None]
_WORD_READERS: tuple[Reader, ...] = (_keyword, _local, _bare, _plural)
_READERS: tuple[Reader, ...] = (*_WORD_READERS, _kind_and_name, _thing, _cells, _adjective)
