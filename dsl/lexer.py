"""Lumps: everything up to a blank, bracket, comma, semicolon, colon or bar is one lexeme, then classified.

Classes are narrow and never depend on what a title declares; a lump always keeps its text. What fits no class is a
slip: the problem says how to write it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from titleworks.dsl.source import Problem, Span
from titleworks.dsl.tree import Lump

_PUNCTUATION = {"(": "LPAR", ")": "RPAR", ",": "COMMA", ";": "SEMI", ":": "COLON", "|": "BAR"}
_MARKS = frozenset(_PUNCTUATION.values())
_OPERATORS = {"+": "PLUS", "-": "MINUS", "*": "STAR", "/": "SLASH"}
_LUMP = re.compile(r'"[^"]*"?|[(),;:|]|[^\s(),;:|"]+')
_MOST_DIGITS = 15

_CLASSES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("BLANK", re.compile(r"_")),
    ("NUMBER", re.compile(rf"[0-9]{{1,{_MOST_DIGITS}}}(\.[0-9]{{1,{_MOST_DIGITS}}})?")),
    ("PERCENT", re.compile(r"[0-9]{1,5}%")),
    ("SERIES", re.compile(r"[0-9]{1,9}(/[0-9]{1,9})+")),
    ("PATH", re.compile(r"[0-5][a-z]{0,2}-[0-5][a-z]{0,2}")),
    ("WORD", re.compile(r"[a-z]+(['-][a-z]+)*")),
    ("COUNT", re.compile(r"x[0-9]{1,9}")),
)
#: 6H  100p  5+5E  3/5E  2+  1+2: digits, then digits and letters; a word of two letters after a sign is a slip
_DIGIT_NAME = re.compile(r"[0-9]+[^\W_]*([+/-]([0-9]+[^\W_]{0,2}|[^\W\d_a-z][^\W_]*))*\+?")
#: a12  n4
_LETTER_NAME = re.compile(r"[a-z]{1,3}[0-9]{1,4}[a-z]{0,2}")
#: words with digits or low lines, as options of records have them: reduced-4p-corps, multiple_brown_from_ipo
_OPTION_NAME = re.compile(r"[a-z][a-z0-9]*((-(?![0-9]+(-|$))|_)[a-z0-9]+)+")
#: a dot stands between letters, or ends a shortened word: St.
_CAPITAL_NAME = re.compile(r"[^\W_]+([&+/'’-][^\W_]+|\.[^\W\d_]+)*[.+]?")
_FOREIGN_WORD = re.compile(r"[^\W\d_]+(['’-][^\W\d_]+)*")

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
#: several words that are one token, by the first of them, longest first
_PHRASES: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {
    "is": (
        (("is", "not", "a"), "IS_NOT_A"),
        (("is", "not", "an"), "IS_NOT_A"),
        (("is", "not"), "IS_NOT"),
        (("is", "a"), "IS_A"),
        (("is", "an"), "IS_A"),
    ),
    "not": ((("not", "in"), "NOT_IN"),),
    "at": ((("at", "least"), "AT_LEAST"), (("at", "most"), "AT_MOST")),
    "more": ((("more", "than"), "MORE_THAN"),),
    "less": ((("less", "than"), "LESS_THAN"),),
    "number": ((("number", "of"), "NUMBER_OF"),),
    "sum": ((("sum", "of"), "SUM_OF"),),
    "larger": ((("larger", "of"), "LARGER_OF"),),
    "smaller": ((("smaller", "of"), "SMALLER_OF"),),
    "rounded": ((("rounded", "up"), "ROUNDED_UP"), (("rounded", "down"), "ROUNDED_DOWN")),
}

_BRACKETS = "write `(` and `)`; a section of the rulebook, as `[4.2]`, stands at the end of a line"
_COMMENT = "a comment begins with `--`"
#: what fits no class, and how to write it; `\1` is the part of the lump in the pattern's first group
_SLIPS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:#|//|/\*|<!--).*|.+--.*|--.*"), _COMMENT),
    (re.compile(r"[a-z_]*(?:>=|≥|=>)[\w%]*"), "write `at least`"),
    (re.compile(r"[a-z_]*(?:<=|≤|=<)[\w%]*"), "write `at most`"),
    (re.compile(r"[\w]*(?:!=|<>|≠|=/=)[\w%]*"), "write `is not`"),
    (re.compile(r"[\w]*={1,3}[\w%]*"), "write `is`"),
    (re.compile(r"[\w]*>[\w%]*"), "write `more than`"),
    (re.compile(r"[\w]*<[\w%]*"), "write `less than`"),
    (re.compile(r"&&?"), "write `and`"),
    (re.compile(r"!\w*"), "write `not`"),
    (re.compile(r"[0-9][a-z]?-[0-9][a-z]?"), "track joins edges 0 to 5; a range is `2 to 6`, a difference `8 - 6`"),
    (re.compile(r"([0-9]+)(?:\.{2,3}|…|–|—|-)([0-9]+)"), r"a range is written `\1 to \2`, a difference `\1 - \2`"),
    (re.compile(r"(?:[$€£¥]|[A-Z]\.)([0-9][0-9.]*)"), r"write the amount alone: `\1`"),
    (re.compile(r"([0-9][0-9.]*)[$€£¥]"), r"write the amount alone: `\1`"),
    (re.compile(r"[-−]([0-9]+)"), r"write `0 - \1`, or with a blank after the sign to take it away"),
    (re.compile(r"%"), "write the sign right after the number: `60%`"),
    (re.compile(r"[0-9]+\.[0-9]+%"), "write whole percent: `60%`"),
    (re.compile(r"[×·]"), "write ` * `"),
    (re.compile(r"÷"), "write ` / `"),
    (re.compile(r"[−–—]"), "write ` - `"),
    (re.compile(r"[\[\]{}].*|.*[\[\]{}]"), _BRACKETS),
    (re.compile(r".*[“”„‟«»‘`].*|'.*|.*'"), 'write straight quotation marks: "..."'),
    (re.compile(r"([+*/-])([\w%]+)"), r"put a blank after the sign: `\1 \2`"),
    (re.compile(r"([\w%]+)([*/-])"), r"put a blank before the sign: `\1 \2`"),
    (re.compile(r"([\w%]+)([+*/-])([\w%]+)"), r"put blanks around the sign: `\1 \2 \3`"),
    (re.compile(r"([\w%]+)\*\*?.*|.*\^.*"), "put blanks around `*`; there are no powers of numbers"),
    (re.compile(rf"[0-9]{{{_MOST_DIGITS + 1},}}"), f"a number has at most {_MOST_DIGITS} digits"),
    (re.compile(r"([0-9]+)\."), r"write `\1`"),
    (re.compile(r"\.([0-9]+)"), r"write `0.\1`"),
)  # fmt: skip


def lumps(text: str, line: int, column: int) -> tuple[list[Lump], list[Problem]]:
    """The lumps of a text that begins at the given place; a problem for each kind of slip in it."""
    found: list[Lump] = []
    problems: list[Problem] = []
    said: set[str] = set()
    end = -1
    for match in _LUMP.finditer(text):
        raw = match.group()
        span = Span(line, column + match.start(), line, column + match.end())
        kind = _classify(raw)
        mark = kind in _MARKS
        joined = match.start() == end and not mark and found[-1:] != []
        if kind is None or (joined and "STRING" in (kind, found[-1].kind)):
            problem = _slip(raw, span) if kind is None else _no_blank(raw, span)
            if (problem.hint or problem.message) not in said:
                said.add(problem.hint or problem.message)
                problems.append(problem)
            if problem.hint == _COMMENT:
                break
            end = -1
            continue
        end = -1 if mark else match.end()
        found.append(Lump(raw[1:-1] if kind == "STRING" else raw, kind, span))
    problems += _thousands(found)
    return found, problems


@lru_cache(maxsize=4096)
def _classify(raw: str) -> str | None:
    """The class of a lump, None if it has none; a file has the same few hundred lumps again and again."""
    if raw in _PUNCTUATION:
        return _PUNCTUATION[raw]
    if raw in _OPERATORS:
        return _OPERATORS[raw]
    if raw[0] == '"':
        return "STRING" if len(raw) > 1 and raw[-1] == '"' else None
    kind = next((kind for kind, pattern in _CLASSES if pattern.fullmatch(raw)), None)
    if kind is not None:
        return kind
    if _is_name(raw):
        return "NAME"
    return "WORD" if raw.islower() and _FOREIGN_WORD.fullmatch(raw) else None


def _is_name(raw: str) -> bool:
    """Begins with a capital, mixes digits with letters, or is digits joined by `+`."""
    first = raw[0]
    if first in "0123456789":
        letters = any(letter.isalpha() for letter in raw)
        return (letters or re.fullmatch(r"[0-9]+\+[0-9+]*", raw) is not None) and _DIGIT_NAME.fullmatch(raw) is not None
    if first.isalpha() and not first.islower():
        return _CAPITAL_NAME.fullmatch(raw) is not None
    return any(pattern.fullmatch(raw) for pattern in (_LETTER_NAME, _OPTION_NAME))


def _slip(raw: str, span: Span) -> Problem:
    if raw[0] == '"':
        return Problem("S010", span, "the quotation mark is not closed", 'end the text in `"`', (), raw)
    for pattern, hint in _SLIPS:
        match = pattern.fullmatch(raw)
        if match is not None:
            hint = match.expand(hint)
            return Problem("S010", span, f"cannot read `{_short(raw)}`", hint, (), raw)
    hint = f'a name like this stands in quotation marks: `"{_short(raw)}"`' if raw[0].isalnum() else ""
    return Problem("S010", span, f"cannot read `{_short(raw)}`", hint, (), raw)


def _no_blank(raw: str, span: Span) -> Problem:
    message = "a text in quotation marks stands for itself"
    return Problem("S010", span, message, "put a blank before and after it", (), raw)


def _thousands(found: list[Lump]) -> list[Problem]:
    """`12,000` would be a list of two numbers."""
    problems: list[Problem] = []
    for first, comma, second in zip(found, found[1:], found[2:], strict=False):
        together = first.span.end_column == comma.span.column and comma.span.end_column == second.span.column
        if (
            (first.kind, comma.kind, second.kind) == ("NUMBER", "COMMA", "NUMBER")
            and together
            and len(second.text) == 3
            and first.text != "0"
        ):
            text = f"{first.text},{second.text}"
            hint = f"write `{first.text}{second.text}`, or for two numbers `{first.text}, {second.text}`"
            problems.append(Problem("S010", first.span.to(second.span), f"cannot read `{text}`", hint, (), text))
    return problems[:1]


def _short(raw: str) -> str:
    return raw if len(raw) <= 40 else raw[:39] + "…"


def tokens(found: list[Lump]) -> Iterator[tuple[str, list[Lump]]]:
    """Lumps as tokens of the grammar: reserved words and phrases become tokens of their own."""
    position = 0
    while position < len(found):
        kind, length = _token(found, position)
        yield kind, found[position : position + length]
        position += length


def _token(found: list[Lump], position: int) -> tuple[str, int]:
    """The kind of token that begins at a lump, and how many lumps it takes."""
    lump = found[position]
    if lump.kind != "WORD":
        return lump.kind, 1
    for words, kind in _PHRASES.get(lump.text, ()):
        part = found[position : position + len(words)]
        if tuple(each.text for each in part) == words and all(each.kind == "WORD" for each in part):
            return kind, len(words)
    return RESERVED.get(lump.text, "PARTICLE" if lump.text in PARTICLES else "WORD"), 1
