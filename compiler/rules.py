"""Rules (`when EVENT: ...`) and powers (`WHO may NAME during MOMENTS: ...`)."""

from typing import Any

from titleworks.compiler import notation
from titleworks.compiler.answers import Row, This, both, guard_of, origin_of, unless
from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import condition
from titleworks.compiler.inside import parsed_expression
from titleworks.compiler.nouns import Scope
from titleworks.compiler.sentences import code_of
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.dsl.lines import Line
from titleworks.dsl.tree import Lump, joined
from titleworks.runtime.table.vocabulary import EVENT, MOMENT, RECORD_FORMS, STEP_KIND

Known = tuple[tuple[str, str], ...]


class Rulebook:
    """Collects the rules and powers of a title, in the order written."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.names = title.names
        self.rules: list[Row] = []
        self.powers: list[Row] = []
        self._forms: list[tuple[str, str, Row, Item]] = []
        self._named: dict[tuple[Any, ...], tuple[int, Item]] = {}

    def rule(self, item: Item, line: Line, this: This | None, about_class: str | None = None) -> None:
        """A rule; one with several events becomes one for each."""
        name, lumps = _named(list(line.head.lumps[1:]))
        if not lumps:
            raise Wrong("S009", line.head.span, "when what happens?")
        rows = [self._rule(item, line, this, note, about_class) for note in notation.notes(lumps)]
        if name:
            self._replace(self.rules, ("rule", this, name), item, line, [{**row, "name": name} for row in rows])
        else:
            self.rules += rows

    def _rule(self, item: Item, line: Line, this: This | None, note: list[Lump], about_class: str | None) -> Row:
        event, argument = self._event(note)
        known = self._known_in(event)
        test = _either_side(event, _about(known, this, argument))
        if about_class is not None:
            if not known or known[0][1] != "company":
                raise Wrong("M005", notation.span_of(note), f"`{event}` is not about a company of the class")
            test = both(test, ["=", ["get", "company.class", ["arg", known[0][0]]], about_class])
        scope = Scope(self.names, args=known, this=this)
        if line.condition is not None:
            test = both(test, condition(parsed_expression(line.condition), scope))
        code = code_of(line, scope)
        row: Row = {
            "event": event,
            "condition": test,
            "code": code.instructions,
            "slots": list(code.slots),
            "guard": guard_of(item),
            "origin": origin_of(item, line),
        }
        if this is not None:
            row["this"] = list(this)
        return row

    def _replace(self, rows: list[Row], key: tuple[Any, ...], item: Item, line: Line, new: list[Row]) -> None:
        """A named rule or power takes the place of the extended title's of that name; in an option it stands beside."""
        places = [n for n, row in enumerate(rows) if row.get("_key") == key]
        for row in new:
            row["_key"], row["_level"] = key, (item.level, item.option)
        if not places:
            rows += new
            return
        if any(rows[n]["_level"] == (item.level, item.option) for n in places):
            raise Wrong("N007", line.head.span, f"there are two of the name `{key[-1]}` here")
        if item.option is None:
            rows[places[0] : places[-1] + 1] = new
            return
        for place in places:
            unless(rows[place], item.option)
        rows[places[-1] + 1 : places[-1] + 1] = new

    def _event(self, note: list[Lump]) -> tuple[str, Any]:
        """An event by its words; `stock round ends`, `first 5 leaves` name what it is about within them."""
        words = [lump.text for lump in note]
        text = " ".join(words)
        if text in EVENT or text in self.names.events:
            return text, None
        for kind in self.names.round_names():
            for end in ("starts", "ends"):
                if text == f"{kind} {end}":
                    return f"round {end}", ["=", ["get", "game.round"], kind]
        if words[-1] == "ends" and " ".join(words[:-1]) in STEP_KIND:
            return "step ends", ["=", ["arg", "step"], " ".join(words[:-1])]
        for event, row in EVENT.items():
            if row.argument is None or not row.knows:
                continue
            first, *rest = event.split(" ")
            subject, kind = row.knows[0]
            if words[0] == first and words[len(words) - len(rest) :] == rest:
                middle = " ".join(words[1 : len(words) - len(rest)])
                if middle in self.names.things.get(kind, {}):
                    return event, ["=", ["arg", subject], ["thing", kind, self.names.things[kind][middle]]]
        rounds = [f"{kind} {end}" for kind in self.names.round_names() for end in ("starts", "ends")]
        known = [*EVENT, *self.names.events, *rounds]
        raise Wrong("N011", notation.span_of(note), f"`{text}` is not an event", did_you_mean(text, known))

    def _known_in(self, event: str) -> Known:
        """The words known in an event, of the language or the title's own."""
        if event in EVENT:
            return EVENT[event].knows
        about = self.names.events[event]
        return () if about is None else ((about, about),)

    # ---- powers ---------------------------------------------------------------------------------------------------

    def power(self, item: Item, line: Line, this: This | None) -> None:
        """A power: who may use it, how often, in which moments, and what it does."""
        lumps = list(line.head.lumps)
        words = [lump.text for lump in lumps]
        cut = words.index("may")
        row: Row = {"guard": guard_of(item), "origin": origin_of(item, line)}
        start = _uses(words, cut + 1, row)
        if "during" not in words[start:]:
            raise Wrong("S009", line.head.span, "when may it be used?", "write `WHO may NAME during MOMENTS: ...`")
        at = words.index("during", start)
        row["name"] = " ".join(words[start:at])
        if not row["name"]:
            raise Wrong("S009", line.head.span, "the power has no name", "write `WHO may NAME during MOMENTS: ...`")
        if words[start] in _HOW_OFTEN:
            hint = "write `once`, `twice`, `once a turn` or `once a game`; without it there is no limit"
            raise Wrong("S009", lumps[start].span, f"`{words[start]}` does not say how often", hint)
        row["moments"], known = self._moments(lumps[at + 1 :], line)
        who = " ".join(words[:cut])
        user = None if known else self._user(who)
        if user is not None:
            known = ((user, user),)
            row["known"] = user
        scope = Scope(self.names, args=known, this=this)
        row["who"] = self._who(who, scope, line, user)
        test = True if user is not None else _about(known, this, None)
        if line.condition is not None:
            test = both(test, condition(parsed_expression(line.condition), scope))
        row["condition"] = test
        code = code_of(line, scope)
        row["code"], row["slots"] = code.instructions, list(code.slots)
        if this is not None:
            row["this"] = list(this)
        self._replace(self.powers, ("power", this, row["name"]), item, line, [row])

    def _moments(self, lumps: list[Lump], line: Line) -> tuple[list[list[Any]], Known]:
        made: list[list[Any]] = []
        known: Known = ()
        for note in notation.notes(lumps):
            text = joined(note)
            if text in MOMENT and MOMENT[text].argument is None:
                made.append([text, None])
            elif text in STEP_KIND and text != "power":
                made.append(["step", text])
            elif text in EVENT:
                made.append(["event", text])
                known = EVENT[text].knows
            elif text in self.names.rounds:
                made.append(["choice round", text])
                known = (("player", "player"),)
            elif text.startswith("power "):
                made.append(["power", text.removeprefix("power ")])
            else:
                words = [*MOMENT, *STEP_KIND, *EVENT, *self.names.rounds]
                raise Wrong("N012", notation.span_of(note), f"`{text}` is not a moment", did_you_mean(text, words))
        if not made:
            raise Wrong("S009", line.head.span, "when may it be used?", "write `WHO may NAME during MOMENTS: ...`")
        return made, known

    def _user(self, who: str) -> str | None:
        """The parameter by which a power knows its user: `company` (or a class of companies), `player`."""
        if who in ("company", "player"):
            return who
        word = who.removesuffix(" company")
        return "company" if word in self.names.classes else None

    def _who(self, who: str, scope: Scope, line: Line, user: str | None) -> Any:
        """Who may use a power: the private's owner (player or company), somebody of the event, the operator."""
        owner = ["get", "private.owner", ["this"]]
        expected = ["operator", "company", "player", *(name for name, _ in scope.args)]
        if scope.this is not None and scope.this[0] == "private":
            if who == "owner":
                return owner
            if who in ("owning player", "owning company"):
                return ["cases", [["is a", owner, who.removeprefix("owning ")], owner], None]
            expected[:0] = ["owner", "owning player", "owning company"]
        if scope.this is not None and scope.this[0] == "company" and who == "this":
            return ["this"]
        if user is None and who in (name for name, _ in scope.args):
            return ["arg", who]
        operator = ["get", "game.operator"]
        if who in ("operator", "company"):
            return operator
        if who == "player":
            return ["get", "game.player in turn"]
        word = who.removesuffix(" company")
        if word in self.names.classes:
            return ["cases", [["=", ["get", "company.class", operator], word], operator], None]
        raise Wrong(
            "N013", line.head.span, f"`{who}` cannot use a power here", did_you_mean(who, expected), tuple(expected)
        )

    def recorded(self, item: Item) -> None:
        """A row of the table that says how records write the use of a power."""
        power, action = item.line.cells[0], cell_of(item, "action")
        if action is None or action.text not in RECORD_FORMS:
            span = power.span if action is None else action.span
            raise Wrong("T003", span, "a type of action that records have", "", tuple(RECORD_FORMS)[:5])
        choice = cell_of(item, "choice")
        ending = notation.text_of(choice) if choice is not None and choice.lumps[0].kind == "STRING" else ""
        if choice is not None and not ending and choice.text not in ("name", "position"):
            raise Wrong("T004", choice.span, f"`{choice.text}` is no way to write a choice", "", ("name", "position"))
        by_position = choice is not None and choice.text == "position"
        self._forms.append((power.text, action.text, {"by_position": by_position, "ending": ending}, item))

    def finish(self) -> None:
        """How records write powers; then take away the marks by which rows found each other."""
        for name, action, form, item in self._forms:
            asking = [*self.powers, *(row for row in self.rules if row.get("name"))]
            named = [row for row in asking if row["name"] == name]
            if not named:
                known = did_you_mean(name, [row["name"] for row in asking])
                self.title.error(item.where, "N001", f"there is no power `{name}`", known)
            for row in named:
                row.update(form, record=action)
        for row in (*self.rules, *self.powers):
            row.pop("_key", None)
            row.pop("_level", None)


