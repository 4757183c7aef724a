"""The network of a company: what track its tokens reach (core 11.7), and whether it has a route (core 13.8).

A walk starts in a city, goes on through plain track, junctions and stops, never takes a path twice and never crosses
a side of a hex twice. It is enough to look at sides: a path that is taken twice is entered or left twice through the
same side, and a walk that comes to a stop twice can be cut short there unless it turned back on its own path.

First a plain search over crossings (`_Search`) finds a tree of walks, where only an immediate return from a stop is
refused. If no walk of the tree crosses a side both ways, the result is exact. Otherwise a second search carries
along the sides used, and what only the first has found is looked for by an exact search for one simple walk.
"""

from collections.abc import Collection, Iterable

from titleworks.runtime.map.board import Board
from titleworks.runtime.map.plan import FULL_ROUTE, STOPS, MapPlan

#: Loose walks that the exact search for one simple walk tries before it gives up (and calls the track unreached).
SEARCH_LIMIT = 2_000

_EXPANDED, _SEEN = -1, -2


class Network:
    """What is reached from some cities; not to be changed once made.

    `starts`: the cities, as (hex, stop). By hex: `edges`, mask of reached edges (where a tile can be laid or
    upgraded), and `paths`, mask of reached paths. `stops`: reached stops in order of discovery, starts first,
    junctions left out. `crossings`: those reached; `loose`: those reached if walks could cross a side twice.
    `route`: what of a route exists: FULL_ROUTE if two stops that count are joined by a walk from a start, PART_ROUTE if
    only one that counts and one that does partly, 0 if none (core 13.8).
    """

    __slots__ = ("company", "crossings", "edges", "hexes", "loose", "paths", "route", "starts", "stops")

    def __init__(
        self,
        company: int | None,
        starts: tuple[tuple[int, int], ...],
        search: "_Search",
        loose: Collection[int],
        route: int,
    ) -> None:
        self.company = company
        self.starts = starts
        self.edges: dict[int, int] = search.edges
        self.paths: dict[int, int] = search.paths
        self.crossings: Collection[int] = search.parent.keys()
        self.loose = loose
        hex_of = search.plan.hex_of
        self.hexes: Collection[int] = self.edges.keys()
        if len(loose) > len(search.parent):
            self.hexes |= {hex_of[crossing] for crossing in loose}
        real, tile = search.plan.real, search.board.tile
        self.stops: tuple[tuple[int, int], ...] = tuple(
            (key // STOPS, key % STOPS) for key in search.seen if real[tile[key // STOPS]] >> key % STOPS & 1
        )
        self.route = route

    @property
    def has_route(self) -> bool:
        """Whether any route exists."""
        return self.route > 0

    def reached_hexes(self) -> list[int]:
        """Hexes with a reached edge, ascending: where track may be laid or upgraded."""
        return sorted(hex for hex, mask in self.edges.items() if mask)

    def track_hexes(self) -> list[int]:
        """Hexes with reached track or a reached stop, ascending."""
        return sorted({hex for hex, mask in self.paths.items() if mask} | {hex for hex, _ in self.stops})

    def cities(self, board: Board) -> list[tuple[int, int]]:
        """The reached stops that have slots, in order."""
        plan, tile = board.plan, board.tile
        return [(hex, stop) for hex, stop in self.stops if plan.slots[tile[hex]][stop]]

    def reaches(self, hex: int, stop: int) -> bool:
        """Whether the stop is reached."""
        return (hex, stop) in self.stops


def network(board: Board, company: int) -> Network:
    """The company's network on this board, from the board's cache if nothing that matters has changed."""
    found: Network | None = board.networks.get(company)
    if found is None:
        found = board.networks[company] = walk(board, board.token_cities(company), company)
    return found


def network_from(board: Board, company: int | None, hexes: Iterable[int]) -> Network:
    """The network as if every stop of the hexes were a start; a company of None is blocked by nothing.

    From the board's cache if nothing that matters has changed.
    """
    key = ("from", company, tuple(hexes))
    found: Network | None = board.networks.get(key)
    if found is None:
        starts = [(hex, stop) for hex in key[2] for stop in range(len(board.plan.stops[board.tile[hex]]))]
        found = walk(board, starts, company)
        if {hex for hex, _ in starts} == set(key[2]):
            board.networks[key] = found
    return found


def open_network(board: Board, company: int, *, through_ends: bool = False) -> Network:
    """The company's network as if no city blocked; `through_ends`: walks even go on through areas.

    From the board's cache if nothing that matters has changed.
    """
    key = ("open", company, through_ends)
    found: Network | None = board.networks.get(key)
    if found is None:
        found = walk(board, board.token_cities(company), None, through_ends=through_ends)
        board.networks[key] = found
    return found


def walk(
    board: Board, starts: Iterable[tuple[int, int]], company: int | None, *, through_ends: bool = False
) -> Network:
    """The network from the given stops for a company (None: blocked by nothing); not cached."""
    starts = tuple(starts)
    search = _Search(board, company, through_ends)
    search.start(starts)
    loose = search.parent.keys()
    if search.crosses_back():
        search = _untangled(board, company, through_ends, starts, search)
    # walks of several starts hide each other: if they have found only starts, try each start alone
    joined = search.joined
    if joined < FULL_ROUTE and len(starts) > 1 and search.parent:
        joined = max(joined, *(walk(board, (start,), company, through_ends=through_ends).route for start in starts))
    sides, edges = board.plan.sides, search.edges
    for hex, _ in starts:
        edges[hex] = edges.get(hex, 0) | sides[hex]
    return Network(company, starts, search, loose, joined)


def takes_path(board: Board, network: Network, hex: int, starts: Collection[tuple[int, int]], wanted: int) -> bool:
    """Whether a walk takes one of the wanted paths (a mask) of the hex, on a board that differs from the network's only
    in what lies there, with these starts."""
    here = [stop for place, stop in starts if place == hex]
    if _inside(board, network.company, hex, network.crossings, here)[0] & wanted:
        return True
    paths, left = _inside(board, network.company, hex, network.loose, here)
    if not paths & wanted and left.issubset(network.loose):
        # nothing new is reached outside the hex, not even by walks that cross a side twice
        return False
    search = _Search(board, network.company, False)
    search.joined = FULL_ROUTE
    search.start(tuple(starts))
    if search.paths.get(hex, 0) & wanted and search.crosses_back():
        search = _untangled(board, network.company, False, tuple(starts), search)
    return bool(search.paths.get(hex, 0) & wanted)


def _inside(
    board: Board, company: int | None, hex: int, entered: Collection[int], starts: Iterable[int]
) -> tuple[int, set[int]]:
    """What walks take that enter the hex by these crossings or start at these of its stops: the mask of its paths, and
    the crossings by which they leave it."""
    plan, ways = board.plan, board.plan.ways
    tile, first = board.tile[hex], 6 * hex * ways
    face = plan.faces[6 * tile + board.rotation[hex]]
    paths = 0
    outs: list[int] = []
    arrivals = [(stop, -1) for stop in starts]
    for number, entry in enumerate(face.enter):
        if entry.paths and first + number in entered:
            paths |= entry.paths
            outs += [out for out, _ in entry.exits]
            arrivals += entry.stops
    for stop, path in arrivals:
        if path >= 0 and (plan.dead_ends[tile] >> path & 1 or blocked(board, company, hex, stop)):
            continue
        for exit in face.onward[stop].exits:
            if exit.path == path:
                continue
            paths |= 1 << exit.path
            if exit.out >= 0:
                outs.append(exit.out)
            elif (exit.stop, exit.path) not in arrivals:
                arrivals.append((exit.stop, exit.path))
    return paths, {plan.across[first + out] for out in outs} - {-1}


def blocked(board: Board, company: int | None, hex: int, stop: int) -> bool:
    """Whether the company cannot walk through the stop: an area, or a city without open slot or own token (core
    11.7)."""
    plan = board.plan
    if plan.ending[board.tile[hex]] >> stop & 1:
        return True
    slots = board.tokens[hex][stop]
    if not slots or company is None:
        return False
    if company in board.barred:
        return STOPS * hex + stop in board.barred[company]
    return None not in slots and company not in slots


class _Search:
    """The search over crossings. `used` is None, or by crossing the sides that its walk has crossed.

    `seen`: by `STOPS * hex + stop` in order of discovery: the path of the first arrival while that path has not been
    left by, `_EXPANDED` when all was done, `_SEEN` if reached only where no walk goes on.
    """

    __slots__ = (
        "board", "company", "edges", "joined", "parent", "paths", "plan", "queue", "roots", "seen", "through", "used",
    )  # fmt: skip

    def __init__(self, board: Board, company: int | None, through: bool, used: dict[int, int] | None = None) -> None:
        self.board = board
        self.plan: MapPlan = board.plan
        self.company = company
        self.through = through
        self.used = used
        self.parent: dict[int, int] = {}
        self.paths: dict[int, int] = {}
        self.edges: dict[int, int] = {}
        self.seen: dict[int, int] = {}
        self.roots: dict[int, int] = {}
        self.queue: list[int] = []
        self.joined = 0

    def start(self, starts: tuple[tuple[int, int], ...]) -> None:
        """Walk from all the starts."""
        for hex, stop in starts:
            self.seen[STOPS * hex + stop] = _EXPANDED
        for hex, stop in starts:
            self._leave(hex, stop, -1, -1, STOPS * hex + stop)
        self.run()

    def run(self) -> None:
        """Follow all crossings in the queue."""
        plan, board, parent, queue = self.plan, self.board, self.parent, self.queue
        ways, hex_of, across, faces = plan.ways, plan.hex_of, plan.across, plan.faces
        tile, rotation, paths, edges = board.tile, board.rotation, self.paths, self.edges
        per_hex, used = 6 * ways, self.used
        for crossing in queue:
            hex = hex_of[crossing]
            first = hex * per_hex
            mask, sides, exits, stops = faces[6 * tile[hex] + rotation[hex]].enter[crossing - first]
            edges[hex] = edges.get(hex, 0) | sides | 1 << (crossing - first) // ways
            if not mask:
                continue
            paths[hex] = paths.get(hex, 0) | mask
            for out, _ in exits:
                onward = across[first + out]
                if onward >= 0 and onward not in parent and (used is None or self._crosses_once(onward, crossing)):
                    parent[onward] = crossing
                    queue.append(onward)
            for stop, path in stops:
                self._arrive(hex, stop, path, crossing)
        queue.clear()

    def _crosses_once(self, onward: int, before: int) -> bool:
        """Whether a walk that carries its sides along may cross one more; then it has crossed it."""
        assert self.used is not None
        walked = self.used[before] if before >= 0 else 0
        bit = self.plan.resource[onward]
        if walked & bit:
            return False
        self.used[onward] = walked | bit
        return True

    def _arrive(self, hex: int, stop: int, path: int, before: int) -> None:
        key = STOPS * hex + stop
        state = self.seen.get(key)
        tile = self.board.tile[hex]
        if self.joined < FULL_ROUTE and (self.plan.counted[tile] | self.plan.partly[tile]) >> stop & 1:
            root = self._root(before)
            start = self.board.tile[root // STOPS]
            if root != key:
                self.joined = max(self.joined, self.plan.makes_route(start, root % STOPS, tile, stop))
        if state is None or state == _SEEN:
            if self.plan.dead_ends[tile] >> path & 1 or self._ends(hex, stop):
                self.seen[key] = _SEEN
                return
            self.seen[key] = path
            self._leave(hex, stop, path, before, key)
        elif self.used is not None:
            if not self.plan.dead_ends[tile] >> path & 1 and not self._ends(hex, stop):
                self._leave(hex, stop, path, before, key, again=True)
        elif state >= 0 and state != path and not self.plan.dead_ends[tile] >> path & 1:
            self.seen[key] = _EXPANDED
            self._leave(hex, stop, path, before, key, only=state)

    def _ends(self, hex: int, stop: int) -> bool:
        if self.through and self.plan.ending[self.board.tile[hex]] >> stop & 1:
            return False
        return blocked(self.board, self.company, hex, stop)

    def _leave(
        self, hex: int, stop: int, path: int, before: int, key: int, *, only: int = -1, again: bool = False
    ) -> None:
        """Go on from a stop by all paths but the one of arrival and entrances, or by the path `only`."""
        plan, parent = self.plan, self.parent
        paths, edges, exits = plan.faces[6 * self.board.tile[hex] + self.board.rotation[hex]].onward[stop]
        known = self.paths.get(hex, 0)
        # the path of arrival and its edges are reached already
        self.paths[hex] = known | paths
        self.edges[hex] = self.edges.get(hex, 0) | edges
        first = 6 * hex * plan.ways
        for exit in exits:
            if exit.path == path or (only >= 0 and exit.path != only):
                continue
            if exit.out >= 0:
                onward = plan.across[first + exit.out]
                if before < 0:
                    self.roots.setdefault(onward, key)
                if onward >= 0 and onward not in parent and (self.used is None or self._crosses_once(onward, before)):
                    parent[onward] = before
                    self.queue.append(onward)
            elif not (again and known >> exit.path & 1):
                self._inside(hex, exit.stop, exit.path, before, key)

    def _inside(self, hex: int, stop: int, path: int, before: int, key: int) -> None:
        """Arrive at a stop by a path inside the hex."""
        if before < 0:
            other = STOPS * hex + stop
            tile = self.board.tile[hex]
            if other != key:
                self.joined = max(self.joined, self.plan.makes_route(tile, key % STOPS, tile, stop))
            if other not in self.seen:
                goes_on = not (self.plan.dead_ends[self.board.tile[hex]] >> path & 1 or self._ends(hex, stop))
                self.seen[other] = path if goes_on else _SEEN
                if goes_on:
                    self._leave(hex, stop, path, -1, key)
            return
        self._arrive(hex, stop, path, before)

    def _root(self, crossing: int) -> int:
        """The start of the walk that made the crossing, as `STOPS * hex + stop`."""
        parent = self.parent
        while parent[crossing] >= 0:
            crossing = parent[crossing]
        return self.roots[crossing]

    def crosses_back(self) -> bool:
        """Whether some walk of the tree crosses a side of a hex twice."""
        resource, parent = self.plan.resource_number, self.parent
        first: dict[int, int] = {}
        for crossing in parent:
            other = first.setdefault(resource[crossing], crossing)
            if other != crossing and (self._before(other, crossing) or self._before(crossing, other)):
                return True
        return False

    def _before(self, early: int, late: int) -> bool:
        parent = self.parent
        while late >= 0:
            if late == early:
                return True
            late = parent[late]
        return False


# ---- walks that would cross a side twice ----


def _untangled(
    board: Board, company: int | None, through: bool, starts: tuple[tuple[int, int], ...], loose: _Search
) -> _Search:
    """The search with sides used carried along, completed by exact searches for what only `loose` reached."""
    search = _Search(board, company, through, {})
    search.start(starts)
    refuted: set[int] = set()
    while True:
        target = _next_target(loose, search, refuted)
        if target < 0:
            return search
        exact = _SimpleWalk(board, company, through, starts, target)
        found = exact.find(frozenset(exact.rivals))
        if found is None:
            refuted.add(target)
        else:
            _add_walk(search, found)


def _next_target(loose: _Search, search: _Search, refuted: set[int]) -> int:
    """A crossing on a reached side that would enter a path which only the loose search has reached, or -1.

    The first missing path of a simple walk is entered by such a crossing, since a stop that is reached is left by
    every path.
    """
    plan, board = loose.plan, loose.board
    per_hex = 6 * plan.ways
    for crossing in loose.parent:
        if crossing not in search.parent and crossing not in refuted:
            hex = plan.hex_of[crossing]
            face = plan.faces[6 * board.tile[hex] + board.rotation[hex]]
            if face.enter[crossing - hex * per_hex].paths & ~search.paths.get(hex, 0):
                side = plan.neighbour[crossing // plan.ways]
                if side >= 0 and search.edges.get(side // 6, 0) >> side % 6 & 1:
                    return crossing
    return -1


def _add_walk(search: _Search, walk: list[int]) -> None:
    """Add a simple walk and all that follows from it."""
    assert search.used is not None
    used = 0
    before = -1
    for crossing in walk:
        used |= search.plan.resource[crossing]
        # the walk replaces the branches of the tree, since what follows depends on this walk
        search.parent[crossing] = before
        search.used[crossing] = used
        search.queue.append(crossing)
        before = crossing
    search.run()


class _SimpleWalk:
    """The search for a walk that ends with a given crossing and crosses no side twice.

    Every such walk avoids one of the two crossings of a side that a loose walk crosses twice: so look for a loose
    walk, and while it is not simple, forbid the one or the other.
    """

    def __init__(
        self, board: Board, company: int | None, through: bool, starts: tuple[tuple[int, int], ...], target: int
    ) -> None:
        self.search = (board, company, through)
        self.starts = starts
        self.target = target
        self.number = board.plan.resource_number
        #: crossings of the target's own side, which the walk before it must avoid
        self.rivals = [
            crossing
            for crossing in _crossings_of_side(board.plan, target)
            if crossing != target and self.number[crossing] == self.number[target]
        ]
        self.left = SEARCH_LIMIT

    def find(self, forbidden: frozenset[int]) -> list[int] | None:
        """The crossings of such a walk without the forbidden ones, or None."""
        self.left -= 1
        if self.left < 0:
            return None
        search = _Search(*self.search)
        search.joined = FULL_ROUTE
        search.parent = dict.fromkeys(forbidden, -1)
        search.start(self.starts)
        if self.target not in search.parent:
            return None
        walk = [self.target]
        while search.parent[walk[-1]] >= 0:
            walk.append(search.parent[walk[-1]])
        seen: dict[int, int] = {}
        for crossing in walk:
            other = seen.setdefault(self.number[crossing], crossing)
            if other != crossing:
                return self.find(forbidden | {crossing}) or self.find(forbidden | {other})
        return walk[::-1]


def _crossings_of_side(plan: MapPlan, crossing: int) -> list[int]:
    side = crossing // plan.ways
    sides = [side, plan.neighbour[side]] if plan.neighbour[side] >= 0 else [side]
    return [one * plan.ways + way for one in sides for way in range(plan.ways)]
