"""Gauges: what joins, what an upgrade may make of them, what a lay must meet."""

from small import at, city, make, tile

from titleworks.runtime.map.network import network
from titleworks.runtime.map.track import fit_problem, gauge_problem, rotation_problem
from titleworks.runtime.table.models import GaugeRow

HOME = tile("home", [(0, 6, "narrow"), (3, 6)], [city()], colour="yellow")
WHITE = tile("white", [], colour="white")
BROAD = tile("9", [(0, 3)], count=2)
NARROW = tile("79", [(0, 3, "narrow")], count=2)
DUAL = tile("D", [(0, 3, "dual")], colour="green", count=2)
WIDER = tile("W", [(0, 3), (1, 4, "narrow")], colour="green", count=2)
TABLE = [
    GaugeRow(name="broad", joins=["dual"], becomes=["dual"]),
    GaugeRow(name="narrow", joins=["narrow", "dual"], becomes=[]),
    GaugeRow(name="dual", joins=["broad", "narrow"]),
]


def board(gauges: list[GaugeRow] | None = None):
    """Company 0 at home in 0,4, whose narrow track leads south and whose broad track leads north."""
    white = dict.fromkeys(((0, 2), (0, 6), (0, 0), (-1, 3), (1, 1)), WHITE)
    made = make({(0, 4): HOME, **white}, [BROAD, NARROW, DUAL, WIDER], gauges=gauges)
    made.place_token(0, 0, 0)
    return made


def test_a_lay_meets_the_gauge_that_reaches_the_hex() -> None:
    made = board()
    reach = network(made, 0)
    for hex, fitting in ((at(made, 0, 2), 0), (at(made, 0, 6), 1)):
        for number in (0, 1):
            problem = gauge_problem(made, reach, hex, number, 0)
            assert (problem is None) is (number == fitting)
            assert problem is None or "by its gauge" in problem
    assert gauge_problem(made, reach, at(made, 0, 4), 0, 0) is None  # nothing leads into it


def test_old_track_becomes_what_the_table_says() -> None:
    for table, narrow_too in ((None, True), (TABLE, False)):
        plan = board(table).plan
        assert fit_problem(plan, 0, 6 * 2) is None  # broad becomes dual
        assert (fit_problem(plan, 6, 6 * 2) is None) is narrow_too
        assert fit_problem(plan, 6 * 2, 0) is not None  # dual stays dual
        assert fit_problem(plan, 6, 0) is not None
        assert plan.may_become("broad", "broad")
        assert not plan.may_become("broad", "narrow")


def test_track_of_another_gauge_is_new_track() -> None:
    made = board()
    north = at(made, 0, 2)
    made.lay(north, 0, 0, 0)
    reach = network(made, 0)
    assert rotation_problem(made, reach, north, 2, 0, upgrade_rule="restrictive") is None
    assert rotation_problem(made, reach, north, 3, 0, upgrade_rule="restrictive") is not None


def test_added_gauges() -> None:
    plan = board().plan
    white = plan.printed[1]
    assert plan.added_gauges(white, 0) == ("broad",)
    assert plan.added_gauges(0, 2) == ("dual",)
    assert plan.added_gauges(0, 3) == ("narrow",)
    assert plan.added_gauges(3, 3) == ()
    assert plan.gauges_of[3] == ("broad", "narrow")


def test_a_table_says_what_joins() -> None:
    apart = [GaugeRow(name="broad"), GaugeRow(name="dual"), GaugeRow(name="narrow", joins=["broad"])]
    for table, second, joined in ((None, "dual", True), (apart, "dual", False), (apart, "narrow", True)):
        end = tile("e", [(0, 6, second)], [city()])
        made = make({(0, 4): HOME, (0, 2): end}, [], gauges=table)
        made.place_token(0, 0, 0)
        assert network(made, 0).reaches(1, 0) is joined
