"""Collects all names of a title before anything is read, so that a line may name what stands further down."""

from titleworks.compiler.diagnostics import Wrong
from titleworks.compiler.names import DefinitionInfo, Names, StateWordInfo, Where
from titleworks.compiler.notation import market_cell, name_of
from titleworks.compiler.schema import SECTION, things_of
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.compiler.types import described, element, fits, is_list
from titleworks.dsl.lines import Text
from titleworks.dsl.source import Span
from titleworks.runtime.table.vocabulary import ATTRIBUTE, EVENT, KINDS, QUESTION, ROUND_KIND

#: Kinds whose names begin with a capital letter or a digit; words of the language are in lower case.
_CAPITAL = frozenset(("company", "private", "train kind", "phase", "hex"))

#: What a word of the glossary may be said of, and hold.
ABOUT = ("game", "player", "company", "private", "train", "train kind", "phase", "hex", "tile", "city", "stop", "cell")
_PLAIN_TYPES = ("yes/no", "number", "money", "percent", "text", "word", "holder")


def collect_names(title: Title) -> None:
    """Enter all names; what is wrong with one is noted."""
    for item in title.items:
        try:
            if item.broken:
                _broken(title, item)
            else:
                _collect(title, item)
        except Wrong as wrong:
            title.wrong(item.source, wrong)
            item.broken = True
    for source, table, cell in title.unknown_columns:
        word = title.names.states.get(cell.text)
        if word is None or word.about != table.things:
            title.unknown_column(source, table, cell)
    title.names.add_zones(_letters(title))


def _letters(title: Title) -> set[str]:
    """The letters printed on the market."""
    letters: set[str] = set()
    for item in title.of("Market"):
        if item.answer == "grid":
            for row in item.line.children:
                for lump in row.head.lumps:
                    try:
                        cell = market_cell(lump)
                    except Wrong:
                        continue
                    letters |= set(cell[1]) if cell is not None else set()
    return letters


def _broken(title: Title, item: Item) -> None:
    """A row that could not be read still gives its thing a name."""
    if not item.columns:
        return
    first = item.line.head.text.split("|")[0].strip()
    if item.columns[0] == "name" and (kind := things_of(item.section)) is not None and first:
        title.names.add(kind, first, item.where)
    elif item.columns[0] == "hexes":
        for word in first.split():
            title.names.add("hex", word, item.where)
    title.names.refused.update(item.columns)


def _collect(title: Title, item: Item) -> None:
    line = item.line
    if item.table:
        _row(title, item)
    elif line.kind == "answer" and item.section == "Glossary":
        _definition(title, item)
    elif line.kind == "answer" and item.section not in SECTION and line.head.text in ("kind", "power"):
        _own_round(title, item)
    elif line.kind == "answer" and item.section == "Companies" and line.head.text == "tokens":
        _areas(title.names, line.body)


def round_name(section: str) -> str:
    """What a round is called whose heading this is: `# Doubling` is the round `doubling`."""
    return section[:1].lower() + section[1:]


def _own_round(title: Title, item: Item) -> None:
    """`kind: choice round` under a heading of the title's own, and `power: NAME` beside it."""
    name, body = round_name(item.section), item.line.body
    if body is None:
        raise Wrong("S009", item.line.span, "something is missing here", "write `kind: choice round`")
    if item.line.head.text == "power":
        title.names.round_powers[name] = (body.text, Where(item.source, body.span))
        return
    if body.text != "choice round":
        raise Wrong(
            "T003", body.span, f"a round of a title's own cannot be a `{body.text}`", "write `kind: choice round`"
        )
    if name in ROUND_KIND:
        raise Wrong("N015", item.line.span, f"`{name}` is a round of the language", "take another heading")
    title.names.rounds[name] = body.text


def _areas(names: Names, tokens: Text | None) -> None:
    """Areas of tokens are words: those in `0, 50, 50 locked x3`."""
    if tokens is not None:
        names.areas.update(lump.text for lump in tokens.lumps if lump.kind == "WORD")


def _row(title: Title, item: Item) -> None:
    names, first, column, kind = title.names, item.line.cells[0], item.table, item.kind
    if kind is not None:
        _name(title, kind, name_of(first), first.span, item)
        class_cell = cell_of(item, "class")
        if class_cell is not None and kind == "company":
            names.classes.add(class_cell.text)
        _areas(names, cell_of(item, "tokens"))
    elif column == "hexes":
        for lump in first.lumps:
            if lump.kind != "STRING":
                _name(title, "hex", lump.text, lump.span, item)
    elif column == "letter":
        zone = cell_of(item, "zone")
        if zone is not None:
            names.add("zone", zone.text, item.where)
    elif column == "word":
        _word(title, item)
    elif column == "event":
        _event(title, item)
    elif column == "deck" and first.text not in names.things["deck"]:
        names.add("deck", first.text, item.where)


