"""A file as a tree of lines: cut by hand, told apart by one mark each, indentation says what belongs to what."""

import re
from dataclasses import dataclass, field
from typing import Any

from titleworks.dsl.lexer import lumps
from titleworks.dsl.source import MOST_COLUMNS, MOST_LEVELS, MOST_PROBLEMS, Problem, Source, Span
from titleworks.dsl.tree import Lump


@dataclass(frozen=True)
class Text:
    """A stretch of one logical line: its text, where it stands, and its lumps."""

    text: str
    span: Span
    lumps: tuple[Lump, ...] = ()


@dataclass
class Line:
    """A logical line with the lines that belong to it.

    `kind`: heading, answer, row, paragraph, when, while, power, acts, if, otherwise, each, cases (of the answer above),
    picture (a row of a grid), broken. `head`: what stands before the colon or the whole of a heading or paragraph;
    `body`: what stands after the colon, or the acts; `cells` of a row; `condition` after ` if ` in a head.
    """

    kind: str
    indent: int
    span: Span
    head: Text
    body: Text | None = None
    cells: list[Text] = field(default_factory=list)
    condition: Text | None = None
    children: list["Line"] = field(default_factory=list)
    comment_above: list[str] = field(default_factory=list)
    comment_after: str = ""
    blank_before: bool = False
    citation: str | None = None
    level: int = 1


@dataclass
class File:
    """A source file as a tree of lines."""

    source: Source
    lines: list[Line]


@dataclass
class _Raw:
    """A logical line before its kind is known: pieces of text with the place of each."""

    indent: int
    pieces: list[tuple[str, int, int]]
    comments: list[str]
    after: str
    blank: bool
    picture: bool = False

    @property
    def text(self) -> str:
        return " ".join(piece for piece, _, _ in self.pieces)

    @property
    def span(self) -> Span:
        first, last = self.pieces[0], self.pieces[-1]
        return Span(first[1], first[2], last[1], last[2] + len(last[0]))


def parse(source: Source) -> tuple[File, list[Problem]]:
    """The tree of a file, and all problems of form, sorted by place; a broken line never hides its neighbours."""
    problems: list[Problem] = []
    raws = _logical_lines(source.text, problems)
    lines = _tree(raws, problems)
    problems.sort(key=lambda problem: problem.span)
    return File(source, lines), problems[:MOST_PROBLEMS]


# ---- cutting ------------------------------------------------------------------------------------------------------

_CITATION = re.compile(r"\s\[([^\[\]]{1,40})\]$")
_CONTINUES = re.compile(r"(,|\s(?:\+|-|\*|/|and|or))$")


def _split_comment(raw: str) -> tuple[str, str]:
    """Text and comment; `--` inside quotes is text."""
    for match in re.finditer(r"--", raw):
        before = raw[: match.start()]
        if before.count('"') % 2 == 0 and (not before or before[-1].isspace()):
            return before.rstrip(), raw[match.end() :].strip()
    return raw.rstrip(), ""


def _logical_lines(text: str, problems: list[Problem]) -> list[_Raw]:
    raws: list[_Raw] = []
    comments: list[str] = []
    blank = False
    open_line: _Raw | None = None
    for number, raw in enumerate(text.split("\n"), 1):
        if len(problems) >= MOST_PROBLEMS:
            break
        if len(raw) > MOST_COLUMNS:
            span = Span(number, MOST_COLUMNS, number, MOST_COLUMNS + 1)
            problems.append(Problem("S003", span, f"the line is longer than {MOST_COLUMNS} characters"))
            continue
        content, comment = _split_comment(raw)
        stripped = content.strip()
        if not stripped:
            if comment:
                comments.append(comment)
            blank = blank or not comment
            continue
        indent = len(content) - len(content.lstrip())
        if "\t" in content:
            column = content.index("\t") + 1
            span = Span(number, column, number, column + 1)
            problems.append(Problem("S004", span, "a tab", "indent with blanks"))
            content = content.expandtabs(4)
            stripped = content.strip()
            indent = len(content) - len(content.lstrip())
        if "\0" in content:
            column = content.index("\0") + 1
            problems.append(Problem("S005", Span(number, column, number, column + 1), "a NUL character"))
            continue
        if open_line is not None and indent > open_line.indent and _goes_on(open_line):
            open_line.pieces.append((stripped, number, indent + 1))
            open_line.after = comment or open_line.after
            continue
        open_line = _Raw(indent, [(stripped, number, indent + 1)], comments, comment, blank)
        comments, blank = [], False
        raws.append(open_line)
    return raws


