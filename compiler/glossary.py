"""The glossary: words that hold state, and definitions, read when an expression first needs them."""

from typing import Any

from titleworks.compiler.answers import Row, guard_of
from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import lower
from titleworks.compiler.inside import parsed_expression
from titleworks.compiler.names import DefinitionInfo, StateWordInfo
from titleworks.compiler.naming import check_kind
from titleworks.compiler.notation import name_of
from titleworks.compiler.nouns import Scope
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.compiler.types import BROKEN, NONE
from titleworks.compiler.values import parsed
from titleworks.dsl.tree import Node

LASTS = ("game", "set", "round", "turn")


class Glossary:
    """Reads a title's own words."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.names = title.names
        self.words: list[Row] = []
        self.events: list[Row] = []
        self.names.resolve = self._resolve

    def word(self, item: Item) -> None:
        """A row of the table of words."""
        info = self.names.states.get(item.line.cells[0].text)
        if info is None or info.where != item.where:
            return
        row: Row = {"name": info.name, "about": info.about, "type": info.type, "guard": guard_of(item)}
        first, lasts, marker = (cell_of(item, column) for column in ("at first", "lasts", "marker"))
        if marker is not None:
            row["marker"] = marker.text
        if first is not None:
            row["first"] = lower(parsed_expression(first), Scope(self.names), info.type)[0]
        if lasts is not None:
            if lasts.text not in LASTS:
                raise Wrong("T003", lasts.span, f"`{lasts.text}` is not a time", did_you_mean(lasts.text, LASTS), LASTS)
            row["lasts"] = lasts.text
        row["firsts"] = self._firsts(info)
        self.words.append(row)

    def _firsts(self, info: StateWordInfo) -> list[list[Any]]:
        """First values in a column of the table of the things: `launch fee` of each company."""
        found: dict[int, Any] = {}
        for item in self.title.items:
            cell = cell_of(item, info.name)
            if cell is not None and item.kind == info.about and not item.broken:
                position = self.names.things[info.about][name_of(item.line.cells[0])]
                try:
                    found[position] = lower(parsed_expression(cell), Scope(self.names), info.type)[0]
                except Wrong as wrong:
                    self.title.wrong(item.source, wrong)
                info.used = True
        return [list(pair) for pair in sorted(found.items())]

    def event(self, item: Item) -> None:
        """A row of the table of events."""
        name = item.line.cells[0].text
        self.events.append({"name": name, "about": self.names.events.get(name)})

    def definitions(self) -> list[Row]:
        """All definitions, read."""
        rows = []
        for info in self.names.definitions.values():
            self._resolve(info)
            kind = info.type or BROKEN
            rows.append(
                {
                    "name": info.name,
                    "about": info.about,
                    "type": kind,
                    "value": info.value,
                    "guard": guard_of(info.item),
                }
            )
        return rows

    def _resolve(self, info: DefinitionInfo) -> None:
        if info.type is not None:
            return
        if info.busy:
            info.type = BROKEN
            self.title.error(info.where, "M032", f"`{info.name}` needs itself to be known")
            return
        info.busy = True
        try:
            info.value, kind = self._read(info)
            if info.type == BROKEN:  # it needs itself: nothing may follow it in a circle
                info.value = None
            info.type = info.type or (BROKEN if kind == NONE else kind)
            self._kept(info)
        except Wrong as wrong:
            info.type = BROKEN
            self.title.wrong(info.item.source, wrong)

    def _kept(self, info: DefinitionInfo) -> None:
        """A definition said anew keeps its kind; if not, that is noted, and what the extended title said goes on."""
        before = info.replaces
        if before is None:
            return
        old = before.value if isinstance(before, DefinitionInfo) else None
        if isinstance(before, DefinitionInfo) and before.type is None:
            try:
                old, before.type = self._read(before)
            except Wrong:  # it names what is there no more
                return
        if not check_kind(self.title, info.name, info.where, str(info.type), before):
            info.value, info.type = old, before.type

    def _read(self, info: DefinitionInfo) -> tuple[Any, str]:
        args = ((info.about, info.about),) if info.about is not None else ()
        scope = Scope(self.names, args=args)
        line = info.item.line
        if line.body is None:
            raise Wrong("S009", line.span, "a definition is one expression, on its line; put cases in brackets")
        return lower(_single(parsed(line.body)), scope)


def _single(node: Node) -> Node:
    cases = node.nodes()
    test, value = cases[0].args
    notes = value.nodes() if isinstance(value, Node) else ()
    if (
        len(cases) != 1
        or test is not None
        or len(notes) != 1
        or not isinstance(notes[0].args[0], Node)
        or notes[0].args[1]
    ):
        raise Wrong("T001", node.span, "a definition is one expression; put cases in brackets: `(10 if late; 5)`")
    return notes[0].args[0]
