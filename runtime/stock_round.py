"""The stock round: turns in player order until all pass in succession (core 8)."""

from collections.abc import Iterator
from typing import Any

from titleworks.runtime import bid_boxes, bundles, emergency, market, shares, trains
from titleworks.runtime.errors import Refused
from titleworks.runtime.state import StockRound
from titleworks.runtime.steps import discard, home
from titleworks.runtime.steps.buy_private import agreed

Action = dict[str, Any]


def start(game: Any, index: int, number: int = 1) -> None:
    """Begin a stock round; homes that wait for it are placed at once."""
    game.state.round = StockRound(index)
    market.begin_turn(game, first=True)
    game.emit("round starts")
    home.place_all(game, "stock round start")


def acting(game: Any) -> list[int]:
    """The player whose turn it is; before the first turn a company that must give up a train."""
    return discard.acting(game) if _discards(game) else [_player(game)]


def _discards(game: Any) -> bool:
    """Whether companies are over their train limit as the round begins: a train that left the bank changed it."""
    current = game.state.round
    begun = current.acted or current.last is not None or current.passed or current.seat
    return not begun and bool(trains.over_limit(game))


def _player(game: Any) -> int:
    state = game.state
    return int(state.order[state.round.seat])


def settle(game: Any) -> bool:
    """Pass silently for a player who can do nothing, or end the round (core 5.3, 8.7)."""
    if _discards(game):
        return False
    state = game.state
    current = state.round
    active = sum(not game.is_out(player) for player in state.order)
    if len(current.passed) >= active:
        _end(game)
        return True
    player = _player(game)
    if not game.is_out(player) and _can_act(game, player):
        return False
    _end_turn(game)
    return True


def _end_turn(game: Any) -> None:
    state = game.state
    current = state.round
    player = _player(game)
    if current.acted:
        current.passed.clear()
        current.last = player
    elif not game.is_out(player):
        current.passed.append(player)
    current.new_turn()
    current.seat = (current.seat + 1) % len(state.order)
    market.begin_turn(game)


def end_turn(game: Any) -> None:
    """The turn of the player is over, with something that counts as done in it."""
    game.state.round.acted = True
    _end_turn(game)


def _end(game: Any) -> None:
    """Companies that are sold out or lie in the pool move, then the players get their order for what follows (core 8.7,
    8.8)."""
    game.emit("round ends")
    for company in list(game.ask.operating_order(game)):
        if game.ask.sold_out(game, company):
            market.move(game, company, game.ask.sold_out_move(game, company), "sold out")
        if game.state.held[company][game.rules.pool]:
            market.move(game, company, game.ask.pool_move(game, company), "pool")
    game.state.order = list(game.ask.player_order(game, "stock round"))
    game.end_round()


def order_after_last(game: Any) -> list[int]:
    """The players from the one after the last to act; in an auction from the one whose turn is next (core 8.7, 6.7)."""
    state = game.state
    current, order = state.round, state.order
    if current.kind == "waterfall auction":
        first = current.seat
    elif current.kind == "lot auction":
        first = current.opener
    else:
        last = getattr(current, "last", None)
        first = 0 if last is None else order.index(last) + 1
    # nobody who is out of the game has priority
    first = next(
        (n % len(order) for n in range(first, first + len(order)) if not game.is_out(order[n % len(order)])), 0
    )
    return [*order[first:], *order[:first]]


# ---- what a player may do (core 8.2) ------------------------------------------------------------------------------


def _can_act(game: Any, player: int) -> bool:
    return (
        emergency.pay_off_problem(game, player) is None
        or bid_boxes.may_bid(game, player)
        or _any(_purchases(game, player))
        or _par_awaited(game, player)
        or _any(_sales(game, player))
        or _any(_resales(game, player))
    )


def can_sell(game: Any, player: int) -> bool:
    """Whether the player may sell shares in a stock turn now."""
    return game.state.round.kind == "stock round" and _any(_sales(game, player))


def _debt_due(game: Any, player: int) -> bool:
    """Whether all that the player may do is to pay off his debt."""
    return emergency.pay_off_problem(game, player) is None and bool(game.ask.debt_due(game, player))


