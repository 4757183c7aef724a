"""The command `titleworks`: one module a command; what a command needs is imported when it runs."""

import gc
import os
import sys
from typing import Annotated

import typer

from titleworks.command.common import BAD_INPUT, tell, version
from titleworks.command.compile import compile_command
from titleworks.command.conformance import conformance_command
from titleworks.command.expand import expand_command
from titleworks.command.explain import explain_command
from titleworks.command.play import play_command
from titleworks.command.reference import reference_command
from titleworks.command.replay import replay_command
from titleworks.command.schema import schema_command
from titleworks.command.validate import validate_command
from titleworks.command.why import why_command

#: So many new objects are made before the collector of cycles looks at them. Titles, tables and games are trees that
#: live until a command leaves, and Python's own number (700) costs a quarter of the time of reading a title.
_OBJECTS_BEFORE_COLLECTING = 50_000

app = typer.Typer(
    name="titleworks",
    help="18xx titles as text: validate and compile them, play them, replay recorded games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"titleworks {version()}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version and leave.")
    ] = False,
) -> None:
    pass


app.command("validate")(validate_command)
app.command("explain")(explain_command)
app.command("compile")(compile_command)
app.command("schema")(schema_command)
app.command("expand")(expand_command)
app.command("why")(why_command)
app.command("replay")(replay_command)
app.command("conformance")(conformance_command)
app.command("play")(play_command)
app.command("reference")(reference_command)


def main() -> None:
    """Run the command. What a user can get wrong is said in a sentence, with exit code 2; nothing ends in a traceback.

    With TITLEWORKS_DEBUG set, unexpected errors keep their traceback.
    """
    gc.set_threshold(_OBJECTS_BEFORE_COLLECTING)
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("TITLEWORKS_DEBUG"):
            raise
        tell(_sentence(error))
        sys.exit(BAD_INPUT)


def _sentence(error: Exception) -> str:
    """An error for people; one that should not happen says so."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    from titleworks.library import TitleError
    from titleworks.runtime.documents import DocumentError
    from titleworks.runtime.errors import RecordError, Refused, TableError

    if isinstance(error, TitleError):
        return f"{error.report}\n{error}" if error.report else str(error)
    if isinstance(error, (DocumentError, RecordError, Refused, TableError)):
        return str(error)
    return f"internal error, please report it: {type(error).__name__}: {error} (set TITLEWORKS_DEBUG=1 to see where)"
