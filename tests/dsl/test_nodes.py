"""What stands inside a line: shapes of nodes, precedence, places."""

import pytest

from titleworks.dsl import Node, Span, parse_acts, parse_call, parse_cases, parse_expression, parse_value


def plain(node: object) -> object:
    """A node as nested lists, nouns and texts as strings."""
    if isinstance(node, Node):
        return node.text() if node.op == "noun" else [node.op, *map(plain, node.args)]
    return [plain(part) for part in node] if type(node) is tuple else node


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("half of revenue / 10 rounded down", ["rounded down", ["/", ["of", "half", "revenue"], "10"]]),
        ("10 * (half of a / 10 rounded down)", ["*", "10", ["rounded down", ["/", ["of", "half", "a"], "10"]]]),
        ("a + b rounded up - c", ["-", ["+", "a", ["rounded up", "b"]], "c"]),
        ("not a is b and c or d", ["or", ["and", ["not", ["is", "a", "b"]], "c"], "d"]),
        ("a of b of c", ["of", "a", ["of", "b", "c"]]),
        ("number of placed tokens of AFG is 1", ["is", ["number of", ["of", "placed tokens", "AFG"]], "1"]),
        ("10 * highest number of stops across routes",
         ["*", "10", ["highest", ["number of", "stops"], "routes"]]),
        ("sum of 2 * mail across top 2 of (routes by highest mail)",
         ["sum of", ["*", "2", "mail"], ["of", "top 2", ["by", "routes", ["key", "highest", "mail"]]]]),
        ("any (a where b by lowest c)", ["any", ["where", "a", "b", ["key", "lowest", "c"]]]),
        ("2 * (3 if late; 2)", ["*", "2", ["cases", ["case", "late", "3"], ["case", None, "2"]]]),
        ("kind not in (2P, LP, P+)", ["not in", "kind", ["list", "2P", "LP", "P+"]]),
        ("larger of (0, usual - 80)", ["larger of", ["list", "0", ["-", "usual", "80"]]]),
        ("owner is not an A", ["is not a", "owner", "A"]),
        ("minor 14 stops", "minor 14 stops"),
    ],
)  # fmt: skip
def test_expressions(text: str, expected: object) -> None:
    node, problems = parse_expression(text)
    assert problems == []
    assert plain(node) == expected


def test_cases_value_call_acts() -> None:
    assert plain(parse_cases("left 1 if a is 0; right 2, up 1; 1 to 2 * b")[0]) == [
        "cases",
        ["case", ["is", "a", "0"], ["value", ["note", None, [["reach", "left", "1"]]]]],
        ["case", None, ["value", ["note", None, [["reach", "right", "2"]]], ["note", None, [["reach", "up", "1"]]]]],
        ["case", None, ["value", ["note", "1", [["reach", "to", ["*", "2", "b"]]]]]],
    ]
    assert plain(parse_value('city 30 x2 on 0 1, F1 "Imabari"')[0]) == [
        "value",
        ["note", "city 30 x2", [["reach", "on", "0 1"]]],
        ["note", "F1 Imabari", []],
    ]
    assert plain(parse_call("train a, b during c, d")[0]) == [
        "call",
        ["list", "train a", "b"],
        [["reach", "during", ["list", "c", "d"]]],
    ]
    assert plain(parse_acts("may lay 1, 2 on B2 without cost if a; close this")[0]) == [
        "acts",
        ["act", True, "lay", ["list", "1", "2"],
         [["reach", "on", ["list", "B2"]], ["reach", "without", ["list", "cost"]]], "a"],
        ["act", False, "close", ["list", "this"], [], None],
    ]  # fmt: skip


def test_places() -> None:
    node, _ = parse_expression("2 * (a + bc) at least x of y")
    assert node is not None and node.span == Span(1, 1, 1, 29)
    left, right = node.nodes()
    assert (left.span, right.span) == (Span(1, 1, 1, 13), Span(1, 23, 1, 29))
    assert left.nodes()[1].span == Span(1, 5, 1, 13)


@pytest.mark.parametrize(
    "text", ["cash of of owner", "a: if if x", "not is x", "a is", "(a", "a)", "", "a if b", "or a"]
)
def test_reserved_words_are_reserved(text: str) -> None:
    node, problems = parse_expression(text)
    assert node is None and len(problems) == 1
