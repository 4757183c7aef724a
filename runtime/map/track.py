"""Legality of track lays: colour, kept track, kind, position, connection, upgrade restriction (core 11.3 to 11.12).

What a title decides otherwise (blocked hexes, cost, whether a colour is open) comes from the caller. Results are
texts that say what is wrong, or None for a legal lay.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator

from titleworks.runtime.map.board import Board, city_map
from titleworks.runtime.map.network import Network, takes_path
from titleworks.runtime.map.plan import MapPlan
from titleworks.runtime.table.models import StopRow, TileRow

#: (hex, tile) -> whether the caller lets the tile be laid there at all.
Allowed = Callable[[int, int], bool]
#: (hex, tile, rotation) -> the same for one rotation.
AllowedTurned = Callable[[int, int, int], bool]


def lay_problem(
    board: Board,
    network: Network | None,
    hex: int,
    tile: int,
    rotation: int,
    *,
    upgrade_rule: str = "permissive",
    special: bool = False,
    towns: bool = True,
    colours: Collection[str] | None = None,
) -> str | None:
    """Why the tile may not be laid on the hex in this rotation, or None if it may; core 11.3 to 11.6, 11.10.

    `network`: what the company reaches; None: no connection is needed. `special`: a private's lay, for which the
    kind of the tile does not matter (core 11.5). `towns`: whether towns stay; if not, plain track may replace them.
    `colours`: those that may be laid now (None: any).
    """
    return tile_problem(board, hex, tile, special=special, colours=colours) or rotation_problem(
        board, network, hex, tile, rotation, upgrade_rule=upgrade_rule, towns=towns
    )


def tile_problem(
    board: Board, hex: int, tile: int, *, special: bool = False, colours: Collection[str] | None = None
) -> str | None:
    """Why the tile may not be laid on the hex in any rotation: colour, label, stops (core 11.2, 11.3, 11.5)."""
    plan = board.plan
    row = plan.tiles[tile]
    if colours is not None and row.colour not in colours:
        return f"tile {row.name} is {row.colour}; now only {_listed(colours)} tiles may be laid"
    old = board.tile[hex]
    if plan.tiles[old].colour in plan.closed:
        return f"nothing can be laid on {plan.hexes[hex].name}, a {plan.tiles[old].colour} hex"
    if plan.colour_step[tile] != plan.colour_step[old] + 1 or plan.colour_step[old] < 0:
        return f"a {row.colour} tile cannot be laid on a {plan.tiles[old].colour} hex"
    if special:
        return None
    return _label_problem(plan, hex, old, tile) or kind_problem(plan, old, tile)


def kind_problem(plan: MapPlan, old: int, tile: int) -> str | None:
    """Why the tile cannot replace the old one by the number of its stops (core 11.5); labels are not looked at."""
    found = plan.kinds.get((old, tile))
    if found is None:
        found = plan.kinds[old, tile] = _kind_problem(plan, plan.tiles[old], plan.tiles[tile]) or ""
    return found or None


def _kind_problem(plan: MapPlan, old: TileRow, new: TileRow) -> str | None:
    before, after = _kinds(old.stops), _kinds(new.stops)
    for kind in plan.gone if old.colour != "white" else plan.covered:
        del before[kind]
    for kind in sorted(before.keys() | after.keys()):
        if kind != "city" and before[kind] != after[kind]:
            return f"tile {new.name} has {_number(after[kind], kind)}; the hex has {_number(before[kind], kind)}"
    cities, more = before["city"], after["city"]
    same = cities == more
    if not old.labels and not same:
        return f"tile {new.name} has {_number(more, 'city')}; the hex has {_number(cities, 'city')}"
    if old.labels and cities and not more:
        return f"tile {new.name} has no city; the hex has {_number(cities, 'city')}"
    if old.colour == "white" and cities > 1 and not same:
        return f"the first tile must have {_number(cities, 'city')}; tile {new.name} has {_number(more, 'city')}"
    return None


def _kinds(stops: Iterable[StopRow]) -> Counter[str]:
    return Counter("city" if stop.slots else stop.kind for stop in stops if stop.kind != "junction")


def _label_problem(plan: MapPlan, hex: int, old: int, tile: int) -> str | None:
    row, before = plan.tiles[tile], plan.tiles[old]
    later = [*plan.tiles[plan.printed[hex]].later_labels, *before.later_labels]
    wanted = {label for colour, label in later if colour == row.colour} or set(before.labels)
    if set(row.labels) == wanted:
        return None
    if not wanted:
        return f"tile {row.name} is for hexes labelled {_listed(row.labels)}"
    return f"{plan.hexes[hex].name} takes only tiles labelled {_listed(sorted(wanted))}"


def rotation_problem(
    board: Board,
    network: Network | None,
    hex: int,
    tile: int,
    rotation: int,
    *,
    upgrade_rule: str = "permissive",
    towns: bool = True,
) -> str | None:
    """Why the tile may not lie on the hex in this rotation: kept track, sides, connection, restriction (core 11.4,
    11.6, 11.10)."""
    plan = board.plan
    face = plan.faces[6 * tile + rotation]
    old = 6 * board.tile[hex] + board.rotation[hex]
    if towns:
        found = fit_problem(plan, old, 6 * tile + rotation)
    else:
        found = _sides_problem(plan, old, 6 * tile + rotation) if plan.faces[old].edges else None
    if found:
        return found
    if face.edges & ~plan.sides[hex]:
        return "track would lead off the map, into an impassable side, or against a hex without track to meet it"
    if network is None:
        return None
    if not face.edges & network.edges.get(hex, 0):
        return (
            f"no exit of tile {plan.tiles[tile].name} is on a side of {plan.hexes[hex].name} that the company reaches"
        )
    if upgrade_rule == "permissive" or not plan.tiles[board.tile[hex]].paths:
        return None
    return _restriction_problem(board, network, hex, tile, rotation, upgrade_rule)


def gauge_problem(board: Board, network: Network, hex: int, tile: int, rotation: int) -> str | None:
    """Why no track of the tile joins the track by which the company reaches the hex now, or None if some does.

    A hex that is reached from its own city only has nothing to meet.
    """
    plan = board.plan
    face = plan.faces[6 * tile + rotation]
    first = hex * 6 * plan.ways
    reached = [n for n in range(6 * plan.ways) if first + n in network.crossings]
    if not reached or any(face.enter[n].paths for n in reached):
        return None
    return f"no track of tile {plan.tiles[tile].name} joins, by its gauge, what reaches {plan.hexes[hex].name}"


def fit_problem(plan: MapPlan, old: int, new: int) -> str | None:
    """Why the new face cannot replace the old one: track not kept, cities that do not correspond (core 11.4, 11.6
    c)."""
    found = plan.fits.get((old, new))
    if found is None:
        found = plan.fits[old, new] = _fit_problem(plan, old, new) or ""
    return found or None


def _fit_problem(plan: MapPlan, old: int, new: int) -> str | None:
    before, after = plan.faces[old], plan.faces[new]
    if not before.paths and len(plan.cities[new // 6]) < 2:
        return None
    if before.paths and not plan.gone.isdisjoint(plan.stop_kinds[old // 6]):
        if not before.edges:
            return None
        return _sides_problem(plan, old, new)
    if not all(_kept(plan, old, path, new) for path in range(len(before.paths))):
        return "the track that lies there must be kept"
    kept = [edges for edges in before.stop_edges if edges]
    made = [edges for edges in after.stop_edges if edges]
    fresh = sum(not any(edges & other for other in kept) for edges in made)
    if fresh > max(0, len(made) - len(kept)):
        return "a city or town would be apart from the track that lies there"
    if len(plan.cities[old // 6]) > 1 and len(plan.cities[new // 6]) > 1:
        if any(sum(edges & other == edges for other in made) != 1 for edges in kept):
            return "every city must become exactly one city of the new tile"
        slots, more = plan.slots[old // 6], plan.slots[new // 6]
        cities = plan.cities[old // 6]
        to = city_map(plan, old, new)
        if len({slots[city] for city in cities}) > 1 and any(more[to[city]] < slots[city] for city in cities):
            return "a city would lose a slot"
    return None


def _sides_problem(plan: MapPlan, old: int, new: int) -> str | None:
    """Why the new face cannot replace one whose stop goes: all its sides survive, and a path lies wholly on them."""
    before, after = plan.faces[old], plan.faces[new]
    if before.edges & ~after.edges:
        return "the sides that track reaches there must be kept"
    if not any(all(end >= 6 or before.edges >> end & 1 for end in path) for path in after.paths):
        return "no track of the tile joins the sides that track reaches there"
    return None


def _kept(plan: MapPlan, old: int, path: int, new: int) -> bool:
    """Whether the new face keeps the old one's path: the same ends, or both at a junction; a gauge it may become."""
    wanted = _ends(plan, old, path)
    gauge, gauges = plan.gauges[old // 6][path], plan.gauges[new // 6]
    made = [_ends(plan, new, other) for other, now in enumerate(gauges) if plan.may_become(gauge, now)]
    return wanted in made or all({end, "junction"} in made for end in wanted)


def _ends(plan: MapPlan, face: int, path: int) -> frozenset[object]:
    """The ends of a path: edges, and kinds of stop."""
    stops = plan.stops[face // 6]
    return frozenset(
        end if end < 6 else "city" if stops[end - 6].slots else stops[end - 6].kind
        for end in plan.faces[face].paths[path]
    )


# ---- restrictions on upgrades ----


def _restriction_problem(
    board: Board, network: Network, hex: int, tile: int, rotation: int, upgrade_rule: str
) -> str | None:
    plan = board.plan
    new = 6 * tile + rotation
    if upgrade_rule == "city-permissive" and plan.cities[tile]:
        return None
    if upgrade_rule == "station-restrictive" and plan.real[tile]:
        return None
    useful = _useful_paths(plan, 6 * board.tile[hex] + board.rotation[hex], new, upgrade_rule == "semi-restrictive")
    if useful and _takes_path(board, network, hex, tile, rotation, useful):
        return None
    if upgrade_rule == "semi-restrictive":
        return "the company must be able to use new track of the tile or a stop whose value it changes"
    if upgrade_rule == "city-permissive":
        return "the tile must have a city, or new track that the company can use"
    return "the company must be able to use new track of the tile"


def _useful_paths(plan: MapPlan, old: int, new: int, values: bool) -> int:
    """Mask of the new face's paths that are new track, also of another gauge than the old, or (`values`) end at stops
    of another highest value."""
    found = plan.useful.get((old, new, values))
    if found is None:
        found = 0
        for path in range(len(plan.faces[new].paths)):
            wanted, gauge = _ends(plan, new, path), plan.gauges[new // 6][path]
            kept = [
                p
                for p in range(len(plan.faces[old].paths))
                if wanted <= _ends(plan, old, p) and plan.gauges[old // 6][p] == gauge
            ]
            if not kept or (values and _values(plan, old, kept[0]) != _values(plan, new, path)):
                found |= 1 << path
        plan.useful[old, new, values] = found
    return found


def _values(plan: MapPlan, face: int, path: int) -> list[int]:
    stops = plan.stops[face // 6]
    return sorted(
        max((value for _, value in stops[end - 6].values or ()), default=stops[end - 6].value)
        for end in plan.faces[face].paths[path]
        if end >= 6 and stops[end - 6].kind != "junction"
    )


def _takes_path(board: Board, network: Network, hex: int, tile: int, rotation: int, wanted: int) -> bool:
    """Whether the company reaches one of these paths (a mask) of the tile in the hex once it is laid."""
    trial = board.copy_board()
    to = city_map(board.plan, 6 * board.tile[hex] + board.rotation[hex], 6 * tile + rotation)
    trial.tile[hex], trial.rotation[hex] = tile, rotation
    trial.tokens[hex] = tuple((None,) * count for count in board.plan.slots[tile])
    starts = dict.fromkeys(
        (h, stop if h != hex else to[stop]) for h, stop in network.starts if h != hex or to[stop] >= 0
    )
    for stop, row in enumerate(board.tokens[hex]):
        for company in row:
            if company is not None and to[stop] >= 0:
                trial._stand(company, hex, to[stop])
    return takes_path(trial, network, hex, starts, wanted)


# ---- listing ----


def legal_rotations(
    board: Board, network: Network | None, hex: int, tile: int, *, upgrade_rule: str = "permissive"
) -> list[int]:
    """The rotations in which the tile may lie on the hex, ascending; colour and kind are not looked at.

    Rotations that look the same are all listed.
    """
    plan = board.plan
    sides = plan.sides[hex]
    reached = 63 if network is None else network.edges.get(hex, 0)
    made = []
    for rotation in range(6):
        edges = plan.faces[6 * tile + rotation].edges
        if (
            not edges & ~sides
            and edges & reached
            and rotation_problem(board, network, hex, tile, rotation, upgrade_rule=upgrade_rule) is None
        ):
            made.append(rotation)
    return made


def replacements(plan: MapPlan, old: int) -> tuple[int, ...]:
    """The tiles of the supply that may follow the old tile by colour and number of stops, in order; labels not
    looked at."""
    found = plan.candidates.get(old)
    if found is None:
        step = plan.colour_step[old]
        found = plan.candidates[old] = tuple(
            number
            for number, row in enumerate(plan.tiles)
            if row.count != 0
            and step >= 0
            and plan.colour_step[number] == step + 1
            and plan.tiles[old].colour not in plan.closed
            and kind_problem(plan, old, number) is None
        )
    return found


def legal_lays(
    board: Board,
    network: Network | None,
    *,
    upgrade_rule: str = "permissive",
    colours: Collection[str] | None = None,
    hexes: Iterable[int] | None = None,
    tiles: Collection[int] | None = None,
    special: bool = False,
    allowed: Allowed | None = None,
    turned: AllowedTurned | None = None,
) -> Iterator[tuple[int, int, int]]:
    """All legal lays as (hex, tile, rotation), by hex, then tile in the order of the table, then rotation.

    Only tiles with a copy in the supply. `hexes`: where (None: where the network reaches an edge; needs a network);
    `tiles`: which (None: any); `allowed`: asked once for each hex and tile that fit; `turned`: then for each rotation.
    """
    plan = board.plan
    if hexes is None:
        hexes = network.reached_hexes() if network else range(len(plan.hexes))
    for hex in hexes:
        old = board.tile[hex]
        for tile in tiles if special and tiles is not None else replacements(plan, old):
            if (
                board.supply[tile]
                and (tiles is None or tile in tiles)
                and tile_problem(board, hex, tile, special=special, colours=colours) is None
            ):
                rotations = legal_rotations(board, network, hex, tile, upgrade_rule=upgrade_rule)
                if rotations and (allowed is None or allowed(hex, tile)):
                    for rotation in rotations:
                        if turned is None or turned(hex, tile, rotation):
                            yield hex, tile, rotation


def _listed(words: Iterable[str]) -> str:
    names = list(words)
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else "no"


def _number(count: int, kind: str) -> str:
    plural = kind[:-1] + "ies" if kind.endswith("y") else kind + "s"
    return f"no {kind}" if not count else f"one {kind}" if count == 1 else f"{count} {plural}"
