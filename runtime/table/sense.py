"""What the models of a rule table cannot say: positions that lead somewhere, known operators, loops that end."""

from collections.abc import Iterable, Iterator
from typing import Any

from titleworks.runtime.table.models import Table
from titleworks.runtime.table.operators import EXPRESSIONS, INSTRUCTIONS, OPTIONAL, POSITION, VALUE, VALUES
from titleworks.runtime.table.shapes import wrong_answer, wrong_reference
from titleworks.runtime.table.vocabulary import EVENT, QUESTION, ROUND_KIND, STEP_KIND

#: Deepest expression; a title's own are far below.
_DEEPEST = 60
_MOST_PROBLEMS = 50


def problems(table: Table) -> list[str]:
    """Sentences, each with its place, about what makes no sense; empty if the table can be trusted."""
    found: list[str] = []
    for check in (_names, _positions, _map, _flow, _boxes, _questions, _code, _cycles):
        for problem in check(table):
            found.append(problem)
            if len(found) >= _MOST_PROBLEMS:
                return found
    return found


def _names(table: Table) -> Iterator[str]:
    """Names of a kind are different, and what a game cannot do without is there."""
    c = table.components
    for kind in ("trains", "phases", "companies", "privates", "tiles", "hexes"):
        names = [row.name for row in getattr(c, kind)]
        twice = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
        if twice:
            yield f"components.{kind}: {twice[0]!r} is there twice"
    for kind in ("phases", "companies", "cells", "hexes", "trains"):
        if not getattr(c, kind):
            yield f"components.{kind}: there are none"
    if not table.players:
        yield "players: there are none"
    if len(c.trains) > 500 or any((row.count or 0) > 1000 for row in c.trains):
        yield "components.trains: too many"
    places = [(cell.row, cell.column) for cell in c.cells]
    if len(set(places)) < len(places):
        yield "components.cells: two cells in one place"
    zones = {zone.name for zone in c.zones}
    for i, cell in enumerate(c.cells):
        if not zones.issuperset(cell.zones):
            yield f"components.cells[{i}]: in a zone that is not there"


def _outside(positions: Iterable[int | None], count: int) -> bool:
    return any(position is not None and not 0 <= position < count for position in positions)


def _positions(table: Table) -> Iterator[str]:
    """Positions in the rows of trains, phases and companies lead to things that are there."""
    c = table.components
    trains, hexes = len(c.trains), len(c.hexes)
    for i, train in enumerate(c.trains):
        others = [train.rusts_on, train.obsolete_on, train.card, *(trade.train for trade in train.trade_in)]
        if _outside(others, trains) or _outside([train.on_sale_from], len(c.phases)):
            yield f"components.trains[{i}]: names a train or phase that is not there"
        elif train.card is not None and c.trains[train.card].card is not None:
            yield f"components.trains[{i}]: the front of its card is not a front"
    for i, phase in enumerate(c.phases):
        if _outside(phase.starts_with, trains):
            yield f"components.phases[{i}]: starts with a train that is not there"
    for i, company in enumerate(c.companies):
        if _outside((company.destination, *(home.hex for home in company.homes)), hexes):
            yield f"components.companies[{i}]: its home is not on the map"
        elif any(_outside([home.city], len(c.tiles[c.hexes[home.hex].printed].stops)) for home in company.homes
                 if 0 <= c.hexes[home.hex].printed < len(c.tiles)):  # fmt: skip
            yield f"components.companies[{i}]: its home is in a city that is not there"
        elif any(not any(stop.slots for stop in c.tiles[c.hexes[home.hex].printed].stops) for home in company.homes
                 if 0 <= c.hexes[home.hex].printed < len(c.tiles)):  # fmt: skip
            yield f"components.companies[{i}]: its home has no city"
        if sum(certificate.percent for certificate in company.certificates) != 100:
            yield f"components.companies[{i}]: its certificates do not add up to 100%"


