"""`titleworks explain`: what a diagnostic means."""

from typing import Annotated

import typer

from titleworks.command.common import fail


def explain_command(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Code of a diagnostic, as in `error C012`.")],
) -> None:
    """Say what a diagnostic means, with an example and the mend."""
    from titleworks.compiler import codes, explain

    wanted = code.strip().upper()
    found = explain(wanted)
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(wanted, codes(), n=3) or codes()[:3]
        fail(f"there is no diagnostic {code}; there are {', '.join(near)} ...")
    typer.echo(f"{wanted}: {found.title}\n\n{found.text.strip()}")
    if found.example:
        typer.echo("\nWrong:\n\n" + _indented(found.example))
    if found.mend:
        typer.echo("\nRight:\n\n" + _indented(found.mend))


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.strip("\n").split("\n"))
