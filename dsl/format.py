"""Lays a file out: four blanks a level, the bars of each table aligned. Never moves, joins or changes anything else."""

from titleworks.dsl.cutting import comment_start
from titleworks.dsl.lines import File, Line
from titleworks.dsl.lines import parse as parse_lines
from titleworks.dsl.source import MOST_BYTES, MOST_COLUMNS, Problem, source_of

_STEP = 4


def format_text(text: str, path: str) -> tuple[str, list[Problem]]:
    """The text laid out, and the problems of its lines. What is laid out stays as it is when laid out again.

    Lines end in a line feed, have no blanks at their end, and at most one empty line between them. A line that
    cannot be read keeps its text. If the indentation itself is at fault (S004, S006, S007), only tables are aligned;
    if a file is too large, or laying it out would change what it says, it comes back as it is.
    """
    source = source_of(text, path)
    file, problems = parse_lines(source)
    if any(problem.code == "S001" for problem in problems):
        return text, problems
    made = _Layout(file, source.text, not any(problem.code in ("S004", "S006", "S007") for problem in problems)).text()
    again, _ = parse_lines(source_of(made, path))
    if len(made) > MOST_BYTES or _said(again) != _said(file):
        return text, problems
    return made, problems


def _said(file: File) -> list[object]:
    """What a file says, without places: for comparing two layouts of it."""
    return [*(_line_said(line) for line in file.lines), file.comments_below]


def _line_said(line: Line) -> list[object]:
    parts = (line.head, line.body, line.condition, *line.cells)
    texts = [part and (part.text, tuple((lump.kind, lump.text) for lump in part.lumps)) for part in parts]
    if line.kind == "picture" or line.kind == "broken":
        texts = [line.head.text.split()]  # type: ignore[list-item]
    return [
        line.kind, line.meant, texts, line.comment_above, line.comment_after, line.citation, line.level,
        [_line_said(child) for child in line.children],
    ]  # fmt: skip


class _Layout:
    """The physical lines of a file on their way to another layout; places stay those of the source."""

    def __init__(self, file: File, text: str, indents: bool) -> None:
        self.rows = [row.rstrip() for row in text.split("\n")]
        self.indents = indents
        self.lines = list(_flat(file.lines, 0))
        self.file = file

    def text(self) -> str:
        """The text laid out."""
        for table in _tables(self.file.lines):
            self._align(table)
        if self.indents:
            self._indent()
        rows: list[str] = []
        for row in self.rows:
            if row or (rows and rows[-1]):
                rows.append(row)
        while rows and not rows[-1]:
            rows.pop()
        return "".join(row + "\n" for row in rows)

    # ---- indentation ----------------------------------------------------------------------------------------------

    def _indent(self) -> None:
        """Four blanks a level; what goes on, and comments above, move with their line."""
        done = 0
        for depth, line in self.lines:
            first, last = line.span.line - 1, line.span.end_line - 1
            for number in range(done, first):
                self._put(number, depth * _STEP)
            shift = depth * _STEP - line.indent
            for number in range(first, last + 1):
                row = self.rows[number]
                at = len(row) - len(row.lstrip())
                self._put(number, depth * _STEP if number == first else max(at + shift, depth * _STEP + 1))
            done = last + 1
        for number in range(done, len(self.rows)):
            self._put(number, len(self.rows[number]) - len(self.rows[number].lstrip()))

    def _put(self, number: int, indent: int) -> None:
        self.rows[number] = (" " * indent + self.rows[number].strip()).rstrip()

    # ---- tables ---------------------------------------------------------------------------------------------------

    def _align(self, table: list[Line]) -> None:
        cells = {line.span.line: self._cells(line) for line in table}
        if any(not row[0] for row in cells.values()):
            return
        widths: list[int] = []
        for row in cells.values():
            widths += [0] * (len(row) - 1 - len(widths))
            for column, cell in enumerate(row[:-1]):
                widths[column] = max(len(cell), widths[column])
        made = {number: _joined(row, widths) for number, row in cells.items()}
        if any(len(self._kept(number)[0]) + len(row) > MOST_COLUMNS for number, row in made.items()):
            return
        commented = [len(row) for number, row in made.items() if self._kept(number)[1]]
        for number, written in made.items():
            indent, comment = self._kept(number)
            gap = " " * (max(commented) - len(written) + 2) if comment else ""
            self.rows[number - 1] = f"{indent}{written}{gap}{comment}"

    def _kept(self, number: int) -> tuple[str, str]:
        """Indentation and comment of a row."""
        row = self.rows[number - 1]
        start = comment_start(row)
        return row[: len(row) - len(row.lstrip())], "" if start is None else row[start:]

    def _cells(self, line: Line) -> list[str]:
        """The cells of a row as they are written, a citation with the last."""
        row = self.rows[line.span.line - 1][: line.span.end_column - 1]
        cells: list[str] = []
        start, quoted = line.span.column - 1, False
        for at in range(start, len(row)):
            quoted ^= row[at] == '"'
            if row[at] == "|" and not quoted:
                cells.append(row[start:at].strip())
                start = at + 1
        return [*cells, row[start:].strip()]


def _joined(cells: list[str], widths: list[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells[:-1], widths, strict=False)]
    return " | ".join([*padded, cells[-1]]).rstrip()


def _flat(lines: list[Line], depth: int) -> list[tuple[int, Line]]:
    made: list[tuple[int, Line]] = []
    for line in lines:
        made.append((depth, line))
        made += [(d, child) for d, child in _flat(line.children, depth + 1) if child.span.line != line.span.line]
    return made


def _tables(lines: list[Line]) -> list[list[Line]]:
    """Runs of rows with bars, each on one line of the file; an empty line or another kind of line ends a table."""
    found: list[list[Line]] = []
    current: list[Line] = []
    for line in lines:
        if line.kind != "row" or line.blank_before:
            found.append(current)
            current = []
        if line.kind == "row" and len(line.cells) > 1 and line.span.line == line.span.end_line:
            current.append(line)
        found += _tables(line.children)
    return [table for table in [*found, current] if table]
