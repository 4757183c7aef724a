"""The trace of a game: the visible state as flat keys and values, written line by line and compared."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from titleworks.runtime import market, stations, trains
from titleworks.runtime.documents import DocumentError, parse_json, read_bytes
from titleworks.runtime.errors import RecordError
from titleworks.runtime.game import Game

Flat = dict[str, Any]

#: kind of round -> its name in records; the first round of a game before the sets is an initial one
_ROUND_NAMES = {
    "waterfall auction": "ISR",
    "lot auction": "ISR",
    "stock round": "SR",
    "choice round": "Choices",
    "operating round": "OR",
}

#: Keys that are advisory only.
_ADVISORY = ("may",)


def trace_of(game: Game) -> Flat:
    """The visible state of the game, keys and values as in the traces beside the records (without `may`)."""
    flat: Flat = {}
    flat.update(_general(game))
    for player in game.rules.players:
        flat.update(_player(game, player))
    places = market.places_in_cells(game)
    for company in game.state.companies:
        flat.update(_company(game, company, places))
    flat.update(_tiles(game))
    flat.update(_markers(game))
    return flat


def init_line(game: Game) -> dict[str, Any]:
    """The first line of a trace, of a game in which nothing has happened yet."""
    rules = game.rules
    return {
        "init": trace_of(game),
        "corporation_order": [rules.names[company] for company in game.state.companies],
        "private_order": [rules.names[private] for private in game.state.privates],
        "rng": game.state.rng,
    }


def changes(before: Flat, after: Flat) -> tuple[Flat, list[str]]:
    """What is new or different in `after`, and the keys that are gone."""
    missing = object()
    changed = {key: value for key, value in after.items() if before.get(key, missing) != value}
    return changed, [key for key in before if key not in after]


def round_name(game: Game) -> str:
    """The name of the round in records."""
    kind: str = game.state.round.kind
    return _ROUND_NAMES.get(kind, kind)


def turn_text(game: Game) -> str:
    """Set number and number of the round, as `2.1`."""
    return f"{game.state.set_number}.{game.state.round.number}"


def card_text(game: Game, card: int) -> str:
    """The record name of a train card (core 2.6); if it is called otherwise than its front now, also what it is."""
    name, front = trains.name_of(game, card), game.rules.trains[game.rules.train_front[card >> 10]].name
    return trains.card_text(game, card) + ("" if name == front else f":{name}")


def _general(game: Game) -> Iterator[tuple[str, Any]]:
    state, rules = game.state, game.rules
    acting = game.acting()
    yield "round", round_name(game)
    yield "turn", turn_text(game)
    yield "phase", rules.phases[state.phase].name
    yield "acting", game.name(acting[0]) if acting else None
    yield "bank", state.cash[rules.bank]
    yield "priority", None
    yield "finished", state.finished
    yield "player_order", " ".join(game.name(player) for player in state.order)
    yield "open_privates", " ".join(sorted(game.name(p) for p in game.state.privates if state.owner[p] is not None))
    yield "depot", _depot(game)
    if state.discarded:
        yield "discarded", " ".join(trains.card_text(game, card) for card in state.discarded)


def _depot(game: Game) -> str:
    """Trains still to come: `NAMExCOUNT` in order, `NAME*` for an unlimited kind."""
    parts = []
    trains = game.rules.trains
    for kind, cards in groupby(game.state.depot, key=lambda card: card >> 10):
        row = trains[kind]
        parts.append(f"{row.name}*" if row.count is None else f"{row.name}x{len(list(cards))}")
    return " ".join(parts)


def _player(game: Game, player: int) -> Iterator[tuple[str, Any]]:
    state, rules = game.state, game.rules
    start = f"player.{game.name(player)}."
    yield start + "cash", state.cash[player]
    yield start + "worth", game.worth(player)
    if state.debt[player]:
        yield start + "debt", state.debt[player]
    if player in state.bankrupt:
        yield start + "bankrupt", True
    privates = game.privates_of(player)
    if privates:
        yield start + "privates", " ".join(sorted(game.name(private) for private in privates))
    for company in game.state.companies:
        percent = state.held[company][player]
        if percent:
            yield f"{start}shares.{rules.names[company]}", percent


def _company(game: Game, company: int, places: dict[int, int]) -> Iterator[tuple[str, Any]]:
    state, rules = game.state, game.rules
    cell = state.cell[company]
    if cell is None and not (state.floated[company] or state.cash[company] or state.trains[company]):
        return
    start = f"company.{rules.names[company]}."
    president = state.president[company]
    if cell is not None:
        row = rules.cells[cell]
        yield start + "price", [row.price, row.row, row.column]
        yield start + "par", game.ask.share_price(game, company, rules.ipo)
        yield start + "order", places[company]
    if president is not None:
        yield start + "president", game.name(president)
    held = state.held[company]
    unsold = held[rules.ipo] + held[company]
    if unsold:
        yield start + "ipo", unsold
        yield start + "treasury", unsold
    if held[rules.pool]:
        yield start + "market", held[rules.pool]
    yield start + "floated", state.floated[company]
    yield start + "cash", state.cash[company]
    if state.trains[company]:
        yield start + "trains", " ".join(card_text(game, card) for card in state.trains[company])
    privates = game.privates_of(company)
    if privates:
        yield start + "privates", " ".join(sorted(game.name(private) for private in privates))
    yield start + "tokens", " ".join(_token(game, token) for token in _listed_tokens(game, company))
    if state.last_revenue[company] is not None:
        yield start + "last_revenue", state.last_revenue[company]


def _listed_tokens(game: Game, company: int) -> Iterator[stations.Token]:
    """The company's tokens as records list them; destroyed ones are gone."""
    there = stations.tokens_of(game, company)
    return ((company, number) for number in game.state.listed[company] if (company, number) in there)


