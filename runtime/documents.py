"""JSON from outside: read with limits on size and depth, every fault said in one sentence with its place."""

import json
from pathlib import Path
from typing import Any

#: Largest document read, in bytes, and how deep values may be nested in it.
LARGEST = 64_000_000
DEEPEST = 120


class DocumentError(Exception):
    """Not a JSON document that can be read; the message is a sentence, with line and column where that is known."""


def read_bytes(path: str | Path, largest: int = LARGEST) -> bytes:
    """The bytes of a file. Raises DocumentError if it cannot be read or is larger than `largest`."""
    try:
        with open(path, "rb") as file:
            data = file.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DocumentError(f"cannot read {path}: {reason}") from error
    if len(data) > largest:
        raise DocumentError(f"{path} is larger than {largest // 1_000_000} MB")
    return data


def parse_json(data: bytes | str, largest: int = LARGEST, deepest: int = DEEPEST) -> Any:
    """The value of a JSON text. Raises DocumentError for anything that is not one, or too large or too deep."""
    if len(data) > largest:
        raise DocumentError(f"larger than {largest // 1_000_000} MB")
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        value = json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise DocumentError(f"not UTF-8 text (byte {error.start})") from error
    except json.JSONDecodeError as error:
        cut = " (cut off?)" if error.pos >= len(error.doc.rstrip()) - 1 else ""
        raise DocumentError(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}{cut}") from error
    except RecursionError as error:
        raise DocumentError("nested too deep") from error
    except ValueError as error:
        raise DocumentError(f"not JSON: {error}") from error
    _check_depth(value, deepest)
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _check_depth(value: Any, deepest: int) -> None:
    level = [value]
    for _ in range(deepest + 1):
        if not level:
            return
        level = [
            child
            for parent in level
            if isinstance(parent, (list, dict))
            for child in (parent.values() if isinstance(parent, dict) else parent)
        ]
    raise DocumentError(f"nested deeper than {deepest}")
