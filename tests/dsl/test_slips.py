"""Slips: each gives one problem, at the right place, with how to write it; its neighbours are read."""

import pytest

from titleworks.dsl import parse
from titleworks.dsl.lexer import lumps

SLIPS = [
    ("bank: 7000€", "S010", 7, "`7000`"),
    ("bank: $7000", "S010", 7, "`7000`"),
    ("bank: 12,000", "S010", 7, "`12000`"),
    ("bank: 12345678901234567", "S010", 7, "15 digits"),
    ("a: b if c >= 2", "S010", 11, "at least"),
    ("a: b if c <= 2", "S010", 11, "at most"),
    ("a: b if c > 2", "S010", 11, "more than"),
    ("a: b if c < 2", "S010", 11, "less than"),
    ("a: b if c == 2", "S010", 11, "`is`"),
    ("a: b if c = 2", "S010", 11, "`is`"),
    ("a: b if c != 2", "S010", 11, "is not"),
    ("a: b if c>=2", "S010", 9, "at least"),
    ("a: b if !c", "S010", 9, "not"),
    ("a: b if c && d", "S010", 11, "and"),
    ("players: 2..6", "S010", 10, "`2 to 6`"),
    ("players: 2-6", "S010", 10, "`2 to 6`"),
    ("players: 2–6", "S010", 10, "to"),
    ("a: 10-9", "S010", 4, "`10 - 9`"),
    ("a: price-20", "S010", 4, "`price - 20`"),
    ("a: 2*price", "S010", 4, "`2 * price`"),
    ("a: 1+ 2", "S011", 4, "`1 + 2`"),
    ("a: 1 +2", "S010", 6, "`+ 2`"),
    ("a: -5", "S010", 4, "`0 - 5`"),
    ("a: 60 %", "S010", 7, "60%"),
    ("a: 60.5%", "S010", 4, "whole percent"),
    ("a: 5 # note: of 7€", "S010", 6, "--"),
    ("a: 5 // note", "S010", 6, "--"),
    ("// note", "S010", 1, "--"),
    ("a: “Awa Railroad of Japan”", "S010", 4, "straight"),
    ('a: "Awa', "S010", 4, "end the text"),
    ('a: b"Awa"', "S010", 5, "blank"),
    ("a: {b}", "S010", 4, "`(`"),
    ("a: b if phase is 3 or 4", "S011", 23, "`in (3, 4)`"),
    ("a: number of trains where b", "S011", 21, "brackets"),
    ("a: any trains where b", "S011", 15, "brackets"),
    ("a: (b", "S012", 4, "`)`"),
    ("a: b)", "S012", 5, ""),
    ("a: b if c; b else d", "S011", 14, "`;`"),
    ("a: b;", "S011", 5, "`;`"),
    ("a:", "S009", 3, "indented below"),
    (": a", "S009", 1, "name: value"),
    ("a: b: c", "S009", 5, "line of its own"),
    ("bank 7000", "S009", 1, "`bank: 7000`"),
    ("when a if: close b", "S009", 10, ""),
    ("when: close b", "S009", 5, ""),
    ("when a close b", "S009", 15, "`:`"),
    ("when a if b then close c", "S009", 13, "`then`"),
    ("owner may build during track", "S009", 29, "`:`"),
    ("if a: close b", "S009", 1, "when"),
    ("each a: close b", "S009", 1, "when"),
    ("while a: forbid lay if b", "S009", 10, "allowed"),
    ("while a: b:", "S009", 12, ""),
    ("else: close b", "S009", 1, "otherwise"),
    ("otherwise: close b", "S009", 1, ""),
    ("  a: 1", "S006", 3, "first column"),
    ("# A\n    a: 1\n    b: 2", "S006", 5, "first column"),
    ("a: 1\n    b: 2", "S006", 5, "comma"),
    ("a | b\n    c | d", "S006", 5, "align"),
    ("A\n        b: 2\n    c: 3\n    d: 4", "S006", 5, "align"),
    ("A:\n    b: 2", "S009", 2, "colon out"),
    ("#", "S008", 1, "--"),
    ("A\n    # note\n    b: 2", "S008", 5, "--"),
    ("A\n    b: 2\n  # Trains\nc: 3", "S008", 3, "blanks"),
    ("when a:\n    b: 3\n    close c", "S009", 6, ""),
    ("when a:\n    if b:\n        close c\n    else:\n        close d", "S009", 5, "otherwise"),
    ("when a:\n    close b\n    otherwise:\n        close d", "S009", 5, ""),
    ("when a:\n    otherwise if b:\n        close d", "S009", 5, ""),
    ("when a:\n    if b: each c: close it", "S009", 17, "line of its own"),
    ("when a\n    close b 5\n    pay 5 from c to d", "S009", 7, "`:`"),
    ("a:\n    b if c: d\n    e", "S009", 11, "if"),
    ("\ta: 1", "S004", 1, "blanks"),
    ("a:\t1", "S004", 3, "blanks"),
    ("a: 1\0", "S005", 5, "delete"),
    ("a:\u00a01", "S005", 3, "ordinary"),
    ("a: 1 -- \u202e", "S005", 9, "delete"),
    ("a: " + "1" * 3000, "S003", 2001, "comma"),
]


