"""Checks of meaning: what is well written but cannot be played, or says nothing."""

from typing import Any

from titleworks.compiler.diagnostics import Diagnostic, Wrong
from titleworks.compiler.loading import START
from titleworks.compiler.play import Play
from titleworks.compiler.reading import Title

Document = dict[str, Any]


def check(title: Title, document: Document, play: Play) -> None:
    """Run all checks; findings are noted in the title."""
    for test in (_head, _required, _course):
        test(title, document, play)


def _note(title: Title, code: str, message: str, hint: str = "") -> None:
    title.diagnostics.append(Diagnostic(code, "error", title.sources[-1].path, START, message, hint))


def _head(title: Title, document: Document, play: Play) -> None:
    for name in ("title", "players"):
        if name not in play.head:
            _note(title, "M010", f"the head lacks `{name}:`")


def _required(title: Title, document: Document, play: Play) -> None:
    for name in ("bank", "cash", "certificate limit", "train limit", "tiles"):
        if name not in document["questions"]:
            _note(title, "M011", f"nothing answers `{name}`")


def _course(title: Title, document: Document, play: Play) -> None:
    if not document["flow"]["every_set"]:
        _note(title, "M012", "the course of play says no rounds", "write `every set: stock round, operating rounds`")


__all__ = ["Wrong", "check"]
