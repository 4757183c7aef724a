"""Rules and powers: heads matched as text, sentences lowered to a flat list of instructions."""

from dataclasses import dataclass, field, replace
from typing import Any

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import condition, list_or_singular, lower
from titleworks.compiler.inside import parsed_acts, parsed_expression
from titleworks.compiler.nouns import Scope
from titleworks.compiler.prints import words_of_stops
from titleworks.compiler.types import element, is_list, list_of
from titleworks.dsl.lines import Line, Text
from titleworks.dsl.source import Span
from titleworks.dsl.tree import Lump, Node, joined
from titleworks.runtime.table.vocabulary import EFFECT, EFFECTS, KINDS


@dataclass
class Code:
    """Code being written: instructions, and the passing names with their types."""

    instructions: list[list[Any]] = field(default_factory=list)
    slots: dict[str, str] = field(default_factory=dict)


def code_of(line: Line, scope: Scope) -> Code:
    """The code of a rule or power: its one-line body, or the sentences below it. Raises Wrong."""
    code = Code()
    if line.body is not None:
        _acts(line.body, scope, code)
    for child in line.children:
        _sentence(child, line.children, scope, code)
    if not code.instructions and not line.children:  # of children that do nothing, an error is noted
        raise Wrong("S009", line.span, "nothing is done here")
    return code


def _sentence(line: Line, siblings: list[Line], scope: Scope, code: Code) -> None:
    if line.kind == "acts" and line.body is not None:
        _acts(line.body, scope, code)
    elif line.kind == "if":
        _branch(line, siblings, scope, code)
    elif line.kind == "each":
        _each(line, scope, code)
    elif line.kind == "otherwise":
        pass
    elif line.kind != "broken":
        raise Wrong("S009", line.span, "here stand sentences: a verb and what it does")


def _block(line: Line, scope: Scope, code: Code) -> None:
    if line.body is not None:
        _acts(line.body, scope, code)
    for child in line.children:
        _sentence(child, line.children, scope, code)


def _branch(line: Line, siblings: list[Line], scope: Scope, code: Code) -> None:
    test = condition(parsed_expression(_after(line.head, 1)), _with(scope, code))
    jump: list[Any] = ["unless", test, 0]
    code.instructions.append(jump)
    _block(line, scope, code)
    following = siblings[siblings.index(line) + 1 :]
    if following and following[0].kind == "otherwise":
        over: list[Any] = ["jump", 0]
        code.instructions.append(over)
        jump[2] = len(code.instructions)
        _block(following[0], scope, code)
        over[1] = len(code.instructions)
    else:
        jump[2] = len(code.instructions)


def _each(line: Line, scope: Scope, code: Code) -> None:
    text = _after(line.head, 1)
    items, kind = list_or_singular(parsed_expression(text), _with(scope, code))
    if not is_list(kind):
        raise Wrong(
            "T001", text.span, "after `each` stands a list", "`each floated company:`, `each (trains of company):`"
        )
    name = f"each {len(code.slots)}"
    code.slots[name] = element(kind)
    start = len(code.instructions)
    loop: list[Any] = ["each", name, items, 0]
    code.instructions.append(loop)
    _block(line, replace(scope, loops=(*scope.loops, (name, element(kind)))), code)
    code.instructions.append(["jump", start])
    loop[3] = len(code.instructions)


def _after(text: Text, count: int) -> Text:
    lumps = text.lumps[count:]
    if not lumps:
        raise Wrong("S009", text.span, "something is missing here")
    return Text(joined(lumps), lumps[0].span.to(lumps[-1].span), tuple(lumps))


def _with(scope: Scope, code: Code) -> Scope:
    return replace(scope, locals=tuple(code.slots.items()))


def _acts(text: Text, scope: Scope, code: Code) -> None:
    for lumps in _parted(list(text.lumps)):
        _act(lumps, scope, code)


def _parted(lumps: list[Lump]) -> list[list[Lump]]:
    """Sentences of a line: parted by semicolons outside brackets."""
    made: list[list[Lump]] = [[]]
    depth = 0
    for lump in lumps:
        depth += (lump.kind == "LPAR") - (lump.kind == "RPAR")
        if lump.kind == "SEMI" and depth == 0:
            made.append([])
        else:
            made[-1].append(lump)
    return [part for part in made if part]


