"""Answers: cases with values of the question's type, lowered to layers."""

from dataclasses import replace
from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import condition, lower
from titleworks.compiler.inside import read_inside
from titleworks.compiler.names import Names
from titleworks.compiler.nouns import Scope
from titleworks.compiler.types import described, element, is_list
from titleworks.dsl.lines import Line, Text
from titleworks.dsl.parser import parse_cases
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Lump, Node
from titleworks.runtime.table.vocabulary import Question

Case = tuple[Any, Any]

_NEVER = "this case is never reached: the one before it always holds"


def parsed(text: Text) -> Node:
    """The cases of a text. Raises Wrong with the first problem."""
    return read_inside(parse_cases, text)


def question_scope(question: Question, scope: Scope) -> Scope:
    """The scope in which an answer to the question is read."""
    return replace(scope, args=question.about, choices=question.choices, usual=question.type)


def cases_of(line: Line, question: Question, scope: Scope) -> list[Case]:
    """The cases of an answer, on its line or on the lines below it. Raises Wrong."""
    texts = [line.body] if line.body is not None else [child.body for child in line.children if child.body is not None]
    made: list[Case] = []
    for text in texts:
        if made and made[-1][0] is None:
            raise Wrong("M002", text.span, _NEVER)
        made += text_cases(text, question, scope)
    if not made:
        raise Wrong("S009", line.head.span, f"what is the {question.name}?", "write the value behind the colon")
    return made


def text_cases(text: Text, question: Question, scope: Scope) -> list[Case]:
    """The cases of a text as pairs of condition (None: always) and value."""
    return _read(text, question, question_scope(question, scope))


def cell_value(text: Text, kind: str, scope: Scope) -> Any:
    """The value of a cell that is no answer, perhaps in several cases; none if no case holds. Raises Wrong."""
    made: list[Any] = []
    for case in parsed(text).nodes():
        test, value = case.args
        assert isinstance(value, Node)
        lowered = value_of(value, kind, scope)
        made.append(lowered if test is None else [condition(test, scope), lowered])  # type: ignore[arg-type]
    if len(made) == 1 and parsed(text).nodes()[0].args[0] is None:
        return made[0]
    if parsed(text).nodes()[-1].args[0] is not None:
        made.append(None)
    return ["cases", *made]


def _read(text: Text, question: Question, scope: Scope) -> list[Case]:
    node = parsed(text)
    made: list[Case] = []
    for case in node.nodes():
        test, value = case.args
        assert isinstance(value, Node)
        if made and made[-1][0] is None:
            raise Wrong("M002", case.span, _NEVER)
        lowered = value_of(value, question.type, scope)
        _check_value(lowered, value, question, scope.names)
        made.append((None if test is None else condition(test, scope), lowered))  # type: ignore[arg-type]
    return made


def _check_value(lowered: Any, value: Node, question: Question, names: Names) -> None:
    """A constant is one of the question's words and in range; money is whole."""
    if question.type in ("word", "words") and question.choices:
        members = lowered[1:] if isinstance(lowered, list) and lowered[:1] == ["list"] else [lowered]
        unknown = next((word for word in members if isinstance(word, str) and word not in question.choices), None)
        if unknown is not None:
            hint = did_you_mean(unknown, question.choices)
            raise Wrong("T010", value.span, f"`{unknown}` is no answer to `{question.name}`", hint, question.choices)
    if question.type in ("money", "range") and not whole(lowered, names):
        raise Wrong("T009", value.span, "this may be a fraction", "end it in `rounded up` or `rounded down`")
    if question.type == "percent" and isinstance(lowered, list) and lowered[0] == "percent" and lowered[1] > 100:
        raise Wrong("T006", value.span, "more than 100 %")


def whole(lowered: Any, names: Names) -> bool:
    """Whether an amount cannot be a fraction: each division is rounded, or comes out."""
    if not isinstance(lowered, list) or not lowered:
        return True
    operator, *args = lowered
    if operator == "/":
        return all(isinstance(arg, int) for arg in args) and args[1] != 0 and args[0] % args[1] == 0
    if operator == "cases":
        values = [case[1] for case in args[:-1]] + args[-1:]
        return all(whole(value, names) for value in values)
    if operator in ("+", "-", "*", "larger", "smaller", "range"):
        return all(whole(arg, names) for arg in args)
    if operator in ("sum", "highest", "lowest"):
        return whole(args[1], names)
    if operator == "defined" and args[0] in names.definitions:
        return whole(names.definitions[args[0]].value, names)
    return True


