"""The documents say what is true: the reference is that of the schemas, and the examples of the guide compile."""

import re

import pytest
from paths import ROOT

from titleworks.compiler import compile_text, reference, render

_BLOCK = re.compile(r"^```18xx\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GUIDE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
WHOLE = [match.group(1) for match in _BLOCK.finditer(GUIDE)]


def test_the_reference_is_up_to_date() -> None:
    """`titleworks reference -o docs/reference.md` was run after the last change of the schemas."""
    assert (ROOT / "docs" / "reference.md").read_text(encoding="utf-8") == reference()


def test_the_guide_has_whole_titles() -> None:
    assert len(WHOLE) >= 2


@pytest.mark.parametrize("text", WHOLE, ids=range(len(WHOLE)))
def test_whole_titles_of_the_guide_compile(text: str) -> None:
    if "extends:" in text or "title:" not in text:
        pytest.skip("stands on a title of the guide")
    table, findings = compile_text(text, "guide.18xx")
    assert table is not None, "\n".join(render(finding, None) for finding in findings)
