"""Lines of a title and the form they have in the table."""

from pathlib import Path
from typing import Any

import pytest

from titleworks.compiler import Diagnostic, compile_text, table_bytes
from titleworks.runtime.table.models import Table

VALID = (Path(__file__).parent / "broken" / "valid.18xx").read_text(encoding="utf-8")


def table_with(lines: str) -> Table:
    """The small title with some lines more."""
    table, diagnostics = compile_text(VALID + lines)
    assert table is not None, diagnostics
    return table


def errors_with(lines: str) -> list[Diagnostic]:
    """The errors that some lines more give."""
    _, diagnostics = compile_text(VALID + lines)
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]


def answer(question: str, value: str) -> Any:
    """The cases of a plain answer."""
    table = table_with(f"\n## Of mine\n{question}: {value}\n")
    return [list(case) for case in table.questions[question][0].cases]


PHASE, COMPANY = ["get", "game.phase"], ["arg", "company"]

ANSWERS: tuple[tuple[str, str, list[list[Any]]], ...] = (
    ("raise", "10", [[None, 10]]),
    ("raise", "none", [[None, None]]),
    ("order", "sell-buy", [[None, "sell-buy"]]),
    ("holding limit", "70%", [[None, ["percent", 70]]]),
    ("sale move", "stay", [[None, ["moves", []]]]),
    ("sale move", "down shares", [[None, ["moves", [["down", ["arg", "shares"]]]]]]),
    ("dividend move", "left 1 if paid is 0; right 1, up 1", [
        [["=", ["arg", "paid"], 0], ["moves", [["left", 1]]]],
        [None, ["moves", [["right", 1], ["up", 1]]]],
    ]),
    ("train price", "1 to 2 * price", [[None, ["range", 1, ["*", 2, ["get", "train.price", ["arg", "train"]]]]]]),
    ("sale allowed", "phase at least 3", [[None, [">=", PHASE, ["thing", "phase", 1]]]]),
    ("sale allowed", "phase in (2, 3)", [
        [None, ["in", PHASE, ["list", ["thing", "phase", 0], ["thing", "phase", 1]]]],
    ]),
    ("par allowed", "unfloated", [[None, ["not", ["get", "company.floated", COMPANY]]]]),
    ("par allowed", "company is floated", [[None, ["get", "company.floated", COMPANY]]]),
    ("par allowed", "player is a company", [[None, ["is a", ["arg", "player"], "company"]]]),
    ("par prices", "par cells", [[None, ["cells", 1]]]),
    ("lay allowed", "terrain of hex is mountain", [[None, ["in", "mountain", ["get", "hex.terrain", ["arg", "hex"]]]]]),
    ("lay cost", "larger of (0, usual - 20)", [[None, ["larger", 0, ["-", ["usual"], 20]]]]),
    ("lay cost", "2 * (3 if company is floated; 2)", [
        [None, ["*", 2, ["cases", [["get", "company.floated", COMPANY], 3], 2]]],
    ]),
    ("capital", "half of par rounded down", [[None, ["round down", ["/", ["get", "company.par", COMPANY], 2]]]]),
    ("run bonus", "10 * number of trains", [[None, ["*", 10, ["number", ["get", "company.trains", COMPANY]]]]]),
    ("run bonus", "sum of price across (trains of company where its price at least 100)", [[None, [
        "sum",
        ["where", ["get", "company.trains", COMPANY], [">=", ["get", "train.price", ["it", 0]], 100]],
        ["get", "train.price", ["it", 0]],
    ]]]),
    ("operating order", "floated companies by highest price", [[None, [
        "by",
        ["where", ["all", "company"], ["get", "company.floated", ["it", 0]]],
        [["highest", ["get", "company.price", ["it", 0]]]],
    ]]]),
    ("stop value", "usual if kind of stop is town; 0", [
        [["=", ["get", "stop.kind", ["arg", "stop"]], "town"], ["usual"]],
        [None, 0],
    ]),
    ("operating rounds", "2 if players at least 4; 1", [[[">=", ["get", "game.player count"], 4], 2], [None, 1]]),
)  # fmt: skip