def _act(lumps: list[Lump], scope: Scope, code: Code) -> None:
    may = lumps[0].text == "may"
    verb = lumps[1 if may else 0] if len(lumps) > may else lumps[0]
    effect = EFFECT.get(verb.text)
    span = lumps[0].span.to(lumps[-1].span)
    if effect is None:
        raise Wrong("N004", verb.span, f"`{verb.text}` is not a sentence the language knows",
                    did_you_mean(verb.text, [e.verb for e in EFFECTS]))  # fmt: skip
    passing = ""
    if verb.text in ("choose", "call", "draw"):
        position = 2 if may else 1
        if len(lumps) <= position:
            raise Wrong("S009", span, f"write `{effect.pattern}`")
        passing = lumps[position].text
        lumps = [*lumps[:position], *lumps[position + 1 :]]
    act = parsed_acts(Text("", span, tuple(lumps))).nodes()[0]
    inner = _with(scope, code)
    jump: list[Any] | None = None
    if isinstance(act.args[4], Node):
        jump = ["unless", condition(act.args[4], inner), 0]
        code.instructions.append(jump)
    try:
        _WRITERS[verb.text](_Act(act, span, effect.pattern, may, passing), inner, code)
    except _Pattern as error:
        raise Wrong("S013", span, f"this sentence is written otherwise{': ' if str(error) else ''}{error}",
                    f"write `{effect.pattern}`") from error  # fmt: skip
    if jump is not None:
        jump[2] = len(code.instructions)


class _Pattern(Exception):
    """The parts of a sentence do not fit its verb."""


class _Act:
    """The parts of a sentence by name."""

    def __init__(self, node: Node, span: Span, pattern: str, may: bool, passing: str) -> None:
        self.span, self.pattern, self.may, self.passing = span, pattern, may, passing
        items = node.args[2]
        self.items = items.nodes() if isinstance(items, Node) else ()
        self.reaches: dict[str, tuple[Node, ...]] = {}
        for reach in node.args[3]:  # type: ignore[attr-defined]
            particle, given = reach.args
            if particle in self.reaches:
                raise _Pattern(f"two `{particle}`")
            self.reaches[particle] = given.nodes() if isinstance(given, Node) else ()

    def only(self, *particles: str) -> None:
        """Refuse particles the verb does not know."""
        for particle in self.reaches:
            if particle not in particles:
                raise _Pattern(f"no `{particle}` here")

    def one(self, particle: str | None = None) -> Node:
        """The one thing after the verb, or after a particle."""
        found = self.items if particle is None else self.reaches.get(particle, ())
        if len(found) != 1:
            raise _Pattern(f"one thing after {'the verb' if particle is None else '`' + particle + '`'}")
        return found[0]

    def many(self, particle: str | None = None) -> tuple[Node, ...]:
        """The things after the verb, or after a particle."""
        found = self.items if particle is None else self.reaches.get(particle, ())
        if not found:
            raise _Pattern(f"something after {'the verb' if particle is None else '`' + particle + '`'}")
        return found

    def waive(self, word: str) -> bool:
        """Whether `without` names a word that only this verb knows; it is taken out."""
        given = self.reaches.get("without", ())
        left = tuple(node for node in given if node.text() != word)
        if len(left) < len(given):
            self.reaches["without"] = left
        return len(left) < len(given)

    def modes(self) -> dict[str, bool]:
        """`without connection, cost` and `as lay`, `as token`."""
        words = {node.text() for node in self.reaches.get("without", ()) if node.op == "noun"}
        unknown = words - {"connection", "cost", "payment", "slot", "town"}
        if unknown:
            raise _Pattern(f"not `without {sorted(unknown)[0]}`")
        made = {"connection": "connection" not in words, "cost": "cost" not in words}
        for node in self.reaches.get("as", ()):
            made[f"as {node.text()}"] = True
        return made


