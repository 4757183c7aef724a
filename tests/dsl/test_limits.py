"""Limits, and texts of any kind: never an exception, always in time that grows with the text."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from titleworks.dsl import decode, format_text, parse, parse_acts, parse_cases, parse_expression, parse_value
from titleworks.dsl.source import MOST_BYTES

MANY = 20_000

WORDS = (
    "when while if each otherwise may once during of and or not is in any where by highest at least number sum across "
    ': ; , | ( ) " -- # ## + - * / 12 60% 30/60 0-3 x2 _ TR B&O name price bank pay close grid: [4.2] \t \0 € >= 2..6 à'
)
PIECES = st.sampled_from([*WORDS.split(" "), "\n", "\n", "\n\n", "\n    ", "\n  "])


def check(text: str) -> None:
    """What must hold of any text."""
    file, problems = parse(text, "t")
    assert len(problems) <= 100
    assert problems == sorted(problems, key=lambda p: (p.span, p.code))
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in problems:
        line, column, end_line, end_column = problem.span
        assert 1 <= line <= len(rows) and (line, column) < (end_line, end_column)
        assert column <= len(rows[line - 1]) + 2
        assert problem.message
    made, _ = format_text(text, "t")
    assert format_text(made, "t")[0] == made
    if not problems:
        assert parse(made, "t")[1] == []
        assert [line.kind for line in file.lines] == [line.kind for line in parse(made, "t")[0].lines]


@settings(deadline=None, max_examples=120)
@given(st.lists(PIECES, max_size=60).map(" ".join))
def test_words_of_the_language_in_any_order(text: str) -> None:
    check(text)


@settings(deadline=None, max_examples=80)
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    check(text)


@settings(deadline=None, max_examples=80)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    source, problems = decode(data, "t")
    assert problems == [] or source.text == ""
    check(data.decode("utf-8", "replace"))
    check(data.decode("utf-8", "surrogateescape"))
    check(data.decode("latin-1"))


@settings(deadline=None, max_examples=80)
@given(st.lists(PIECES, max_size=20).map(" ".join))
def test_insides_of_lines(text: str) -> None:
    for read in (parse_acts, parse_cases, parse_expression, parse_value):
        node, problems = read(text)
        assert (node is None) == bool(problems)


def test_place_of_what_is_not_utf8() -> None:
    _, [problem] = decode("a: 1\r\nà: ".encode() + b"\xff\n", "t")
    assert (problem.code, problem.span[:2]) == ("S002", (2, 4))
    _, [problem] = decode(b"\xef\xbb\xbfab\xff", "t")
    assert problem.span[:2] == (1, 3)


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\n" * (MANY // 5),
        "a: 1,\n" + " 1,\n" * (MANY // 5),
        "a: (\n" + " (\n" * (MANY // 4),
        '"' * MANY,
        "--" * MANY,
        (" --" * 600 + "\n") * 50,
        ("a\n " * 60)[:-1] * 200,
        "\t" * MANY,
        "\0\n" * MANY,
        ("a | " * 400 + "\n") * 50,
        ('" | ' * 400 + "\n") * 50,
        "a: not" + " not" * 400 + " b\n",
        "a: " + "b of " * 380 + "b\n",
        "a: b" + " + b" * 450 + "\n",
        "a: " + "(" * 900 + "b" + ")" * 900 + "\n",
        "".join(" " * depth + "a\n" for depth in range(1400)),
        "a: " + "x_" * 900 + "-\n",
        "a: " + "B-" * 900 + "€\n",
        "a: " + "1+" * 900 + "€\n",
        "a: 1\n" * (MOST_BYTES * 2),
    ],
    ids=range(20),
)
def test_time_grows_with_the_text(text: str) -> None:
    """Nothing here takes a second; what grew with the square of the text would take minutes."""
    start = time.process_time()
    _, problems = parse(text, "t")
    format_text(text, "t")
    assert len(problems) <= 100
    assert time.process_time() - start < 30


def test_limits_are_told() -> None:
    for text, code in [
        ("a: 1\n" * (MOST_BYTES // 4), "S001"),
        ("a: 1,\n" + " 1,\n" * 20_000, "S003"),
        ("a: " + "(" * 65 + "b" + ")" * 65, "S012"),
        ("a: not" + " not" * 400 + " b\n", "S012"),
        ("".join(" " * depth + "a\n" for depth in range(45)), "S007"),
        ("a €\n" * 300, "S010"),
    ]:
        _, problems = parse(text, "t")
        assert problems[0].code == code
    assert len(problems) == 100


def test_a_large_file_is_refused_at_once() -> None:
    start = time.process_time()
    _, problems = decode(b"a: 1\n" * 2_000_000, "t")
    assert [p.code for p in problems] == ["S001"] and time.process_time() - start < 0.1
