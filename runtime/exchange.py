"""The choice of what a new president gives for the president's certificate, where a title lets somebody choose.

The certificate of the president's size has been given already; the choice keeps that, or takes it back and gives
smaller ones. It waits in the state and goes before all else, in whatever round.
"""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import shares
from titleworks.runtime.errors import Refused

Action = dict[str, Any]

_COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def chooser(game: Any) -> int:
    """The player who must choose."""
    return int(game.state.exchanges[0][1])


def _offers(game: Any) -> dict[str, list[int]]:
    """What may be given, by the text of the choice."""
    company, _, new, _, given = game.state.exchanges[0]
    smaller = shares.smaller_for_presidency(game, company, new)
    return {certificates_text(game, certificates): certificates for certificates in (smaller, [given]) if certificates}


def certificates_text(game: Any, certificates: list[int]) -> str:
    """Some certificates of one size as a choice of records says them: `Two 10% certs`."""
    count, percent = len(certificates), game.rules.cert_percent[certificates[0]]
    plural = "" if count == 1 else "s"
    return f"{_COUNTS[count] if count < len(_COUNTS) else count} {percent}% cert{plural}"


def actions(game: Any) -> Iterator[Action]:
    """The two choices."""
    for text in _offers(game):
        yield {"type": "choose", **game.entity_fields(chooser(game)), "choice": text}


def handle(game: Any, action: Action, entity: int) -> None:
    """Make the choice. Raises Refused if another one is awaited."""
    company, player, new, to, given = game.state.exchanges[0]
    if entity != player or action["type"] != "choose":
        raise Refused(f"{game.name(player)} must choose what is given for the presidency of {game.name(company)}")
    offers = _offers(game)
    chosen = offers.get(str(action["choice"]))
    if chosen is None:
        raise Refused(f"{action['choice']!r} is not among the choices: {', '.join(offers)}")
    del game.state.exchanges[0]
    if chosen == [given]:
        return
    shares.give(game, given, new)
    for certificate in chosen:
        shares.give(game, certificate, to)