def _pay(act: _Act, scope: Scope, code: Code) -> None:
    act.only("from", "to", "with")
    money = lower(act.one(), scope, "money")[0]
    giver, taker = lower(act.one("from"), scope, "holder")[0], lower(act.one("to"), scope, "holder")[0]
    if "with" not in act.reaches:
        code.instructions.append(["pay", money, giver, taker])
        return
    if act.one("with").text() != "help":
        raise _Pattern("`with help`: what the company lacks its president must pay")
    code.instructions += [["pay due", money, giver, taker], ["settle debt", giver]]


#: What `give` hands over of a company as a whole.
_GOODS = ("cash", "trains", "privates")


def _goods(act: _Act, scope: Scope) -> list[Any] | None:
    """`give cash, trains, privates of COMPANY to COMPANY`; None if the sentence is another."""
    *first, last = act.items or (Node("noun", (), act.span),)
    if last.op != "of":
        return None
    left, right = last.nodes()
    words = [node.text() if node.op == "noun" else "" for node in (*first, left)]
    if any(word not in _GOODS for word in words) or words == ["trains"]:
        return None
    act.only("to")
    return ["hand over", words, lower(right, scope, "company")[0], lower(act.one("to"), scope, "company")[0]]


def _given(act: _Act, scope: Scope) -> list[Any]:
    """What is given from nowhere in particular: a private, a certificate, or trains.

    `give trains of THIS to COMPANY`, with `as KIND` a side up, `without run` not to run in this round.
    """
    act.only("to", "as", "without")
    what, kind = lower(act.one(), scope)
    taker = lower(act.one("to"), scope, "holder")[0]
    if kind in ("private", "certificate"):
        act.only("to")
        return ["hand" if kind == "private" else "hand certificate", what, taker]
    words = [node.text() for node in act.reaches.get("without", ())]
    if kind not in ("train", list_of("train")) or words not in ([], ["run"]):
        raise _Pattern("a private, trains, or a certificate of a company")
    side = lower(act.one("as"), scope, "train kind")[0] if "as" in act.reaches else None
    return ["give trains", what, taker, side, not words]


def _reserve(act: _Act, scope: Scope, code: Code) -> None:
    act.only("for")
    kind = lower(act.one(), scope, "train kind")[0]
    code.instructions.append(["reserve", kind, lower(act.one("for"), scope, "holder")[0]])


def _combine(act: _Act, scope: Scope, code: Code) -> None:
    act.only("with")
    train = lower(act.one(), scope, "train")[0]
    code.instructions.append(["combine", train, lower(act.one("with"), scope, "train kind")[0]])


def _extend(act: _Act, scope: Scope, code: Code) -> None:
    """`extend TRAIN with 1 town`, `with unlimited towns`, `with 2`."""
    act.only("with")
    train = lower(act.one(), scope, "train")[0]
    number, *rest = act.one("with").text().split()
    stops = words_of_stops(scope.names)
    unknown = [word for word in rest if word not in stops]
    if unknown or not (number == "unlimited" or number.isdecimal()):
        raise _Pattern("so many stops of a kind: `1 town`, `unlimited towns`")
    kinds = [stops[word] for word in rest] or None
    code.instructions.append(["extend", train, kinds, None if number == "unlimited" else int(number)])


def _buy(act: _Act, scope: Scope, code: Code) -> None:
    act.only("for")
    if act.one().text() != "next train":
        raise _Pattern("")
    code.instructions.append(["buy train", lower(act.one("for"), scope, "money")[0], act.may])


def _give(act: _Act, scope: Scope, code: Code) -> None:
    if "from" not in act.reaches:
        code.instructions.append(_goods(act, scope) or _given(act, scope))
        return
    act.only("from", "to", "without")
    without = [node.text() for node in act.reaches.get("without", ()) if node.op == "noun"]
    if without not in ([], ["presidency"]):
        raise _Pattern("`without presidency`, or nothing")
    what = act.one()
    if what.op != "of":
        raise _Pattern("a certificate of a company")
    left, right = what.nodes()
    words = left.text().split()
    size: Any = "president"
    if len(words) == 2 and words[0] == "certificate" and words[1].isdecimal():
        size = ["number", int(words[1])]
    elif words == ["last", "certificate"]:
        size = "last"
    elif words[-1:] != ["certificate"]:
        raise _Pattern("a certificate of a company")
    elif words[:-1] != ["president"]:
        percent = words[0] if len(words) == 2 else ""
        if not percent.endswith("%"):
            raise _Pattern("`10% certificate of ...` or `president certificate of ...`")
        size = int(percent[:-1])
    company = lower(right, scope, "company")[0]
    places = [lower(place, scope, "holder")[0] for place in act.many("from")]
    taker = lower(act.one("to"), scope, "holder")[0]
    code.instructions.append(["give", company, size, places, taker, not without])


