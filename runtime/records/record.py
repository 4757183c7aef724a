"""A game record in the JSON format of 18xx.games (core 1): read from untrusted text into one checked value."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from titleworks.runtime.documents import DocumentError, parse_json, read_bytes
from titleworks.runtime.errors import RecordError

Action = dict[str, Any]
PlayerId = int | str

_MOST_PLAYERS = 24
_MOST_ACTIONS = 20_000


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A record as a replay needs it (core 1.1).

    `players`: ids in seat order; `names` beside them; `seed` of the generator, already settled (core 4); `actions` all
    moves as recorded, undone ones included; `result`: final score by player id as text, None if the record has none;
    `end_reason` None if not said; `pinned`: frozen to an old version of the platform, so its rules may differ.
    """

    title: str
    players: tuple[PlayerId, ...]
    names: tuple[str, ...]
    seed: int
    options: tuple[str, ...]
    actions: tuple[Action, ...]
    result: dict[str, int] | None
    status: str | None
    end_reason: str | None
    pinned: bool


def load_record(source: str | Path | bytes) -> GameRecord:
    """The record in a file (a path) or in a JSON text (bytes). Raises RecordError, with the place, if it is none."""
    try:
        data = source if isinstance(source, bytes) else read_bytes(source)
        document = parse_json(data)
    except DocumentError as error:
        raise RecordError(str(error)) from error
    return record_from(document)


def record_from(document: Any) -> GameRecord:
    """The record of a parsed JSON document. Raises RecordError if it is none."""
    if not isinstance(document, dict):
        raise RecordError("a game record is a JSON object")
    settings = _value(document, "settings", dict, {})
    ids, names = _players(document)
    return GameRecord(
        title=_title(document),
        players=ids,
        names=names,
        seed=_seed(settings.get("seed"), document.get("id")),
        options=_options(document, settings),
        actions=_actions(document),
        result=_result(document),
        status=_value(document, "status", str, None),
        end_reason=_value(document, "game_end_reason", str, None) or None,
        pinned=bool(settings.get("pin")),
    )


def _value(document: dict[str, Any], name: str, kind: type, default: Any) -> Any:
    """A field that may be missing or null. Raises RecordError if it has another type."""
    value = document.get(name)
    if value is None:
        return default
    if not isinstance(value, kind):
        raise RecordError(f"{name!r} of the record cannot be {_short(value)}")
    return value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _title(document: dict[str, Any]) -> str:
    title = document.get("title")
    if not isinstance(title, str) or not title:
        raise RecordError("the record has no 'title'")
    return title


def _players(document: dict[str, Any]) -> tuple[tuple[PlayerId, ...], tuple[str, ...]]:
    """Ids and names in seat order; a null id, and a plain name of a very old file, stand for the name (core 1.1)."""
    rows = document.get("players")
    if not isinstance(rows, list) or not rows:
        raise RecordError("the record has no list of 'players'")
    if len(rows) > _MOST_PLAYERS:
        raise RecordError(f"{len(rows)} players are too many")
    ids: list[PlayerId] = []
    names: list[str] = []
    for number, row in enumerate(rows, 1):
        player, name = _player(row, number)
        ids.append(player)
        names.append(name)
    if len({str(player) for player in ids}) != len(ids):
        raise RecordError("two players have the same id")
    return tuple(ids), tuple(names)


def _player(row: Any, number: int) -> tuple[PlayerId, str]:
    if isinstance(row, str) and row:
        return row, row
    if not isinstance(row, dict):
        raise RecordError(f"player {number} cannot be {_short(row)}")
    name = row.get("name")
    player = row.get("id")
    if player is None:
        player = name
    if isinstance(player, bool) or not isinstance(player, (int, str)) or player == "":
        raise RecordError(f"player {number} has neither an id nor a name")
    return player, name if isinstance(name, str) else str(player)


def _seed(seed: Any, game_id: Any) -> int:
    """The seed; without one the first group of digits in the id (core 4)."""
    if isinstance(seed, int) and not isinstance(seed, bool):
        return seed
    if isinstance(seed, str) and re.fullmatch(r"\d{1,18}", seed):
        return int(seed)
    if seed is not None and seed != "":
        raise RecordError(f"'seed' of the settings cannot be {_short(seed)}")
    digits = re.search(r"\d+", str(game_id))
    return int(digits.group()[:18]) if digits else 0


def _options(document: dict[str, Any], settings: dict[str, Any]) -> tuple[str, ...]:
    options = settings.get("optional_rules")
    if options is None:
        options = document.get("optional_rules") or []
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise RecordError(f"'optional_rules' cannot be {_short(options)}")
    return tuple(dict.fromkeys(options))


def _actions(document: dict[str, Any]) -> tuple[Action, ...]:
    actions = document.get("actions")
    if not isinstance(actions, list):
        raise RecordError("the record has no list of 'actions'")
    if len(actions) > _MOST_ACTIONS:
        raise RecordError(f"{len(actions)} actions are too many")
    for position, action in enumerate(actions):
        _check_action(action, f"action {position + 1}")
    return tuple(actions)


def _check_action(action: Any, where: str) -> None:
    """Type and id of an action and of what follows from it; the rest is read when it is played."""
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        raise RecordError(f"{where} is not an object with a 'type'")
    number = action.get("id")
    if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
        raise RecordError(f"'id' of {where} cannot be {_short(number)}")
    target = action.get("action_id")
    if action["type"] == "undo" and target is not None and (isinstance(target, bool) or not isinstance(target, int)):
        raise RecordError(f"'action_id' of {where} cannot be {_short(target)}")
    automatic = action.get("auto_actions")
    if automatic is None:
        return
    if not isinstance(automatic, list):
        raise RecordError(f"'auto_actions' of {where} cannot be {_short(automatic)}")
    for position, follower in enumerate(automatic, 1):
        _check_action(follower, f"automatic action {position} of {where}")


def _result(document: dict[str, Any]) -> dict[str, int] | None:
    result = document.get("result")
    if result is None or result == {} or result == []:
        return None
    if not isinstance(result, dict):
        raise RecordError(f"'result' of the record cannot be {_short(result)}")
    for player, score in result.items():
        if not _is_whole(score):
            raise RecordError(f"the result of player {player} cannot be {_short(score)}")
    return {str(player): int(score) for player, score in result.items()}


def _is_whole(value: Any) -> bool:
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)
