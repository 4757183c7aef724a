"""The best routes for all trains of a company together, with a proof of optimality or an honest bound.

Routes grow from a token in two arms. For each train alone the best route gives a bound; trains that take turns to
run their best routes over what track is left give a set to beat. Only routes that could still be in a better set are
then listed and combined. Values of stops may not be negative.
"""

from collections.abc import Sequence
from typing import NamedTuple

from titleworks.runtime.map.board import Board
from titleworks.runtime.map.links import Link, Stop, links_from
from titleworks.runtime.map.network import blocked, network
from titleworks.runtime.map.routes import Length, Route, Value, counted_stops, distance_problem, most_visits
from titleworks.runtime.table.models import Distance

#: Steps of all searches together before the search gives up its proof; a step takes some microseconds.
STEP_LIMIT = 60_000


class Train(NamedTuple):
    """A train that may run: the caller's number, how far it runs, and what stops are worth to it (in money, not
    negative).

    `length` of links, for trains that run hexes (None: the sides crossed).
    """

    card: int
    distance: Distance
    value: Value
    length: Length | None = None


class BestRoutes(NamedTuple):
    """Routes, at most one a train, in the order of the trains; their revenue; whether no other set pays more; and a
    revenue that no set exceeds (equal to `revenue` if optimal)."""

    routes: tuple[Route, ...]
    revenue: int
    optimal: bool
    bound: int


class _Found(NamedTuple):
    revenue: int
    track: int
    links: tuple[Link, ...]
    start: Stop


def best_routes(
    board: Board, company: int, trains: Sequence[Train], *, used: int = 0, limit: int = STEP_LIMIT
) -> BestRoutes:
    """The set of routes with the highest revenue, each train at most once, no track twice (core 13.4, 13.6).

    `used`: bits of track that may not be used. The same arguments give the same routes.
    """
    graph = _Graph(board, company)
    steps = _Steps(limit)
    kinds: dict[tuple[object, ...], _Kind] = {}
    fleet: list[_Kind] = []
    for train in trains:
        values = tuple(train.value(hex, stop) for hex, stop in graph.stops)
        key = (train.distance.model_dump_json(), values, train.length)
        if key not in kinds:
            kinds[key] = _Kind(graph, train, values, steps)
        fleet.append(kinds[key])
    for kind in kinds.values():
        kind.alone(used)
    order = sorted(range(len(fleet)), key=lambda n: (-fleet[n].bound, n))
    chosen = _in_turn(fleet, order, used)
    total = sum(found.revenue for found in chosen if found)
    bound = sum(kind.bound for kind in fleet)
    if total < bound and len(fleet) > 1 and steps.left > 0:
        combined = _Combination(fleet, order, total, bound, used, steps)
        if combined.best is not None:
            chosen, total = combined.best, combined.total
        if combined.complete:
            bound = total
    routes = tuple(
        Route(train.card, (found.start, *(link.end for link in found.links)), found.links)
        for train, found in zip(trains, chosen, strict=True)
        if found is not None
    )
    return BestRoutes(routes, total, total >= bound, max(total, bound))


class _Steps:
    __slots__ = ("left",)

    def __init__(self, limit: int) -> None:
        self.left = limit


class _Graph:
    """The stops that the company reaches, numbered, and the links between them."""

    def __init__(self, board: Board, company: int) -> None:
        self.board = board
        self.company = company
        plan = board.plan
        self.stops = list(network(board, company).stops)
        number = {stop: n for n, stop in enumerate(self.stops)}
        self.own = [n for n, (hex, stop) in enumerate(self.stops) if company in board.tokens[hex][stop]]
        self.through = 0
        self.groups: list[int] = []
        words: dict[str, int] = {}
        for n, (hex, stop) in enumerate(self.stops):
            if not blocked(board, company, hex, stop):
                self.through |= 1 << n
            group = plan.stops[board.tile[hex]][stop].group
            self.groups.append(1 << words.setdefault(group, len(words)) if group else 0)
        #: by stop, the places a visit takes of a distance
        self.places = [plan.places[board.tile[hex]][stop] for hex, stop in self.stops]
        self.some_free = 0 in self.places
        #: by stop: (number of the other end, whether walks end there, link)
        self.links: list[list[tuple[int, bool, Link]]] = []
        self.next: list[int] = []
        for n, (hex, stop) in enumerate(self.stops):
            found = []
            if self.through >> n & 1 or n in self.own:
                for link in links_from(board, hex, stop):
                    end = number.get(link.end, n)
                    if end != n:
                        dead = any(plan.dead_ends[board.tile[h]] >> path & 1 for h, path in link.paths)
                        found.append((end, dead or not self.through >> end & 1, link))
            self.links.append(found)
            mask = 0
            for end, _, _ in found:
                mask |= 1 << end
            self.next.append(mask)


