"""What rules and powers do with trains: set aside, hand over, join, lengthen, buy the next one (core 15)."""

from typing import Any

from titleworks.runtime import trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.state import without


def reserve(game: Any, kind: int, holder: int) -> None:
    """A train of the kind leaves the depot and waits for a private. Raises Refused if there is none."""
    card = next((card for card in game.state.depot if card >> 10 == kind), None)
    if card is None:
        raise Refused(f"no {game.rules.trains[kind].name} is left to be reserved")
    trains.leave_bank(game, card)
    game.state.trains[holder] += (card,)


def receive(game: Any, company: int, card: int, side: int | None = None, runs: bool = True) -> None:
    """A train that somebody has comes to a company, with that side up if one is named."""
    state = game.state
    giver = next((entity for entity, owned in enumerate(state.trains) if card in owned), None)
    if giver is None:
        raise Refused(f"{trains.card_text(game, card)} belongs to nobody")
    state.trains[giver] = without(state.trains[giver], card)
    if side is not None:
        card = turned(game, card, side)
    state.trains[company] += (card,)
    if not runs and state.round.kind == "operating round":
        state.round.ran.add(card)
    game.emit("train received", card, company, giver)


def turned(game: Any, card: int, kind: int) -> int:
    """The card with the side of that kind up. Raises Refused if it has no such side."""
    side = next((side for side in trains.sides(game, card) if side >> 10 == kind), None)
    if side is None or (side != card and trains.front(game, card) in game.state.one_sided):
        raise Refused(f"{trains.card_text(game, card)} has no side {game.rules.trains[kind].name!r}", "core 2.6")
    return side


def combined_fields(game: Any, action: dict[str, Any]) -> dict[str, Any]:
    """The action that joins a kind of train, with the card that records name for the kind: the first of its front."""
    kind = game.rules.train_number[action["additional_train_variant"]]
    return action | {"additional_train": trains.card_text(game, kind << 10)}


def next_train_problem(game: Any, company: int, price: int) -> str | None:
    """Why the company cannot buy the bank's next train at this price; None if it can."""
    if not game.state.depot:
        return "the bank has no train"
    if game.state.cash[company] < price:
        return f"{game.name(company)} cannot pay {price}"
    if not trains.has_room(game, company, game.state.depot[0]):
        return f"{game.name(company)} has no room for a train"
    return None


def buy_next(game: Any, company: int, price: int, action: dict[str, Any]) -> None:
    """Buy the bank's next train. Records name any train of its kind. Raises Refused."""
    problem = next_train_problem(game, company, price)
    if problem is not None:
        raise Refused(problem, "core 15.2")
    card = game.state.depot[0]
    named = trains.front(game, trains.parse_card(game, action["train"]))
    name = game.rules.trains[card >> 10].name
    if named >> 10 != card >> 10 or action.get("variant") not in (None, name):
        raise Refused(f"the next train is {trains.card_text(game, card)}", "core 15.2")
    if action["price"] != price:
        raise Refused(f"{trains.card_text(game, card)} costs {price}", "core 15.2")
    game.pay(price, company, game.rules.bank)
    game.state.round.purchases += 1
    trains.deliver(game, company, card, game.rules.bank)


def next_train_action(game: Any, price: int) -> dict[str, Any]:
    """The fields of the action that buys the bank's next train."""
    card = game.state.depot[0]
    return {"train": trains.card_text(game, card), "price": price, "variant": game.rules.trains[card >> 10].name}
