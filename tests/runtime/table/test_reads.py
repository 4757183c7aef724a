"""What an answer looks at, and when it must be asked again."""

from typing import Any

import pytest

from titleworks.library import table_of
from titleworks.runtime.game import Game
from titleworks.runtime.reads import Reads
from titleworks.runtime.table.models import Layer
from titleworks.runtime.table.vocabulary import ATTRIBUTES, DOMAINS, Attribute

TABLE = table_of("1889")


def reads(value: Any, this: tuple[str, int] | None = None) -> Reads:
    """What an answer with this value looks at."""
    layer = Layer(cases=[(None, value)], this=this)
    return Reads(TABLE.model_copy(update={"questions": {"passage allowed": [layer]}}), {"open": 0}, "passage allowed")


@pytest.mark.parametrize(
    ("value", "cheap"),
    [
        (["usual"], True),
        (["=", ["get", "hex.colour", ["get", "city.hex", ["arg", "city"]]], "gray"], True),
        ([">", ["get", "company.cash", ["arg", "company"]], 100], False),
        (["ask", "train limit", ["arg", "company"]], False),
        (["any", ["all", "company"]], False),
    ],
)
def test_what_is_cheap_to_tell_apart(value: Any, cheap: bool) -> None:
    key = reads(value).key(Game.new(TABLE, 3))
    assert (key is not None) is cheap


def test_a_change_of_the_map_or_a_word_changes_the_key() -> None:
    game = Game.new(TABLE, 3)
    game.state.words = [{}]
    asked = reads(["state", "open", ["arg", "city"]])
    first = asked.key(game)
    assert asked.key(game) == first
    game.state.words[0][(1, 0)] = True
    second = asked.key(game)
    assert second != first
    game.state.board.version += 1
    assert asked.key(game) not in (first, second)


def test_what_stands_with_a_private_depends_on_it() -> None:
    assert reads(["usual"], ("private", 0)).key(Game.new(TABLE, 3)) is None


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=lambda attribute: f"{attribute.about}.{attribute.name}")
def test_an_attribute_reads_domains_that_there_are(attribute: Attribute) -> None:
    assert set(attribute.reads) <= set(DOMAINS)
