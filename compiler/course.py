"""The course of play: rounds, steps of a turn, lays, and what ends the game."""

from typing import Any

from titleworks.compiler import notation
from titleworks.compiler.answers import Row, guard_of, origin_of, unless
from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import condition, lower
from titleworks.compiler.inside import parsed_expression
from titleworks.compiler.names import Where
from titleworks.compiler.nouns import Scope
from titleworks.compiler.title import Item, Title, cell_of
from titleworks.compiler.values import cell_value
from titleworks.dsl.tree import joined
from titleworks.runtime.table.vocabulary import ENDS, ROUND_KIND, STEP_KIND

#: Steps that come by themselves, wherever the table lists them: what they do is urgent.
_URGENT = ("home",)

#: What the columns `hexes` and `surcharge` of a lay look at; no hex is known while only its being open is asked.
LAY_KNOWS = (("company", "company"), ("hex", "hex"), ("upgrade", "yes/no"))

#: The turn that a new step is put into if the title lists none: name, kind, and when the step waits if it is not usual.
_USUAL_TURN: tuple[tuple[str, str, Row], ...] = (
    ("buy private", "buy private", {"waits": False}),
    ("track", "track", {}),
    ("token", "token", {}),
    ("run", "run", {}),
    ("dividend", "dividend", {}),
    ("buy train", "buy train", {}),
    ("buy private at the end", "buy private", {}),
)


