"""What checks of meaning find, and how they walk through the rows of a table."""

from typing import Any

from titleworks.compiler.diagnostics import Severity
from titleworks.compiler.names import Where
from titleworks.compiler.title import Title
from titleworks.dsl.source import Span

Document = dict[str, Any]


class Finding:
    """What a check found: code, place (None: the head of the title), sentence, hint; an error unless `warning`."""

    __slots__ = ("code", "hint", "message", "severity", "where")

    def __init__(self, code: str, where: Where | None, message: str, hint: str = "", warning: bool = False) -> None:
        self.code, self.where, self.message, self.hint = code, where, message, hint
        self.severity: Severity = "warning" if warning else "error"


#: An expression or instruction of the table, with the line it was written in, if known.
Written = tuple[list[Any], Where | None]


def written(title: Title, document: Document) -> list[Written]:
    """The expressions of everything that is played, those of the glossary with the lines of their words."""
    found: list[Written] = []
    for part in ("questions", "rules", "powers", "ends", "lays", "boxes", "flow"):
        _collect(document.get(part), None, found)
    for rows in (part for part in document["components"].values() if isinstance(part, list)):
        for row in rows:
            _collect(row.get("in_play") if isinstance(row, dict) else None, None, found)
    for patch in document["patches"]:
        _collect([patch["guard"], patch["value"]], None, found)
    for row in document["definitions"]:
        _collect(row["value"], title.names.definitions[row["name"]].where, found)
    return found


def _collect(value: Any, where: Where | None, found: list[Written]) -> None:
    """Add all expressions and instructions within rows of the table; a row with an origin says where they stand."""
    if isinstance(value, dict):
        origin = value.get("origin")
        if isinstance(origin, dict):
            where = Where(origin["source"], Span(origin["line"], 1, origin["line"], 2))
        for part in value.values():
            if isinstance(part, (dict, list, tuple)):
                _collect(part, where, found)
    elif isinstance(value, (list, tuple)):
        if value and isinstance(value[0], str):
            found.append((list(value), where))
        for part in value:
            if isinstance(part, (dict, list, tuple)):
                _collect(part, where, found)
