"""Diagnostics: what is wrong with a title, as data, with codes that never change, and how they are shown."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, NamedTuple

from titleworks.dsl.source import Problem, Source, Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Diagnostic:
    """One finding: code, severity, file, place, sentence, how to write it instead, and other places it is about."""

    code: str
    severity: Severity
    file: str
    span: Span
    message: str
    hint: str = ""
    expected: tuple[str, ...] = ()
    related: tuple[tuple[str, Span, str], ...] = ()

    @property
    def line(self) -> int:
        """Line of the place, from 1."""
        return self.span.line

    @property
    def column(self) -> int:
        """Column of the place, from 1."""
        return self.span.column


class Explanation(NamedTuple):
    """What a code means: a title, the meaning, an example that shows it, and the mended example."""

    title: str
    text: str
    example: str
    mend: str


class Wrong(Exception):
    """A line that cannot be compiled; the reader of the line turns it into a diagnostic.

    `hint`: how to write it instead, or what finds that out: to look for a word that is near takes long, and what is
    wrong in one reading of a line is never told if another holds.
    """

    def __init__(
        self, code: str, span: Span, message: str, hint: str | Callable[[], str] = "", expected: tuple[str, ...] = (),
        related: tuple[tuple[str, Span, str], ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.code = code
        self.span = span
        self.message = message
        self._hint = hint
        self.expected = expected
        self.related = related

    @property
    def hint(self) -> str:
        """How to write it instead; empty if nothing is to be said."""
        return self._hint if isinstance(self._hint, str) else self._hint()


def of_problem(problem: Problem, file: str) -> Diagnostic:
    """A problem of form as a diagnostic."""
    return Diagnostic(problem.code, "error", file, problem.span, problem.message, problem.hint, problem.expected)


def of_wrong(wrong: Wrong, file: str) -> Diagnostic:
    """A line that cannot be compiled as a diagnostic."""
    return Diagnostic(wrong.code, "error", file, wrong.span, wrong.message, wrong.hint, wrong.expected, wrong.related)


def did_you_mean(word: str, known: list[str] | tuple[str, ...]) -> str:
    """A hint with the known word nearest to an unknown one; empty if none is near."""
    near = get_close_matches(word, known, n=1, cutoff=0.66)
    if not near:
        lowered = {name.lower(): name for name in known}
        near = [lowered[word.lower()]] if word.lower() in lowered else []
    return f"did you mean `{near[0]}`?" if near else ""


def few_slips(right: str, written: str) -> bool:
    """Whether a word was meant: one or two letters wrong, missing, too many or swapped, or other capitals."""
    if right.casefold() == written.casefold():
        return True
    most = 2 if len(right) > 4 else 1
    return abs(len(right) - len(written)) <= most and _slips(right.casefold(), written.casefold()) <= most


def meant(written: str, known: Iterable[str]) -> str | None:
    """The known word with the fewest slips that was meant by a written one; None if none was."""
    near = [word for word in known if few_slips(word, written)]
    return min(near, key=lambda word: _slips(word.casefold(), written.casefold()), default=None)


def _slips(a: str, b: str) -> int:
    """Damerau's distance: letters put in, left out, changed, or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        now = [i + 1]
        for j, y in enumerate(b):
            least = min(row[j + 1] + 1, now[j] + 1, row[j] + (x != y))
            if i and j and x == b[j - 1] and a[i - 1] == y:
                least = min(least, before[j - 1] + 1)
            now.append(least)
        before, row = row, now
    return row[-1]


def source_text(source: Source, span: Span) -> str:
    """The text of a source between two places, on one line."""
    lines = source.text.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(line.strip() for line in lines)


def render(diagnostic: Diagnostic, source: Source | None) -> str:
    """The diagnostic as text: place, sentence, the line with the offending part underlined, what to write instead."""
    span = diagnostic.span
    lines = [
        f"{diagnostic.file}:{span.line}:{span.column}: {diagnostic.severity} {diagnostic.code}: {diagnostic.message}"
    ]
    text = source.text.split("\n") if source is not None else []
    if 0 < span.line <= len(text) and text[span.line - 1].strip():
        shown = text[span.line - 1][:160].replace("\t", " ")
        end = span.end_column if span.end_line == span.line else len(shown) + 1
        number = f"{span.line:>5} | "
        lines.append(number + shown)
        marks = "^" * max(1, min(end, len(shown) + 1) - span.column)
        lines.append(" " * (len(number) - 2) + "| " + " " * (span.column - 1) + marks)
    if diagnostic.expected:
        lines.append("      expected: " + ", ".join(diagnostic.expected))
    if diagnostic.hint:
        lines.append("      " + diagnostic.hint)
    for file, place, what in diagnostic.related:
        lines.append(f"      {file}:{place.line}:{place.column}: {what}")
    return "\n".join(lines)
