"""Reads the files of a title: the title itself, the catalogues it includes, the titles it extends."""

from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from titleworks.compiler.diagnostics import Diagnostic, did_you_mean, of_problem
from titleworks.dsl.lines import File, Line, parse
from titleworks.dsl.source import Source, Span, decode

MOST_FILES = 30
START = Span(1, 1, 1, 1)


@dataclass(frozen=True)
class Loaded:
    """A file of a title. `level`: 0 for catalogues, 1 for the oldest title it extends, and so on up to the title."""

    file: File
    level: int
    role: str


class _Loader:
    def __init__(self) -> None:
        self.found: list[tuple[File, str]] = []
        self.diagnostics: list[Diagnostic] = []
        self.seen: set[str] = set()

    def add(self, source: Source, role: str, folder: Path | None) -> None:
        file, problems = parse(source)
        self.diagnostics += [of_problem(problem, source.path) for problem in problems]
        self.seen.add(_key(source.path))
        for line in file.lines:
            if line.kind == "heading":
                break
            if line.kind == "answer" and line.head.text in ("include", "extends") and line.body is not None:
                for name in line.body.text.split(" , "):
                    self._follow(name.strip('"'), line, source.path, folder, role)
        self.found.append((file, role))

    def _follow(self, name: str, line: Line, path: str, folder: Path | None, role: str) -> None:
        assert line.body is not None
        includes = line.head.text == "include"
        data, where = _find(name, folder, includes)
        if data is None:
            what, known = ("catalogue", catalogues()) if includes else ("title", _titles())
            self._wrong("L001", path, line.body.span, f"there is no {what} `{name}`", did_you_mean(name, known))
            return
        if _key(where) in self.seen:
            if not includes:
                self._wrong("L002", path, line.body.span, f"`{name}` extends itself")
            return
        if len(self.seen) >= MOST_FILES:
            self._wrong("L003", path, line.body.span, f"more than {MOST_FILES} files")
            return
        source, problems = decode(data, where)
        self.diagnostics += [of_problem(problem, where) for problem in problems]
        if not problems:
            self.add(source, "catalogue" if includes or role == "catalogue" else "title", Path(where).parent)

    def _wrong(self, code: str, path: str, span: Span, message: str, hint: str = "") -> None:
        self.diagnostics.append(Diagnostic(code, "error", path, span, message, hint))


def _key(path: str) -> str:
    return str(Path(path).resolve()) if Path(path).exists() else path


_LONGEST_NAME = 100


def _find(name: str, folder: Path | None, catalogue: bool) -> tuple[bytes | None, str]:
    """A file by its name: beside the one that names it, otherwise among the titles of the package."""
    relative = f"common/{name.removeprefix('common ').strip()}.18xx" if catalogue else f"{name}.18xx"
    if (
        ".." in relative
        or relative.startswith("/")
        or "\\" in relative
        or len(name.encode(errors="replace")) > _LONGEST_NAME
    ):
        return None, ""
    for place in (folder, folder.parent if folder is not None else None):
        if place is not None and (place / relative).is_file():
            return (place / relative).read_bytes(), str(place / relative)
    packaged = resources.files("titleworks.titles").joinpath(relative)
    if packaged.is_file():
        return packaged.read_bytes(), str(packaged)
    return None, ""


def catalogues() -> list[str]:
    """The catalogues that come with the package, as `include:` names them."""
    return [f"common {name}" for name in _named(resources.files("titleworks.titles").joinpath("common"))]


def _titles() -> list[str]:
    """The titles that come with the package."""
    return _named(resources.files("titleworks.titles"))


def _named(folder: Traversable) -> list[str]:
    names = (file.name for file in folder.iterdir())
    return sorted(name.removesuffix(".18xx") for name in names if name.endswith(".18xx"))


def load(source: Source, folder: Path | None = None) -> tuple[list[Loaded], list[Diagnostic]]:
    """The files of a title, catalogues and parents first, and what is wrong with their form."""
    loader = _Loader()
    loader.add(source, "title", folder)
    titles = [file for file, role in loader.found if role == "title"]
    loaded = [Loaded(file, titles.index(file) + 1 if role == "title" else 0, role) for file, role in loader.found]
    return loaded, loader.diagnostics
