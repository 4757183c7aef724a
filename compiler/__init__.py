"""The compiler: a title's text to a rule table, with all that is wrong in it explained."""

from titleworks.compiler.compiling import Compiled, compile_file, compile_source, compile_text, table_bytes
from titleworks.compiler.diagnostics import Diagnostic, render

__all__ = ["Compiled", "Diagnostic", "compile_file", "compile_source", "compile_text", "render", "table_bytes"]