def _refill(act: _Act, scope: Scope, code: Code) -> None:
    act.only()
    for item in act.many():
        code.instructions.append(["refill", lower(item, scope, "deck")[0]])


def _thing(verb: str) -> Any:
    def write(act: _Act, scope: Scope, code: Code) -> None:
        act.only()
        for item in act.many():
            code.instructions.append([verb, lower(item, scope)[0]])

    return write


def _launch(act: _Act, scope: Scope, code: Code) -> None:
    act.only("for", "from", "without", "at")
    company = lower(act.one(), scope, "company")[0]
    payer = lower(act.one("from"), scope, "holder")[0] if "from" in act.reaches else None
    cells = None
    if "at" in act.reaches:
        cells, kind = lower(act.one("at"), scope)
        if (element(kind) if is_list(kind) else kind) != "cell":
            raise Wrong(
                "T001", act.span, "a company is started at a cell", "`at item 1 of (par cells by highest price)`"
            )
    code.instructions.append(["launch", company, lower(act.one("for"), scope, "holder")[0], cells, payer])


def _several(node: Node, scope: Scope, kind: str) -> Any:
    """A thing of a kind, a list of such things, or (`tiles`) all of them."""
    if node.op == "noun" and node.text() == KINDS[kind]:
        return ["all", kind]
    try:
        return lower(node, scope, kind)[0]
    except Wrong:
        lowered, found = lower(node, scope)
        if found != list_of(kind):
            raise
        return lowered


def _lay(act: _Act, scope: Scope, code: Code) -> None:
    act.only("on", "as", "with", "without")
    tiles = [_several(item, scope, "tile") for item in act.many()]
    hexes = [_several(item, scope, "hex") for item in act.many("on")]
    modes = act.modes()
    if "with" in act.reaches:
        if [node.text() for node in act.reaches["with"] if node.op == "noun"] != ["match"]:
            raise _Pattern("`with match`, or nothing")
        modes["match"] = True
    if any(node.text() == "town" for node in act.reaches.get("without", ()) if node.op == "noun"):
        modes["town"] = False
    if act.may:
        modes["may"] = True
    code.instructions.append(["lay", tiles, hexes, modes])


def _place(act: _Act, scope: Scope, code: Code) -> None:
    """`place token on HEX`, `place AREA token [of COMPANY] on HEX`, `on CITY`, `on (CITIES)`."""
    act.only("on", "as", "without")
    what = act.one()
    company = None
    if what.op == "of":
        what, owner = what.nodes()
        company = lower(owner, scope, "company")[0]
    waived = act.waive("slot")
    *area, last = what.text().split() if what.op == "noun" else [""]
    if last != "token" or len(area) > 1:
        raise _Pattern("")
    if area and area[0] not in scope.names.areas:
        hint = did_you_mean(area[0], sorted(scope.names.areas))
        raise Wrong("N001", what.span, f"no token waits in an area `{area[0]}`", hint)
    modes = act.modes() | {"slot": not waived}
    try:
        hexes = [lower(item, scope, "hex")[0] for item in act.many("on")]
    except Wrong:
        typed = [lower(item, scope) for item in act.many("on")]
        if any(kind not in ("city", list_of("city")) for _, kind in typed):
            raise
        hexes, modes["cities"] = [lowered for lowered, _ in typed], True
    code.instructions.append(["place", hexes, modes, act.may, area[0] if area else "available", company])


def _tokens(verb: str) -> Any:
    """`destroy TOKENS`, `return TOKENS [to AREA]`."""

    def write(act: _Act, scope: Scope, code: Code) -> None:
        act.only(*(("to",) if verb == "return" else ()))
        area = _area(act.one("to"), scope) if "to" in act.reaches else "available"
        for item in act.many():
            tokens = _token_list(item, scope)
            code.instructions.append([verb, tokens, area] if verb == "return" else [verb, tokens])

    return write


