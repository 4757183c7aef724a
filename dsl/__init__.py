"""The syntax of the title language: source text to a tree of lines, and expressions inside a line. Knows no railway."""

from titleworks.dsl.lines import File, Line, parse
from titleworks.dsl.parser import parse_acts, parse_cases, parse_expression
from titleworks.dsl.source import Problem, Source, Span
from titleworks.dsl.tree import Node

__all__ = ["File", "Line", "Node", "Problem", "Source", "Span", "parse", "parse_acts", "parse_cases", "parse_expression"]
