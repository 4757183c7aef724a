"""Sorts the lines of a title by section and table, and lets a title replace and remove what it extends."""

from dataclasses import dataclass, field

from titleworks.compiler.diagnostics import Diagnostic, Wrong, did_you_mean, few_slips, of_wrong
from titleworks.compiler.loading import Loaded
from titleworks.compiler.names import Names, Where
from titleworks.compiler.schema import FIRST_COLUMNS, SECTION, VARIANT, TableKind, table_of, things_of
from titleworks.dsl.lines import Line, Text
from titleworks.dsl.source import Source, Span
from titleworks.dsl.tree import Lump
from titleworks.runtime.table.vocabulary import QUESTION

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
    columns: list[str] | None = None
    used: bool = False
    broken: bool = False
    unless: list[str] = field(default_factory=list)

    @property
    def where(self) -> Where:
        """Its place."""
        return Where(self.source, self.line.span)


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

    def warn(
        self, where: Where, code: str, message: str, hint: str = "", related: tuple[Where, str] | None = None
    ) -> None:
        """Note a warning."""
        self._note("warning", where, code, message, hint, related)

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
        self._note("error", where, code, message, hint, related)

    def _note(
        self, severity: str, where: Where, code: str, message: str, hint: str, related: tuple[Where, str] | None
    ) -> None:
        places = () if related is None else (self.place(*related),)
        path = self.sources[where.source].path
        kind = "error" if severity == "error" else "warning"
        self.diagnostics.append(Diagnostic(code, kind, path, where.span, message, hint, (), places))  # type: ignore[arg-type]

    def place(self, where: Where, what: str) -> tuple[str, Span, str]:
        """A place another finding is about, as diagnostics carry it."""
        return self.sources[where.source].path, where.span, what

    def of(self, *sections: str) -> list[Item]:
        """The lines of some sections that could be read, in order."""
        return [item for item in self.items if item.section in sections and not item.broken]

    def tried(self, head: str) -> bool:
        """Whether a line that could not be read, or was refused, was to answer this."""
        return head in self.refused or any(
            item.broken and item.line.head.text.lstrip().startswith(head) for item in self.items
        )

    @property
    def refused(self) -> set[str]:
        """Heads of answers and columns that stood on a line with an error."""
        return self.names.refused


def read(loaded: list[Loaded]) -> Title:
    """The title's lines, sorted; what is removed of an extended title is gone."""
    title = Title([entry.file.source for entry in loaded])
    for number, entry in enumerate(loaded):
        _Sorter(title, entry, number).sort()
    title.every = list(title.items)
    _remove(title)
    _leave_out(title)
    _remove_under_options(title)
    return title


def cell_of(item: Item, column: str) -> Text | None:
    """The cell of a row in a column; None if it is blank or the table has no such column."""
    if item.columns is None or column not in item.columns:
        return None
    position = item.columns.index(column)
    cells = item.line.cells
    return cells[position] if position < len(cells) and cells[position].text else None


# ---- sorting ------------------------------------------------------------------------------------------------------


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
            near = next((name for name in SECTION if few_slips(name, self.section)), None)
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
            for note in _notes(line):
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
        return {
            item.line.cells[0].text
            for item in self.title.items
            if item.line.cells and item.columns and item.columns[0] == "name" and things_of(item.section) == kind
        }

    def _broken(self, item: Item) -> None:
        """A row that could not be read still declares its name, a head its columns."""
        text = item.line.head.text
        cells = [part.strip() for part in text.split("|")]
        if len(cells) > 1 and cells[0] in FIRST_COLUMNS:
            self.tables[item.line.indent] = cells
            return
        if len(cells) > 1:
            item.columns = self.tables.get(item.line.indent)
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


# ---- what an extended title loses ---------------------------------------------------------------------------------


def _remove(title: Title) -> None:
    """`removed:` of each level takes lines of the levels below it out of the title."""
    for item in list(title.items):
        if item.section == "head" and item.line.kind == "answer" and item.line.head.text == "removed":
            item.used = True
            for text in _notes(item.line):
                _remove_one(title, item, text)


def _leave_out(title: Title) -> None:
    """`without:` of each level takes hexes out of the maps of the levels below it."""
    for by in list(title.of("Map")):
        if by.line.kind != "answer" or by.line.head.text != "without":
            continue
        by.used = True
        names = {text.text: text.span for text in _notes(by.line)}
        gone: set[str] = set()
        for item in [item for item in title.of("Map") if item.level < by.level]:
            if item.line.kind == "row" and item.columns and item.columns[0] == "hexes":
                gone |= _without(title, item, set(names))
        title.names.left_out |= gone
        for name, span in names.items():
            if name not in gone:
                title.wrong(by.source, Wrong("N014", span, f"the extended title has no hex `{name}`"))


def _without(title: Title, item: Item, names: set[str]) -> set[str]:
    """A row of the map loses some hexes, with their names; gives those it had."""
    first = item.line.cells[0]
    gone = {lump.text for lump in first.lumps if lump.kind != "STRING" and lump.text in names}
    if gone:
        left: list[Lump] = []
        drop = False
        for lump in first.lumps:
            drop = lump.text in gone if lump.kind != "STRING" else drop
            if not drop:
                left.append(lump)
        item.line.cells[0] = Text(first.text, first.span, tuple(left))
        if not left:
            title.items = [other for other in title.items if other is not item]
    return gone


