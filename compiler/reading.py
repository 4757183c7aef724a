"""Sorts the lines of a title by section and table; the schema says what may stand where."""

from titleworks.compiler.diagnostics import Wrong, did_you_mean, meant
from titleworks.compiler.loading import Loaded
from titleworks.compiler.names import Where
from titleworks.compiler.notation import texts_of
from titleworks.compiler.removing import remove
from titleworks.compiler.schema import FIRST_COLUMNS, SECTION, VARIANT, table_of, things_of
from titleworks.compiler.title import VARIANTS, Item, Title
from titleworks.dsl.lines import Line
from titleworks.dsl.source import Span
from titleworks.runtime.table.vocabulary import QUESTION


def read(loaded: list[Loaded]) -> Title:
    """The title's lines, sorted; what is removed of an extended title is gone."""
    title = Title([entry.file.source for entry in loaded])
    for number, entry in enumerate(loaded):
        _Sorter(title, entry, number).sort()
    title.every = list(title.items)
    remove(title)
    return title


def _hoisted(lines: list[Line]) -> list[Line]:
    """The lines, with known headings that were indented by mistake brought out, so that their sections are not lost."""
    made: list[Line] = []
    for line in lines:
        made.append(line)
        inner = [child for child in line.children if child.kind == "heading"]
        if inner:
            line.children = [child for child in line.children if child.kind != "heading"]
            made += [child for child in inner if child.head.text in SECTION]
    return made


