"""Checks of what a title says by names of its own: words, events, options, rows by players, lines of variants."""

from collections.abc import Iterator

from titleworks.compiler.diagnostics import meant
from titleworks.compiler.finding import Document, Finding, Written
from titleworks.compiler.names import Where
from titleworks.compiler.notation import notes
from titleworks.compiler.play import Play
from titleworks.compiler.title import Item, Title
from titleworks.dsl.lines import Line

#: Instructions that change a word of the glossary -> where among their parts the word stands.
_WRITES = {"set": 1, "add": 1, "shuffle": 1, "take out": 2, "put": 3, "swap": 3}

# ---- the glossary -------------------------------------------------------------------------------------------------


def _unused(title: Title, document: Document, written: list[Written]) -> Iterator[Finding]:
    """Definitions and words that nothing looks at. A word that only records show is looked at by its marker; what a
    variant leaves unused of the title it extends is no fault."""
    own = len(title.sources) - 1
    read: set[tuple[str, str]] = set()
    changed: set[str] = set()
    for expression, _ in written:
        if len(expression) > 1 and expression[0] in ("state", "defined"):
            read.add((expression[0], expression[1]))
        position = _WRITES.get(expression[0])
        if position is not None and len(expression) > position and isinstance(expression[position], str):
            changed.add(expression[position])
    read |= {("state", row["deck"]) for row in document.get("boxes", ())}
    read |= {("state", row["name"]) for row in document["words"] if row.get("marker")}
    for definition in title.names.definitions.values():
        if definition.where.source == own and ("defined", definition.name) not in read:
            yield Finding("M030", definition.where, f"`{definition.name}` is never used", warning=True)
    for word in title.names.states.values():
        if word.where.source == own and ("state", word.name) not in read:
            what = "is set, but nothing asks for it" if word.name in changed else "is never used"
            yield Finding("M030", word.where, f"the word `{word.name}` {what}", "", warning=True)


def _events(title: Title, document: Document, written: list[Written]) -> Iterator[Finding]:
    """An event of the title's own is announced somewhere, and heard by a rule or a power."""
    announced = {expression[1] for expression, _ in written if expression[0] == "announce"}
    heard = {row["event"] for row in document["rules"]}
    heard |= {name for row in document["powers"] for kind, name in row["moments"] if kind == "event"}
    for item in title.of("Glossary"):
        name = item.line.cells[0].text if item.table == "event" else ""
        if name not in title.names.events:
            continue
        about = title.names.events[name]
        if name not in announced:
            sentence = f"announce {name} for ..." if about else f"announce {name}"
            yield Finding(
                "M042", item.where, f"nothing announces `{name}`", f"write `{sentence}` in a rule", warning=True
            )
        elif name not in heard:
            message = f"`{name}` is announced, but nothing is done then"
            yield Finding("M042", item.where, message, f"write `when {name}: ...`", warning=True)


# ---- options and players --------------------------------------------------------------------------------------------


def _options(title: Title, document: Document, written: list[Written]) -> Iterator[Finding]:
    """An option changes something, and it can be chosen."""
    asked = {expression[1] for expression, _ in written if expression[0] == "option"}
    rows = {row["name"]: row for row in document["options"]}
    for name, where in title.names.options.items():
        if not any(item.option == name for item in title.items) and name not in asked:
            yield Finding("M031", where, f"the option `{name}` changes nothing", warning=True)
        needed = _needed(name, rows)
        against = next(((one, two) for one in needed for two in rows[one].get("excludes", ()) if two in needed), None)
        if against is not None:
            message = f"the option `{name}` can never be chosen: it needs `{against[1]}`"
            if against[0] == name:
                message += ", and excludes it"
            else:
                message += f" and `{against[0]}`, which exclude each other" if against[1] != name else ""
            yield Finding("M039", where, message, "take one of the two lines away")
        circle = next((other for other in needed[1:] if name in _needed(other, rows)), None)
        if circle is not None and list(rows).index(name) < list(rows).index(circle):
            message = f"the options `{name}` and `{circle}` need each other"
            yield Finding("M040", where, message, "make them one option, or let one need the other", warning=True)


def _needed(name: str, rows: dict[str, Document]) -> list[str]:
    """An option and all that it needs, directly or through others; itself first."""
    found = [name]
    for one in found:
        found += [other for other in rows[one].get("requires", ()) if other not in found and other in rows]
    return found


def _rows_by_players(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """The title's own rows by the number of players are for numbers that it can be played with."""
    own = max((item.level for item in title.items), default=0)
    for item in title.items if document["players"] else ():
        if item.table != "players" or item.level < own:
            continue
        for note in notes(item.line.cells[0].lumps):
            text = note[0].text
            if text.isdecimal() and int(text) not in document["players"]:
                counts = ", ".join(map(str, document["players"]))
                message = f"a row for {text} players, but the title is for {counts}"
                hint = f"add {text} to `players:` in the head, or take the row away"
                yield Finding("M041", Where(item.source, note[0].span), message, hint, warning=True)


# ---- variants -----------------------------------------------------------------------------------------------------


def _near_names(title: Title, document: Document, play: Play) -> Iterator[Finding]:
    """A named rule or power of a variant replaces that of the same name; one slip, and both are there."""
    named = [(kind, name, item, where) for item in title.items for kind, name, where in _named(item)]
    for kind, name, item, where in named:
        others = {other for k, other, by, _ in named if k == kind and by.level < item.level and item.level}
        mine = {other for k, other, by, _ in named if k == kind and by.level == item.level}
        near = meant(name, sorted(others - mine)) if name not in others else None
        if near is not None:
            message = f"the {kind} `{name}` replaces nothing: the extended title has `{near}`, which goes on beside it"
            hint = f"write `{near}` if it is to be replaced, another name if not"
            yield Finding("N017", where, message, hint, warning=True)


def _named(item: Item) -> Iterator[tuple[str, str, Where]]:
    """The names of the rules and powers of a line, or of those in its paragraph."""
    for line in (item.line, *(item.line.children if item.line.kind == "paragraph" else ())):
        name = _name_of(line)
        if name:
            yield line.kind if line.kind == "power" else "rule", name, Where(item.source, line.head.span)


def _name_of(line: Line) -> str:
    words = line.head.text.split(" ")
    if line.kind == "when" and "as" in words:
        return " ".join(words[words.index("as") + 1 :])
    if line.kind == "power" and "may" in words and "during" in words:
        inner = words[words.index("may") + 1 : words.index("during")]
        uses = 0 if inner[:1] not in (["once"], ["twice"]) else 3 if inner[1:2] == ["a"] else 1
        return " ".join(inner[uses:])
    return ""


WORD_CHECKS = (_rows_by_players, _near_names)
#: Checks that look at every expression of the title.
WORD_EXPRESSION_CHECKS = (_unused, _events, _options)
