"""Source text, places in it, and problems as plain data."""

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple

#: Limits of a source file.
MOST_BYTES = 1_000_000
MOST_COLUMNS = 2_000
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


@dataclass(frozen=True)
class Problem:
    """Something wrong with the text: a stable code, where, a sentence, and how to write it instead."""

    code: str
    span: Span
    message: str
    hint: str = ""
    expected: tuple[str, ...] = ()


@dataclass(frozen=True)
class Source:
    """A file's name and text."""

    path: str
    text: str
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest())


def decode(data: bytes, path: str) -> tuple[Source, list[Problem]]:
    """Bytes of a file as a source; problems if it is too large or not UTF-8 (then the text is empty)."""
    start = Span(1, 1, 1, 1)
    if len(data) > MOST_BYTES:
        return Source(path, ""), [
            Problem("S001", start, f"the file is larger than {MOST_BYTES:,} bytes", "split the title with `include:`")
        ]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        span = Span(line, column, line, column + 1)
        return Source(path, ""), [Problem("S002", span, "the file is not UTF-8 text", "save it as UTF-8")]
    return Source(path, text.replace("\r\n", "\n").replace("\r", "\n")), []
