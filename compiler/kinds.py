"""What the tables of gauges and kinds of stops say: rows of the table's components."""

from typing import Any

from titleworks.compiler import notation
from titleworks.compiler.diagnostics import Wrong
from titleworks.compiler.reading import Item, Title, cell_of

Row = dict[str, Any]

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
                row[column] = [_gauge(" ".join(lump.text for lump in n), notation.span_of(n)) for n in notes]
            made[name.text] = row
        except Wrong as wrong:
            title.wrong(item.source, wrong)
    return list(made.values())


def _rows(title: Title, section: str, column: str) -> list[Item]:
    """The rows of a table, taken from those who read what is left."""
    found = []
    for item in title.of(section):
        if item.line.kind == "row" and item.columns and item.columns[0] == column:
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
