"""What commands share: exit codes, messages, output, progress on terminals."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, Protocol

import typer

#: Exit codes: something is wrong with what was looked at; it could not be read, or bad usage.
FOUND = 1
BAD_INPUT = 2


def tell(message: str) -> None:
    """A message to the person, beside the output."""
    typer.echo(message, err=True)


def fail(message: str) -> NoReturn:
    """Say what is wrong with the input and leave with exit code 2."""
    tell(message)
    raise typer.Exit(BAD_INPUT)


def write(text: str, path: Path | None) -> None:
    """Text to a file, or to the output. A failure is told, with exit code 2."""
    if path is None:
        sys.stdout.write(text)
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")


def version() -> str:
    """The version of the installed package; 0 if it is not installed."""
    from importlib import metadata

    try:
        return metadata.version("titleworks")
    except metadata.PackageNotFoundError:
        return "0"


def can_write(path: Path) -> None:
    """Leave with exit code 2 if a file cannot be written: better said before long work than after it."""
    fresh = not path.exists()
    try:
        with path.open("ab"):
            pass
        if fresh:
            path.unlink()
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")


class Progress(Protocol):
    """Something that is told when a piece of long work is done."""

    def step(self) -> None:
        """One piece is done."""


class _Quiet:
    def step(self) -> None:
        """Nothing to show."""


@contextmanager
def progress(what: str, pieces: int) -> Iterator[Progress]:
    """A progress bar on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty() or pieces < 2:
        yield _Quiet()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=pieces)

        class Shown:
            def step(self) -> None:
                """One piece is done."""
                bar.advance(task)

        yield Shown()


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows as lines of text, the columns under each other."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