class _Sorter:
    """Sorts the lines of one file."""

    def __init__(self, title: Title, entry: Loaded, source: int) -> None:
        self.title = title
        self.entry = entry
        self.source = source
        self.section = "head"
        self.option: str | None = None
        self.headless = False  # whether rows of this section without a table were told of
        self.tables: dict[int, list[str]] = {}
        self.level = entry.level * VARIANTS
        there = {line.head.text for line in entry.file.lines if line.kind == "heading"}
        self.lacking = [name for name in SECTION if name not in there]

    def sort(self) -> None:
        for line in _hoisted(self.entry.file.lines):
            if line.kind == "heading":
                self._heading(line)
            elif self.option is not None:
                self._overlay(line)
            else:
                self._place(line)

    def _wrong(self, code: str, span: Span, message: str, hint: str = "", expected: tuple[str, ...] = ()) -> None:
        self.title.wrong(self.source, Wrong(code, span, message, hint, expected))

    def _heading(self, line: Line) -> None:
        self.tables.clear()
        self.headless = False
        self.section, self.option = line.head.text, None
        if self.section == VARIANT:
            self.section = "head"
            self.level = min(self.level + 1, (self.entry.level + 1) * VARIANTS - 1)
            return
        if self.section.startswith("Option ") or self.section == "Option":
            self._option(line)
        elif self.section not in SECTION and line.level == 1:
            near = meant(self.section, self.lacking) or meant(self.section, SECTION)
            if near is not None:
                hint = f"did you mean `# {near}`? A heading of your own that is so near is marked `##`"
                self._wrong("N005", line.span, f"unknown heading `{self.section}`", hint)
                self.section = near

    def _option(self, line: Line) -> None:
        name = self.section[7:].strip()
        if not name or " " in name or len(name) > 60:
            self._wrong("N005", line.span, "an option has a name of one word", "write `# Option beginner_game`")
            name = name.replace(" ", "_")[:60] or "_"
        self.section, self.option = "option", name
        self.title.names.options.setdefault(name, Where(self.source, line.span))
        if all(known != name for known, _ in self.title.options):
            self.title.options.append((name, ""))

    def _overlay(self, line: Line) -> None:
        """A line under an option: its text, or a section's name with the lines that belong there."""
        if line.kind == "answer" and line.head.text == "text" and line.body is not None:
            text = line.body.text.strip('"')
            self.title.options = [(n, text if n == self.option else t) for n, t in self.title.options]
        elif line.kind == "answer" and line.head.text in ("requires", "excludes") and line.body is not None:
            for note in texts_of(line.body):
                self.title.option_terms.append(
                    (self.option or "", line.head.text, Where(self.source, note.span), note.text)
                )
        elif line.kind == "paragraph" and line.head.text in SECTION:
            self.section = line.head.text
            self.tables.clear()
            for child in line.children:
                self._place(child)
        elif line.kind != "broken":
            hint = did_you_mean(line.head.text, tuple(SECTION))
            hint = hint or "write the section's name, and below it, indented, what changes"
            self._wrong("N005", line.head.span, "an option changes sections", hint)

    def _place(self, line: Line) -> None:
        item = Item(self.section, line, self.source, self.level, self.option)
        if line.kind == "broken":
            self._broken(item)
            return
        if line.kind == "row":
            if not self._row(item):
                return
        else:
            self.tables.pop(line.indent, None)
        self.title.items.append(item)

    def _row(self, item: Item) -> bool:
        """Whether the row belongs to a table; the head of a table is remembered."""
        line, head = item.line, item.line.cells[0].text
        if head in FIRST_COLUMNS and (len(line.cells) > 1 or line.indent not in self.tables):
            self.tables[line.indent] = [cell.text for cell in line.cells]
            self._check_head(line)
            self.title.heads.append(item)
            return False
        columns = self.tables.get(line.indent)
        if columns is None:
            self._stray(line)
            if len(line.cells) > 1 and things_of(self.section) is not None:
                item.columns, item.broken = ["name"], True
                return True
            return False
        item.columns = columns
        if len(line.cells) > len(columns):
            extra = line.cells[len(columns)]
            self._wrong("S015", extra.span, f"one bar too many: the table has {len(columns)} columns")
            item.broken = True
        for column, cell in zip(columns, line.cells, strict=False):
            if not column and cell.text:
                self._wrong("S015", cell.span, "a cell under a blank head", "give the column a head")
        return True

    def _stray(self, line: Line) -> None:
        if len(line.cells) > 1:
            if self.headless:
                return
            self.headless = True
            self._wrong("S014", line.span, "a row without a table", "a table begins with a head: `name | ...`")
            return
        text = line.head.text
        kind = things_of(self.section)
        if kind is not None and text in self._first_cells(kind):
            self._wrong(
                "S014", line.span, f"nothing is said about `{text}`", "indent what is said about it below its name"
            )
            return
        known = [*QUESTION, *(answer.name for answer in getattr(SECTION.get(self.section), "answers", ()))]
        near = next((name for name in sorted(known, key=len, reverse=True) if text.startswith(name + " ")), None)
        hint = f"write `{near}: {text[len(near) + 1 :]}`" if near else "an answer is `name: value`, a row has bars"
        self._wrong("S014", line.span, f"`{text[:40]}` says nothing here", hint)
        if near:
            self.title.refused.add(near)

    def _first_cells(self, kind: str) -> set[str]:
        return {item.line.cells[0].text for item in self.title.items if item.kind == kind}

    def _broken(self, item: Item) -> None:
        """A row that could not be read still declares its name, a head its columns."""
        text = item.line.head.text
        cells = [part.strip() for part in text.split("|")]
        if len(cells) > 1 and cells[0] in FIRST_COLUMNS:
            self.tables[item.line.indent] = cells
            return
        if len(cells) > 1:
            item.columns = self.tables.get(item.line.indent, [])
        item.broken = True
        self.title.items.append(item)

    def _check_head(self, line: Line) -> None:
        first = line.cells[0].text
        table = table_of(self.section, first)
        if table is None:
            self._no_such_table(line, first)
            return
        known = table.heads()
        seen: set[str] = set()
        for cell in line.cells:
            if cell.text in seen:
                self._wrong("N007", cell.span, f"there are two columns `{cell.text}`")
            elif cell.text and cell.text not in known:
                if first == "players" and cell.text.startswith("count of "):
                    continue
                if first == "name" and table.things is not None:
                    self.title.unknown_columns.append((self.source, table, cell))
                    continue
                self.title.unknown_column(self.source, table, cell)
            seen.add(cell.text)

    def _no_such_table(self, line: Line, first: str) -> None:
        section = SECTION.get(self.section)
        own = tuple(table.first for table in section.tables) if section is not None else ()
        if section is None and first == "name":
            hint = "tables of things stand under " + ", ".join(f"`# {name}`" for name in SECTION if things_of(name))
            self._wrong("N005", line.span, "a table of things under a heading of your own", hint)
        else:
            self._wrong("N006", line.cells[0].span, f"no table under `# {self.section}` begins with `{first}`", "", own)
