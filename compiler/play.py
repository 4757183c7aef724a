"""Hands every line of a title but the rows of things to its reader: answers, rules, course, glossary."""

from titleworks.compiler.answers import Answers, This
from titleworks.compiler.course import Course
from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.glossary import Glossary
from titleworks.compiler.notation import text_of
from titleworks.compiler.rules import Rulebook
from titleworks.compiler.schema import HEAD_ANSWERS, LANGUAGE, SECTION, things_of
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.dsl.lines import Line
from titleworks.runtime.table.vocabulary import QUESTION


class Play:
    """Reads everything of a title but its things."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.names = title.names
        self.answers = Answers(title)
        self.rulebook = Rulebook(title)
        self.course = Course(title)
        self.glossary = Glossary(title)
        self.head: dict[str, Item] = {}
        self.hidden: set[str] = set()

    def read(self) -> None:
        """Read all lines, titles before those that extend them, options last; what is wrong with one is noted."""
        for item in sorted(self.title.items, key=lambda item: item.option is not None):
            if item.used or item.broken:
                continue
            try:
                self._item(item)
            except Wrong as wrong:
                if self._is_replaced(item):
                    continue
                self._refused(item)
                self.title.wrong(item.source, wrong)
            except RecursionError:
                self._refused(item)
                self.title.error(item.where, "S012", "this is too long, or nested too deep")
        self._power_steps()
        self.rulebook.finish()
        self.course.finish()

    def _is_replaced(self, item: Item) -> bool:
        """Whether the title says anew what the title it extends said here, so that it need make no sense any more."""
        name = _replaceable(item)
        return name is not None and any(
            other.level > item.level and other.option is None and _replaceable(other) == name
            for other in self.title.items
        )

    def _power_steps(self) -> None:
        """A step `power NAME`, and a choice round, serves a power of that name."""
        known = [row["name"] for row in self.rulebook.powers]
        known += [name for row in self.rulebook.powers for kind, name in row["moments"] if kind == "power"]
        for name, where in (*self.course.power_steps, *self.names.round_powers.values()):
            if name not in known:
                self.title.error(where, "N001", f"there is no power `{name}`", did_you_mean(name, known))

    def _refused(self, item: Item) -> None:
        if item.line.kind == "answer":
            self.names.refused.add(item.line.head.text)

    def _item(self, item: Item) -> None:
        line = item.line
        if item.section == "head":
            self._head(item)
        elif line.kind == "row":
            self._row(item)
        elif line.kind == "answer":
            self._answer(item)
        elif line.kind == "paragraph":
            self._paragraph(item)
        elif line.kind == "when":
            self.rulebook.rule(item, line, None)
        elif line.kind == "power":
            self.rulebook.power(item, line, None)
        elif line.kind == "while":
            raise Wrong("S009", line.span, "`while` stands in the paragraph of a thing", "indent it below a name")
        else:
            raise Wrong("S009", line.span, "this line says nothing here")

    def _head(self, item: Item) -> None:
        line, name = item.line, item.line.head.text
        if line.kind != "answer":
            raise Wrong("N009", line.span, "before the first heading stand answers", "", HEAD_ANSWERS[:5])
        if name not in HEAD_ANSWERS:
            hint = did_you_mean(name, HEAD_ANSWERS)
            raise Wrong("N009", line.head.span, f"`{name}` is not an answer of the head", hint, HEAD_ANSWERS[:5])
        if name == "name" and line.body is not None:
            text_of(line.body)
        if name == "language" and line.body is not None and line.body.text != str(LANGUAGE):
            message = f"this is the language of version {line.body.text}; this build reads version {LANGUAGE}"
            raise Wrong("L005", line.body.span, message, f"update titleworks, or write `language: {LANGUAGE}`")
        if name == "bank":
            self.answers.plain(item, QUESTION["bank"])
        before = self.head.get(name)
        if before is not None and before.level == item.level and name not in ("include", "removed"):
            raise Wrong(
                "M004",
                line.head.span,
                f"`{name}` is said twice",
                "",
                (),
                (self.title.place(before.where, "the first one"),),
            )
        if item.level:
            self.head[name] = item

    def _row(self, item: Item) -> None:
        readers = {
            "slot": self.course.slot,
            "trigger": self.course.end,
            "step": self.course.step,
            "word": self.glossary.word,
            "event": self.glossary.event,
            "power": self.rulebook.recorded,
            "deck": self.course.box,
            "area": self._hidden_area,
        }
        readers.get(item.table, self.answers.row_of)(item)

    def _hidden_area(self, item: Item) -> None:
        """An area of tokens that records only count, or list like every other."""
        area, shown = item.line.cells[0], cell_of(item, "tokens")
        if area.text not in self.names.areas:
            hint = did_you_mean(area.text, sorted(self.names.areas))
            raise Wrong("N001", area.span, f"no token waits in an area `{area.text}`", hint)
        if shown is None or shown.text not in ("counted", "listed"):
            raise Wrong("T003", area.span if shown is None else shown.span, "its tokens are `counted` or `listed`")
        (self.hidden.add if shown.text == "counted" else self.hidden.discard)(area.text)

    def _answer(self, item: Item) -> None:
        name = item.line.head.text
        if item.section == "Course of play" and name in ("opening", "every set"):
            self.course.rounds(item)
        elif item.section == "Glossary" or (name in ("kind", "power") and item.section not in SECTION):
            return
        elif name not in QUESTION:
            own = [answer.name for section in SECTION.values() for answer in section.answers]
            home = next((s.name for s in SECTION.values() for a in s.answers if a.name == name), None)
            hint = f"it stands under `# {home}`" if home else did_you_mean(name, [*QUESTION, *own])
            hint = "it stands before the first heading" if name in HEAD_ANSWERS else hint
            raise Wrong("N008", item.line.head.span, f"`{name}` is not a question of the game", hint)
        else:
            self.answers.plain(item)

    # ---- paragraphs -----------------------------------------------------------------------------------------------

    def _paragraph(self, item: Item) -> None:
        name = item.line.head.text
        if item.section == "Operating round" and name in ("turn", "steps"):
            self.course.turn(item)
            return
        kind = things_of(item.section)
        for part in (part.strip() for part in name.split(" , ")):
            if kind is not None and part in self.names.things[kind]:
                self._about(item, (kind, self.names.things[kind][part]))
            elif kind == "company" and part in self.names.classes:
                self._about_class(item, part)
            else:
                known = [*self.names.things[kind], *self.names.classes] if kind is not None else []
                raise Wrong(
                    "N001",
                    item.line.head.span,
                    f"there is no {kind or 'thing'} `{part}` here",
                    did_you_mean(part, known),
                )

    def _about(self, item: Item, this: This) -> None:
        for line in item.line.children:
            try:
                self._about_line(item, line, this)
            except Wrong as wrong:
                self.title.wrong(item.source, wrong)

    def _about_line(self, item: Item, line: Line, this: This) -> None:
        if line.kind == "answer":
            self.answers.of_thing(item, line, this)
        elif line.kind == "while":
            self.answers.under_while(item, line, this)
        elif line.kind == "when":
            self.rulebook.rule(item, line, this)
        elif line.kind == "power":
            self.rulebook.power(item, line, this)
        elif line.kind != "broken":
            raise Wrong(
                "S009",
                line.span,
                "this line says nothing in a paragraph",
                "",
                ("an answer", "when", "while", "a power"),
            )

    def _about_class(self, item: Item, name: str) -> None:
        for line in item.line.children:
            try:
                if line.kind == "answer":
                    self.answers.of_class(item, line, name)
                elif line.kind == "when":
                    self.rulebook.rule(item, line, None, name)
                elif line.kind != "broken":
                    raise Wrong("S009", line.span, "in the paragraph of a class stand answers and rules")
            except Wrong as wrong:
                self.title.wrong(item.source, wrong)

    def players(self) -> list[int]:
        """The numbers of players of the head: `2 to 6`, or `3, 4`; noted and empty if there are none."""
        item = self.head.get("players")
        if item is None or item.line.body is None:
            return []
        lumps = item.line.body.lumps
        texts = [lump.text for lump in lumps]
        counts = [int(text) for text in texts if text.isascii() and text.isdecimal() and len(text) < 3]
        if len(lumps) == 3 and texts[1] == "to" and len(counts) == 2:
            counts = list(range(counts[0], counts[1] + 1))
        elif len(counts) != sum(lump.kind != "COMMA" for lump in lumps):
            counts = []
        if not counts or min(counts) < 1 or max(counts) > 12:
            self.names.refused.add("players")
            wrong = Wrong(
                "T003", item.line.body.span, "this is not a number of players", "write `2 to 6`; at most 12 can play"
            )
            self.title.wrong(item.source, wrong)
            return []
        return sorted(set(counts))


def _replaceable(item: Item) -> tuple[str, str] | None:
    """By what a line is replaced in a title that extends: the question it answers, the name of the rule."""
    head = item.line.head.text
    if item.line.kind == "answer" and item.section != "head":
        return "answer", head
    if item.line.kind == "when" and " as " in head:
        return "rule", head.rpartition(" as ")[2]
    return None
