"""The reference page of the language, printed from its schemas: nothing stands here that a title may write."""

from collections.abc import Iterable, Iterator

from titleworks.compiler.explanations import CODES
from titleworks.compiler.prints import TERRAINS
from titleworks.compiler.schema import HEAD, SECTIONS, VARIANT
from titleworks.dsl.lexer import PARTICLES, RESERVED
from titleworks.runtime.table.vocabulary import (
    ATTRIBUTES,
    EFFECTS,
    ENDS,
    EVENTS,
    KINDS,
    MOMENTS,
    QUESTIONS,
    ROUND_KINDS,
    STEP_KINDS,
    ZONES,
)

#: Words of expressions, loosest binding first: (form, meaning).
EXPRESSIONS: tuple[tuple[str, str], ...] = (
    ("`A if C; B if D; E`", "cases: the first whose condition holds; in brackets they may stand inside an expression"),
    ("`C or D`, `C and D`, `not C`", "conditions"),
    ("`a is b`, `a is not b`", "equal; or: `a` has the yes/no word, class, zone or colour `b`"),
    ("`a is a player`", "what sort of thing: player, company, private, bank, pool"),
    ("`a in L`, `a not in L`", "among a list: `phase in (3, 4)`"),
    ("`at least`, `at most`, `more than`, `less than`", "order of numbers and phases; of a list: how many it has"),
    ("`a + b`, `a - b`", "sum, difference"),
    ("`a rounded up`, `a rounded down`", "to a whole number"),
    ("`a * b`, `a / b`, `half of a`, `quarter of a`", "product, exact quotient"),
    ("`price of company`", "an attribute of a thing; of a list: the list of its members' attributes"),
    ("`larger of (a, b)`, `smaller of (a, b)`", "bounds"),
    ("`any L`, `number of L`", "whether a list has something, and how many"),
    ("`sum of a across L`, `highest a across L`, `lowest a across L`", "over the things of a list"),
    ("`L where C`", "those of a list for which a condition holds"),
    ("`L by highest a by lowest b`", "a list in order"),
    ("`item 1 of L`, `top 3 of L`", "one thing of a list, the first things of a list"),
    ("`(a, b, c)`", "a list"),
    (
        "`companies`, `par cells`, `floated companies`",
        "all things of a kind; those with a zone, class, colour or yes/no word; `un` denies",
    ),
    ("`it`, `its price`", "the thing looked at in a list or an `each`"),
    ("`this`", "the thing of the paragraph"),
    ("`usual`", "the answer without this line"),
    ("`none`", "nothing"),
    ("`option NAME`", "whether an option is on"),
    ("`train 4`, `private TR`", "a thing by kind and name, where the name alone has several readings"),
)


