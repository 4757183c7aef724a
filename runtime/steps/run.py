"""Running trains: the routes of a record or the best ones, whether they are legal, and what they pay (core 13)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import stations, trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.map import routes
from titleworks.runtime.map.best_routes import Train, best_routes
from titleworks.runtime.map.routes import Route, Value

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
    """What a stop pays to a train of the company."""
    ask = game.ask
    return lambda hex_, stop: int(ask.stop_value(game, (hex_, stop), company, card))


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """Run the trains.

    With `follow_record_revenue` the action's figures are paid; where the rules say otherwise is noted (core 13.7).
    """
    stations.note_passages(game, company)
    run = _Run(game, company, action)
    current = game.state.round
    current.routes = tuple(run.routes)
    current.revenue = run.revenue
    for note in run.notes:
        game.note_revenue(note)
    game.skip_step("run")
    game.emit("routes run", company, run.revenue)


class _Run:
    """The routes of an action, read and valued one after the other. Raises Refused for what cannot be run.

    `routes`: (card, revenue, stops) of each; `revenue` of all; `notes`: where the action's figures are not those of the
    rules.
    """

    def __init__(self, game: Any, company: int, action: Action) -> None:
        self.game, self.company = game, company
        self.follow: bool = game.follow_record_revenue
        self.used = 0
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
        if self.routes:
            bonus = int(game.ask.run_bonus(game, company))
            self.revenue += self._figure(None, _amount(action.get("extra_revenue")), bonus, None)

    def _add(self, card: int, record: Action) -> None:
        game, company = self.game, self.company
        board = game.state.board
        distance = game.rules.trains[card >> 10].distance
        value = stop_values(game, company, card)

        def pays(route: Route) -> int:
            return routes.route_revenue(board, company, route, distance, value)

        route = routes.decode(board, company, card, record, used=self.used, pays=pays)
        if route is None:
            problem: str | None = "no track on the map fits this route"
        else:
            problem = routes.route_problem(board, company, route, distance, used=self.used)
        recorded = _amount(record.get("revenue"))
        if problem is not None and (not self.follow or (route is None and recorded is None)):
            raise Refused(f"{record['train']}: {problem}", "core 13.4")
        computed = None if route is None else pays(route)
        revenue = self._figure(len(self.routes), recorded, computed, problem)
        self.routes.append((card, revenue, () if route is None else route.stops))
        self.revenue += revenue
        if route is not None:
            self.used |= route.track

    def _figure(self, route: int | None, recorded: int | None, computed: int | None, problem: str | None) -> int:
        """The figure that counts: the action's if it has one and is to be followed; a difference is noted."""
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
    board = game.state.board
    stations.note_passages(game, company)
    fleet = [
        Train(card, game.rules.trains[card >> 10].distance, stop_values(game, company, card))
        for card in can_run(game, company)
    ]
    best = best_routes(board, company, fleet)
    yield {
        "type": "run_routes",
        **game.entity_fields(company),
        "routes": [_written(game, company, route) for route in best.routes],
    }


def _written(game: Any, company: int, route: Route) -> Action:
    """A route as records have it (core 13.2)."""
    board, card = game.state.board, route.train
    distance = game.rules.trains[card >> 10].distance
    written = routes.encode(board, route)
    return {
        "train": trains.card_text(game, card),
        **written,
        "revenue": routes.route_revenue(board, company, route, distance, stop_values(game, company, card)),
        "revenue_str": "-".join(written["hexes"]),
    }
