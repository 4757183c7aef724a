"""The passes in a row: load, sort and name, components, play, checks, table."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from titleworks.compiler.checks import check
from titleworks.compiler.components import Components
from titleworks.compiler.diagnostics import Diagnostic, did_you_mean
from titleworks.compiler.following import told
from titleworks.compiler.loading import START, load
from titleworks.compiler.names import Where
from titleworks.compiler.naming import collect_names
from titleworks.compiler.play import Play
from titleworks.compiler.reading import read
from titleworks.compiler.schema import LANGUAGE
from titleworks.compiler.title import Title
from titleworks.dsl.source import MOST_BYTES, Source, Span, decode
from titleworks.runtime.table.models import Table


@dataclass
class Compiled:
    """What compiling gave: the table (None if anything is an error), findings sorted by place, and what was read."""

    table: Table | None
    diagnostics: list[Diagnostic]
    title: Title
    play: Play | None = None

    def source(self, file: str) -> Source | None:
        """The source a finding is in."""
        return next((source for source in self.title.sources if source.path == file), None)


def compile_text(text: str, path: str = "title.18xx") -> tuple[Table | None, list[Diagnostic]]:
    """A title's text as a table, and all findings; the table is None if one of them is an error."""
    compiled = compile_source(Source(path, text.replace("\r\n", "\n")), None)
    return compiled.table, compiled.diagnostics


def compile_file(path: str | Path) -> tuple[Table | None, list[Diagnostic]]:
    """A title's file as a table, and all findings. Raises OSError if it cannot be read."""
    compiled = compile_path(path)
    return compiled.table, compiled.diagnostics


def compile_path(path: str | Path) -> Compiled:
    """A title's file, with its lines, for those who explain it. Raises OSError if it cannot be read."""
    source, problems = decode(_bytes(Path(path)), str(path))
    if problems:
        from titleworks.compiler.diagnostics import of_problem

        return Compiled(None, [of_problem(problem, str(path)) for problem in problems], Title([source]))
    return compile_source(source, Path(path).parent)


def _bytes(path: Path) -> bytes:
    """The bytes of a file, of one too large only as many as show it."""
    with open(path, "rb") as file:
        return file.read(MOST_BYTES + 1)


def compile_source(source: Source, folder: Path | None) -> Compiled:
    """A source as a table; catalogues are looked for beside it and in the package."""
    loaded, problems = load(source, folder)
    title = read(loaded)
    title.diagnostics += problems
    collect_names(title)
    components = Components(title)
    rows = components.build()
    play = Play(title)
    play.read()
    document = _document(title, rows, components, play)
    check(title, document, play)
    table = None
    if not any(diagnostic.severity == "error" for diagnostic in title.diagnostics):
        table = _validated(title, document)
    return Compiled(table, told(title), title, play)


def _validated(title: Title, document: dict[str, Any]) -> Table | None:
    """The document as a table; what its models refuse (a number out of range, a text too long) is noted at its line."""
    from pydantic import ValidationError

    try:
        return Table.model_validate(document)
    except ValidationError as error:
        for detail in error.errors():
            where = _origin(document, detail["loc"]) or Where(len(title.sources) - 1, START)
            what = " ".join(str(part) for part in detail["loc"][-2:])
            title.error(where, "T006", f"{what}: {detail['msg'][:1].lower()}{detail['msg'][1:]}")
        return None


def _origin(document: dict[str, Any], path: tuple[Any, ...]) -> Where | None:
    """The innermost origin on the way to a value of the document."""
    value: Any = document
    found = None
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(value, dict) and isinstance(value.get("origin"), dict):
            line = value["origin"]["line"]
            found = Where(value["origin"]["source"], Span(line, 1, line, 2))
    return found


def _document(title: Title, rows: dict[str, Any], components: Components, play: Play) -> dict[str, Any]:
    renumbered = _tile_numbers(title, components)
    document: dict[str, Any] = {
        "format": 1,
        "language": LANGUAGE,
        "title": _head_text(play, "title") or Path(title.sources[-1].path).stem,
        "name": _head_text(play, "name") or _head_text(play, "title"),
        "digest": _digest(title.sources),
        "sources": [{"file": Path(source.path).name, "digest": source.digest} for source in title.sources],
        "players": play.players(),
        "options": _options(title),
        "components": rows,
        "patches": components.patches,
        "flow": {
            "opening": play.course.opening,
            "every_set": play.course.every_set,
            "steps": {"operating round": play.course.steps} if play.course.steps else {},
        },
        "questions": play.answers.layers(),
        "rules": play.rulebook.rules,
        "powers": play.rulebook.powers,
        "ends": play.course.ends or _usual_ends(),
        "words": play.glossary.words,
        "events": play.glossary.events,
        "definitions": play.glossary.definitions(),
    }
    if play.course.lays:
        document["lays"] = play.course.lays
    if play.course.boxes:
        document["boxes"] = play.course.boxes
    if play.hidden:
        document["hidden_areas"] = sorted(play.hidden)
    for part in ("questions", "rules", "powers", "ends", "definitions"):
        _renumber(document[part], renumbered)
    return document


def _options(title: Title) -> list[dict[str, Any]]:
    """The options, with those they need and rule out."""
    rows: dict[str, dict[str, Any]] = {name: {"name": name, "text": text} for name, text in title.options}
    for option, term, where, other in title.option_terms:
        if option not in rows:
            continue
        if other not in rows or other == option:
            title.error(where, "N001", f"there is no other option `{other}`", did_you_mean(other, list(rows)))
        rows[option].setdefault(term, []).append(other)
    return list(rows.values())


def _usual_ends() -> list[dict[str, Any]]:
    return [
        {"trigger": ["get", "game.any bankrupt player"], "name": "bankrupt", "end": "at once"},
        {"trigger": ["get", "holder.broken", ["get", "game.bank"]], "name": "bank", "end": "after the set"},
    ]


def _tile_numbers(title: Title, components: Components) -> dict[int, int]:
    """Positions of tiles among all names -> positions in the table, which holds only those in use."""
    return {
        position: components.tile_numbers[name]
        for name, position in title.names.things["tile"].items()
        if name in components.tile_numbers
    }


def _renumber(value: Any, numbers: dict[int, int]) -> None:
    if isinstance(value, dict):
        for part in value.values():
            _renumber(part, numbers)
    elif isinstance(value, (list, tuple)):
        if len(value) == 3 and value[0] == "thing" and value[1] == "tile" and isinstance(value, list):
            value[2] = numbers.get(value[2], value[2])
            return
        for part in value:
            _renumber(part, numbers)


def _digest(sources: list[Source]) -> str:
    return hashlib.sha256("".join(source.digest for source in sources).encode()).hexdigest()


def _head_text(play: Play, name: str) -> str:
    item = play.head.get(name)
    return item.line.body.text.strip('"') if item is not None and item.line.body is not None else ""


def table_bytes(table: Table) -> bytes:
    """The table as JSON, the same bytes for the same source."""
    document = table.model_dump(mode="json", exclude_defaults=True)
    document["format"] = table.format
    return (json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n").encode()


__all__ = ["START", "Compiled", "compile_file", "compile_path", "compile_source", "compile_text", "table_bytes"]
