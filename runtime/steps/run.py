"""Running trains: the routes of a record or the best ones, whether they are legal, and what they pay (core 13)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from titleworks.runtime import stations, trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.map import routes
from titleworks.runtime.map.best_routes import Train, best_routes
from titleworks.runtime.map.links import Stop
from titleworks.runtime.map.routes import NO_TERMS, Route, Terms, Value

Action = dict[str, Any]
ACCEPTS = frozenset({"run_routes"})


def can_run(game: Any, company: int) -> list[int]:
    """The company's trains that may run now: those that have not run in this round (core 13.1)."""
    ran, allowed = game.state.round.ran, game.ask.run_allowed
    return [card for card in game.state.trains[company] if card not in ran and allowed(game, card, company)]


def waits(game: Any, company: int) -> bool:
    """A train that may run, and a route (core 5.3)."""
    return bool(can_run(game, company)) and game.has_route(company)


def stop_values(game: Any, company: int, card: int) -> Value:
    """What a stop pays to a train of the company, asked once for each stop."""
    ask = game.ask
    known: dict[Stop, int] = {}

    def value(hex_: int, stop: int) -> int:
        found = known.get((hex_, stop))
        if found is None:
            found = known[hex_, stop] = int(ask.stop_value(game, (hex_, stop), company, card))
        return found

    return value


class _Summed(Route):
    """A route whose counted stops were added up already: `stop_sum`, in money."""

    stop_sum: int


def _summed(route: Route, total: int) -> _Summed:
    made = _Summed(*route)
    made.stop_sum = total
    return made


def terms_of(game: Any, company: int, card: int) -> Terms:
    """What the title says of the routes of the train."""
    ask, answered = game.ask, game.ask.answered
    if answered.isdisjoint(_TERMS):
        return NO_TERMS
    revenue = "route_revenue" in answered or "route_bonus" in answered
    return Terms(
        leg=(lambda link: bool(ask.leg_allowed(game, link, card, company))) if "leg_allowed" in answered else None,
        length=(lambda link: int(ask.leg_length(game, link, card))) if "leg_length" in answered else None,
        on_hex=(lambda hex_: ask.stops_on_a_hex(game, hex_, company, card)) if "stops_on_a_hex" in answered else None,
        route=(lambda route: bool(ask.route_allowed(game, route, card, company)))
        if "route_allowed" in answered
        else None,
        revenue=(lambda route, total: int(ask.route_revenue(game, _summed(route, total), card, company)))
        if revenue
        else None,
    )


#: Questions about the routes of one train.
_TERMS = frozenset({"leg_allowed", "leg_length", "stops_on_a_hex", "route_allowed", "route_bonus", "route_revenue"})


def _counted(game: Any, route: Any, card: int, company: int) -> tuple[Stop, ...]:
    """The stops of a route that the train counts."""
    distance = trains.distance_of(game, card)
    whole = route if isinstance(route, Route) else Route(*route)
    return routes.counted_stops(game.state.board, company, whole, distance, stop_values(game, company, card))


def stop_sum(game: Any, route: Any, card: int, company: int) -> int:
    """What the counted stops of a route pay to the revenue (core 13.5)."""
    if isinstance(route, _Summed):
        return route.stop_sum
    counted, value = _counted(game, route, card, company), stop_values(game, company, card)
    return sum(value(*stop) for stop in counted) - routes.treasury_value(game.state.board, counted, value)


def treasury_sum(game: Any, route: Any, company: int) -> int:
    """What the counted stops of a route pay to the treasury."""
    card = route[0]
    counted, value = _counted(game, route, card, company), stop_values(game, company, card)
    return routes.treasury_value(game.state.board, counted, value)


def bonuses_lost(game: Any, company: int, found: Sequence[Route]) -> list[int]:
    """What each of the routes of a run loses of its bonus, where only the largest bonuses of a run count."""
    most = game.ask.bonuses_a_run(game, company)
    if most is None:
        return [0] * len(found)
    bonuses = [int(game.ask.route_bonus(game, route, route.train, company)) for route in found]
    kept = sorted(range(len(found)), key=lambda place: (bonuses[place], place))[-most:]  # of equal ones the last
    return [0 if place in kept else bonus for place, bonus in enumerate(bonuses)]


