"""Track: laying and upgrading tiles (core 11)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from titleworks.runtime import stations
from titleworks.runtime.errors import Refused
from titleworks.runtime.map import track as legality
from titleworks.runtime.map.board import Laid
from titleworks.runtime.map.network import Network
from titleworks.runtime.map.plan import MapPlan

Action = dict[str, Any]
ACCEPTS = frozenset({"lay_tile"})


def parse_tile(game: Any, text: str) -> tuple[int, int]:
    """Tile and copy of a record's id `NAME-copy` (core 2.4). Raises Refused if there is no such tile."""
    name, _, copy = text.rpartition("-")
    tile = game.rules.tile_number.get(name)
    if tile is None or not copy.isdecimal() or len(copy) > 9 or game.rules.tile_rows[tile].count == 0:
        raise Refused(f"there is no tile {text!r}", "core 2.4")
    return int(tile), int(copy)


def tile_text(game: Any, tile: int, copy: int) -> str:
    """A tile as records write it."""
    return f"{game.rules.tile_rows[tile].name}-{copy}"


def waits(game: Any, company: int) -> bool:
    """A lay is open, whether or not a hex is legal, or a power of the step can still be used (core 5.3, 11.8)."""
    return can_lay(game, company) or game.power_waits("track")


def can_lay(game: Any, company: int | None) -> bool:
    """The first lay of the turn that is unused and open can be paid, as far as its surcharge goes (core 11.1)."""
    slot = _open_slot(game, company, None)
    return slot is not None and company is not None and surcharge(game, company, slot) <= game.state.cash[company]


def surcharge(game: Any, company: int, slot: str | None, hex_: int | None = None, upgrade: bool = False) -> int:
    """What using a lay of the turn costs beside the lay itself."""
    for known in game.rules.lays:
        if known.name == slot:
            return int(known.surcharge(game, (company, hex_, upgrade)) or 0)
    return 0


def _is_upgrade(game: Any, hex_: int) -> bool:
    """Whether a lay there is an upgrade: what lies there, laid or printed, has a colour (core 11.3)."""
    return bool(game.tile_on(hex_).colour != "white")


def _open_slot(game: Any, company: int | None, upgrade: bool | None, hex_: int | None = None) -> str | None:
    """The first unused lay of the turn that is open and may be such a lay (None: either) there (core 11.1)."""
    rules, current = game.rules, game.state.round
    if company is None or current.kind != "operating round":
        return None
    for slot in rules.lays:
        if slot.name in current.lays:
            continue
        if upgrade is not None and slot.lays != "lay or upgrade" and (slot.lays == "upgrade") != upgrade:
            continue
        if not slot.open(game, (company,)):
            continue
        if hex_ is not None and slot.hexes is not None and hex_ not in slot.hexes(game, (company, hex_, upgrade)):
            continue
        return str(slot.name)
    return None


def lay(
    game: Any,
    company: int | None,
    hex_: int,
    tile: int,
    copy: int,
    rotation: int,
    *,
    connection: bool = True,
    cost: bool = True,
    as_lay: bool = True,
    special: bool = False,
    towns: bool = True,
) -> None:
    """Lay a tile for a company; `as_lay` uses up a lay of the turn. Raises Refused before changing anything.

    `special`: a power's lay, which need not fit in kind and is not blocked (core 11.5, 11.9).
    """
    state, rules = game.state, game.rules
    board = state.board
    if not 0 <= rotation <= 5:
        raise Refused(f"{rotation} is not a rotation", "core 2.4")
    upgrade = _is_upgrade(game, hex_)
    slot = _open_slot(game, company, upgrade, hex_) if as_lay else None
    if as_lay and slot is None:
        raise Refused("no lay is left for this", "core 11.1")
    if copy not in board.supply[tile]:
        raise Refused(f"tile {tile_text(game, tile, copy)} is not in the supply", "core 11.11")
    known = _Lay(game, company, hex_, tile, rotation, slot)
    problem = _problem(game, known, connection=connection, special=special, towns=towns)
    if problem is not None:
        raise Refused(problem, "core 11")
    price = 0
    if cost and company is not None:
        price = known.cost()
        if price > state.cash[company]:
            raise Refused(f"{game.name(company)} cannot pay {price}", "core 11.12")
    if price:
        game.pay(price, company, rules.bank)
    laid = board.lay(hex_, tile, copy, rotation)
    move_tokens(game, hex_, laid)
    if slot is not None:
        state.round.lays.append(slot)
        state.round.upgrades += upgrade
        state.round.laid.append(hex_)
    game.emit("tile laid", hex_, company, tile)


