"""What the tables of gauges and kinds of stops say: rows of the table's components."""

from typing import Any

from titleworks.compiler import notation
from titleworks.compiler.diagnostics import Wrong
from titleworks.compiler.prints import STOP_WORDS, stop_value
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.dsl.tree import joined

Row = dict[str, Any]

#: The columns of the table of kinds of stops that take a word, and the words.
_WORDS = {
    "like": ("city", "town", "area"),
    "pays": ("revenue", "treasury"),
    "optional": ("no", "partly", "yes"),
    "upgraded": ("kept", "gone", "covered"),
}

#: The gauges that track notation can write.
GAUGES = ("broad", "narrow", "dual")


def gauges(title: Title) -> list[Row]:
    """The rows of the table of gauges; what is wrong with one is noted."""
    made: dict[str, Row] = {}
    for item in _rows(title, "Track", "gauge"):
        try:
            name = item.line.cells[0]
            row: Row = {"name": _gauge(name.text, name.span)}
            for column in ("joins", "becomes"):
                cell = cell_of(item, column)
                notes = notation.notes(cell.lumps) if cell is not None else ()
                row[column] = [_gauge(joined(n), notation.span_of(n)) for n in notes]
            made[name.text] = row
        except Wrong as wrong:
            title.wrong(item.source, wrong)
    return list(made.values())


def stops(title: Title, series: list[str]) -> list[Row]:
    """The rows of the table of kinds of stops; its kinds and their values become known to what prints them."""
    made: dict[str, Row] = {}
    for item in _rows(title, "Routes", "kind"):
        try:
            name = item.line.cells[0]
            if len(name.lumps) != 1 or name.lumps[0].kind != "WORD" or name.text in STOP_WORDS:
                raise Wrong("T003", name.span, f"`{name.text}` is not a name for a kind of stop", "take one new word")
            row: Row = {"name": name.text}
            for column, known in _WORDS.items():
                cell = cell_of(item, column)
                if cell is not None and cell.text not in known:
                    raise Wrong("T004", cell.span, f"`{cell.text}` is not a word for `{column}`", "", known)
                if cell is not None:
                    row[column] = cell.text
            places, value = cell_of(item, "places"), cell_of(item, "value")
            if places is not None:
                row["places"] = notation.whole(places, "a number of places")
            title.names.stops[name.text] = row.get("like", "town")
            if value is not None:
                title.names.stop_values[name.text] = stop_value(value.lumps[0], series)
            made[name.text] = row
        except Wrong as wrong:
            title.wrong(item.source, wrong)
    return list(made.values())


def _rows(title: Title, section: str, column: str) -> list[Item]:
    """The rows of a table, taken from those who read what is left."""
    found = []
    for item in title.of(section):
        if item.table == column:
            item.used = True
            if item.option is not None:
                message = f"an option cannot change the table of {column}s"
                title.wrong(item.source, Wrong("M003", item.line.span, message))
            elif not item.broken:
                found.append(item)
    return found


def _gauge(text: str, span: Any) -> str:
    if text not in GAUGES:
        raise Wrong("T004", span, f"`{text}` is not a gauge", "", GAUGES)
    return text
