"""The compiler: a title's text to a rule table, with all that is wrong in it explained.

Names are imported when they are first used: to explain a code needs no compiler, to compile no explanations.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from titleworks.compiler.compiling import (
        Compiled,
        compile_file,
        compile_path,
        compile_source,
        compile_text,
        table_bytes,
    )
    from titleworks.compiler.diagnostics import Diagnostic, Explanation, render
    from titleworks.compiler.expanding import expand
    from titleworks.compiler.ladder import why
    from titleworks.compiler.reference_page import reference

_PLACES = {
    "Compiled": "compiling",
    "Diagnostic": "diagnostics",
    "Explanation": "diagnostics",
    "compile_file": "compiling",
    "compile_path": "compiling",
    "compile_source": "compiling",
    "compile_text": "compiling",
    "expand": "expanding",
    "reference": "reference_page",
    "render": "diagnostics",
    "table_bytes": "compiling",
    "why": "ladder",
}

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


def explain(code: str) -> "Explanation | None":
    """What a code means, with an example and the mend; None if there is no such code."""
    from titleworks.compiler.explanations import CODES

    return CODES.get(code.upper())


def codes() -> list[str]:
    """All codes of findings, sorted."""
    from titleworks.compiler.explanations import CODES

    return sorted(CODES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'titleworks.compiler' has no attribute {name!r}")
    value = getattr(import_module(f"titleworks.compiler.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
