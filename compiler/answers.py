"""Answers of a title to the questions of the game: each as a layer, on a ladder fixed when compiling.

Ranks, innermost first (review, decision 9): a `while` answer, the thing's paragraph, its row, its class's paragraph,
the plain answer, a table by phase, players or zone. Within a rank an option stands over its title, a title over the
one it extends. `usual` asks the next one outward.
"""

from dataclasses import dataclass
from typing import Any

from titleworks.compiler import notation
from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import condition
from titleworks.compiler.inside import parsed_expression
from titleworks.compiler.names import Where
from titleworks.compiler.nouns import Scope
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.compiler.values import Case, cases_of, text_cases
from titleworks.dsl.lines import Line, Text, rest_of
from titleworks.runtime.table.vocabulary import QUESTION, Question

RANKS = ("while", "paragraph", "row", "class", "plain", "keyed")

Row = dict[str, Any]
This = tuple[str, int]


@dataclass
class Answer:
    """One answer to a question. `keys`: what a keyed table goes by, as (attribute, positions or numbers)."""

    question: Question
    rank: str
    place: This | None
    this: This | None
    cases: list[Case]
    item: Item
    line: Line
    number: int
    keys: tuple[str, tuple[int, ...]] | None = None
    text: Text | None = None

    @property
    def where(self) -> Where:
        """Where it was written: the cell, or the line."""
        return Where(self.item.source, self.text.span if self.text is not None else self.line.span)

    @property
    def order(self) -> tuple[int, int, int]:
        """Its place on the ladder: smaller is asked first."""
        return RANKS.index(self.rank), -(2 * self.item.level + (self.item.option is not None)), self.number

    @property
    def asks_usual(self) -> bool:
        """Whether it lets the next answer outward speak: by `usual`, or since no case need hold."""
        return contains(self.cases, ["usual"]) or not any(test is None for test, _ in self.cases)

    def row(self) -> Row:
        """The layer of the table."""
        made: Row = {
            "cases": [list(case) for case in self.cases],
            "guard": guard_of(self.item),
            "rank": self.rank,
            "origin": origin_of(self.item, self.line),
        }
        if self.place is not None:
            made["place"] = list(self.place)
        if self.this is not None:
            made["this"] = list(self.this)
        return made


def contains(value: Any, wanted: Any) -> bool:
    """Whether an expression, or anything nested, occurs in a value."""
    if value == wanted:
        return True
    return isinstance(value, (list, tuple)) and any(contains(part, wanted) for part in value)


def origin_of(item: Item, line: Line | None = None) -> Row:
    """Where something was written, as the table says it."""
    line = line or item.line
    made: Row = {"source": item.source, "line": line.span.line}
    if line.citation:
        made["cites"] = line.citation
    return made


def both(first: Any, second: Any) -> Any:
    """Two conditions at once; None and True always hold."""
    if first is None or first is True:
        return second
    return first if second is None or second is True else ["and", first, second]


def guard_of(item: Item) -> Any:
    """What must be on for a line to count: its option, and off: options that remove it."""
    guard: Any = True if item.option is None else ["option", item.option]
    for option in item.unless:
        guard = both(guard, ["not", ["option", option]])
    return guard


def unless(row: Row, option: str) -> None:
    """The row does not count while the option is on: a line of the option stands for it."""
    row["guard"] = both(row["guard"], ["not", ["option", option]])


