"""The compiler: a title's text to a rule table, with all that is wrong in it explained."""

from pathlib import Path

from titleworks.compiler.compiling import (
    Compiled,
    compile_file,
    compile_path,
    compile_source,
    compile_text,
    table_bytes,
)
from titleworks.compiler.diagnostics import Diagnostic, Explanation, render

# What explains titles is read only when it is asked for: validating a title must be quick.


def explain(code: str) -> Explanation | None:
    """What a code means, with an example and the mend; None if there is no such code."""
    from titleworks.compiler.explanations import CODES

    return CODES.get(code.upper())


def codes() -> list[str]:
    """All codes of findings, sorted."""
    from titleworks.compiler.explanations import CODES

    return sorted(CODES)


def why(title: "Path | str | Compiled", question: str, thing: str | None = None) -> str:
    """Which lines answer a question of the game, innermost first, and what they hide. Raises ValueError, OSError."""
    from titleworks.compiler.ladder import why as explained

    return explained(title, question, thing)


def expand(path: Path | str) -> str:
    """A title with all it includes and extends, written out as one file. Raises ValueError, OSError."""
    from titleworks.compiler.expanding import expand as expanded

    return expanded(path)


def reference() -> str:
    """The reference of the title language as markdown, made from its schemas."""
    from titleworks.compiler.reference_page import reference as page

    return page()


__all__ = [
    "Compiled",
    "Diagnostic",
    "Explanation",
    "codes",
    "compile_file",
    "compile_path",
    "compile_source",
    "compile_text",
    "expand",
    "explain",
    "reference",
    "render",
    "table_bytes",
    "why",
]