class _Kind:
    """Trains that run equally far and to which stops are worth the same."""

    def __init__(self, graph: _Graph, train: Train, values: tuple[int, ...], steps: _Steps) -> None:
        self.graph = graph
        self.train = train
        self.values = values
        self.steps = steps
        self.by_hexes = train.distance.unit == "hexes"
        limit = most_visits(train.distance)
        self.most = limit if limit is not None else 10_000
        rows = train.distance.rows
        self.plain = self.by_hexes or (
            len(rows) == 1 and rows[0].kinds is None and (rows[0].pays is None or rows[0].pays == self.most)
        )
        self.room = 10_000 if self.by_hexes else self.most
        #: each link of every stop by the value of its end, best first
        self.links = [sorted(links, key=lambda entry: (-values[entry[0]], entry[2].borders)) for links in graph.links]
        self.order = sorted(range(len(values)), key=lambda n: (-values[n], n))
        self.bound = 0
        self.best: _Found | None = None

    def length(self, link: Link) -> int:
        """What the link takes of the train's range, for trains that run hexes."""
        return self.train.length(link) if self.train.length else link.borders

    def alone(self, used: int) -> None:
        """Find the best route of one such train, and what it can earn at most."""
        search = _Search(self, used, 0, False)
        self.best = search.best
        self.bound = search.floor if search.complete else search.most

    def run(self, used: int) -> _Found | None:
        """The best route over the track that is left (as far as the steps go)."""
        if self.best is None or not self.best.track & used:
            return self.best
        return _Search(self, used, 0, False).best

    def better_than(self, floor: int, used: int) -> tuple[list[_Found], bool]:
        """All routes that pay more, best first; and whether these are all."""
        search = _Search(self, used, floor, True)
        search.found.sort(key=lambda found: -found.revenue)
        return search.found, search.complete


class _Arm(NamedTuple):
    """A route that grows at `end`: masks of stops, groups and track, sum of values, places taken, length, links,
    and how many more stops where walks end it may have."""

    end: int
    visited: int
    groups: int
    track: int
    total: int
    visits: int
    run: int
    links: tuple[Link, ...]
    ends: int


class _Search:
    """Depth-first search for the routes of a train; `every` collects all that pay more than the floor, else the best
    one."""

    def __init__(self, kind: _Kind, used: int, floor: int, every: bool) -> None:
        self.kind = kind
        self.graph = kind.graph
        self.steps = kind.steps
        self.floor = floor
        self.every = every
        self.found: list[_Found] = []
        self.best: _Found | None = None
        self.complete = True
        self.most = 0
        self.banned = 0
        for own in self.graph.own:
            self._from_token(own, used)
            # later routes leave this token out: those with it have been looked at
            self.banned |= 1 << own

    def _from_token(self, own: int, used: int) -> None:
        self.token = own
        values = self.kind.values
        bound = values[own] + self._rest(1 << own, 1 << own, self.kind.room - self.graph.places[own], 2)
        if bound <= self.floor:
            return
        self.most = max(self.most, bound)
        if self.kind.train.distance.local and values[own] > self.floor:
            self._note(values[own], (), own)
        arm = _Arm(
            own, 1 << own | self.banned, self.graph.groups[own], used, values[own], self.graph.places[own], 0, (), 2
        )
        self._grow(arm, False, -1)

    def _rest(self, visited: int, starts: int, room: int, ends: int) -> int:
        """What the stops that can still be reached from the starts (a mask) may add at most, `ends` of them where
        walks end."""
        graph, values = self.graph, self.kind.values
        visited |= self.banned
        reached = 0
        through, onward = graph.through, graph.next
        while starts:
            low = starts & -starts
            starts ^= low
            new = onward[low.bit_length() - 1] & ~visited & ~reached
            reached |= new
            starts |= new & through
        total = 0
        if reached:
            for stop in self.kind.order:
                if reached >> stop & 1:
                    if room <= 0 and not graph.some_free:
                        break
                    if room <= 0 and graph.places[stop]:
                        continue
                    if not through >> stop & 1:
                        if ends <= 0:
                            continue
                        ends -= 1
                    total += values[stop]
                    room -= graph.places[stop] > 0
        return total

    def _grow(self, arm: _Arm, second: bool, first: int) -> None:
        """Lengthen the arm at its end. `second`: whether the other arm is done; `first`: the number of that arm's
        first link.

        The second arm begins with a later link of the token than the first one, lest every route be found twice.
        """
        kind, graph = self.kind, self.graph
        if arm.visits >= kind.room and not graph.some_free:
            return
        end, visited, groups, track, total, count, run, links, ends = arm
        for index, (stop, last, link) in enumerate(kind.links[end]):
            if (
                visited >> stop & 1
                or link.track & track
                or graph.groups[stop] & groups
                or (end == self.token and index <= first)
            ):
                continue
            length = run + kind.length(link)
            if kind.by_hexes and length > kind.most:
                continue
            visits = count + graph.places[stop]
            if visits > kind.room:
                continue
            if self.steps.left <= 0:
                self.complete = False
                return
            self.steps.left -= 1
            onward = _Arm(
                stop,
                visited | 1 << stop,
                groups | graph.groups[stop],
                track | link.track,
                total + kind.values[stop],
                visits,
                length,
                # from the end of the first arm over the token to the end of the second
                (*links, link) if second else (link.turned(), *links),
                ends - (not graph.through >> stop & 1),
            )
            self._go_on(onward, second, index if end == self.token and not second else first, last)

    def _go_on(self, arm: _Arm, second: bool, first: int, last: bool) -> None:
        """Note the route as it is, then lengthen it at the end of the arm unless it is the last stop, and by a
        second arm."""
        if arm.total > self.floor:
            self._note(arm.total, arm.links, self.token)
        starts = (0 if last else 1 << arm.end) | (0 if second else 1 << self.token)
        if arm.total + self._rest(arm.visited, starts, self.kind.room - arm.visits, arm.ends) <= self.floor:
            return
        if not last:
            # the first arm may take any link of the stops after the token
            self._grow(arm, second, first)
        if not second:
            self._grow(arm._replace(end=self.token), True, first)

    def _note(self, total: int, links: tuple[Link, ...], own: int) -> None:
        kind = self.kind
        start = links[0].start if links else self.graph.stops[own]
        if not kind.plain:
            route = Route(0, (start, *(link.end for link in links)), links)
            if distance_problem(self.graph.board, route, kind.train.distance) is not None:
                return
            total = sum(
                kind.train.value(*stop)
                for stop in counted_stops(
                    self.graph.board, self.graph.company, route, kind.train.distance, kind.train.value
                )
            )
            if total <= self.floor:
                return
        mask = 0
        for link in links:
            mask |= link.track
        found = _Found(total, mask, links, start)
        if self.every:
            self.found.append(found)
        else:
            self.best = found
            self.floor = total


