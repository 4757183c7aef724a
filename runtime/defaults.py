"""The documented default answers to the runtime's questions (see the vocabulary): constants, and small functions."""

from typing import Any

from titleworks.runtime import bid_boxes, market, prints, shares, stations, stock_round
from titleworks.runtime.map.tokens import token_problem
from titleworks.runtime.steps import buy_train, run

#: Defaults that do not depend on anything. Questions a title must answer have None here.
CONSTANTS: dict[str, Any] = {
    "bank": None,
    "cash": None,
    "certificate_limit": None,
    "train_limit": None,
    "tiles": (),
    "operating_rounds": 1,
    "income": 0,
    "float": (60, "sold"),
    "capitalization": "full",
    "certificates_counted": 1,
    "privates_counted": 1,
    "holding_limit": 60,
    "pool_limit": 50,
    "sold_out_move": (("up", 1),),
    "row_end": (("up", 1),),
    "row_start": (("down", 1),),
    "column_top": (),
    "column_foot": (),
    "entry_allowed": True,
    "partial_moves": True,
    "pool_move": (),
    "co_movers": "arrival order",
    "par_allowed": True,
    "par_offered": True,
    "home_placed": "turn start",
    "order": "sell-buy-sell",
    "sales_a_turn": None,
    "issue_allowed": False,
    "redeem_allowed": False,
    "redeem_limit": None,
    "issue_move": (),
    "presidential_sale": "last",
    "exchange_choice": None,
    "another_purchase_allowed": False,
    "raise": 5,
    "bid_multiple": 1,
    "bid_allowed": True,
    "bids_a_turn": None,
    "bidding_tokens": None,
    "bids_counted": 1,
    "committed": "leading bids",
    "discount": 5,
    "private_sale_allowed": False,
    "player_price": None,
    "closing_allowed": True,
    "combination_allowed": False,
    "lay_allowed": True,
    "gauge_must_fit": False,
    "border_paid": "once",
    "connection_needed": True,
    "draw_shift": 0,
    "several_ends": "earliest",
    "pass_allowed": True,
    "upgrade_rule": "semi-restrictive",
    "most_exits": False,
    "reservation": "slot",
    "token_looked_for": True,
    "token_allowed": True,
    "tokens_on_a_hex": 1,
    "token_sale_allowed": True,
    "run_allowed": True,
    "train_purchase_allowed": True,
    "leg_allowed": True,
    "stops_on_a_hex": None,
    "route_allowed": True,
    "route_bonus": 0,
    "routes_allowed": True,
    "track_shared": False,
    "run_bonus": 0,
    "dividend_kinds": ("payout", "withhold"),
    "train_sale_allowed": True,
    "separate_dividend": False,
    "bonuses_a_run": None,
    "helped_train_price": None,
    "emergency_sale_allowed": True,
    "emergency_sales": None,
    "flip_price": None,
    "group_train_limit": None,
    "loan_debt": None,
    "debt_due": False,
    "partial_repayment": False,
    "trains_counted": 1,
    "discards": "pool",
    "reserved_city_choice": "operator",
}


def _full(game: Any, company: int) -> bool:
    return bool(game.ask.capitalization(game, company) == "full")


def capital(game: Any, company: int) -> int:
    """Ten times par with full capitalization, nothing otherwise (core 9.3)."""
    return 10 * game.par_price(company) if _full(game, company) else 0


def share_price(game: Any, company: int, source: int) -> int:
    """Par from the IPO, the market's price otherwise (core 8.3)."""
    return int(game.par_price(company) if source == game.rules.ipo else game.price(company))


def share_payee(game: Any, company: int, source: int) -> int:
    """The company with incremental capitalization, except for shares from the pool; else the bank (core 9.3)."""
    if _full(game, company) or source == game.rules.pool:
        return int(game.rules.bank)
    return company


def issue_price(game: Any, company: int, number: int, later_price: int) -> int:
    """The market's price before it moves."""
    return int(game.price(company))


def redeem_price(game: Any, company: int, number: int) -> int:
    """The market's price."""
    return int(game.price(company))


def launch_price(game: Any, company: int, player: int, par: int) -> int:
    """Par for each share of the president's certificate (core 8.6)."""
    return shares.value(game, company, game.rules.president_percent[company], par)


def launch_counted(game: Any, company: int, player: int) -> int:
    """What a certificate of the company counts (core 9.2)."""
    return int(game.ask.certificates_counted(game, company))


def loan_allowed(game: Any, company: int, player: int) -> bool:
    """He sold no shares for this train."""
    return not game.state.round.help_sales


def must_sell(game: Any, player: int) -> bool:
    """Over the certificate limit, or over a holding limit (core 8.2)."""
    return stock_round.must_sell(game, player)


def player_order(game: Any, round: str) -> Any:
    """From the one after the last to act (core 8.7, 6.7)."""
    return stock_round.order_after_last(game)


def worth(game: Any, player: int) -> int:
    """Cash, shares at the current price, face value of open privates (core 18.3)."""
    state, rules = game.state, game.rules
    total = state.cash[player]
    for company in game.state.companies:
        percent = state.held[company][player]
        if percent:
            total += shares.value(game, company, percent, game.price(company))
    for private in game.state.privates:
        if state.owner[private] == player:
            total += rules.private_row(private).price
    return int(total - state.debt[player])


def dividend_move(game: Any, company: int, kind: str, revenue: int, paid: int) -> Any:
    """One left if nothing is paid, otherwise one right (core 7.5)."""
    return (("right", 1),) if paid else (("left", 1),)


