"""`titleworks compile`: a title as a rule table."""

from pathlib import Path
from typing import Annotated

import typer

from titleworks.command.common import write


def compile_command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="A title's name, a .18xx file or a compiled .json.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="File to write; otherwise the output.")] = None,
) -> None:
    """Compile a title to a rule table (JSON)."""
    from titleworks.compiler import table_bytes
    from titleworks.library import table_of

    write(table_bytes(table_of(title)).decode(), output)
