"""Whatever a file holds, the compiler answers with findings, soon, and never falls over."""

import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paths import TITLES

from titleworks.compiler import Diagnostic, compile_file, compile_text, render, table_bytes
from titleworks.compiler.explanations import CODES
from titleworks.dsl.source import Source
from titleworks.runtime.bots import Bot
from titleworks.runtime.errors import Refused, TableError
from titleworks.runtime.game import Game
from titleworks.runtime.table.loader import load_table
from titleworks.runtime.table.models import Table

VALID = (Path(__file__).parent / "broken" / "valid.18xx").read_text(encoding="utf-8")
LINES = [line for path in sorted(TITLES.glob("*.18xx")) for line in path.read_text(encoding="utf-8").split("\n")]
SECONDS = 20.0  # on a busy machine; alone, all shapes take less than two


def checked(diagnostics: list[Diagnostic], text: str = "") -> list[str]:
    """Findings can be shown, and their codes are known."""
    source = Source("title.18xx", text) if text else None
    for diagnostic in diagnostics:
        assert diagnostic.code in CODES
        assert diagnostic.line >= 1 and diagnostic.column >= 1
        assert render(diagnostic, source)
    return [diagnostic.code for diagnostic in diagnostics]


def compiled(text: str) -> list[str]:
    """The codes of the findings of a text, which must come in time."""
    begin = time.perf_counter()
    table, diagnostics = compile_text(text)
    took = time.perf_counter() - begin
    assert took < SECONDS, f"{took:.1f} s"
    codes = checked(diagnostics, text)
    assert table is not None or any(diagnostic.severity == "error" for diagnostic in diagnostics)
    return codes


def compiled_file(path: Path, data: bytes) -> list[str]:
    """The codes of the findings of a file of some bytes, which must come in time."""
    path.write_bytes(data)
    begin = time.perf_counter()
    _, diagnostics = compile_file(path)
    took = time.perf_counter() - begin
    assert took < SECONDS, f"{took:.1f} s"
    return checked(diagnostics)


# ---- random files ---------------------------------------------------------------------------------------------------

FEW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(st.text(max_size=400))
def test_random_text(text: str) -> None:
    compiled(text)


@FEW
@given(st.binary(max_size=300))
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    compiled_file(tmp_path_factory.getbasetemp() / "random.18xx", data)


PIECES = st.sampled_from(
    sorted(
        {word for line in LINES for word in line.split(" ") if word} | {"", "    ", "|", ":", ";", "(", ")", '"', "#"}
    )
)


@FEW
@given(st.lists(st.lists(PIECES, max_size=12).map(" ".join), max_size=30).map("\n".join))
def test_random_words_of_titles(text: str) -> None:
    compiled(text)


@FEW
@given(st.integers(0, len(VALID) - 1), st.integers(0, 30), st.text(max_size=6))
def test_a_stretch_of_a_title_replaced(start: int, length: int, text: str) -> None:
    compiled(VALID[:start] + text + VALID[start + length :])


@pytest.mark.parametrize("seed", range(10))
def test_lines_of_titles_shuffled(seed: int) -> None:
    generator = random.Random(seed)
    compiled("\n".join(generator.choices(LINES, k=300)))


@pytest.mark.parametrize("seed", range(10))
def test_words_of_a_title_swapped(seed: int) -> None:
    generator = random.Random(seed)
    words = VALID.split(" ")
    for _ in range(8):
        a, b = generator.randrange(len(words)), generator.randrange(len(words))
        words[a], words[b] = words[b], words[a]
    compiled(" ".join(words))


# ---- files of a strange shape ---------------------------------------------------------------------------------------

