"""The track between two consecutive stops, the pieces that routes are made of (core 13.3)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from titleworks.runtime.map.board import Board

Stop = tuple[int, int]
#: Whether walks may go on into a hex: (hexes so far, hex) -> bool.
Follow = Callable[[tuple[int, ...], int], bool]


class Link(NamedTuple):
    """Track from one stop to the next, without a stop between.

    `start`, `end`: (hex, stop). `paths`: (hex, path) in order. `hexes`: the hexes passed in order, a hex that
    several paths in a row lie in (at a junction) once. `track`: bits of the sides crossed and of paths inside a hex:
    two links with a bit in common use the same track. `borders`: number of sides crossed.
    """

    start: Stop
    end: Stop
    paths: tuple[tuple[int, int], ...]
    hexes: tuple[int, ...]
    track: int
    borders: int

    def turned(self) -> "Link":
        """The same track the other way."""
        return Link(self.end, self.start, self.paths[::-1], self.hexes[::-1], self.track, self.borders)


def links_from(board: Board, hex: int, stop: int, follow: Follow | None = None) -> Iterator[Link]:
    """All links that start at the stop, in the order of paths; `follow` limits the hexes that they pass."""
    yield from _from_stop(board, (hex, stop), hex, stop, (), (hex,), 0, 0, follow)


def _from_stop(
    board: Board,
    start: Stop,
    hex: int,
    stop: int,
    paths: tuple[tuple[int, int], ...],
    hexes: tuple[int, ...],
    track: int,
    borders: int,
    follow: Follow | None,
) -> Iterator[Link]:
    plan = board.plan
    for exit in plan.faces[6 * board.tile[hex] + board.rotation[hex]].leave[stop]:
        if (hex, exit.path) in paths:
            continue
        onward = (*paths, (hex, exit.path))
        if exit.out >= 0:
            crossing = plan.across[6 * hex * plan.ways + exit.out]
            yield from _cross(board, start, crossing, onward, hexes, track, borders, follow)
        else:
            bit = plan.path_resource(hex, exit.path)
            yield from _arrive(board, start, hex, exit.stop, onward, hexes, track | bit, borders, follow)


def _cross(
    board: Board,
    start: Stop,
    crossing: int,
    paths: tuple[tuple[int, int], ...],
    hexes: tuple[int, ...],
    track: int,
    borders: int,
    follow: Follow | None,
) -> Iterator[Link]:
    plan = board.plan
    if crossing < 0 or track & plan.resource[crossing]:
        return
    hex = plan.hex_of[crossing]
    if follow is not None and not follow(hexes, hex):
        return
    hexes = (*hexes, hex)
    track |= plan.resource[crossing]
    first = hex * 6 * plan.ways
    entry = plan.faces[6 * board.tile[hex] + board.rotation[hex]].enter[crossing - first]
    for out, path in entry.exits:
        onward = plan.across[first + out]
        yield from _cross(board, start, onward, (*paths, (hex, path)), hexes, track, borders + 1, follow)
    for stop, path in entry.stops:
        yield from _arrive(board, start, hex, stop, (*paths, (hex, path)), hexes, track, borders + 1, follow)


def _arrive(
    board: Board,
    start: Stop,
    hex: int,
    stop: int,
    paths: tuple[tuple[int, int], ...],
    hexes: tuple[int, ...],
    track: int,
    borders: int,
    follow: Follow | None,
) -> Iterator[Link]:
    if board.plan.real[board.tile[hex]] >> stop & 1:
        yield Link(start, (hex, stop), paths, hexes, track, borders)
    elif not board.plan.dead_ends[board.tile[hex]] >> paths[-1][1] & 1:
        yield from _from_stop(board, start, hex, stop, paths, hexes, track, borders, follow)