def must_sell(game: Any, player: int) -> bool:
    """Over the certificate limit, or over a holding limit with shares of that company that can be sold (core 8.2)."""
    if shares.certificate_count(game, player) > game.ask.certificate_limit(game):
        return True
    return any(
        shares.over_holding_limit(game, player, company) and _any(_sales_of(game, player, company))
        for company in game.state.companies
    )


def _any(items: Iterator[Any]) -> bool:
    return next(items, None) is not None


def _purchases(game: Any, player: int) -> Iterator[int]:
    """Certificates the player may buy now, the first of each company, source and size."""
    state, rules = game.state, game.rules
    for company in game.state.companies:
        if state.par[company] is None:
            continue
        for source in _sources(game, company):
            firsts: dict[int, int] = {}
            for certificate in shares.held_certificates(game, company, source):
                if not rules.cert_president[certificate]:
                    firsts.setdefault(rules.cert_percent[certificate], certificate)
            for certificate in firsts.values():
                if _purchase_problem(game, player, certificate) is None:
                    yield certificate


def _sources(game: Any, company: int) -> list[int]:
    held, rules = game.state.held[company], game.rules
    return [source for source in (rules.ipo, rules.pool, company) if held[source]]


def _purchase_problem(game: Any, player: int, certificate: int) -> str | None:
    """Why the certificate may not be bought (core 8.3); None if it may."""
    state, rules = game.state, game.rules
    company, source = rules.cert_company[certificate], state.holder[certificate]
    if state.par[company] is None:
        return f"{game.name(company)} has not been started"
    if source not in (rules.ipo, rules.pool, company):
        return "only shares of the IPO, the pool and the treasury are for sale"
    if rules.cert_president[certificate]:
        return "the president's certificate is not for sale"
    if shares.must_wait(game, certificate):
        return "the certificate is the last to be sold"
    if shares.price_of(game, certificate, source) > bid_boxes.free_cash(game, player):
        return "not enough cash"
    problem = _turn_problem(game, player, certificate)
    if problem is not None:
        return problem
    if not game.ask.purchase_allowed(game, company, player, source, certificate):
        return f"shares of {game.name(company)} may not be bought now"
    return shares.room_problem(game, player, company, certificate)


def _turn_problem(game: Any, player: int, certificate: int) -> str | None:
    """Why the turn's bids and purchases do not allow another (core 8.2, 8.5)."""
    if game.state.round.bids_made:
        return "no purchase after a bid"
    if not _bought_anything(game):
        return None
    state = game.state
    bought = state.round.bought
    company, source = game.rules.cert_company[certificate], state.holder[certificate]
    first = bought[0][0] if bought else company
    sources = tuple(source for _, source in bought)
    allowed = game.ask.another_purchase_allowed
    if company == first and allowed(game, company, player, source, certificate, first, sources):
        return None
    return "one purchase a turn"


def _pars(game: Any, player: int) -> Iterator[tuple[int, int]]:
    """Companies the player may start now, with the cells."""
    for company in game.state.companies:
        if _launch_problem(game, player, company) is None:
            for cell in game.ask.par_prices(game, company, player):
                par = game.rules.cells[cell].price
                if _launch_price(game, player, company, cell) <= bid_boxes.free_cash(
                    game, player
                ) and game.ask.par_offered(game, company, player, par):
                    yield company, cell


def _par_awaited(game: Any, player: int) -> bool:
    """Whether the player is waited for because he could start a company, or the title says that he is."""
    return not _bought_anything(game) and any(
        game.state.par[company] is None
        and game.ask.par_awaited(game, company, player)
        and shares.room_problem(game, player, company, shares.presidents_certificate(game, company)) is None
        for company in game.state.companies
    )


def may_start(game: Any, company: int, player: int) -> bool:
    """Whether the player may start the company now and can pay it."""
    return _launch_problem(game, player, company) is None and any(
        _launch_price(game, player, company, cell) <= game.state.cash[player]
        for cell in game.ask.par_prices(game, company, player)
    )


def _launch_problem(game: Any, player: int, company: int) -> str | None:
    """Why the company may not be started at any price (core 8.6); None if it may."""
    if _bought_anything(game):
        return "one purchase a turn"
    if game.state.round.bids_made:
        return "no purchase after a bid"
    if company not in game.state.companies or game.state.par[company] is not None:
        return f"{game.name(company)} cannot be started"
    if not game.ask.par_allowed(game, company, player):
        return f"{game.name(company)} may not be started now"
    counted = game.ask.launch_counted(game, company, player)
    return shares.room_problem(game, player, company, shares.presidents_certificate(game, company), counted)