def _notes(line: Line) -> list[Text]:
    from titleworks.compiler.notation import notes, span_of

    lumps = line.body.lumps if line.body is not None else ()
    return [Text(" ".join(lump.text for lump in note), span_of(note), tuple(note)) for note in notes(lumps)]


def _remove_one(title: Title, by: Item, text: Text) -> None:
    if _remove_options(title, by, text.text):
        return
    matching = [item for item in title.items if item.level < by.level and _is_about(item, text.text)]
    if not matching and _remove_inner_rule(title, by, text.text):
        return
    if not matching:
        known = sorted({name for item in title.items if item.level < by.level for name in _handles(item)})
        known += [f"option {name}" for name, _ in title.options]
        title.wrong(
            by.source,
            Wrong("N014", text.span, f"the extended title has no `{text.text}`", did_you_mean(text.text, known)),
        )
        return
    kinds = sorted({kind for item in matching if (kind := _kind(item)) and item.section != text.text})
    if len(kinds) > 1 and text.text.split(" ")[0] not in ("company", "private", "train", "phase", "tile"):
        spelled = " or ".join(f"`{kind} {text.text}`" for kind in kinds)
        title.wrong(
            by.source, Wrong("N002", text.span, f"`{text.text}` is the name of several things", f"write {spelled}")
        )
        return
    gone = {id(item) for item in matching}
    title.items = [item for item in title.items if id(item) not in gone]


def _remove_inner_rule(title: Title, by: Item, name: str) -> bool:
    """A named rule in a paragraph of the extended title is taken out of it. Returns whether there is one."""
    found = False
    for item in title.items:
        if item.level < by.level and item.line.kind == "paragraph":
            kept = [line for line in item.line.children if line.kind != "when" or _rule_name(line) != name]
            found = found or len(kept) < len(item.line.children)
            item.line.children[:] = kept
    return found


def _rule_name(line: Line) -> str | None:
    """The name of a rule: `when EVENT as NAME`."""
    before, named, name = line.head.text.rpartition(" as ")
    return name if named and before else None


def _remove_options(title: Title, by: Item, text: str) -> bool:
    """`options` of the extended title, or `option NAME`, are taken out. Returns whether the text names any."""
    own = {item.option for item in title.items if item.level >= by.level}
    known = [name for name, _ in title.options if name not in own]
    gone = known if text == "options" else [name for name in known if text == f"option {name}"]
    title.options = [option for option in title.options if option[0] not in gone]
    title.items = [item for item in title.items if item.option is None or item.option not in gone]
    for name in gone:
        title.names.options.pop(name, None)
    return bool(gone)


def _remove_under_options(title: Title) -> None:
    """`removed:` in a section of an option: things are out of the game with it, other lines do not count."""
    for by in list(title.items):
        if by.option is None or by.line.kind != "answer" or by.line.head.text != "removed":
            continue
        by.used = True
        here = [item for item in title.items if item.option is None and item.section == by.section]
        for text in _notes(by.line):
            _remove_one_under_option(title, by, here, text)


def _remove_one_under_option(title: Title, by: Item, here: list[Item], text: Text) -> None:
    option = by.option or ""
    if text.text == "paragraphs":
        matching = [item for item in here if item.line.kind == "paragraph"]
    else:
        matching = [item for item in here if text.text in _handles(item) and item.section != text.text]
        kind = things_of(by.section)
        rows = [item for item in matching if item.line.kind == "row" and item.columns and item.columns[0] == "name"]
        if kind is not None and rows:
            title.removals.append((option, kind, rows[0].line.cells[0].text))
    if not matching:
        known = sorted({name for item in here for name in _handles(item)} | {"paragraphs"})
        hint = did_you_mean(text.text, known)
        title.wrong(by.source, Wrong("N014", text.span, f"`# {by.section}` has no `{text.text}` to remove", hint))
    for item in matching:
        if option not in item.unless:
            item.unless.append(option)


def _kind(item: Item) -> str | None:
    kind = things_of(item.section)
    return "train" if kind == "train kind" else kind


def _handles(item: Item) -> list[str]:
    """How `removed:` may call a line: its thing (also with the kind), its section, its rule's name, its step."""
    made = [item.section] if item.section in SECTION else []
    kind, line = _kind(item), item.line
    name = None
    if line.kind == "paragraph":
        name = line.head.text
    elif line.kind == "row" and item.columns and item.columns[0] in ("name", "slot", "gauge", "kind", "word", "step"):
        name = line.cells[0].text
    if name:
        made += [name, f"{kind} {name}"] if kind else [name]
    if line.kind == "when" and " as " in line.head.text:
        made.append(line.head.text.rpartition(" as ")[2])
    return made


def _is_about(item: Item, text: str) -> bool:
    return text in _handles(item)


__all__ = ["Item", "TableKind", "Title", "cell_of", "read"]
