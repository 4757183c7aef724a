"""What checks of meaning find, and how they walk through the rows of a table."""

from collections.abc import Iterator
from typing import Any

from titleworks.compiler.diagnostics import Severity
from titleworks.compiler.names import Where
from titleworks.compiler.reading import Title
from titleworks.dsl.source import Span

Document = dict[str, Any]


class Finding:
    """What a check found: code, place (None: the head of the title), sentence, hint; an error unless `warning`."""

    __slots__ = ("code", "hint", "message", "severity", "where")

    def __init__(self, code: str, where: Where | None, message: str, hint: str = "", warning: bool = False) -> None:
        self.code, self.where, self.message, self.hint = code, where, message, hint
        self.severity: Severity = "warning" if warning else "error"


def expressions(value: Any, where: Where | None = None) -> Iterator[tuple[list[Any], Where | None]]:
    """All expressions and instructions within rows of the table, each with the line it was written in, if known."""
    if isinstance(value, dict):
        origin = value.get("origin")
        if isinstance(origin, dict):
            where = Where(origin["source"], Span(origin["line"], 1, origin["line"], 2))
        for part in value.values():
            yield from expressions(part, where)
    elif isinstance(value, (list, tuple)):
        if value and isinstance(value[0], str):
            yield list(value), where
        for part in value:
            yield from expressions(part, where)


def written(title: Title, document: Document) -> Iterator[tuple[list[Any], Where | None]]:
    """The expressions of everything that is played, those of the glossary with the lines of their words."""
    for part in ("questions", "rules", "powers", "ends", "lays", "boxes", "flow"):
        yield from expressions(document.get(part))
    for rows in (part for part in document["components"].values() if isinstance(part, list)):
        for row in rows:
            yield from expressions(row.get("in_play") if isinstance(row, dict) else None)
    for patch in document["patches"]:
        yield from expressions([patch["guard"], patch["value"]])
    for row in document["definitions"]:
        yield from expressions(row["value"], title.names.definitions[row["name"]].where)
