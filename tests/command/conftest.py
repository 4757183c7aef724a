"""Running the command inside this process and as a program."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from titleworks.command import app

Run = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run() -> Run:
    """The command run in this process."""

    def call(*words: object) -> Result:
        return CliRunner().invoke(app, [str(word) for word in words])

    return call


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The command run as a program of its own."""

    def call(*words: object) -> "subprocess.CompletedProcess[str]":
        script = "from titleworks.command import main; main()"
        arguments = [sys.executable, "-c", script, *(str(word) for word in words)]
        return subprocess.run(arguments, capture_output=True, text=True, timeout=120, cwd=tmp_path)

    return call