def _goes_on(raw: _Raw) -> bool:
    """A line goes on if it ends in a comma, an operator, `and`, `or`, or inside a bracket, and the next is deeper."""
    text = raw.text
    if text.startswith("#") or "|" in text:
        return False
    return bool(_CONTINUES.search(text)) or _unclosed(text)


def _unclosed(text: str) -> bool:
    bare = re.sub(r'"[^"]*"', "", text)
    return bare.count("(") > bare.count(")")


# ---- the tree -----------------------------------------------------------------------------------------------------


def _tree(raws: list[_Raw], problems: list[Problem]) -> list[Line]:
    roots: list[Line] = []
    stack: list[Line] = []
    for position, raw in enumerate(raws):
        while stack and stack[-1].indent >= raw.indent:
            stack.pop()
        parent = stack[-1] if stack else None
        siblings = parent.children if parent is not None else roots
        if siblings and siblings[-1].indent != raw.indent:
            problems.append(
                Problem("S006", raw.span, "this line is indented differently from the lines beside it", "align them")
            )
        if parent is None and raw.indent and not siblings:
            problems.append(Problem("S006", raw.span, "the first line is indented", "begin in the first column"))
        deeper = position + 1 < len(raws) and raws[position + 1].indent > raw.indent
        line = _line(raw, parent, siblings[-1] if siblings else None, deeper, problems)
        siblings.append(line)
        if len(stack) < MOST_LEVELS:
            stack.append(line)
        elif not any(problem.code == "S007" for problem in problems):
            problems.append(Problem("S007", raw.span, f"more than {MOST_LEVELS} levels of indentation"))
    return roots


_CODE_PARENTS = frozenset(("when", "power", "if", "otherwise", "each"))


def _line(raw: _Raw, parent: Line | None, before: Line | None, deeper: bool, problems: list[Problem]) -> Line:
    base: dict[str, Any] = {
        "indent": raw.indent,
        "span": raw.span,
        "comment_above": raw.comments,
        "comment_after": raw.after,
        "blank_before": raw.blank,
    }
    text, span = raw.text, raw.span
    if parent is not None and parent.kind in ("answer", "picture") and parent.head.text == "grid":
        return Line("picture", head=Text(text, span, tuple(_words(raw))), **base)
    if text.startswith("#"):
        level = len(text) - len(text.lstrip("#"))
        title = text[level:].strip()
        if raw.indent:
            problems.append(Problem("S008", span, "a heading begins in the first column", "a comment begins with `--`"))
        return Line("heading", head=Text(title, span), level=level, **base)
    found: list[Lump] = []
    citation = None
    for index, (piece, number, column) in enumerate(raw.pieces):
        if index == len(raw.pieces) - 1:
            match = _CITATION.search(piece)
            if match is not None:
                citation, piece = match.group(1), piece[: match.start()]
        made, wrong = lumps(piece, number, column)
        found += made
        problems += wrong
        if wrong:
            return Line("broken", head=Text(text, span, tuple(made)), **base)
    base["citation"] = citation
    if not found:
        return Line("broken", head=Text(text, span), **base)
    return _told_apart(found, parent, before, deeper, base, problems)


