"""Bots: players who choose among the legal actions at random, but with a purpose, so that games come to an end.

They start and float companies, build track, place tokens, run the best routes, pay out unless a train is due, and buy
trains. They differ in temperament. They know no title: they look only at the actions offered and at what is generic in
the state.
"""

from titleworks.runtime.bots.bot import Bot

__all__ = ["Bot"]
