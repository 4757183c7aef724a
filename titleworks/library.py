"""Finding titles: the ones that come with the package, files in the title language, and compiled rule tables."""

import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from titleworks.runtime.table.models import Table

_HEAD_LINE = re.compile(r"^title:\s*(.+?)\s*(?:--.*)?$")
_HEAD_LINES = 60


class TitleError(Exception):
    """A title that cannot be found, read or compiled; `report`: lines for the designer, if it does not compile."""

    def __init__(self, message: str, report: str = "") -> None:
        super().__init__(message)
        self.report = report


def titles_folder() -> Path:
    """The folder of the titles that come with the package."""
    return Path(str(files("titleworks.titles")))


def title_names() -> list[str]:
    """Names of the titles that come with the package."""
    return sorted(path.stem for path in titles_folder().glob("*.18xx"))


def title_file(name: str) -> Path | None:
    """The file of a title of the package, by name; upper and lower case do not matter."""
    wanted = name.lower()
    return next((path for path in sorted(titles_folder().glob("*.18xx")) if path.stem.lower() == wanted), None)


def source_of(title: str) -> Path:
    """The file that a TITLE means: a name of the package's titles, a `.18xx` file or a `.json` rule table.

    Raises TitleError if there is none.
    """
    found = title_file(title)
    if found is not None:
        return found
    path = Path(title)
    if path.suffix not in (".18xx", ".json"):
        raise TitleError(
            f"there is no title {title!r}; there are {', '.join(title_names())}, and files .18xx and .json"
        )
    if not path.is_file():
        raise TitleError(f"there is no file {title}")
    return path


def table_of(title: str) -> "Table":
    """The rule table of a TITLE (see `source_of`), compiled if need be. Raises TitleError or TableError."""
    return table_in(source_of(title))


def table_in(path: Path) -> "Table":
    """The rule table of a `.18xx` or `.json` file. Raises TitleError, with all findings, or TableError."""
    if path.suffix == ".json":
        from titleworks.runtime.table.loader import load_table

        return load_table(path)
    from titleworks.compiler import render
    from titleworks.compiler.compiling import compile_path

    try:
        compiled = compile_path(path)
    except OSError as error:
        raise TitleError(f"cannot read {path}: {error.strerror or error}") from error
    if compiled.table is None:
        errors = [found for found in compiled.diagnostics if found.severity == "error"]
        report = "\n".join(render(found, compiled.source(found.file)) for found in errors)
        raise TitleError(f"{path} does not compile: {len(errors)} error{'s' if len(errors) != 1 else ''}", report)
    return compiled.table


def written_title(path: Path) -> str | None:
    """What the head of a title file gives as `title:`, without compiling it; None for a catalogue."""
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            for _, line in zip(range(_HEAD_LINES), file, strict=False):
                found = _HEAD_LINE.match(line)
                if found:
                    return found.group(1).strip().strip('"')
    except OSError:
        return None
    return None


def files_for(wanted: set[str]) -> list[Path]:
    """The package's files of these titles, as records write them."""
    return [path for path in map(title_file, title_names()) if path is not None and written_title(path) in wanted]


def table_for_record(title: str) -> "Table":
    """The package's table of a record's title. Raises TitleError if there is none, or as `table_in`."""
    for path in files_for({title}):
        return table_in(path)
    raise TitleError(f"there is no title {title!r} here; name one with --title")