def reference() -> str:
    """The page, as markdown."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield "# Reference of the title language"
    yield ""
    yield "Made by `titleworks reference` from the schemas of the compiler and the vocabulary of the rule table."
    yield ""
    yield from _head()
    yield from _sections()
    yield from _answers()
    yield from _play()
    yield from _expressions()
    yield from _codes()


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
    yield ""


def _code(text: str) -> str:
    return f"`{text}`"


def _head() -> Iterator[str]:
    yield "## Head"
    yield ""
    yield "Before the first heading stand answers about the title as a whole."
    yield ""
    yield from _table(("answer", "value", "meaning"), ((_code(a.name), a.cell, a.doc) for a in HEAD))


def _sections() -> Iterator[str]:
    yield "## Headings"
    yield ""
    yield "Every answer and rule may stand under any heading; tables and paragraphs stand where they are listed."
    yield "A heading of your own that is near to one of these is marked `##`. `# Option NAME` changes sections, each"
    yield "named and indented below it, and has a `text:`; `removed:` in a section takes things, rows or `paragraphs`"
    yield f"out. Below `# {VARIANT}` a title is changed as if by one that extends it."
    yield ""
    for section in SECTIONS:
        yield f"### {section.name}"
        yield ""
        yield f"{section.doc[0].upper()}{section.doc[1:]}."
        yield ""
        if section.answers:
            yield from _table(("answer", "value", "meaning"), ((_code(a.name), a.cell, a.doc) for a in section.answers))
        for table in section.tables:
            more = " Questions about them may be columns too." if table.answers else ""
            yield f"Table `{table.first} | ...`: {table.doc}.{more}"
            yield ""
            yield from _table(("column", "cell", "meaning"), ((_code(c.name), c.cell, c.doc) for c in table.columns))
    yield "Zones of the market by letter: " + ", ".join(f"`{letter}` {name}" for letter, name in ZONES.items()) + "."
    yield ""
    yield "Terrains: " + ", ".join(TERRAINS) + "."
    yield ""


def _answers() -> Iterator[str]:
    yield "## Answers"
    yield ""
    yield "What the game asks, about what (the first is the subject, whose attributes are said bare), and the default."
    yield ""
    rows = []
    for question in QUESTIONS:
        about = ", ".join(name if name == kind else f"{name} ({kind})" for name, kind in question.about)
        choices = f": {', '.join(question.choices)}" if question.choices else ""
        rows.append((_code(question.name), about, f"{question.type}{choices}", question.default, question.doc))
    yield from _table(("answer", "about", "value", "default", "meaning"), rows)


def _play() -> Iterator[str]:
    yield "## Rounds and steps"
    yield ""
    yield from _table(("round", "what it is"), ((_code(kind.name), kind.doc) for kind in ROUND_KINDS))
    yield from _table(("step", "waits, unless the title says otherwise, when", "what is done"),
                      ((_code(step.name), step.waits, step.doc) for step in STEP_KINDS))  # fmt: skip
    yield "## Rules"
    yield ""
    yield "`when EVENT if CONDITION: SENTENCE; SENTENCE`, or the sentences below it, indented. Blocks of sentences:"
    yield "`if CONDITION:`, `otherwise:`, `each LIST:`. A sentence may end in `if CONDITION`."
    yield ""
    yield from _table(
        ("event", "known in it", "when exactly"), ((_code(e.name), _known(e.knows), e.doc) for e in EVENTS)
    )
    yield "## Sentences"
    yield ""
    yield from _table(("pattern", "meaning"), ((_code(effect.pattern), effect.doc) for effect in EFFECTS))
    yield "## Powers"
    yield ""
    yield "`WHO may [once | twice] [a turn] NAME during MOMENTS if CONDITION:` and the sentences. WHO is `owner`,"
    yield "`owning player`, `owning company`, `operator`, or somebody known in the event."
    yield ""
    yield from _table(("moment", "when"), ((_code(moment.name), moment.doc) for moment in MOMENTS))
    yield "## Ends"
    yield ""
    yield "After a trigger the game ends " + ", ".join(ENDS) + "."
    yield ""


def _known(knows: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(name if name == kind else f"{name} ({kind})" for name, kind in knows)


def _expressions() -> Iterator[str]:
    yield "## Expressions"
    yield ""
    yield "Loosest first."
    yield ""
    yield from _table(("form", "meaning"), EXPRESSIONS)
    yield "Reserved words: " + ", ".join(sorted(RESERVED)) + ". Small words: " + ", ".join(sorted(PARTICLES)) + "."
    yield ""
    yield "Kinds: " + ", ".join(f"{kind} ({plural})" for kind, plural in KINDS.items()) + "."
    yield ""
    yield "## Attributes"
    yield ""
    rows = []
    for attribute in ATTRIBUTES:
        argument = f" (of a {attribute.argument})" if attribute.argument else ""
        rows.append((attribute.about, _code(attribute.name) + argument, attribute.type, attribute.doc))
    yield from _table(("of", "attribute", "type", "meaning"), rows)


def _codes() -> Iterator[str]:
    yield "## Findings"
    yield ""
    yield "`titleworks explain CODE` shows each with an example."
    yield ""
    yield from _table(
        ("code", "title", "meaning"), ((code, row.title, row.text) for code, row in sorted(CODES.items()))
    )
