"""Every scenario of this folder holds."""

from pathlib import Path

import pytest
from scenarios.scenario import play_file

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    game = play_file(path)
    assert game.history