class Course:
    """Collects rounds, steps, lays and ends."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.names = title.names
        self.opening: list[Row] = []
        self.every_set: list[Row] = []
        self.steps: list[Row] = []
        self.lays: list[Row] = []
        self.boxes: list[Row] = []
        self.ends: list[Row] = []
        self.power_steps: list[tuple[str, Where]] = []
        self._levels: dict[str, int] = {}

    # ---- rounds ---------------------------------------------------------------------------------------------------

    def rounds(self, item: Item) -> None:
        """`opening:` and `every set:`; a title's rounds replace those of the one it extends."""
        name, body = item.line.head.text, item.line.body
        if body is None:
            raise Wrong("S009", item.line.span, "which rounds?", "write `every set: stock round, operating rounds`")
        rows = [row for note in notation.notes(body.lumps) if (row := self._round(item, name, note)) is not None]
        target = self.opening if name == "opening" else self.every_set
        if item.option is not None:
            for row in target:
                unless(row, item.option)
        else:
            if self._levels.get(name) == item.level:
                raise Wrong("M004", item.line.head.span, f"`{name}` is answered twice")
            self._levels[name] = item.level
            target.clear()
        target += rows

    def _round(self, item: Item, name: str, note: list[Any]) -> Row | None:
        text = joined(note)
        kind = text.removesuffix("s") if text.endswith("rounds") else text
        if kind == "none" and name == "opening":
            return None
        if text in self.names.rounds:
            row: Row = {"name": text, "kind": self.names.rounds[text], "guard": guard_of(item)}
            return row | ({"power": self.names.round_powers[text][0]} if text in self.names.round_powers else {})
        if kind not in ROUND_KIND or ROUND_KIND[kind].own:
            known = [name for name in self.names.round_names() if name not in ROUND_KIND or not ROUND_KIND[name].own]
            hint = did_you_mean(kind, known)
            raise Wrong("N010", notation.span_of(note), f"there is no round `{text}`", hint)
        return {"name": kind, "kind": kind, "several": text != kind, "guard": guard_of(item)}

    # ---- steps ----------------------------------------------------------------------------------------------------

    def turn(self, item: Item) -> None:
        """The table of steps below `turn`."""
        columns: list[str] = []
        for line in item.line.children:
            if line.kind == "broken":
                continue
            if line.kind != "row":
                raise Wrong("S009", line.span, "the steps of a turn are a table: `step | waits`")
            if not columns:
                columns = [cell.text for cell in line.cells]
                unknown = next((cell for cell in line.cells if cell.text not in ("step", "waits", "place")), None)
                if unknown is not None or columns[0] != "step":
                    cell = unknown or line.cells[0]
                    raise Wrong("N006", cell.span, f"unknown column `{cell.text}`", "", ("step", "waits", "place"))
                continue
            self.step(Item(item.section, line, item.source, item.level, item.option, columns))

    def step(self, item: Item) -> None:
        """A row of the table of steps."""
        waits, place = cell_of(item, "waits"), cell_of(item, "place")
        rows = []
        for note in notation.notes(item.line.cells[0].lumps):
            name = joined(note)
            kind = "power" if name.startswith("power ") else name
            if kind not in STEP_KIND or name == "power":
                raise Wrong(
                    "N010", notation.span_of(note), f"there is no step `{name}`", did_you_mean(name, list(STEP_KIND))
                )
            row: Row = {"name": name, "kind": kind, "guard": guard_of(item), "origin": origin_of(item)}
            if kind == "power":
                row["power"] = name.removeprefix("power ")
                self.power_steps.append((row["power"], Where(item.source, notation.span_of(note))))
            if waits is not None:
                scope = Scope(self.names, args=(("company", "company"),), usual="yes/no")
                row["waits"] = False if waits.text == "never" else condition(parsed_expression(waits), scope)
            if name not in _URGENT:
                rows.append(row)
        at = len(self.steps) if place is None else self._place(place)
        for row in rows:
            at = self._put(item, row, at, place is not None) + 1

    def _place(self, place: Any) -> int:
        words = place.text.split(" ", 1)
        if not self.steps:
            self.steps += [{"name": name, "kind": kind, "_level": None, **more} for name, kind, more in _USUAL_TURN]
        named = [row["name"] for row in self.steps]
        if len(words) != 2 or words[0] not in ("after", "before"):
            raise Wrong("T003", place.span, "write `after STEP` or `before STEP`")
        if words[1] not in named:
            raise Wrong("N010", place.span, f"the turn has no step `{words[1]}`", did_you_mean(words[1], named))
        position = named.index(words[1])
        return position + 1 if words[0] == "after" else position

    def _put(self, item: Item, row: Row, at: int, moved: bool) -> int:
        """A step of the extended title is replaced where it stands; in an option both stand there, one at a time."""
        level = (item.level, item.option)
        row["_level"] = level
        before = next(
            (n for n, old in enumerate(self.steps) if old["name"] == row["name"] and old["_level"] != level), None
        )
        if before is None:
            self.steps.insert(at, row)
            return at
        if item.option is not None:
            unless(self.steps[before], item.option)
            at = at if moved else before + 1
            self.steps.insert(at, row)
            return at
        if not moved:
            self.steps[before] = row
            return before
        del self.steps[before]
        at = at - 1 if before < at else at
        self.steps.insert(at, row)
        return at

    # ---- lays and ends --------------------------------------------------------------------------------------------

    def slot(self, item: Item) -> None:
        """A row of the table of lays."""
        lays = cell_of(item, "lays")
        row: Row = {"name": item.line.cells[0].text, "guard": guard_of(item), "origin": origin_of(item)}
        if lays is not None:
            if lays.text not in ("lay", "upgrade", "lay or upgrade"):
                raise Wrong("T003", lays.span, "a slot is for `lay`, `upgrade` or `lay or upgrade`")
            row["lays"] = lays.text
        scope = Scope(self.names, args=(("company", "company"),))
        opens, hexes, surcharge = (cell_of(item, column) for column in ("open", "hexes", "surcharge"))
        if opens is not None:
            row["open"] = condition(parsed_expression(opens), scope)
        scope = Scope(self.names, args=LAY_KNOWS)
        if hexes is not None:
            row["hexes"] = cell_value(hexes, "list of hex", scope)
        if surcharge is not None:
            row["surcharge"] = cell_value(surcharge, "money", scope)
        self._merge(self.lays, item, row, "slot")

    def box(self, item: Item) -> None:
        """A row of the table of bid boxes; the rows of a deck take the place of those of the extended title."""
        deck = item.line.cells[0]
        word = self.names.states.get(deck.text)
        if word is None or word.about != "game" or word.type != "list of private":
            hint = "list it under `# Glossary`: about `game`, kind `list of privates`"
            raise Wrong("N001", deck.span, f"`{deck.text}` is no list of privates", hint)
        word.used = True
        row: Row = {"deck": deck.text, "guard": guard_of(item), "origin": origin_of(item)}
        count, refilled, takes, least = (
            cell_of(item, column) for column in ("boxes", "refilled", "takes", "minimum bid")
        )
        if count is not None:
            row["boxes"] = notation.number(count.lumps[0], "a number of boxes")
        if refilled is not None:
            if refilled.text not in ("at once", "when told"):
                raise Wrong("T003", refilled.span, "boxes are refilled `at once` or `when told`")
            row["live"] = refilled.text == "at once"
        scope = Scope(self.names).inside("private")
        if takes is not None:
            row["takes"] = condition(parsed_expression(takes), scope)
        if least is not None:
            row["minimum"] = lower(parsed_expression(least), scope, "money")[0]
        level = (item.level, item.option)
        row["_level"] = level
        for old in [old for old in self.boxes if old["deck"] == deck.text and old["_level"] != level]:
            if item.option is None:
                self.boxes.remove(old)
            else:
                unless(old, item.option)
        self.boxes.append(row)

    def end(self, item: Item) -> None:
        """A row of the table of ends."""
        trigger, end, name = (cell_of(item, column) for column in ("trigger", "end", "name"))
        if trigger is None or end is None:
            raise Wrong("T003", item.line.span, "an end needs its trigger, and when the game then ends")
        if end.text not in ENDS:
            raise Wrong(
                "T003", end.span, f"`{end.text}` is not a time the game ends", did_you_mean(end.text, list(ENDS)), ENDS
            )
        row = {
            "trigger": condition(parsed_expression(trigger), Scope(self.names)),
            "name": name.text if name is not None else trigger.text[:60],
            "end": end.text,
            "guard": guard_of(item),
            "origin": origin_of(item),
        }
        self._merge(self.ends, item, row, "trigger")

    def _merge(self, rows: list[Row], item: Item, row: Row, what: str) -> None:
        """A row with the first cell of an extended title's row replaces it."""
        key, level = item.line.cells[0].text, (item.level, item.option)
        row["_key"], row["_level"] = key, level
        before = next((n for n, old in enumerate(rows) if old["_key"] == key), None)
        if before is None:
            rows.append(row)
        elif rows[before]["_level"] == level:
            raise Wrong("N007", item.line.cells[0].span, f"there are two rows of the {what} `{key}`")
        elif item.option is None:
            rows[before] = row
        else:
            unless(rows[before], item.option)
            rows.insert(before + 1, row)

    def finish(self) -> None:
        """Take away the marks by which rows found each other."""
        for row in (*self.steps, *self.lays, *self.boxes, *self.ends):
            row.pop("_key", None)
            row.pop("_level", None)
