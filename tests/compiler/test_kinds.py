"""The tables of gauges and of kinds of stops."""

from titleworks.compiler import compile_text

TITLE = """
language: 1
title:    Kinds
players:  2 to 4
bank:     4000
include:  common tiles
# Course of play
opening:   none
every set: stock round, operating rounds
# Players
cash:              600
certificate limit: 20
# Market
grid:
    60  70  80  90  100p 110 125 140
# Phases
name | starts with | train limit | tiles         | operating rounds
2    |             | 4           | yellow        | 1
3    | 3           | 4           | yellow, green | 1
# Trains
name | count     | price | distance
2    | 3         | 80    | 1 city or port, 2 towns or mines
3    | unlimited | 80    | 3 hexes
# Companies
certificates: 20 president, 10 x8
name | home | tokens
AB   | B4   | 0, 40
# Routes
kind | like | places | pays     | optional | value
port | area |        |          | yes      |
mine |      | 0      | treasury | partly   | 30/10
dock | city |        |          |          |
# Tiles
tiles: 8 x4, 9 x8
name | count | colour | track
M1   | 2     | yellow | mine on 0 3
# Map
layout: flat
series: yellow, phase 3
hexes | print
B4    | yellow, city 20 on 0 3
B2    | gray, port 20/40 on 0
B6    | gray, dock 40 x2 on 3
"""


def errors(text: str) -> list[str]:
    """What is wrong with a title."""
    return [problem.message for problem in compile_text(text)[1] if problem.severity == "error"]


def test_kinds_of_stops() -> None:
    table, problems = compile_text(TITLE)
    assert table is not None, problems
    parts = table.components
    assert [(row.name, row.like, row.places, row.pays, row.optional) for row in parts.kinds] == [
        ("port", "area", 1, "revenue", "yes"),
        ("mine", "town", 0, "treasury", "partly"),
        ("dock", "city", 1, "revenue", "no"),
    ]
    stops = {row.name: row.stops[0] for row in parts.tiles if row.stops}
    assert stops["M1"].values == [("yellow", 30), ("phase 3", 10)]
    assert stops["print B2"].values == [("yellow", 20), ("phase 3", 40)]
    assert (stops["print B6"].kind, stops["print B6"].slots) == ("dock", 2)
    assert [row.kinds for row in parts.trains[0].distance.rows] == [["city", "port"], ["town", "mine"]]


def test_what_is_wrong_with_the_tables() -> None:
    assert any("not a name for a kind" in text for text in errors(TITLE.replace("dock | city", "town | city")))
    assert any("`lake` is not a word for `like`" in text for text in errors(TITLE.replace("| area |", "| lake |")))
    assert any("places" in text for text in errors(TITLE.replace("| 0      |", "| some   |")))
    gauges = "# Track\ngauge | joins | becomes\nbroad | broad, wide | dual\n"
    assert any("`wide` is not a gauge" in text for text in errors(TITLE + gauges))
