"""Legality of lays (core 11.3 to 11.11)."""

from small import at, city, make, tile, town

from titleworks.runtime.map.board import Board
from titleworks.runtime.map.network import network
from titleworks.runtime.map.track import lay_problem, legal_lays, legal_rotations
from titleworks.runtime.table.models import CostMark, StopRow, TileRow

STRAIGHT = tile("9", [(0, 3)], count=2)
CITY = tile("57", [(0, 6), (3, 6)], [city()], count=2)
LABELLED = tile("X", [(0, 6), (3, 6)], [city(value=40)], labels=["B"], count=1)
TOWN = tile("58", [(0, 6), (3, 6)], [town()], count=1)
CROSS = tile("20", [(0, 3), (1, 4)], colour="green", count=1)
FORK = tile("23", [(0, 3), (0, 4)], colour="green", count=1)
RICH = tile("12", [(0, 6), (3, 6), (1, 6)], [city(value=30)], colour="green", count=1)
SAME = tile("13", [(0, 6), (3, 6), (1, 6)], [city(value=20)], colour="green", count=1)
SUPPLY = [STRAIGHT, CITY, LABELLED, TOWN, CROSS, FORK, RICH, SAME]
WHITE = tile("white", [], colour="white")
HILL = TileRow(name="hill", colour="white", costs=[CostMark(amount=80, terrains=["mountain"])])
GRAY = tile("gray", [(3, 6)], [city()], colour="gray")


def board() -> Board:
    """Company 0 is at home in the city 0,4; north of it two white hexes, south a gray city, beside it a gray hex."""
    made = make(
        {
            (0, 4): tile("home", [(0, 6), (3, 6)], [city()], colour="yellow"),
            (0, 2): HILL,
            (0, 0): tile("town", [], [town()], colour="white"),
            (0, 6): GRAY,
            (1, 3): tile("plain", [(0, 1)], colour="gray"),
            (1, 1): tile("b", [], [city()], colour="white", labels=["B"]),
            (1, 5): WHITE,
        },
        SUPPLY,
    )
    made.place_token(0, 0, 0)
    return made


def problem(made: Board, x: int, y: int, number: int, rotation: int, **options: object) -> str:
    """What is wrong with a lay, "" if nothing."""
    return lay_problem(made, network(made, 0), at(made, x, y), number, rotation, **options) or ""  # type: ignore[arg-type]


def test_connection() -> None:
    made = board()
    assert problem(made, 0, 2, 0, 0) == ""
    assert "no exit" in problem(made, 0, 2, 0, 1) or "lead off" in problem(made, 0, 2, 0, 1)
    assert "reaches" in problem(made, 0, 0, 3, 0) or "lead off" in problem(made, 0, 0, 3, 0)
    assert lay_problem(made, None, at(made, 1, 1), 2, 0) is not None  # 1,3 to the south is gray without track there
    assert legal_rotations(made, network(made, 0), at(made, 0, 2), 0) == [0, 3]


def test_colour_and_closed_hexes() -> None:
    made = board()
    assert problem(made, 0, 2, 4, 0) == "a green tile cannot be laid on a white hex"
    assert problem(made, 0, 2, 0, 0, colours=["green", "brown"]) == (
        "tile 9 is yellow; now only green and brown tiles may be laid"
    )
    assert problem(made, 0, 6, 6, 0) == "nothing can be laid on 0,6, a gray hex"


def test_kind_and_label() -> None:
    made = board()
    assert problem(made, 0, 2, 1, 0) == "tile 57 has one city; the hex has no city"
    assert problem(made, 0, 0, 0, 0) == "tile 9 has no town; the hex has one town"
    assert problem(made, 1, 1, 1, 0) == "1,1 takes only tiles labelled B"
    assert problem(made, 0, 2, 2, 0) == "tile X is for hexes labelled B"
    assert "city" not in problem(made, 0, 2, 1, 0, special=True)


def test_kept_track_and_upgrade_rules() -> None:
    made = board()
    made.lay(at(made, 0, 2), 0, 0, 0)
    north = at(made, 0, 2)
    assert "must be kept" in problem(made, 0, 2, 4, 1)
    # of the crossing the company can use only what was there
    for rule, legal in (("permissive", True), ("semi-restrictive", False), ("restrictive", False)):
        found = lay_problem(made, None, north, 4, 0) or problem(made, 0, 2, 4, 0, upgrade_rule=rule)
        assert "lead off" in found or (found == "") is legal


