"""Reading records: all forms of the format, and what is no record."""

import json
from typing import Any

import pytest

from titleworks.runtime.errors import RecordError
from titleworks.runtime.records.record import load_record, record_from


def document(**changes: Any) -> dict[str, Any]:
    """A small record, with some fields changed."""
    made: dict[str, Any] = {
        "id": 12,
        "title": "1889",
        "players": [{"id": 7, "name": "Ann"}, {"id": 3, "name": "Ben"}],
        "settings": {"seed": 5, "optional_rules": []},
        "actions": [],
    }
    return made | changes


def test_players_keep_their_seats() -> None:
    record = record_from(document())
    assert record.players == (7, 3)
    assert record.names == ("Ann", "Ben")


def test_a_null_id_is_the_name() -> None:
    assert record_from(document(players=[{"id": None, "name": "Ann"}, {"name": "Ben"}])).players == ("Ann", "Ben")


def test_players_of_old_files_are_plain_names() -> None:
    record = record_from(document(players=["Ann", "Ben"]))
    assert record.players == record.names == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("settings", "game_id", "seed"),
    [
        ({"seed": 5}, 12, 5),
        ({"seed": "77"}, 12, 77),
        ({"seed": None}, 12, 12),
        ({"seed": ""}, "hs_ab12_99", 12),
        ({}, "hs_jmmljkbw_17502", 17502),
        (None, "nothing", 0),
    ],
)
def test_seed(settings: Any, game_id: Any, seed: int) -> None:
    assert record_from(document(settings=settings, id=game_id)).seed == seed


def test_result_and_reason() -> None:
    record = record_from(document(result={"7": 100, "3": 90.0}, game_end_reason="bank", status="finished"))
    assert record.result == {"7": 100, "3": 90}
    assert (record.end_reason, record.status) == ("bank", "finished")
    assert record_from(document(result={}, game_end_reason="")).result is None


def test_a_pin_is_noticed() -> None:
    assert record_from(document(settings={"pin": "abc"})).pinned


WRONG: list[tuple[Any, str]] = [
    ([], "JSON object"),
    (document(title=None), "'title'"),
    (document(players=None), "'players'"),
    (document(players=[]), "'players'"),
    (document(players=[3]), "player 1"),
    (document(players=[{"id": True, "name": "x"}]), "player 1"),
    (document(players=[{"id": 1}, {"id": "1"}]), "same id"),
    (document(settings=[]), "'settings'"),
    (document(settings={"seed": [1]}), "'seed'"),
    (document(settings={"optional_rules": "x"}), "'optional_rules'"),
    (document(actions=None), "'actions'"),
    (document(actions=[3]), "action 1"),
    (document(actions=[{"id": 1}]), "action 1"),
    (document(actions=[{"id": "x", "type": "pass"}]), "'id' of action 1"),
    (document(actions=[{"id": 1, "type": "undo", "action_id": "x"}]), "'action_id'"),
    (document(actions=[{"id": 1, "type": "pass", "auto_actions": 4}]), "'auto_actions'"),
    (document(actions=[{"id": 1, "type": "pass", "auto_actions": [4]}]), "automatic action 1 of action 1"),
    (document(result=[3]), "'result'"),
    (document(result={"7": "x"}), "player 7"),
    (document(result={"7": 1.5}), "player 7"),
    (document(status=4), "'status'"),
]


@pytest.mark.parametrize(("value", "said"), WRONG)
def test_what_is_no_record_is_said(value: Any, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        record_from(value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (json.dumps(document()).encode()[:60], "line 1"),
        (b'{"title": NaN}', "NaN"),
        (b'{"result": 1e999}', "'title'|players"),
        (b"[" * 100_000, "deep"),
        (b"[" * 500 + b"]" * 500, "deep"),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, "deep"),
        (b'{"seed": ' + b"9" * 10_000 + b"}", "not JSON"),
    ],
)
def test_broken_text_is_said(data: bytes, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        load_record(data)


def test_infinite_scores_are_refused() -> None:
    text = json.dumps(document(result={"7": 1})).replace('{"7": 1}', '{"7": 1e999}')
    with pytest.raises(RecordError, match="player 7"):
        load_record(text.encode())


def test_a_missing_file_is_said() -> None:
    with pytest.raises(RecordError, match="cannot read"):
        load_record("/nowhere/game.json")
