"""Checks of meaning: what is well written but cannot be played, or says nothing. Each check is one function."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from titleworks.compiler.check_play import PLAY_CHECKS, PLAY_EXPRESSION_CHECKS
from titleworks.compiler.check_things import THING_CHECKS, THING_EXPRESSION_CHECKS
from titleworks.compiler.check_words import WORD_CHECKS, WORD_EXPRESSION_CHECKS
from titleworks.compiler.diagnostics import Diagnostic
from titleworks.compiler.finding import Document, Finding, written
from titleworks.compiler.hexes import SIDES
from titleworks.compiler.loading import START
from titleworks.compiler.names import Where
from titleworks.compiler.notation import COLOURS
from titleworks.compiler.play import Play
from titleworks.compiler.title import Title
from titleworks.runtime.table.vocabulary import QUESTION

#: Colours of tiles, each upgraded to the next.
_COLOURS = COLOURS[:5]


def check(title: Title, document: Document, play: Play) -> None:
    """Run all checks; findings are noted in the title. Checks of what other errors left out are not run."""
    broken = any(diagnostic.severity == "error" for diagnostic in title.diagnostics)
    for test in _HEAD_CHECKS if broken else (*_HEAD_CHECKS, *_CHECKS):
        for finding in test(title, document, play):
            _note(title, finding)
    if broken:
        return
    expressions = written(title, document)
    for look in _EXPRESSION_CHECKS:
        for finding in look(title, document, expressions):
            _note(title, finding)


def _note(title: Title, finding: Finding) -> None:
    where = finding.where or Where(len(title.sources) - 1, START)
    path = title.sources[where.source].path
    title.diagnostics.append(
        Diagnostic(finding.code, finding.severity, path, where.span, finding.message, finding.hint)
    )


def _place(title: Title, kind: str, name: str) -> Where | None:
    return title.names.places.get((kind, name))


def _meant(title: Title, kind: str, name: str) -> str:
    """A hint, if a new thing has nearly the name of one of the extended title."""
    near = title.names.meant(kind, name)
    return f"did you mean `{near}` of the extended title?" if near else ""


def _tried(title: Title, name: str) -> bool:
    """Whether a line with an error was to say this: then one mistake stays one finding."""
    if title.tried(name):
        return True
    sources = {source.path: source.text.split("\n") for source in title.sources}
    for diagnostic in title.diagnostics:
        lines = sources.get(diagnostic.file, [])
        line = lines[diagnostic.line - 1] if diagnostic.line <= len(lines) else ""
        if diagnostic.severity == "error" and (line.lstrip().startswith(name) or f"`{name}`" in diagnostic.hint):
            return True
    return False


# ---- the head and what a title cannot do without --------------------------------------------------------------------


def _head(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    for name in ("title", "players"):
        if name not in play.head and not _tried(title, name):
            yield Finding("M010", None, f"the head lacks `{name}:`", f"write `{name}:` before the first heading")
    if "players" in play.head and not document["players"] and not _tried(title, "players"):
        yield Finding("M010", play.head["players"].where, "no number of players", "write `players: 2 to 6`")


def _required(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    for question in QUESTION.values():
        if (
            question.default == "required"
            and question.name not in document["questions"]
            and not _tried(title, question.name)
        ):
            yield Finding("M011", None, f"nothing answers `{question.name}`", f"it is {question.doc}")


def _always(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """A question without default is answered always: without condition, in every phase, or for all player counts."""
    phases = document["components"]["phases"]
    for question in QUESTION.values():
        layers = [layer for layer in document["questions"].get(question.name, ()) if layer.get("guard") in (None, True)]
        tests = [test for layer in layers for test, _ in layer["cases"]]
        if question.default != "required" or not tests or any(test is None for test in tests):
            continue
        if any(_by_players(test) for test in tests) and question.name in ("cash", "certificate limit"):
            continue  # the table of players is looked at by itself
        answered = {phase for test in tests for phase in _phases_in(test)}
        if not answered:
            where = _answer_place(title, question.name)
            yield Finding("M011", where, f"`{question.name}` is not answered always", "add a last case without `if`")
            continue
        for position, row in enumerate(phases):
            if position not in answered and all(_by_phase(test) for test in tests) and not _slip(title, row):
                where = _place(title, "phase", row["name"])
                hint = f"write it in the column `{question.name}`"
                yield Finding("M011", where, f"no {question.name} in phase {row['name']}", hint)


def _slip(title: Title, row: Document) -> bool:
    """Whether a phase that no train starts was to be one of the extended title: that is said already."""
    return not row.get("starts_with") and bool(title.names.meant("phase", row["name"]))


def _by_phase(test: Any) -> bool:
    return isinstance(test, list) and len(test) == 3 and test[0] == "=" and test[1] == ["get", "game.phase"]


def _phases_in(test: Any) -> Iterator[int]:
    if _by_phase(test) and isinstance(test[2], list) and test[2][:2] == ["thing", "phase"]:
        yield test[2][2]


def _by_players(test: Any) -> bool:
    return any(True for _ in _counts_in(test))


def _course(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    if not document["flow"]["every_set"] and not _tried(title, "every set"):
        yield Finding(
            "M012", None, "the course of play has no rounds", "write `every set: stock round, operating rounds`"
        )


def _parts(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    parts = document["components"]
    for part, heading in (
        ("trains", "Trains"), ("phases", "Phases"), ("companies", "Companies"), ("hexes", "Map"), ("cells", "Market"),
    ):  # fmt: skip
        if not parts[part] and not any(item.section == heading for item in title.items):
            yield Finding("M013", None, f"the title has no `# {heading}`")


# ---- players ------------------------------------------------------------------------------------------------------


def _player_counts(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    where = play.head["players"].where if "players" in play.head else None
    lacking: dict[int, list[str]] = {}
    for name in ("cash", "certificate limit"):
        if name not in document["questions"]:
            continue  # said already: nothing answers it
        cases = [case for layer in document["questions"].get(name, ()) for case in layer["cases"]]
        if any(test is None for test, _ in cases):
            continue
        counts = {count for test, _ in cases for count in _counts_in(test)}
        for count in document["players"]:
            if count not in counts:
                lacking.setdefault(count, []).append(name)
    for count, names in sorted(lacking.items()):
        yield Finding(
            "M014", where, f"no {' and no '.join(names)} for {count} players", "add a row to the table of players"
        )


def _counts_in(test: Any) -> Iterator[int]:
    if isinstance(test, list) and test:
        if test[0] == "=" and test[1] == ["get", "game.player count"] and isinstance(test[2], int):
            yield test[2]
        for part in test[1:]:
            yield from _counts_in(part)


# ---- trains and phases ----------------------------------------------------------------------------------------------


def _trains(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    trains = document["components"]["trains"]
    for position, row in enumerate(trains):
        where = _place(title, "train kind", row["name"])
        rusts = row.get("rusts_on")
        if rusts is not None and rusts <= position:
            yield Finding(
                "M020", where, f"the {row['name']} rusts on the {trains[rusts]['name']}, which is not sold after it"
            )
        card = row.get("card")
        if card is not None and (card == position or trains[card].get("card") is not None):
            yield Finding("M020", where, f"the card of the {row['name']} has no front")
        for trade in row.get("trade_in", ()):
            if trade["off"] > row["price"]:
                yield Finding("M020", where, f"a trade-in takes {trade['off']} off the price of {row['price']}")


def _phases(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    started: Counter[int] = Counter()
    trains = document["components"]["trains"]
    for position, row in enumerate(document["components"]["phases"]):
        where = _place(title, "phase", row["name"])
        if position and trains and not row.get("starts_with"):
            hint = _meant(title, "phase", row["name"]) or "name it in the column `starts with`"
            yield Finding("M021", where, f"no train starts phase {row['name']}", hint)
        for train in row.get("starts_with", ()):
            started[train] += 1
            if started[train] > 1:
                yield Finding("M021", where, f"the {trains[train]['name']} starts two phases")


# ---- companies ----------------------------------------------------------------------------------------------------


def _has_city(parts: Document, hex_: int) -> bool:
    return any(stop.get("slots") for stop in parts["tiles"][parts["hexes"][hex_]["printed"]]["stops"])


def _homes(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    parts = document["components"]
    for row in parts["companies"]:
        where = _place(title, "company", row["name"])
        if not row.get("homes"):
            hint = _meant(title, "company", row["name"]) or "name a hex in the column `home`"
            yield Finding("M022", where, f"{row['name']} has no home", hint)
        for home in row.get("homes", ()):
            hex_ = parts["hexes"][home["hex"]]
            cities = sum(bool(stop.get("slots")) for stop in parts["tiles"][hex_["printed"]]["stops"])
            if not cities:
                yield Finding("M022", where, f"the home of {row['name']}, {hex_['name']}, has no city")
            elif home.get("city") is not None and not 0 <= home["city"] < cities:
                yield Finding("M022", where, f"{hex_['name']} has {cities} cities, not {home['city'] + 1}")
        destination = row.get("destination")
        has_token = any(token.get("area") == "destination" for token in row.get("tokens", ()))
        if has_token and destination is not None and not _has_city(parts, destination):
            name = parts["hexes"][destination]["name"]
            hint = "a destination token stands in a city"
            yield Finding("M022", where, f"the destination of {row['name']}, {name}, has no city", hint)


# ---- map and tiles --------------------------------------------------------------------------------------------------


def _walls(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    parts = document["components"]
    steps = SIDES.get(parts["layout"], SIDES["flat"])
    at = {(row["x"], row["y"]): row for row in parts["hexes"]}
    for row in parts["hexes"]:
        for border in row["borders"]:
            dx, dy = steps[border["edge"]]
            other = at.get((row["x"] + dx, row["y"] + dy))
            where = _place(title, "hex", row["name"])
            if other is None:
                yield Finding("M023", where, f"side {border['edge']} of {row['name']} leads off the map", warning=True)
                continue
            facing = (border["edge"] + 3) % 6
            if not any(b["edge"] == facing and b["kind"] == border["kind"] for b in other["borders"]):
                yield Finding(
                    "M023", where,
                    f"side {border['edge']} of {row['name']} is a {border['kind']},"
                    f" side {facing} of {other['name']} is none",
                    f"add `{border['kind']} {facing}` to {other['name']}",
                )  # fmt: skip


def _places(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """Hexes are beside others of their kind: the parity of doubled coordinates is the same all over the map."""
    rows = document["components"]["hexes"]
    parity = Counter((row["x"] + row["y"]) % 2 for row in rows)
    if len(parity) > 1:
        rare = min(parity, key=lambda key: parity[key])
        for row in rows:
            if (row["x"] + row["y"]) % 2 == rare:
                yield Finding(
                    "M024", _place(title, "hex", row["name"]), f"{row['name']} lies between the hexes of the map"
                )


def _upgrades(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    tiles = [row for row in document["components"]["tiles"] if row["count"] != 0]
    for row in tiles:
        if row["colour"] not in _COLOURS[:-1]:
            continue
        later = [other for other in tiles if other["colour"] == _COLOURS[_COLOURS.index(row["colour"]) + 1]]
        alike = [
            other for other in later if _stops(other) == _stops(row) and set(other["labels"]) == set(row["labels"])
        ]
        if alike and not any(_keeps(row, other) for other in alike):
            yield Finding(
                "M025",
                _tile_place(title, row["name"]),
                f"no {alike[0]['colour']} tile can replace tile {row['name']}",
                warning=True,
            )


def _tile_place(title: Title, name: str) -> Where | None:
    """Where the title says that it has the tile; the tile itself may stand in a catalogue."""
    for item in title.of("Tiles"):
        if item.answer == "tiles" and item.line.body is not None:
            for lump in item.line.body.lumps:
                if lump.text == name:
                    return Where(item.source, lump.span)
    return _place(title, "tile", name)


def _stops(row: Document) -> Counter[str]:
    return Counter(stop["kind"] for stop in row["stops"] if stop["kind"] != "junction")


def _keeps(old: Document, new: Document) -> bool:
    """Whether the new tile, turned somehow, has all track of the old one; a path may lead over a junction."""
    wanted = _track(old, 0)

    def kept(path: frozenset[Any], made: set[frozenset[Any]]) -> bool:
        return path in made or all(frozenset((end, "junction")) in made for end in path)

    return any(all(kept(path, _track(new, turn)) for path in wanted) for turn in range(6))


def _track(row: Document, turn: int) -> set[frozenset[Any]]:
    def end(number: int) -> Any:
        return (number + turn) % 6 if number < 6 else row["stops"][number - 6]["kind"]

    return {frozenset((end(path["a"]), end(path["b"]))) for path in row["paths"]}


def _series(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    names = title.names.things
    item = next((item for item in title.of("Map") if item.line.head.text == "series"), None)
    for word in document["components"]["series"]:
        phase = word.removeprefix("phase ")
        if word not in _COLOURS and word not in names["train kind"] and phase not in names["phase"]:
            yield Finding("M026", item.where if item else None, f"`{word}` of the series is no colour, phase or train")


# ---- market -------------------------------------------------------------------------------------------------------


def _cells(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    cells = document["components"]["cells"]
    at = {(cell["row"], cell["column"]) for cell in cells}
    item = next((item for item in title.of("Market") if item.line.head.text == "grid"), None)
    if (
        item is not None
        and not any("par" in cell["zones"] for cell in cells)
        and "par prices" not in document["questions"]
    ):
        yield Finding("M027", item.where, "no cell of the market is a par price", "mark some with `p`: `100p`")
    for cell in cells:
        row, column = cell["row"], cell["column"]
        if len(cells) > 1 and not {(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)} & at:
            lump = item.line.children[row].head.lumps[column] if item is not None else None
            where = Where(item.source, lump.span) if item is not None and lump is not None else None
            yield Finding("M028", where, f"the cell {cell['price']} has no neighbour to move to")


# ---- words --------------------------------------------------------------------------------------------------------


def _words_in(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _words_in(part)
    elif isinstance(value, (list, tuple)):
        if len(value) > 1 and isinstance(value[0], str) and isinstance(value[1], str):
            yield value[0], value[1]
        for part in value:
            yield from _words_in(part)


def _circles(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """No definition may need itself, and no answer may ask its own question, directly or through others."""
    needs: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for row in document["definitions"]:
        needs["defined", row["name"]] = _asked(row["value"])
    for name, layers in document["questions"].items():
        needs["ask", name] = _asked([layer["cases"] for layer in layers])
    for start in needs:
        if _reaches(start, start, needs, set()):
            kind, name = start
            where = title.names.definitions[name].where if kind == "defined" else _answer_place(title, name)
            yield Finding("M032", where, f"`{name}` needs itself to be known")


def _asked(value: Any) -> set[tuple[str, str]]:
    return {pair for pair in _words_in(value) if pair[0] in ("defined", "ask")}


def _reaches(start: Any, goal: Any, needs: dict[Any, set[Any]], seen: set[Any]) -> bool:
    for step in needs.get(start, ()):
        if step == goal:
            return True
        if step not in seen:
            seen.add(step)
            if _reaches(step, goal, needs, seen):
                return True
    return False


def _answer_place(title: Title, name: str) -> Where | None:
    for item in title.items:
        if item.answer == name:
            return item.where
    return None


def _opening(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    auction = any(row["kind"] in ("waterfall auction", "lot auction") for row in document["flow"]["opening"])
    if auction and not document["components"]["privates"]:
        item = next((item for item in title.of("Course of play") if item.line.head.text == "opening"), None)
        yield Finding(
            "M033", item.where if item else None, "an auction of privates, but the title has none", warning=True
        )


_HEAD_CHECKS = (_head, _required, _course, _parts)
_CHECKS = (
    _always, _player_counts, _trains, _phases, _homes, _walls, _places, _upgrades, _series, _cells, _circles,
    _opening, *THING_CHECKS, *WORD_CHECKS, *PLAY_CHECKS,
)  # fmt: skip
_EXPRESSION_CHECKS = (*THING_EXPRESSION_CHECKS, *WORD_EXPRESSION_CHECKS, *PLAY_EXPRESSION_CHECKS)
