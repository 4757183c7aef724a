"""How a company comes by money, and what it spends it on besides trains and track."""

from titleworks.runtime.bots import prospects
from titleworks.runtime.bots.mind import Action, Mind, Offers, first, lowest
from titleworks.runtime.game import Game


def private(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """A private while the company can spare the money; the owner likes a high price."""
    company = game.operator()
    cash = 0 if company is None else game.state.cash[company]
    spare = cash // 2
    if company is not None and not prospects.lasting(game, company) and not mind.chance(0.15):
        spare = min(spare, max(0, cash - (prospects.next_price(game, company) or 0)))
    cheap = [action for action in offers["buy_company"] if lowest(action) <= spare]
    if not cheap or not mind.chance(0.4):
        return None
    action = dict(mind.one(cheap))
    price = action["price"]
    if isinstance(price, range):
        action["price"] = min(mind.within(price, 0.9), max(spare, price[0]))
    return action


def treasury(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """Shares sold: by a president who must raise money, or by a company that lacks a train; or some taken back."""
    company = game.operator()
    sales, purchases = offers.get("sell_shares", []), offers.get("buy_shares", [])
    if "pass" not in offers or company is None:
        return dict(mind.one(sales or purchases))
    temper = mind.temper_of(game, company)
    lacking = prospects.missing(game, company)
    if sales and temper.gambles and not prospects.is_sinking(game, company) and mind.chance(0.4):
        return dict(mind.one(sales))
    if sales and mind.chance(temper.funds if lacking else 0.03):
        percents = sorted({int(sale.get("percent") or 0) for sale in sales})
        price = max(1, game.price(company))
        wanted = next((percent for percent in percents if percent * price >= 10 * lacking), percents[-1])
        return dict(next(sale for sale in sales if int(sale.get("percent") or 0) == wanted))
    if purchases and not prospects.short_after(game, company, game.price(company)) and mind.chance(temper.takes_back):
        return dict(mind.one(purchases))
    return first(offers, "pass")


def loan(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """Money from outside, if a train is lacking."""
    company = game.operator()
    lacking = company is not None and prospects.missing(game, company) > 0
    return dict(mind.one(offers["take_loan"])) if mind.chance(0.8 if lacking else 0.1) else None


def repayment(mind: Mind, game: Game, offers: Offers) -> Action | None:
    """A loan is paid back while the treasury can still pay a train that is needed."""
    company = game.operator()
    if company is not None and prospects.short_after(game, company, game.state.cash[company] // 2):
        return None
    return dict(mind.one(offers["payoff_loan"])) if mind.chance(0.3) else None
