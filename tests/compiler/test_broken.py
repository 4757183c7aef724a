"""Broken titles: each mistake gives the findings a designer can use, and no others.

Beside `NAME.18xx` stands `NAME.txt` with what the compiler is to say. After a change of wording,
`python tests/compiler/test_broken.py --write` writes all expectations anew: read the difference before keeping it.
"""

import sys
from pathlib import Path

import pytest

from titleworks.compiler import Diagnostic, compile_text
from titleworks.compiler.explanations import CODES

BROKEN = Path(__file__).parent / "broken"
NAMES = sorted(path.stem for path in BROKEN.glob("*.18xx") if path.stem != "valid")


def shown(diagnostic: Diagnostic) -> str:
    """A finding as the expectations hold it."""
    text = f"{diagnostic.line}:{diagnostic.column} {diagnostic.code} {diagnostic.severity}: {diagnostic.message}\n"
    if diagnostic.expected:
        text += f"    expected: {', '.join(diagnostic.expected)}\n"
    if diagnostic.hint:
        text += f"    {diagnostic.hint}\n"
    for _, place, what in diagnostic.related:
        text += f"    {place.line}:{place.column}: {what}\n"
    return (
        text
        if diagnostic.file.endswith(".18xx") and "/" not in diagnostic.file
        else f"{Path(diagnostic.file).name}:{text}"
    )


def found(name: str) -> str:
    """What the compiler says about a broken title."""
    path = BROKEN / f"{name}.18xx"
    table, diagnostics = compile_text(path.read_text(encoding="utf-8"), path.name)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    assert (table is None) == bool(errors)
    return "".join(map(shown, diagnostics))


@pytest.mark.parametrize("name", NAMES)
def test_broken_title(name: str) -> None:
    expectation = BROKEN / f"{name}.txt"
    assert expectation.exists(), f"{expectation.name} is missing: what is the compiler to say?"
    expected = expectation.read_text(encoding="utf-8")
    assert expected.strip(), "a broken title gives a finding"
    assert found(name) == expected


def test_base_title_has_no_findings() -> None:
    """The broken titles are this one with one mistake each (`several...`: with some)."""
    table, diagnostics = compile_text((BROKEN / "valid.18xx").read_text(encoding="utf-8"), "valid.18xx")
    assert table is not None
    assert diagnostics == []


def test_there_are_many_and_every_expectation_has_a_title() -> None:
    assert len(NAMES) >= 60
    assert {path.stem for path in BROKEN.glob("*.txt")} <= set(NAMES)


def test_one_mistake_is_one_message() -> None:
    """Only what is listed here may give more than one finding."""
    several = {name for name in NAMES if len(_findings((BROKEN / f"{name}.txt").read_text(encoding="utf-8"))) > 1}
    assert {name for name in several if not name.startswith("several")} <= MORE_THAN_ONE


#: A broken title with several findings, of which none can be left out.
MORE_THAN_ONE: set[str] = set()


def _findings(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith(" ")]


def test_codes_are_explained() -> None:
    for name in NAMES:
        for line in _findings((BROKEN / f"{name}.txt").read_text(encoding="utf-8")):
            assert line.split()[1] in CODES, line


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for each in NAMES:
        (BROKEN / f"{each}.txt").write_text(found(each), encoding="utf-8")