def _told_apart(
    found: list[Lump], parent: Line | None, before: Line | None, deeper: bool, base: dict[str, Any],
    problems: list[Problem],
) -> Line:  # fmt: skip
    first = found[0].text if found[0].kind == "WORD" else ""
    colon = next((i for i, lump in enumerate(found) if lump.kind == "COLON"), None)
    if any(lump.kind == "BAR" for lump in found) and (colon is None or _bar_first(found, colon)):
        return Line("row", head=_text(found), cells=_cells(found), **base)
    in_code = parent is not None and parent.kind in _CODE_PARENTS
    if in_code and first not in ("if", "otherwise", "each"):
        if colon is not None:
            problems.append(
                Problem("S009", found[colon].span, "no colon in a sentence", "after `if`, `each`, `otherwise` only")
            )
        return Line("acts", head=_text(found[:1]), body=_text(found), **base)
    if parent is not None and parent.kind == "answer" and parent.body is None:
        return Line("cases", head=_text(found[:1]), body=_text(found), **base)
    if colon is None:
        if first in ("when", "while", "if", "each", "otherwise") or _is_power(found):
            problems.append(Problem("S009", _after(found), "the colon is missing", "end the head of a rule with `:`"))
            return Line("broken", head=_text(found), **base)
        if not deeper and _looks_like_answer(found):
            span = found[-1].span
            problems.append(
                Problem("S009", found[0].span.to(span), "a name, then a value: the colon between them is missing",
                        "write `name: value`")
            )  # fmt: skip
            return Line("broken", head=_text(found), **base)
        if not deeper:
            return Line("row", head=_text(found), cells=[_text(found)], **base)
        return Line("paragraph", head=_text(found), **base)
    head, rest = found[:colon], found[colon + 1 :]
    if not head:
        problems.append(Problem("S009", found[colon].span, "nothing stands before the colon"))
        return Line("broken", head=_text(found), **base)
    kind = "answer"
    if first in ("when", "while", "if", "each", "otherwise"):
        kind = first
    elif _is_power(head):
        kind = "power"
    if kind == "otherwise" and (before is None or before.kind not in ("if", "acts")):
        problems.append(Problem("S009", head[0].span, "`otherwise` without an `if` before it"))
    condition: Text | None = None
    if kind in ("when", "power"):
        split = next((i for i, lump in enumerate(head) if lump.kind == "WORD" and lump.text == "if"), None)
        if split is not None:
            condition = _text(head[split + 1 :]) if split + 1 < len(head) else Text("", head[split].span)
            head = head[:split]
    body = _text(rest) if rest else None
    if body is None and not deeper:
        problems.append(
            Problem("S009", _after(found), "nothing follows the colon", "write it on this line, or indented below")
        )
    line = Line(kind, head=_text(head), body=body, condition=condition, **base)
    if kind == "while" and body is not None:
        inner = next((i for i, lump in enumerate(rest) if lump.kind == "COLON"), None)
        if inner is not None:
            line.body = None
            answer = Line(
                "answer", head=_text(rest[:inner]), body=_text(rest[inner + 1 :]), **{**base, "comment_above": []}
            )
            line.children.append(answer)
    elif body is not None and any(lump.kind == "COLON" for lump in rest):
        where = next(lump for lump in rest if lump.kind == "COLON")
        problems.append(
            Problem("S009", where.span, "a second colon in one line", "put what follows on a line of its own, indented")
        )
    return line


def _bar_first(found: list[Lump], colon: int) -> bool:
    return next(i for i, lump in enumerate(found) if lump.kind == "BAR") < colon


def _is_power(found: list[Lump]) -> bool:
    return any(lump.kind == "WORD" and lump.text == "may" for lump in found[1:]) and found[0].text != "may"


def _looks_like_answer(found: list[Lump]) -> bool:
    return len(found) > 1 and found[0].kind == "WORD" and found[-1].kind in ("NUMBER", "PERCENT", "STRING")


def _after(found: list[Lump]) -> Span:
    last = found[-1].span
    return Span(last.end_line, last.end_column, last.end_line, last.end_column + 1)


def _text(found: list[Lump]) -> Text:
    if not found:
        return Text("", Span(1, 1, 1, 1))
    text = " ".join(f'"{lump.text}"' if lump.kind == "STRING" else lump.text for lump in found)
    return Text(text, found[0].span.to(found[-1].span), tuple(found))


def _cells(found: list[Lump]) -> list[Text]:
    cells: list[Text] = []
    current: list[Lump] = []
    for lump in found:
        if lump.kind == "BAR":
            cells.append(_cell(current, lump))
            current = []
        else:
            current.append(lump)
    cells.append(_cell(current, found[-1]))
    return cells


def _cell(found: list[Lump], bar: Lump) -> Text:
    return _text(found) if found else Text("", bar.span)


def _words(raw: _Raw) -> list[Lump]:
    """Blank-separated pieces of a picture's row."""
    made = []
    for piece, number, column in raw.pieces:
        for match in re.finditer(r"\S+", piece):
            span = Span(number, column + match.start(), number, column + match.end())
            made.append(Lump(match.group(), "WORD", span))
    return made
