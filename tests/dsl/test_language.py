"""Whole titles in the language: their form holds, and laying them out changes nothing that is said."""

from pathlib import Path

import pytest

from titleworks.dsl import Line, format_text, parse, shape

FILES = sorted((Path(__file__).parent / "language").glob("*.18xx"))


def said(line: Line) -> object:
    """A line without its places."""
    cells = tuple(tuple((lump.kind, lump.text) for lump in cell.lumps) for cell in line.cells)
    head = tuple((lump.kind, lump.text) for lump in line.head.lumps)
    comments = (tuple(line.comment_above), line.comment_after, line.citation)
    trees = (shape(line.tree), shape(line.condition_tree))
    return (line.kind, head, cells, trees, comments, tuple(said(child) for child in line.children))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_example_has_good_form(path: Path) -> None:
    file, problems = parse(path.read_text(encoding="utf-8"), path.name)
    assert problems == []
    assert file.lines and file.path == path.name and len(file.digest) == 64


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_layout_says_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    made, problems = format_text(text, path.name)
    assert problems == []
    before, after = parse(text, path.name)[0], parse(made, path.name)[0]
    assert list(map(said, before.lines)) == list(map(said, after.lines))
    assert format_text(made, path.name)[0] == made


def test_examples_are_there() -> None:
    assert len(FILES) == 9