def _token(game: Game, token: stations.Token) -> str:
    """Where a token is; one that waits in an area of its own, for no destination, counts as used."""
    place = stations.place_of(game, token)
    if place is None and stations.area_of(game, token) not in (stations.AVAILABLE, "destination"):
        return "used"
    if place is None or place[1] < 0:
        return "-"
    return f"{game.rules.hex_rows[place[0]].name}/{place[1]}"


def _tiles(game: Game) -> Iterator[tuple[str, Any]]:
    """The tiles laid, by hex."""
    board, rules = game.state.board, game.rules
    for position, row in enumerate(rules.hex_rows):
        tile = board.tile[position]
        if tile != row.printed:
            name = rules.tile_rows[tile].name if rules.tile_rows[tile].count != 0 else row.name
            yield f"tile.{row.name}", f"{name}-{board.copy[position]} r{board.rotation[position]}"


def _markers(game: Game) -> Iterator[tuple[str, Any]]:
    """The markers on hexes, by the words of the glossary that records show so."""
    shown: dict[str, list[str]] = {}
    for word, values in zip(game.rules.words, game.state.words, strict=True):
        if word.marker is not None:
            for hex_, value in values.items():
                if value is not None and value is not False:
                    shown.setdefault(game.rules.hex_rows[hex_].name, []).append(word.marker)
    for name, markers in shown.items():
        yield f"marker.{name}", " ".join(sorted(markers))


# ---- traces from files -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Trace:
    """A trace read from its lines: the first line, and the later ones by position of their action in the record."""

    first: dict[str, Any]
    lines: dict[int, dict[str, Any]] = field(default_factory=dict)


def load_trace(source: str | Path | bytes) -> Trace:
    """The trace in a file (a path) or a text (bytes). Raises RecordError, with the line, if it is none."""
    try:
        data = source if isinstance(source, bytes) else read_bytes(source)
    except DocumentError as error:
        raise RecordError(str(error)) from error
    lines = [line for line in data.split(b"\n") if line.strip()]
    if not lines:
        raise RecordError("the trace is empty")
    first = _line(lines[0], 1, {"init": dict})
    trace = Trace(first)
    for number, line in enumerate(lines[1:], 2):
        parsed = _line(line, number, {"at": int, "changed": dict})
        trace.lines[parsed["at"]] = parsed
    return trace


def _line(data: bytes, number: int, needed: dict[str, type]) -> dict[str, Any]:
    try:
        line = parse_json(data)
    except DocumentError as error:
        raise RecordError(f"line {number} of the trace: {error}") from error
    if not isinstance(line, dict) or not all(isinstance(line.get(name), kind) for name, kind in needed.items()):
        raise RecordError(f"line {number} of the trace has not the form of a trace line")
    if not isinstance(line.get("gone", []), list):
        raise RecordError(f"'gone' in line {number} of the trace is not a list")
    return line


def write_trace(lines: Iterable[dict[str, Any]], path: str | Path) -> None:
    """Write trace lines to a file, one JSON value a line."""
    with open(path, "w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A key whose value is not the expected one; `missing` stands for no value at all."""

    key: str
    expected: Any
    found: Any


class _Missing:
    def __repr__(self) -> str:
        return "nothing"


missing = _Missing()


class Comparison:
    """Follows a trace beside a game: the state the trace expects, kept up line by line."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._expected: Flat = {}
        self._change(trace.first["init"], ())

    def first(self, game: Game) -> list[Mismatch]:
        """How the game differs before the first action."""
        found = init_line(game)
        lists = [
            Mismatch(key, self._trace.first[key], found[key])
            for key in ("corporation_order", "private_order", "rng")
            if key in self._trace.first and self._trace.first[key] != found[key]
        ]
        return lists + self._differences(game)

    def after(self, at: int, game: Game) -> list[Mismatch]:
        """How the game differs after the action at this position of the record."""
        line = self._trace.lines.get(at)
        if line is None:
            return [Mismatch("(the action)", "an action without effect", "an action that counts")]
        self._change(line["changed"], line.get("gone", ()))
        return self._differences(game)

    def unseen(self, positions: set[int]) -> list[int]:
        """Positions of actions in the trace that are not among these."""
        return sorted(self._trace.lines.keys() - positions)

    def _change(self, changed: Flat, gone: Iterable[str]) -> None:
        self._expected.update(changed)
        for key in gone:
            self._expected.pop(key, None)
        for key in _ADVISORY:
            self._expected.pop(key, None)

    def _differences(self, game: Game) -> list[Mismatch]:
        expected, found = self._expected, trace_of(game)
        if expected == found:
            return []
        keys = [key for key in expected if expected[key] != found.get(key, missing)]
        keys += [key for key in found if key not in expected]
        return [Mismatch(key, expected.get(key, missing), found.get(key, missing)) for key in keys]
