"""Rule tables from outside: read with limits, validated against the models, and checked for sense before use."""

import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from titleworks.runtime.documents import DocumentError, parse_json, read_bytes
from titleworks.runtime.errors import TableError
from titleworks.runtime.table.models import Table

#: Version of the table's form that this runtime plays.
FORMAT = 1
_LARGEST = 20_000_000
_SHOWN = 8


def load_table(source: str | Path | bytes) -> Table:
    """The rule table in a file (a path) or in a JSON text (bytes). Raises TableError, with the place, if it is none."""
    try:
        data = source if isinstance(source, bytes) else read_bytes(source, _LARGEST)
        document = parse_json(data, _LARGEST)
    except DocumentError as error:
        raise TableError(f"the rule table cannot be read: {error}") from error
    return table_from(document)


def table_from(document: Any) -> Table:
    """The rule table of a parsed JSON document. Raises TableError if it is none."""
    from titleworks.runtime.table.sense import problems

    if not isinstance(document, dict):
        raise TableError("a rule table is a JSON object")
    if document.get("format") != FORMAT:
        raise TableError(f"this is not a rule table of format {FORMAT} ('format' is {document.get('format')!r:.40})")
    try:
        table = Table.model_validate_json(json.dumps(document), strict=True)
    except ValidationError as error:
        raise TableError(_sentence(error)) from error
    found = problems(table)
    if found:
        raise TableError(_listed("the rule table makes no sense", found))
    return table


def _sentence(error: ValidationError) -> str:
    """What is wrong, by place, in the words of JSON."""
    found = []
    for problem in error.errors(include_url=False, include_context=False, include_input=False):
        found.append(f"{place(problem['loc'])}: {problem['msg'][:1].lower()}{problem['msg'][1:]}")
    return _listed("this is not a rule table", found)


def place(path: tuple[int | str, ...]) -> str:
    """A place in the document as people write it: `components.trains[2].price`."""
    text = ""
    for key in path:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else key
    return text or "(the whole)"


def _listed(head: str, found: list[str]) -> str:
    more = f"\n  ... and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return head + ":" + "".join(f"\n  {line}" for line in found[:_SHOWN]) + more
