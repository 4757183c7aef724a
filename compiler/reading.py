"""Sorts the lines of a title by section, tables by their heads, and collects all names before anything is read."""

from dataclasses import dataclass, field
from difflib import SequenceMatcher

from titleworks.compiler.diagnostics import Diagnostic, Wrong, did_you_mean, of_wrong
from titleworks.compiler.loading import Loaded
from titleworks.compiler.names import DefinitionInfo, Names, StateWordInfo, Where
from titleworks.compiler.notation import market_cell, name_of
from titleworks.dsl.lines import Line, Text
from titleworks.dsl.source import Source, Span
from titleworks.runtime.table.vocabulary import KINDS, QUESTION

#: Headings the language knows, with what things their `name` tables list.
SECTIONS: dict[str, str | None] = {
    "Course of play": None,
    "Players": None,
    "Set-up": None,
    "Market": None,
    "Companies": "company",
    "Privates": "private",
    "Phases": "phase",
    "Trains": "train kind",
    "Tiles": "tile",
    "Map": None,
    "Track": None,
    "Tokens": None,
    "Routes": None,
    "Dividends": None,
    "Waterfall auction": None,
    "Stock round": None,
    "Operating round": None,
    "Emergency": None,
    "End of the game": None,
    "Glossary": None,
}

#: First columns that begin a table.
HEADS = ("name", "players", "letter", "hexes", "slot", "trigger", "step", "word", "phase", "tiles")

#: Answers of the head of a file.
HEAD_ANSWERS = ("language", "title", "name", "players", "bank", "include", "extends", "removed")


@dataclass
class Item:
    """A line of a section. `columns`: the head of its table if it is a row. `level`: of its file; `option`: its overlay."""

    section: str
    line: Line
    source: int
    level: int
    option: str | None = None
    columns: list[str] | None = None
    parent: str | None = None
    used: bool = False

    @property
    def where(self) -> Where:
        """Its place."""
        return Where(self.source, self.line.span)


@dataclass
class Title:
    """All lines of a title by section, its names, and what was found wrong so far."""

    sources: list[Source]
    items: list[Item] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    options: list[tuple[str, str]] = field(default_factory=list)

    def wrong(self, source: int, wrong: Wrong) -> None:
        """Note what is wrong with a line."""
        self.diagnostics.append(of_wrong(wrong, self.sources[source].path))

    def warn(self, where: Where, code: str, message: str, hint: str = "") -> None:
        """Note a warning."""
        path = self.sources[where.source].path
        self.diagnostics.append(Diagnostic(code, "warning", path, where.span, message, hint))

    def of(self, *sections: str) -> list[Item]:
        """The lines of some sections in order."""
        return [item for item in self.items if item.section in sections]


def read(loaded: list[Loaded]) -> Title:
    """The title's lines sorted, with all names known."""
    title = Title([entry.file.source for entry in loaded])
    for number, entry in enumerate(loaded):
        _sort(title, entry, number)
    _collect_names(title)
    return title


# ---- sorting ------------------------------------------------------------------------------------------------------


def _sort(title: Title, entry: Loaded, source: int) -> None:
    section = "head"
    option: str | None = None
    tables: dict[int, list[str]] = {}
    for line in entry.file.lines:
        if line.kind == "heading":
            section, option = _section(title, line, source)
            tables.clear()
            continue
        if option is not None:
            _overlay(title, line, source, entry.level, option)
        else:
            _place(title, section, line, source, entry.level, None, tables)


def _section(title: Title, line: Line, source: int) -> tuple[str, str | None]:
    text = line.head.text
    if text.startswith("Option "):
        name = text[7:].strip()
        title.names.options.setdefault(name, Where(source, line.span))
        if all(known != name for known, _ in title.options):
            title.options.append((name, ""))
        return "option", name
    if text in SECTIONS or line.level > 1:
        return text, None
    near = next((s for s in SECTIONS if SequenceMatcher(None, s.lower(), text.lower()).ratio() > 0.8), None)
    if near is not None:
        title.wrong(
            source,
            Wrong(
                "N005",
                line.span,
                f"unknown heading `{text}`",
                f"did you mean `# {near}`? An own heading is marked `##`",
            ),
        )
        return near, None
    return text, None


def _overlay(title: Title, line: Line, source: int, level: int, option: str) -> None:
    """A line under an option: its text, or a section's name with the lines that belong there."""
    if line.kind == "answer" and line.head.text == "text" and line.body is not None:
        for number, (name, _) in enumerate(title.options):
            if name == option:
                title.options[number] = (name, line.body.text.strip('"'))
        return
    if line.kind == "paragraph" and line.head.text in SECTIONS:
        tables: dict[int, list[str]] = {}
        for child in line.children:
            _place(title, line.head.text, child, source, level, option, tables)
        return
    if line.kind != "broken":
        hint = (
            did_you_mean(line.head.text, list(SECTIONS))
            or "write the section's name, and below it, indented, what changes"
        )
        title.wrong(source, Wrong("N005", line.head.span, "an option changes sections", hint))


