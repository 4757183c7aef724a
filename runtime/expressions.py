"""Expressions of a rule table, prepared once as closures.

A prepared expression is a `Node`: either a constant or a function `f(game, env) -> value`. `env` is a tuple: the
parameters of the answer, rule or power, then its passing names, then the elements looked at (`["it", depth]`).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from titleworks.runtime import bid_boxes, stations
from titleworks.runtime.attributes import ATTRIBUTE_READERS
from titleworks.runtime.errors import TableError
from titleworks.runtime.table.vocabulary import ATTRIBUTE

if TYPE_CHECKING:
    from titleworks.runtime.rules import Rules

Function = Callable[[Any, tuple[Any, ...]], Any]


class Node(NamedTuple):
    """A prepared expression: a constant (`function` None), or a function of game and env.

    `position`: if it only looks up something in env, where, so that what works on it can look there itself.
    """

    constant: Any
    function: Function | None
    position: int | None = None

    def as_function(self) -> Function:
        """The node as a function, also if it is constant."""
        if self.function is not None:
            return self.function
        constant = self.constant
        return lambda game, env: constant

    @property
    def is_constant(self) -> bool:
        """Whether the value never changes during a game."""
        return self.function is None


class Scope(NamedTuple):
    """What names mean in an expression: positions of parameters and passing names in `env`, `this`, and `usual`."""

    rules: "Rules"
    names: dict[str, int]
    this: Any = None
    usual: Node | None = None

    @property
    def base(self) -> int:
        """Position in `env` of the outermost element looked at."""
        return len(self.names)


Builder = Callable[[list[Any], Scope], Node]
_BUILDERS: dict[str, Builder] = {}


def _operator(name: str) -> Callable[[Builder], Builder]:
    def register(builder: Builder) -> Builder:
        _BUILDERS[name] = builder
        return builder

    return register


def prepare(expression: Any, scope: Scope) -> Node:
    """The expression as a node. Raises TableError where it is not one."""
    if isinstance(expression, (list, tuple)):
        if not expression or not isinstance(expression[0], str):
            raise TableError(f"not an expression: {expression!r}")
        builder = _BUILDERS.get(expression[0])
        if builder is None:
            raise TableError(f"unknown operator {expression[0]!r}")
        try:
            return builder(list(expression[1:]), scope)
        except (IndexError, ValueError, TypeError, KeyError) as error:
            raise TableError(f"wrong arguments in {expression!r}: {error}") from error
    if expression is None or isinstance(expression, (bool, int, str)):
        return Node(expression, None)
    raise TableError(f"not an expression: {expression!r}")


def constant(value: Any) -> Node:
    """A node that is always `value`."""
    return Node(value, None)


def _fold(function: Callable[..., Any], nodes: Sequence[Node]) -> Node:
    """`function` over the values of the nodes; done now if all are constant."""
    if all(node.function is None for node in nodes):
        return Node(function(*(node.constant for node in nodes)), None)
    if len(nodes) == 1:
        position, only = nodes[0].position, nodes[0].as_function()
        if position is not None:
            return Node(None, lambda game, env: function(env[position]))
        return Node(None, lambda game, env: function(only(game, env)))
    if len(nodes) == 2:
        a, b = nodes
        if b.function is None:
            left, right = a.as_function(), b.constant
            return Node(None, lambda game, env: function(left(game, env), right))
        left, second = a.as_function(), b.function
        return Node(None, lambda game, env: function(left(game, env), second(game, env)))
    functions = [node.as_function() for node in nodes]
    return Node(None, lambda game, env: function(*[f(game, env) for f in functions]))


def _each(args: list[Any], scope: Scope) -> list[Node]:
    return [prepare(arg, scope) for arg in args]


@_operator("thing")
def _thing(args: list[Any], scope: Scope) -> Node:
    return constant(scope.rules.thing(args[0], args[1]))


@_operator("percent")
def _percent(args: list[Any], scope: Scope) -> Node:
    return constant(args[0])


@_operator("float")
def _float(args: list[Any], scope: Scope) -> Node:
    how = args[1]
    return _fold(lambda share: (share, how), [prepare(args[0], scope)])


@_operator("moves")
def _moves(args: list[Any], scope: Scope) -> Node:
    directions = [move[0] for move in args[0]]
    amounts = [prepare(move[1], scope) for move in args[0]]
    return _fold(lambda *steps: tuple(zip(directions, steps, strict=True)), amounts)


@_operator("range")
def _range(args: list[Any], scope: Scope) -> Node:
    return _fold(lambda low, high: (low, high), _each(args, scope))


@_operator("this")
def _this(args: list[Any], scope: Scope) -> Node:
    return constant(scope.this)


@_operator("arg")
def _arg(args: list[Any], scope: Scope) -> Node:
    if args[0] not in scope.names:
        raise TableError(f"no parameter {args[0]!r} here")
    return _looked_up(scope.names[args[0]])


_operator("local")(_arg)


@_operator("it")
def _it(args: list[Any], scope: Scope) -> Node:
    return _looked_up(scope.base + args[0])


def _looked_up(position: int) -> Node:
    return Node(None, lambda game, env: env[position], position)


@_operator("get")
def _get(args: list[Any], scope: Scope) -> Node:
    reader = ATTRIBUTE_READERS.get(args[0])
    if reader is None:
        raise TableError(f"unknown attribute {args[0]!r}")
    known = scope.rules.constant_attributes.get(args[0])
    if known is not None:
        return constant(known)
    nodes = _each(args[1:], scope)
    if not nodes:
        return Node(None, lambda game, env: reader(game))
    if len(nodes) == 1:
        return _read_of(reader, nodes[0])
    subject, argument = nodes[0].as_function(), nodes[1].as_function()

    def read_with(game: Any, env: tuple[Any, ...]) -> Any:
        thing = subject(game, env)
        return None if thing is None else reader(game, thing, argument(game, env))

    return Node(None, read_with)


def _read_of(reader: Callable[..., Any], subject: Node) -> Node:
    """An attribute of the subject; none of none."""
    if subject.is_constant:
        known = subject.constant
        return constant(None) if known is None else Node(None, lambda game, env: reader(game, known))
    position, function = subject.position, subject.as_function()

    def read(game: Any, env: tuple[Any, ...]) -> Any:
        thing = function(game, env) if position is None else env[position]
        return None if thing is None else reader(game, thing)

    return Node(None, read)


@_operator("state")
def _state(args: list[Any], scope: Scope) -> Node:
    word = scope.rules.word_number(args[0])
    first = scope.rules.word_first(word)
    if len(args) == 1:
        return Node(None, lambda game, env: game.state.words[word].get(None, first))
    subject = prepare(args[1], scope).as_function()
    return Node(None, lambda game, env: game.state.words[word].get(subject(game, env), first))


@_operator("defined")
def _defined(args: list[Any], scope: Scope) -> Node:
    definition = scope.rules.definition(args[0])
    if definition.about is None:
        plain = prepare(definition.value, Scope(scope.rules, {}))
        if plain.function is None:
            return plain
        alone = plain.function
        return Node(None, lambda game, env: alone(game, ()))
    inner = prepare(definition.value, Scope(scope.rules, {definition.about: 0})).as_function()
    subject = prepare(args[1], scope).as_function()
    return Node(None, lambda game, env: inner(game, (subject(game, env),)))


@_operator("ask")
def _ask(args: list[Any], scope: Scope) -> Node:
    name = scope.rules.ask_name(args[0])
    nodes = [node.as_function() for node in _each(args[1:], scope)]
    return Node(None, lambda game, env: getattr(game.ask, name)(game, *[node(game, env) for node in nodes]))


@_operator("usual")
def _usual(args: list[Any], scope: Scope) -> Node:
    if scope.usual is None:
        raise TableError("`usual` stands where there is no outer answer")
    if scope.usual.function is None:
        return scope.usual
    outer, count = scope.usual.function, len(scope.names)
    return Node(None, lambda game, env: outer(game, env[:count]))


@_operator("option")
def _option(args: list[Any], scope: Scope) -> Node:
    return constant(args[0] in scope.rules.options)


@_operator("and")
def _and(args: list[Any], scope: Scope) -> Node:
    nodes = [node for node in _each(args, scope) if not node.is_constant or not node.constant]
    if any(node.is_constant for node in nodes):
        return constant(False)
    return reduce(_both, reversed(nodes)) if nodes else constant(True)


def _both(then: Node, first: Node) -> Node:
    one, other = first.as_function(), then.as_function()
    return Node(None, lambda game, env: bool(one(game, env) and other(game, env)))


@_operator("or")
def _or(args: list[Any], scope: Scope) -> Node:
    nodes = [node for node in _each(args, scope) if not node.is_constant or node.constant]
    if any(node.is_constant for node in nodes):
        return constant(True)
    return reduce(_either, reversed(nodes)) if nodes else constant(False)


def _either(then: Node, first: Node) -> Node:
    one, other = first.as_function(), then.as_function()
    return Node(None, lambda game, env: bool(one(game, env) or other(game, env)))


def _divide(a: Any, b: Any) -> Any:
    if b == 0:
        return 0
    exact = Fraction(a) / b
    return exact.numerator if exact.denominator == 1 else exact


def _larger(*values: Any) -> Any:
    return max(value for value in values if value is not None)


def _smaller(*values: Any) -> Any:
    return min(value for value in values if value is not None)


def _equal(a: Any, b: Any) -> bool:
    """Equality; several words are one word if they are this one only."""
    return bool(a == b or (a.__class__ is tuple and b.__class__ is str and a == (b,)))


def _number(value: Any) -> Any:
    return 0 if value is None else value


_PLAIN: dict[str, Callable[..., Any]] = {
    "not": lambda a: not a,
    "=": _equal,
    "!=": lambda a, b: not _equal(a, b),
    # what is ordered is no for `none`
    ">": lambda a, b: a is not None and b is not None and a > b,
    ">=": lambda a, b: a is not None and b is not None and a >= b,
    "<": lambda a, b: a is not None and b is not None and a < b,
    "<=": lambda a, b: a is not None and b is not None and a <= b,
    "in": lambda a, b: b is not None and a in b,
    "+": lambda *values: sum([value for value in values if value is not None]),
    "/": _divide,
    "round up": lambda a: -((-a) // 1),
    "round down": lambda a: a // 1,
    "larger": _larger,
    "smaller": _smaller,
    "list": lambda *values: tuple(values),
    "number": lambda a: len(a) if a else 0,
    "item": lambda n, a: a[n - 1] if a and 0 < n <= len(a) else None,
    "top": lambda n, a: tuple(a[:n]) if a else (),
}


def _plain_builder(function: Callable[..., Any]) -> Builder:
    return lambda args, scope: _fold(function, _each(args, scope))


for _name, _function in _PLAIN.items():
    _BUILDERS[_name] = _plain_builder(_function)


@_operator("-")
def _minus(args: list[Any], scope: Scope) -> Node:
    nodes = _each(args, scope)
    if len(nodes) == 1:
        return _fold(lambda a: -_number(a), nodes)
    return _fold(lambda a, b: _number(a) - _number(b), nodes)


def _product(*values: Any) -> Any:
    result = 1
    for value in values:
        result *= _number(value)
    return result


_BUILDERS["*"] = _plain_builder(_product)


@_operator("is a")
def _is_a(args: list[Any], scope: Scope) -> Node:
    kind, rules = args[1], scope.rules
    tests: dict[str, Callable[[Any], bool]] = {
        "player": lambda e: e is not None and rules.is_player(e),
        "company": lambda e: e is not None and rules.is_company(e),
        "private": lambda e: e is not None and rules.is_private(e),
        "bank": lambda e: e == rules.bank,
        "pool": lambda e: e == rules.pool,
        "IPO": lambda e: e == rules.ipo,
    }
    return _fold(tests[kind], [prepare(args[0], scope)])


@_operator("all")
def _all(args: list[Any], scope: Scope) -> Node:
    if args[0] == "lot":
        return Node(None, lambda game, env: bid_boxes.lots(game))
    if args[0] == "company":
        return Node(None, lambda game, env: tuple(game.state.companies))
    if args[0] == "private":
        return Node(None, lambda game, env: tuple(game.state.privates))
    if args[0] == "player":  # in player order, so that what is sorted keeps it where it ties
        return Node(None, lambda game, env: tuple(game.state.order))
    if args[0] == "token":
        return Node(None, lambda game, env: stations.all_tokens(game))
    return constant(tuple(scope.rules.all_things(args[0])))


@_operator("cells")
def _cells(args: list[Any], scope: Scope) -> Node:
    rules = scope.rules
    zone = None if args[0] is None else rules.zone_name(args[0])
    return constant(tuple(i for i, cell in enumerate(rules.cells) if zone is None or zone in cell.zones))


@_operator("where")
def _where(args: list[Any], scope: Scope) -> Node:
    if args[0] == ["all", "company"] and _is_zone_test(args[1], scope):
        return _companies_in_zone(args[1][1][2], scope)
    items, condition = prepare(args[0], scope).as_function(), prepare(args[1], scope).as_function()
    return Node(None, lambda game, env: tuple([x for x in items(game, env) or () if condition(game, (*env, x))]))


@_operator("any")
def _any(args: list[Any], scope: Scope) -> Node:
    if args[0][:1] != ["where"]:
        return _fold(bool, _each(args, scope))
    items, condition = prepare(args[0][1], scope).as_function(), prepare(args[0][2], scope).as_function()
    return Node(None, lambda game, env: any(condition(game, (*env, x)) for x in items(game, env) or ()))


def _is_zone_test(condition: Any, scope: Scope) -> bool:
    return bool(
        isinstance(condition, list)
        and condition[:1] == ["in"]
        and condition[2] == ["get", "company.zones", ["it", 0]]
        and isinstance(condition[1], list)
        and condition[1][:2] == ["thing", "zone"]
    )


def _companies_in_zone(zone: int, scope: Scope) -> Node:
    """The companies whose cell lies in a zone: asked after every action where it ends the game or a company."""
    cells = frozenset(cell for cell, zones in enumerate(scope.rules.zones_of_cell) if zone in zones)

    def found(game: Any, env: tuple[Any, ...]) -> tuple[int, ...]:
        cell = game.state.cell
        return tuple([company for company in game.state.companies if cell[company] in cells])

    return Node(None, found)


@_operator("map")
def _map(args: list[Any], scope: Scope) -> Node:
    items, value = prepare(args[0], scope).as_function(), prepare(args[1], scope).as_function()
    if isinstance(args[1], list) and args[1][:1] == ["get"] and _is_place(args[1][1]):
        return Node(None, lambda game, env: tuple(value(game, (*env, x)) for x in items(game, env) or ()))

    def mapped(game: Any, env: tuple[Any, ...]) -> tuple[Any, ...]:
        result: list[Any] = []
        for x in items(game, env) or ():
            got = value(game, (*env, x))
            if isinstance(got, (tuple, list)):
                result.extend(got)
            elif got is not None:
                result.append(got)
        return tuple(result)

    return Node(None, mapped)


def _is_place(attribute: str) -> bool:
    """Whether the values of an attribute are single things that the runtime holds as tuples."""
    about, _, name = attribute.partition(".")
    known = ATTRIBUTE.get((about, name))
    return known is not None and known.type in ("stop", "city", "leg", "route")


@_operator("by")
def _by(args: list[Any], scope: Scope) -> Node:
    items = prepare(args[0], scope).as_function()
    keys = [(-1 if way == "highest" else 1, prepare(key, scope).as_function()) for way, key in args[1]]

    def ordered(game: Any, env: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(
            sorted(items(game, env) or (), key=lambda x: [sign * _number(key(game, (*env, x))) for sign, key in keys])
        )

    return Node(None, ordered)


def _over(gather: Callable[[list[Any]], Any]) -> Builder:
    def builder(args: list[Any], scope: Scope) -> Node:
        items, value = prepare(args[0], scope).as_function(), prepare(args[1], scope).as_function()
        return Node(None, lambda game, env: gather([_number(value(game, (*env, x))) for x in items(game, env) or ()]))

    return builder


_BUILDERS["sum"] = _over(sum)
_BUILDERS["highest"] = _over(lambda values: max(values, default=None))
_BUILDERS["lowest"] = _over(lambda values: min(values, default=None))


@_operator("cases")
def _cases(args: list[Any], scope: Scope) -> Node:
    pairs = [(prepare(condition, scope), prepare(value, scope)) for condition, value in args[:-1]]
    return cases(pairs, prepare(args[-1], scope))


def cases(pairs: list[tuple[Node, Node]], last: Node) -> Node:
    """The value of the first pair whose condition holds, otherwise `last`."""
    kept: list[tuple[Node, Node]] = []
    for condition, value in pairs:
        if condition.function is None:
            if not condition.constant:
                continue
            last = value
            break
        kept.append((condition, value))
    if not kept:
        return last
    functions = [(condition.as_function(), value.as_function()) for condition, value in kept]
    otherwise = last.as_function()
    if len(functions) == 1:
        [(only_condition, only_value)] = functions
        return Node(
            None,
            lambda game, env: only_value(game, env) if only_condition(game, env) else otherwise(game, env),
        )

    def choose(game: Any, env: tuple[Any, ...]) -> Any:
        for condition, value in functions:
            if condition(game, env):
                return value(game, env)
        return otherwise(game, env)

    return Node(None, choose)
