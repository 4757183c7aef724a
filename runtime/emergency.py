"""A president helps a company to a train it must own: own cash, sales of shares, bankruptcy (core 16)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import bundles, market, shares, trains
from titleworks.runtime.errors import Refused

Action = dict[str, Any]


def needed(game: Any, company: int) -> int | None:
    """The price of the cheapest train if the company must own one and cannot pay it (core 16.1); 0 while the company
    owes what it had to pay; None without need."""
    if game.state.cash[company] < 0:
        return 0
    if not game.ask.must_own_train(game, company):
        return None
    price = trains.cheapest(game, company)
    if price is None or game.state.cash[company] >= price:
        return None
    return price


def means(game: Any, company: int) -> int:
    """What treasury and president have together."""
    president = game.state.president[company]
    return int(game.state.cash[company] + (game.state.cash[president] if president is not None else 0))


def _sale_problem(game: Any, company: int, bundle: bundles.Bundle) -> str | None:
    """Why the president may not sell the bundle now (core 16.3)."""
    price = needed(game, company)
    if price is None or means(game, company) >= price:
        return "no money has to be raised"
    player = game.state.president[company]
    problem = bundles.help_problem(game, player, bundle, game.state.round.help_sales)
    if problem is not None:
        return problem
    smallest = min(game.rules.cert_percent[certificate] for certificate in bundle.certificates)
    if (
        means(game, company) + shares.value(game, bundle.company, bundle.percent - smallest, game.price(bundle.company))
        >= price
    ):
        return "no more shares may be sold than needed"
    return None


def sales(game: Any, company: int) -> Iterator[bundles.Bundle]:
    """Bundles the president may sell now."""
    price = needed(game, company)
    if price is None or means(game, company) >= price:
        return
    player = game.state.president[company]
    for bundle in bundles.to_help(game, player, game.state.round.help_sales):
        if _sale_problem(game, company, bundle) is None:
            yield bundle


def sell(game: Any, company: int, player: int, action: Action) -> None:
    """The president sells shares. Raises Refused before changing anything."""
    if player != game.state.president[company]:
        raise Refused(f"{game.name(company)} has another president", "core 16.3")
    bundle = bundles.parse(game, action)
    problem = _sale_problem(game, company, bundle)
    if problem is not None:
        raise Refused(problem, "core 16.3")
    current = game.state.round
    current.help_sales.append(bundle.company)
    current.help_price = game.price(bundle.company)
    moved = bundles.sell(game, player, bundle)
    sort_remaining(game)
    if moved:
        market.settle_places(game)


def sort_remaining(game: Any) -> None:
    """Companies still to operate are ordered anew (core 10.4)."""
    current = game.state.round
    waiting = current.operators[current.position + 1 :]
    order = [company for company in game.ask.operating_order(game) if company in waiting]
    current.operators[current.position + 1 :] = order


# ---- loans ------------------------------------------------------------------------------------------------------


def may_borrow(game: Any, company: int) -> bool:
    """Whether the president may take a loan for what a train lacks: there are loans, and the title allows it."""
    president = game.state.president[company]
    return owed(game, company, 1) is not None and bool(game.ask.loan_allowed(game, company, president))


def can_sell(game: Any, company: int) -> bool:
    """Whether the president may sell shares now to help the company."""
    return next(sales(game, company), None) is not None


def owed(game: Any, company: int, amount: int) -> int | None:
    """What the president owes who borrows the amount; None if there are no loans."""
    debt: int | None = game.ask.loan_debt(game, company, game.state.president[company], amount)
    return debt


def help_with(game: Any, company: int, amount: int) -> None:
    """The president adds the amount to the treasury; what he has not he borrows."""
    state = game.state
    president = state.president[company]
    lacking = amount - state.cash[president]
    if lacking > 0:
        state.debt[president] += owed(game, company, lacking) or 0
        game.pay(lacking, game.rules.bank, president)
    game.pay(amount, president, company)


def pay_off_problem(game: Any, player: int) -> str | None:
    """Why a player cannot pay off his debt, in full unless the title allows parts; None if he can."""
    state = game.state
    if not state.debt[player]:
        return f"{game.name(player)} has no debt"
    if state.cash[player] < (1 if game.ask.partial_repayment(game, player) else state.debt[player]):
        return f"{game.name(player)} owes {state.debt[player]}"
    return None


def pay_off(game: Any, player: int, amount: int | None = None) -> None:
    """A player pays off his debt, as far as he can, or so much of it. Raises Refused before changing anything."""
    state = game.state
    problem = pay_off_problem(game, player)
    if problem is not None:
        raise Refused(problem)
    if amount is not None and (amount < 1 or not game.ask.partial_repayment(game, player)):
        raise Refused(f"{amount} cannot be paid")
    paid = min(state.debt[player], state.cash[player], state.debt[player] if amount is None else amount)
    game.pay(paid, player, game.rules.bank)
    state.debt[player] -= paid


def bankruptcy_problem(game: Any, company: int) -> str | None:
    """Why bankruptcy may not be declared; None if it may (core 16.5)."""
    price = needed(game, company)
    if price is None:
        return f"{game.name(company)} is not in need"
    if owed(game, company, 1) is not None:
        return "a president who cannot pay takes a loan"
    player = game.state.president[company]
    largest = bundles.largest_to_help(game, player, game.state.round.help_sales)
    total = means(game, company) + sum(bundles.price(game, bundle) for bundle in largest.values())
    if total >= price:
        return f"{total} can be raised, and the cheapest train costs {price}"
    return None


def go_bankrupt(game: Any, company: int) -> None:
    """Carry out a bankruptcy: as the title's rules say, else the president sells all that can be sold, his cash goes to
    the bank, and he is out of the game (core 16.5)."""
    problem = bankruptcy_problem(game, company)
    if problem is not None:
        raise Refused(problem, "core 16.5")
    state, rules = game.state, game.rules
    player = state.president[company]
    if game.listens("company bankrupt"):
        game.emit("company bankrupt", company, player)
        return
    liquidate(game, player)
    sort_remaining(game)
    game.pay(state.cash[player], player, rules.bank)
    state.bankrupt.append(player)


def liquidate(game: Any, player: int) -> None:
    """The player sells all that he may sell to help a company, company by company in operating order (core 16.5)."""
    state = game.state
    held = [c for c in game.state.companies if state.held[c][player] and state.cell[c] is not None]
    moved = False
    for other in market.operating_order(game, held):
        while True:
            bundle = bundles.largest_to_help(game, player, state.round.help_sales).get(other)
            if bundle is None:
                break
            moved = bundles.sell(game, player, bundle) or moved
            state.round.help_sales.append(other)
    if moved:
        market.settle_places(game)


# ---- payments that are due ----------------------------------------------------------------------------------------


def debt_actions(game: Any, company: int) -> Iterator[Action]:
    """What settles a payment the company could not make: its president pays, or must first sell shares, or gives up."""
    player = game.state.president[company]
    me = game.entity_fields(player)
    if game.state.cash[player] >= -game.state.cash[company]:
        yield {"type": "payoff_debt", **me}
        return
    for bundle in sales(game, company):
        yield bundles.action_of(game, player, bundle)
    if bankruptcy_problem(game, company) is None:
        yield {"type": "bankrupt", **game.entity_fields(company)}


def settle_debt(game: Any, company: int, action: Action) -> None:
    """Carry out one of these. Raises Refused for any other action."""
    player = game.state.president[company]
    if action["type"] == "payoff_debt":
        missing = -game.state.cash[company]
        if game.state.cash[player] < missing:
            raise Refused(f"{game.name(player)} cannot pay {missing}")
        game.pay(missing, player, company)
    elif action["type"] == "sell_shares":
        sell(game, company, player, action)
    elif action["type"] == "bankrupt":
        go_bankrupt(game, company)
    else:
        raise Refused(f"{game.name(company)} owes {-game.state.cash[company]}: its president must pay")
