"""Station tokens as things (core 12.1): a token is `(company, number)`, its number counting its company's from 0.

A token is on the map (the state's `tokens` has its place: hex and stop, stop -1 while it awaits the choice of a city),
or waits in an area (the state's `areas`: `available`, or another of the title), or is destroyed (its area is None). A
token on the map keeps the area it came from.
"""

from collections.abc import Iterable
from typing import Any

from titleworks.runtime.errors import Refused
from titleworks.runtime.map import network as networks
from titleworks.runtime.map.plan import STOPS
from titleworks.runtime.state import replaced, without

Token = tuple[int, int]
City = tuple[int, int]

#: The area from which tokens are placed in the normal way.
AVAILABLE = "available"


def tokens_of(game: Any, company: int) -> tuple[Token, ...]:
    """The company's tokens, placed or not, in the order of use; those destroyed are gone."""
    areas = game.state.areas[company]
    return tuple((company, number) for number, area in enumerate(areas) if area is not None)


def all_tokens(game: Any) -> tuple[Token, ...]:
    """The tokens of all companies."""
    return tuple(token for company in game.state.companies for token in tokens_of(game, company))


def place_of(game: Any, token: Token) -> City | None:
    """Hex and stop of a token; None if it is not on the map."""
    place: City | None = game.state.tokens[token[0]][token[1]]
    return place


def city_of(game: Any, token: Token) -> City | None:
    """The city in which a token stands; None if it is in none."""
    place = place_of(game, token)
    return None if place is None or place[1] < 0 else place


def area_of(game: Any, token: Token) -> str | None:
    """The area in which a token waits, or from which it came; None if it is destroyed."""
    area: str | None = game.state.areas[token[0]][token[1]]
    return area


def waiting_in(game: Any, company: int, area: str = AVAILABLE) -> int | None:
    """Number of the company's first unplaced token of an area; None if it has none."""
    state = game.state
    return next(
        (
            number
            for number, place in enumerate(state.tokens[company])
            if place is None and state.areas[company][number] == area
        ),
        None,
    )


def next_price(game: Any, company: int, area: str = AVAILABLE) -> int:
    """Price printed for the company's next token of an area; 0 if it has none left (core 12.1)."""
    number = waiting_in(game, company, area)
    return 0 if number is None else int(game.rules.company_rows[company].tokens[number].price)


def companies_on(game: Any, hex_: int, stop: int | None = None) -> tuple[int, ...]:
    """Companies with a token in a city, or on the whole hex (stop None), in the order of the slots."""
    cities = game.state.board.tokens[hex_]
    return tuple(c for city in (cities if stop is None else (cities[stop],)) for c in city if c is not None)


def first_placed(game: Any, company: int) -> Token | None:
    """The company's first token on the map."""
    return next((token for token in tokens_of(game, company) if place_of(game, token) is not None), None)


def tokens_in(game: Any, hex_: int, stop: int | None = None) -> tuple[Token, ...]:
    """The tokens in a city, or on the whole hex (stop None), in the order of their slots."""
    state = game.state
    cities = state.board.tokens[hex_]
    found: list[Token] = []
    for city in range(len(cities)) if stop is None else (stop,):
        for company in dict.fromkeys(company for company in cities[city] if company is not None):
            found += [(company, n) for n, place in enumerate(state.tokens[company]) if place == (hex_, city)]
    if stop is None:
        found += [(c, n) for c, on in state.board.lifted if on == hex_
                  for n, place in enumerate(state.tokens[c]) if place == (hex_, -1)]  # fmt: skip
    return tuple(found)


def as_tokens(value: Any) -> tuple[Token, ...]:
    """A token or a list of tokens as a list; `none` is no token."""
    if value is None:
        return ()
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        return (value,)
    return tuple(token for token in value if token is not None)


# ---- what rules do to tokens ----------------------------------------------------------------------------------------


def set_place(game: Any, company: int, number: int, place: City | None) -> None:
    """A token stands in a city (of number -1: lifted, it awaits one of the hex), or nowhere."""
    tokens = game.state.tokens
    tokens[company] = replaced(tokens[company], number, place)


def _set_area(game: Any, company: int, number: int, area: str | None) -> None:
    areas = game.state.areas
    areas[company] = replaced(areas[company], number, area)


