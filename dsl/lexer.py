"""Lumps: everything up to a blank, bracket, comma, semicolon, colon or bar is one lexeme, then classified.

Classes never depend on what a title declares; a lump keeps its text.
"""

import re
from collections.abc import Iterator

from titleworks.dsl.source import Problem, Span
from titleworks.dsl.tree import Lump

_PUNCTUATION = {"(": "LPAR", ")": "RPAR", ",": "COMMA", ";": "SEMI", ":": "COLON", "|": "BAR"}
_OPERATORS = {"+": "PLUS", "-": "MINUS", "*": "STAR", "/": "SLASH"}
_LUMP = re.compile(r'"[^"]*"?|[(),;:|]|[^\s(),;:|"]+')

_CLASSES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("BLANK", re.compile(r"_")),
    ("NUMBER", re.compile(r"\d+(\.\d+)?")),
    ("PERCENT", re.compile(r"\d+%")),
    ("SERIES", re.compile(r"\d+(/\d+)+")),
    ("PATH", re.compile(r"[0-5][a-z]?-[0-5][a-z]?")),
    ("WORD", re.compile(r"[a-z]+(['-][a-z]+)*")),
    ("COUNT", re.compile(r"x\d+")),
    ("NAME", re.compile(r"(?=.*[^\W\d_])[^\W_][\w&+./'-]*\+?|\d+\+\d*")),
)

#: words that are reserved in bodies, and the token each becomes
RESERVED = {
    "of": "OF",
    "and": "AND",
    "or": "OR",
    "not": "NOT",
    "is": "IS",
    "in": "IN",
    "any": "ANY",
    "across": "ACROSS",
    "where": "WHERE",
    "by": "BY",
    "highest": "HIGHEST",
    "lowest": "LOWEST",
    "if": "IF",
    "may": "MAY",
}
PARTICLES = frozenset(
    ("to", "from", "for", "with", "at", "on", "as", "during", "without", "left", "right", "up", "down")
)
#: longest first: several words that are one token
_PHRASES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("is", "not", "a"), "IS_NOT_A"),
    (("is", "not"), "IS_NOT"),
    (("is", "a"), "IS_A"),
    (("is", "an"), "IS_A"),
    (("not", "in"), "NOT_IN"),
    (("at", "least"), "AT_LEAST"),
    (("at", "most"), "AT_MOST"),
    (("more", "than"), "MORE_THAN"),
    (("less", "than"), "LESS_THAN"),
    (("number", "of"), "NUMBER_OF"),
    (("sum", "of"), "SUM_OF"),
    (("larger", "of"), "LARGER_OF"),
    (("smaller", "of"), "SMALLER_OF"),
    (("rounded", "up"), "ROUNDED_UP"),
    (("rounded", "down"), "ROUNDED_DOWN"),
)

_SLIPS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r">="), "write `at least`"),
    (re.compile(r"<="), "write `at most`"),
    (re.compile(r"(==|=)"), "write `is`"),
    (re.compile(r"(!=|<>)"), "write `is not`"),
    (re.compile(r">"), "write `more than`"),
    (re.compile(r"<"), "write `less than`"),
    (re.compile(r"&&"), "write `and`"),
    (re.compile(r"\|\|"), "write `or`"),
    (re.compile(r"//.*|#.*"), "a comment begins with `--`"),
    (re.compile(r"\d+(\.\.|–)\d+"), "write `2 to 6`"),
    (re.compile(r"[$€£¥]\d+|\d+[$€£¥]"), "write the amount alone, without a currency sign"),
    (re.compile(r"-\d+"), "write `0 - 5`, or take it away with ` - `"),
    (re.compile(r"[a-z]+[*+/-]\d+|\d+[*+][a-z]+"), "put blanks around the operator"),
)


def lumps(text: str, line: int, column: int) -> tuple[list[Lump], list[Problem]]:
    """The lumps of a text that begins at the given place; problems for what is none."""
    found: list[Lump] = []
    problems: list[Problem] = []
    for match in _LUMP.finditer(text):
        raw = match.group()
        span = Span(line, column + match.start(), line, column + match.end())
        kind = _classify(raw)
        if kind is None:
            hint = next((hint for slip, hint in _SLIPS if slip.fullmatch(raw)), "")
            unclosed = raw.startswith('"')
            message = "the quotation mark is not closed" if unclosed else f"cannot read `{raw}`"
            problems.append(Problem("S010", span, message, hint))
            continue
        if kind == "STRING":
            raw = raw[1:-1]
        found.append(Lump(raw, kind, span))
    return found, problems


def _classify(raw: str) -> str | None:
    if raw in _PUNCTUATION:
        return _PUNCTUATION[raw]
    if raw in _OPERATORS:
        return _OPERATORS[raw]
    if raw.startswith('"'):
        return "STRING" if len(raw) > 1 and raw.endswith('"') else None
    return next((kind for kind, pattern in _CLASSES if pattern.fullmatch(raw)), None)


def tokens(found: list[Lump]) -> Iterator[tuple[str, list[Lump]]]:
    """Lumps as tokens of the grammar: reserved words and phrases become tokens of their own."""
    position = 0
    while position < len(found):
        for words, kind in _PHRASES:
            if tuple(lump.text for lump in found[position : position + len(words)]) == words and all(
                lump.kind == "WORD" for lump in found[position : position + len(words)]
            ):
                yield kind, found[position : position + len(words)]
                position += len(words)
                break
        else:
            lump = found[position]
            kind = lump.kind
            if kind == "WORD":
                kind = RESERVED.get(lump.text, "PARTICLE" if lump.text in PARTICLES else "WORD")
            yield kind, [lump]
            position += 1
