"""`titleworks reference`: the reference of the title language, from its schemas."""

from pathlib import Path
from typing import Annotated

import typer

from titleworks.command.common import write


def reference_command(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="File to write; otherwise the output.")] = None,
) -> None:
    """Print the reference of the title language (docs/reference.md)."""
    from titleworks.compiler import reference

    write(reference(), output)