def _named(lumps: list[Lump]) -> tuple[str | None, list[Lump]]:
    """`private bought as first gift`: the name after `as`, and the events before it."""
    cut = next((n for n, lump in enumerate(lumps) if lump.text == "as"), None)
    if cut is None:
        return None, lumps
    return joined(lumps[cut + 1 :]), lumps[:cut]


def _about(known: Known, this: This | None, argument: Any) -> Any:
    """The condition that an event is about the thing of the paragraph, or the one it names."""
    if known and this is not None and known[0][1] == this[0]:
        return ["=", ["arg", known[0][0]], ["this"]]
    return True if argument is None else argument


def _either_side(event: str, test: Any) -> Any:
    """A train that leaves is of the kind of the side up, and of the kind of its card's front."""
    if event != "train leaves" or test is True:
        return test
    _, kind, wanted = test
    return ["or", test, ["=", ["get", "train kind.front", kind], wanted]]


#: Words with which no power is named: they are meant to say how often it may be used.
_HOW_OFTEN = ("a", "per", "each", "every", "once", "twice", "thrice")


def _uses(words: list[str], start: int, row: Row) -> int:
    """`once`, `twice`, `once a turn`: how often; where the name of the power begins."""
    if words[start : start + 1] not in (["once"], ["twice"]):
        return start
    row["uses"] = 1 if words[start] == "once" else 2
    if words[start + 1 : start + 3] in (["a", "turn"], ["a", "game"]):
        row["uses_per"] = words[start + 2]
        return start + 3
    return start + 1