def _token_list(node: Node, scope: Scope) -> Any:
    lowered, kind = lower(node, scope)
    if (element(kind) if is_list(kind) else kind) != "token":
        raise Wrong("T001", node.span, "this is no token", "write `tokens of CITY`, `placed tokens of COMPANY`")
    return lowered


def _lift(act: _Act, scope: Scope, code: Code) -> None:
    """`lift reservations of COMPANY [on HEX]`."""
    act.only("on")
    what = act.one()
    if what.op != "of" or what.nodes()[0].text() not in ("reservation", "reservations"):
        raise _Pattern("")
    company = lower(what.nodes()[1], scope, "company")[0]
    hexes = ["list", *(lower(item, scope, "hex")[0] for item in act.many("on"))] if "on" in act.reaches else None
    code.instructions.append(["lift", company, hexes])


def _area(node: Node, scope: Scope) -> str:
    """The name of an area of tokens."""
    name = node.text() if node.op == "noun" else ""
    if name not in scope.names.areas:
        raise Wrong("N001", node.span, f"no token waits in an area `{name}`",
                    did_you_mean(name, sorted(scope.names.areas)))  # fmt: skip
    return name


def _choose(act: _Act, scope: Scope, code: Code) -> None:
    act.only("from", "as")
    asker = lower(act.one("as"), scope, "holder")[0] if "as" in act.reaches else None
    found = act.many("from")
    if len(found) == 1:
        items, kind = lower(found[0], scope)
        if not is_list(kind):
            items, kind = ["list", items], f"list of {kind}"
    else:
        typed = [lower(item, scope) for item in found]
        items, kind = ["list", *(lowered for lowered, _ in typed)], f"list of {typed[0][1]}"
    code.slots[act.passing] = element(kind)
    code.instructions.append(["choose", act.passing, items, act.may, asker, element(kind)])


def _draw(act: _Act, scope: Scope, code: Code) -> None:
    act.only("from")
    items, kind = lower(act.one("from"), scope)
    if not is_list(kind):
        raise _Pattern("after `from` stands a list")
    code.slots[act.passing] = element(kind)
    code.instructions.append(["draw", act.passing, items])


def _call(act: _Act, scope: Scope, code: Code) -> None:
    act.only()
    lowered, kind = lower(act.one(), scope)
    code.slots[act.passing] = kind
    code.instructions.append(["call", act.passing, lowered])


def _word(verb: str, particle: str) -> Any:
    """`set WORD of THING to X`, `add N to WORD of THING`, `take N from WORD of THING`."""

    def write(act: _Act, scope: Scope, code: Code) -> None:
        act.only(particle)
        target, value = (act.one(), act.one(particle)) if verb == "set" else (act.one(particle), act.one())
        if _of_tokens(verb, target, value, scope, code):
            return
        name, thing = _target(target, scope)
        state = scope.names.states[name]
        lowered = lower(value, scope, state.type if verb == "set" else "number")[0]
        if verb == "take":
            lowered = ["-", lowered]
        code.instructions.append(["set" if verb == "set" else "add", name, thing, lowered])

    return write


def _of_tokens(verb: str, target: Node, value: Node, scope: Scope, code: Code) -> bool:
    """Whether the sentence is `set area of TOKENS to AREA`, `add 1 to slots of CITY` or `add N to debt of PLAYER`, and
    was written here."""
    if target.op != "of":
        return False
    left, right = target.nodes()
    word = left.text() if left.op == "noun" else ""
    if word == "area" and verb == "set":
        code.instructions.append(["area", _token_list(right, scope), _area(value, scope)])
        return True
    if word == "slots" and verb == "add":
        code.instructions.append(["slots", lower(right, scope, "city")[0], lower(value, scope, "number")[0]])
        return True
    if word == "debt" and verb in ("add", "take"):
        amount = lower(value, scope, "money")[0]
        code.instructions.append(["debt", lower(right, scope, "player")[0], amount if verb == "add" else ["-", amount]])
        return True
    return False