def test_semi_restrictive_takes_new_track_or_a_new_value() -> None:
    ring = {
        (0, 4): tile("home", [(0, 6), (3, 6)], [city()]),
        (0, 2): WHITE,
        (0, 0): WHITE,
        (1, 1): WHITE,
        (1, 3): WHITE,
        (-1, 3): WHITE,
        (-1, 1): WHITE,
        (-1, 5): WHITE,
        (0, 6): WHITE,
    }
    made = make(ring, SUPPLY)
    made.place_token(0, 0, 0)
    made.lay(1, 0, 0, 0)
    rules = ("permissive", "semi-restrictive", "restrictive", "city-permissive", "station-restrictive")
    verdicts = {rule: problem(made, 0, 2, 4, 0, upgrade_rule=rule) == "" for rule in rules}
    assert verdicts == dict.fromkeys(rules, False) | {"permissive": True}
    # the fork's new branch leaves from the side the company comes from (rotation 0: edge 0) or from the other side (3)
    assert problem(made, 0, 2, 5, 0, upgrade_rule="restrictive") == ""
    assert "use new track" in problem(made, 0, 2, 5, 3, upgrade_rule="restrictive")
    # a city: another value, or new track
    assert problem(made, 0, 4, 6, 0, upgrade_rule="semi-restrictive") == ""
    assert problem(made, 0, 4, 7, 0, upgrade_rule="semi-restrictive") == ""
    same = tile("14", [(0, 6), (3, 6)], [city(2, 20)], colour="green", count=1)
    rich = tile("15", [(0, 6), (3, 6)], [city(2, 30)], colour="green", count=1)
    made = make(ring, [same, rich])
    made.place_token(0, 0, 0)
    assert "value" in problem(made, 0, 4, 0, 0, upgrade_rule="semi-restrictive")
    assert problem(made, 0, 4, 1, 0, upgrade_rule="semi-restrictive") == ""
    assert problem(made, 0, 4, 1, 0, upgrade_rule="restrictive") != ""
    assert problem(made, 0, 4, 0, 0, upgrade_rule="city-permissive") == ""


def test_several_cities_keep_apart() -> None:
    pair = tile("pair", [(0, 6), (3, 7)], [city(), city()], labels=["OO"])
    apart = tile("59", [(0, 6), (1, 6), (3, 7), (4, 7)], [city(), city()], colour="green", labels=["OO"], count=1)
    mixed = tile("60", [(0, 6), (3, 6), (1, 7), (4, 7)], [city(), city()], colour="green", labels=["OO"], count=1)
    one = tile("61", [(0, 6), (3, 6)], [city(2)], colour="green", labels=["OO"], count=1)
    none = tile("62", [(0, 3)], colour="green", labels=["OO"], count=1)
    around = dict.fromkeys(((0, 0), (0, 4), (1, 1), (-1, 3), (1, 3), (-1, 1)), WHITE)
    made = make({(0, 2): pair, **around}, [apart, mixed, one, none])
    made.place_token(0, 0, 0)
    assert problem(made, 0, 2, 0, 0) == ""
    assert problem(made, 0, 2, 1, 0) != ""
    assert problem(made, 0, 2, 2, 0) == ""
    assert "no city" in problem(made, 0, 2, 3, 0)


def test_a_junction_keeps_the_track_that_it_joins() -> None:
    junction = StopRow(kind="junction")
    three = tile("80", [(0, 6), (3, 6), (4, 6)], [junction], colour="green", count=1)
    apart = tile("81", [(1, 6), (3, 6), (5, 6)], [junction], colour="green", count=1)
    around = dict.fromkeys(((0, 0), (1, 1), (-1, 3), (1, 3), (-1, 1)), WHITE)
    made = make({(0, 4): tile("home", [(3, 6)], [city()]), (0, 2): tile("p", [(0, 3)]), **around}, [three, apart])
    made.place_token(0, 0, 0)
    assert problem(made, 0, 2, 0, 0, upgrade_rule="semi-restrictive") == ""
    assert "must be kept" in problem(made, 0, 2, 1, 0)


def test_listing_agrees_with_the_single_test() -> None:
    made = board()
    reach = network(made, 0)
    listed = list(legal_lays(made, reach, colours=["yellow"]))
    tried = [
        (hex, number, rotation)
        for hex in range(len(made.plan.hexes))
        for number in range(len(SUPPLY))
        for rotation in range(6)
        if lay_problem(made, reach, hex, number, rotation, colours=["yellow"]) is None
    ]
    assert listed == tried
    assert listed
    assert not list(legal_lays(made, reach, colours=["yellow"], allowed=lambda hex, tile: False))
