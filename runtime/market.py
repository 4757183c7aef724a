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
    except (ValueError, AttributeError):
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


def zones(game: Any, company: int) -> tuple[int, ...]:
    """Zones of the company's cell, as positions."""
    cell = game.state.cell[company]
    found: tuple[int, ...] = () if cell is None else game.rules.zones_of_cell[cell]
    return found


def move(game: Any, company: int, moves: Moves, cause: str = "rule") -> bool:
    """Move a company's marker step by step; a move that ends where it began changes nothing (core 7.2).

    `cause`: dividend, sale, issue, sold out, pool or rule. Returns whether the marker moved.
    """
    start = game.state.cell[company]
    if start is None:
        return False
    cell = target(game, company, moves, cause)
    if cell == start:
        return False
    set_price(game, company, cell)
    return True


def target(game: Any, company: int, moves: Moves, cause: str = "rule") -> int:
    """The cell to which moves lead a company that has a price.

    Titles may say that each part (`right 2`) of moves of a cause is made whole or not at all.
    """
    cell: int = game.state.cell[company]
    for direction, count in moves or ():
        before, whole = cell, True
        for _ in range(count):
            reached = _step(game, company, cell, direction)
            whole = whole and reached != cell
            cell = reached
        if not whole and not game.ask.partial_moves(game, company, cause):
            cell = before
    return cell


def _step(game: Any, company: int, cell: int, direction: str) -> int:
    """One step; where the chart ends, or the next cell is closed to it, the title says what happens instead: that
    whole, or nothing (core 7.2)."""
    target = _neighbour(game, company, cell, direction)
    if target is not None:
        return target
    reached = cell
    for other, count in getattr(game.ask, _EDGE_ANSWERS[direction])(game, company) or ():
        for _ in range(count):
            further = _neighbour(game, company, reached, other)
            if further is None:
                return cell
            reached = further
    return reached


def _neighbour(game: Any, company: int, cell: int, direction: str) -> int | None:
    """The next cell that the company may enter; None if there is none."""
    row = game.rules.cells[cell]
    down, right = _STEPS[direction]
    neighbour: int | None = game.rules.cell_index.get((row.row + down, row.column + right))
    return None if neighbour is None or not game.ask.entry_allowed(game, company, neighbour) else neighbour


def operating_order(game: Any, companies: Iterable[int]) -> list[int]:
    """Highest price first, then furthest right, then uppermost, then first arrived (core 7.4)."""
    cells, state = game.rules.cells, game.state

    def key(company: int) -> tuple[int, int, int, int]:
        cell = cells[state.cell[company]]
        return (-cell.price, -cell.column, cell.row, state.arrival[company])

    return sorted((c for c in companies if state.cell[c] is not None), key=key)


def places_in_cells(game: Any) -> dict[int, int]:
    """Place of each company with a price among those on its cell of the market, 0 first."""
    state = game.state
    places: dict[int, int] = {}
    taken: dict[int, int] = {}
    for company in sorted(state.companies, key=lambda company: state.arrival[company]):
        cell = state.cell[company]
        if cell is not None:
            places[company] = taken.get(cell, 0)
            taken[cell] = places[company] + 1
    return places


# ---- places of companies that move in one turn ----------------------------------------------------------------------


def begin_turn(game: Any, first: bool = False) -> None:
    """A stock turn begins: no company has moved in it. The `first` of a round goes on with what moved before it."""
    if _keeps_order(game):
        if not first:
            game.state.moved.clear()
        mark_order(game)


def mark_order(game: Any) -> None:
    """Remember the order of the companies, which those that move from now on keep among themselves."""
    if _keeps_order(game):
        state = game.state
        state.order_before = operating_order(game, state.companies)


def note_sale(game: Any, company: int) -> None:
    """A player's sale has moved the company."""
    state = game.state
    if _keeps_order(game) and company not in state.moved:
        state.moved.append(company)


def settle_places(game: Any) -> None:
    """After a sale that moved a company: companies that moved in the turn stand on each cell behind those that did
    not, in the order they had when it began."""
    state = game.state
    if len(state.moved) < 2:
        return
    for cell in {state.cell[other] for other in state.companies if state.cell[other] is not None}:
        there = sorted((c for c in state.companies if state.cell[c] == cell), key=lambda c: state.arrival[c])
        ordered = [c for c in there if c not in state.moved]
        ordered += [c for c in state.order_before if c in there and c in state.moved]
        ordered += [c for c in there if c not in ordered]
        for place, other in zip(sorted(state.arrival[c] for c in there), ordered, strict=True):
            state.arrival[other] = place


def _keeps_order(game: Any) -> bool:
    return bool(game.ask.co_movers(game) == "keep order")
