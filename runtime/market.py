"""The share market: cells, moves step by step, places within a cell, operating order (core 7)."""

from collections.abc import Iterable
from typing import Any

from titleworks.runtime.errors import Refused

Moves = tuple[tuple[str, int], ...]

_STEPS = {"right": (0, 1), "left": (0, -1), "up": (-1, 0), "down": (1, 0)}
_EDGE_ANSWERS = {"right": "row_end", "left": "row_start", "up": "column_top", "down": "column_foot"}


def parse_price(game: Any, text: str) -> int:
    """The cell of `price,row,column` (core 2.3). Raises Refused if there is no such cell."""
    try:
        _, row, column = (int(part) for part in text.split(","))
    except ValueError:
        raise Refused(f"{text!r} is not a price of the market", "core 2.3") from None
    cell = game.rules.cell_index.get((row, column))
    if cell is None or price_text(game, cell) != text:
        raise Refused(f"{text!r} is not a price of the market", "core 2.3")
    return int(cell)


def price_text(game: Any, cell: int) -> str:
    """A cell as records write it: `price,row,column`."""
    row = game.rules.cells[cell]
    return f"{row.price},{row.row},{row.column}"


def par_cells(game: Any) -> tuple[int, ...]:
    """The cells of the zone `par`, highest price first."""
    cells = game.rules.cells
    found = [i for i, cell in enumerate(cells) if "par" in cell.zones]
    return tuple(sorted(found, key=lambda i: -cells[i].price))


def set_price(game: Any, company: int, cell: int) -> None:
    """Put a company's marker on a cell, behind those that are there (core 7.3)."""
    state = game.state
    state.cell[company] = cell
    state.arrivals += 1
    state.arrival[company] = state.arrivals


def move(game: Any, company: int, moves: Moves) -> None:
    """Move a company's marker step by step; a move that ends where it began changes nothing (core 7.2)."""
    start = game.state.cell[company]
    if start is None:
        return
    cell = start
    for direction, count in moves or ():
        for _ in range(count):
            cell = _step(game, company, cell, direction)
    if cell != start:
        set_price(game, company, cell)


def _step(game: Any, company: int, cell: int, direction: str) -> int:
    """One step; where the chart ends, the title says what happens instead."""
    target = _neighbour(game, cell, direction)
    if target is not None:
        return target
    for other, count in getattr(game.ask, _EDGE_ANSWERS[direction])(game, company) or ():
        for _ in range(count):
            further = _neighbour(game, cell, other)
            if further is None:
                return cell
            cell = further
    return cell


def _neighbour(game: Any, cell: int, direction: str) -> int | None:
    row = game.rules.cells[cell]
    down, right = _STEPS[direction]
    neighbour: int | None = game.rules.cell_index.get((row.row + down, row.column + right))
    return neighbour


def operating_order(game: Any, companies: Iterable[int]) -> list[int]:
    """Highest price first, then furthest right, then uppermost, then first arrived (core 7.4)."""
    cells, state = game.rules.cells, game.state

    def key(company: int) -> tuple[int, int, int, int]:
        cell = cells[state.cell[company]]
        return (-cell.price, -cell.column, cell.row, state.arrival[company])

    return sorted((c for c in companies if state.cell[c] is not None), key=key)


def place_in_cell(game: Any, company: int) -> int:
    """How many companies on the same cell stand before this one."""
    state = game.state
    cell, arrival = state.cell[company], state.arrival[company]
    return sum(other == cell and state.arrival[c] < arrival for c, other in enumerate(state.cell) if other is not None)
