"""Checks of the course of play: powers that no step lets be used, tokens that nobody places, choices never offered."""

from collections.abc import Iterator
from typing import Any

from titleworks.compiler.diagnostics import did_you_mean
from titleworks.compiler.finding import Document, Finding, Written
from titleworks.compiler.names import Where
from titleworks.compiler.play import Play
from titleworks.compiler.title import Title
from titleworks.dsl.source import Span

#: Areas of tokens that the language itself knows.
_AREAS = ("available", "destination")


def _line(row: Document) -> Where:
    """The line that a row of the table was written in."""
    origin = row["origin"]
    return Where(origin["source"], Span(origin["line"], 1, origin["line"], 2))


def _moments(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """A power that may be used in a step or a round of choices: the turn has the step, the course of play the round."""
    steps = document["flow"]["steps"].get("operating round", ())
    there = {name for step in steps for name in (step["name"], step["kind"])}
    rounds = {row.get("name") for part in ("opening", "every_set") for row in document["flow"][part]}
    for power in document["powers"]:
        for moment, argument in power["moments"]:
            name = f"power {argument}" if moment == "power" else argument
            if (moment == "power" or (moment == "step" and steps)) and name not in there:
                message = f"`{power['name']}` is never used: the turn has no step `{name}`"
                hint = did_you_mean(name, sorted(there)) or f"write `{name}` among the steps of the turn"
                yield Finding("M043", _line(power), message, hint, warning=True)
            if moment == "choice round" and argument not in rounds:
                message = f"`{power['name']}` is never used: there is no round `{argument}` in the course of play"
                yield Finding("M043", _line(power), message, f"write `every set: ..., {argument}`", warning=True)


def _areas(title: Title, document: Document, written: list[Written]) -> Iterator[Finding]:
    """Tokens wait in areas that something in the title speaks of."""
    spoken = {part for expression, _ in written for part in expression if isinstance(part, str)}
    told: set[str] = set()
    for row in document["components"]["companies"]:
        for token in row.get("tokens", ()):
            area = token.get("area", "available")
            if area not in _AREAS and area not in spoken and area not in told:
                told.add(area)
                known = sorted({*_AREAS, *(spoken & {"exchange"})})
                hint = did_you_mean(area, known) or f"write `place {area} token on ...` in a rule or power"
                where = title.names.places.get(("company", row["name"]))
                yield Finding("M044", where, f"nothing places the `{area}` tokens", hint, warning=True)


def _choices(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """What a choice from texts is compared with is among the texts."""
    for row in (*document["rules"], *document["powers"]):
        offered: dict[str, set[str]] = {}
        for code in row["code"]:
            if code[0] == "choose" and code[5] == "text":
                offered.setdefault(code[1], set()).update(_texts(code[2]))
        for local, text in _compared(row["code"]):
            known = offered.get(local)
            if known and text not in known:
                hint = did_you_mean(text, sorted(known)) or f"there are: {', '.join(sorted(known))}"
                yield Finding("M045", _line(row), f"`{local}` is never {text!r}", hint)


def _texts(value: Any) -> Iterator[str]:
    """The texts of a written list, wherever in an expression it stands."""
    if isinstance(value, list) and value:
        if value[0] == "list":
            yield from (part for part in value[1:] if isinstance(part, str))
        for part in value[1:]:
            yield from _texts(part)


def _compared(value: Any) -> Iterator[tuple[str, str]]:
    """The names of the code that are compared with a text, and the texts."""
    if not isinstance(value, list):
        return
    if len(value) == 3 and value[0] in ("=", "!="):
        for one, other in (value[1:], value[:0:-1]):
            if isinstance(one, list) and one[:1] == ["local"] and isinstance(other, str):
                yield one[1], other
    for part in value:
        yield from _compared(part)


PLAY_CHECKS = (_moments, _choices)
#: Checks that look at every expression of the title.
PLAY_EXPRESSION_CHECKS = (_areas,)
