"""Writing a game as a record in the JSON format of 18xx.games (core 1)."""

import json
from pathlib import Path
from typing import Any

from titleworks.runtime.game import Game
from titleworks.runtime.records.trace import round_name

#: Fields of an action that a record gives anew or that only matter on the platform.
_LEFT_OUT = ("id", "created_at", "user", "auto_actions", "original_id", "skip")


def record_of(game: Game, names: list[str] | None = None) -> dict[str, Any]:
    """The game as a record: players in seat order, seed, options, every action made with ids from 1, the result.

    `names` of the players in seat order, if they are to differ from `Player ID`. A game that is not over has the
    status `active` and the standing at this point as its result.
    """
    ids = game.player_ids
    shown = names or [player if isinstance(player, str) else f"Player {player}" for player in ids]
    record: dict[str, Any] = {
        "id": 0,
        "title": game.rules.table.title,
        "players": [{"id": player, "name": name} for player, name in zip(ids, shown, strict=True)],
        "settings": {"seed": game.seed, "optional_rules": list(game.options)},
        "status": "finished" if game.finished else "active",
        "turn": game.state.set_number,
        "round": round_name(game),
        "acting": [] if game.finished else [game.name(entity) for entity in game.acting()],
        "result": {str(player): worth for player, worth in game.standings()},
        "actions": [_numbered(action, number) for number, action in enumerate(game.history, 1)],
    }
    if game.finished:
        record["game_end_reason"] = game.end_reason
        record["manually_ended"] = game.end_reason == "manually_ended"
    return record


def _numbered(action: dict[str, Any], number: int) -> dict[str, Any]:
    kept = {key: value for key, value in action.items() if key not in _LEFT_OUT}
    head = {key: kept.pop(key) for key in ("type", "entity", "entity_type") if key in kept}
    return head | {"id": number} | kept


def write_record(game: Game, path: str | Path, names: list[str] | None = None) -> None:
    """Write the game as a record file."""
    text = json.dumps(record_of(game, names), ensure_ascii=False)
    Path(path).write_text(text + "\n", encoding="utf-8")