@pytest.mark.parametrize(("question", "value", "cases"), ANSWERS, ids=[f"{q}: {v}" for q, v, _ in ANSWERS])
def test_answer(question: str, value: str, cases: list[list[Any]]) -> None:
    # the small title answers some by its table of phases: the plain answer stands above it
    assert answer(question, value) == cases


WRONG: tuple[tuple[str, str, str], ...] = (
    ("holding limit", "70", "T001"),
    ("raise", "70%", "T001"),
    ("order", "buy-sell-buy", "T010"),
    ("capital", "half of par", "T009"),
    ("raise", "5; 10", "M002"),
    ("raise", "5 + FLOATED", "N001"),
    ("par allowed", "price", "T001"),
    ("par allowed", "cash more than phase", "T002"),
    ("sale allowed", "phase is 2 or 3", "S011"),
    ("train price", "1", ""),
    ("sale allowed", "round is stock rond", "N001"),
    ("lay allowed", "terrain of hex is mountin", ""),  # the small map has no terrain to be known
    ("kept", "revenue if kind is withold; 0", "N001"),
)


@pytest.mark.parametrize(("question", "value", "code"), WRONG, ids=[f"{q}: {v}" for q, v, _ in WRONG])
def test_wrong_answer(question: str, value: str, code: str) -> None:
    assert [error.code for error in errors_with(f"\n## Of mine\n{question}: {value}\n")] == [code][: len(code)]


def test_sentences_become_a_flat_list_with_jumps() -> None:
    table = table_with(
        "\n# Set-up\nwhen set ends:\n"
        "    each floated company:\n        pay 10 from bank to it if price at least 5\n"
        "    if phase is 2: export train\n    otherwise:\n        export train; export train\n"
    )
    [rule] = [rule for rule in table.rules if rule.event == "set ends"]
    assert rule.slots == ["each 0"]
    assert rule.code == [
        ["each", "each 0", ["where", ["all", "company"], ["get", "company.floated", ["it", 0]]], 4],
        ["unless", [">=", ["get", "company.price", ["local", "each 0"]], 5], 3],
        ["pay", 10, ["get", "game.bank"], ["local", "each 0"]],
        ["jump", 0],
        ["unless", ["=", PHASE, ["thing", "phase", 0]], 7],
        ["export", True],
        ["jump", 9],
        ["export", True],
        ["export", True],
    ]


def test_words_and_definitions_of_the_glossary() -> None:
    table = table_with(
        "\n# Glossary\nword | about | kind | at first | lasts\nfee | company | money | 20 | round\n"
        "double of company: 2 * fee\n# Routes\nrun bonus: double\n# Set-up\nwhen company floated: add 5 to fee\n"
    )
    [word], [definition] = table.words, table.definitions
    assert (word.name, word.about, word.type, word.first, word.lasts) == ("fee", "company", "money", 20, "round")
    assert definition.value == ["*", 2, ["state", "fee", COMPANY]]
    assert table.questions["run bonus"][0].cases == [(None, ["defined", "double", COMPANY])]
    assert ["add", "fee", COMPANY, 5] in [line for rule in table.rules for line in rule.code]


def test_two_readings_are_an_error() -> None:
    lines = "\n# Glossary\nword | about | kind\nyellow zone | company | yes or no\n"
    lines += "# Stock round\npar allowed: company is yellow zone\n"
    found = errors_with(lines)
    assert [(error.code, error.line) for error in found if error.code == "N002"], found


def test_two_keyed_tables_for_one_case_are_an_error() -> None:
    [error] = errors_with("\n# Stock round\nphase | train limit\n3     | 2\n")
    assert (error.code, len(error.related)) == ("M004", 1)
    assert errors_with("\n# Stock round\nphase | train limit\n3     | 2 if FY is closed; usual\n") == []


def test_a_word_must_not_hide_an_attribute() -> None:
    found = errors_with("\n# Glossary\nword | about | kind\npar | company | yes or no\n")
    assert [error.code for error in found] == ["N015"]


