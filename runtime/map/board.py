"""What lies on the map: tiles, tokens, reservations, and the supply of tiles (core 11.13, 11.14, 12.5)."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from titleworks.runtime.map.plan import MapPlan

Slots = tuple[int | None, ...]
Reservation = tuple[int, int | None, int | None]


class Laid(NamedTuple):
    """What a lay did: `cities` by stop of the old tile the stop of the new one (-1: none); `lifted` companies whose
    tokens were lifted and await the choice of a city (core 11.14), in the order they stood."""

    cities: tuple[int, ...]
    lifted: tuple[int, ...]


class Board:
    """The changing part of a map. All entries of the lists are immutable, so a copy copies lists only.

    By hex: `tile` (type), `copy` (index of the copy; of printed tiles the hex's `place`), `rotation` (0 to 5),
    `tokens` (by stop, by slot: a company or None; stops without slots have an empty tuple), `reserved` ((company,
    stop or None, slot or None), ...), `added` (by stop: slots beyond those of the tile that stay; () for none). By
    tile: `supply` (copies not on the map, ascending). `lifted`: (company, hex) of tokens that await a city (core
    11.14). `lost`: (tile, copy) out of the game. `version` grows with every change. `networks`: a cache of immutable
    networks by company, or by a tuple whose second item is the company, for `titleworks.runtime.map.network`.
    `barred`: by company the cities (`STOPS * hex + stop`) through which it cannot walk, where the title says so; a
    company that is not there is barred by full cities without own token (core 11.7). `barred_at`: what that depends on,
    as it was when it was asked.
    """

    __slots__ = (
        "added", "barred", "barred_at", "copy", "lifted", "lost", "networks", "plan", "reserved", "rotation", "supply",
        "tile", "tokens", "version",
    )  # fmt: skip

    def __init__(self, plan: MapPlan) -> None:
        self.plan = plan
        self.tile = list(plan.printed)
        self.copy = [row.place for row in plan.hexes]
        self.rotation = [0] * len(plan.hexes)
        self.tokens: list[tuple[Slots, ...]] = [tuple((None,) * n for n in plan.slots[tile]) for tile in self.tile]
        self.added: list[tuple[int, ...]] = [()] * len(plan.hexes)
        self.reserved: list[tuple[Reservation, ...]] = [
            self._printed_reservations(hex) for hex in range(len(plan.hexes))
        ]
        self.supply: list[tuple[int, ...]] = [
            () if not plan.in_play[number] else (0,) if row.count is None else tuple(range(row.count))
            for number, row in enumerate(plan.tiles)
        ]
        self.lifted: tuple[tuple[int, int], ...] = ()
        self.lost: tuple[tuple[int, int], ...] = ()
        self.version = 0
        self.networks: dict[Any, Any] = {}
        self.barred: dict[int, frozenset[int]] = {}
        self.barred_at: dict[int, Any] = {}

    def _printed_reservations(self, hex: int) -> tuple[Reservation, ...]:
        taken: dict[int, int] = {}
        made: list[Reservation] = []
        for company, city in self.plan.reserved[hex]:
            slot = None
            if city is not None:
                slot = taken.get(city, 0)
                taken[city] = slot + 1
            made.append((company, city, slot))
        return tuple(made)

    # ---- copying, saving ----

    def copy_board(self) -> "Board":
        """An independent copy that shares the immutable entries and the cached networks."""
        new = Board.__new__(Board)
        new.plan = self.plan
        new.tile = self.tile.copy()
        new.copy = self.copy.copy()
        new.rotation = self.rotation.copy()
        new.tokens = self.tokens.copy()
        new.added = self.added.copy()
        new.reserved = self.reserved.copy()
        new.supply = self.supply.copy()
        new.lifted = self.lifted
        new.lost = self.lost
        new.version = self.version
        new.networks = self.networks.copy()
        new.barred = self.barred.copy()
        new.barred_at = self.barred_at.copy()
        return new

    def to_plain(self) -> dict[str, Any]:
        """The board as JSON values: only what differs from the start. Equal boards give equal values."""
        start = Board(self.plan)
        hexes = {str(hex): _lists(entry) for hex, entry in enumerate(self._rows()) if entry != start._row(hex)}
        supply = {str(t): list(copies) for t, copies in enumerate(self.supply) if copies != start.supply[t]}
        return {"hexes": hexes, "supply": supply, "lifted": _lists(self.lifted), "lost": _lists(self.lost)}

    @classmethod
    def from_plain(cls, plan: MapPlan, value: dict[str, Any]) -> "Board":
        """The board that `to_plain` wrote. Raises KeyError, ValueError, TypeError or IndexError for anything else."""
        new = cls(plan)
        for name, entry in value["hexes"].items():
            hex = int(name)
            tile, copy, rotation, tokens, added, reserved = _tuples(entry)
            new.tile[hex], new.copy[hex], new.rotation[hex] = tile, copy, rotation
            new.tokens[hex], new.added[hex], new.reserved[hex] = tokens, added, reserved
        for name, copies in value["supply"].items():
            new.supply[int(name)] = tuple(copies)
        new.lifted = _tuples(value["lifted"])
        new.lost = _tuples(value["lost"])
        return new

    def _row(self, hex: int) -> tuple[Any, ...]:
        return (
            self.tile[hex], self.copy[hex], self.rotation[hex], self.tokens[hex], self.added[hex], self.reserved[hex],
        )  # fmt: skip

    def _rows(self) -> list[tuple[Any, ...]]:
        return list(zip(self.tile, self.copy, self.rotation, self.tokens, self.added, self.reserved, strict=True))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and self.tile == other.tile
            and self.copy == other.copy
            and self.rotation == other.rotation
            and self.tokens == other.tokens
            and self.added == other.added
            and self.reserved == other.reserved
            and self.supply == other.supply
            and self.lifted == other.lifted
            and self.lost == other.lost
        )

    __hash__ = None  # type: ignore[assignment]

    # ---- looking ----

    def token_cities(self, company: int) -> list[tuple[int, int]]:
        """All (hex, stop) where the company has a token, in the order of the map."""
        return [
            (hex, stop)
            for hex, cities in enumerate(self.tokens)
            if cities
            for stop, slots in enumerate(cities)
            if company in slots
        ]

    def has_track(self, hex: int) -> bool:
        """Whether the tile in the hex has any path."""
        return bool(self.plan.tiles[self.tile[hex]].paths)

    # ---- tiles ----

    def lay(self, hex: int, tile: int, copy: int, rotation: int) -> Laid:
        """Put a copy of a tile on the hex, whatever the rules of legality say; core 11.11, 11.13, 11.14.

        The old tile returns to the supply unless it was printed; the other side of a piece comes and goes with it.
        Tokens go to the corresponding city, in slot order to the first free slots (a slot is added if they are too
        many); reservations go with them. If a trackless hex with several cities gets track on a tile with several
        cities, its tokens are lifted instead. Raises ValueError if the copy is not in the supply.
        """
        plan = self.plan
        if copy not in self.supply[tile]:
            raise ValueError(f"copy {copy} of tile {plan.tiles[tile].name} is not in the supply")
        old = self.tile[hex]
        cities = city_map(plan, 6 * old + self.rotation[hex], 6 * tile + rotation)
        self._take(tile, copy)
        if old != plan.printed[hex]:
            self._give_back(old, self.copy[hex])
        self.tile[hex], self.copy[hex], self.rotation[hex] = tile, copy, rotation
        return self._laid(hex, old, cities)

    def lose(self, tile: int, copy: int) -> None:
        """A copy of a tile that lies in the supply is out of the game."""
        if copy in self.supply[tile]:
            self.supply[tile] = tuple(number for number in self.supply[tile] if number != copy)
            self.lost += ((tile, copy),)

    def print_tile(self, hex: int, tile: int) -> Laid:
        """Show a printed tile (count 0) in the hex in place of what lies there, as events do."""
        plan = self.plan
        old = self.tile[hex]
        cities = city_map(plan, 6 * old + self.rotation[hex], 6 * tile)
        if old != plan.printed[hex] and plan.tiles[old].count != 0:
            self._give_back(old, self.copy[hex])
        self.tile[hex], self.copy[hex], self.rotation[hex] = tile, plan.hexes[hex].place, 0
        return self._laid(hex, old, cities)

    def _laid(self, hex: int, old: int, cities: tuple[int, ...]) -> Laid:
        if self.reserved[hex]:
            self.reserved[hex] = tuple(
                (company, stop if stop is None else cities[stop], slot)
                for company, stop, slot in self.reserved[hex]
                if stop is None or cities[stop] >= 0
            )
        lifted = self._carry_tokens(hex, old, cities)
        self.changed(hex)
        return Laid(cities, lifted)

    def _take(self, tile: int, copy: int) -> None:
        copies = self.supply[tile]
        left = tuple(number for number in copies if number != copy)
        if self.plan.tiles[tile].count is None:
            on_map = max((c for t, c in zip(self.tile, self.copy, strict=True) if t == tile), default=-1)
            if copy == max(copies[-1], on_map):
                left += (copy + 1,)
        self.supply[tile] = left
        back = self.plan.tiles[tile].back
        if back is not None:
            self.supply[back] = tuple(number for number in self.supply[back] if number != copy)

    def _give_back(self, tile: int, copy: int) -> None:
        """A piece returns to the supply, with both its sides."""
        back = self.plan.tiles[tile].back
        for side in (tile,) if back is None else (tile, back):
            self.supply[side] = tuple(sorted((*self.supply[side], copy)))

    def _carry_tokens(self, hex: int, old: int, cities: tuple[int, ...]) -> tuple[int, ...]:
        plan, tile = self.plan, self.tile[hex]
        before, added = self.tokens[hex], self.added[hex]
        slots = list(plan.slots[tile])
        for stop, more in enumerate(added):
            if more and cities[stop] >= 0:
                slots[cities[stop]] += more
        self.added[hex] = tuple(n - m for n, m in zip(slots, plan.slots[tile], strict=True)) if any(added) else ()
        self.tokens[hex] = tuple((None,) * count for count in slots)
        standing = [
            (cities[stop], company) for stop, row in enumerate(before) for company in row if company is not None
        ]
        if standing and plan.tiles[tile].paths and not plan.tiles[old].paths and len(plan.cities[tile]) > 1:
            self.lifted += tuple((company, hex) for _, company in standing)
            return tuple(company for _, company in standing)
        for stop, company in standing:
            if stop >= 0:
                self._stand(company, hex, stop)
        return ()

    def _stand(self, company: int, hex: int, stop: int) -> None:
        """Put a token that comes from an old tile into the first free slot that is not reserved, else the first free
        one."""
        slot = self.open_slot(company, hex, stop)
        row = list(self.tokens[hex][stop])
        if slot is None and None in row:
            slot = row.index(None)
        if slot is None:
            row.append(company)
        else:
            row[slot] = company
        self._set_slots(hex, stop, tuple(row))

    # ---- tokens ----

    def open_slot(self, company: int, hex: int, stop: int) -> int | None:
        """The slot that a token of the company would take (core 12.5): its reserved one, else the first that holds
        no token and is reserved for nobody else; None if there is none. Hex-wide reservations are not looked at."""
        slots = self.tokens[hex][stop]
        reserved = self.reserved[hex]
        taken = None
        if reserved:
            for owner, city, slot in reserved:
                if owner == company and city == stop and slot is not None and slot < len(slots) and slots[slot] is None:
                    return slot
            taken = {slot for owner, city, slot in reserved if city == stop and owner != company}
        for slot, holder in enumerate(slots):
            if holder is None and not (taken and slot in taken):
                return slot
        return None

    def place_token(self, company: int, hex: int, stop: int, *, extra: bool = False) -> int:
        """Put a token of the company into the city and return its slot; core 12.5. Deletes its reservations in the
        hex.

        `extra`: if no slot is open, a slot is added for this token alone. A lifted token of the company awaiting
        this hex is thereby placed. Raises ValueError if there is no open slot.
        """
        slot = self.open_slot(company, hex, stop)
        row = list(self.tokens[hex][stop])
        if slot is None:
            if not extra:
                raise ValueError(f"no slot of {self.plan.hexes[hex].name} is open")
            slot = len(row)
            row.append(None)
        row[slot] = company
        self._set_slots(hex, stop, tuple(row))
        if self.reserved[hex]:
            self.reserved[hex] = tuple(entry for entry in self.reserved[hex] if entry[0] != company)
        if self.lifted and (company, hex) in self.lifted:
            waiting = list(self.lifted)
            waiting.remove((company, hex))
            self.lifted = tuple(waiting)
        self._token_changed(company, hex, stop)
        return slot

    def remove_token(self, company: int, hex: int, stop: int) -> None:
        """Take the company's token out of the city; a slot that existed for a token alone goes too. Raises
        ValueError."""
        row = list(self.tokens[hex][stop])
        row[row.index(company)] = None
        usual = self._usual_slots(hex, stop)
        while len(row) > usual and row[-1] is None:
            row.pop()
        self._set_slots(hex, stop, tuple(row))
        self._move_in(hex)
        self._changed_everywhere(hex)

    def drop_lifted(self, company: int, hex: int) -> None:
        """Give up the company's token that awaits a city of the hex. Raises ValueError if there is none."""
        waiting = list(self.lifted)
        waiting.remove((company, hex))
        self.lifted = tuple(waiting)
        self.version += 1

    def replace_token(self, company: int, new: int, hex: int, stop: int) -> None:
        """Put a token of `new` in the very slot of the company's token. Raises ValueError if it has none there."""
        row = list(self.tokens[hex][stop])
        row[row.index(company)] = new
        self._set_slots(hex, stop, tuple(row))
        self._changed_everywhere(hex)

    def add_slot(self, hex: int, stop: int) -> int:
        """Give the city one more slot for good, kept through upgrades; returns its number.

        A token that stands beside the slots is then in it.
        """
        row, usual = self.tokens[hex][stop], self._usual_slots(hex, stop)
        added = list(self.added[hex] or (0,) * len(self.tokens[hex]))
        added[stop] += 1
        self.added[hex] = tuple(added)
        if len(row) == usual:
            self._set_slots(hex, stop, (*row, None))
        self._changed_everywhere(hex)
        return usual

    def reserve(self, company: int, hex: int, stop: int | None) -> None:
        """Reserve a slot of the city (the first without token or reservation), or the hex as a whole, for the
        company."""
        slot = None
        if stop is not None:
            taken = {entry[2] for entry in self.reserved[hex] if entry[1] == stop}
            free = [n for n, holder in enumerate(self.tokens[hex][stop]) if holder is None and n not in taken]
            slot = free[0] if free else len(self.tokens[hex][stop])
        self.reserved[hex] += ((company, stop, slot),)
        self.version += 1

    def drop_reservations(self, company: int, hexes: Iterable[int] | None = None) -> None:
        """Delete all reservations of the company (on some hexes).

        Tokens that stand beside the slots move into slots thus opened.
        """
        for hex in range(len(self.reserved)) if hexes is None else hexes:
            entries = self.reserved[hex]
            if entries and any(entry[0] == company for entry in entries):
                self.reserved[hex] = tuple(entry for entry in entries if entry[0] != company)
                self._move_in(hex)
        self.version += 1

    def _move_in(self, hex: int) -> None:
        """Tokens that stand beside the slots of a city of the hex move into slots that are open to everybody."""
        for stop, row in enumerate(self.tokens[hex]):
            usual = self._usual_slots(hex, stop) if row else 0
            reserved = {slot for _, city, slot in self.reserved[hex] if city == stop}
            slots = list(row)
            for slot in range(usual):
                if len(slots) > usual and slots[slot] is None and slot not in reserved:
                    slots[slot] = slots.pop()
            if slots != list(row):
                self._set_slots(hex, stop, tuple(slots))
                self._changed_everywhere(hex)

    def _usual_slots(self, hex: int, stop: int) -> int:
        added = self.added[hex]
        return self.plan.slots[self.tile[hex]][stop] + (added[stop] if added else 0)

    def _set_slots(self, hex: int, stop: int, row: Slots) -> None:
        cities = self.tokens[hex]
        self.tokens[hex] = (*cities[:stop], row, *cities[stop + 1 :])

    # ---- networks that are still right ----

    def bar(self, company: int, cities: frozenset[int]) -> None:
        """Say which cities the company cannot walk through; its network is forgotten if that is news."""
        if self.barred.get(company) != cities:
            self.barred[company] = cities
            self._forget(company)

    def _forget(self, company: int) -> None:
        """Forget the networks of a company: under its number, or a tuple whose second item that is."""
        self.networks.pop(company, None)
        for key in [key for key in self.networks if key.__class__ is tuple and key[1] == company]:
            del self.networks[key]

    def changed(self, hex: int) -> None:
        """Track in the hex changed: networks that do not depend on the hex are still right."""
        self.version += 1
        for company in [c for c, network in self.networks.items() if hex in network.hexes]:
            del self.networks[company]

    def _token_changed(self, company: int, hex: int, stop: int) -> None:
        """A token of the company came: others' networks change only if they touch the hex and the city is now full."""
        self._forget(company)
        if None in self.tokens[hex][stop]:
            self.version += 1
        else:
            self.changed(hex)

    def _changed_everywhere(self, hex: int) -> None:
        self.networks.clear()
        self.version += 1


def city_map(plan: MapPlan, old: int, new: int) -> tuple[int, ...]:
    """By stop of the old face, the city of the new face that it becomes, -1 for stops that are no cities (core
    11.13).

    With one new city, that. With several, the one whose exits include those of the old; a city without exits: same
    number.
    """
    found = plan.maps.get((old, new))
    if found is None:
        found = plan.maps[old, new] = _city_map(plan, old, new)
    return found


def _city_map(plan: MapPlan, old: int, new: int) -> tuple[int, ...]:
    before, after = plan.faces[old], plan.faces[new]
    cities, targets = plan.cities[old // 6], plan.cities[new // 6]
    made = [-1] * len(plan.stops[old // 6])
    for number, stop in enumerate(cities):
        exits = before.stop_edges[stop]
        fitting = [target for target in targets if exits and exits & after.stop_edges[target] == exits]
        if len(targets) == 1:
            made[stop] = targets[0]
        elif fitting:
            made[stop] = fitting[0]
        elif targets:
            made[stop] = targets[min(number, len(targets) - 1)]
    return tuple(made)


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