def _map(table: Table) -> Iterator[str]:
    """Track ends at edges and stops of its tile; hexes show tiles that are there."""
    c = table.components
    for i, tile in enumerate(c.tiles):
        ends = [end - 6 for path in tile.paths for end in (path.a, path.b) if end >= 6]
        if _outside(ends, len(tile.stops)):
            yield f"components.tiles[{i}]: track to a stop that is not there"
        if tile.back is not None and (_outside([tile.back], len(c.tiles)) or c.tiles[tile.back].back != i):
            yield f"components.tiles[{i}]: its back is not there, or not its back"
    places = set()
    for i, row in enumerate(c.hexes):
        if _outside([row.printed], len(c.tiles)):
            yield f"components.hexes[{i}]: shows a tile that is not there"
        if _outside((company for company, _ in row.reserved), len(c.companies)):
            yield f"components.hexes[{i}]: reserved for a company that is not there"
        if (row.x, row.y) in places or (row.x + row.y) % 2 != (c.hexes[0].x + c.hexes[0].y) % 2:
            yield f"components.hexes[{i}]: its coordinates are not those of a hex of its own"
        places.add((row.x, row.y))


def _flow(table: Table) -> Iterator[str]:
    for part, rounds in (("opening", table.flow.opening), ("every_set", table.flow.every_set)):
        for i, row in enumerate(rounds):
            if row.kind not in ROUND_KIND:
                yield f"flow.{part}[{i}]: unknown kind of round {row.kind!r}"
    if not any(row.kind == "operating round" for row in table.flow.every_set):
        yield "flow.every_set: there is no operating round"
    for name, steps in table.flow.steps.items():
        for i, step in enumerate(steps):
            if step.kind not in STEP_KIND:
                yield f"flow.steps.{name}[{i}]: unknown step {step.kind!r}"
            yield from _expression(table, step.waits, f"flow.steps.{name}[{i}].waits")


def _boxes(table: Table) -> Iterator[str]:
    """Decks of bid boxes are lists of privates of the game."""
    decks = {word.name for word in table.words if word.about == "game" and word.type == "list of private"}
    for i, row in enumerate(table.boxes):
        if row.deck not in decks:
            yield f"boxes[{i}]: {row.deck!r} is no list of privates"
        for part in (row.takes, row.minimum):
            yield from _expression(table, part, f"boxes[{i}]")


def _questions(table: Table) -> Iterator[str]:
    """Answers are to known questions and of the right shape; what must be answered is."""
    for question in QUESTION.values():
        if question.default == "required" and not table.questions.get(question.name):
            yield f"questions: nothing answers {question.name!r}"
    for name, layers in table.questions.items():
        if name not in QUESTION:
            yield f"questions: unknown question {name!r}"
        for i, layer in enumerate(layers):
            for condition, value in layer.cases:
                yield from _expression(table, condition, f"questions.{name}[{i}]")
                yield from _expression(table, value, f"questions.{name}[{i}]")
                wrong = wrong_answer(name, value) if name in QUESTION else None
                if wrong is not None:
                    yield f"questions.{name}[{i}]: {wrong}"
    for i, end in enumerate(table.ends):
        yield from _expression(table, end.trigger, f"ends[{i}].trigger")
    for i, definition in enumerate(table.definitions):
        yield from _expression(table, definition.value, f"definitions[{i}].value")


def _expression(table: Table, value: Any, where: str, depth: int = 0) -> Iterator[str]:
    """Every list begins with a known operator that has as many arguments as it takes."""
    if not isinstance(value, list):
        if isinstance(value, (dict, float)):
            yield f"{where}: {str(value)[:40]} is not an expression"
        return
    if depth > _DEEPEST:
        yield f"{where}: nested too deep"
        return
    operator = value[0] if value else None
    if not isinstance(operator, str) or operator not in EXPRESSIONS:
        yield f"{where}: unknown operator {str(operator)[:40]!r}"
        return
    least, most = EXPRESSIONS[operator]
    count = len(value) - 1
    if count < least or (most is not None and count > most):
        yield f"{where}: {operator!r} cannot have {count} arguments"
        return
    wrong = wrong_reference(value, table)
    if wrong is not None:
        yield f"{where}: {wrong}"
        return
    for part in _inner(operator, value[1:]):
        yield from _expression(table, part, where, depth + 1)


