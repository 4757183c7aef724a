"""Which line answers a question of the game, and which it hides: the ladder of answers, printed."""

from pathlib import Path

from titleworks.compiler.answers import Answer
from titleworks.compiler.compiling import Compiled, compile_path
from titleworks.compiler.diagnostics import did_you_mean, source_text
from titleworks.runtime.table.vocabulary import QUESTION, Question

_RANKS = {
    "while": "while it holds, in the paragraph of",
    "paragraph": "paragraph of",
    "row": "row of",
    "class": "paragraph of the class",
    "plain": "plain answer",
    "keyed": "table by",
}
_KEYS = {"game.phase": "phase", "game.player count": "players", "company.zones": "zone"}


def why(title: Path | str | Compiled, question: str, thing: str | None = None) -> str:
    """The answers of a title to a question, innermost first, and what each leaves to the next.

    `thing`: only what can answer for this one (`company KO`, or its name if no other thing has it).
    Raises ValueError, with a sentence, if the question or thing is unknown or the title does not compile.
    """
    asked = QUESTION.get(question)
    if asked is None:
        raise ValueError(f"there is no question `{question}`; {did_you_mean(question, list(QUESTION))}".rstrip("; "))
    compiled = title if isinstance(title, Compiled) else compile_path(title)
    if compiled.table is None or compiled.play is None:
        raise ValueError("the title does not compile")
    place = None if thing is None else _thing(compiled, asked, thing)
    ladder = compiled.play.answers.ladder(question)
    if place is not None:
        ladder = [answer for answer in ladder if answer.place in (None, place)]
    return "\n".join(_lines(compiled, asked, ladder, place is not None))


def _lines(compiled: Compiled, question: Question, ladder: list[Answer], one_thing: bool) -> list[str]:
    about = ", ".join(name for name, _ in question.about)
    lines = [f"{question.name}{f' ({about})' if about else ''}: {question.doc}"]
    closed: Answer | None = None
    for number, answer in enumerate(ladder, 1):
        path = compiled.title.sources[answer.item.source].path
        hidden = "  (hidden)" if closed is not None else ""
        option = f", option {answer.item.option}" if answer.item.option else ""
        lines.append(
            f"{number:>3}. {Path(path).name}:{answer.where.span.line}: {_rank(compiled, answer)}{option}{hidden}"
        )
        lines.append(f"       {_text(compiled, answer)}")
        if not answer.asks_usual and answer.item.option is None and (one_thing or answer.place is None):
            closed = closed or answer
    hidden = "  (hidden)" if closed is not None else ""
    default = "none: a title must answer" if question.default == "required" else question.default
    lines.append(f"{len(ladder) + 1:>3}. default{hidden}")
    lines.append(f"       {default}")
    return lines


def _rank(compiled: Compiled, answer: Answer) -> str:
    text = _RANKS[answer.rank]
    things = compiled.title.names.things
    if answer.rank == "keyed" and answer.keys is not None:
        attribute, values = answer.keys
        kind = _KEYS[attribute]
        named = list(things.get(kind, {}))
        return f"{text} {kind}, " + ", ".join(named[value] if named else str(value) for value in values)
    place = answer.place or answer.this
    if place is not None:
        return f"{text} {'train' if place[0] == 'train kind' else place[0]} {list(things[place[0]])[place[1]]}"
    return f"{text} {answer.item.line.head.text}" if answer.rank == "class" else text


def _text(compiled: Compiled, answer: Answer) -> str:
    """The answer as it stands in its file."""
    source = compiled.title.sources[answer.item.source]
    if answer.text is not None:
        return source_text(source, answer.text.span)
    if answer.line.body is not None:
        return source_text(source, answer.line.body.span)
    return "; ".join(source_text(source, child.body.span) for child in answer.line.children if child.body is not None)


def _thing(compiled: Compiled, question: Question, text: str) -> tuple[str, int]:
    """A thing by its name, with its kind before it if several have the name. Raises ValueError."""
    things = compiled.title.names.things
    subject = question.about[0][1] if question.about else None
    first, _, rest = text.partition(" ")
    kind = "train kind" if first == "train" else first
    if kind in things and rest in things[kind]:
        return kind, things[kind][rest]
    kinds = [kind for kind, named in things.items() if text in named]
    if subject in kinds:
        return subject, things[subject][text]
    if len(kinds) == 1:
        return kinds[0], things[kinds[0]][text]
    if kinds:
        spelled = " or ".join(f"`{kind} {text}`" for kind in kinds)
        raise ValueError(f"`{text}` is the name of several things; write {spelled}")
    known = [name for named in things.values() for name in named]
    raise ValueError(f"there is no `{text}` in the title; {did_you_mean(text, known)}".rstrip("; "))
