"""What the commands print and write."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from titleworks.compiler import table_bytes
from titleworks.library import table_of, title_names
from titleworks.runtime.table.loader import load_table

Run = Callable[..., Any]


@pytest.mark.parametrize("title", title_names())
def test_compiled_titles_validate_against_the_schema(run: Run, tmp_path: Path, title: str) -> None:
    output = tmp_path / "table.json"
    assert run("compile", title, "-o", output).exit_code == 0
    schema = json.loads(run("schema").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(output.read_text()), schema)
    assert output.read_bytes() == table_bytes(load_table(output)) == table_bytes(table_of(title))


def test_play_writes_a_record_that_replays(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    played = run("play", "1889", "--players", 3, "--seed", 5, "-o", record)
    assert played.exit_code == 0
    assert "The game ended after" in played.stdout
    assert "Player 2" in played.stdout
    replayed = run("replay", record, "--strict-revenue")
    assert replayed.exit_code == 0
    assert replayed.stdout.splitlines()[-1].startswith("conforms: ")


def test_play_is_the_same_for_the_same_seed(run: Run) -> None:
    words = ("play", "1889", "--players", 2, "--seed", 8)
    assert run(*words).stdout == run(*words).stdout


def test_many_games(run: Run) -> None:
    done = run("play", "1889", "--players", 4, "--games", 3, "--jobs", 2)
    assert done.exit_code == 0
    assert "3 of 3 games came to an end" in done.stdout
    assert "scores" in done.stdout


def test_play_takes_a_compiled_table(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "mine.json"
    table.write_bytes(table_bytes(table_of("1889")))
    by_file = run("play", table, "--players", 2).stdout
    assert by_file == run("play", "1889", "--players", 2).stdout


def test_a_difference_is_told(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run("play", "1889", "--players", 3, "--seed", 5, "-o", record)
    document = json.loads(record.read_text())
    document["actions"][4]["entity"] = 99
    record.write_text(json.dumps(document))
    done = run("replay", record)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1].startswith("differs: at action 5 (position 4, ")


def test_conformance(run: Run) -> None:
    folder = Path(__file__).parents[1] / "records" / "data"
    done = run("conformance", folder, "--jobs", 2)
    assert done.exit_code == 0
    assert f"{len(list(folder.glob('*.json')))} conform, 0 differ" in done.stdout


def broken_title(folder: Path) -> Path:
    """A title with mistakes in it."""
    path = folder / "broken title.18xx"
    path.write_text("title: broken\nbank: much\n\n# Trains\nname | prise\n2 | 80\n", encoding="utf-8")
    return path


def test_findings_as_text(run: Run, tmp_path: Path) -> None:
    path = broken_title(tmp_path)
    done = run("validate", path)
    assert done.exit_code == 1
    assert f"{path}:2:" in done.stdout
    assert "^" in done.stdout
    assert "1 file: " in done.stderr


def test_findings_as_json(run: Run, tmp_path: Path) -> None:
    path = broken_title(tmp_path)
    document = json.loads(run("validate", path, "--format", "json").stdout)
    assert document["errors"] == sum(found["severity"] == "error" for found in document["diagnostics"]) > 0
    assert {"code", "file", "line", "column", "message"} <= set(document["diagnostics"][0])


def test_findings_for_github(run: Run, tmp_path: Path) -> None:
    lines = run("validate", broken_title(tmp_path), "--format", "github").stdout.splitlines()
    assert lines
    assert all(line.startswith(("::error file=", "::warning file=")) for line in lines)
    assert all("::" in line[8:] and "line=" in line for line in lines)


def test_findings_as_sarif(run: Run, tmp_path: Path) -> None:
    schema = json.loads(Path(__file__).with_name("sarif-2.1.0-subset.schema.json").read_text())
    for path in (broken_title(tmp_path), "1889"):
        document = json.loads(run("validate", path, "--format", "sarif").stdout)
        jsonschema.validate(document, schema)
        rules = document["runs"][0]["tool"]["driver"]["rules"]
        for result in document["runs"][0]["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_folder_is_all_its_titles_but_no_catalogue(run: Run) -> None:
    folder = Path(__file__).parents[2] / "titles"
    document = json.loads(run("validate", folder, "--format", "json").stdout)
    assert sorted(Path(file).stem for file in document["files"]) == title_names()
