"""The end of the game: triggers, and when the game then ends (core 18)."""

from typing import Any

from titleworks.runtime.table.vocabulary import ENDS

#: A game that is not over by then ends as unfinished.
_LAST_SET = 100


def look_for_end(game: Any) -> bool:
    """Look at the triggers of the end; whether the game is over."""
    state = game.state
    if state.finished:
        return True
    first = game.ask.several_ends(game) == "first found"
    for trigger, reason, timing in game.rules.ends:
        if state.end is not None and first and timing != "at once":
            continue
        if state.end is not None and ENDS.index(timing) >= ENDS.index(state.end[0]):
            continue
        found = trigger(game, ())
        if found:
            # of companies that bring the end, the first one's turn counts
            state.end = (timing, reason, state.set_number, found[0] if isinstance(found, tuple) else game.operator())
            if timing == "at once":
                finish(game, reason)
                return True
    return False


def finish(game: Any, reason: str) -> None:
    """The game is over."""
    state = game.state
    state.finished = True
    state.end_reason = reason
    state.frames.clear()


def after_turn(game: Any) -> bool:
    """An operating turn is over: whether the game ends with it. The turn may be that of a certain company."""
    if look_for_end(game):
        return True
    end = game.state.end
    return end is not None and end[3] in (None, game.operator()) and _ends(game, ("after its turn",))


def after_round(game: Any) -> bool:
    """A round is over: whether the game ends with it; with the set if the round is its last."""
    if look_for_end(game):
        return True
    if _ends(game, ("after the round",)):
        return True
    if game.state.round.kind == "operating round" and _ends(game, ("after the operating round",)):
        return True
    if game.state.set_number >= _LAST_SET:
        finish(game, "dnf")
        return True
    return game.is_last_of_set() and _set_is_last(game) and _ends(game, ("after the set", "after the next set"))


def after_set(game: Any) -> bool:
    """What happened at the end of the set may have ended the game."""
    return look_for_end(game)


def ends_with_this_round(game: Any) -> bool:
    """Whether the game ends with the round being played, by what is known now."""
    end = game.state.end
    if end is None:
        return False
    if end[0] in ("at once", "after its turn", "after the round"):
        return True
    if end[0] == "after the operating round":
        return bool(game.state.round.kind == "operating round")
    return bool(game.is_last_of_set() and _set_is_last(game))


def _set_is_last(game: Any) -> bool:
    timing, _, set_number, _ = game.state.end or ("", "", 0, None)
    return bool(game.state.set_number >= set_number + (timing == "after the next set"))


def _ends(game: Any, timings: tuple[str, ...]) -> bool:
    end = game.state.end
    if end is None or end[0] not in timings:
        return False
    finish(game, end[1])
    return True
