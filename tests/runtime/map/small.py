"""Small maps for tests, and a network found by trying every walk."""

from collections.abc import Sequence

from titleworks.runtime.map.board import Board
from titleworks.runtime.map.plan import MapPlan
from titleworks.runtime.table.models import BorderRow, Components, GaugeRow, HexRow, KindRow, PathRow, StopRow, TileRow

Ends = Sequence[tuple[int, int] | tuple[int, int, str]]


def city(slots: int = 1, value: int = 20) -> StopRow:
    """A city."""
    return StopRow(kind="city", value=value, slots=slots)


def town(value: int = 10) -> StopRow:
    """A town."""
    return StopRow(kind="town", value=value)


def area(value: int = 30, group: str | None = None) -> StopRow:
    """An off-board area."""
    return StopRow(kind="area", value=value, group=group)


def tile(
    name: str,
    paths: Ends,
    stops: list[StopRow] | None = None,
    *,
    colour: str = "yellow",
    count: int | None = 0,
    labels: list[str] | None = None,
) -> TileRow:
    """A tile with paths as pairs of ends (an edge, or 6 + stop), and their gauge if it is not broad."""
    rows = [PathRow(a=path[0], b=path[1], gauge=path[2] if len(path) == 3 else "broad") for path in paths]
    return TileRow(name=name, count=count, colour=colour, stops=stops or [], paths=rows, labels=labels or [])


def make(
    printed: dict[tuple[int, int], TileRow],
    tiles: list[TileRow] | None = None,
    *,
    reserved: dict[tuple[int, int], list[tuple[int, int | None]]] | None = None,
    walls: list[tuple[int, int, int]] | None = None,
    gauges: list[GaugeRow] | None = None,
    kinds: list[KindRow] | None = None,
) -> Board:
    """A board on a flat-topped map: printed tiles by doubled coordinates, and a supply. Hexes are named `x,y`."""
    supply = list(tiles or [])
    hexes = [
        HexRow(
            name=f"{x},{y}",
            x=x,
            y=y,
            printed=len(supply) + number,
            reserved=(reserved or {}).get((x, y), []),
            borders=[BorderRow(edge=e, kind="wall") for a, b, e in walls or [] if (a, b) == (x, y)],
        )
        for number, (x, y) in enumerate(printed)
    ]
    return Board(
        MapPlan(
            Components(
                trains=[],
                phases=[],
                companies=[],
                tiles=[*supply, *printed.values()],
                hexes=hexes,
                layout="flat",
                cells=[],
                gauges=gauges or [],
                kinds=kinds or [],
            )
        )
    )


def at(board: Board, x: int, y: int) -> int:
    """The hex at these coordinates."""
    return board.plan.hex_number[f"{x},{y}"]


def every_walk(board: Board, company: int) -> tuple[dict[int, int], set[tuple[int, int]]]:
    """Reached paths by hex (as masks) and reached stops, by trying every walk that takes no path and no side twice."""
    plan = board.plan
    step = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
    places = {(row.x, row.y): n for n, row in enumerate(plan.hexes)}
    paths: dict[int, int] = {}
    stops: set[tuple[int, int]] = set()

    def ends(hex: int, path: int) -> tuple[int, int]:
        row = plan.tiles[board.tile[hex]].paths[path]
        turn = board.rotation[hex]
        a, b = ((end + turn) % 6 if end < 6 else end for end in (row.a, row.b))
        return a, b

    def from_end(hex: int, end: int, walked: frozenset[tuple[int, int]], sides: frozenset[frozenset[int]]) -> None:
        """Go on by every path that meets this end of the hex."""
        for path in range(len(plan.tiles[board.tile[hex]].paths)):
            a, b = ends(hex, path)
            for one, other in ((a, b), (b, a)):
                if one == end and (hex, path) not in walked:
                    paths[hex] = paths.get(hex, 0) | 1 << path
                    along(hex, other, walked | {(hex, path)}, sides)

    def along(hex: int, end: int, walked: frozenset[tuple[int, int]], sides: frozenset[frozenset[int]]) -> None:
        if end >= 6:
            stops.add((hex, end - 6))
            stop = plan.tiles[board.tile[hex]].stops[end - 6]
            slots = board.tokens[hex][end - 6]
            if stop.kind != "area" and not (slots and None not in slots and company not in slots):
                from_end(hex, end, walked, sides)
            return
        row = plan.hexes[hex]
        neighbour = places.get((row.x + step[end][0], row.y + step[end][1]))
        if neighbour is not None:
            side = frozenset({6 * hex + end, 6 * neighbour + (end + 3) % 6})
            if side not in sides:
                from_end(neighbour, (end + 3) % 6, walked, sides | {side})

    for hex, stop in board.token_cities(company):
        stops.add((hex, stop))
        from_end(hex, 6 + stop, frozenset(), frozenset())
    return {hex: mask for hex, mask in paths.items() if mask}, stops