def _name(title: Title, kind: str, name: str, span: Span, item: Item) -> None:
    word = "train" if kind == "train kind" else kind
    if len(name) > 60:
        raise Wrong("T003", span, f"the name of a {word} is at most 60 characters long")
    if kind in _CAPITAL and not name[0].isdigit() and not (name[0].isupper() or (kind == "hex" and name[0].isalpha())):
        title.wrong(
            item.source,
            Wrong("T007", span, f"`{name}` is not a name for a {word}", "names begin with a capital letter or a digit"),
        )
    if title.names.add(kind, name, Where(item.source, span), item.level):
        return
    first = title.names.places[kind, name]
    if item.level == title.names.levels[kind, name] and item.option is None:
        title.wrong(
            item.source,
            Wrong(
                "N007",
                span,
                f"there are two {'trains' if word == 'train' else KINDS[kind]} `{name}`",
                "",
                (),
                (title.place(first, "the first one"),),
            ),
        )
        item.broken = True


# ---- the glossary -------------------------------------------------------------------------------------------------


def _word(title: Title, item: Item) -> None:
    first = item.line.cells[0]
    about, kind = cell_of(item, "about"), cell_of(item, "kind")
    if about is None or kind is None:
        raise Wrong("T003", first.span, "a word needs what it is about, and its kind")
    if about.text not in ABOUT:
        raise Wrong("T003", about.span, f"a word cannot be about `{about.text}`", "", ABOUT)
    before = _free(title, first.text, first.span, about.text, item)
    type_ = _type(kind.text, kind.span)
    if isinstance(before, StateWordInfo) and not check_kind(title, first.text, item.where, type_, before):
        return
    title.names.definitions.pop(first.text, None)
    title.names.states[first.text] = StateWordInfo(first.text, about.text, type_, item.where, item.level)


def _event(title: Title, item: Item) -> None:
    """An event of the title's own, and what it is about."""
    first, about = item.line.cells[0], cell_of(item, "about")
    kind = None if about is None or about.text in ("game", "none") else about.text
    if kind is not None and kind not in ABOUT:
        span = first.span if about is None else about.span
        raise Wrong("T003", span, f"an event cannot be about `{kind}`", "", ABOUT)
    if first.text in EVENT:
        raise Wrong("N015", first.span, f"`{first.text}` is an event of the language", "take other words")
    title.names.events[first.text] = kind


def _free(title: Title, word: str, span: Span, about: str, item: Item) -> StateWordInfo | DefinitionInfo | None:
    """A new word must not be a word of the language, or hide an attribute of what it is about; a title may say a word
    of the one it extends anew. Returns that word."""
    if word in QUESTION or word in KINDS or word in KINDS.values() or (about, word) in ATTRIBUTE:
        raise Wrong("N015", span, f"`{word}` is a word of the language", "take another word")
    before = title.names.states.get(word) or title.names.definitions.get(word)
    if before is not None and before.level >= item.level:
        raise Wrong(
            "N007", span, f"there are two words `{word}`", "", (), (title.place(before.where, "the first one"),)
        )
    return before


def _type(text: str, span: Span) -> str:
    """The type of a word: `yes or no`, a number, a kind, a list of one."""
    if text == "yes or no":
        return "yes/no"
    inner = text.removeprefix("list of ")
    singular = {plural: kind for kind, plural in KINDS.items()}
    inner = singular.get(inner, inner)
    if inner not in KINDS and inner not in _PLAIN_TYPES:
        raise Wrong(
            "T003",
            span,
            f"`{text}` is not a kind of value",
            "",
            ("yes or no", "number", "money", "company", "list of hexes"),
        )
    return f"list of {inner}" if text.startswith("list of ") else inner


def check_kind(title: Title, name: str, where: Where, kind: str, before: StateWordInfo | DefinitionInfo) -> bool:
    """Whether a word that is said anew holds what it held in the extended title, whose lines use it; noted if not."""
    old = before.type
    if old is None or fits(_single(kind), _single(old)):
        return True
    message = f"`{name}` is {described(old)} in the extended title, and here {described(kind)}"
    hint = "keep the kind, or take another word"
    title.error(where, "N016", message, hint, (before.where, "as the extended title says it"))
    return False


def _single(kind: str) -> str:
    return element(kind) if is_list(kind) else kind


def _definition(title: Title, item: Item) -> None:
    """`word: expression`, or `word of kind: expression`."""
    text = item.line.head.text
    name, about = text, None
    for kind in sorted((*KINDS, "game"), key=len, reverse=True):
        if text.endswith(f" of {kind}"):
            name, about = text[: -len(f" of {kind}")], None if kind == "game" else kind
            break
    before = _free(title, name, item.line.head.span, about or "game", item)
    title.names.states.pop(name, None)
    title.names.definitions[name] = DefinitionInfo(name, about, item, item.where, replaces=before)
