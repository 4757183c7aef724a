"""Errors of the runtime that a user may meet."""


class Refused(Exception):
    """An action that is not legal now; the state is as it was. `reason` is a sentence, `cites` its rule."""

    def __init__(self, reason: str, cites: str | None = None) -> None:
        super().__init__(f"{reason} [{cites}]" if cites else reason)
        self.reason = reason
        self.cites = cites


class TableError(Exception):
    """A rule table that cannot be played: not a table, another version, or nonsense inside; says where."""


class RecordError(Exception):
    """A game record that cannot be read; says where."""
