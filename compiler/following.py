"""Leaves out findings that only follow from another: one mistake is one message."""

from collections.abc import Callable

from titleworks.compiler.diagnostics import Diagnostic, few_slips
from titleworks.compiler.title import Title
from titleworks.dsl.source import MOST_PROBLEMS

#: Codes of findings about names that may stand in a catalogue, and about notations that hold such names.
_OF_NAMES = frozenset(("N001", "T001", "T004"))


def told(title: Title) -> list[Diagnostic]:
    """The findings of a title that are told, each once, sorted by place: the title first, then what it stands on."""
    order = {source.path: number for number, source in enumerate(reversed(title.sources))}
    found = list(filter(_of_its_own(title), dict.fromkeys(title.diagnostics)))
    found.sort(key=lambda one: (order.get(one.file, 0), one.span, one.code))
    return found[:MOST_PROBLEMS]


def _of_its_own(title: Title) -> Callable[[Diagnostic], bool]:
    """Whether a finding says more than that a file is missing, or that the title is in another language."""
    codes = {one.code for one in title.diagnostics}
    if "L005" in codes:
        return lambda one: one.code == "L005"
    extended = _unread(title, "extends")
    if extended is not None:
        return lambda one: one.code[0] in "LS" or (one.code == "N009" and one.line == extended)
    included = _unread(title, "include")
    if included is not None:
        return lambda one: one.code not in {*_OF_NAMES, "L004"}
    return (lambda one: one.code not in _OF_NAMES) if "L004" in codes else lambda one: True


def _unread(title: Title, answer: str) -> int | None:
    """The line of the head that names a file and is wrong: the file is not there, or the answer's name is mistyped."""
    wrong = {one.line for one in title.diagnostics if one.code in ("L001", "N009")}
    for line in (item.line for item in title.items if item.section == "head"):
        meant = line.head.text.startswith(answer) or few_slips(answer, line.head.text)
        if meant and (line.kind == "broken" or line.span.line in wrong):
            return line.span.line
    return None