def _launch_price(game: Any, player: int, company: int, cell: int) -> int:
    return int(game.ask.launch_price(game, company, player, game.rules.cells[cell].price))


def _par_problem(game: Any, player: int, company: int, cell: int) -> str | None:
    """Why the company may not be started at the cell (core 8.6); None if it may."""
    problem = _launch_problem(game, player, company)
    if problem is not None:
        return problem
    if cell not in game.ask.par_prices(game, company, player):
        return f"{market.price_text(game, cell)} is not a par price"
    if _launch_price(game, player, company, cell) > bid_boxes.free_cash(game, player):
        return "not enough cash"
    return None


def _bought_anything(game: Any) -> bool:
    current = game.state.round
    return bool(current.bought or current.resold)


def _resales(game: Any, player: int) -> Iterator[tuple[int, int, int]]:
    """Privates of other players that the player may buy, with the least and the highest price (core 19.6)."""
    if _bought_anything(game) or game.state.round.bids_made:
        return
    owner, rules = game.state.owner, game.rules
    for private in game.state.privates:
        seller = owner[private]
        if seller is None or not rules.is_player(seller) or seller == player:
            continue
        prices = game.ask.player_price(game, private, player, seller)
        if prices is not None:
            low, high = prices[0], min(prices[1], bid_boxes.free_cash(game, player))
            if low <= high:
                yield private, low, high


def _sales(game: Any, player: int) -> Iterator[bundles.Bundle]:
    """Bundles the player may sell now."""
    if _sale_order_problem(game, player) is not None:
        return
    for company in game.state.companies:
        yield from _sales_of(game, player, company)


def _sales_of(game: Any, player: int, company: int) -> Iterator[bundles.Bundle]:
    """Bundles of a company the player may sell, if the turn still allows a sale."""
    if game.state.held[company][player] and _company_sale_problem(game, player, company) is None:
        for bundle in bundles.of_holder(game, player, company):
            if bundles.problem(game, player, bundle) is None:
                yield bundle


def _sale_order_problem(game: Any, player: int) -> str | None:
    """Why no sale is possible after what the player did in the turn (core 8.2)."""
    if not _bought_anything(game):
        return None
    order = game.ask.order(game, player)
    if order == "sell-buy":
        return "no sale after a purchase"
    if order == "either" and game.state.round.sold_before:
        return "no sale after a sale and a purchase"
    return None


def _company_sale_problem(game: Any, player: int, company: int) -> str | None:
    if game.state.cell[company] is None:
        return f"{game.name(company)} has no price yet"
    if not game.ask.sale_allowed(game, company, player):
        return f"shares of {game.name(company)} may not be sold yet"
    most = game.ask.sales_a_turn(game, company, player)
    if most is not None and game.state.round.sales.count(company) >= most:
        return f"{game.name(company)} was sold in this turn already"
    return None


# ---- actions ------------------------------------------------------------------------------------------------------


def handle(game: Any, action: Action, entity: int) -> None:
    """Carry out an action of the player in turn. Raises Refused before changing anything."""
    if _discards(game):
        if action["type"] != "discard_train":
            raise Refused(f"{game.name(discard.acting(game)[0])} must first discard a train", "core 15.6")
        discard.handle(game, entity, action, entity)
        return
    player = _player(game)
    if entity != player:
        raise Refused(f"it is the turn of {game.name(player)}", "core 8.1")
    kind = action["type"]
    handler = _HANDLERS.get(kind)
    if handler is None:
        raise Refused(f"{kind} is not possible in a stock round", "core 8.2")
    if kind != "sell_shares" and game.ask.must_sell(game, player) and _any(_sales(game, player)):
        raise Refused("over a limit: shares must be sold first", "core 8.2")
    if not kind.startswith("payoff_player_debt") and _debt_due(game, player):
        raise Refused(f"{game.name(player)} must first pay off the debt")
    handler(game, action, player)


def _pass(game: Any, action: Action, player: int) -> None:
    _end_turn(game)


