"""Games written as records, replayed, traced, compared; and records that differ."""

import json
from pathlib import Path
from typing import Any

import pytest

from titleworks.library import table_for_record
from titleworks.runtime.errors import RecordError
from titleworks.runtime.game import Game
from titleworks.runtime.records.conformance import conformance, find_records, trace_beside
from titleworks.runtime.records.record import GameRecord, load_record, record_from
from titleworks.runtime.records.replay import replay, trace_lines, undone
from titleworks.runtime.records.trace import Trace, load_trace, write_trace
from titleworks.runtime.records.write import record_of, write_record
from titleworks.runtime.simulation import play_game
from titleworks.runtime.table.models import Table


@pytest.fixture(scope="module")
def game(table: Table) -> Game:
    """A game played by bots."""
    return play_game(table, 3, seed=11)


@pytest.fixture(scope="module")
def document(game: Game) -> dict[str, Any]:
    """That game as a record."""
    made: dict[str, Any] = json.loads(json.dumps(record_of(game)))
    return made


def changed(document: dict[str, Any], **changes: Any) -> GameRecord:
    """The record with some fields changed."""
    return record_from(json.loads(json.dumps(document)) | changes)


def test_a_written_game_replays(document: dict[str, Any], table: Table, game: Game) -> None:
    outcome = replay(record_from(document), table, strict_revenue=True)
    assert outcome.text() == f"conforms: {len(game.history)} actions"
    assert outcome.game is not None
    assert outcome.game.state == game.state or outcome.game.standings() == game.standings()


def test_the_record_has_the_form_of_the_platform(document: dict[str, Any]) -> None:
    assert document["status"] == "finished"
    assert document["players"] == [{"id": n, "name": f"Player {n}"} for n in (1, 2, 3)]
    assert [action["id"] for action in document["actions"]] == list(range(1, len(document["actions"]) + 1))
    assert set(document["result"]) == {"1", "2", "3"}


def test_a_game_that_goes_on_is_active(table: Table) -> None:
    game = Game.new(table, ["Ann", "Ben"], 3)
    record = record_of(game)
    assert (record["status"], record["acting"]) == ("active", ["Ann"])
    assert "game_end_reason" not in record
    assert replay(record_from(record), table).conforms


def test_trace_and_replay_agree(document: dict[str, Any], table: Table, tmp_path: Path) -> None:
    record = record_from(document)
    path = tmp_path / "game.trace.jsonl"
    write_trace(trace_lines(record, table), path)
    assert replay(record, table, load_trace(path)).conforms


def test_a_different_state_is_found(document: dict[str, Any], table: Table, tmp_path: Path) -> None:
    record = record_from(document)
    lines = list(trace_lines(record, table))
    changed_line = next(line for line in lines[20:] if "bank" in line["changed"])
    changed_line["changed"]["bank"] += 1
    outcome = replay(record, table, Trace(lines[0], {line["at"]: line for line in lines[1:]}))
    assert outcome.difference is not None
    assert outcome.difference.action_id == changed_line["id"]
    (mismatch,) = outcome.difference.mismatches
    assert (mismatch.key, mismatch.expected) == ("bank", mismatch.found + 1)
    assert f"at action {changed_line['id']}" in outcome.text()
    assert "expected" in outcome.text()


def test_a_trace_of_another_game_differs_at_once(document: dict[str, Any], table: Table) -> None:
    lines = list(trace_lines(record_from(document), table))
    lines[0]["rng"] += 1
    outcome = replay(record_from(document), table, Trace(lines[0], {}))
    assert outcome.text().startswith("differs: before the first action: rng")


def test_an_action_that_is_not_legal_is_found(document: dict[str, Any], table: Table) -> None:
    actions = json.loads(json.dumps(document["actions"]))
    actions[5]["entity"] = "nobody"
    outcome = replay(changed(document, actions=actions), table)
    assert outcome.difference is not None
    assert (outcome.difference.at, outcome.actions) == (5, 5)


def test_a_cut_game_is_not_finished(document: dict[str, Any], table: Table) -> None:
    outcome = replay(changed(document, actions=document["actions"][:50]), table)
    assert "the game goes on" in outcome.text()


def test_another_result_is_found(document: dict[str, Any], table: Table) -> None:
    result = document["result"] | {"2": document["result"]["2"] + 1}
    assert "result of player 2" in replay(changed(document, result=result), table).text()
    assert "game_end_reason" in replay(changed(document, game_end_reason="tea"), table).text()


def test_another_number_of_players_is_said(document: dict[str, Any], table: Table) -> None:
    players = [{"id": n, "name": str(n)} for n in range(1, 10)]
    assert "cannot be set up" in replay(changed(document, players=players), table).text()


def test_recorded_revenue_is_followed_and_noted(document: dict[str, Any], table: Table) -> None:
    actions = json.loads(json.dumps(document["actions"]))
    run = next(action for action in actions if action["type"] == "run_routes" and action["routes"])
    run["routes"][0]["revenue"] += 10
    record = changed(document, actions=actions)
    outcome = replay(record, table)
    assert [note.action_id for note in outcome.revenue_notes] == [run["id"]]
    strict = replay(record, table, strict_revenue=True)
    assert strict.difference is not None
    assert strict.difference.action_id == run["id"]


def test_undone_is_the_game_before(game: Game, table: Table) -> None:
    before = undone(game, 7)
    assert len(before.history) == len(game.history) - 7
    assert before.history == game.history[:-7]
    with pytest.raises(ValueError, match="cannot be taken back"):
        undone(game, 10_000)


NO_TRACES = [
    b"",
    b"x",
    b"[]",
    b'{"init": 3}',
    b'{"init": {}}\n{"at": "x", "changed": {}}',
    b'{"init": {}}\n{"at": 1, "changed": {}, "gone": 3}',
]


@pytest.mark.parametrize("text", NO_TRACES)
def test_what_is_no_trace_is_said(text: bytes) -> None:
    with pytest.raises(RecordError):
        load_trace(text)


def test_conformance_of_a_folder(game: Game, document: dict[str, Any], table: Table, tmp_path: Path) -> None:
    write_record(game, tmp_path / "good.json")
    write_trace(trace_lines(record_from(document), table), tmp_path / "good.trace.jsonl")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "other.json").write_text(json.dumps(document | {"title": "unheard of"}))
    (tmp_path / "cut.json").write_text(json.dumps(document)[:1000])
    (tmp_path / "wrong.json").write_text(json.dumps(document | {"result": {"1": 1}}))
    paths = find_records(tmp_path)
    tables = {table.title: table.model_dump_json().encode()}
    alone = list(conformance(paths, tables))
    assert {Path(row.path).stem: row.verdict for row in alone} == {
        "good": "conforms",
        "other": "no title",
        "cut": "broken",
        "wrong": "differs",
    }
    assert list(conformance(paths, tables, jobs=2)) == alone
    with pytest.raises(RecordError):
        find_records(tmp_path / "nowhere")


@pytest.mark.parametrize("path", find_records(Path(__file__).with_name("data")), ids=lambda path: str(path.stem))
def test_recorded_games_conform(path: Path) -> None:
    record = load_record(path)
    outcome = replay(record, table_for_record(record.title), load_trace(trace_beside(path) or path), True)
    assert outcome.text() == f"conforms: {len(record.actions)} actions"
