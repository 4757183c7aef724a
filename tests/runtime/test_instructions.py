"""The classes of instructions agree with what a rule table may hold."""

import inspect

import pytest

from titleworks.runtime.instructions.base import CLASSES, Awaited, Instruction
from titleworks.runtime.table.operators import INSTRUCTIONS


def test_each_instruction_has_a_class() -> None:
    assert set(CLASSES) == set(INSTRUCTIONS)


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_a_class_names_the_arguments_of_its_instruction(name: str) -> None:
    named: dict[str, object] = {}
    for cls in reversed(CLASSES[name].__mro__):
        if cls not in (object, Instruction, Awaited):
            named |= dict.fromkeys(inspect.get_annotations(cls))
    assert list(named) == list(INSTRUCTIONS[name])