class Answers:
    """Collects the answers of a title."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.names = title.names
        self.found: list[Answer] = []
        self._said: dict[tuple[Any, ...], Answer] = {}

    def layers(self) -> dict[str, list[Row]]:
        """The layers of each question, innermost first."""
        return {name: [answer.row() for answer in self.ladder(name)] for name in sorted(self.names_answered())}

    def names_answered(self) -> set[str]:
        """The questions that have an answer."""
        return {answer.question.name for answer in self.found}

    def ladder(self, question: str) -> list[Answer]:
        """The answers to a question, innermost first."""
        return sorted((a for a in self.found if a.question.name == question), key=lambda answer: answer.order)

    # ---- single answers -------------------------------------------------------------------------------------------

    def question(self, line: Line) -> Question:
        """The question a line answers. Raises Wrong if nobody asks it."""
        name = line.head.text
        found = QUESTION.get(name)
        if found is None:
            raise Wrong(
                "N008", line.head.span, f"`{name}` is not a question of the game", did_you_mean(name, list(QUESTION))
            )
        return found

    def plain(self, item: Item, question: Question | None = None) -> None:
        """An answer that holds for everything it is about."""
        self._single(item, question or self.question(item.line), item.line, "plain", None)

    def of_thing(self, item: Item, line: Line, this: This) -> None:
        """An answer in the paragraph of a thing."""
        question = self.question(line)
        subject = question.about[0][1] if question.about else "the game"
        if (subject, this[0]) == ("train", "train kind"):
            own = self._read(question, lambda: cases_of(line, question, Scope(self.names, this=this)))
            self._once(item, question, line, "paragraph", None, _of_kind(question, this, own), str(this[1]))
            return
        if subject != this[0]:
            hint = f"write `while owner is a player: {question.name}: ...`" if this[0] == "private" else ""
            raise Wrong(
                "M005", line.head.span, f"`{question.name}` is about {_a(subject)}, not about {_a(this[0])}", hint
            )
        self._single(item, question, line, "paragraph", this)

    def of_class(self, item: Item, line: Line, name: str) -> None:
        """An answer in the paragraph of a class of companies."""
        question = self.question(line)
        if not question.about or question.about[0][1] != "company":
            raise Wrong("M005", line.head.span, f"`{question.name}` is not about a company")
        key = ["=", ["get", "company.class", ["arg", question.about[0][0]]], name]
        cases = [(both(key, test), value) for test, value in cases_of(line, question, Scope(self.names))]
        self._once(item, question, line, "class", None, cases, name)

    def _single(self, item: Item, question: Question, line: Line, rank: str, place: This | None) -> None:
        cases = self._read(question, lambda: cases_of(line, question, Scope(self.names, this=place)))
        self._once(item, question, line, rank, place, cases)

    def _read(self, question: Question, read: Any) -> list[Case]:
        try:
            made: list[Case] = read()
        except Wrong:
            self.names.refused.add(question.name)
            raise
        return made

    def _once(
        self,
        item: Item,
        question: Question,
        line: Line,
        rank: str,
        place: This | None,
        cases: list[Case],
        name: str = "",
    ) -> None:
        key = (question.name, rank, place, name, item.option, item.level)
        first = self._said.get(key)
        if first is not None:
            raise Wrong(
                "M004", line.head.span, f"`{question.name}` is answered twice", "say it once, with cases",
                (), (self.title.place(Where(first.item.source, first.line.head.span), "the first answer"),),
            )  # fmt: skip
        self._said[key] = self._add(item, question, line, rank, place, None, cases)

    def _add(
        self,
        item: Item,
        question: Question,
        line: Line,
        rank: str,
        place: This | None,
        this: This | None,
        cases: list[Case],
    ) -> Answer:
        answer = Answer(question, rank, place, this, cases, item, line, len(self.found))
        self.found.append(answer)
        return answer

    def under_while(self, item: Item, line: Line, this: This) -> None:
        """Answers that hold while a condition does; the usual ones otherwise."""
        scope = Scope(self.names, this=this)
        holds = condition(parsed_expression(rest_of(line.head)), scope)
        for child in line.children:
            if child.kind == "broken":
                continue
            if child.kind != "answer":
                raise Wrong("S009", child.span, "under `while` stand answers")
            question = self.question(child)
            own = self._read(question, lambda child=child, question=question: cases_of(child, question, scope))
            cases = [(both(holds, case), value) for case, value in own]
            self._add(item, question, child, "while", None, this, cases)

    # ---- cells ----------------------------------------------------------------------------------------------------

    def row_of(self, item: Item) -> None:
        """The cells of a row that answer questions."""
        first, kind = item.table, item.kind
        if kind is not None:
            position = self.names.things[kind][notation.name_of(item.line.cells[0])]
            if kind == "phase":
                self._keyed(item, ("game.phase", (position,)))
            else:
                self._thing_cells(item, (kind, position))
        elif first == "players":
            cell = item.line.cells[0]
            counts = tuple(notation.number(note[0], "a number of players") for note in notation.notes(cell.lumps))
            self._keyed(item, ("game.player count", counts))
        elif first == "phase":
            cell = item.line.cells[0]
            notes = notation.notes(cell.lumps)
            phases = tuple(notation.one_of(n[-1].text, "phase", self.names, n[-1].span) for n in notes)
            self._keyed(item, ("game.phase", phases))
        elif first == "group":
            self._group(item)
        elif first == "letter":
            zone = cell_of(item, "zone")
            if zone is not None:
                self._keyed(item, ("company.zones", (self.names.things["zone"][zone.text],)))

    def _thing_cells(self, item: Item, place: This) -> None:
        for column in item.columns[1:]:
            cell, question = cell_of(item, column), QUESTION.get(column)
            if cell is None or question is None:
                continue
            subject = question.about[0][1] if question.about else "the game"
            of_kind = (subject, place[0]) == ("train", "train kind")
            if subject != place[0] and not of_kind:
                raise Wrong("M005", cell.span, f"`{column}` is about {_a(subject)}, not about {_a(place[0])}")
            cases = self._read(
                question, lambda cell=cell, question=question: text_cases(cell, question, Scope(self.names, this=place))
            )
            if of_kind:
                self._add(item, question, item.line, "row", None, None, _of_kind(question, place, cases)).text = cell
            else:
                self._add(item, question, item.line, "row", place, None, cases).text = cell

    def _group(self, item: Item) -> None:
        """The limit of a group of trains: a row answers `group train limit` for it."""
        cell, question = cell_of(item, "train limit"), QUESTION["group train limit"]
        if cell is not None:
            key = ["=", ["arg", "group"], item.line.cells[0].text]
            own = self._read(question, lambda: text_cases(cell, question, Scope(self.names)))
            cases = [(both(key, test), value) for test, value in own]
            self._add(item, question, item.line, "keyed", None, None, cases).text = cell

    def _keyed(self, item: Item, keys: tuple[str, tuple[int, ...]]) -> None:
        for column in item.columns[1:]:
            cell, question = cell_of(item, column), QUESTION.get(column)
            if cell is None or question is None:
                continue
            key = _key(keys, question, cell)
            own = self._read(
                question, lambda cell=cell, question=question: text_cases(cell, question, Scope(self.names))
            )
            cases = [(both(key, test), value) for test, value in own]
            answer = self._add(item, question, item.line, "keyed", None, None, cases)
            answer.keys, answer.text = keys, cell
            self._disjoint(answer)

    def _disjoint(self, answer: Answer) -> None:
        """Two keyed answers to one question never hold at once, or one of them leaves the rest to the other."""
        for other in self.found[:-1]:
            if other.question is not answer.question or other.order[:2] != answer.order[:2] or other.keys is None:
                continue
            if other.item.option != answer.item.option or answer.keys is None:
                continue
            apart = other.keys[0] == answer.keys[0] and not set(other.keys[1]) & set(answer.keys[1])
            if not apart and not contains(answer.cases, ["usual"]) and not contains(other.cases, ["usual"]):
                place = self.title.place(other.where, "the other answer")
                message = f"two tables answer `{answer.question.name}` for the same case"
                hint = "say it in one of them, or with `usual` in one"
                raise Wrong("M004", answer.where.span, message, hint, (), (place,))


def _of_kind(question: Question, kind: This, cases: list[Case]) -> list[Case]:
    """What is said of a kind of train in answer to a question about a train: it holds for the trains of that kind."""
    key = ["=", ["get", "train.kind", ["arg", question.about[0][0]]], ["thing", *kind]]
    return [(both(key, test), value) for test, value in cases]


def _key(keys: tuple[str, tuple[int, ...]], question: Question, cell: Text) -> Any:
    """The condition that a row of a keyed table is the one in question."""
    attribute, values = keys
    if attribute == "game.player count":
        made = [["=", ["get", attribute], value] for value in values]
    elif attribute == "game.phase":
        made = [["=", ["get", attribute], ["thing", "phase", value]] for value in values]
    else:
        company = next((name for name, kind in question.about if kind == "company"), None)
        if company is None:
            raise Wrong("M005", cell.span, f"`{question.name}` is not about a company, so no zone answers it")
        made = [["in", ["thing", "zone", value], ["get", attribute, ["arg", company]]] for value in values]
    return made[0] if len(made) == 1 else ["or", *made]


def _a(kind: str) -> str:
    return kind if kind.startswith("the ") else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
