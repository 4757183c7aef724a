"""A file as a tree of lines: told apart by one mark each, indentation says what belongs to what."""

import re
from dataclasses import dataclass, field

from titleworks.dsl.cutting import Piece, Raw, cut
from titleworks.dsl.lexer import lumps
from titleworks.dsl.source import MOST_BYTES, MOST_LEVELS, MOST_PROBLEMS, Problem, Source, Span, too_large
from titleworks.dsl.tree import Lump, Node, joined


@dataclass(frozen=True)
class Text:
    """A stretch of one logical line: its text (lumps with single blanks between), where it stands, and its lumps."""

    text: str
    span: Span
    lumps: tuple[Lump, ...] = ()


def rest_of(text: Text) -> Text:
    """What stands after the first word; if nothing does, the place behind it, without lumps."""
    lumps = text.lumps[1:]
    return Text(joined(lumps), lumps[0].span.to(lumps[-1].span) if lumps else text.span.after(), lumps)


@dataclass
class Line:
    """A logical line with the lines that belong to it.

    `kind`: heading, answer, row, paragraph, when, while, power, acts, if, otherwise, each, cases (of the answer above),
    picture (a row of a grid), broken (its problem is noted; `meant` is the kind it was to be, as far as can be told).
    `head`: what stands before the colon, without a rule's or power's condition; the whole of a heading, paragraph,
    picture or broken line. `body`: what stands after the colon, or the cases or acts. `cells` of a row, blank ones with
    an empty text. `condition`: what stands after ` if ` in the head of a rule or power. `citation`: `4.2.1` of a
    `[4.2.1]` at the end of the line. `level`: how many `#` a heading has. Filled in by `titleworks.dsl.parse` alone:
    `tree`, the body's; `condition_tree`, that of the condition, of what `while` and `if` ask, or of the list of `each`.
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
    meant: str = ""
    problem: Problem | None = None
    tree: Node | None = None
    condition_tree: Node | None = None


@dataclass
class File:
    """A source file as a tree of lines. `comments_below`: the comments after its last line."""

    source: Source
    lines: list[Line]
    comments_below: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The path the file was read from."""
        return self.source.path

    @property
    def digest(self) -> str:
        """SHA-256 of the text."""
        return self.source.digest


