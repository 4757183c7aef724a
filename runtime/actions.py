"""The form of actions: which fields they have and of what type (core 1.3, 1.4)."""

from math import isfinite
from typing import Any

from titleworks.runtime.errors import Refused

#: field -> types it may have; fields not named here are passed on unread
_FIELDS: dict[str, tuple[type, ...]] = {
    "type": (str,),
    "entity_type": (str,),
    "price": (int,),
    "amount": (int,),
    "share_price": (str, int),
    "corporation": (str,),
    "company": (str,),
    "shares": (list,),
    "percent": (int, type(None)),
    "hex": (str,),
    "tile": (str,),
    "rotation": (int,),
    "city": (str,),
    "slot": (int, type(None)),
    "routes": (list,),
    "kind": (str,),
    "train": (str,),
    "variant": (str, type(None)),
    "exchange": (str, type(None)),
}

#: action type -> fields it cannot do without
_REQUIRED: dict[str, tuple[str, ...]] = {
    "bid": ("company", "price"),
    "par": ("corporation", "share_price"),
    "buy_shares": ("shares",),
    "sell_shares": ("shares",),
    "buy_company": ("company", "price"),
    "acquire_company": ("company",),
    "lay_tile": ("hex", "tile", "rotation"),
    "place_token": ("city",),
    "hex_token": ("hex",),
    "buy_token": ("city",),
    "run_routes": ("routes",),
    "dividend": ("kind",),
    "buy_train": ("train", "price"),
    "discard_train": ("train",),
    "choose": ("choice",),
    "payoff_player_debt_partial": ("amount",),
}


def checked_action(action: Any) -> None:
    """Raise Refused unless the value has the form of an action."""
    if not isinstance(action, dict):
        raise Refused("an action is an object with type, entity_type and entity")
    if not _is_json(action):
        raise Refused("an action holds values of JSON only")
    for name in ("type", "entity", "entity_type", *_REQUIRED.get(str(action.get("type")), ())):
        if name not in action:
            raise Refused(f"the action lacks {name!r}")
    for name, types in _FIELDS.items():
        if name in action:
            value = action[name]
            if not isinstance(value, types) or isinstance(value, bool):
                raise Refused(f"{name!r} of the action cannot be {value!r}")
    if not all(isinstance(share, str) for share in action.get("shares", ())):
        raise Refused("'shares' of the action must be names of certificates")
    if not all(isinstance(route, dict) for route in action.get("routes", ())):
        raise Refused("'routes' of the action must be objects")


def _is_json(value: Any, depth: int = 20) -> bool:
    """Whether a value can be written as JSON and read again as it is."""
    if value is None or isinstance(value, (str, int)):
        return True
    if isinstance(value, float):
        return isfinite(value)
    if not depth:
        return False
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(part, depth - 1) for key, part in value.items())
    return isinstance(value, list) and all(_is_json(part, depth - 1) for part in value)
