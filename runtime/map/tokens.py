"""Where tokens may go: cities that can take one, and homes (core 12.2, 12.5)."""

from titleworks.runtime.map.board import Board


def token_problem(
    board: Board, company: int, hex: int, stop: int, *, reservations: str = "slot", most: int = 1
) -> str | None:
    """Why the city cannot take a token of the company, or None; core 12.5. Reach and price are not looked at.

    `reservations`: what a hex-wide reservation of another company does: bars the hex only when the reservations would
    take all open slots ("slot"), always ("hex"), always while the hex has a city with a single slot ("single-slot"),
    never ("none"). `most`: how many tokens the company may have in the hex, though never two in one city.
    """
    plan = board.plan
    name = plan.hexes[hex].name
    cities = board.tokens[hex]
    if stop >= len(cities) or not cities[stop]:
        return f"there is no city {stop} in {name}"
    if company in cities[stop] or sum(slots.count(company) for slots in cities) >= most:
        return f"the company already has a token in {name}"
    if board.open_slot(company, hex, stop) is None:
        return f"no slot of {name} is open to the company"
    if board.reserved[hex] and _barred(board, company, hex, reservations):
        return f"{name} is reserved for another company"
    return None


def _barred(board: Board, company: int, hex: int, rule: str) -> bool:
    wide = [owner for owner, stop, _ in board.reserved[hex] if stop is None]
    if not wide or company in wide or rule == "none":
        return False
    if rule == "hex":
        return True
    if rule == "single-slot" and any(len(slots) == 1 for slots in board.tokens[hex]):
        return True
    taken = {(stop, slot) for owner, stop, slot in board.reserved[hex] if stop is not None and owner != company}
    free = sum(
        holder is None and (stop, slot) not in taken
        for stop, slots in enumerate(board.tokens[hex])
        for slot, holder in enumerate(slots)
    )
    return len(wide) >= free


def home_cities(board: Board, company: int, hex: int, city: int | None = None, *, full: bool = False) -> list[int]:
    """The stops of its home hex among which the company has its home token to place; core 12.2.

    One if it is settled: the city named by the table, the one with its reservation, the only one, or the first of a
    hex without track. Several if the company must choose: its home is the hex as a whole, which has track already;
    full cities are left out unless `full`.
    """
    for owner, stop, _ in board.reserved[hex]:
        if owner == company and stop is not None:
            return [stop]
    cities = [stop for stop, slots in enumerate(board.tokens[hex]) if slots]
    if city is not None and city in cities and board.tile[hex] == board.plan.printed[hex]:
        return [city]
    if len(cities) < 2 or not board.has_track(hex):
        return cities[:1]
    return [stop for stop in cities if full or board.open_slot(company, hex, stop) is not None]