def _shared(game: Any, card: int, other: int) -> bool:
    """Whether the routes of two trains may use the same track."""
    shared = game.ask.track_shared
    return bool(shared(game, card, other) or shared(game, other, card))


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """Run the trains.

    With `follow_record_revenue` the action's figures are paid; where the rules say otherwise is noted (core 13.7).
    """
    stations.note_passages(game, company)
    run = _Run(game, company, action)
    current = game.state.round
    current.routes = tuple(run.routes)
    current.revenue = run.revenue
    current.subsidy = run.subsidy
    for note in run.notes:
        game.revenue_notes.append(note)
    game.skip_step("run")
    game.emit("routes run", company, run.revenue, tuple(run.found))
    current.extended = {}
    trains.leave_after_run(game, company)


class _Run:
    """The routes of an action, read and valued one after the other. Raises Refused for what cannot be run.

    `read`: card, recorded figure, route, figure by the rules and problem of each; `routes`: (card, revenue, stops);
    `revenue` of all; `subsidy`: what they pay to the treasury; `found`: those that are on the map; `notes`: where the
    action's figures are not those of the rules.
    """

    def __init__(self, game: Any, company: int, action: Action) -> None:
        self.game, self.company = game, company
        self.follow: bool = game.follow_record_revenue
        self.found: list[Route] = []
        self.read: list[tuple[Any, ...]] = []
        self.subsidy = 0
        self.notes: list[dict[str, Any]] = []
        self.routes: list[tuple[Any, ...]] = []
        self.revenue = 0
        allowed = can_run(game, company)
        for record in action["routes"]:
            name = _text(record.get("train"))
            card = trains.parse_card(game, name)
            if card not in allowed:
                raise Refused(f"{name} is not a train that {game.name(company)} can run now", "core 13.1")
            allowed.remove(card)
            self._add(card, _checked(record))
        self._value()
        if self.routes:
            found, ask = tuple(self.found), game.ask
            problem = None if ask.routes_allowed(game, company, found) else "these routes may not be run together"
            if problem is not None and not self.follow:
                raise Refused(problem, "core 13.4")
            bonus = int(ask.run_bonus(game, company, found))
            self.revenue += self._figure(None, _amount(action.get("extra_revenue")), bonus, problem)
            income = int(ask.treasury_income(game, company, found)) if self._pays_treasury() else 0
            self.subsidy = self._figure(None, _amount(action.get("subsidy")), income, None)

    def _pays_treasury(self) -> bool:
        return "treasury_income" in self.game.ask.answered or any(self.game.rules.map.treasury)

    def _used(self, card: int) -> int:
        """Bits of the track of earlier routes that this train may not use."""
        used = 0
        for route in self.found:
            if not _shared(self.game, card, route.train):
                used |= route.track
        return used

    def _add(self, card: int, record: Action) -> None:
        game, company = self.game, self.company
        board = game.state.board
        distance = trains.distance_of(game, card)
        value = stop_values(game, company, card)

        terms, used = terms_of(game, company, card), self._used(card)

        def pays(route: Route) -> int:
            total = routes.route_revenue(board, company, route, distance, value)
            return total if terms.revenue is None else terms.revenue(route, total)

        route = routes.decode(board, company, card, record, used=used, pays=pays, terms=terms)
        if route is None:
            problem: str | None = "no track on the map fits this route"
        else:
            problem = routes.route_problem(board, company, route, distance, used=used, terms=terms)
        recorded = _amount(record.get("revenue"))
        if problem is not None and (not self.follow or (route is None and recorded is None)):
            raise Refused(f"{record['train']}: {problem}", "core 13.4")
        self.read.append((card, recorded, route, None if route is None else pays(route), problem))
        if route is not None:
            self.found.append(route)

    def _value(self) -> None:
        """The figures of the routes, in their order."""
        legal = [route for _, _, route, _, problem in self.read if route is not None and problem is None]
        lost = iter(bonuses_lost(self.game, self.company, legal))
        for card, recorded, route, computed, problem in self.read:
            if route is not None and problem is None:
                computed -= next(lost)
            revenue = self._figure(len(self.routes), recorded, computed, problem)
            self.routes.append((card, revenue, () if route is None else route.stops))
            self.revenue += revenue

    def _figure(self, route: int | None, recorded: int | None, computed: int | None, problem: str | None) -> int:
        """The figure that counts: the action's if it has one and is to be followed; a difference is noted."""
        if not self.follow and recorded not in (None, computed):
            what = "the run brings" if route is None else f"route {route + 1} pays"
            raise Refused(f"{what} {computed}, not {recorded}", "core 13.7")
        figure = recorded if self.follow and recorded is not None else computed
        if self.follow and (problem is not None or (recorded is not None and recorded != computed)):
            name = self.game.name(self.company)
            self.notes.append(
                {"company": name, "route": route, "recorded": recorded, "computed": computed, "problem": problem}
            )
        return figure or 0


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Refused(f"{value!r} is not the name of a train", "core 13.2")
    return value


