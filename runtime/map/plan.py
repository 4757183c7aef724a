"""What never changes on a map: hexes and their neighbours, and every tile in its six rotations (core 2.4, 11.6 a).

Hexes, tiles and companies are positions in the lists of the components. A *face* is a tile in a rotation, numbered
`6 * tile + rotation`. An end of a path is an edge (0 to 5) or `6 + stop`, as in the table.

Track may have gauges and lanes. The *way* of a path at an edge stands for its gauge and its lane there; on a map of
one gauge without lanes there is one way only. A *crossing* is a move into a hex through an edge on a way, numbered
`(6 * hex + edge) * ways + way`; the way is that of the path which was left.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from titleworks.runtime.table.models import Components, HexRow, KindRow, PathRow, StopRow, TileRow

COLOURS = ("white", "yellow", "green", "brown", "gray")
#: How much of a route exists for a company: of stops one of which counts only partly, or of two that count in full.
PART_ROUTE, FULL_ROUTE = 1, 2

STOPS = 32  #: a stop of the map is numbered `STOPS * hex + stop`

_FLAT = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
_POINTY = ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1))
_MIRROR = {"a": "b", "b": "a", "x": "y", "y": "x"}


class Exit(NamedTuple):
    """A path seen from a stop: it leaves the hex by the crossing `out` (`edge * ways + way`) or, if that is -1, ends
    at the stop `stop`."""

    path: int
    out: int
    stop: int


class Onward(NamedTuple):
    """How walks go on from a stop: `paths` and `edges` are masks of all that they take there."""

    paths: int
    edges: int
    exits: tuple[Exit, ...]


class Entry(NamedTuple):
    """What is met on entering a face through an edge on a way.

    `paths`: mask of the paths entered; `edges`: mask of all their edges; `exits`: (out, path) of plain track, `out` as
    of an `Exit`; `stops`: (stop, path) of track that ends at a stop.
    """

    paths: int
    edges: int
    exits: tuple[tuple[int, int], ...]
    stops: tuple[tuple[int, int], ...]


class Face:
    """A tile in a rotation.

    `paths`: ends (a, b) of each; `edges`: mask of exits; `path_edges`: mask of edges by path; `stop_edges`: mask of
    edges by stop; `leave`: exits by stop; `onward`: those by which walks go on, without entrances; `enter`: entries by
    `edge * ways + way`.
    """

    __slots__ = ("edges", "enter", "leave", "number", "onward", "path_edges", "paths", "stop_edges", "tile")

    def __init__(self, number: int, tile: TileRow, ways: "_Ways") -> None:
        rotation = number % 6
        turn = [*((edge + rotation) % 6 for edge in range(6)), *range(6, 30)]
        self.number = number
        self.tile = number // 6
        self.paths = tuple((turn[path.a], turn[path.b]) for path in tile.paths)
        self.path_edges = tuple(sum(1 << end for end in {a, b} if end < 6) for a, b in self.paths)
        self.edges = 0
        for mask in self.path_edges:
            self.edges |= mask
        ends = [
            (end, other, index, ways.number(path, last), ways.number(path, not last))
            for index, path in enumerate(tile.paths)
            for last in (False, True)
            for end, other in (self.paths[index][:: -1 if last else 1],)
        ]
        self.leave = tuple(
            tuple(
                Exit(index, other * ways.count + way if other < 6 else -1, other - 6 if other >= 6 else -1)
                for end, other, index, _, way in ends
                if end == 6 + stop
            )
            for stop in range(len(tile.stops))
        )
        self.stop_edges = tuple(self._edges_of(exits) for exits in self.leave)
        self.onward = tuple(
            self._onward([exit for exit in exits if not tile.paths[exit.path].entrance]) for exits in self.leave
        )
        self.enter = tuple(self._entry(edge, way, ends, ways) for edge in range(6) for way in range(ways.count))

    def _edges_of(self, exits: Iterable[Exit]) -> int:
        edges = 0
        for exit in exits:
            if exit.out >= 0:
                edges |= self.path_edges[exit.path]
        return edges

    def _onward(self, exits: list[Exit]) -> Onward:
        return Onward(sum(1 << exit.path for exit in exits), self._edges_of(exits), tuple(exits))

    def _entry(self, edge: int, way: int, ends: list[tuple[int, int, int, int, int]], ways: "_Ways") -> Entry:
        paths = edges = 0
        exits = []
        stops = []
        for end, other, index, here, there in ends:
            if end == edge and here in ways.joins[way]:
                paths |= 1 << index
                edges |= self.path_edges[index]
                if other < 6:
                    exits.append((other * ways.count + there, index))
                else:
                    stops.append((other - 6, index))
        return Entry(paths, edges, tuple(exits), tuple(stops))


class _Faces(dict[int, Face]):
    """Faces by number, made when first asked for."""

    def __init__(self, tiles: list[TileRow], ways: "_Ways") -> None:
        super().__init__()
        self._tiles = tiles
        self._ways = ways

    def __missing__(self, number: int) -> Face:
        face = self[number] = Face(number, self._tiles[number // 6], self._ways)
        return face


class _Ways:
    """Gauge and lane pairs in use, and which join across a side of a hex."""

    def __init__(self, tiles: list[TileRow], joins: Mapping[str, Collection[str]] | None) -> None:
        found = {("broad", "")}
        for tile in tiles:
            for path in tile.paths:
                found.update(_ways_of(path))
        self.names = sorted(found)
        self.count = len(self.names)
        self._number = {name: number for number, name in enumerate(self.names)}
        self.joins = tuple(
            frozenset(
                other
                for other, (gauge, lane) in enumerate(self.names)
                if (lane == facing_lane(name[1]) or not lane or not name[1]) and _gauges_join(name[0], gauge, joins)
            )
            for name in self.names
        )
        #: by way, the lane as seen from the hex left and from the hex entered
        self.lane = tuple(lane for _, lane in self.names)
        self.facing = tuple(facing_lane(lane) for _, lane in self.names)

    def number(self, path: PathRow, last: bool) -> int:
        """The way of a path at its end `b` (last) or `a`."""
        return self._number[_ways_of(path)[last]]


def _ways_of(path: PathRow) -> tuple[tuple[str, str], tuple[str, str]]:
    first, second = path.lanes or ("", "")
    return (path.gauge, first), (path.gauge, second)


def facing_lane(lane: str) -> str:
    """The lane of the neighbour that a lane meets: `a` and `b`, `x` and `y` change places, `i/n` becomes `n-1-i/n`."""
    number, slash, count = lane.partition("/")
    if slash and number.isdigit() and count.isdigit():
        return f"{int(count) - 1 - int(number)}/{count}"
    return _MIRROR.get(lane, lane)


def _gauges_join(one: str, other: str, joins: Mapping[str, Collection[str]] | None) -> bool:
    if joins is not None:
        return one == other or other in joins.get(one, ()) or one in joins.get(other, ())
    return one == other or "dual" in (one, other)


class MapPlan:
    """Everything about a map that does not change in play; made once per set-up.

    The gauges of the components say which join across a side, and what an upgrade may turn them into; without them
    equal ones join, dual joins any, and any may become dual. Their kinds of stops say where every walk ends (as at
    areas), which count towards having a route (core 13.8), and what they take and pay. `closed`: colours of
    printed hexes that track may not be laid against unless they have track there, and that are never laid upon.
    `companies`: those in the game (None: all), for which alone homes are reserved.
    `tile_in_play`: by position, whether a tile is in the supply (None: all but those whose `in_play` is false).

    By hex: `sides` (mask of the sides with a neighbour that may be crossed), `printed`. By `6 * hex + edge`:
    `neighbour`, the same number on the other side, or -1. By crossing: `resource`, a bit for the lane of the side
    that is crossed, the same in both directions. `faces` by face. `cities` by tile: its stops that have slots.
    """

    def __init__(
        self,
        components: Components,
        *,
        closed: Collection[str] = ("gray", "orange", "red", "blue"),
        tile_in_play: Callable[[int], bool] | None = None,
        companies: Collection[int] | None = None,
    ) -> None:
        self.tiles: list[TileRow] = components.tiles
        self.hexes: list[HexRow] = components.hexes
        self.printed = [row.printed for row in self.hexes]
        self.hex_number = {row.name: number for number, row in enumerate(self.hexes)}
        self.closed = frozenset(closed)
        self.reserved = [
            [entry for entry in row.reserved if companies is None or entry[0] in companies] for row in self.hexes
        ]
        self.in_play = [
            tile_in_play(number) if tile_in_play else row.in_play is not False for number, row in enumerate(self.tiles)
        ]
        joins = {row.name: {row.name, *row.joins} for row in components.gauges}
        #: by gauge, those that old track of the gauge may be on an upgrade; {} where the title lists no gauges
        self.becomes = {row.name: {row.name, *row.becomes} for row in components.gauges}
        self._ways = _Ways(self.tiles, joins or None)
        self.ways = self._ways.count
        self.faces = _Faces(self.tiles, self._ways)
        self.stops: list[tuple[StopRow, ...]] = [tuple(row.stops) for row in self.tiles]
        self.cities = [tuple(k for k, stop in enumerate(stops) if stop.slots) for stops in self.stops]
        self._stop_kinds(components.kinds)
        self.dead_ends = [
            sum(1 << index for index, path in enumerate(row.paths) if path.dead_end) for row in self.tiles
        ]
        #: by tile, the gauge of each path
        self.gauges = [tuple(path.gauge for path in row.paths) for row in self.tiles]
        #: by tile, the kinds of its stops; kinds that an upgrade does not keep
        self.stop_kinds = [tuple(dict.fromkeys(stop.kind for stop in row.stops)) for row in self.tiles]
        self.gone = frozenset(row.name for row in components.kinds if row.upgraded in ("gone", "covered"))
        self.covered = frozenset(row.name for row in components.kinds if row.upgraded == "covered")
        self.gauges_of = [tuple(dict.fromkeys(gauges)) for gauges in self.gauges]
        self.slots = [tuple(stop.slots for stop in stops) for stops in self.stops]
        self.colour_step = [COLOURS.index(row.colour) if row.colour in COLOURS else -1 for row in self.tiles]
        self._place(components.layout)
        #: costs printed on sides, by `6 * hex + edge`
        self.border_costs = {
            6 * number + border.edge: border.amount
            for number, row in enumerate(self.hexes)
            for border in row.borders
            if border.kind == "cost"
        }
        self.fits: dict[tuple[int, int], str] = {}
        self.useful: dict[tuple[int, int, bool], int] = {}
        self.kinds: dict[tuple[int, int], str] = {}
        self.maps: dict[tuple[int, int], tuple[int, ...]] = {}
        self.candidates: dict[int, tuple[int, ...]] = {}

    def _stop_kinds(self, rows: list[KindRow]) -> None:
        kinds = {row.name: row for row in rows}
        #: what a kind of stop of the title is like: city, town or area
        self.like = {row.name: row.like for row in rows}
        ends = {"area", *(row.name for row in rows if row.like == "area")}
        optional = {row.name: row.optional for row in rows} | {"junction": "yes"}
        treasury = {row.name for row in rows if row.pays == "treasury"}
        #: by tile, masks of stops: where walks end, that are not junctions, that count for a route, that count for one
        #: together with one of these, and that pay the treasury
        self.ending = [_mask(stops, lambda stop: stop.kind in ends) for stops in self.stops]
        self.real = [_mask(stops, lambda stop: stop.kind != "junction") for stops in self.stops]
        self.counted = [_mask(stops, lambda stop: optional.get(stop.kind, "no") == "no") for stops in self.stops]
        self.partly = [_mask(stops, lambda stop: optional.get(stop.kind) == "partly") for stops in self.stops]
        self.treasury = [_mask(stops, lambda stop: stop.kind in treasury) for stops in self.stops]
        #: by tile and stop, the places that a visit takes of a train's distance
        self.places = [
            tuple(kinds[stop.kind].places if stop.kind in kinds else 1 for stop in stops) for stops in self.stops
        ]

    def makes_route(self, tile: int, stop: int, other: int, last: int) -> int:
        """What two stops that are joined, of one tile and of another, are for the question whether a route exists:
        FULL_ROUTE if both count, PART_ROUTE if one counts only partly, 0 for none (core 13.8)."""
        one, two = self.counted[tile] >> stop & 1, self.counted[other] >> last & 1
        if one and two:
            return FULL_ROUTE
        partly = (one and self.partly[other] >> last & 1) or (two and self.partly[tile] >> stop & 1)
        return PART_ROUTE if partly else 0

    def _place(self, layout: str) -> None:
        steps = _FLAT if layout == "flat" else _POINTY
        places = {(row.x, row.y): number for number, row in enumerate(self.hexes)}
        around = [[places.get((row.x + dx, row.y + dy), -1) for dx, dy in steps] for row in self.hexes]
        walls = {
            6 * number + border.edge
            for number, row in enumerate(self.hexes)
            for border in row.borders
            if border.kind == "wall"
        }
        walls |= {
            6 * around[side // 6][side % 6] + (side % 6 + 3) % 6 for side in walls if around[side // 6][side % 6] >= 0
        }
        self.neighbour = [
            -1 if around[number][edge] < 0 or 6 * number + edge in walls else 6 * around[number][edge] + (edge + 3) % 6
            for number in range(len(self.hexes))
            for edge in range(6)
        ]
        self._close_sides()
        self.sides = [
            sum(1 << edge for edge in range(6) if self.neighbour[6 * number + edge] >= 0)
            for number in range(len(self.hexes))
        ]
        self._number_crossings()

    def _close_sides(self) -> None:
        """No side leads to a gray, red or blue hex without track to it (core 11.6 a)."""
        for side, other in enumerate(self.neighbour):
            if other >= 0:
                tile = self.printed[other // 6]
                if self.tiles[tile].colour in self.closed and not self.faces[6 * tile].edges >> other % 6 & 1:
                    self.neighbour[side] = -1

    def _number_crossings(self) -> None:
        ways = self.ways
        self.hex_of = [side // 6 for side in range(len(self.neighbour)) for _ in range(ways)]
        #: by crossing out of a hex (hex, edge, way) the crossing into the neighbour, or -1
        self.across = [other * ways + way if other >= 0 else -1 for other in self.neighbour for way in range(ways)]
        numbers: dict[tuple[int, str], int] = {}
        self.resource: list[int] = []
        self.resource_number: list[int] = []
        for side, other in enumerate(self.neighbour):
            for way in range(ways):
                # the way is that of the hex left: `other`; the lane is named as seen from the lower-numbered side
                lane = self._ways.lane[way] if 0 <= other < side else self._ways.facing[way]
                key = (min(side, other) if other >= 0 else side, lane)
                number = numbers.setdefault(key, len(numbers))
                self.resource_number.append(number)
                self.resource.append(1 << number)
        # track without a lane takes the whole side
        lanes: dict[int, int] = {}
        for (key_side, _), number in numbers.items():
            lanes[key_side] = lanes.get(key_side, 0) | 1 << number
        for crossing, _ in enumerate(self.resource):
            side, way = divmod(crossing, ways)
            if not self._ways.lane[way]:
                other = self.neighbour[side]
                self.resource[crossing] = lanes[min(side, other) if other >= 0 else side]
        self.sides_count = len(numbers)
        self.path_stride = max((len(row.paths) for row in self.tiles), default=0)

    def has_border_cost(self, hex: int) -> bool:
        """Whether a cost is printed on a side of the hex."""
        return bool(self.border_costs) and any(6 * hex + edge in self.border_costs for edge in range(6))

    def may_become(self, gauge: str, other: str) -> bool:
        """Whether an upgrade may turn track of a gauge into the other gauge."""
        if not self.becomes:
            return other in (gauge, "dual")
        return other in self.becomes.get(gauge, (gauge,))

    def added_gauges(self, old: int, new: int) -> tuple[str, ...]:
        """The gauges of which the new tile has more segments than the old: exits of stops, and paths from side to
        side."""
        before, after = self._segments(old), self._segments(new)
        return tuple(gauge for gauge in after if after[gauge] > before.get(gauge, 0))

    def _segments(self, tile: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for path in self.tiles[tile].paths:
            if path.a < 6 or path.b < 6:
                found[path.gauge] = found.get(path.gauge, 0) + 1
        return found

    def path_resource(self, hex: int, path: int) -> int:
        """The bit of a path that touches no side, beside those of `resource`."""
        return 1 << (self.sides_count + hex * self.path_stride + path)


def _mask(stops: tuple[StopRow, ...], test: Callable[[StopRow], bool]) -> int:
    return sum(1 << k for k, stop in enumerate(stops) if test(stop))