def _target(node: Node, scope: Scope) -> tuple[str, Any]:
    """The word of the glossary and the thing it is said of."""
    left = node.nodes()[0] if node.op == "of" else node
    name = left.text() if left.op == "noun" else ""
    state = scope.names.states.get(name)
    if state is None:
        hint = did_you_mean(name, list(scope.names.states)) or "declare it under `# Glossary`, or write `call`"
        raise Wrong("N001", left.span, f"`{name}` is not a word of the glossary", hint)
    if node.op == "of":
        return name, lower(node.nodes()[1], scope, state.about)[0]
    if state.about == "game":
        return name, None
    thing = next((e for e, kind in scope.subjects() if kind == state.about), None)
    if thing is None:
        raise Wrong("T001", node.span, f"whose `{name}`?", f"write `{name} of` and the {state.about}")
    return name, thing


def _move(act: _Act, scope: Scope, code: Code) -> None:
    company = lower(act.one(), scope, "company")[0]
    moves = []
    for particle, given in act.reaches.items():
        if particle not in ("left", "right", "up", "down") or len(given) != 1:
            raise _Pattern("")
        moves.append([particle, lower(given[0], scope, "number")[0]])
    code.instructions.append(["move", company, ["moves", moves]])


def _export(act: _Act, scope: Scope, code: Code) -> None:
    act.only("without")
    words = [node.text() for node in act.reaches.get("without", ())]
    if act.one().op != "noun" or act.one().text() != "train" or words not in ([], ["effect"]):
        raise _Pattern("")
    code.instructions.append(["export", not words])


def _shorten(act: _Act, scope: Scope, code: Code) -> None:
    act.only()
    if act.one().text() != "set":
        raise _Pattern("")
    code.instructions.append(["shorten"])


def _shuffle(act: _Act, scope: Scope, code: Code) -> None:
    for item in act.many():
        code.instructions.append(["shuffle", _list_name(item, scope)])


def _list_name(node: Node, scope: Scope, *things: tuple[Node, str]) -> str:
    """The list that a sentence changes: a word of the glossary, or `companies`, `privates` for those in the game.

    `things` that it is to hold, with their kinds, are of the kind of its elements.
    """
    text = node.text() if node.op == "noun" else ""
    name = {"companies": "company", "privates": "private"}.get(text)
    kind = name
    if name is None:
        state = scope.names.states.get(text)
        if state is None or not is_list(state.type):
            what = f"`{text}` is no list" if text else "this is no list that can be changed"
            hint = did_you_mean(text, ["companies", "privates", *_list_words(scope)])
            raise Wrong("T012", node.span, what, hint or "write `companies`, `privates` or a list of the glossary")
        name, kind = _target(node, scope)[0], element(state.type)
    for thing, its in things:
        if its != kind:
            raise Wrong("T012", thing.span, f"the list `{text}` holds a {kind}, not a {its}", f"name a {kind}")
    return name


def _list_words(scope: Scope) -> list[str]:
    return [name for name, state in scope.names.states.items() if is_list(state.type)]


def _remove(act: _Act, scope: Scope, code: Code) -> None:
    act.only("from")
    for item in act.many():
        thing, kind = lower(item, scope)
        if "from" in act.reaches:
            code.instructions.append(["take out", thing, _list_name(act.one("from"), scope, (item, kind))])
        else:
            code.instructions.append(["remove", thing])


def _cull(act: _Act, scope: Scope, code: Code) -> None:
    act.only("from")
    items, kind = lower(act.one("from"), scope)
    if not is_list(kind):
        raise _Pattern("after `from` stands a list")
    code.instructions.append(["cull", lower(act.one(), scope, "number")[0], items])


def _put(act: _Act, scope: Scope, code: Code) -> None:
    act.only("at")
    place = act.one("at")
    if place.op != "of" or place.nodes()[0].text() not in ("top", "end"):
        raise _Pattern("`at top of LIST`, or `at end of LIST`")
    where, target = place.nodes()
    thing, kind = lower(act.one(), scope)
    code.instructions.append(["put", thing, where.text(), _list_name(target, scope, (act.one(), element(kind)))])