SHAPES: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "blank lines": lambda: b"\n" * 1000,
    "comments": lambda: b"-- nothing\n" * 200,
    "zeros": lambda: b"\0" * 5000,
    "latin 1": lambda: "name: \"Zürich\"\n".encode("latin-1"),
    "bom": lambda: b"\xef\xbb\xbf" + VALID.encode(),
    "utf-16": lambda: VALID.encode("utf-16"),
    "windows lines": lambda: VALID.replace("\n", "\r\n").encode(),
    "old mac lines": lambda: VALID.replace("\n", "\r").encode(),
    "no end of line": lambda: VALID.rstrip("\n").encode(),
    "10 MB of a title": lambda: VALID.encode() * (10_000_000 // len(VALID)),
    "200 kB of a title": lambda: VALID.encode() * (200_000 // len(VALID)),
    "10 MB in a line": lambda: b"x" * 10_000_000,
    "a million bars": lambda: b"name " + b"|" * 900_000,
    "long line": lambda: VALID.replace("tiles: 5", "tiles: " + "5, " * 20_000 + "5").encode(),
    "brackets": lambda: VALID.replace("10 if", "(" * 20_000 + "10" + ")" * 20_000 + " if").encode(),
    "brackets in lines": lambda: VALID.replace("10 if", "(\n         " * 20_000 + "10" + ")" * 20_000 + " if").encode(),
    "open brackets": lambda: VALID.replace("10 if", "(" * 1_900 + "10 if").encode(),
    "levels": lambda: "\n".join(" " * n + "when game starts:" for n in range(1_300)).encode(),
    "5,000 levels": lambda: "\n".join(" " * min(n, 150) + "each company:" for n in range(5_000)).encode(),
    "many nots": lambda: VALID.replace("phase is 3", "not " * 450 + "phase is 3").encode(),
    "long sum": lambda: VALID.replace("usual", " + ".join(["usual"] * 230)).encode(),
    "long sum in lines": lambda: VALID.replace("usual", " +\n            ".join(["usual"] * 20_000)).encode(),
    "deep of": lambda: VALID.replace("phase is 3", "owner of " * 200 + "FY is FY").encode(),
    "many cases": lambda: VALID.replace("usual", "; ".join(["9 if phase is 3"] * 110) + "; usual").encode(),
    "unicode": lambda: VALID.replace("FY", "Ф🚂\u202e\u0301").encode(),
    "private use": lambda: "\ue000: \U0010ffff\n\u2028\u2029\x85\x0b\x0c\n".encode(),
    "arabic digits": lambda: VALID.replace("2000", "٢٠٠٠").encode(),
    "superscripts": lambda: VALID.replace("3    | 2 ", "3    | ² ").replace("2 to 4", "² to ④").encode(),
    "wide blanks": lambda: VALID.replace("    income", "\u2003\u3000income").encode(),
    "huge number": lambda: VALID.replace("2000", "9" * 1_500).encode(),
    "huge counts": lambda: VALID.replace("57 x2", "57 x99999999999").replace("10 x8", "10 x999999999").encode(),
    "huge players": lambda: VALID.replace("2 to 4", "1 to 999999999999").encode(),
    "huge price": lambda: VALID.replace("80p", "9" * 400 + "p").encode(),
    "huge percent": lambda: VALID.replace("50% sold", "9" * 400 + "% sold").encode(),
    "huge series": lambda: VALID.replace("20/30", "/".join("9" * 500)).encode(),
    "far hex": lambda: VALID.replace("A3 B2", "A99999999999 ZZZZZZZZZ3").encode(),
    "tiny fraction": lambda: VALID.replace("10 if", "10 / 0 + 0.000001 if").encode(),
    "many options": lambda: VALID.encode() + "".join(f"\n# Option o{n}\n" for n in range(2_000)).encode(),
    "many words": lambda: VALID.encode()
    + b"\n# Glossary\nword | about | kind\n"
    + "".join(f"w{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)} | game | number\n" for n in range(900))
    .encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name: str, tmp_path: Path) -> None:
    compiled_file(tmp_path / "title.18xx", SHAPES[name]())


def test_size_is_told(tmp_path: Path) -> None:
    assert compiled_file(tmp_path / "title.18xx", SHAPES["10 MB of a title"]()) == ["S001"]


def test_windows_lines_change_nothing(tmp_path: Path) -> None:
    assert compiled_file(tmp_path / "title.18xx", SHAPES["windows lines"]()) == []


# ---- files that name files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["include", "extends"])
def test_a_file_that_names_itself(tmp_path: Path, word: str) -> None:
    text = VALID.replace("include:  common tiles", f"include:  common tiles\n{word}: mine")
    assert compiled_file(tmp_path / "mine.18xx", text.encode())


def test_a_circle_of_files(tmp_path: Path) -> None:
    for name, other in (("one", "two"), ("two", "three"), ("three", "one")):
        (tmp_path / f"{name}.18xx").write_text(f"extends: {other}\n" + VALID, encoding="utf-8")
    assert compiled_file(tmp_path / "one.18xx", (tmp_path / "one.18xx").read_bytes())


def test_a_long_chain_of_files(tmp_path: Path) -> None:
    for n in range(60):
        (tmp_path / f"t{n}.18xx").write_text(f"extends: t{n + 1}\n", encoding="utf-8")
    assert "L003" in compiled_file(tmp_path / "t0.18xx", b"extends: t1\n")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "..", "a\\b", "", '"', "mine/../mine", "x" * 1_000]
)
def test_names_that_lead_elsewhere(tmp_path: Path, name: str) -> None:
    text = VALID.replace("common tiles", f"common tiles, {name}")
    assert compiled_file(tmp_path / "mine.18xx", text.encode())


