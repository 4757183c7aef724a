"""A title as its lines: sorted by section and table, with its names and what was found wrong so far."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from titleworks.compiler.diagnostics import Diagnostic, Wrong, did_you_mean, few_slips, of_wrong
from titleworks.compiler.names import Names, Where
from titleworks.compiler.schema import TableKind, things_of
from titleworks.dsl.lines import Line, Text
from titleworks.dsl.source import Source, Span

#: Levels within a file: one for the title, more for the variants below it.
VARIANTS = 100


@dataclass
class Item:
    """A line of a section. `columns`: the head of its table, for a row. `level`: of its file; `option`: its overlay.

    `broken`: the text of a line that could not be read; it still declares its name, so that one mistake stays one.
    `unless`: options that take the line out of the game.
    """

    section: str
    line: Line
    source: int
    level: int
    option: str | None = None
    columns: list[str] = field(default_factory=list)
    used: bool = False
    broken: bool = False
    unless: list[str] = field(default_factory=list)

    @property
    def where(self) -> Where:
        """Its place."""
        return Where(self.source, self.line.span)

    @property
    def table(self) -> str:
        """The first column of the table that it is a row of; empty if it is no row that could be read."""
        return self.columns[0] if self.columns and self.line.kind == "row" else ""

    @property
    def kind(self) -> str | None:
        """The kind of thing whose row, in a table of names, it is."""
        return things_of(self.section) if self.table == "name" else None

    @property
    def answer(self) -> str:
        """The name of the answer that it is; empty if it is none."""
        return self.line.head.text if self.line.kind == "answer" else ""


@dataclass
class Title:
    """All lines of a title by section, its names, and what was found wrong so far.

    `removals`: things that an option takes out of the game, as option, kind and name. `every`: also removed lines.
    """

    sources: list[Source]
    items: list[Item] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    options: list[tuple[str, str]] = field(default_factory=list)
    heads: list[Item] = field(default_factory=list)
    removals: list[tuple[str, str, str]] = field(default_factory=list)
    every: list[Item] = field(default_factory=list)
    option_terms: list[tuple[str, str, Where, str]] = field(default_factory=list)
    unknown_columns: list[tuple[int, TableKind, Text]] = field(default_factory=list)

    def wrong(self, source: int, wrong: Wrong) -> None:
        """Note what is wrong with a line."""
        self.diagnostics.append(of_wrong(wrong, self.sources[source].path))

    def unknown_column(self, source: int, table: TableKind, cell: Text) -> None:
        """Note a column that the table does not have."""
        known, own = table.heads(), tuple(column.name for column in table.columns)
        hint = did_you_mean(cell.text, known)
        self.wrong(source, Wrong("N006", cell.span, f"unknown column `{cell.text}`", hint, own[:5]))
        self.refused.update(name for name in known if few_slips(name, cell.text))

    def error(
        self, where: Where, code: str, message: str, hint: str = "", related: tuple[Where, str] | None = None
    ) -> None:
        """Note an error."""
        places = () if related is None else (self.place(*related),)
        self.wrong(where.source, Wrong(code, where.span, message, hint, (), places))

    def place(self, where: Where, what: str) -> tuple[str, Span, str]:
        """A place another finding is about, as diagnostics carry it."""
        return self.sources[where.source].path, where.span, what

    def of(self, *sections: str) -> list[Item]:
        """The lines of some sections that could be read, in order."""
        return [item for item in self.items if item.section in sections and not item.broken]

    def head(self, name: str) -> Iterator[Item]:
        """The answers of the head that have a name, also those of the titles and catalogues it stands on."""
        return (item for item in self.items if item.section == "head" and item.answer == name)

    def tried(self, head: str) -> bool:
        """Whether a line that could not be read, or was refused, was to answer this."""
        return head in self.refused or any(
            item.broken and item.line.head.text.lstrip().startswith(head) for item in self.items
        )

    @property
    def refused(self) -> set[str]:
        """Heads of answers and columns that stood on a line with an error."""
        return self.names.refused


def cell_of(item: Item, column: str) -> Text | None:
    """The cell of a row in a column; None if it is blank or the table has no such column."""
    if column not in item.columns:
        return None
    position = item.columns.index(column)
    cells = item.line.cells
    return cells[position] if position < len(cells) and cells[position].text else None
