"""Reads a whole file: its lines, and what stands inside those whose form says how it is to be read."""

from collections.abc import Iterator

from titleworks.dsl.lines import File, Line, rest_of
from titleworks.dsl.lines import parse as parse_lines
from titleworks.dsl.parser import parse_acts, parse_cases, parse_expression
from titleworks.dsl.source import MOST_PROBLEMS, Problem, source_of


def parse(text: str, path: str) -> tuple[File, list[Problem]]:
    """A file's lines with their trees, and all problems of its syntax, sorted by place.

    Cells, pictures and heads stay lumps: only their schema knows how they are to be read. One mistake is one problem,
    at most a hundred are given.
    """
    file, problems = parse_lines(source_of(text, path))
    for line in _all(file.lines):
        if len(problems) >= MOST_PROBLEMS:
            break
        problems += _read(line)
    return file, sorted(problems, key=lambda problem: (problem.span, problem.code))[:MOST_PROBLEMS]


def _all(lines: list[Line]) -> Iterator[Line]:
    for line in lines:
        yield line
        yield from _all(line.children)


def _read(line: Line) -> list[Problem]:
    """Parse what stands inside a line into its trees; what is wrong with it."""
    condition = line.condition
    if line.kind in ("while", "if", "each"):
        condition = rest_of(line.head)
    problems: list[Problem] = []
    if condition is not None:
        line.condition_tree, problems = parse_expression(condition)
    if line.body is not None:
        read = parse_cases if line.kind in ("answer", "cases") else parse_acts
        line.tree, wrong = read(line.body)
        problems += wrong
    if problems and line.problem is None:
        line.problem = problems[0]
    return problems
