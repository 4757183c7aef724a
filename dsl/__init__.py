"""The syntax of the title language: source text to a tree of lines, and what stands inside a line to nodes.

Knows no railway. `parse(text, path)` reads a whole file; `parse_cases`, `parse_value`, `parse_expression`, `parse_acts`
and `parse_call` read what stands inside a line; `format_text` lays a file out. None of them raises on any text: what is
wrong with it comes back as `Problem`s with exact places.
"""

from titleworks.dsl.format import format_text
from titleworks.dsl.lines import File, Line, Text
from titleworks.dsl.parser import parse_acts, parse_call, parse_cases, parse_expression, parse_value
from titleworks.dsl.reading import parse
from titleworks.dsl.source import Problem, Source, Span, decode, source_of
from titleworks.dsl.tree import Lump, Node, shape

__all__ = [
    "File",
    "Line",
    "Lump",
    "Node",
    "Problem",
    "Source",
    "Span",
    "Text",
    "decode",
    "format_text",
    "parse",
    "parse_acts",
    "parse_call",
    "parse_cases",
    "parse_expression",
    "parse_value",
    "shape",
    "source_of",
]
