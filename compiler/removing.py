"""What an extended title loses: `removed:` takes lines out, `without:` hexes, and options leave out what they name."""

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.notation import texts_of
from titleworks.compiler.schema import SECTION, things_of
from titleworks.compiler.title import Item, Title
from titleworks.dsl.lines import Line, Text
from titleworks.dsl.tree import Lump


def remove(title: Title) -> None:
    """Take out what the levels of the title remove of those below them, and mark what options remove."""
    _remove_lines(title)
    _leave_out(title)
    _remove_under_options(title)


def _remove_lines(title: Title) -> None:
    """`removed:` of each level takes lines of the levels below it out of the title."""
    for item in list(title.items):
        if item.section == "head" and item.answer == "removed":
            item.used = True
            for text in texts_of(item.line.body):
                _remove_one(title, item, text)


def _leave_out(title: Title) -> None:
    """`without:` of each level takes hexes out of the maps of the levels below it."""
    for by in list(title.of("Map")):
        if by.answer != "without":
            continue
        by.used = True
        names = {text.text: text.span for text in texts_of(by.line.body)}
        gone: set[str] = set()
        for item in [item for item in title.of("Map") if item.level < by.level]:
            if item.table == "hexes":
                gone |= _without(title, item, set(names))
        title.names.left_out |= gone
        for name, span in names.items():
            if name not in gone:
                title.wrong(by.source, Wrong("N014", span, f"the extended title has no hex `{name}`"))


def _without(title: Title, item: Item, names: set[str]) -> set[str]:
    """A row of the map loses some hexes, with their names; gives those it had."""
    first = item.line.cells[0]
    gone = {lump.text for lump in first.lumps if lump.kind != "STRING" and lump.text in names}
    if gone:
        left: list[Lump] = []
        drop = False
        for lump in first.lumps:
            drop = lump.text in gone if lump.kind != "STRING" else drop
            if not drop:
                left.append(lump)
        item.line.cells[0] = Text(first.text, first.span, tuple(left))
        if not left:
            title.items = [other for other in title.items if other is not item]
    return gone


def _remove_one(title: Title, by: Item, text: Text) -> None:
    if _remove_options(title, by, text.text):
        return
    matching = [item for item in title.items if item.level < by.level and _is_about(item, text.text)]
    if not matching and _remove_inner_rule(title, by, text.text):
        return
    if not matching:
        known = sorted({name for item in title.items if item.level < by.level for name in _handles(item)})
        known += [f"option {name}" for name, _ in title.options]
        title.wrong(
            by.source,
            Wrong("N014", text.span, f"the extended title has no `{text.text}`", did_you_mean(text.text, known)),
        )
        return
    kinds = sorted({kind for item in matching if (kind := _kind(item)) and item.section != text.text})
    if len(kinds) > 1 and text.text.split(" ")[0] not in ("company", "private", "train", "phase", "tile"):
        spelled = " or ".join(f"`{kind} {text.text}`" for kind in kinds)
        title.wrong(
            by.source, Wrong("N002", text.span, f"`{text.text}` is the name of several things", f"write {spelled}")
        )
        return
    gone = {id(item) for item in matching}
    title.items = [item for item in title.items if id(item) not in gone]


def _remove_inner_rule(title: Title, by: Item, name: str) -> bool:
    """A named rule in a paragraph of the extended title is taken out of it. Returns whether there is one."""
    found = False
    for item in title.items:
        if item.level < by.level and item.line.kind == "paragraph":
            kept = [line for line in item.line.children if line.kind != "when" or _rule_name(line) != name]
            found = found or len(kept) < len(item.line.children)
            item.line.children[:] = kept
    return found


def _rule_name(line: Line) -> str | None:
    """The name of a rule: `when EVENT as NAME`."""
    before, named, name = line.head.text.rpartition(" as ")
    return name if named and before else None


def _remove_options(title: Title, by: Item, text: str) -> bool:
    """`options` of the extended title, or `option NAME`, are taken out. Returns whether the text names any."""
    own = {item.option for item in title.items if item.level >= by.level}
    known = [name for name, _ in title.options if name not in own]
    gone = known if text == "options" else [name for name in known if text == f"option {name}"]
    title.options = [option for option in title.options if option[0] not in gone]
    title.items = [item for item in title.items if item.option is None or item.option not in gone]
    for name in gone:
        title.names.options.pop(name, None)
    return bool(gone)


def _remove_under_options(title: Title) -> None:
    """`removed:` in a section of an option: things are out of the game with it, other lines do not count."""
    for by in list(title.items):
        if by.option is None or by.answer != "removed":
            continue
        by.used = True
        here = [item for item in title.items if item.option is None and item.section == by.section]
        for text in texts_of(by.line.body):
            _remove_one_under_option(title, by, here, text)


def _remove_one_under_option(title: Title, by: Item, here: list[Item], text: Text) -> None:
    option = by.option or ""
    if text.text == "paragraphs":
        matching = [item for item in here if item.line.kind == "paragraph"]
    else:
        matching = [item for item in here if text.text in _handles(item) and item.section != text.text]
        kind = things_of(by.section)
        rows = [item for item in matching if item.table == "name"]
        if kind is not None and rows:
            title.removals.append((option, kind, rows[0].line.cells[0].text))
    if not matching:
        known = sorted({name for item in here for name in _handles(item)} | {"paragraphs"})
        hint = did_you_mean(text.text, known)
        title.wrong(by.source, Wrong("N014", text.span, f"`# {by.section}` has no `{text.text}` to remove", hint))
    for item in matching:
        if option not in item.unless:
            item.unless.append(option)


def _kind(item: Item) -> str | None:
    kind = things_of(item.section)
    return "train" if kind == "train kind" else kind


def _handles(item: Item) -> list[str]:
    """How `removed:` may call a line: its thing (also with the kind), its section, its rule's name, its step."""
    made = [item.section] if item.section in SECTION else []
    kind, line = _kind(item), item.line
    name = None
    if line.kind == "paragraph":
        name = line.head.text
    elif item.table in ("name", "slot", "gauge", "kind", "word", "step"):
        name = line.cells[0].text
    if name:
        made += [name, f"{kind} {name}"] if kind else [name]
    if line.kind == "when" and " as " in line.head.text:
        made.append(line.head.text.rpartition(" as ")[2])
    return made


def _is_about(item: Item, text: str) -> bool:
    return text in _handles(item)
