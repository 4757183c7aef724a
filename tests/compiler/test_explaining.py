"""What explains titles: the ladder of answers, a title as one file, the reference page, the codes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from titleworks.compiler import codes, compile_file, compile_text, expand, explain, reference, table_bytes, why
from titleworks.runtime.table.models import Table

ROOT = Path(__file__).parents[2]
TITLES = ROOT / "titles"


def without_origins(table: Table) -> Any:
    """The table but for where things were written."""

    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: strip(part) for key, part in value.items() if key not in ("origin", "sources", "digest")}
        return [strip(part) for part in value] if isinstance(value, list) else value

    return strip(json.loads(table_bytes(table)))


@pytest.mark.parametrize("path", sorted(TITLES.glob("*.18xx")), ids=lambda path: path.stem)
def test_expanded_title_gives_the_same_table(path: Path) -> None:
    table, _ = compile_file(path)
    text = expand(path)
    assert not re.search(r"^(include|extends):", text, re.MULTILINE)
    again, diagnostics = compile_text(text, "expanded.18xx")
    assert again is not None, diagnostics
    assert table is not None
    assert without_origins(again) == without_origins(table)


VARIANT = """\
title: Half
extends: 1889
players: 3 to 4
removed: TR

# Companies
float: 60% sold
# Privates
name | income
MF   | 7
# Trains
name | count | rusts on
2    | 7     | none
# Emergency
presidency kept: not usual
# Operating round
turn
    step   | waits
    track  |
    token  |
    run    |
    dividend |
    buy train |
"""


def test_a_title_that_extends_another_expands_to_the_same_table(tmp_path: Path) -> None:
    path = tmp_path / "half.18xx"
    path.write_text(VARIANT.replace("removed: TR\n", "removed: private SMR\n"), encoding="utf-8")
    table, diagnostics = compile_file(path)
    assert table is not None, diagnostics
    again, diagnostics = compile_text(expand(path), "expanded.18xx")
    assert again is not None, diagnostics
    assert without_origins(again) == without_origins(table)
    assert table.players == [3, 4]
    assert table.components.trains[0].count == 7
    assert table.components.trains[0].rusts_on is None
    assert "SMR" not in [row.name for row in table.components.privates]
    assert table.questions["float"][0].cases == [(None, ["float", 60, "sold"])]
    assert table.questions["presidency kept"][0].cases == [(None, ["not", ["usual"]])]


def test_removed_name_of_several_things_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "half.18xx"
    path.write_text(VARIANT, encoding="utf-8")
    table, diagnostics = compile_file(path)
    assert table is None
    assert [(d.code, d.line, d.hint) for d in diagnostics if d.severity == "error"] == [
        ("N002", 4, "write `company TR` or `private TR`")
    ]


def test_why_prints_the_ladder() -> None:
    text = why(TITLES / "1889.18xx", "income", "private UTF")
    assert re.search(
        r"1\. 1889\.18xx:\d+: paragraph of private UTF\n +50 if owner is a player and phase at least 5; usual", text
    )
    assert re.search(r"2\. 1889\.18xx:\d+: row of private UTF\n +30", text)
    assert "3. default  (hidden)\n       0" in text


def test_why_refuses_what_is_unknown() -> None:
    with pytest.raises(ValueError, match="did you mean `lay cost`"):
        why(TITLES / "1889.18xx", "lay kost")
    with pytest.raises(ValueError, match="there is no `XYZZY`"):
        why(TITLES / "1889.18xx", "income", "XYZZY")


def test_reference_page_is_up_to_date() -> None:
    page = ROOT / "docs" / "reference.md"
    if not page.exists():
        pytest.skip("docs/reference.md is not written yet")
    assert page.read_text(encoding="utf-8") == reference(), "write it anew: titleworks reference -o docs/reference.md"


def test_every_code_is_explained() -> None:
    used = {
        code
        for folder in ("compiler", "dsl")
        for path in (ROOT / folder).glob("*.py")
        for code in re.findall(r"\"([SLNTM]\d{3})\"", path.read_text(encoding="utf-8"))
    }
    assert used == set(codes())
    for code in codes():
        row = explain(code)
        assert row is not None
        assert row.title and row.text and row.example and row.mend
    assert explain("X999") is None


def blocks_of(text: str) -> list[str]:
    """The complete titles among the examples of a text: those whose block is marked `18xx complete`."""
    return re.findall(r"^```18xx complete[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_complete_examples_of_the_language_page_compile() -> None:
    page = ROOT / "docs" / "language.md"
    if not page.exists():
        pytest.skip("docs/language.md is not written yet")
    for text in blocks_of(page.read_text(encoding="utf-8")):
        table, diagnostics = compile_text(text, "example.18xx")
        assert table is not None, diagnostics
