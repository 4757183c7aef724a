"""`titleworks replay`: a recorded game, action for action."""

from pathlib import Path
from typing import Annotated

import typer

from titleworks.command.common import FOUND, tell


def replay_command(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A game record (JSON of 18xx.games).")],
    title: Annotated[str | None, typer.Option(help="TITLE to play it with; otherwise the record's.")] = None,
    trace: Annotated[Path | None, typer.Option(help="Trace (JSON lines) to compare every state with.")] = None,
    strict_revenue: Annotated[bool, typer.Option(help="Fail where a recorded revenue is not the rules'.")] = False,
) -> None:
    """Replay a record; exit 0 only when every action was legal and the result is the record's."""
    from titleworks.library import table_for_record, table_of
    from titleworks.runtime.records.record import load_record
    from titleworks.runtime.records.replay import replay
    from titleworks.runtime.records.trace import load_trace

    game = load_record(record)
    table = table_of(title) if title is not None else table_for_record(game.title)
    expected = None if trace is None else load_trace(trace)
    if game.pinned:
        tell("the record is pinned to an old version of the platform, whose rules may differ")
    outcome = replay(game, table, expected, strict_revenue)
    for note in outcome.revenue_notes:
        typer.echo(f"revenue: {note.text()}")
    typer.echo(outcome.text())
    if not outcome.conforms:
        raise typer.Exit(FOUND)