def _amount(value: Any) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise Refused(f"{value!r} is not a revenue", "core 13.2")
    return value


def _checked(record: Action) -> Action:
    """The route, if it has the form of the records: chains, hexes and nodes are lists of texts."""
    chains = record.get("connections")
    lists = [record.get("hexes") or [], record.get("nodes") or []]
    if chains is not None:
        lists += chains if isinstance(chains, list) else [None]
    for names in lists:
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise Refused("a route is lists of names of hexes", "core 13.2")
    if chains is not None and not all(chains):
        raise Refused("a chain of a route names at least one hex", "core 13.2")
    return record


def actions(game: Any) -> Iterator[Action]:
    """One action: the best routes. Every other legal set of routes is accepted too."""
    company = game.operator()
    stations.note_passages(game, company)
    fleet = fleet_of(game, company, can_run(game, company))
    best = best_routes(game.state.board, company, fleet, together=_together(game, company))
    action = {
        "type": "run_routes",
        **game.entity_fields(company),
        "routes": [
            _written(game, company, route, lost)
            for route, lost in zip(best.routes, bonuses_lost(game, company, best.routes), strict=True)
        ],
    }
    if best.routes and ("treasury_income" in game.ask.answered or any(game.rules.map.treasury)):
        action["subsidy"] = int(game.ask.treasury_income(game, company, best.routes))
    yield action


def fleet_of(game: Any, company: int, cards: list[int]) -> list[Train]:
    """Trains as the search for routes of the company takes them.

    Trains of a kind of which the title's words say the same have the same terms.
    """
    words = [number for number, word in enumerate(game.rules.words) if word.about == "train"]
    classes = _track_classes(game, cards)
    return [
        Train(
            card,
            trains.distance_of(game, card),
            stop_values(game, company, card),
            terms_of(game, company, card),
            (card >> 10, *(game.state.words[number].get(card) for number in words)),
            classes[card],
        )
        for card in cards
    ]


def _track_classes(game: Any, cards: list[int]) -> dict[int, int]:
    """Numbers of the trains: those that may not use the same track have the same one.

    So may some that could share, if both may not with a third.
    """
    if "track_shared" not in game.ask.answered:
        return dict.fromkeys(cards, 0)
    classes: dict[int, int] = {}
    for card in cards:
        apart = {classes[other] for other in classes if not _shared(game, card, other)}
        classes[card] = min(apart, default=card)
        for other in classes:
            if classes[other] in apart:
                classes[other] = classes[card]
    return classes


def _together(game: Any, company: int) -> Callable[[Sequence[Route]], bool] | None:
    ask = game.ask
    if "routes_allowed" not in ask.answered:
        return None
    return lambda found: bool(ask.routes_allowed(game, company, tuple(found)))


def _written(game: Any, company: int, route: Route, lost: int = 0) -> Action:
    """A route as records have it (core 13.2); `lost` of its bonus does not count."""
    board, card = game.state.board, route.train
    distance = trains.distance_of(game, card)
    terms = terms_of(game, company, card)
    written = routes.encode(board, route)
    revenue = routes.route_revenue(board, company, route, distance, stop_values(game, company, card))
    if terms.revenue is not None:
        revenue = terms.revenue(route, revenue)
    action = {
        "train": trains.card_text(game, card),
        **written,
        "revenue": revenue - lost,
        "revenue_str": "-".join(written["hexes"]),
    }
    if any(game.rules.map.treasury):
        action["subsidy"] = treasury_sum(game, route, company)
    return action
