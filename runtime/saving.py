"""The state as JSON values and back."""

from typing import Any

from titleworks.runtime.map.board import Board
from titleworks.runtime.state import (
    ChoiceRound,
    LotAuctionRound,
    OperatingRound,
    Record,
    State,
    StockRound,
    WaterfallAuctionRound,
    plain,
)

_ROUNDS: dict[str, type[Record]] = {
    "waterfall auction": WaterfallAuctionRound,
    "lot auction": LotAuctionRound,
    "stock round": StockRound,
    "choice round": ChoiceRound,
    "operating round": OperatingRound,
}


def state_to_plain(state: State) -> dict[str, Any]:
    """The whole state as JSON values, the same for equal states."""
    document: dict[str, Any] = {}
    for name in State.__slots__:
        value = getattr(state, name)
        document[name] = value.to_plain() if isinstance(value, (Record, Board)) else plain(value)
    return document


def state_from_plain(like: State, document: dict[str, Any]) -> State:
    """The state written by `state_to_plain`; `like` is any state of the same set-up. Raises KeyError or TypeError."""
    state = like.copy()
    for name in State.__slots__:
        value = document[name]
        if name == "board":
            state.board = Board.from_plain(like.board.plan, value)
        elif name == "round":
            state.round = _round(value)
        else:
            setattr(state, name, _as(getattr(like, name), _lively(value)))
    return state


def _round(value: dict[str, Any]) -> Any:
    kind = _ROUNDS[value["kind"]]
    made = kind.__new__(kind)
    for name in kind.__slots__:
        setattr(made, name, _lively(value[name]))
    if isinstance(made, OperatingRound):
        made.routes = _frozen(made.routes)
    return made


def _lively(value: Any) -> Any:
    """JSON values as the state holds them: lists on the outside, tuples within, maps and sets restored."""
    if isinstance(value, dict) and "map" in value:
        return {_frozen(key): _frozen(item) for key, item in value["map"]}
    if isinstance(value, dict) and "set" in value:
        return {_frozen(item) for item in value["set"]}
    if isinstance(value, list):
        return [_lively(item) if isinstance(item, dict) else _frozen(item) for item in value]
    return value


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value


def _as(example: Any, value: Any) -> Any:
    """The value with tuples for lists where the example has none."""
    if isinstance(value, list) and not isinstance(example, list):
        return _frozen(value)
    return value
