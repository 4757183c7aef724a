"""What is installed is what is in the folders, and what people use is there."""

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import titleworks

ROOT = Path(__file__).parents[2]
FOLDERS = {"compiler": "compiler", "dsl": "dsl", "runtime": "runtime", "titles": "titles"}


def test_every_folder_with_code_is_a_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    there = set()
    for top in ("titleworks", *FOLDERS):
        for found in (ROOT / top).rglob("__init__.py"):
            parts = found.parent.relative_to(ROOT).parts
            there.add(".".join(parts if top == "titleworks" else ("titleworks", *parts)))
    assert sorted(settings["packages"]) == sorted(there)


def test_all_names_of_the_api_are_there() -> None:
    for name in titleworks.__all__:
        assert getattr(titleworks, name) is not None
        assert name in (titleworks.__doc__ or "") or name in ("Game", "Refused")


def test_importing_costs_nothing() -> None:
    code = "import sys, titleworks; print('pydantic' in sys.modules or 'lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.strip() == "False"


def test_the_runtime_needs_nothing_of_the_language() -> None:
    code = (
        "import sys, titleworks.runtime.simulation, titleworks.runtime.records.conformance; "
        "print([m for m in sys.modules if m.startswith(('lark', 'titleworks.dsl', 'titleworks.compiler'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.strip() == "[]"


def test_commands_of_the_readme_exist() -> None:
    app = importlib.import_module("titleworks.command").app
    known = {command.name for command in app.registered_commands}
    readme = (ROOT / "README.md").read_text()
    told = {line.split("`")[1].split()[1] for line in readme.splitlines() if line.startswith("| `titleworks ")}
    assert told == known