def value_of(value: Node, kind: str, scope: Scope) -> Any:
    """A value of the given type: notes, a list, moves, a range, or one expression. Raises Wrong."""
    notes_ = value.nodes()
    if len(notes_) == 1 and _plain(notes_[0]) and _text(notes_[0]) == "usual" and scope.usual is not None:
        return ["usual"]
    if kind == "moves":
        return _moves(notes_, scope)
    if kind == "range":
        return _range(value, scope)
    if kind == "float":
        lumps = [lump for note in notes_ for lump in _lumps(note)]
        return _float_lumps(lumps, value.span)
    if is_list(kind):
        return _list(notes_, kind, scope)
    if len(notes_) != 1 or not _plain(notes_[0]):
        raise Wrong("T001", value.span, f"one value is expected: {described(kind)}")
    return lower(_what(notes_[0]), scope, kind)[0]


def _plain(note: Node) -> bool:
    return note.args[0] is not None and not note.args[1]


def _what(note: Node) -> Node:
    what = note.args[0]
    if not isinstance(what, Node):
        raise Wrong("T001", note.span, "a value is missing")
    return what


def _text(note: Node) -> str:
    what = note.args[0]
    return what.text() if isinstance(what, Node) and what.op == "noun" else ""


def _lumps(note: Node) -> list[Lump]:
    what = note.args[0]
    return [lump for lump in what.args if isinstance(lump, Lump)] if isinstance(what, Node) else []


def _moves(found: tuple[Node, ...], scope: Scope) -> Any:
    made = []
    for note in found:
        what, reaches = note.args
        if what is not None and not reaches:
            if len(found) == 1:
                return lower(_what(note), scope, "moves")[0]
            raise Wrong("T001", note.span, "a move is `left 1`, `right 2`, `up 1`, `down shares`, or `stay`")
        for reach in reaches:  # type: ignore[attr-defined]
            particle, items = reach.args
            if particle not in ("left", "right", "up", "down") or items is None:
                raise Wrong("T001", note.span, "a move is `left 1`, `right 2`, `up 1`, `down shares`, or `stay`")
            made.append([particle, lower(items, scope, "number")[0]])
    return ["moves", made]


def _range(value: Node, scope: Scope) -> Any:
    [note, *more] = value.nodes()
    what, reaches = note.args
    if not more and isinstance(what, Node) and not reaches:
        lowered, kind = lower(what, scope)
        if kind in ("none", "range"):
            return lowered
        return ["range", lowered, lowered]
    if more or what is None or len(reaches) != 1 or reaches[0].args[0] != "to":  # type: ignore[arg-type,index]
        raise Wrong("T001", value.span, "write the lowest and the highest amount: `1 to 2 * price`, or `none`")
    upper = reaches[0].args[1]  # type: ignore[index]
    if upper is None:
        raise Wrong("T001", value.span, "the highest amount is missing: `1 to 2 * price`")
    return ["range", lower(_what(note), scope, "money")[0], lower(upper, scope, "money")[0]]


def _list(found: tuple[Node, ...], kind: str, scope: Scope) -> Any:
    if len(found) == 1:
        return lower(_what(found[0]), scope, kind)[0]
    members: list[Any] = []
    wide = False
    for note in found:
        lowered, got = lower(_what(note), scope, kind if _is_group(note, kind, scope) else element(kind))
        wide = wide or is_list(got)
        members.append(lowered)
    if not wide:
        return ["list", *members]
    return ["map", ["list", *members], ["it", len(scope.its)]]


def _is_group(note: Node, kind: str, scope: Scope) -> bool:
    """Whether a note of a list is itself a list: `par cells`."""
    try:
        return is_list(lower(_what(note), scope)[1])
    except Wrong:
        return False


def _float_lumps(lumps: list[Lump], span: Span) -> Any:
    if len(lumps) != 2 or lumps[0].kind != "PERCENT" or lumps[1].text not in ("sold", "held"):
        raise Wrong("T001", span, "write `60% sold` (out of the IPO) or `20% held` (by players)")
    percent = int(lumps[0].text[:4].rstrip("%"))
    if not 0 < percent <= 100:
        raise Wrong("T006", span, "from 1% to 100%")
    return ["float", percent, lumps[1].text]
