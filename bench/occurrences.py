"""What occurs in a game, told by the actions and by what they changed in the state; for any title."""

from collections import Counter
from typing import Any

from titleworks.runtime.game import Game
from titleworks.runtime.state import State

#: Actions of which it matters who makes them.
_BY_KIND = ("sell_shares", "buy_shares", "lay_tile", "place_token", "pass", "choose_ability")


class Occurrences:
    """Counts what occurs in one game; `watch` is told every action after it was applied."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._before: State | None = None

    def watch(self, game: Game, action: dict[str, Any]) -> None:
        """Note an action and its consequences."""
        self.counts.update(_of_action(action))
        state = game.state
        if self._before is not None:
            self.counts.update(_of_change(game, self._before, state, action))
        self._before = state.copy()
        if game.finished:
            self.counts[f"end: {game.end_reason}"] += 1


def expected(game: Game) -> list[str]:
    """What can occur by the table of a game: its powers, companies that take over privates, its phases."""
    rules = game.rules
    found = [_power_name(game, power.number) for power in rules.powers]
    found += [f"private {game.name(private)}: taken by a company" for private in rules.privates if _acts(game, private)]
    return found + [f"phase {row.name}" for row in rules.phases[1:]]


def _acts(game: Game, private: int) -> bool:
    """Whether a private has rules or powers of its own; others are only a right to something else."""
    named = ("private", private - game.rules.first_private)
    table = game.rules.table
    return named in [rule.this for rule in table.rules] or named in [power.this for power in table.powers]


def _of_action(action: dict[str, Any]) -> list[str]:
    kind = str(action["type"])
    choice = action.get("choice")
    if kind == "choose" and isinstance(choice, str):
        kind += " a position" if choice.isdigit() else f" {choice}"
    elif kind in _BY_KIND:
        kind += f" by {action['entity_type']}"
    found = [kind]
    if action.get("exchange"):
        found.append("buy_train: a card turned" if action["exchange"] == action["train"] else "buy_train: traded in")
    if action.get("combo_entities"):
        found.append("lay_tile: powers combined")
    if action.get("subsidy"):
        found.append("run_routes: with a subsidy")
    return found


def _of_change(game: Game, before: State, after: State, action: dict[str, Any]) -> list[str]:
    return [
        *_powers(game, before, after),
        *_privates(game, before, after, action),
        *_companies(game, before, after),
        *_trains(game, before, after, action),
        *_debts(game, before, after),
    ]


def _power_name(game: Game, number: int) -> str:
    power = game.rules.powers[number]
    whose = "" if power.private is None else f"{game.name(power.private)} "
    return f"power {whose}{power.row.name}"


def _powers(game: Game, before: State, after: State) -> list[str]:
    return [_power_name(game, n) for n, uses in enumerate(after.uses) if uses > before.uses[n]]


def _privates(game: Game, before: State, after: State, action: dict[str, Any]) -> list[str]:
    rules, found = game.rules, []
    if action["type"] in ("acquire_company", "buy_company") and action["entity_type"] == "corporation":
        found.append(f"private {action['company']}: taken by a company")  # it may close at once
    for private in rules.privates:
        old, new = before.owner[private], after.owner[private]
        if old != new and new is None:
            found.append(f"private {game.name(private)}: closed")
        elif old == rules.bank and new is not None and rules.is_player(new):
            found.append(f"private {game.name(private)}: bought by a player")
    return found


def _companies(game: Game, before: State, after: State) -> list[str]:
    rules, found = game.rules, []
    found += ["company: out of the game"] * (len(before.companies) - len(after.companies))
    for company in after.companies:
        if after.floated[company] and not before.floated[company]:
            pooled = after.held[company][rules.pool] > before.held[company][rules.pool]
            found.append("company: floated" + (", its rest in the pool" if pooled else ""))
        if before.president[company] not in (None, after.president[company], *before.bankrupt):
            found.append("company: presidency lost")
        sizes = len(before.listed[company]), len(after.listed[company])
        if company in after.closed and company not in before.closed:
            found.append("company: closed")
        elif sizes[1] > sizes[0]:
            found.append("company: more tokens")
    return found


def _trains(game: Game, before: State, after: State, action: dict[str, Any]) -> list[str]:
    found = [f"phase {game.rules.phases[n].name}" for n in range(before.phase + 1, after.phase + 1)]
    gone = len(before.depot) - len(after.depot) - (action["type"] == "buy_train" and action["train"] not in ("", None))
    owned = sum(map(len, after.trains)) - sum(map(len, before.trains))
    if gone > 0 and owned <= 0:
        found += ["train: exported"] * gone
    if len(after.obsolete) > len(before.obsolete):
        found.append("train: obsolete")
    return found


def _debts(game: Game, before: State, after: State) -> list[str]:
    found = []
    for entity, debt in enumerate(after.debt):
        who = "player" if game.rules.is_player(entity) else "company"
        if debt > before.debt[entity]:
            interest = before.debt[entity] > 0 and game.state.round.kind != before.round.kind
            found.append(f"debt of a {who}: {'interest' if interest else 'taken'}")
        elif debt < before.debt[entity]:
            found.append(f"debt of a {who}: {'repaid' if debt == 0 else 'partly repaid'}")
    return found
