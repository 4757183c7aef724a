"""The best routes for all trains of a company together, with a proof of optimality or an honest bound.

Routes grow from a token in two arms. For each train alone the best route gives a bound; trains that take turns to
run their best routes over what track is left give a set to beat. Only routes that could still be in a better set are
then listed and combined. Values of stops may not be negative.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple

from titleworks.runtime.map.board import Board
from titleworks.runtime.map.links import Link, Stop, links_from
from titleworks.runtime.map.network import blocked, network
from titleworks.runtime.map.routes import (
    NO_TERMS,
    Route,
    Terms,
    Value,
    counted_stops,
    distance_problem,
    is_dead_end,
    most_visits,
    terms_problem,
    treasury_value,
)
from titleworks.runtime.table.models import Distance

#: Steps of all searches together before the search gives up its proof; a step takes some microseconds.
STEP_LIMIT = 60_000

#: Routes of a kind of train that are all listed where the title says what a route pays; beyond, the search is a guess.
LIST_LIMIT = 2_000

#: Steps that it takes to ask what a route pays.
ASKING = 10

#: More than any route pays.
_HUGE = 1 << 60

#: Whether routes may be run together.
Together = Callable[[Sequence[Route]], bool]


class Train(NamedTuple):
    """A train that may run: the caller's number, how far it runs, and what stops are worth to it (in money, not
    negative).

    `terms`: what the title says of its routes; trains with terms and the same `like` (not None) have the same terms.
    Trains of different `track` may use the same track.
    """

    card: int
    distance: Distance
    value: Value
    terms: Terms = NO_TERMS
    like: Hashable = None
    track: int = 0


class BestRoutes(NamedTuple):
    """Routes, at most one a train, in the order of the trains; what they pay, to the treasury too; whether no other set
    pays more; and an amount that no set exceeds (equal to `revenue` if optimal; None if nothing is known)."""

    routes: tuple[Route, ...]
    revenue: int
    optimal: bool
    bound: int | None


class _Found(NamedTuple):
    revenue: int
    track: int
    links: tuple[Link, ...]
    start: Stop


def best_routes(
    board: Board,
    company: int,
    trains: Sequence[Train],
    *,
    used: int = 0,
    limit: int = STEP_LIMIT,
    together: Together | None = None,
) -> BestRoutes:
    """The set of routes that pays most, each train at most once, no track twice (core 13.4, 13.6).

    `used`: bits of track that may not be used; `together`: whether a set may be run (None: every set). The same
    arguments give the same routes.
    """
    graph = _Graph(board, company)
    classes = sorted({train.track for train in trains})
    used = sum(used << graph.bits * number for number in range(len(classes)))
    steps = _Steps(limit)
    kinds: dict[tuple[object, ...], _Kind] = {}
    fleet: list[_Kind] = []
    for train in trains:
        values = tuple(train.value(hex, stop) for hex, stop in graph.stops)
        like = None if train.terms is NO_TERMS else len(fleet) if train.like is None else (train.like,)
        key = (train.distance.model_dump_json(), values, like, train.track)
        if key not in kinds:
            kinds[key] = _Kind(graph, train, values, steps, graph.bits * classes.index(train.track))
        fleet.append(kinds[key])
    for kind in kinds.values():
        kind.alone(used)
    order = sorted(range(len(fleet)), key=lambda n: (-fleet[n].bound, n))
    chosen = _in_turn(fleet, order, used)

    def allowed(candidate: list[_Found | None]) -> bool:
        return together is None or together(_routes(trains, candidate))

    if not allowed(chosen):
        chosen = [None] * len(fleet)
    total = sum(found.revenue for found in chosen if found)
    bound = sum(kind.bound for kind in fleet)
    whole = all(kind.whole for kind in fleet)
    if total < bound and (len(fleet) > 1 or together is not None) and steps.left > 0:
        combined = _Combination(fleet, order, total, bound, used, steps, allowed)
        if combined.best is not None:
            chosen, total = combined.best, combined.total
        if combined.complete:
            bound = total
    optimal = whole and total >= bound
    return BestRoutes(_routes(trains, chosen), total, optimal, max(total, bound) if whole else None)


def _routes(trains: Sequence[Train], chosen: Sequence["_Found | None"]) -> tuple[Route, ...]:
    return tuple(
        Route(train.card, (found.start, *(link.end for link in found.links)), found.links)
        for train, found in zip(trains, chosen, strict=True)
        if found is not None
    )


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
        #: bits of track
        self.bits = plan.sides_count + len(plan.hexes) * plan.path_stride
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
        #: by stop: (number of the other end, whether walks end there, whether they can only begin here, link)
        self.links: list[list[tuple[int, bool, bool, Link]]] = []
        self.next: list[int] = []
        for n, (hex, stop) in enumerate(self.stops):
            found = []
            if self.through >> n & 1 or n in self.own:
                for link in links_from(board, hex, stop):
                    end = number.get(link.end, n)
                    if end != n:
                        last = is_dead_end(board, *link.paths[-1]) or not self.through >> end & 1
                        found.append((end, last, is_dead_end(board, *link.paths[0]), link))
            self.links.append(found)
            mask = 0
            for end, *_ in found:
                mask |= 1 << end
            self.next.append(mask)


class _Kind:
    """Trains that run equally far, to which stops are worth the same, and whose routes have the same terms.

    `shift`: where the bits of the track stand that they must not share. `bound`: what a route pays at most; an estimate
    unless `whole`. `listed`: all routes, where the title says what a route pays; `pool`: as many as were listed, best
    first; `slack`: what one may pay more than its stops.
    """

    def __init__(self, graph: _Graph, train: Train, values: tuple[int, ...], steps: _Steps, shift: int) -> None:
        self.graph = graph
        self.shift = shift
        self.whole = True
        self.listed: list[_Found] | None = None
        self.pool: list[_Found] = []
        self.slack = 0
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
        #: whether the train counts all stops that it visits
        self.counts_all = self.by_hexes or all(row.visits is None or row.visits == row.pays for row in rows)
        self.room = 10_000 if self.by_hexes else self.most
        self._read_links()
        self._read_terms()
        self.worth = self._worth_of_stops()
        #: bounds that were found before, by what they follow from; and by mask of stops whether the train runs that far
        self.rests: dict[tuple[int, int, int, int], int] = {}
        self.fits: dict[int, bool] = {}
        self.bound = 0
        self.best: _Found | None = None

    def _read_links(self) -> None:
        """Each link of every stop with what it takes of a distance in hexes, by the value of its end, best first."""
        graph, terms, values = self.graph, self.train.terms, self.values
        self.next = graph.next
        self.links = [
            [
                (end, last, alone, link, terms.length(link) if terms.length and self.by_hexes else link.borders)
                for end, last, alone, link in sorted(links, key=lambda entry: (-values[entry[0]], entry[3].borders))
                if terms.leg is None or terms.leg(link)
            ]
            for links in graph.links
        ]
        if terms.leg is not None:
            self.next = [_mask(end for end, *_ in links) for links in self.links]

    def _read_terms(self) -> None:
        """What the title says of hexes and whole routes: hexes with one stop a route are groups, the rest is asked."""
        graph, terms = self.graph, self.train.terms
        self.groups = graph.groups
        self.asked = terms._replace(leg=None, length=None, on_hex=None)
        if terms.on_hex is not None:
            stops: dict[int, list[int]] = {}
            for number, (hex, _) in enumerate(graph.stops):
                stops.setdefault(hex, []).append(number)
            groups = list(graph.groups)
            bit = max(groups, default=0)
            for hex, numbers in stops.items():
                most = terms.on_hex(hex) if len(numbers) > 1 else None
                if most == 1:
                    bit = max(1, bit << 1)
                    for number in numbers:
                        groups[number] |= bit
                elif most is not None:
                    self.asked = self.asked._replace(on_hex=terms.on_hex)
            self.groups = groups
        if self.asked == NO_TERMS:
            self.asked = NO_TERMS
        self.plain = self.plain and self.asked is NO_TERMS

    def _worth_of_stops(self) -> list[tuple[int, int, bool, bool, bool]]:
        """The stops that pay anything, best first: mask, value, whether it takes a place, whether walks end there, and
        whether it or a later one takes none."""
        graph, values = self.graph, self.values
        stops = sorted((n for n, value in enumerate(values) if value > 0), key=lambda n: (-values[n], n))
        made: list[tuple[int, int, bool, bool, bool]] = []
        free = False
        for stop in reversed(stops):
            free = free or not graph.places[stop]
            made.append((1 << stop, values[stop], graph.places[stop] > 0, not graph.through >> stop & 1, free))
        return made[::-1]

    def most_of(self, reached: int, room: int, ends: int) -> int:
        """What stops among those reached (a mask) pay at most if they have so much room, and `ends` end walks."""
        total = 0
        for bit, value, place, ending, free in self.worth:
            if room <= 0 and not free:
                break
            if not reached & bit or (place and room <= 0) or (ending and ends <= 0):
                continue
            ends -= ending
            room -= place
            total += value
        return total

    def runs_as_far(self, visited: int, route: Route) -> bool:
        """Whether the train visits so many stops as the route has: those of the mask."""
        known = self.fits.get(visited)
        if known is None:
            problem = distance_problem(self.graph.board, route, self.train.distance)
            known = self.fits[visited] = problem is None
        return known

    def alone(self, used: int) -> None:
        """Find the best route of one such train, and what it can earn at most."""
        used >>= self.shift
        if self.asked.revenue is not None:
            self._list(used)
        if self.listed is None:
            search = _Search(self, used, 0, False, self.pool[0] if self.pool else None)
            self.best = search.best
            self.bound = (search.floor if search.complete else search.most) + self.slack
        else:
            self.best = self.listed[0] if self.listed else None
            self.bound = self.best.revenue if self.best else 0

    def _list(self, used: int) -> None:
        """List all routes, or learn from many of them how much more than their stops they pay."""
        steps, left = self.steps, self.steps.left
        self.steps = _Steps(min(left, LIST_LIMIT))
        self.slack = _HUGE
        search = _Search(self, used, 0, True)
        steps.left, self.steps = left - LIST_LIMIT + self.steps.left, steps
        search.found.sort(key=lambda found: -found.revenue)
        self.whole = search.complete
        self.slack = max(0, search.excess)
        self.pool = search.found
        self.listed = search.found if search.complete else None

    def run(self, used: int) -> _Found | None:
        """The best route over the track that is left (as far as the steps go)."""
        if self.best is None or not self.best.track & used:
            return self.best
        if self.listed is not None:
            return next((found for found in self.listed if not found.track & used), None)
        known = next((found for found in self.pool if not found.track & used), None)
        return _Search(self, used >> self.shift, 0, False, known).best

    def better_than(self, floor: int, used: int) -> tuple[list[_Found], bool]:
        """All routes that pay more, best first; and whether these are all."""
        if self.listed is not None:
            return [found for found in self.listed if found.revenue > floor], True
        search = _Search(self, used >> self.shift, floor, True)
        found = {(one.track, one.start): one for one in (*search.found, *self.pool) if one.revenue > floor}
        return sorted(found.values(), key=lambda found: -found.revenue), search.complete


class _Arm(NamedTuple):
    """A route that grows at `end`: masks of stops, groups and track, sum of values, places taken, length, links,
    how many more stops where walks end it may have, and whether it can only begin at its token."""

    end: int
    visited: int
    groups: int
    track: int
    total: int
    visits: int
    run: int
    links: tuple[Link, ...]
    ends: int
    alone: bool


class _Search:
    """Depth-first search for the routes of a train; `every` collects all that pay more than the floor, else the best
    one."""

    def __init__(self, kind: _Kind, used: int, floor: int, every: bool, known: _Found | None = None) -> None:
        self.kind = kind
        self.graph = kind.graph
        self.steps = kind.steps
        self.floor = floor if known is None else max(floor, known.revenue)
        self.every = every
        self.found: list[_Found] = []
        self.best = known
        self.complete = True
        self.most = 0
        self.banned = 0
        self.excess = 0
        #: what a route may pay more than its stops
        self.slack = kind.slack
        for number, own in enumerate(self.graph.own):
            if self.slack == _HUGE:
                self._share(own, used, len(self.graph.own) - number)
            else:
                self._from_token(own, used)
            # later routes leave this token out: those with it have been looked at
            self.banned |= 1 << own

    def _share(self, own: int, used: int, tokens: int) -> None:
        """Search from a token with its share of the steps."""
        steps = self.steps
        self.steps = _Steps(steps.left // tokens)
        steps.left -= self.steps.left
        self._from_token(own, used)
        steps.left += self.steps.left
        self.steps = steps

    def _from_token(self, own: int, used: int) -> None:
        self.token = own
        values = self.kind.values
        bound = values[own] + self._rest(1 << own, 1 << own, self.kind.room - self.graph.places[own], 2)
        if bound + self.slack <= self.floor:
            return
        self.most = max(self.most, bound)
        if self.kind.train.distance.local and values[own] + self.slack > self.floor:
            self._note(values[own], (), own, 1 << own)
        taken, groups = self.graph.places[own], self.kind.groups[own]
        arm = _Arm(own, 1 << own | self.banned, groups, used, values[own], taken, 0, (), 2, False)
        self._grow(arm, False, -1)

    def _rest(self, visited: int, starts: int, room: int, ends: int) -> int:
        """What the stops that can still be reached from the starts (a mask) may add at most, `ends` of them where
        walks end."""
        visited |= self.banned
        key = (visited, starts, room, ends)
        known = self.kind.rests.get(key)
        if known is None:
            known = self.kind.rests[key] = self.kind.most_of(self._reached(visited, starts), room, ends)
        return known

    def _reached(self, visited: int, starts: int) -> int:
        """The stops that walks from the starts reach beside those visited; all are masks."""
        reached = 0
        through, onward = self.graph.through, self.kind.next
        while starts:
            low = starts & -starts
            starts ^= low
            new = onward[low.bit_length() - 1] & ~visited & ~reached
            reached |= new
            starts |= new & through
        return reached

    def _grow(self, arm: _Arm, second: bool, first: int) -> None:
        """Lengthen the arm at its end. `second`: whether the other arm is done; `first`: the number of that arm's
        first link.

        The second arm begins with a later link of the token than the first one, lest every route be found twice.
        """
        kind, graph = self.kind, self.graph
        if arm.visits >= kind.room and not graph.some_free:
            return
        end, visited, groups, track, total, count, run, links, ends, alone = arm
        of_stop = kind.groups
        for index, (stop, last, begins, link, taken) in enumerate(kind.links[end]):
            if (
                visited >> stop & 1
                or link.track & track
                or of_stop[stop] & groups
                or (begins and links)
                or (end == self.token and index <= first)
            ):
                continue
            length = run + taken
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
                groups | of_stop[stop],
                track | link.track,
                total + kind.values[stop],
                visits,
                length,
                # from the end of the first arm over the token to the end of the second
                (*links, link) if second else (link.turned(), *links),
                ends - (not graph.through >> stop & 1),
                alone or begins,
            )
            self._go_on(onward, second, index if end == self.token and not second else first, last)

    def _go_on(self, arm: _Arm, second: bool, first: int, last: bool) -> None:
        """Note the route as it is, then lengthen it at the end of the arm unless it is the last stop, and by a
        second arm."""
        floor = self.floor - self.slack
        if arm.total > floor:
            self._note(arm.total, arm.links, self.token, arm.visited & ~self.banned)
            floor = self.floor - self.slack
        more = not second and not arm.alone
        starts = (0 if last else 1 << arm.end) | (1 << self.token if more else 0)
        if arm.total + self._rest(arm.visited, starts, self.kind.room - arm.visits, arm.ends) <= floor:
            return
        if not last:
            # the first arm may take any link of the stops after the token
            self._grow(arm, second, first)
        if more:
            self._grow(arm._replace(end=self.token), True, first)

    def _note(self, total: int, links: tuple[Link, ...], own: int, visited: int) -> None:
        kind = self.kind
        start = links[0].start if links else self.graph.stops[own]
        if not kind.plain:
            if self.slack != _HUGE and kind.asked is not NO_TERMS:
                self.steps.left -= ASKING
            judged = self._judged(Route(kind.train.card, (start, *(link.end for link in links)), links), visited)
            if judged is None or judged <= self.floor:
                return
            self.excess = max(self.excess, judged - total)
            total = judged
        mask = 0
        for link in links:
            mask |= link.track
        found = _Found(total, mask << kind.shift, links, start)
        if self.every:
            self.found.append(found)
        else:
            self.best = found
            self.floor = total

    def _judged(self, route: Route, visited: int) -> int | None:
        """What the route pays; None if it may not be run."""
        kind, board, company = self.kind, self.graph.board, self.graph.company
        distance, value, asked = kind.train.distance, kind.train.value, kind.asked
        if not kind.by_hexes and not kind.runs_as_far(visited, route):
            return None
        if asked is not NO_TERMS and terms_problem(board, route, asked) is not None:
            return None
        counted = route.stops if kind.counts_all else counted_stops(board, company, route, distance, value)
        total = sum(value(*stop) for stop in counted)
        if asked.revenue is None:
            return total
        treasury = treasury_value(board, counted, value)
        return asked.revenue(route, total - treasury) + treasury


def _mask(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


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

    def __init__(
        self,
        fleet: list[_Kind],
        order: list[int],
        total: int,
        bound: int,
        used: int,
        steps: _Steps,
        allowed: Callable[[list[_Found | None]], bool],
    ) -> None:
        self.allowed = allowed
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
        if sum_ > self.total and self.allowed(self.chosen):
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
