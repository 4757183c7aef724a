"""`titleworks expand`: a title with everything it includes and inherits."""

from typing import Annotated

import typer

from titleworks.command.common import fail


def expand_command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="A title's name or a .18xx file.")],
) -> None:
    """Print a title with all it includes and inherits written out."""
    from titleworks.compiler import expand
    from titleworks.library import source_of, table_of

    path = source_of(title)
    if path.suffix == ".json":
        fail("a compiled table cannot be expanded; name the title or its .18xx file")
    table_of(title)  # says what is wrong with the title, if anything is
    typer.echo(expand(path), nl=False)