def set_area(game: Any, tokens: Iterable[Token], area: str) -> None:
    """Put tokens into an area; one on the map stays there."""
    for company, number in tokens:
        _set_area(game, company, number, area)
        list_token(game, company, number)


def take_up(game: Any, tokens: Iterable[Token], area: str | None) -> None:
    """Take tokens off the map into an area (None: they are destroyed). One that is not on the map only changes area."""
    state = game.state
    for token in tokens:
        company, number = token
        place = place_of(game, token)
        if place is not None:
            if place[1] >= 0:
                state.board.remove_token(company, *place)
            else:
                state.board.drop_lifted(company, place[0])
            set_place(game, company, number, None)
        _set_area(game, company, number, area)
        list_token(game, company, number)


def list_token(game: Any, company: int, number: int) -> None:
    """Records list a token from when it leaves an area of which they only count the tokens, until it is there again."""
    if not game.rules.hidden_areas:
        return
    state = game.state
    listed: tuple[int, ...] = state.listed[company]
    waits = state.tokens[company][number] is None and state.areas[company][number] in game.rules.hidden_areas
    if waits and number in listed:
        state.listed[company] = without(listed, number)
    elif not waits and number not in listed:
        state.listed[company] += (number,)


def replace(game: Any, old: Token, new: Token) -> None:
    """Put an unplaced token into the very slot of a token on the map, which is available to its owner again.

    Raises Refused if the one is not on the map or the other not off it, or its owner has a token in the city.
    """
    state = game.state
    place = place_of(game, old)
    if place is None or place[1] < 0:
        raise Refused("the token to be replaced is not on the map", "core 12")
    if place_of(game, new) is not None or area_of(game, new) is None:
        raise Refused("the token that replaces it is not at hand", "core 12")
    if new[0] != old[0] and new[0] in state.board.tokens[place[0]][place[1]]:
        raise Refused(f"{game.name(new[0])} has a token in this city already", "core 12.5")
    state.board.replace_token(old[0], new[0], *place)
    set_place(game, *old, None)
    _set_area(game, *old, AVAILABLE)
    set_place(game, *new, place)
    if game.rules.hidden_areas:  # records then list those on the map first, the others by price
        list_token(game, *new)
        rows, places = game.rules.company_rows[new[0]].tokens, state.tokens[new[0]]
        state.listed[new[0]] = tuple(
            sorted(state.listed[new[0]], key=lambda n: (1, rows[n].price) if places[n] is None else (0, 0))
        )


# ---- cities ---------------------------------------------------------------------------------------------------------


def open_network_hexes(game: Any, company: int) -> tuple[int, ...]:
    """Hexes with track that the company would reach if neither full cities nor ends of the line blocked (core 11.7)."""
    return tuple(networks.open_network(game.state.board, company, through_ends=True).track_hexes())


def destination_linked(game: Any, company: int) -> bool:
    """Whether a walk that nothing blocks to the company joins a city of its destination with its home token."""
    hex_ = game.rules.company_rows[company].destination
    home = game.state.tokens[company][0] if game.state.tokens[company] else None
    if hex_ is None or home is None:
        return False
    note_passages(game, company)
    return networks.network_from(game.state.board, company, (hex_,)).reaches(*home)


def note_passages(game: Any, company: int) -> None:
    """Tell the board through which cities the company may walk, if the title answers `passage allowed` (core 11.7).

    The answers are asked anew before every look at the network unless nothing they look at has changed.
    """
    if game.rules.passages_asked:
        board, ask = game.state.board, game.ask
        key = game.rules.passage_reads.key(game)
        if key is not None and board.barred_at.get(company) == key:
            return
        board.barred_at[company] = key
        cities = game.rules.map.cities
        barred = frozenset(
            STOPS * hex_ + city
            for hex_, tile in enumerate(board.tile)
            for city in cities[tile]
            if not ask.passage_allowed(game, company, (hex_, city))
        )
        board.bar(company, barred)


def open_slots(game: Any, hex_: int, stop: int | None = None) -> int:
    """Slots of the city, or of all cities of the hex, that hold no token and are reserved for nobody."""
    board = game.state.board
    reserved = {(city, slot) for _, city, slot in board.reserved[hex_] if city is not None}
    stops = range(len(board.tokens[hex_])) if stop is None else (stop,)
    return sum(
        holder is None and (city, slot) not in reserved
        for city in stops
        for slot, holder in enumerate(board.tokens[hex_][city])
    )
