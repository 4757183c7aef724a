"""Lines: kinds, parts, places, comments."""

from titleworks.dsl import Line, Span, parse

TEXT = """\
-- about the title
title: 18xx   -- a name

# Course of play   [2]
name | price | income
TR   |       | 5 [7.1]
TR
    while owner is a player: lay allowed: no if hex is K4; usual
    income:
        50 if owner is a player and
            phase at least 5
        usual
    owner may once build port during track, own turn if uses is 0 [4.2.1]:
        lay 437 on B11; may skip track
        if phase is 3: skip track
        otherwise:
            each minor: close it
    when first leaves as last: close this [3]
grid:
    75 80p  90
tiles: 1, 2,
       (3) x2
-- the end
"""


def lines() -> list[Line]:
    file, problems = parse(TEXT, "t.18xx")
    assert [p for p in problems if p.span.line != 13 and p.span.line != 22] == []
    return file.lines


def kinds(found: list[Line]) -> list[object]:
    return [(line.kind, kinds(line.children)) if line.children else line.kind for line in found]


def test_kinds() -> None:
    file, problems = parse(TEXT.replace(" [4.2.1]:", ":").replace("(3) x2", "3 x2"), "t.18xx")
    assert problems == []
    assert kinds(file.lines) == [
        "answer",
        "heading",
        "row",
        "row",
        (
            "paragraph",
            [
                ("while", ["answer"]),
                ("answer", ["cases", "cases"]),
                ("power", ["acts", "if", ("otherwise", ["each"])]),
                "when",
            ],
        ),
        ("answer", ["picture"]),
        "answer",
    ]
    assert file.comments_below == ["the end"]


def test_parts_and_places() -> None:
    title, heading, _, row, paragraph, grid, _ = lines()
    assert title.head.text == "title" and title.comment_above == ["about the title"] and title.comment_after == "a name"
    assert title.body is not None and title.body.span == Span(2, 8, 2, 12) and title.head.span == Span(2, 1, 2, 6)
    assert (heading.head.text, heading.citation, heading.level, heading.blank_before) == (
        "Course of play",
        "2",
        1,
        True,
    )
    assert heading.head.span == Span(4, 3, 4, 17)
    assert [cell.text for cell in row.cells] == ["TR", "", "5"] and row.citation == "7.1"
    assert row.cells[2].span == Span(6, 16, 6, 17)
    _, income, _, when = paragraph.children
    first = income.children[0]
    assert first.span == Span(10, 9, 11, 29) and first.body is not None
    assert first.body.text == "50 if owner is a player and phase at least 5"
    assert when.head.text == "when first leaves as last" and when.citation == "3"
    assert [lump.text for lump in grid.children[0].head.lumps] == ["75", "80p", "90"]
    assert grid.children[0].head.lumps[1].span == Span(20, 8, 20, 11)


def test_head_of_a_power() -> None:
    file, problems = parse("owner may twice build if phase is 3: close this\n", "t")
    assert problems == []
    [line] = file.lines
    assert line.kind == "power" and line.head.text == "owner may twice build"
    assert line.condition is not None and line.condition.text == "phase is 3"
    assert line.tree is not None and line.condition_tree is not None and line.condition_tree.op == "is"


def test_author_heading_has_its_level() -> None:
    file, _ = parse("## Two players\n", "t")
    assert (file.lines[0].level, file.lines[0].head.text) == (2, "Two players")


def test_marks_inside_quotes_are_text() -> None:
    file, problems = parse('name: "a -- b | c: d; (e" -- comment\n', "t")
    assert problems == []
    body = file.lines[0].body
    assert body is not None and body.lumps[0].text == "a -- b | c: d; (e" and file.lines[0].comment_after == "comment"


def test_lines_go_on() -> None:
    file, problems = parse("a: 1,\n   -- between\n   2 +\n   3\nb: (1,\n  2\n  )\nc: 4\n", "t")
    assert problems == []
    assert [line.head.text for line in file.lines] == ["a", "b", "c"]
    assert file.lines[0].comment_after == "between"


def test_bytes_of_other_systems() -> None:
    file, problems = parse("\ufeffa: 1\r\nb: 2\rc: 3", "t")
    assert problems == []
    assert [line.span for line in file.lines] == [Span(n, 1, n, 5) for n in (1, 2, 3)]