def test_half_a_character() -> None:
    compiled('name: "\ud800"\n' + VALID)


# ---- tables edited by hand ------------------------------------------------------------------------------------------

EDITS = 200
_STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 10**6, 10**30, 1.5, "", "no", "x" * 300, [], {}, [[]], [None], ["get"],
    ["get", "game.cash"], ["ask", "income", 0], ["thing", "company", 99], ["thing", "tile", -1], ["this"], ["usual"],
    ["+", 1], ["if"],
    ["for", 0, 0, 0], ["jump", -5], ["jump", 0], [["jump", 0]], {"name": "x"},
)  # fmt: skip


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from _places(part, (*path, key))


def _edited(document: Any, generator: random.Random, names: list[str]) -> Any:
    """The document with one to three places changed, taken away, doubled, swapped, or renamed."""
    document = json.loads(json.dumps(document))
    for _ in range(generator.choice((1, 1, 1, 2, 3))):
        *path, key = generator.choice(list(_places(document)))
        holder = document
        for step in path:
            holder = holder[step]
        value = holder[key]
        way = generator.randrange(7)
        if way == 0:
            del holder[key]
        elif way == 1 and isinstance(holder, list):
            holder.insert(key, json.loads(json.dumps(value)))
        elif way == 2 and isinstance(holder, list):
            generator.shuffle(holder)
        elif way == 3 and isinstance(value, int):
            holder[key] = value + generator.choice((-100, -2, -1, 1, 2, 100))
        elif way in (3, 4) and isinstance(value, str):
            holder[key] = generator.choice(names)
        else:
            holder[key] = generator.choice(_STRANGE)
    return document


def _plays(table: Table, seed: int, actions: int) -> None:
    """Some actions of bots; what the table makes impossible is refused in words."""
    game = Game.new(table, 2, seed)
    bot = Bot(seed)
    for _ in range(actions):
        if game.finished:
            return
        game.apply(bot.choose(game))
    game.save()


def test_tables_edited_by_hand() -> None:
    table, _ = compile_text(VALID)
    assert table is not None
    document = json.loads(table_bytes(table))
    names = sorted({value for value in _strings(document) if value})
    refused = played = 0
    for seed in range(EDITS):
        changed = _edited(document, random.Random(seed), names)
        try:
            _plays(load_table(json.dumps(changed).encode()), seed, 20)
            played += 1
        except (TableError, Refused):
            refused += 1
        except Exception as error:
            raise AssertionError(f"edit {seed}: {type(error).__name__}: {error}") from error
    assert refused > EDITS // 4
    assert played > EDITS // 20


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for part in [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _strings(part)
