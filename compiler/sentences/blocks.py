"""Sentences in their blocks (`if`, `otherwise`, `each`), lowered to instructions with jumps."""

from dataclasses import replace

from titleworks.compiler.diagnostics import Wrong, did_you_mean
from titleworks.compiler.expressions import condition, list_or_singular
from titleworks.compiler.inside import parsed_acts, parsed_expression
from titleworks.compiler.nouns import Scope
from titleworks.compiler.sentences import board, holdings, words
from titleworks.compiler.sentences.act import Act, Code, Pattern
from titleworks.compiler.types import element, is_list
from titleworks.dsl.lines import Line, Text, rest_of
from titleworks.dsl.tree import Lump, Node
from titleworks.runtime.table.vocabulary import EFFECT, EFFECTS

_WRITERS = {**holdings.WRITERS, **board.WRITERS, **words.WRITERS}
#: Verbs after which stands a passing name.
_NAMING = frozenset(("choose", "call", "draw"))


def code_of(line: Line, scope: Scope) -> Code:
    """The code of a rule or power: its one-line body, or the sentences below it. Raises Wrong."""
    code = Code()
    _block(line, scope, code)
    if not code.instructions and not line.children:  # of children that do nothing, an error is noted
        raise Wrong("S009", line.span, "nothing is done here")
    return code


# ---- blocks -------------------------------------------------------------------------------------------------------


def _block(line: Line, scope: Scope, code: Code) -> None:
    if line.body is not None:
        _sentences(line.body, scope, code)
    for number, child in enumerate(line.children):
        _line(child, line.children[number + 1 :], scope, code)


def _line(line: Line, following: list[Line], scope: Scope, code: Code) -> None:
    if line.kind == "acts" and line.body is not None:
        _sentences(line.body, scope, code)
    elif line.kind == "if":
        _branch(line, following, scope, code)
    elif line.kind == "each":
        _each(line, scope, code)
    elif line.kind not in ("otherwise", "broken"):  # `otherwise` is read with its `if`
        raise Wrong("S009", line.span, "here stand sentences: a verb and what it does")


def _branch(line: Line, following: list[Line], scope: Scope, code: Code) -> None:
    jump = code.add("unless", condition(parsed_expression(rest_of(line.head)), _with(scope, code)), 0)
    _block(line, scope, code)
    if following and following[0].kind == "otherwise":
        over = code.add("jump", 0)
        jump[2] = code.end
        _block(following[0], scope, code)
        over[1] = code.end
    else:
        jump[2] = code.end


def _each(line: Line, scope: Scope, code: Code) -> None:
    text = rest_of(line.head)
    items, kind = list_or_singular(parsed_expression(text), _with(scope, code))
    if not is_list(kind):
        hint = "`each floated company:`, `each (trains of company):`"
        raise Wrong("T001", text.span, "after `each` stands a list", hint)
    name = f"each {len(code.slots)}"
    code.slots[name] = element(kind)
    start = code.end
    loop = code.add("each", name, items, 0)
    _block(line, replace(scope, loops=(*scope.loops, (name, element(kind)))), code)
    code.add("jump", start)
    loop[3] = code.end


def _with(scope: Scope, code: Code) -> Scope:
    """The scope with the passing names so far."""
    return replace(scope, locals=tuple(code.slots.items()))


# ---- sentences ----------------------------------------------------------------------------------------------------


def _sentences(text: Text, scope: Scope, code: Code) -> None:
    for lumps in _parted(list(text.lumps)):
        _sentence(lumps, scope, code)


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


def _sentence(lumps: list[Lump], scope: Scope, code: Code) -> None:
    """`[may] VERB ... [if CONDITION]`."""
    may = lumps[0].text == "may"
    verb = lumps[1 if may else 0] if len(lumps) > may else lumps[0]
    effect = EFFECT.get(verb.text)
    span = lumps[0].span.to(lumps[-1].span)
    if effect is None:
        raise Wrong("N004", verb.span, f"`{verb.text}` is not a sentence the language knows",
                    did_you_mean(verb.text, [e.verb for e in EFFECTS]))  # fmt: skip
    passing = ""
    if verb.text in _NAMING:
        position = 2 if may else 1
        if len(lumps) <= position:
            raise Wrong("S009", span, f"write `{effect.pattern}`")
        passing = lumps[position].text
        lumps = [*lumps[:position], *lumps[position + 1 :]]
    node = parsed_acts(Text("", span, tuple(lumps))).nodes()[0]
    inner = _with(scope, code)
    test = node.args[4]
    jump = code.add("unless", condition(test, inner), 0) if isinstance(test, Node) else None
    try:
        _WRITERS[verb.text](Act(node, inner, span, may, passing), code)
    except Pattern as error:
        raise Wrong("S013", span, f"this sentence is written otherwise{': ' if str(error) else ''}{error}",
                    f"write `{effect.pattern}`") from error  # fmt: skip
    if jump is not None:
        jump[2] = code.end
