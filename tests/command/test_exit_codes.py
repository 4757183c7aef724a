"""Exit codes and messages of the program: whatever the input, a sentence and no traceback."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from titleworks.compiler import table_bytes
from titleworks.library import table_of

Program = Callable[..., Any]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Files that are all wrong in some way."""
    texts = {
        "empty.json": b"",
        "cut.json": b'{"title": "1889", "players": [',
        "deep.json": b"[" * 100_000,
        "bytes.json": bytes(range(256)),
        "list.json": b"[]",
        "unheard.json": b'{"title": "unheard of", "players": ["a", "b"], "actions": []}',
        "record.json": b'{"title": "1889", "players": ["a", "b"], "actions": [{"type": "fly", "entity": 1}]}',
        "bytes.18xx": bytes(range(256)),
        "empty.18xx": b"",
        "deep.18xx": b"title: x\nbank: " + b"(" * 5000 + b"\n",
        "itself.18xx": b"title: x\ninclude: itself\n",
        "large.18xx": b"# " + b"x" * 10_000_000,
    }  # fmt: skip
    made = {"bare": tmp_path / "bare"}
    made["bare"].mkdir()
    for name, text in texts.items():
        made[name] = tmp_path / name
        made[name].write_bytes(text)
    table = json.loads(table_bytes(table_of("1889")))
    table["components"]["trains"][0]["rusts_on"] = 99
    made["table.json"] = tmp_path / "table.json"
    made["table.json"].write_text(json.dumps(table))
    return made


CASES: list[tuple[int, list[str]]] = [
    (2, []),
    (2, ["fly"]),
    (2, ["replay"]),
    (2, ["replay", "nowhere.json"]),
    (2, ["replay", "."]),
    *[(2, ["replay", name]) for name in ("empty.json", "cut.json", "deep.json", "bytes.json", "list.json")],
    (2, ["replay", "unheard.json"]),
    (0, ["replay", "unheard.json", "--title", "1889"]),
    (1, ["replay", "record.json"]),
    (2, ["replay", "record.json", "--trace", "list.json"]),
    (2, ["replay", "record.json", "--title", "table.json"]),
    (2, ["conformance", "nowhere"]),
    (1, ["conformance", "."]),
    (2, ["compile", "nowhere"]),
    (2, ["compile", "nowhere.18xx"]),
    (2, ["compile", "empty.18xx"]),
    (2, ["compile", "table.json"]),
    (2, ["compile", "1889", "-o", "nowhere/x.json"]),
    (2, ["play", "1889"]),
    (2, ["play", "1889", "--players", "99"]),
    (2, ["play", "1889", "--players", "x"]),
    (2, ["play", "1889", "--players", "3", "--option", "fly"]),
    (2, ["play", "1889", "--players", "3", "-o", "nowhere/x.json"]),
    (2, ["play", "1889", "--players", "3", "--games", "2", "-o", "x.json"]),
    (2, ["play", "table.json", "--players", "3"]),
    (2, ["validate"]),
    (2, ["validate", "nowhere.18xx"]),
    (2, ["validate", "table.json"]),
    (2, ["validate", "1889", "--format", "song"]),
    *[(1, ["validate", name]) for name in ("bytes.18xx", "empty.18xx", "deep.18xx", "itself.18xx", "large.18xx")],
    (0, ["validate", "1889"]),
    (0, ["schema"]),
    (0, ["--version"]),
    (2, ["validate", "bare"]),
    (1, ["conformance", ".", "--title", "1889"]),
    (2, ["conformance", ".", "--title", "nowhere"]),
]


@pytest.mark.parametrize(("code", "words"), CASES, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_exit_code(program: Program, files: dict[str, Path], code: int, words: list[str]) -> None:
    done = program(*words)
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    assert done.returncode == code, done.stderr
    assert code == 0 or done.stderr.strip() or done.stdout.strip()
    assert len(done.stderr) < 20_000