def _swap(act: _Act, scope: Scope, code: Code) -> None:
    act.only("with")
    other = act.one("with")
    if other.op != "of":
        raise _Pattern("`with item 4 of LIST`")
    (one, its), (two, others) = lower(act.one(), scope), lower(other, scope)
    name = _list_name(other.nodes()[1], scope, (act.one(), its), (other, others))
    code.instructions.append(["swap", one, two, name])


def _of_kind(verb: str, kind: str) -> Any:
    """A sentence about things of one kind: `renew COMPANY`, `retire PLAYER`."""

    def write(act: _Act, scope: Scope, code: Code) -> None:
        act.only()
        for item in act.many():
            code.instructions.append([verb, lower(item, scope, kind)[0]])

    return write


def _restore(act: _Act, scope: Scope, code: Code) -> None:
    act.only("without")
    lost = [node.text() for node in act.reaches.get("without", ())]
    if lost not in ([], ["return"]):
        raise _Pattern("`without return`")
    code.instructions.append(["restore", lower(act.one(), scope, "hex")[0], bool(lost)])


def _replace(act: _Act, scope: Scope, code: Code) -> None:
    """`replace tile of HEX with TILE`, `replace TOKEN with TOKEN`."""
    act.only("with")
    what = act.one()
    if what.op != "of" or what.nodes()[0].text() != "tile":
        old, new = lower(what, scope, "token")[0], lower(act.one("with"), scope, "token")[0]
        code.instructions.append(["replace", old, new])
        return
    hex_, tile = lower(what.nodes()[1], scope, "hex")[0], lower(act.one("with"), scope, "tile")[0]
    code.instructions.append(["print", hex_, tile])


def _announce(act: _Act, scope: Scope, code: Code) -> None:
    act.only("for")
    name = act.one().text()
    if name not in scope.names.events:
        hint = did_you_mean(name, list(scope.names.events)) or "declare it in a table `event | about` of the Glossary"
        raise Wrong("N011", act.span, f"`{name}` is not an event of the glossary", hint)
    about = scope.names.events[name]
    if (about is None) != ("for" not in act.reaches):
        raise _Pattern("about nothing" if about is None else f"`for` and the {about}")
    thing = None if about is None else lower(act.one("for"), scope, about)[0]
    code.instructions.append(["announce", name, thing])


def _forget(act: _Act, scope: Scope, code: Code) -> None:
    act.only()
    if act.one().text() != "routes":
        raise _Pattern("")
    code.instructions.append(["forget routes"])


def _deal(act: _Act, scope: Scope, code: Code) -> None:
    items = act.many()
    typed = [lower(item, scope) for item in items]
    listed = typed[0][0] if len(typed) == 1 and is_list(typed[0][1]) else ["list", *(lowered for lowered, _ in typed)]
    code.instructions.append(["deal", listed])


def _end(act: _Act, scope: Scope, code: Code) -> None:
    act.only()
    if act.one().text() != "turn":
        raise _Pattern("")
    code.instructions.append(["end turn"])


def _skip(act: _Act, scope: Scope, code: Code) -> None:
    code.instructions.append(["skip", act.one().text()])


_WRITERS: dict[str, Any] = {
    "pay": _pay,
    "give": _give,
    "refill": _refill,
    "close": _thing("close"),
    "remove": _remove,
    "cull": _cull,
    "draw": _draw,
    "put": _put,
    "swap": _swap,
    "renew": _of_kind("renew", "company"),
    "retire": _of_kind("retire", "player"),
    "liquidate": _of_kind("liquidate", "player"),
    "restore": _restore,
    "replace": _replace,
    "announce": _announce,
    "forget": _forget,
    "launch": _launch,
    "lay": _lay,
    "place": _place,
    "destroy": _tokens("destroy"),
    "return": _tokens("return"),
    "lift": _lift,
    "choose": _choose,
    "call": _call,
    "set": _word("set", "to"),
    "add": _word("add", "to"),
    "take": _word("take", "from"),
    "move": _move,
    "export": _export,
    "shorten": _shorten,
    "reserve": _reserve,
    "combine": _combine,
    "extend": _extend,
    "buy": _buy,
    "shuffle": _shuffle,
    "deal": _deal,
    "skip": _skip,
    "end": _end,
}
