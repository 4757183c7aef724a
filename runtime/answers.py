"""The answers to the runtime's questions: the title's layers, innermost first, over the documented defaults.

`Answers` has one method a question, named as in the vocabulary with `_` for blanks and hyphens, called with the game
and what the question is about: `game.ask.train_limit(game, company)`.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from titleworks.runtime import defaults
from titleworks.runtime.errors import TableError
from titleworks.runtime.expressions import Function, Node, Scope, cases, constant, prepare
from titleworks.runtime.table.models import Layer, Table
from titleworks.runtime.table.vocabulary import ATTRIBUTE, QUESTION, QUESTIONS, Question, method_name

if TYPE_CHECKING:
    from titleworks.runtime.rules import Rules

Method = Callable[..., Any]

#: Operators and attributes of answers that depend on nothing but the phase and what is asked about.
_STEADY = frozenset(
    (
        *("cases", "arg", "this", "option", "usual", "thing", "list", "percent", "float", "range", "moves"),
        *("=", "!=", ">", ">=", "<", "<=", "in", "and", "or", "not"),
        *("+", "-", "*", "/", "larger", "smaller", "round up", "round down"),
    )
)
#: Kinds whose things are the same all through the game, so that few answers about them are kept.
_LASTING = ("game", "company", "private", "certificate", "train", "train kind", "phase", "hex", "tile", "token", "cell")


class Answers:
    """One method a question; `constants` holds the answers that never change during a game, by method name.

    `answered`: method names of what the title answers. `steady`: of the answers that, about the same things, only the
    phase can change. `uses`: by method name, the parameters that its answers look
    at; others may be given as None.
    """

    def __init__(self, rules: "Rules", table: Table) -> None:
        self.constants: dict[str, Any] = {}
        self.uses: dict[str, frozenset[str]] = {}
        self.answered: set[str] = set()
        self.steady: set[str] = set()
        self._rules = rules
        unknown = sorted(set(table.questions) - set(QUESTION))
        if unknown:
            raise TableError(f"unknown question {unknown[0]!r}")
        for question in QUESTIONS:
            layers = [layer for layer in table.questions.get(question.name, []) if rules.guard(layer.guard)]
            self._answer(question, layers)

    def __getattr__(self, name: str) -> Method:
        raise AttributeError(f"no question {name!r}")

    def is_default(self, name: str) -> bool:
        """Whether the title leaves a question (by method name) to its default function."""
        return getattr(self, name) is getattr(defaults, name, None)

    def _answer(self, question: Question, layers: list[Layer]) -> None:
        name = method_name(question.name)
        if question.default == "required" and not layers:
            raise TableError(f"the title does not answer {question.name!r}")
        self.uses[name] = frozenset(_parameters([layer.cases for layer in layers]))
        if not layers and name not in defaults.CONSTANTS:
            setattr(self, name, getattr(defaults, name))
            return
        if layers:
            self.answered.add(name)
        names = {parameter: position for position, (parameter, _) in enumerate(question.about)}
        usual = _default(name)
        if question.default == "required" and name in ("cash", "certificate_limit", "train_limit"):
            usual = Node(None, _unanswered(question.name))
        plain = self._chain([layer for layer in layers if layer.place is None], names, usual)
        places = {layer.place for layer in layers if layer.place is not None}
        if not places:
            self._set(name, plain)
            self._remember(question, name, layers, False)
            return
        by_subject: dict[int, Function] = {}
        for place in sorted(places):
            chain = [layer for layer in layers if layer.place is None or layer.place == place]
            by_subject[self._rules.thing(*place)] = self._chain(chain, names, usual).as_function()
        otherwise = plain.as_function()

        def placed(game: Any, *about: Any) -> Any:
            return by_subject.get(about[0], otherwise)(game, about)

        setattr(self, name, placed)
        self._remember(question, name, layers, True)

    def _remember(self, question: Question, name: str, layers: list[Layer], by_subject: bool) -> None:
        """What an answer says that only the phase can change is kept by phase and by what it looks at."""
        steady = name in defaults.CONSTANTS and all(
            (layer.this is None or layer.this[0] != "private") and _is_steady(layer.cases) for layer in layers
        )
        if steady:
            self.steady.add(name)
        if name in self.constants or not layers or not steady:
            return
        method, uses = getattr(self, name), self.uses[name]
        looked_at = [
            n for n, (parameter, _) in enumerate(question.about) if parameter in uses or (by_subject and not n)
        ]
        kept: dict[tuple[Any, ...], Any] = {}

        def remembered(game: Any, *about: Any) -> Any:
            key = (game.state.phase, *[about[n] for n in looked_at])
            if key not in kept:
                kept[key] = method(game, *about)
            return kept[key]

        setattr(self, name, remembered)

    def _set(self, name: str, node: Node) -> None:
        if node.function is None:
            value = node.constant
            self.constants[name] = value
            setattr(self, name, lambda game, *about: value)
            return
        function = node.function
        setattr(self, name, lambda game, *about: function(game, about))

    def _chain(self, layers: list[Layer], names: dict[str, int], usual: Node) -> Node:
        """The layers (innermost first) as one node; each is the `usual` of the one before."""
        for layer in reversed(layers):
            this = layer.this or layer.place
            scope = Scope(self._rules, names, None if this is None else self._rules.thing(*this), usual)
            alive = _while_open(layer)
            pairs = [(prepare(alive(condition), scope), prepare(value, scope)) for condition, value in layer.cases]
            usual = cases(pairs, usual)
        return usual


def _parameters(value: Any) -> Iterator[str]:
    """The parameters that expressions look at."""
    if isinstance(value, (list, tuple)):
        if len(value) == 2 and value[0] == "arg":
            yield value[1]
        for part in value:
            yield from _parameters(part)


def _is_steady(value: Any) -> bool:
    """Whether expressions in it depend on nothing but the phase, the set-up and parameters."""
    if not isinstance(value, (list, tuple)):
        return True
    if value and isinstance(value[0], str):
        if value[0] == "get":
            about, _, name = value[1].partition(".")
            lasting = about in _LASTING and {"phase"}.issuperset(ATTRIBUTE[about, name].reads)
            return lasting and all(_is_steady(part) for part in value[2:])
        if value[0] not in _STEADY and len(value) > 1:
            return False
    return all(_is_steady(part) for part in value)


def _while_open(layer: Layer) -> Callable[[Any], Any]:
    """What a private's paragraph says `while` something holds, it says only as long as the private is open."""
    if layer.this is None or layer.this[0] != "private":
        return lambda condition: True if condition is None else condition
    closed = ["get", "private.closed", ["this"]]
    return lambda condition: ["not", closed] if condition is None else ["and", ["not", closed], condition]


def _unanswered(name: str) -> Function:
    def fail(game: Any, env: Any) -> Any:
        raise TableError(f"the title does not answer {name!r} in every case, and it has no default")

    return fail


def _default(name: str) -> Node:
    """The documented default of a question as a node."""
    if name in defaults.CONSTANTS:
        return constant(defaults.CONSTANTS[name])
    native = getattr(defaults, name)
    return Node(None, lambda game, env: native(game, *env))