def test_named_rules_and_steps_of_a_variant_replace() -> None:
    table = table_with(
        "\n# Set-up\nwhen set ends as out: export train\n"
        "# Operating round\nturn\n    step | waits\n    track |\n    run |\n"
        "# Variant\n# Set-up\nwhen set ends as out: export train; export train\n"
        "# Operating round\nturn\n    step | waits | place\n    token | never | after track\n"
    )
    [rule] = [rule for rule in table.rules if rule.name == "out"]
    assert rule.code == [["export", True], ["export", True]]
    assert [(step.name, step.waits) for step in table.flow.steps["operating round"]] == [
        ("track", None),
        ("token", False),
        ("run", None),
    ]


def test_options_are_guards_and_patches() -> None:
    table = table_with(
        '\n# Option short\ntext: "a short game"\nTrains\n    name | count\n    2    | 1\n'
        "Privates\n    removed: paragraphs, MN\n"
        "Stock round\n    raise: 20\n"
    )
    guard = ["option", "short"]
    assert [option.name for option in table.options] == ["short"]
    assert [(patch.guard, patch.path, patch.value) for patch in table.patches] == [
        (guard, ["trains", 0, "count"], 1),
        (guard, ["privates", 1, "in_play"], False),
    ]
    assert table.questions["raise"][0].guard == guard
    assert all(power.guard == ["not", guard] for power in table.powers)


TWICE = (
    ("\n# Market\ngrid:\n    10p 20\n", "M004"),
    ("\n# Companies\ncertificates: 30 president, 10 x7\n", "M004"),
    ("\n# Glossary\na of company: b\nb of company: a\n# Routes\nrun bonus: a if floated; 0\n", "M032"),
    ("\n# Operating round\nturn\n    step | waits\n    power fly |\n", "N001"),
    ("\n# Map\nextends: nothing\n", "N008"),
)


@pytest.mark.parametrize(("lines", "code"), TWICE)
def test_what_cannot_stand_beside_the_rest(lines: str, code: str) -> None:
    assert [error.code for error in errors_with(lines)] == [code]


def test_same_source_same_bytes() -> None:
    assert table_bytes(table_with("")) == table_bytes(table_with(""))


PATHS: tuple[tuple[str, list[dict[str, Any]]], ...] = (
    ("city on 0 1n", [{"a": 0, "b": 6}, {"a": 1, "b": 6, "gauge": "narrow"}]),
    ("0d-4dy", [{"a": 0, "b": 4, "gauge": "dual", "lanes": ("", "y")}]),
    ("city on 5x 5y", [{"a": 5, "b": 6, "lanes": ("x", "")}, {"a": 5, "b": 6, "lanes": ("y", "")}]),
    ("town on 1 dead end 4 5", [{"a": 1, "b": 6}, *({"a": edge, "b": 6, "dead_end": True} for edge in (4, 5))]),
    ("town on 1 entrance 4", [{"a": 1, "b": 6}, {"a": 4, "b": 6, "dead_end": True, "entrance": True}]),
    ("junction dead end 2", [{"a": 2, "b": 6, "dead_end": True}]),
    ("city 20, town 10, joined", [{"a": 6, "b": 7}]),
    ("city 40 on each 0 3", [{"a": 0, "b": 6}, {"a": 3, "b": 7}]),
)


@pytest.mark.parametrize(("track", "paths"), PATHS)
def test_track_of_a_tile(track: str, paths: list[dict[str, Any]]) -> None:
    table = table_with(f"\n# Tiles\nname | count | colour | track\nQ1 | 1 | yellow | {track}\n")
    row = next(row for row in table.components.tiles if row.name == "Q1")
    assert [path.model_dump(exclude_defaults=True) for path in row.paths] == paths


@pytest.mark.parametrize("track", ["city dead 5", "0ab-4", "city on 0zz", "city on 7", "joined", "city, joined"])
def test_what_is_no_track(track: str) -> None:
    assert errors_with(f"\n# Tiles\nname | count | colour | track\nQ1 | 1 | yellow | {track}\n")


def test_letters_of_hexes_name_columns_or_rows() -> None:
    table, _ = compile_text(VALID)
    other, _ = compile_text(VALID.replace("layout: flat", "layout: flat\nletters: rows"))
    assert table is not None
    assert other is not None
    for one, two in zip(table.components.hexes, other.components.hexes, strict=True):
        assert (one.x, one.y) == (two.y, two.x)