@pytest.mark.parametrize(("text", "code", "column", "hint"), SLIPS, ids=[text[:40] for text, *_ in SLIPS])
def test_one_slip_is_one_problem(text: str, code: str, column: int, hint: str) -> None:
    margin = "" if text.startswith(("  ", "otherwise")) else "before: 1\n"
    file, problems = parse(f"{margin}{text}\nafter: 2\n", "t.18xx")
    assert [(p.code, hint in p.hint) for p in problems] == [(code, True)], problems
    assert problems[0].span.column == column
    last = file.lines[-1]
    assert (last.kind, last.head.text) == ("answer", "after") and last.problem is None


def test_no_message_speaks_of_grammar() -> None:
    for text, *_ in SLIPS:
        for problem in parse(text, "t")[1]:
            said = " ".join((problem.message, problem.hint, *problem.expected))
            assert not any(word.isupper() and len(word) > 3 and "_" in word for word in said.split())
            assert len(problem.expected) <= 5


def test_several_problems_in_order() -> None:
    text = "a: 1 +\nb 2\nc: >= 3\nwhen d\n    close e\nf: (\n"
    _, problems = parse(text, "t")
    assert [p.span.line for p in problems] == [1, 2, 3, 4, 6]


def test_broken_lines_keep_their_kind() -> None:
    file, problems = parse("when a €:\n    pay 5 from b to c\n    if d: close e\nf €: 3\n", "t")
    assert len(problems) == 2
    assert [(line.kind, line.meant) for line in file.lines] == [("broken", "when"), ("broken", "answer")]
    assert [child.kind for child in file.lines[0].children] == ["acts", "if"]
    assert file.lines[0].problem == problems[0]


NAMES = "ATA B&O P6-A 12H a12 100p 2+3 P+ 5+5E 3/5E L/2 Évian St. M&C 2+ R6H 0l x_1 六"
WORDS = "a trade-in école d'affari delay-ift x"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *[(name, "NAME") for name in NAMES.split()],
        *[(word, "WORD") for word in WORDS.split()],
        ("10/10", "SERIES"), ("30/60/100", "SERIES"), ("0-3", "PATH"), ("1x-4y", "PATH"), ("1-4n", "PATH"),
        ("x2", "COUNT"), ("60%", "PERCENT"), ("12", "NUMBER"), ("1.5", "NUMBER"), ("_", "BLANK"),
        ("reduced-4p-corps", "NAME"), ("optional_6_train", "NAME"), ('"3/5"', "STRING"),
    ],
)  # fmt: skip
def test_classes(text: str, kind: str) -> None:
    [lump], problems = lumps(text, 1, 1)
    assert (lump.kind, lump.text, problems) == (kind, text.strip('"'), [])
