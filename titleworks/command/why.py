"""`titleworks why`: which line answers a question of the runtime."""

from typing import Annotated

import typer

from titleworks.command.common import fail


def why_command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="A title's name or a .18xx file.")],
    words: Annotated[list[str], typer.Argument(metavar="QUESTION [in THING]", help="e.g. train limit in phase 3")],
) -> None:
    """Show which line answers a question, and which lines it hides."""
    from titleworks.compiler import why
    from titleworks.library import source_of, table_of

    path = source_of(title)
    if path.suffix == ".json":
        fail("a compiled table has no lines; name the title or its .18xx file")
    table_of(title)  # says what is wrong with the title, if anything is
    question, _, thing = " ".join(words).partition(" in ")
    try:
        typer.echo(why(path, question.strip(), thing.strip() or None))
    except ValueError as error:
        fail(str(error))
