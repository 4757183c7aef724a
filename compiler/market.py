"""The chart of the stock market: cells with prices and zones, as printed."""

from typing import Any

from titleworks.compiler import notation
from titleworks.compiler.diagnostics import Wrong
from titleworks.compiler.names import Where
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.runtime.table.vocabulary import ZONES

Row = dict[str, Any]


class Market:
    """The cells of the chart and the zones by letter; `overlays`: charts of options."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.cells: list[Row] = []
        self.overlays: list[tuple[str, list[Row]]] = []
        self.letters = self._letters()

    def read(self) -> None:
        """Read the chart; an extending title's replaces the one before it."""
        said: dict[tuple[int, str | None], Item] = {}
        for item in self.title.of("Market"):
            if item.answer != "grid":
                continue
            item.used = True
            first = said.setdefault((item.level, item.option), item)
            if first is not item:
                span = item.line.head.span
                self.title.error(
                    Where(item.source, span), "M004", "there are two charts", "", (first.where, "the first")
                )
            cells = self._grid(item)
            if item.option is None:
                self.cells = cells
            else:
                self.overlays.append((item.option, cells))

    def _letters(self) -> dict[str, str]:
        named = self.title.names.things["zone"]
        zones = {letter: name for letter, name in ZONES.items() if name in named}
        for item in self.title.of("Market"):
            if item.table == "letter":
                zone, first = cell_of(item, "zone"), item.line.cells[0]
                if len(first.text) != 1 or not first.text.isalpha():
                    self.title.wrong(item.source, Wrong("T003", first.span, f"`{first.text}` is not a letter"))
                elif zone is not None:
                    zones[first.text] = zone.text
        return zones

    def _grid(self, item: Item) -> list[Row]:
        cells: list[Row] = []
        for row, line in enumerate(item.line.children):
            for column, lump in enumerate(line.head.lumps):
                try:
                    cell = notation.market_cell(lump)
                    if cell is not None:
                        cells.append(
                            {"row": row, "column": column, "price": cell[0], "zones": self._zones(cell[1], lump)}
                        )
                except Wrong as wrong:
                    self.title.wrong(item.source, wrong)
        return cells

    def _zones(self, letters: str, lump: Any) -> list[str]:
        for letter in letters:
            if letter not in self.letters:
                hint = f"add a row `{letter} | its name` below `letter | zone`"
                raise Wrong("N001", lump.span, f"no zone has the letter `{letter}`", hint)
        return [self.letters[letter] for letter in letters]