def sale_move(game: Any, company: int, seller: int, number: int) -> Any:
    """One down for each share sold (core 7.5)."""
    return (("down", number),)


def sold_out(game: Any, company: int) -> bool:
    """Players hold all of it (core 8.8)."""
    return bool(game.held_by_players(company) == 100)


def operating_order(game: Any) -> Any:
    """Highest price, rightmost, uppermost, first arrived (core 7.4)."""
    return market.operating_order(game, game.floated_companies())


def par_prices(game: Any, company: int, player: int) -> Any:
    """The par cells (core 8.6)."""
    return market.par_cells(game)


def par_awaited(game: Any, company: int, player: int) -> bool:
    """He may start it at a price that he can pay (core 8.7)."""
    return stock_round.may_start(game, company, player)


def sale_allowed(game: Any, company: int, player: int) -> bool:
    """From the second stock round on (core 8.4)."""
    return bool(game.state.set_number >= 2)


def purchase_allowed(game: Any, company: int, player: int, source: int, certificate: int) -> bool:
    """Not in a round in which the player sold its shares (core 8.3)."""
    return (player, company) not in game.state.round.sold


def minimum_bid(game: Any, private: int) -> int:
    """What the table of bid boxes says, otherwise the face value."""
    said = bid_boxes.minimum(game, private)
    return int(game.rules.private_row(private).price if said is None else said)


def company_price(game: Any, private: int, company: int, seller: int) -> tuple[int, int]:
    """Half of the face value, rounded up, to double (core 17.1)."""
    price = game.rules.private_row(private).price
    return ((price + 1) // 2, 2 * price)


def lay_reach(game: Any, company: int, hex: int) -> bool:
    """The hex is reached (core 11.6 b)."""
    return bool(game.network(company).edges.get(hex))


def lay_cost(game: Any, company: int, hex: int, tile: int, *known: Any) -> int:
    """The costs printed on what lies there (core 11.12)."""
    return sum(cost.amount for cost in game.tile_on(hex).costs)


def border_cost(game: Any, company: int, hex: int, side: int) -> int:
    """The cost printed on the side."""
    return int(game.rules.map.border_costs.get(6 * hex + side, 0))


def token_cost(game: Any, company: int, city: Any) -> int:
    """The price of the company's next token (core 12.3)."""
    return int(stations.next_price(game, company))


def home_asked(game: Any, company: int) -> bool:
    """The title lists several hexes as its home: then it chooses even the last that is free (core 12.2)."""
    return len(game.rules.company_rows[company].homes) > 1


def home_allowed(game: Any, company: int, city: Any) -> bool:
    """A slot is open to its token (core 12.2)."""
    board, rule = game.state.board, game.ask.reservation(game, city[0])
    return token_problem(board, company, *city, reservations=rule) is None


def destination_due(game: Any, company: int) -> bool:
    """A way that nothing blocks to the company links its destination with its home."""
    return stations.destination_linked(game, company)


def token_payee(game: Any, company: int, city: Any) -> int:
    """The bank (core 12.3)."""
    return int(game.rules.bank)


def token_price(game: Any, token: Any, buyer: int, seller: int) -> tuple[int, int]:
    """From 1 to the buyer's cash."""
    return (1, game.state.cash[buyer])


def token_reach(game: Any, company: int, city: Any) -> bool:
    """The city is in the company's network (core 12.4)."""
    return bool(game.network(company).reaches(*city))


def passage_allowed(game: Any, company: int, city: Any) -> bool:
    """A slot is open or holds its own token (core 11.7)."""
    tokens = game.state.board.tokens[city[0]][city[1]]
    return None in tokens or company in tokens


def stop_value(game: Any, stop: Any, company: int, train: int) -> int:
    """The value printed on the tile (core 13.5)."""
    return int(prints.value(game, stop, train))


def leg_length(game: Any, leg: Any, train: int) -> int:
    """The sides crossed."""
    return int(leg[5])


def route_revenue(game: Any, route: Any, train: int, company: int) -> int:
    """The values of the stops that count, and the title's bonus (core 13.5)."""
    return run.stop_sum(game, route, train, company) + int(game.ask.route_bonus(game, route, train, company))


def treasury_income(game: Any, company: int, routes: Any) -> int:
    """The values of the stops that pay the treasury."""
    return sum(run.treasury_sum(game, route, company) for route in routes)


def kept(game: Any, company: int, kind: str, revenue: int) -> int:
    """All if withheld, half rounded down if halved, nothing if paid out (core 14)."""
    return {"withhold": revenue, "half": revenue // 2}.get(kind, 0)


def treasury_dividend(game: Any, company: int) -> int | None:
    """Nobody with full capitalization, otherwise the company (core 14.4)."""
    return None if _full(game, company) else company


def pool_dividend(game: Any, company: int) -> int | None:
    """The company with full capitalization, otherwise nobody (core 14.4)."""
    return company if _full(game, company) else None


def must_own_train(game: Any, company: int) -> bool:
    """It has none, has a route, and the bank has one (core 15.8)."""
    return bool(buy_train.must_own_train(game, company))


def train_price(game: Any, train: int, buyer: int, seller: int) -> tuple[int, int]:
    """From 1 to the buyer's cash (core 15.2)."""
    return (1, game.state.cash[buyer])


def presidency_kept(game: Any, company: int, player: int) -> bool:
    """The operator's may not be lost (core 16.3)."""
    return bool(company == game.operator())


def rival_holding(game: Any, company: int, player: int) -> int:
    """The most that another player holds (core 9.6)."""
    held = game.state.held[company]
    return max((held[other] for other in game.rules.players if other != player), default=0)
