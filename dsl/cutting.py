"""Cuts a text into logical lines: indentation, comments, lines that go on in the next."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from titleworks.dsl.source import MOST_CHARACTERS, MOST_COLUMNS, MOST_PROBLEMS, Problem, Span

_CONTINUES = re.compile(r"(,|(?:^|\s)(?:\+|-|\*|/|and|or))$")
_MARKS = re.compile(r'"[^"]*"?|--|[()]')
_QUOTED = re.compile(r'"[^"]*"?')
#: characters no text has, or that show a text in another order than it is read
_ODD = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff\ud800-\udfff]"
)
_WIDE = re.compile(r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")


class Piece(NamedTuple):
    """What one line of the file gives to a logical line: its text and where it begins."""

    text: str
    line: int
    column: int


@dataclass
class Raw:
    """A logical line before its kind is known.

    `broken`: it cannot be read, the problem is noted. `tabbed`: tabs indent it.
    """

    indent: int
    pieces: list[Piece]
    comments: list[str]
    after: list[str]
    blank: bool
    broken: bool = False
    tabbed: bool = False
    depth: int = 0
    length: int = 0
    _text: str | None = field(default=None, repr=False)

    @property
    def text(self) -> str:
        """All pieces, joined by single blanks."""
        if self._text is None:
            self._text = " ".join(piece.text for piece in self.pieces)
        return self._text

    @property
    def span(self) -> Span:
        """From the first character to the last."""
        first, last = self.pieces[0], self.pieces[-1]
        return Span(first.line, first.column, last.line, last.column + len(last.text))

    def goes_on(self) -> bool:
        """It ends in a comma, an operator, `and`, `or`, or inside a bracket; headings and heads of blocks never do."""
        last = self.pieces[-1].text
        if self.pieces[0].text.startswith("#") or last.endswith(":"):
            return False
        return self.depth > 0 or _CONTINUES.search(last) is not None


@dataclass
class Cut:
    """The logical lines of a text, the comments after the last of them, and problems."""

    raws: list[Raw] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def cut(text: str) -> Cut:
    """The logical lines of a text. A line that cannot be read is kept, marked as broken; never raises."""
    made = Cut()
    blank = False
    for number, raw in enumerate(text.split("\n"), 1):
        if len(made.problems) >= MOST_PROBLEMS:
            break
        content, comment, depth = _parts(raw[:MOST_COLUMNS])
        stripped = content.strip()
        if not stripped and comment is None and len(raw) <= MOST_COLUMNS and not _ODD.search(raw):
            blank = True
            continue
        broken = _check(raw, content, number, made)
        if not stripped:
            made.comments.append(comment or "")
            continue
        leading = content[: len(content) - len(content.lstrip())]
        piece = Piece(stripped, number, len(leading) + 1)
        indent = len(leading.expandtabs(4))
        last = made.raws[-1] if made.raws else None
        if last is not None and indent > last.indent and last.goes_on():
            last.after += made.comments
            made.comments, blank = [], False
            _go_on(last, piece, comment, depth, broken, made)
            continue
        after = [comment] if comment is not None else []
        made.raws.append(Raw(indent, [piece], made.comments, after, blank, broken, "\t" in leading))
        made.raws[-1].depth, made.raws[-1].length = max(depth, 0), len(stripped)
        made.comments, blank = [], False
    return made


def _go_on(raw: Raw, piece: Piece, comment: str | None, depth: int, broken: bool, made: Cut) -> None:
    if raw.length > MOST_CHARACTERS:
        if not raw.broken:
            span = Span(piece.line, piece.column, piece.line, piece.column + len(piece.text))
            message = f"this line and those it goes on from have more than {MOST_CHARACTERS:,} characters"
            made.problems.append(Problem("S003", span, message, "give parts of it names in the Glossary"))
        raw.broken = True
        raw.pieces[-1] = piece
        return
    raw.pieces.append(piece)
    raw.after += [comment] if comment is not None else []
    raw.depth = max(raw.depth + depth, 0)
    raw.length += len(piece.text) + 1
    raw.broken = raw.broken or broken


def _parts(raw: str) -> tuple[str, str | None, int]:
    """Text, comment (None: there is none), and how many brackets more are opened than closed; quotes hide marks."""
    start = comment_start(raw)
    content = raw if start is None else raw[:start]
    marks = [match.group() for match in _MARKS.finditer(content)]
    depth = marks.count("(") - marks.count(")")
    return content.rstrip(), None if start is None else raw[start + 2 :].strip(), depth


def comment_start(raw: str) -> int | None:
    """Where the comment of a line begins; `--` inside quotation marks, or not after a blank, begins none."""
    for match in _MARKS.finditer(raw):
        start = match.start()
        if match.group() == "--" and (start == 0 or raw[start - 1].isspace()):
            return start
    return None


def _check(raw: str, content: str, number: int, made: Cut) -> bool:
    """Note what no line may hold; whether the line cannot be read for it."""
    if len(raw) > MOST_COLUMNS:
        span = Span(number, MOST_COLUMNS + 1, number, len(raw) + 1)
        hint = "end it in a comma and go on, indented, in the next line"
        made.problems.append(Problem("S003", span, f"the line is longer than {MOST_COLUMNS:,} characters", hint))
        return True
    odd = _ODD.search(raw)
    if odd is not None:
        what = "a NUL character" if odd.group() == "\0" else f"a character that is not text (U+{ord(odd.group()):04X})"
        made.problems.append(Problem("S005", _place(number, odd.start()), what, "delete it", (), odd.group()))
        return True
    if "\t" in content:
        place = _place(number, content.index("\t"))
        made.problems.append(Problem("S004", place, "a tab", "indent with blanks", (), "\t"))
    wide = _WIDE.search(_QUOTED.sub(lambda match: "x" * len(match.group()), content))
    if wide is not None:
        what = f"a blank of another kind (U+{ord(wide.group()):04X})"
        place = _place(number, wide.start())
        made.problems.append(Problem("S005", place, what, "write an ordinary blank", (), wide.group()))
    return wide is not None


def _place(line: int, start: int) -> Span:
    return Span(line, start + 1, line, start + 2)
