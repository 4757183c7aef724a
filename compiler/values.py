"""Answers: cases with values of the question's type, lowered to layers."""

from dataclasses import replace
from typing import Any

from titleworks.compiler.diagnostics import Wrong
from titleworks.compiler.expressions import Scope, condition, lower
from titleworks.compiler.notation import notes
from titleworks.compiler.types import described, element, is_list
from titleworks.dsl.lines import Line, Text
from titleworks.dsl.parser import parse_cases
from titleworks.dsl.tree import Lump, Node
from titleworks.runtime.table.vocabulary import Question

Case = tuple[Any, Any]


def parsed(text: Text) -> Node:
    """The cases of a text. Raises Wrong with the first problem."""
    node, problems = parse_cases(list(text.lumps), text.span)
    if problems:
        first = problems[0]
        raise Wrong(first.code, first.span, first.message, first.hint, first.expected)
    assert node is not None
    return node


def question_scope(question: Question, scope: Scope) -> Scope:
    """The scope in which an answer to the question is read."""
    return replace(scope, args=question.about, choices=question.choices, usual=question.type)


def cases_of(line: Line, question: Question, scope: Scope) -> list[Case]:
    """The cases of an answer, on its line or on the lines below it. Raises Wrong."""
    texts = [line.body] if line.body is not None else [child.body for child in line.children if child.body is not None]
    made: list[Case] = []
    for text in texts:
        made += text_cases(text, question, scope)
    return made


def text_cases(text: Text, question: Question, scope: Scope) -> list[Case]:
    """The cases of a text as pairs of condition (None: always) and value."""
    inner = question_scope(question, scope)
    if question.type == "float":
        return (
            [(None, _float(text))]
            if not any(lump.text in ("if", "usual") for lump in text.lumps)
            else _read(text, question, inner)
        )
    return _read(text, question, inner)


def _read(text: Text, question: Question, scope: Scope) -> list[Case]:
    node = parsed(text)
    made: list[Case] = []
    for number, case in enumerate(node.nodes()):
        test, value = case.args
        assert isinstance(value, Node)
        if made and made[-1][0] is None:
            raise Wrong("M002", case.span, "this case is never reached: the one before it always holds")
        lowered = value_of(value, question.type, scope)
        made.append((None if test is None else condition(test, scope), lowered))  # type: ignore[arg-type]
        del number
    return made


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
        return _float_lumps(lumps, value)
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


def _float(text: Text) -> Any:
    return _float_lumps(list(text.lumps), None, text)


def _float_lumps(lumps: list[Lump], node: Node | None, text: Text | None = None) -> Any:
    span = node.span if node is not None else text.span if text is not None else lumps[0].span
    if len(lumps) != 2 or lumps[0].kind != "PERCENT" or lumps[1].text not in ("sold", "held"):
        raise Wrong("T001", span, "write `60% sold` (out of the IPO) or `20% held` (by players)")
    return ["float", int(lumps[0].text[:-1]), lumps[1].text]


def words_of(text: Text) -> list[str]:
    """The notes of a text as plain texts."""
    return [" ".join(lump.text for lump in note) for note in notes(text.lumps)]