def parse(source: Source) -> tuple[File, list[Problem]]:
    """The tree of a file, and all problems of its lines, sorted by place; a broken line never hides its neighbours.

    What stands inside the lines is cut into lumps but not parsed: the compiler knows how each is to be read.
    """
    if len(source.text) > MOST_BYTES or len(source.text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        return File(source, []), [too_large()]
    made = cut(source.text)
    reader = _Reader(made.problems)
    lines = reader.tree(made.raws)
    reader.problems.sort(key=lambda problem: problem.span)
    return File(source, lines, made.comments), reader.problems[:MOST_PROBLEMS]


_CITATION = re.compile(r"(?:^|\s)\[([^\[\]]{1,40})\]$")
_BLOCKS = ("when", "while", "if", "each", "otherwise")
#: below these stand sentences
_SENTENCES = frozenset(("when", "power", "if", "otherwise", "each"))
#: below these may stand something
_OPEN = frozenset(("answer", "paragraph", "while", *_SENTENCES))
_COMMENT = "a comment begins with `--`"
_OTHER_WORDS = {
    "else": "write `otherwise:`",
    "elif": "write `otherwise:`, and indented below it `if ...:`",
    "elseif": "write `otherwise:`, and indented below it `if ...:`",
    "endif": "leave it out: indentation says what belongs together",
    "end": "leave it out: indentation says what belongs together",
    "foreach": "write `each ...:`",
}


class _Broken(Exception):
    """A line that has no known form."""

    def __init__(self, meant: str, span: Span, message: str, hint: str = "", expected: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.meant = meant
        self.problem = Problem("S009", span, message, hint, expected)


@dataclass
class _Place:
    """What tells the kind of a line beside its own marks: the lines around it."""

    parent: Line | None
    before: Line | None
    below: Raw | None

    @property
    def role(self) -> str:
        """The kind of the line above, or the one it was to be."""
        return _role(self.parent) if self.parent is not None else ""


def _role(line: Line) -> str:
    return line.meant or line.kind


class _Reader:
    """Reads the lines of one file in order."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems

    # ---- the tree -------------------------------------------------------------------------------------------------

    def tree(self, raws: list[Raw]) -> list[Line]:
        """The lines at the margin, with those that belong to them."""
        roots: list[Line] = []
        stack: list[Line] = []
        deep = False
        for position, raw in enumerate(raws):
            following = raws[position + 1] if position + 1 < len(raws) else None
            heading = raw.text.startswith("#") and (following is None or following.indent < raw.indent)
            while stack and (heading or stack[-1].indent >= raw.indent):
                stack.pop()
            parent = stack[-1] if stack else None
            siblings = parent.children if parent is not None else roots
            self._align(raw, parent, siblings)
            below = following if following is not None and following.indent > raw.indent else None
            line = self._line(raw, _Place(parent, siblings[-1] if siblings else None, below))
            siblings.append(line)
            if _takes_lines(line):
                if len(stack) < MOST_LEVELS:
                    stack.append(line)
                elif not deep:
                    deep = True
                    self._problem("S007", raw.span, f"more than {MOST_LEVELS} levels of indentation")
        return roots

    def _align(self, raw: Raw, parent: Line | None, siblings: list[Line]) -> None:
        """Lines side by side begin in one column; those that are out of it together are one mistake."""
        expected = 0 if parent is None else siblings[0].indent if siblings else raw.indent
        last = siblings[-1] if siblings else None
        if raw.indent == expected or (last is not None and raw.indent == last.indent):
            return
        if raw.tabbed or raw.text.startswith("#"):
            return
        if last is None:
            self._problem("S006", raw.span, "the first line is indented", "begin in the first column")
        elif raw.indent > last.indent and last.kind == "heading":
            hint = "begin in the first column"
            self._problem("S006", raw.span, "what stands under a heading is not indented", hint)
        elif raw.indent > last.indent:
            message = "nothing can be indented below the line before"
            hint = "align the two, or end the line before in a comma if it goes on here"
            self._problem("S006", raw.span, message, hint)
        else:
            self._problem("S006", raw.span, "this line is indented differently from the lines beside it", "align them")

    def _problem(self, code: str, span: Span, message: str, hint: str = "") -> Problem:
        problem = Problem(code, span, message, hint)
        self.problems.append(problem)
        return problem

    # ---- one line -------------------------------------------------------------------------------------------------

    def _line(self, raw: Raw, place: _Place) -> Line:
        line = Line("broken", raw.indent, raw.span, Text(raw.text, raw.span), blank_before=raw.blank)
        line.comment_above, line.comment_after = raw.comments, " ".join(comment for comment in raw.after if comment)
        if raw.broken:
            line.meant = _guess(raw.text, place)
            line.problem = next((p for p in reversed(self.problems) if p.span.line >= raw.span.line), None)
        elif place.role == "answer" and place.parent is not None and place.parent.head.text == "grid":
            line.kind, line.head = "picture", Text(raw.text, raw.span, tuple(_pieces_apart(raw)))
        elif raw.text.startswith("#"):
            self._heading(line, raw, place)
        else:
            self._ordinary(line, raw, place)
        return line

    def _heading(self, line: Line, raw: Raw, place: _Place) -> None:
        text, _ = _without_citation(line, raw.pieces)
        level = len(text) - len(text.lstrip("#"))
        title = text[level:].strip()
        start = raw.span.column + text.index(title, level) if title else raw.span.column
        number = raw.span.line
        line.kind, line.level = "heading", level
        line.head = Text(title, Span(number, start, number, start + max(len(title), 1)))
        if raw.indent:
            hint = "take away the blanks before it" if place.parent is None else _COMMENT
            line.problem = self._problem("S008", raw.span, "a heading begins in the first column", hint)
            if place.parent is not None:
                line.kind, line.meant = "broken", "comment"
        elif not title:
            line.problem = self._problem("S008", raw.span, "a heading without words", _COMMENT)

    def _ordinary(self, line: Line, raw: Raw, place: _Place) -> None:
        found, problems = _lexed(line, raw)
        if problems:
            self.problems += problems
            line.meant, line.problem = _guess(raw.text, place), problems[0]
            return
        if not found:
            line.meant = "row"
            line.problem = self._problem("S009", raw.span, "only a section of the rulebook stands here",
                                         "write it at the end of the line it belongs to")  # fmt: skip
            return
        try:
            self._tell(line, found, place)
        except _Broken as broken:
            line.kind, line.meant, line.problem = "broken", broken.meant, broken.problem
            line.head, line.body, line.condition, line.cells = _text(found), None, None, []
            line.children.clear()
            self.problems.append(broken.problem)

    def _tell(self, line: Line, found: list[Lump], place: _Place) -> None:
        """Fill in the line's kind and parts. Raises _Broken."""
        first = found[0].text if found[0].kind == "WORD" else ""
        colon = _index(found, "COLON")
        bar = _index(found, "BAR")
        if bar is not None and (colon is None or bar < colon):
            line.kind, line.head, line.cells = "row", _text(found), _cells(found)
        elif place.role in _SENTENCES and first not in ("if", "each", "otherwise"):
            _acts(line, found, first, colon, place)
        elif place.role == "answer" and place.parent is not None and place.parent.body is None:
            if colon is not None:
                hint = "write the value, then `if` and when it is so"
                raise _Broken("cases", found[colon].span, "no colon in a case", hint)
            line.kind, line.head, line.body = "cases", _text(found[:1]), _text(found)
        elif colon is None:
            _without_colon(line, found, first, place)
        else:
            self._with_colon(line, found, first, colon, place)

    def _with_colon(self, line: Line, found: list[Lump], first: str, colon: int, place: _Place) -> None:
        head, rest = found[:colon], found[colon + 1 :]
        if not head:
            raise _Broken("answer", found[colon].span, "nothing stands before the colon", "write `name: value`")
        kind = first if first in _BLOCKS else "power" if _is_power(head) else "answer"
        _check_place(kind, first, head, place)
        if kind == "answer" and not rest and place.below is not None and _looks_like_paragraph(head, place.below):
            kind = "paragraph"
            line.problem = self._problem("S009", found[colon].span, "no colon after a name with lines about it",
                                         "leave the colon out")  # fmt: skip
        if not rest and place.below is None:
            hint = "write it on this line, or indented below"
            raise _Broken(kind, found[-1].span.after(), "nothing follows the colon", hint)
        line.kind = kind
        _split_condition(line, head)
        line.body = _text(rest) if rest else None
        if kind == "while" and rest:
            _while(line, rest)
        else:
            _no_colon(kind, rest)


def _takes_lines(line: Line) -> bool:
    """Whether lines may be indented below a line: what says nothing yet on its own line."""
    return _role(line) in _OPEN and line.body is None and not line.children


def _guess(text: str, place: _Place) -> str:
    """The kind a line was to be that cannot be cut into lumps."""
    first = text.split(None, 1)[0].rstrip(":") if text.strip() else ""
    if first in _BLOCKS:
        meant = first
    elif place.role in _SENTENCES:
        return "acts"
    elif " may " in text and ":" in text:
        meant = "power"
    elif "|" in text:
        return "row"
    elif text.endswith(":"):
        meant = "answer"
    else:
        return "paragraph" if place.below is not None and ":" not in text else "answer" if ":" in text else "row"
    return meant if text.endswith(":") else "row"


# ---- kinds of lines -----------------------------------------------------------------------------------------------


def _acts(line: Line, found: list[Lump], first: str, colon: int | None, place: _Place) -> None:
    """Sentences of a rule or power."""
    if first in _OTHER_WORDS:
        meant = "otherwise" if colon is not None and first.startswith("el") else "acts"
        raise _Broken(meant, found[0].span, f"`{first}` is not a word of the language", _OTHER_WORDS[first])
    if colon is not None:
        hint = "only `if`, `each` and `otherwise` have one, at the beginning of a line of their own"
        if first in ("when", "while"):
            hint = f"`{first}` begins a line that is no part of a rule; inside one write `if`"
        meant = "if" if place.below is not None and colon == len(found) - 1 else "acts"
        raise _Broken(meant, found[colon].span, "no colon in a sentence", hint)
    line.kind, line.head, line.body = "acts", _text(found[:1]), _text(found)


def _without_colon(line: Line, found: list[Lump], first: str, place: _Place) -> None:
    below = place.below is not None
    if first in _BLOCKS or _is_power(found):
        meant = first if first in _BLOCKS else "power"
        then = next((lump for lump in found if lump.kind == "WORD" and lump.text == "then"), None)
        if then is not None:
            raise _Broken(meant, then.span, "the colon is missing", "write `:` instead of `then`")
        hint = "end the head of a rule with `:`"
        raise _Broken(meant if below else "acts", found[-1].span.after(), "the colon is missing", hint)
    if first in _OTHER_WORDS and not below:
        raise _Broken("acts", found[0].span, f"`{first}` is not a word of the language", _OTHER_WORDS[first])
    in_table = place.before is not None and len(place.before.cells) > 1
    if not below and not in_table and _looks_like_answer(found):
        message = "a name, then a value: the colon between them is missing"
        hint = f"write `{_text(found[:-1]).text}: {_shown(found[-1])}`"
        raise _Broken("answer", found[0].span.to(found[-1].span), message, hint)
    line.head = _text(found)
    if below:
        line.kind = "paragraph"
    else:
        line.kind, line.cells = "row", _cells(found)


def _check_place(kind: str, first: str, head: list[Lump], place: _Place) -> None:
    """`otherwise` follows an `if`; sentences stand in rules and powers."""
    if kind == "otherwise" and (place.before is None or _role(place.before) != "if"):
        raise _Broken("otherwise", head[0].span, "`otherwise` without an `if` before it")
    if kind == "otherwise" and len(head) > 1:
        hint = "write `otherwise:`, and indented below it `if ...:`"
        raise _Broken("otherwise", head[1].span, "`otherwise` has no condition", hint)
    if kind in ("if", "each") and place.role not in _SENTENCES:
        hint = "a rule begins with `when ...:`, what holds for a while with `while ...:`"
        raise _Broken(kind, head[0].span, f"`{first}` stands only inside a rule or power", hint)
    if kind in ("when", "while", "if", "each") and len(head) == 1:
        what = {"when": "an event", "each": "a list"}.get(kind, "a condition")
        raise _Broken(kind, head[0].span.after(), f"something is missing after `{kind}`", "", (what,))
    if first in _OTHER_WORDS and kind == "answer":
        raise _Broken("answer", head[0].span, f"`{first}` is not a word of the language", _OTHER_WORDS[first])


def _split_condition(line: Line, head: list[Lump]) -> None:
    """Cut ` if ` and what follows it off the head of a rule or power. Raises _Broken."""
    if line.kind in ("when", "power"):
        cut_at = next((i for i, lump in enumerate(head) if lump.kind == "WORD" and lump.text == "if"), None)
        if cut_at is not None:
            if cut_at + 1 == len(head):
                raise _Broken(line.kind, head[-1].span.after(), "something is missing after `if`", "", ("a condition",))
            line.condition = _text(head[cut_at + 1 :])
            head = head[:cut_at]
        if len(head) == 1:
            missing = f"something is missing after `{head[0].text}`"
            raise _Broken(line.kind, head[0].span.after(), missing, "", ("an event",))
    line.head = _text(head)


def _while(line: Line, rest: list[Lump]) -> None:
    """`while CONDITION: name: value`: the answer is a line of its own, below this. Raises _Broken."""
    colon = _index(rest, "COLON")
    if colon is None or colon == 0:
        hint = "write `lay cost: usual - 20 if ...; usual`, `lay allowed: no if ...; usual`"
        raise _Broken("while", rest[0].span.to(rest[-1].span), "after `while ...:` stands an answer", hint)
    if colon + 1 == len(rest):
        raise _Broken("while", rest[-1].span.after(), "nothing follows the colon", "write the value on this line")
    _no_colon("while", rest[colon + 1 :])
    span = rest[0].span.to(rest[-1].span)
    answer = Line("answer", line.indent, span, _text(rest[:colon]), _text(rest[colon + 1 :]), citation=line.citation)
    line.body = None
    line.children.append(answer)


def _no_colon(kind: str, rest: list[Lump]) -> None:
    """One line has one colon. Raises _Broken."""
    colon = _index(rest, "COLON")
    if colon is not None:
        hint = "put what follows on a line of its own, indented"
        raise _Broken(kind if kind != "answer" else "row", rest[colon].span, "a second colon in one line", hint)


def _is_power(found: list[Lump]) -> bool:
    return any(lump.kind == "WORD" and lump.text == "may" for lump in found[1:]) and found[0].text != "may"


def _looks_like_answer(found: list[Lump]) -> bool:
    return len(found) > 1 and found[0].kind == "WORD" and found[-1].kind in ("NUMBER", "PERCENT", "STRING")


def _looks_like_paragraph(head: list[Lump], below: Raw) -> bool:
    """Whether what stands below `NAME:` are lines about the name, not the cases of an answer."""
    first = below.text.split(None, 1)[0]
    bare = re.sub(r'"[^"]*"?', "", below.text)
    name, colon, _ = bare.partition(":")
    if first in ("when", "while") and head[0].kind != "WORD":
        return True
    return colon != "" and "|" not in name and " if " not in name


# ---- texts and cells ----------------------------------------------------------------------------------------------


def _lexed(line: Line, raw: Raw) -> tuple[list[Lump], list[Problem]]:
    """The lumps of all pieces; the citation at the end goes to the line. One problem for each kind of slip."""
    found: list[Lump] = []
    problems: dict[str, Problem] = {}
    text, last = _without_citation(line, raw.pieces)
    for piece in [*raw.pieces[:-1], Piece(text, last.line, last.column)]:
        made, wrong = lumps(piece.text, piece.line, piece.column)
        found += made
        for problem in wrong:
            problems.setdefault(problem.hint or problem.message, problem)
    return found, list(problems.values())


def _without_citation(line: Line, pieces: list[Piece]) -> tuple[str, Piece]:
    """The text of the last piece without a citation, which goes to the line; and that piece."""
    last = pieces[-1]
    match = _CITATION.search(last.text)
    if match is None:
        return last.text, last
    line.citation = match.group(1).strip()
    return last.text[: match.start()].rstrip(), last


def _index(found: list[Lump], kind: str) -> int | None:
    return next((i for i, lump in enumerate(found) if lump.kind == kind), None)


def _shown(lump: Lump) -> str:
    return f'"{lump.text}"' if lump.kind == "STRING" else lump.text


def _text(found: list[Lump]) -> Text:
    return Text(" ".join(_shown(lump) for lump in found), found[0].span.to(found[-1].span), tuple(found))


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


def _pieces_apart(raw: Raw) -> list[Lump]:
    """The pieces of a picture's row, parted by blanks; the comma by which a line goes on is none of them."""
    made = []
    last = len(raw.pieces) - 1
    for position, (text, number, column) in enumerate(raw.pieces):
        for match in re.finditer(r"\S+", text if position == last else text.rstrip().removesuffix(",")):
            span = Span(number, column + match.start(), number, column + match.end())
            made.append(Lump(match.group(), "WORD", span))
    return made
