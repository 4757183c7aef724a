"""The stacks of lots and the first boxes of 1822 and its variants, by option and number of players.

Those of seed 33845 are the ones that the rules print; the others say which lots are in the game, and which are first.
"""

import pytest
from scenarios.scenario import new_game

from titleworks.runtime import bid_boxes

PLUS, ALL, SINGLE = "plus_expansion", "plus_expansion_no_removals", "plus_expansion_single_stack"

BASE = "P1 P17 P13 P3 P14 P18 P16 P6 P8 P12 P10 P11 P7 P15 P9 P2 P4 P5"
SORTED = "P1 P13 P3 P14 P19 P4 P12 P10 P21 P11 P2 P5 P18 P16 P6 P7 P15 P9"
WHOLE = "P1 P17 P13 P3 P14 P20 P18 P16 P6 P8 P19 P12 P10 P21 P11 P7 P15 P9 P2 P4 P5"


def decks(title: str, players: int, seed: int, *options: str) -> tuple[list[str], list[str]]:
    """The three decks, and the lots in their boxes, as text."""
    game = new_game({"title": title, "text": [], "players": str(players), "options": list(options), "seed": seed})
    numbers = range(len(game.rules.decks))

    def said(lots: tuple[int, ...]) -> str:
        return " ".join(map(game.name, lots))

    return [said(bid_boxes.cards(game, n)) for n in numbers], [said(bid_boxes.lots(game, n)) for n in numbers]


@pytest.mark.parametrize(
    ("options", "privates", "boxes"),
    [
        ((), BASE, "P1 P17 P13"),
        ((ALL,), BASE, "P1 P17 P13"),
        ((SINGLE,), BASE, "P1 P17 P13"),
        ((PLUS,), SORTED, "P1 P12 P18"),
        ((PLUS, ALL), WHOLE, "P1 P8 P17"),
        ((PLUS, SINGLE), SORTED, "P1 P13 P3"),
        ((PLUS, ALL, SINGLE), WHOLE, "P1 P17 P13"),
    ],
)
def test_privates_by_option(options: tuple[str, ...], privates: str, boxes: str) -> None:
    stacks, first = decks("1822", 4, 33845, *options)
    assert (stacks[2], first[2]) == (privates, boxes)


def test_minors_and_concessions() -> None:
    base, _ = decks("1822", 4, 33845)
    assert base[0] == "M24 M9 M15 M18 M10 M22 M8 M20 M16 M11 M17 M2 M14 M19 M13 M12 M6 M7 M1 M23 M3 M4 M5 M21"
    assert base[1] == "C1 C7 C9 C2 C8 C4 C6 C3 C5 C10"
    plus, boxes = decks("1822", 4, 33845, PLUS)
    assert plus[0] == (
        "M24 M6 M12 M15 M23 M21 M25 M7 M19 M5 M17 M13 M8 M14 M11 M26 M16 M27 M10 M22 M28 M9 M3 M4 M20 M30 M29 M1 M2 M18"
    )
    assert plus[1] == "C1 C4 C6 C5 C9 C3 C8 C10 C2 C7"
    assert boxes[:2] == ["M24 M6 M12 M15", "C1 C4 C6"]


def numbered(letter: str, *numbers: int) -> set[str]:
    return {f"{letter}{number}" for number in numbers}


@pytest.mark.parametrize(
    ("players", "options", "privates", "first"),
    [
        (3, (), {1, 2, *range(5, 17), 18}, "M24"),
        (3, ("sw_peninsula",), {1, 2, *range(5, 17), 18}, "M24"),
        (3, ("starter",), {1, 2, *range(5, 15)}, "M24"),
        (3, ("advanced",), set(range(1, 13)), "M14"),
        (2, (), set(range(1, 13)), "M24"),
        (2, ("advanced",), set(range(1, 13)), "M14"),
    ],
)
def test_lots_of_the_south(players: int, options: tuple[str, ...], privates: set[int], first: str) -> None:
    stacks, boxes = decks("1822-mrs", players, 1, *options)
    assert set(stacks[0].split()) == numbered("M", *range(7, 22), 24)
    assert set(stacks[1].split()) == numbered("C", 1, 2, 3, 4, 6, 7, 9)
    assert set(stacks[2].split()) == numbered("P", *privates)
    assert [deck.split()[0] for deck in boxes] == [first, "C1", "P1"]


@pytest.mark.parametrize(
    ("players", "privates"),
    [(2, set(range(1, 13)) - {5, 10}), (3, set(range(1, 22)) - {5, 10, 17}), (7, set(range(1, 22)) - {5, 10, 17})],
)
def test_lots_of_the_north(players: int, privates: set[int]) -> None:
    stacks, boxes = decks("1822-nrs", players, 1)
    assert set(stacks[0].split()) == numbered("M", *range(1, 11), 15, 16, *range(26, 30))
    assert set(stacks[1].split()) == numbered("C", 1, 5, 6, 7, 8, 10)
    assert set(stacks[2].split()) == numbered("P", *privates)
    assert [deck.split()[0] for deck in boxes[1:]] == ["C1", "P1"]