class _Lay(NamedTuple):
    """A lay that is asked about; `slot` of the turn, None for a power's lay."""

    game: Any
    company: int | None
    hex: int
    tile: int
    rotation: int
    slot: str | None

    def allowed(self) -> bool:
        """Whether the title allows it."""
        return bool(self.game.ask.lay_allowed(*self[:4], *self._known("lay_allowed")))

    def cost(self) -> int:
        """What it costs (core 11.12)."""
        cost = int(self.game.ask.lay_cost(*self[:4], *self._known("lay_cost")))
        if self.game.rules.map.border_costs:
            cost += self._border_costs()
        if self.slot is None or self.company is None:
            return cost
        return cost + surcharge(self.game, self.company, self.slot, self.hex, _is_upgrade(self.game, self.hex))

    def _border_costs(self) -> int:
        """The costs of sides with a printed cost to which the lay is the first to lead track of the hex."""
        game, board = self.game, self.game.state.board
        plan, ask = board.plan, game.ask
        new = plan.faces[6 * self.tile + self.rotation].edges
        new &= ~plan.faces[6 * board.tile[self.hex] + board.rotation[self.hex]].edges
        total = 0
        for side in range(6):
            if new >> side & 1 and 6 * self.hex + side in plan.border_costs:
                other = plan.neighbour[6 * self.hex + side]
                beyond = plan.faces[6 * board.tile[other // 6] + board.rotation[other // 6]].edges >> other % 6 & 1
                if beyond or ask.border_paid(game) == "every hex":
                    total += int(ask.border_cost(game, self.company, self.hex, side))
        return total

    def _known(self, question: str) -> tuple[Any, ...]:
        """What is known of the lay, as far as the title's answer looks at it."""
        uses = self.game.ask.uses[question]
        board = self.game.state.board
        plan = board.plan
        if uses.isdisjoint(_KNOWN):
            return (None, None, None, None, None)
        edges = plan.faces[6 * self.tile + self.rotation].edges
        return (
            _is_upgrade(self.game, self.hex),
            plan.added_gauges(board.tile[self.hex], self.tile) if "added gauges" in uses else None,
            tuple(edge for edge in range(6) if edges >> edge & 1),
            self.slot,
            self._border_costs() if "border costs" in uses and plan.border_costs else 0,
        )


#: What a lay is asked about beside company, hex and tile.
_KNOWN = frozenset({"upgrade", "added gauges", "sides", "slot", "border costs"})


def _problem(game: Any, lay: _Lay, *, connection: bool, special: bool, towns: bool = True) -> str | None:
    ask = game.ask
    _, company, hex_, tile, rotation, _ = lay
    name = game.rules.hex_rows[hex_].name
    special = special and towns
    if not special and not lay.allowed():
        return f"{name} is blocked"
    reached, network = _reach(game, company if connection else None, hex_)
    if not reached:
        return f"{game.name(company)} does not reach {name}"
    problem = legality.lay_problem(
        game.state.board,
        network,
        hex_,
        tile,
        rotation,
        upgrade_rule=ask.upgrade_rule(game, hex_),
        special=special or not towns,
        towns=towns,
        colours=None if special or company is None else ask.tiles(game, company),
    )
    if problem is None and not special and towns and not _has_most_exits(game, network, hex_, tile):
        return "another tile of the colour would have more exits"
    if problem is None and network is not None and ask.gauge_must_fit(game, company, hex_, tile):
        problem = legality.gauge_problem(game.state.board, network, hex_, tile, rotation)
    return problem


def _reach(game: Any, company: int | None, hex_: int) -> tuple[bool, Network | None]:
    """Whether the company may lay there as far as connection goes, and the network that the lay must meet.

    No network has to be met without a company, and where the title does not ask for a connection or lets the company
    lay beyond its network.
    """
    if company is None or not game.ask.connection_needed(game, company, hex_):
        return True, None
    if not game.ask.lay_reach(game, company, hex_):
        return False, None
    found: Network = game.network(company)
    return True, found if found.edges.get(hex_) else None


def _has_most_exits(game: Any, network: Network | None, hex_: int, tile: int) -> bool:
    """Whether no tile with a city that could be laid there has more exits, where the title asks for the most."""
    board = game.state.board
    plan = board.plan
    if not plan.cities[tile] or not game.ask.most_exits(game, hex_):
        return True
    exits = _exits(plan, tile)
    better = [other for other in legality.replacements(plan, board.tile[hex_]) if _exits(plan, other) > exits]
    if not better:
        return True
    rule = game.ask.upgrade_rule(game, hex_)
    return not any(legality.legal_lays(board, network, upgrade_rule=rule, hexes=(hex_,), tiles=frozenset(better)))


def _exits(plan: MapPlan, tile: int) -> int:
    return int(plan.faces[6 * tile].edges.bit_count())


def move_tokens(game: Any, hex_: int, laid: Laid) -> None:
    """Companies' tokens on the hex are in the cities that their old ones became, or lifted (core 11.13, 11.14)."""
    for company, tokens in enumerate(game.state.tokens):
        for number, place in enumerate(tokens):
            if place is not None and place[0] == hex_:
                city = -1 if company in laid.lifted else laid.cities[place[1]]
                stations.set_place(game, company, number, (hex_, city))


def show_print(game: Any, hex_: int, tile: int, *, lost: bool) -> None:
    """A printed tile shows on a hex in place of what lies there, which is out of the game if it is lost."""
    board = game.state.board
    old, copy = board.tile[hex_], board.copy[hex_]
    laid = board.print_tile(hex_, tile)
    if lost:
        board.lose(old, copy)
    move_tokens(game, hex_, laid)


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """A normal lay of the turn."""
    hex_ = game.rules.hex_number.get(action["hex"])
    if hex_ is None:
        raise Refused(f"{action['hex']} is not on the map", "core 2.7")
    tile, copy = parse_tile(game, action["tile"])
    lay(game, company, hex_, tile, copy, action["rotation"])


def actions(game: Any) -> Iterator[Action]:
    """All legal lays, each with the first copy of its tile."""
    company = game.operator()
    if not can_lay(game, company):
        return
    state, rules, ask = game.state, game.rules, game.ask
    board, cash = state.board, state.cash[company]

    sides_asked = any("sides" in ask.uses[name] for name in ("lay_allowed", "lay_cost"))
    asked = any(ask.constants.get(name) is not False for name in ("gauge_must_fit", "most_exits"))

    def allowed(hex_: int, tile: int) -> bool:
        return by_rotation or possible(hex_, tile, 0)

    def possible(hex_: int, tile: int, rotation: int) -> bool:
        known = _Lay(game, company, hex_, tile, rotation, slot)
        return known.allowed() and known.cost() <= cash

    def turned(hex_: int, tile: int, rotation: int) -> bool:
        if by_rotation and not possible(hex_, tile, rotation):
            return False
        if not _has_most_exits(game, network, hex_, tile):
            return False
        if network is None or not ask.gauge_must_fit(game, company, hex_, tile):
            return True
        return legality.gauge_problem(board, network, hex_, tile, rotation) is None

    for hex_ in range(len(rules.hex_rows)):
        reached, network = _reach(game, company, hex_)
        if not reached:
            continue
        slot = _open_slot(game, company, _is_upgrade(game, hex_), hex_)
        if slot is None:
            continue
        by_rotation = sides_asked or rules.map.has_border_cost(hex_)
        for _, tile, rotation in legality.legal_lays(
            board,
            network,
            upgrade_rule=ask.upgrade_rule(game, hex_),
            colours=ask.tiles(game, company),
            hexes=(hex_,),
            allowed=allowed,
            turned=turned if by_rotation or asked else None,
        ):
            yield {
                "type": "lay_tile",
                **game.entity_fields(company),
                "hex": rules.hex_rows[hex_].name,
                "tile": tile_text(game, tile, min(board.supply[tile])),
                "rotation": rotation,
            }


def fitting(
    game: Any, company: int, tiles: list[int], hexes: list[int], *, connection: bool = True
) -> Iterator[tuple[int, int, int]]:
    """Hex, tile and rotation of lays that fit and, if need be, are connected; what the title asks beyond that is not
    looked at."""
    for hex_ in hexes:
        reached, network = _reach(game, company if connection else None, hex_)
        if reached:
            yield from legality.legal_lays(
                game.state.board,
                network,
                upgrade_rule=game.ask.upgrade_rule(game, hex_),
                hexes=(hex_,),
                tiles=frozenset(tiles),
            )


def of_any_kind(
    game: Any, company: int | None, tiles: list[int], hexes: list[int], *, connection: bool = True, towns: bool = True
) -> Iterator[tuple[int, int, int]]:
    """Hex, tile and rotation of lays that need not fit in kind, as far as the map and the network allow them."""
    ask, board = game.ask, game.state.board
    for hex_ in hexes:
        reached, network = _reach(game, company if connection else None, hex_)
        if not reached:
            continue
        for tile in tiles:
            for rotation in range(6):
                problem = legality.lay_problem(
                    board, network, hex_, tile, rotation,
                    upgrade_rule=ask.upgrade_rule(game, hex_), special=True, towns=towns,
                )  # fmt: skip
                if problem is None:
                    yield hex_, tile, rotation
