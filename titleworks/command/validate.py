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
    for named in paths:
        files = _files(named)
        _tell_left_out(named, files)
        if not files:
            tell(f"{named}: no title was found in this folder or below it")
            unread = True
        for path in files:
            if str(path) not in findings.files:
                unread |= not _validate(path, findings)
    text = in_format(format.value, findings)
    if text:
        typer.echo(text)
    if format is Format.text and findings.files:
        tell(findings.summary())
    if unread:
        raise typer.Exit(BAD_INPUT)
    if findings.errors:
        raise typer.Exit(FOUND)


def _files(named: str) -> list[Path]:
    """The files meant: one that is named, those in a folder that are titles (not catalogues), a title by its name."""
    from titleworks.library import title_file, written_title

    path = Path(named)
    if path.is_dir():
        return [file for file in sorted(path.rglob("*.18xx")) if written_title(file) is not None]
    known = None if path.exists() else title_file(named)
    return [path if known is None else known]


def _tell_left_out(named: str, files: list[Path]) -> None:
    """Files in a folder that have no title are catalogues; said, since a title may have lost its head."""
    left_out = sorted(set(Path(named).rglob("*.18xx")) - set(files)) if Path(named).is_dir() else []
    if left_out:
        more = f" and {len(left_out) - 1} more" if len(left_out) > 1 else ""
        tell(f"{named}: without `title:`, and left out as catalogues: {left_out[0]}{more}")


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
