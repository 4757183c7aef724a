"""What is printed on the tile that lies on a hex: terrains, gauges, and the values of stops."""

from typing import Any


def terrains(game: Any, hex_: int) -> tuple[str, ...]:
    """Terrains of the costs printed on what lies on a hex."""
    return tuple(terrain for cost in game.tile_on(hex_).costs for terrain in cost.terrains)


def gauges(game: Any, leg: tuple[Any, ...]) -> tuple[str, ...]:
    """The gauges of a part of a route, in its order."""
    plan, tile = game.rules.map, game.state.board.tile
    return tuple(dict.fromkeys(plan.gauges[tile[hex_]][path] for hex_, path in leg[2]))


def value(game: Any, stop: tuple[int, int], card: int | None = None) -> int:
    """What a stop pays by its print: of a series, the value of the train's kind, else of the last colour of the phase,
    or phase that has begun, for which there is one (core 13.5)."""
    row = game.tile_on(stop[0]).stops[stop[1]]
    if row.values is None:
        return int(row.value)
    rules, state = game.rules, game.state
    kind = None if card is None else rules.trains[card >> 10].name
    colours = game.ask.tiles(game, game.operator() or 0)
    found = 0
    for word, amount in row.values:
        if word == kind:
            return int(amount)
        if word in colours or rules.series_phase.get(word, state.phase + 1) <= state.phase:
            found = amount
    return found
