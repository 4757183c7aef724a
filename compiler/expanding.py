"""Writes a title out as one file: its catalogues' tiles in a table of its own, what it extends above `# Variant`.

Lines are copied as they stand in their files, so compiling the result gives the same table but for origins.
"""

from dataclasses import dataclass, field
from pathlib import Path

from titleworks.compiler.compiling import Compiled, compile_path
from titleworks.compiler.diagnostics import source_text
from titleworks.compiler.schema import VARIANT
from titleworks.compiler.title import VARIANTS, Item, cell_of
from titleworks.dsl.source import Source, Span

_COLUMNS = ("name", "count", "colour", "track", "marks", "in play")


@dataclass
class _File:
    """A file of the title. `skipped`: lines (from 0) that are not copied."""

    source: Source
    level: int
    items: list[Item]
    skipped: set[int] = field(default_factory=set)

    def skip(self, span: Span) -> None:
        """Leave out the lines of a span."""
        self.skipped.update(range(span.line - 1, span.end_line))

    def text(self) -> str:
        """The lines that are copied."""
        lines = self.source.text.split("\n")
        return "\n".join(line for number, line in enumerate(lines) if number not in self.skipped).strip("\n")


def expand(path: Path | str) -> str:
    """The title as one file. Raises ValueError if it does not compile, OSError if it cannot be read."""
    compiled = compile_path(path)
    if compiled.table is None:
        raise ValueError("the title does not compile")
    files = _files(compiled)
    catalogues = [file for file in files if file.level == 0]
    titles = [file for file in files if file.level > 0]
    parts = [file.text() for file in catalogues if not _only_tiles(file)]
    tiles = _tiles(compiled, [file for file in catalogues if _only_tiles(file)], titles)
    heads = [file.text() for file in titles]
    heads[0] = _with_tiles(heads[0], tiles)
    return f"\n\n# {VARIANT}\n".join([*parts, *heads]) + "\n"


def _files(compiled: Compiled) -> list[_File]:
    title = compiled.title
    files = []
    for number, source in enumerate(title.sources):
        items = [item for item in title.every if item.source == number]
        level = max((item.level // VARIANTS for item in items), default=0)
        file = _File(source, level, items)
        for item in items:
            head = item.line.head.text if item.section == "head" else ""
            if head in ("include", "extends") or (level == 0 and item.section == "head"):
                file.skip(item.line.span)
        files.append(file)
    return files


def _only_tiles(file: _File) -> bool:
    return all(
        item.section in ("head", "Tiles") and (item.section == "head" or item.line.kind == "row") for item in file.items
    )


def _tiles(compiled: Compiled, catalogues: list[_File], titles: list[_File]) -> str:
    """The table of the tiles that come from catalogues, with what the title itself says of them."""
    assert compiled.table is not None
    used = {tile.name for tile in compiled.table.components.tiles}
    own: dict[str, list[tuple[_File, Item]]] = {}
    first = titles[0]
    for item in first.items:
        if (
            item.section == "Tiles"
            and item.option is None
            and item.line.kind == "row"
            and item.level == first.level * VARIANTS
        ):
            own.setdefault(item.line.cells[0].text, []).append((first, item))
    rows: dict[str, dict[str, str]] = {}
    for file in catalogues:
        for item in file.items:
            name = item.line.cells[0].text if item.line.kind == "row" else ""
            if name in used:
                row = rows.setdefault(name, {})
                row |= _cells(file.source, item)
                for by, mine in own.get(name, ()):
                    row |= _cells(by.source, mine)
                    by.skip(mine.line.span)
    columns = [column for column in _COLUMNS if any(column in row for row in rows.values())]
    return _table(columns, list(rows.values())) if rows else ""


def _cells(source: Source, item: Item) -> dict[str, str]:
    found = {column: cell_of(item, column) for column in _COLUMNS}
    return {column: source_text(source, cell.span) for column, cell in found.items() if cell is not None}


def _table(columns: list[str], rows: list[dict[str, str]]) -> str:
    cells = [columns, *([row.get(column, "") for column in columns] for row in rows)]
    widths = [max(len(line[n]) for line in cells) for n in range(len(columns))]
    lines = (" | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells)
    return "# Tiles\n" + "\n".join(line.rstrip("| ") if line.endswith("|") else line for line in lines)


def _with_tiles(text: str, tiles: str) -> str:
    """The table goes between the head of the title and its first heading."""
    if not tiles:
        return text
    lines = text.split("\n")
    at = next((number for number, line in enumerate(lines) if line.startswith("#")), len(lines))
    head, rest = "\n".join(lines[:at]).rstrip(), "\n".join(lines[at:])
    return f"{head}\n\n{tiles}\n\n{rest}"