def _in_turn(fleet: list[_Kind], order: list[int], used: int) -> list[_Found | None]:
    """Trains one after the other, each with its best route over what is left."""
    chosen: list[_Found | None] = [None] * len(fleet)
    for number in order:
        found = fleet[number].run(used)
        if found is not None:
            chosen[number] = found
            used |= found.track
    return chosen


class _Combination:
    """The search for a set of routes that pays more than `total`."""

    def __init__(self, fleet: list[_Kind], order: list[int], total: int, bound: int, used: int, steps: _Steps) -> None:
        self.order = order
        self.fleet = fleet
        self.total = total
        self.steps = steps
        self.best: list[_Found | None] | None = None
        self.complete = True
        lists: dict[int, list[_Found]] = {}
        for kind in fleet:
            if id(kind) not in lists:
                lists[id(kind)], whole = kind.better_than(max(0, total - (bound - kind.bound)), used)
                self.complete = self.complete and whole
        self.lists = [lists[id(fleet[number])] for number in order]
        self.chosen: list[_Found | None] = [None] * len(fleet)
        self._choose(0, used, 0, 0)

    def _choose(self, at: int, used: int, sum_: int, start: int) -> None:
        if sum_ > self.total:
            self.total = sum_
            self.best = self.chosen.copy()
        if at == len(self.order):
            return
        rest = self._rest(at + 1, used)
        same = at + 1 < len(self.order) and self.lists[at + 1] is self.lists[at]
        routes = self.lists[at]
        for index in range(start, len(routes)):
            found = routes[index]
            if sum_ + found.revenue + rest <= self.total:
                break
            if self.steps.left <= 0:
                self.complete = False
                return
            self.steps.left -= 1
            if not found.track & used:
                self.chosen[self.order[at]] = found
                self._choose(at + 1, used | found.track, sum_ + found.revenue, index if same else 0)
                self.chosen[self.order[at]] = None
        if sum_ + rest > self.total:
            # this train runs nothing, nor does any like it that follows
            onward = at + 1
            while onward < len(self.order) and self.lists[onward] is routes:
                onward += 1
            self._choose(onward, used, sum_, 0)

    def _rest(self, at: int, used: int) -> int:
        """What the trains from `at` on can earn at most beside the track used."""
        total = best = 0
        for position in range(at, len(self.order)):
            if position == at or self.lists[position] is not self.lists[position - 1]:
                best = next((found.revenue for found in self.lists[position] if not found.track & used), 0)
            total += best
        return total
