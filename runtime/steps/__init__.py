"""The steps of an operating turn, a module each.

Each module has `waits(game, company) -> bool` (its usual condition), `ACCEPTS` (types of actions it takes),
`handle(game, company, action, entity)` (raises Refused before changing anything) and `actions(game)`.
"""
