"""The state in which a game begins."""

from titleworks.runtime.map.board import Board
from titleworks.runtime.rules import Rules
from titleworks.runtime.state import State, replaced


def first_state(rules: Rules, seed: int) -> State:
    """The state before anybody is paid: everything in the bank, the IPO and on the printed map."""
    state = State.__new__(State)
    count, companies = rules.entities, rules.company_count
    state.companies, state.privates, state.closed = list(rules.companies), list(rules.privates), []
    state.boxes = []
    state.rng = seed % 2**31
    state.phase, state.set_number, state.rounds_planned, state.arrivals, state.history = 0, 1, 1, 0, 0
    state.broken = state.finished = False
    state.end = state.end_reason = None
    state.cash = [0] * count
    state.debt = [0] * count
    state.par, state.cell = [None] * companies, [None] * companies
    state.arrival = [0] * companies
    state.president = [None] * companies
    state.owner = [None] * count
    for private in state.privates:
        state.owner[private] = rules.bank
    state.floated, state.operated = [False] * companies, [False] * companies
    state.turns, state.trains_bought = [0] * companies, [0] * companies
    state.last_revenue = [None] * companies
    state.routed = [0] * companies
    state.housed = [False] * companies
    state.order = list(rules.players)
    state.moved, state.order_before = [], []
    state.depot = [
        kind * 1024 + index for kind, row in enumerate(rules.trains) if rules.guard(row.in_play) and row.card is None
        for index in range(1 if row.count is None else row.count)
    ]  # fmt: skip
    state.discarded, state.left, state.frames = [], [], []
    state.bankrupt = []
    state.homeless, state.exchanges = [], []
    state.departures = [0] * len(rules.trains)
    state.one_sided, state.obsolete, state.combined = [], [], {}
    state.uses = [0] * len(rules.powers)
    state.certificates = list(rules.certs)
    state.holder = [rules.ipo] * len(rules.cert_company)
    state.held = [replaced((0,) * count, rules.ipo, 100)] * companies
    state.trains = [()] * count
    state.tokens = [(None,) * len(row.tokens) for row in rules.company_rows]
    state.areas = [tuple(token.area for token in row.tokens) for row in rules.company_rows]
    state.listed = [
        tuple(number for number, area in enumerate(areas) if area not in rules.hidden_areas) for areas in state.areas
    ]
    state.words = [dict(values) for values in rules.word_values]
    state.board = Board(rules.map)
    return state
