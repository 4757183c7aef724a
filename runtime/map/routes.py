"""Routes: reading and writing them as records do, their legality, and what they pay (core 13.2 to 13.6)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from titleworks.runtime.map.board import Board
from titleworks.runtime.map.links import Link, Stop, links_from
from titleworks.runtime.map.network import blocked
from titleworks.runtime.table.models import Distance, DistanceRow

#: The value of a stop (hex, stop) for the train in question, in money.
Value = Callable[[int, int], int]
#: The length of a link for the train in question, for trains that run hexes.
Length = Callable[[Link], int]


class Route(NamedTuple):
    """A route of a train (any number of the caller's): its stops in order, and the links between them.

    A route within one stop has no links.
    """

    train: int
    stops: tuple[Stop, ...]
    links: tuple[Link, ...]

    @property
    def paths(self) -> tuple[tuple[int, int], ...]:
        """All paths as (hex, path), in order."""
        return tuple(path for link in self.links for path in link.paths)

    @property
    def hexes(self) -> tuple[int, ...]:
        """All hexes passed, in order; the hex of a stop between two links once."""
        return hexes_of(self)

    @property
    def track(self) -> int:
        """The bits of all track used."""
        mask = 0
        for link in self.links:
            mask |= link.track
        return mask


class Terms(NamedTuple):
    """What a title says of the routes of one train; None: nothing beside the rules.

    `leg`: whether a link may be run. `length`: what it takes of a distance in hexes (None: the sides crossed). Both say
    the same of a link in either direction.
    `on_hex`: how many stops a route may have on a hex (None: any number). `route`: whether a route may be run.
    `revenue`: what it pays, given the values of its stops (None: just these).
    """

    leg: Callable[[Link], bool] | None = None
    length: Length | None = None
    on_hex: Callable[[int], int | None] | None = None
    route: Callable[[Route], bool] | None = None
    revenue: Callable[[Route, int], int] | None = None


#: The title says nothing.
NO_TERMS = Terms()


def hexes_of(route: Any) -> tuple[int, ...]:
    """All hexes that a route passes; also of one that was saved as plain tuples."""
    _, stops, links = route
    passed = [hex for link in links[:1] for hex in link[3]]
    for link in links[1:]:
        passed += link[3][1:]
    return tuple(passed) if links else tuple(hex for hex, _ in stops)


def make_route(train: int, links: Sequence[Link]) -> Route:
    """The route over consecutive links. Raises ValueError if they do not join."""
    if any(one.end != other.start for one, other in pairwise(links)):
        raise ValueError("the links of a route must join")
    return Route(train, (links[0].start, *(link.end for link in links)), tuple(links))


# ---- records ----


def encode(board: Board, route: Route) -> dict[str, Any]:
    """The route as records have it: `connections`, `hexes` and `nodes` (core 13.2)."""
    names = [row.name for row in board.plan.hexes]
    if not route.links:
        connections = [["local", names[route.stops[0][0]]]]
    else:
        connections = [
            [names[hex] for hex in link.hexes]
            if len(link.hexes) > 1
            else [f"{names[link.hexes[0]]} {min(link.start[1], link.end[1])}.{max(link.start[1], link.end[1])}"]
            for link in route.links
        ]
    return {
        "connections": connections,
        "hexes": [names[hex] for hex, _ in route.stops],
        "nodes": [f"{names[hex]}-{stop}" for hex, stop in route.stops],
    }


def decode(
    board: Board,
    company: int,
    train: int,
    record: dict[str, Any],
    *,
    used: int = 0,
    pays: Callable[[Route], int] | None = None,
    terms: Terms = NO_TERMS,
) -> Route | None:
    """The route that a record describes, or None if no walk fits; core 13.3.

    `used`: bits of track that earlier routes of the run use. Among several possibilities, the one that avoids used
    track, matches most of `nodes`, bears an own token, runs through no full city, is allowed by the `terms`, and (with
    `pays`) pays what is recorded; the first of equal ones. The oldest records have only `hexes`, all that are passed,
    not always in the order of travel. Names that are not on the map fit no walk.
    """
    nodes = set(record.get("nodes") or ())
    revenue = record.get("revenue") if pays is not None else None
    names = board.plan.hexes
    best: Route | None = None
    best_rank: tuple[bool, int, bool, bool, bool, bool] | None = None
    for route in _candidates(board, train, record):
        rank = (
            not route.track & used,
            len(nodes & {f"{names[hex].name}-{stop}" for hex, stop in route.stops}),
            any(company in board.tokens[hex][stop] for hex, stop in route.stops),
            not any(blocked(board, company, hex, stop) for hex, stop in route.stops[1:-1]),
            terms is NO_TERMS or terms_problem(board, route, terms) is None,
            revenue is not None and pays is not None and pays(route) == revenue,
        )
        if best_rank is None or rank > best_rank:
            best, best_rank = route, rank
    return best


def _candidates(board: Board, train: int, record: dict[str, Any]) -> Iterator[Route]:
    numbers = board.plan.hex_number
    chains = record.get("connections")
    if chains is None:
        hexes = [numbers.get(name, -1) for name in record.get("hexes", ())]
        if hexes and -1 not in hexes:
            yield from _along(board, train, hexes)
            yield from _within(board, train, frozenset(hexes))
    elif len(chains) == 1 and len(chains[0]) == 2 and chains[0][0] == "local":
        hex = numbers.get(chains[0][1], -1)
        if hex >= 0:
            for stop in board.plan.cities[board.tile[hex]]:
                yield Route(train, ((hex, stop),), ())
    elif chains:
        yield from _joined(train, [_chain_links(board, chain) for chain in chains], ())


def _joined(train: int, chains: list[list[Link]], links: tuple[Link, ...]) -> Iterator[Route]:
    if len(links) == len(chains):
        yield make_route(train, links)
        return
    for link in chains[len(links)]:
        # a single chain reads one way
        for way in (link,) if len(chains) == 1 else (link, link.turned()):
            if not links or (
                links[-1].end == way.start
                and links[-1].start != way.end
                and not any(way.track & one.track for one in links)
            ):
                yield from _joined(train, chains, (*links, way))


def _chain_links(board: Board, chain: Sequence[str]) -> list[Link]:
    """All links that a chain of a record may mean, in the direction of its hexes."""
    if not chain:
        return []
    first, _, pair = chain[0].partition(" ")
    hexes: list[int] = []
    for name in (first, *chain[1:]):
        hex = board.plan.hex_number.get(name, -1)
        if hex < 0:
            return []
        if not hexes or hexes[-1] != hex:
            hexes.append(hex)
    wanted = tuple(hexes)

    def follow(passed: tuple[int, ...], hex: int) -> bool:
        return len(passed) < len(wanted) and wanted[len(passed)] == hex

    real = board.plan.real[board.tile[wanted[0]]]
    found = [
        link
        for stop in range(len(board.tokens[wanted[0]]))
        if real >> stop & 1
        for link in links_from(board, wanted[0], stop, follow)
        if link.hexes == wanted
    ]
    if len(wanted) == 1:
        found = [
            link
            for link in found
            if link.start[1] < link.end[1] and (not pair or pair == f"{link.start[1]}.{link.end[1]}")
        ]
    return found


def _along(board: Board, train: int, hexes: list[int]) -> Iterator[Route]:
    """All routes that pass exactly these hexes, as the oldest records list them."""
    real = board.plan.real[board.tile[hexes[0]]]
    for stop in range(len(board.tokens[hexes[0]])):
        if real >> stop & 1:
            for links in _onward(board, hexes, 0, (hexes[0], stop), ()):
                yield make_route(train, links)


def _onward(board: Board, hexes: list[int], at: int, stop: Stop, links: tuple[Link, ...]) -> Iterator[tuple[Link, ...]]:
    if at == len(hexes) - 1 and links:
        yield links

    def follow(passed: tuple[int, ...], hex: int) -> bool:
        return at + len(passed) < len(hexes) and hexes[at + len(passed)] == hex

    for link in links_from(board, *stop, follow):
        known = (one.start for one in links)
        if link.end != stop and link.end not in known and not any(link.track & one.track for one in links):
            yield from _onward(board, hexes, at + len(link.hexes) - 1, link.end, (*links, link))


def _within(board: Board, train: int, hexes: frozenset[int]) -> Iterator[Route]:
    """All routes that pass these hexes and no others, for lists that are not in the order of travel."""

    def follow(passed: tuple[int, ...], hex: int) -> bool:
        return hex in hexes

    def onward(stop: Stop, links: tuple[Link, ...]) -> Iterator[tuple[Link, ...]]:
        if links and hexes == {hex for link in links for hex in link.hexes}:
            yield links
        known = {one.start for one in links}
        for link in links_from(board, *stop, follow):
            if link.end != stop and link.end not in known and not any(link.track & one.track for one in links):
                yield from onward(link.end, (*links, link))

    for hex in sorted(hexes):
        for number in range(len(board.tokens[hex])):
            if board.plan.real[board.tile[hex]] >> number & 1:
                for links in onward((hex, number), ()):
                    yield make_route(train, links)


# ---- legality ----


def route_problem(
    board: Board,
    company: int,
    route: Route,
    distance: Distance,
    *,
    used: int = 0,
    terms: Terms = NO_TERMS,
) -> str | None:
    """Why the company may not run the route with a train of this distance, or None; core 13.4.

    `used`: bits of track of the company's other routes of this round that may not be shared. `terms`: what the title
    says.
    """
    names = board.plan.hexes
    stops = route.stops
    if len(stops) < 2 and not distance.local:
        return "a route must join at least two stops"
    if not any(company in board.tokens[hex][stop] for hex, stop in stops):
        return "a route must contain a city with a token of the company"
    if len(set(stops)) < len(stops):
        return "a route may not come to a stop twice"
    groups = [row.group for hex, stop in stops if (row := board.plan.stops[board.tile[hex]][stop]).group]
    if len(set(groups)) < len(groups):
        return "a route may visit an area only once"
    for hex, stop in stops[1:-1]:
        if blocked(board, company, hex, stop):
            return f"a route cannot run through {names[hex].name}"
    for one, other in pairwise(route.links):
        if is_dead_end(board, *one.paths[-1]) or is_dead_end(board, *other.paths[0]):
            return "track marked as a dead end can only begin or end a route"
    return (
        _track_problem(board, route, used)
        or terms_problem(board, route, terms)
        or distance_problem(board, route, distance, length=terms.length)
    )


def is_dead_end(board: Board, hex: int, path: int) -> bool:
    """Whether the path leads to a stop that can only be the end of a route by it."""
    return bool(board.plan.dead_ends[board.tile[hex]] >> path & 1)


def terms_problem(board: Board, route: Route, terms: Terms) -> str | None:
    """Why the title does not let the train run the route, or None."""
    names = board.plan.hexes
    if terms.leg is not None:
        for link in route.links:
            if not terms.leg(link):
                return f"the train may not run from {names[link.start[0]].name} to {names[link.end[0]].name} like that"
    if terms.on_hex is not None:
        for hex, count in Counter(hex for hex, _ in route.stops).items():
            most = terms.on_hex(hex)
            if most is not None and count > most:
                return f"the route stops too often in {names[hex].name}"
    if terms.route is not None and not terms.route(route):
        return "the title does not allow this route"
    return None


def _track_problem(board: Board, route: Route, used: int) -> str | None:
    own = 0
    for link in route.links:
        if link.track & own:
            return "a route may not use track twice"
        own |= link.track
    if own & used:
        return "two routes may not use the same track"
    return None


def distance_problem(board: Board, route: Route, distance: Distance, *, length: Length | None = None) -> str | None:
    """Why the train does not run that far, or None; core 13.4."""
    if distance.unit == "hexes":
        limit = most_visits(distance)
        run = sum(length(link) if length else link.borders for link in route.links)
        return f"the route is {run} long; the train runs {limit}" if limit is not None and run > limit else None
    if not _rows_take(board, route.stops, distance.rows, [_visits(r) for r in distance.rows]):
        return f"the route has {len(route.stops)} stops, more than the train may visit"
    return None


def most_visits(distance: Distance) -> int | None:
    """How many stops (or hexes) the train may visit at most; None: no limit."""
    visits = [_visits(row) for row in distance.rows]
    return None if None in visits else sum(n for n in visits if n is not None)


def _visits(row: DistanceRow) -> int | None:
    return row.visits if row.visits is not None else row.pays


def _places(board: Board, stops: Iterable[Stop]) -> list[str]:
    """The kinds of the stops, each as often as it takes a place of a distance."""
    plan, tile = board.plan, board.tile
    return [plan.stops[tile[hex]][stop].kind for hex, stop in stops for _ in range(plan.places[tile[hex]][stop])]


def _fitting(board: Board, kind: str, rows: Sequence[DistanceRow]) -> list[int]:
    """The rows that take a kind of stop: by its name, else by what it is like."""
    own = [n for n, row in enumerate(rows) if row.kinds is not None and kind in row.kinds]
    like = board.plan.like.get(kind)
    if like is not None and not own:
        own = [n for n, row in enumerate(rows) if row.kinds is not None and like in row.kinds]
    return sorted([*own, *(n for n, row in enumerate(rows) if row.kinds is None)])


def _rows_take(board: Board, stops: Iterable[Stop], rows: Sequence[DistanceRow], room: list[int | None]) -> bool:
    """Whether all stops find a row with room: kinds that fit the fewest rows first, rows in order."""
    kinds = _places(board, stops)
    if len(rows) == 1 and rows[0].kinds is None:
        return room[0] is None or len(kinds) <= room[0]
    left = list(room)
    fitting = {kind: _fitting(board, kind, rows) for kind in set(kinds)}
    for kind in sorted(kinds, key=lambda kind: (len(fitting[kind]), kind)):
        for number in fitting[kind]:
            free = left[number]
            if free is None:
                break
            if free > 0:
                left[number] = free - 1
                break
        else:
            return False
    return True


# ---- what it pays ----


def counted_stops(board: Board, company: int, route: Route, distance: Distance, value: Value) -> tuple[Stop, ...]:
    """The stops that the train counts, in the order of the route; core 13.4: all, or the best-paying set it can count.

    A set must hold a stop with a token of the company.
    """
    stops = route.stops
    if distance.unit == "hexes":
        return stops
    rows = sorted(distance.rows, key=lambda row: len(row.kinds) if row.kinds is not None else 1000)
    room = [row.pays for row in rows]
    if _rows_take(board, stops, rows, room):
        return stops
    own = [company in board.tokens[hex][stop] for hex, stop in stops]
    values = [value(hex, stop) for hex, stop in stops]
    most = len(stops)
    if len(_places(board, stops)) == len(stops):
        most = min(most, sum(n if n is not None else len(stops) for n in room))
    for count in range(most, 0, -1):
        sets = [
            chosen
            for chosen in combinations(range(len(stops)), count)
            if any(own[n] for n in chosen) and _rows_take(board, [stops[n] for n in chosen], rows, room)
        ]
        best = max(sets, key=lambda chosen: sum(values[n] for n in chosen), default=())
        if best and sum(values[n] for n in best) > 0:
            return tuple(stops[n] for n in best)
    return ()


def route_revenue(board: Board, company: int, route: Route, distance: Distance, value: Value) -> int:
    """The sum of the values of the stops that count and do not pay the treasury, in money; core 13.5."""
    treasury, tile = board.plan.treasury, board.tile
    counted = counted_stops(board, company, route, distance, value)
    return sum(value(hex, stop) for hex, stop in counted if not treasury[tile[hex]] >> stop & 1)


def treasury_value(board: Board, stops: Iterable[Stop], value: Value) -> int:
    """The sum of the values of those stops that pay the treasury, in money."""
    treasury, tile = board.plan.treasury, board.tile
    return sum(value(hex, stop) for hex, stop in stops if treasury[tile[hex]] >> stop & 1)
