"""`titleworks validate`: all that is wrong with titles, for people and for machines."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from titleworks.command.common import BAD_INPUT, FOUND, tell

if TYPE_CHECKING:
    from titleworks.command.findings import Findings


class Format(StrEnum):
    """How findings are printed."""

    text = "text"
    json = "json"
    github = "github"
    sarif = "sarif"


def validate_command(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help=".18xx files, folders of them, or titles.")],
    format: Annotated[Format, typer.Option(help="How findings are printed.")] = Format.text,
) -> None:
    """Check titles and report all that is wrong; exit 0 clean, 1 errors, 2 cannot read."""
    from titleworks.command.findings import Findings, in_format

    findings = Findings()
    unread = False
    for path in _files(paths):
        unread |= not _validate(path, findings)
    text = in_format(format.value, findings)
    if text:
        typer.echo(text)
    if format is Format.text:
        tell(findings.summary())
    if unread:
        raise typer.Exit(BAD_INPUT)
    if findings.errors:
        raise typer.Exit(FOUND)


def _files(paths: list[str]) -> list[Path]:
    """The files meant: those named, those in folders that are titles (not catalogues), and titles by name."""
    from titleworks.library import title_file, written_title

    found: list[Path] = []
    for text in paths:
        path = Path(text)
        named = title_file(text)
        if path.is_dir():
            found += [file for file in sorted(path.rglob("*.18xx")) if written_title(file) is not None]
        elif not path.exists() and named is not None:
            found.append(named)
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def _validate(path: Path, findings: "Findings") -> bool:
    """Add what is wrong with a file to the findings; False if it cannot be read."""
    if path.suffix == ".json":
        return _validate_table(path, findings)
    from titleworks.compiler.compiling import compile_path

    try:
        compiled = compile_path(path)
    except OSError as error:
        tell(f"cannot read {path}: {error.strerror or error}")
        return False
    findings.files.append(str(path))
    findings.add(compiled.diagnostics, {source.path: source for source in compiled.title.sources})
    return True


def _validate_table(path: Path, findings: "Findings") -> bool:
    """A compiled table has no lines: what is wrong with it is told as it is."""
    from titleworks.runtime.errors import TableError
    from titleworks.runtime.table.loader import load_table

    try:
        load_table(path)
    except TableError as error:
        tell(f"{path}: {error}")
        return False
    findings.files.append(str(path))
    return True
