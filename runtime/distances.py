"""How far a train runs when it is more than its kind says: joined with others, or lengthened for a run."""

from collections.abc import Iterable

from titleworks.runtime.table.models import Distance, DistanceRow

#: Places a train gains: kinds of stop (None: of any kind), how many (None: any number).
Places = tuple[tuple[str, ...] | None, int | None]


def joined(distances: Iterable[Distance]) -> Distance:
    """One train made of several: the places of each kind of stop added up; the first says what it counts in."""
    parts = list(distances)
    rows: dict[tuple[str, ...] | None, DistanceRow] = {}
    for part in parts:
        for row in part.rows:
            key = None if row.kinds is None else tuple(row.kinds)
            rows[key] = _sum(rows[key], row) if key in rows else row
    return Distance(unit=parts[0].unit, rows=list(rows.values()), local=parts[0].local)


def lengthened(distance: Distance, places: Iterable[Places]) -> Distance:
    """The distance with more places."""
    more = [DistanceRow(kinds=None if kinds is None else list(kinds), pays=n, visits=n) for kinds, n in places]
    return joined([distance, *(Distance(unit=distance.unit, rows=[row]) for row in more)])


def joined_name(distance: Distance) -> str:
    """What a joined train is called: places for cities, places for other stops, and C for combined: `6+5C`."""
    cities = sum(_places(row) for row in distance.rows if row.kinds is None or "city" in row.kinds)
    others = sum(_places(row) for row in distance.rows if row.kinds is not None and "city" not in row.kinds)
    return f"{cities}+{others}C"


def lengthened_name(name: str, places: Iterable[Places]) -> str:
    """What a lengthened train is called: the number of places after a plus, none if there are any number."""
    return name + "".join(f"+{'' if number is None else number}" for _, number in places)


def _sum(row: DistanceRow, other: DistanceRow) -> DistanceRow:
    return DistanceRow(kinds=row.kinds, pays=_plus(row.pays, other.pays), visits=_plus(_visits(row), _visits(other)))


def _plus(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else first + second


def _visits(row: DistanceRow) -> int | None:
    return row.pays if row.visits is None else row.visits


def _places(row: DistanceRow) -> int:
    return _visits(row) or 0