def _place(
    title: Title, section: str, line: Line, source: int, level: int, option: str | None, tables: dict[int, list[str]]
) -> None:
    if line.kind == "broken":
        return
    item = Item(section, line, source, level, option)
    if line.kind == "row":
        head = line.cells[0].text
        if head in HEADS and (len(line.cells) > 1 or line.indent not in tables):
            tables[line.indent] = [cell.text for cell in line.cells]
            _check_columns(title, item)
            return
        if line.indent not in tables:
            title.wrong(
                source, Wrong("S014", line.span, "a row without a table", "a table begins with a head: `name | ...`")
            )
            return
        item.columns = tables[line.indent]
        if len(line.cells) > len(item.columns):
            extra = line.cells[len(item.columns)]
            title.wrong(
                source, Wrong("S015", extra.span, f"one bar too many: the table has {len(item.columns)} columns")
            )
            return
    else:
        tables.pop(line.indent, None)
    title.items.append(item)


#: Columns by section and first column, beside the questions about the things of the section.
COLUMNS: dict[str, tuple[str, ...]] = {
    "Players name": (),
    "Companies name": ("name", "title", "certificates", "tokens", "home", "class", "colour", "in play"),
    "Privates name": ("name", "title", "price", "text", "class", "in play"),
    "Phases name": ("name", "starts with"),
    "Trains name": (
        "name",
        "count",
        "price",
        "distance",
        "rusts on",
        "obsolete on",
        "on sale from",
        "trade-in",
        "card",
        "gauge",
        "in play",
    ),
    "Tiles name": ("name", "count", "colour", "track", "marks", "in play"),
    "Market letter": ("letter", "zone"),
    "Map hexes": ("hexes", "print"),
    "Track slot": ("slot", "lays", "open", "hexes"),
    "End of the game trigger": ("trigger", "end", "name"),
    "Glossary word": ("word", "about", "kind", "at first", "lasts"),
    "turn step": ("step", "waits", "as"),
}


def _check_columns(title: Title, item: Item) -> None:
    known = COLUMNS.get(f"{item.section} {item.line.cells[0].text}")
    if known is None and item.line.cells[0].text not in ("players", "phase"):
        return
    names = [*(known or (item.line.cells[0].text,)), *QUESTION]
    for cell in item.line.cells:
        if cell.text not in names and cell.text:
            title.wrong(
                item.source,
                Wrong(
                    "N006",
                    cell.span,
                    f"unknown column `{cell.text}`",
                    did_you_mean(cell.text, names),
                    tuple((known or ())[:5]),
                ),
            )


# ---- names --------------------------------------------------------------------------------------------------------


def _collect_names(title: Title) -> None:
    for item in title.items:
        try:
            _collect(title, item)
        except Wrong as wrong:
            title.wrong(item.source, wrong)
    letters: set[str] = set()
    for item in title.of("Market"):
        if item.line.kind == "answer" and item.line.head.text == "grid":
            for row in item.line.children:
                for lump in row.head.lumps:
                    try:
                        cell = market_cell(lump)
                    except Wrong:
                        continue
                    letters |= set(cell[1]) if cell is not None else set()
    title.names.add_zones(letters)


def _collect(title: Title, item: Item) -> None:
    names, line = title.names, item.line
    if line.kind == "row" and item.columns is not None:
        first = line.cells[0]
        kind = SECTIONS.get(item.section)
        if item.columns[0] == "name" and kind is not None:
            _name(title, kind, name_of(first), first.span, item)
            if "class" in item.columns:
                position = item.columns.index("class")
                if position < len(line.cells) and line.cells[position].text:
                    names.classes.add(line.cells[position].text)
        elif item.section == "Map" and item.columns[0] == "hexes":
            for lump in first.lumps:
                if lump.kind != "STRING":
                    _name(title, "hex", lump.text, lump.span, item)
        elif item.section == "Market" and item.columns[0] == "letter":
            zone = cell_of(item, "zone")
            if zone is not None:
                names.add("zone", zone.text, item.where)
        elif item.section == "Glossary" and item.columns[0] == "word":
            about = cell_of(item, "about")
            kind_cell = cell_of(item, "kind")
            if about is None or kind_cell is None:
                raise Wrong("T003", first.span, "a word needs what it is about, and its kind")
            names.states[first.text] = StateWordInfo(first.text, about.text, _type(kind_cell.text))
    elif line.kind == "answer" and item.section == "Glossary":
        _definition(title, item)


def _type(text: str) -> str:
    return {"yes or no": "yes/no"}.get(text, text)


def _name(title: Title, kind: str, name: str, span: Span, item: Item) -> None:
    if title.names.add(kind, name, Where(item.source, span)):
        return
    first = title.names.places[kind, name]
    same = next(
        other for other in title.items if other.source == first.source and other.line.span.line == first.span.line
    )
    if item.level == same.level and item.option is None:
        path = title.sources[first.source].path
        word = "train" if kind == "train kind" else kind
        title.wrong(
            item.source,
            Wrong("N007", span, f"there are two {word}s `{name}`", "", (), ((path, first.span, "the first one"),)),
        )


def _definition(title: Title, item: Item) -> None:
    """`word: expression`, or `word of kind: expression`."""
    text = item.line.head.text
    name, about = text, None
    for kind in sorted(KINDS, key=len, reverse=True):
        if text.endswith(f" of {kind}"):
            name, about = text[: -len(f" of {kind}")], kind
            break
    title.names.definitions[name] = DefinitionInfo(name, about, item, item.where)


def cell_of(item: Item, column: str) -> Text | None:
    """The cell of a row in a column; None if it is blank or the table has no such column."""
    if item.columns is None or column not in item.columns:
        return None
    position = item.columns.index(column)
    cells = item.line.cells
    return cells[position] if position < len(cells) and cells[position].text else None
