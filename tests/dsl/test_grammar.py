"""The tables of the grammar are kept where the user's caches are; without such a place everything works the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from titleworks.dsl import parse_cases, shape
from titleworks.dsl.grammar import parser

TEXT = "usual + 20 if company is floated and phase in (3, 4); larger of (price, 100) rounded up"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Each test makes its parser anew, and leaves none that knows of its folders."""
    parser.cache_clear()
    yield
    parser.cache_clear()


def read() -> object:
    node, problems = parse_cases(TEXT)
    assert problems == []
    return shape(node)


def wrong() -> tuple[str, ...]:
    return parse_cases("usual if phase is")[1][0].expected


def test_kept_tables_read_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made, expected = read(), wrong()
    [kept] = (tmp_path / "titleworks").iterdir()
    written = kept.stat().st_mtime_ns
    parser.cache_clear()
    assert (read(), wrong()) == (made, expected)
    assert kept.stat().st_mtime_ns == written and (tmp_path / "titleworks").stat().st_mode & 0o077 == 0


def test_damaged_tables_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = read()
    [kept] = (tmp_path / "titleworks").iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2])
    parser.cache_clear()
    assert read() == made
    written = kept.stat().st_mtime_ns
    parser.cache_clear()
    assert read() == made
    assert kept.stat().st_mtime_ns == written


def test_a_file_that_cannot_be_written_is_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = read()
    [kept] = (tmp_path / "titleworks").iterdir()
    kept.unlink()
    kept.mkdir()
    parser.cache_clear()
    assert read() == made
    assert capfd.readouterr() == ("", "")


def test_nothing_need_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("no folder can be made here")
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    assert read()
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    parser.cache_clear()
    assert read()
    assert list(tmp_path.iterdir()) == [file]
