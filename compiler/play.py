"""The play of a title: answers as layers, rules, powers, rounds and steps, lays, ends, the glossary."""

from dataclasses import replace
from typing import Any

from titleworks.compiler import notation
from titleworks.compiler.components import Row, unknown_answer
from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import Scope, condition, lower
from titleworks.compiler.reading import HEAD_ANSWERS, SECTIONS, Item, Title, cell_of
from titleworks.compiler.sentences import code_of, parsed_expression
from titleworks.compiler.values import cases_of, parsed, text_cases, words_of
from titleworks.dsl.lines import Line, Text
from titleworks.runtime.table.vocabulary import (
    ENDS,
    EVENT,
    MOMENT,
    QUESTION,
    ROUND_KIND,
    STEP_KIND,
    Question,
)

#: Ranks of answers, innermost first (review, decision 9).
RANKS = ("while", "paragraph", "row", "plain", "keyed")

This = tuple[str, int]


class Play:
    """Reads everything of a title but its things."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.names = title.names
        self.layers: dict[str, list[tuple[tuple[int, int, int], Row]]] = {}
        self.rules: list[Row] = []
        self.powers: list[Row] = []
        self.ends: list[Row] = []
        self.lays: list[Row] = []
        self.words: list[Row] = []
        self.definitions: list[Row] = []
        self.opening: list[Row] = []
        self.every_set: list[Row] = []
        self.steps: list[Row] = []
        self.head: dict[str, Item] = {}
        self.places: dict[tuple[Any, ...], Item] = {}
        self.count = 0

    def read(self) -> None:
        """Read all lines; what is wrong with one is noted, and the next is read."""
        for item in self.title.items:
            try:
                self._item(item)
            except Wrong as wrong:
                self.title.wrong(item.source, wrong)

    def _origin(self, item: Item, line: Line | None = None) -> Row:
        line = line or item.line
        made: Row = {"source": item.source, "line": line.span.line}
        if line.citation:
            made["cites"] = line.citation
        return made

    def _guard(self, item: Item) -> Any:
        return True if item.option is None else ["option", item.option]

    def _item(self, item: Item) -> None:
        line = item.line
        if item.used:
            return
        if item.section == "head":
            self._head(item)
        elif item.section == "Glossary":
            self._glossary(item)
        elif line.kind == "row":
            self._row(item)
        elif line.kind == "answer":
            self._plain_answer(item)
        elif line.kind == "paragraph":
            self._paragraph(item)
        elif line.kind == "when":
            self._rule(item, line, None)
        elif line.kind == "power":
            self._power(item, line, None)
        elif line.kind == "while":
            raise Wrong("S009", line.span, "`while` stands in the paragraph of a thing")
        else:
            raise Wrong("S009", line.span, "this line says nothing here")

    # ---- head and course of play ----------------------------------------------------------------------------------

    def _head(self, item: Item) -> None:
        name = item.line.head.text
        if item.line.kind != "answer":
            raise Wrong("N009", item.line.span, "before the first heading stand answers", "", HEAD_ANSWERS)
        if name not in HEAD_ANSWERS:
            raise Wrong(
                "N009",
                item.line.head.span,
                f"`{name}` is not an answer of the head",
                did_you_mean(name, list(HEAD_ANSWERS)),
                HEAD_ANSWERS[:5],
            )
        if name == "bank":
            self._answer(item, QUESTION["bank"], item.line, "plain", None)
        self.head[name] = item

    def _course(self, item: Item) -> bool:
        name = item.line.head.text
        if name not in ("opening", "every set"):
            return False
        rows = []
        assert item.line.body is not None
        for note in notation.notes(item.line.body.lumps):
            text = " ".join(lump.text for lump in note)
            kind = text.removesuffix("s") if text.endswith("rounds") else text
            if kind == "none" and name == "opening":
                continue
            if kind not in ROUND_KIND:
                raise Wrong(
                    "N010", notation.span_of(note), f"there is no round `{text}`", did_you_mean(kind, list(ROUND_KIND))
                )
            rows.append({"name": kind, "kind": kind, "several": text != kind, "guard": self._guard(item)})
        target = self.opening if name == "opening" else self.every_set
        if item.option is not None:
            for row in target:
                row["guard"] = ["and", row["guard"], ["not", ["option", item.option]]]
        else:
            target.clear()
        target += rows
        return True

    # ---- answers --------------------------------------------------------------------------------------------------

    def _plain_answer(self, item: Item) -> None:
        name = item.line.head.text
        if item.section == "Course of play" and self._course(item):
            return
        if item.section == "Map" and name == "walls":
            return
        question = QUESTION.get(name)
        if question is None:
            raise unknown_answer(item, list(QUESTION))
        self._answer(item, question, item.line, "plain", None)

    def _answer(self, item: Item, question: Question, line: Line, rank: str, place: This | None) -> None:
        key = (question.name, rank, place, item.option, item.level)
        if key in self.places and rank != "while":
            first = self.places[key]
            path = self.title.sources[first.source].path
            raise Wrong(
                "M004",
                line.head.span,
                f"`{question.name}` is answered twice",
                "",
                (),
                ((path, first.line.span, "the first answer"),),
            )
        self.places[key] = item
        scope = Scope(self.names, this=place)
        self._layer(item, question, cases_of(line, question, scope), rank, place, line)

    def _layer(
        self, item: Item, question: Question, cases: list[tuple[Any, Any]], rank: str, place: This | None, line: Line,
        this: This | None = None,
    ) -> None:  # fmt: skip
        self.count += 1
        order = (RANKS.index(rank), -(2 * item.level + (item.option is not None)), self.count)
        row: Row = {
            "cases": [list(case) for case in cases],
            "guard": self._guard(item),
            "rank": rank,
            "origin": self._origin(item, line),
        }
        if place is not None:
            row["place"] = list(place)
        if this is not None:
            row["this"] = list(this)
        self.layers.setdefault(question.name, []).append((order, row))

    # ---- rows -----------------------------------------------------------------------------------------------------

    def _row(self, item: Item) -> None:
        assert item.columns is not None
        first = item.columns[0]
        kind = SECTIONS.get(item.section)
        if first == "name" and kind is not None:
            position = self.names.things[kind][notation.name_of(item.line.cells[0])]
            for column in item.columns[1:]:
                self._thing_cell(item, kind, position, column)
        elif first == "players":
            self._keyed(item, [["=", ["get", "game.player count"], count] for count in self._counts(item)])
        elif first == "phase":
            phases = [
                notation.one_of(n[-1].text, "phase", self.names, n[-1].span)
                for n in notation.notes(item.line.cells[0].lumps)
            ]
            self._keyed(item, [["=", ["get", "game.phase"], ["thing", "phase", phase]] for phase in phases])
        elif first == "letter":
            self._zone(item)
        elif first == "slot":
            self._slot(item)
        elif first == "trigger":
            self._end(item)

    def _thing_cell(self, item: Item, kind: str, position: int, column: str) -> None:
        cell = cell_of(item, column)
        question = QUESTION.get(column)
        if cell is None or question is None:
            return
        scope = Scope(self.names, this=(kind, position))
        if kind == "phase":
            key = ["=", ["get", "game.phase"], ["thing", "phase", position]]
            cases = [
                (key if test is None else ["and", key, test], value)
                for test, value in text_cases(cell, question, Scope(self.names))
            ]
            self._layer(item, question, cases, "keyed", None, item.line)
        else:
            self._layer(item, question, text_cases(cell, question, scope), "row", (kind, position), item.line)

    def _counts(self, item: Item) -> list[int]:
        return [notation.number(note[0], "a number of players") for note in notation.notes(item.line.cells[0].lumps)]

    def _keyed(self, item: Item, keys: list[Any]) -> None:
        assert item.columns is not None
        key = keys[0] if len(keys) == 1 else ["or", *keys]
        for column in item.columns[1:]:
            cell, question = cell_of(item, column), QUESTION.get(column)
            if cell is not None and question is not None:
                cases = [
                    (key if test is None else ["and", key, test], value)
                    for test, value in text_cases(cell, question, Scope(self.names))
                ]
                self._layer(item, question, cases, "keyed", None, item.line)

    def _zone(self, item: Item) -> None:
        """Columns of a zone are answers about companies whose cell is in it."""
        assert item.columns is not None
        zone = cell_of(item, "zone")
        if zone is None:
            return
        key = [
            "in",
            ["thing", "zone", self.names.things["zone"][zone.text]],
            ["get", "company.zones", ["arg", "company"]],
        ]
        for column in item.columns[2:]:
            cell, question = cell_of(item, column), QUESTION.get(column)
            if cell is not None and question is not None:
                cases = [
                    (key if test is None else ["and", key, test], value)
                    for test, value in text_cases(cell, question, Scope(self.names))
                ]
                self._layer(item, question, cases, "keyed", None, item.line)

    def _slot(self, item: Item) -> None:
        lays = cell_of(item, "lays")
        row: Row = {"name": item.line.cells[0].text, "guard": self._guard(item), "origin": self._origin(item)}
        if lays is not None:
            if lays.text not in ("lay", "upgrade", "lay or upgrade"):
                raise Wrong("T003", lays.span, "a slot is for `lay`, `upgrade` or `lay or upgrade`")
            row["lays"] = lays.text
        scope = Scope(self.names, args=(("company", "company"),))
        opens, hexes = cell_of(item, "open"), cell_of(item, "hexes")
        if opens is not None:
            row["open"] = condition(parsed_expression(opens), scope)
        if hexes is not None:
            row["hexes"] = lower(parsed_expression(hexes), scope, "list of hex")[0]
        self.lays.append(row)

    def _end(self, item: Item) -> None:
        trigger, end, name = (cell_of(item, column) for column in ("trigger", "end", "name"))
        if trigger is None or end is None:
            raise Wrong("T003", item.line.span, "an end needs its trigger, and when the game then ends")
        if end.text not in ENDS:
            raise Wrong(
                "T003", end.span, f"`{end.text}` is not a time the game ends", did_you_mean(end.text, list(ENDS)), ENDS
            )
        test = condition(parsed_expression(trigger), Scope(self.names))
        reason = name.text if name is not None else trigger.text
        self.ends.append(
            {"trigger": test, "name": reason, "end": end.text, "guard": self._guard(item), "origin": self._origin(item)}
        )

    # ---- paragraphs -----------------------------------------------------------------------------------------------

    def _paragraph(self, item: Item) -> None:
        name = item.line.head.text
        if item.section == "Operating round" and name in ("turn", "steps"):
            self._turn(item)
            return
        kind = SECTIONS.get(item.section)
        if kind is None or name not in self.names.things[kind]:
            known = list(self.names.things[kind]) if kind is not None else []
            raise Wrong(
                "N001", item.line.head.span, f"there is no {kind or 'thing'} `{name}` here", did_you_mean(name, known)
            )
        this = (kind, self.names.things[kind][name])
        for child in item.line.children:
            try:
                self._about(item, child, this)
            except Wrong as wrong:
                self.title.wrong(item.source, wrong)

    def _about(self, item: Item, line: Line, this: This) -> None:
        if line.kind == "answer":
            question = QUESTION.get(line.head.text)
            if question is None:
                raise Wrong(
                    "N008",
                    line.head.span,
                    f"`{line.head.text}` is not a question of the game",
                    did_you_mean(line.head.text, list(QUESTION)),
                )
            if not question.about or question.about[0][1] != this[0]:
                subject = question.about[0][1] if question.about else "the game"
                raise Wrong(
                    "M005",
                    line.head.span,
                    f"`{question.name}` is about a {subject}, not about a {this[0]}",
                    f"write `while owner is a player: {question.name}: ...`" if this[0] == "private" else "",
                )
            self._answer(item, question, line, "paragraph", this)
        elif line.kind == "while":
            self._while(item, line, this)
        elif line.kind == "when":
            self._rule(item, line, this)
        elif line.kind == "power":
            self._power(item, line, this)
        elif line.kind != "broken":
            raise Wrong("S009", line.span, "this line says nothing in a paragraph")

    def _while(self, item: Item, line: Line, this: This) -> None:
        """Answers that hold while a condition does; `usual` outside it."""
        scope = Scope(self.names, this=this)
        test = self._parsed_head(line)
        for child in line.children:
            if child.kind != "answer":
                raise Wrong("S009", child.span, "under `while` stand answers")
            question = QUESTION.get(child.head.text)
            if question is None:
                raise Wrong(
                    "N008",
                    child.head.span,
                    f"`{child.head.text}` is not a question of the game",
                    did_you_mean(child.head.text, list(QUESTION)),
                )
            holds = condition(test, scope)
            made = []
            for own, value in cases_of(child, question, scope):
                if value != ["usual"]:
                    made.append((holds if own is None else ["and", holds, own], value))
                else:
                    made.append((holds if own is None else ["and", holds, own], ["usual"]))
            self._layer(item, question, made, "while", None, child, this)

    def _parsed_head(self, line: Line) -> Any:
        lumps = line.head.lumps[1:]
        if not lumps:
            raise Wrong("S009", line.head.span, "while what?")
        return parsed_expression(Text("", lumps[0].span.to(lumps[-1].span), tuple(lumps)))

    def _turn(self, item: Item) -> None:
        columns: list[str] = []
        scope = Scope(self.names, args=(("company", "company"),))
        for line in item.line.children:
            if line.kind != "row":
                raise Wrong("S009", line.span, "the steps of a turn are a table: `step | waits`")
            if not columns:
                columns = [cell.text for cell in line.cells]
                continue
            row = Item(item.section, line, item.source, item.level, item.option, columns)
            waits = cell_of(row, "waits")
            for note in notation.notes(line.cells[0].lumps):
                name = " ".join(lump.text for lump in note)
                if name not in STEP_KIND:
                    raise Wrong(
                        "N010",
                        notation.span_of(note),
                        f"there is no step `{name}`",
                        did_you_mean(name, list(STEP_KIND)),
                    )
                made: Row = {"name": name, "kind": name, "guard": self._guard(item), "origin": self._origin(item, line)}
                if waits is not None:
                    made["waits"] = False if waits.text == "never" else condition(parsed_expression(waits), scope)
                if name not in ("discard", "home"):
                    self.steps.append(made)

    # ---- rules and powers -----------------------------------------------------------------------------------------

    def _rule(self, item: Item, line: Line, this: This | None) -> None:
        lumps = list(line.head.lumps[1:])
        name = None
        names = [lump.text for lump in lumps]
        if "as" in names:
            cut = names.index("as")
            name, lumps = " ".join(names[cut + 1 :]), lumps[:cut]
        for note in notation.notes(lumps):
            event, argument = self._event(note, this)
            known = EVENT[event].knows
            scope = Scope(self.names, args=known, this=this)
            test = self._about_this(known, this, argument)
            if line.condition is not None:
                own = condition(parsed_expression(line.condition), scope)
                test = own if test is True else ["and", test, own]
            code = code_of(line, scope)
            row: Row = {
                "event": event,
                "condition": test,
                "code": code.instructions,
                "slots": list(code.slots),
                "guard": self._guard(item),
                "origin": self._origin(item, line),
            }
            if name:
                row["name"] = name
            if this is not None:
                row["this"] = list(this)
            self.rules.append(row)

    def _about_this(self, known: tuple[tuple[str, str], ...], this: This | None, argument: Any) -> Any:
        """The condition that an event is about the thing of the paragraph, or the one it names."""
        if known and this is not None and known[0][1] == this[0]:
            return ["=", ["arg", known[0][0]], ["this"]]
        return True if argument is None else argument

    def _event(self, note: list[Any], this: This | None) -> tuple[str, Any]:
        """An event by its words; `stock round ends`, `first 5 leaves` name what it is about within them."""
        words = [lump.text for lump in note]
        text = " ".join(words)
        if text in EVENT:
            return text, None
        for kind in ROUND_KIND:
            for end in ("starts", "ends"):
                if text == f"{kind} {end}":
                    return f"round {end}", ["=", ["get", "game.round"], kind]
        for event, row in EVENT.items():
            if row.argument is None or not row.knows:
                continue
            first, *rest = event.split(" ")
            subject, kind = row.knows[0]
            if words[0] == first and words[len(words) - len(rest) :] == rest:
                middle = " ".join(words[1 : len(words) - len(rest)])
                if middle in self.names.things.get(kind, {}):
                    return event, ["=", ["arg", subject], ["thing", kind, self.names.things[kind][middle]]]
        raise Wrong("N011", notation.span_of(note), f"`{text}` is not an event", did_you_mean(text, list(EVENT)))

    def _power(self, item: Item, line: Line, this: This | None) -> None:
        lumps = list(line.head.lumps)
        words = [lump.text for lump in lumps]
        cut = words.index("may")
        who = " ".join(words[:cut])
        rest = words[cut + 1 :]
        row: Row = {"guard": self._guard(item), "origin": self._origin(item, line)}
        if rest[:1] in (["once"], ["twice"]):
            row["uses"] = 1 if rest[0] == "once" else 2
            rest = rest[1:]
            if rest[:2] == ["a", "turn"]:
                row["uses_per"] = "turn"
                rest = rest[2:]
        if "during" not in rest:
            raise Wrong("S009", line.head.span, "when may it be used?", "write `WHO may NAME during MOMENTS: ...`")
        at = rest.index("during")
        row["name"] = " ".join(rest[:at])
        position = len(lumps) - len(rest) + at + 1
        row["moments"], known = self._moments(lumps[position:], line)
        scope = Scope(self.names, args=known, this=this)
        row["who"] = self._who(who, scope, line)
        test = self._about_this(known, this, None)
        if line.condition is not None:
            own = condition(parsed_expression(line.condition), scope)
            test = own if test is True else ["and", test, own]
        row["condition"] = test
        code = code_of(line, scope)
        row["code"], row["slots"] = code.instructions, list(code.slots)
        if this is not None:
            row["this"] = list(this)
        self.powers.append(row)

    def _moments(self, lumps: list[Any], line: Line) -> tuple[list[list[Any]], tuple[tuple[str, str], ...]]:
        made: list[list[Any]] = []
        known: tuple[tuple[str, str], ...] = ()
        for note in notation.notes(lumps):
            text = " ".join(lump.text for lump in note)
            if text in MOMENT and text not in ("step", "power", "event"):
                made.append([text, None])
            elif text in STEP_KIND and text != "power":
                made.append(["step", text])
            elif text in EVENT:
                made.append(["event", text])
                known = EVENT[text].knows
            else:
                words = [*MOMENT, *STEP_KIND, *EVENT]
                raise Wrong("N012", notation.span_of(note), f"`{text}` is not a moment", did_you_mean(text, words))
        if not made:
            raise Wrong("S009", line.head.span, "when may it be used?")
        return made, known

    def _who(self, who: str, scope: Scope, line: Line) -> Any:
        """Who may use a power: the private's owner (player or company), somebody of the event, the operator."""
        owner = ["get", "private.owner", ["this"]]
        if scope.this is not None and scope.this[0] == "private":
            if who == "owner":
                return owner
            if who in ("owning player", "owning company"):
                return ["cases", [["is a", owner, who.removeprefix("owning ")], owner], None]
        if who in (name for name, _ in scope.args):
            return ["arg", who]
        if who == "operator":
            return ["get", "game.operator"]
        expected = ("owner", "owning player", "owning company", "operator", *(name for name, _ in scope.args))
        raise Wrong("N013", line.head.span, f"`{who}` cannot use a power here", did_you_mean(who, expected), expected)

    # ---- glossary -------------------------------------------------------------------------------------------------

    def _glossary(self, item: Item) -> None:
        line = item.line
        if line.kind == "row":
            info = self.names.states[line.cells[0].text]
            row: Row = {"name": info.name, "about": info.about, "type": info.type, "guard": self._guard(item)}
            first, lasts = cell_of(item, "at first"), cell_of(item, "lasts")
            if first is not None:
                row["first"] = lower(parsed_expression(first), Scope(self.names), info.type)[0]
            if lasts is not None:
                row["lasts"] = lasts.text
            self.words.append(row)
        elif line.kind == "answer" and line.body is not None:
            info_ = next(info for info in self.names.definitions.values() if info.line is item)
            args = ((info_.about, info_.about),) if info_.about is not None else ()
            scope = Scope(self.names, args=args)
            node = parsed(line.body)
            lowered, kind = lower(_single(node), scope)
            info_.type = kind
            self.definitions.append(
                {"name": info_.name, "about": info_.about, "type": kind, "value": lowered, "guard": self._guard(item)}
            )

    # ---- the document ---------------------------------------------------------------------------------------------

    def questions(self) -> dict[str, list[Row]]:
        """The layers of each question, innermost first."""
        return {
            name: [row for _, row in sorted(layers, key=lambda entry: entry[0])]
            for name, layers in sorted(self.layers.items())
        }

    def players(self) -> list[int]:
        """The numbers of players of the head: `2 to 6`."""
        item = self.head.get("players")
        if item is None or item.line.body is None:
            return []
        numbers = [int(lump.text) for lump in item.line.body.lumps if lump.kind == "NUMBER"]
        words = [lump.text for lump in item.line.body.lumps]
        if "to" in words and len(numbers) == 2:
            return list(range(numbers[0], numbers[1] + 1))
        return numbers


def _single(node: Any) -> Any:
    case = node.nodes()[0]
    notes_ = case.args[1].nodes()
    if len(node.nodes()) != 1 or case.args[0] is not None or len(notes_) != 1 or notes_[0].args[0] is None:
        raise Wrong("T001", node.span, "a definition is one expression; put cases in brackets")
    return notes_[0].args[0]


__all__ = ["Play", "replace", "words_of"]
