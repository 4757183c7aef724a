"""Source text, places in it, and problems as plain data."""

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple

#: Limits of a source file.
MOST_BYTES = 1_000_000
MOST_COLUMNS = 2_000
#: of a line together with the lines that go on with it
MOST_CHARACTERS = 20_000
MOST_LEVELS = 40
MOST_BRACKETS = 64
MOST_PROBLEMS = 100


class Span(NamedTuple):
    """A place in a file: first and last character, lines and columns counted from 1; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: "Span") -> "Span":
        """From the start of this to the end of the other."""
        return Span(self.line, self.column, other.end_line, other.end_column)

    def after(self) -> "Span":
        """The one column after this."""
        return Span(self.end_line, self.end_column, self.end_line, self.end_column + 1)


START = Span(1, 1, 1, 1)


@dataclass(frozen=True)
class Problem:
    """Something wrong with the text: a stable code, where, a sentence, and how to write it instead.

    `expected`: what could have stood there, in the words of a designer, at most five. `found`: the offending text.
    """

    code: str
    span: Span
    message: str
    hint: str = ""
    expected: tuple[str, ...] = ()
    found: str = ""


@dataclass(frozen=True)
class Source:
    """A file's name and text. `digest`: SHA-256 of the text in UTF-8, as hexadecimal digits."""

    path: str
    text: str
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest())


def source_of(text: str, path: str) -> Source:
    """A text as a source: without the mark of byte order, every line ended by one line feed."""
    return Source(path, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


def decode(data: bytes, path: str) -> tuple[Source, list[Problem]]:
    """Bytes of a file as a source; problems if it is too large or not UTF-8 (then the text is empty)."""
    if len(data) > MOST_BYTES:
        return Source(path, ""), [too_large()]
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return source_of(data.decode("utf-8"), path), []
    except UnicodeDecodeError as error:
        before = source_of(data[: error.start].decode("utf-8", "replace"), path).text
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        span = Span(line, column, line, column + 1)
        byte = f"the byte {data[error.start]:02x} (hexadecimal)"
        return Source(path, ""), [Problem("S002", span, "the file is not UTF-8 text", "save it as UTF-8", (), byte)]


def too_large() -> Problem:
    """The problem of a file over the limit."""
    message = f"the file is larger than {MOST_BYTES:,} bytes"
    return Problem("S001", START, message, "split the title with `include:`")