def _inner(operator: str, arguments: list[Any]) -> list[Any]:
    """The arguments that are expressions themselves; those of pairs in lists included."""
    if operator == "cases":
        pairs = [pair for pair in arguments[:-1] if isinstance(pair, list) and len(pair) == 2]
        return [part for pair in pairs for part in pair] + arguments[-1:]
    if operator in ("moves", "by"):
        rows = arguments[-1] if isinstance(arguments[-1], list) else []
        return [*arguments[:-1], *(row[1] for row in rows if isinstance(row, list) and len(row) == 2)]
    return arguments


def _code(table: Table) -> Iterator[str]:
    """Code of rules and powers: known instructions, jumps that stay inside, and back only to the head of a loop."""
    for i, rule in enumerate(table.rules):
        if rule.event not in EVENT and all(event.name != rule.event for event in table.events):
            yield f"rules[{i}]: unknown event {rule.event!r}"
        yield from _expression(table, rule.condition, f"rules[{i}].condition")
        yield from _instructions(table, rule.code, f"rules[{i}].code")
    for i, power in enumerate(table.powers):
        yield from _expression(table, power.condition, f"powers[{i}].condition")
        yield from _expression(table, power.who, f"powers[{i}].who")
        yield from _instructions(table, power.code, f"powers[{i}].code")


def _instructions(table: Table, code: list[list[Any]], where: str) -> Iterator[str]:
    for pc, instruction in enumerate(code):
        name = instruction[0] if instruction else None
        if not isinstance(name, str) or name not in INSTRUCTIONS:
            yield f"{where}[{pc}]: unknown instruction {str(name)[:40]!r}"
            continue
        arguments = INSTRUCTIONS[name]
        if len(instruction) - 1 != len(arguments):
            yield f"{where}[{pc}]: {name!r} takes {len(arguments)} arguments"
            continue
        for kind, value in zip(arguments.values(), instruction[1:], strict=True):
            if kind == POSITION and not _ends(code, pc, value):
                yield f"{where}[{pc}]: jumps where it may not"
            for part in _expressions(kind, value):
                yield from _expression(table, part, f"{where}[{pc}]")


def _expressions(kind: str, value: Any) -> list[Any]:
    """The expressions in an argument of an instruction."""
    if kind in (VALUE, OPTIONAL):
        return [value]
    return list(value) if kind == VALUES and isinstance(value, list) else []


def _ends(code: list[list[Any]], pc: int, target: Any) -> bool:
    """Whether a jump is forward, or back to the `each` whose loop it closes."""
    if not isinstance(target, int) or isinstance(target, bool) or not 0 <= target <= len(code):
        return False
    if target > pc:
        return True
    head = code[target]
    return code[pc][0] == "jump" and bool(head) and head[0] == "each" and isinstance(head[-1], int) and head[-1] > pc


def _cycles(table: Table) -> Iterator[str]:
    """Definitions do not stand in each other in a circle."""
    uses = {definition.name: set(_defined_in(definition.value)) for definition in table.definitions}
    done: set[str] = set()
    for name in uses:
        if _in_circle(name, uses, (), done):
            yield f"definitions: {name!r} is defined by itself"
            return


def _defined_in(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        if len(value) > 1 and value[0] == "defined" and isinstance(value[1], str):
            yield value[1]
        for part in value:
            yield from _defined_in(part)


def _in_circle(name: str, uses: dict[str, set[str]], above: tuple[str, ...], done: set[str]) -> bool:
    if name in above or len(above) > _DEEPEST:
        return True
    if name in done:
        return False
    circle = any(_in_circle(other, uses, (*above, name), done) for other in sorted(uses.get(name, ())))
    done.add(name)
    return circle