def test_pairs_are_two_sides_of_one_piece() -> None:
    rows = "\n# Tiles\nname | count | colour | track\n"
    rows += "Q1 | 2 | yellow | 0-1\nQ2 | 2 | yellow | 0-2\nQ3 | 1 | yellow | 0-3\n"
    tiles = table_with(rows + "pairs: Q1/Q2\n").components.tiles
    number = {row.name: position for position, row in enumerate(tiles)}
    assert [tiles[number[name]].back for name in ("Q1", "Q2", "Q3")] == [number["Q2"], number["Q1"], None]
    for pairs in ("Q1/Q3", "Q1", "Q1/Q1", "Q1/Q2, Q2/Q1", "Q1/Q9"):
        assert errors_with(rows + f"pairs: {pairs}\n"), pairs


def test_a_row_of_the_chart_may_go_on() -> None:
    text = VALID.replace("\ngrid:\n", "\ngrid:\n    10 20,\n       30\n", 1)
    table, diagnostics = compile_text(text)
    assert table is not None, diagnostics
    assert [(cell.column, cell.price) for cell in table.components.cells if cell.row == 0] == [
        (0, 10),
        (1, 20),
        (2, 30),
    ]


def test_sides_that_cost() -> None:
    table = table_with("\n# Map\nsides: water 40 on A1-A3, hill 20 on A3-A5\n")
    marks = {
        row.name: [(mark.edge, mark.kind, mark.amount, mark.terrain) for mark in row.borders]
        for row in table.components.hexes
    }
    assert marks["A1"] == [(0, "cost", 40, "water")]
    assert marks["A3"] == [(3, "cost", 40, "water"), (0, "cost", 20, "hill")]
    for sides in ("A1-A3", "water on A1-A3", "water 40 on A1", "water 40 on A1-A5", "sand 40 on A1-A3"):
        assert errors_with(f"\n# Map\nsides: {sides}\n"), sides


def test_a_variant_may_leave_hexes_out() -> None:
    text = VALID.replace("layout: flat", "layout: flat\nwalls: A1-A3, A3-A5")
    variant = '\n# Variant\n# Map\nwithout: A5\nhexes | print\nB2 "Bay" | white, town\n'
    table, diagnostics = compile_text(text + variant)
    assert table is not None, diagnostics
    hexes = {row.name: row for row in table.components.hexes}
    assert set(hexes) == {"A1", "A3", "B2", "B4"}
    assert hexes["B2"].location == "Bay"
    assert [border.edge for border in hexes["A3"].borders] == [3]
    table, diagnostics = compile_text(text + variant.replace("A5", "Z9"))
    assert table is None
    assert [diagnostic.code for diagnostic in diagnostics if diagnostic.severity == "error"] == ["N014"]


def test_a_variant_says_walls_anew() -> None:
    text = VALID.replace("layout: flat", "layout: flat\nwalls: A1-A3")
    table, diagnostics = compile_text(text + "\n# Variant\n# Map\nwalls: A3-A5\n")
    assert table is not None, diagnostics
    assert {row.name: len(row.borders) for row in table.components.hexes if row.borders} == {"A3": 1, "A5": 1}
    assert compile_text(text.replace("walls: A1-A3", "walls: A1-A3\nwalls: A3-A5"))[0] is None


def test_cells_that_a_variant_replaces_are_not_read() -> None:
    company = next(line.split(" | ")[0] for line in VALID.split("# Companies")[1].splitlines() if " | A1" in line)
    variant = f"\n# Variant\n# Map\nwithout: A1\n# Companies\nname | home\n{company} | B4\n"
    table, diagnostics = compile_text(VALID + variant)
    assert table is not None, diagnostics
    row = next(row for row in table.components.companies if row.name == company.strip())
    assert [table.components.hexes[home.hex].name for home in row.homes] == ["B4"]


def test_a_variant_may_have_none_of_a_tile() -> None:
    tiles = {row.name: row.count for row in table_with("\n# Variant\n# Tiles\ntiles: 57 x0\n").components.tiles}
    assert tiles["57"] == 0
