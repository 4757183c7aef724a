"""The step in which companies over their train limit give up trains (core 15.6)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import trains
from titleworks.runtime.errors import Refused

Action = dict[str, Any]
ACCEPTS = frozenset({"discard_train"})


def waits(game: Any, company: int) -> bool:
    """Any company is over its limit."""
    return bool(trains.over_limit(game))


def acting(game: Any) -> list[int]:
    """The first company over its limit, in the order of the table (core 5.3)."""
    return trains.over_limit(game)[:1]


def handle(game: Any, company: int, action: Action, entity: int) -> None:
    """A company over its limit, whichever, discards a train."""
    if entity not in trains.over_limit(game):
        raise Refused(f"{game.name(entity)} is not over its train limit", "core 15.6")
    card = trains.parse_card(game, action["train"])
    if card not in game.state.trains[entity]:
        raise Refused(f"{game.name(entity)} does not own {action['train']}", "core 15.6")
    if card not in trains.surplus(game, entity):
        raise Refused(f"{action['train']} is not among the trains of which there are too many", "core 15.6")
    trains.discard(game, entity, card)


def actions(game: Any) -> Iterator[Action]:
    """One action for each train of a company over its limit, among those of which it has too many."""
    for company in trains.over_limit(game):
        for card in trains.surplus(game, company):
            yield {"type": "discard_train", **game.entity_fields(company), "train": trains.card_text(game, card)}