def _buy_shares(game: Any, action: Action, player: int) -> None:
    certificates = shares.parse_shares(game, action["shares"])
    if len(certificates) != 1:
        raise Refused("one certificate at a time is bought", "core 8.3")
    certificate = certificates[0]
    problem = _purchase_problem(game, player, certificate)
    if problem is not None:
        raise Refused(problem, "core 8.3")
    percent = action.get("percent")
    if percent is not None and percent != game.rules.cert_percent[certificate]:
        raise Refused(f"the certificate is {game.rules.cert_percent[certificate]}%", "core 8.3")
    current = game.state.round
    current.bought.append((game.rules.cert_company[certificate], game.state.holder[certificate]))
    _acted(game)
    shares.buy(game, player, certificate)


def _par(game: Any, action: Action, player: int) -> None:
    company = game.entity("corporation", action["corporation"])
    cell = market.parse_price(game, action["share_price"])
    problem = _par_problem(game, player, company, cell)
    if problem is not None:
        raise Refused(problem, "core 8.6")
    current = game.state.round
    current.bought.append((company, game.rules.ipo))
    current.launches.append(company)
    _acted(game)
    payee = game.ask.share_payee(game, company, game.rules.ipo)
    game.pay(_launch_price(game, player, company, cell), player, payee)
    shares.launch(game, company, player, cell)


def _acted(game: Any) -> None:
    current = game.state.round
    current.acted = True
    current.sold_before = bool(current.sales)


def _sell_shares(game: Any, action: Action, player: int) -> None:
    bundle = bundles.parse(game, action)
    problem = (
        _sale_order_problem(game, player)
        or _company_sale_problem(game, player, bundle.company)
        or bundles.problem(game, player, bundle)
    )
    if problem is not None:
        raise Refused(problem, "core 8.4")
    current = game.state.round
    current.acted = True
    current.sales.append(bundle.company)
    current.sold.add((player, bundle.company))
    if bundles.sell(game, player, bundle):
        market.settle_places(game)


def _buy_private(game: Any, action: Action, player: int) -> None:
    private = agreed(game, _resales(game, player), action, "core 19.6")
    price = action["price"]
    seller = game.state.owner[private]
    game.state.owner[private] = player
    game.state.round.resold = True
    _acted(game)
    game.emit("private resold", private, player, seller, price)
    game.pay(price, player, seller)


def _bid(game: Any, action: Action, player: int) -> None:
    bid_boxes.bid(game, action, player)
    _acted(game)
    if not bid_boxes.may_bid(game, player):
        _end_turn(game)  # with the last bid of the turn


def _pay_off(game: Any, action: Action, player: int) -> None:
    emergency.pay_off(game, player, action.get("amount"))
    game.state.round.acted = True


_HANDLERS = {
    "payoff_player_debt": _pay_off,
    "payoff_player_debt_partial": _pay_off,
    "bid": _bid,
    "pass": _pass,
    "buy_shares": _buy_shares,
    "par": _par,
    "sell_shares": _sell_shares,
    "buy_company": _buy_private,
}


def actions(game: Any) -> Iterator[Action]:
    """All legal actions of the player in turn, or the trains that companies may give up first."""
    if _discards(game):
        yield from discard.actions(game)
        return
    player = _player(game)
    me = game.entity_fields(player)
    sales = [bundles.action_of(game, player, bundle) for bundle in _sales(game, player)]
    yield from sales
    if emergency.pay_off_problem(game, player) is None and not (sales and game.ask.must_sell(game, player)):
        yield {"type": "payoff_player_debt", **me}
        if game.ask.partial_repayment(game, player):
            most = min(game.state.debt[player], game.state.cash[player])
            yield {"type": "payoff_player_debt_partial", **me, "amount": range(1, most + 1)}
        if _debt_due(game, player):
            return
    if sales and game.ask.must_sell(game, player):
        return
    for certificate in _purchases(game, player):
        percent = game.rules.cert_percent[certificate]
        yield {"type": "buy_shares", **me, "shares": [shares.share_text(game, certificate)], "percent": percent}
    for company, cell in _pars(game, player):
        price = market.price_text(game, cell)
        yield {"type": "par", **me, "corporation": game.name(company), "share_price": price}
    for private, low, high in _resales(game, player):
        sale = {"type": "buy_company", **me, "company": game.name(private)}
        # what comes with the private may not be there any more
        if not game.listens("private resold") or game.is_legal(sale | {"price": low}):
            yield sale | {"price": range(low, high + 1)}
    yield from bid_boxes.actions(game, player)
    yield {"type": "pass", **me}
