"""`titleworks play`: bots play a title."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from titleworks.command.common import FOUND, can_write, columns, fail, progress

if TYPE_CHECKING:
    from titleworks.runtime.game import Game
    from titleworks.runtime.simulation import Outcome, Summary
    from titleworks.runtime.table.models import Table


def play_command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="A title's name, a .18xx file or a compiled .json.")],
    players: Annotated[int, typer.Option(help="Number of players.")],
    seed: Annotated[int, typer.Option(min=0, help="Seed of the game and of the bots.")] = 0,
    option: Annotated[list[str] | None, typer.Option(help="An optional rule; may be given several times.")] = None,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Play so many, with the next seeds.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes, with --games.")] = 1,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="File for the record of the game.")] = None,
) -> None:
    """Let bots play a title and print what happened."""
    from titleworks.library import table_of

    if games > 1 and output is not None:
        fail("-o writes the record of one game; leave out --games")
    if output is not None:
        can_write(output)
    table = table_of(title)
    options = tuple(option or ())
    if games > 1:
        _many(table, players, games, seed, options, jobs)
    else:
        _one(table, players, seed, options, output)


def _one(table: "Table", players: int, seed: int, options: tuple[str, ...], output: Path | None) -> None:
    from titleworks.runtime.records.write import write_record
    from titleworks.runtime.simulation import Broken, play_game

    story = Story()
    typer.echo(f"{table.name}, {players} players, seed {seed}{', ' if options else ''}{', '.join(options)}")
    try:
        game = play_game(table, players, seed, options, watch=story.watch)
    except Broken as error:
        story.end()
        typer.echo(f"the game broke: {error}")
        raise typer.Exit(FOUND) from None
    story.end()
    typer.echo(f"\nThe game ended after {len(game.history)} actions: {game.end_reason}")
    rows = [(f"{place}.", f"Player {name}", str(worth)) for place, (name, worth) in enumerate(game.standings(), 1)]
    for line in columns(rows):
        typer.echo(line)
    if output is not None:
        try:
            write_record(game, output)
        except OSError as error:
            fail(f"cannot write {output}: {error.strerror or error}")
        typer.echo(f"record written to {output}")


class Story:
    """Tells a game round by round while it is played."""

    def __init__(self) -> None:
        self._round: tuple[str, ...] | None = None
        self._told: list[str] = []
        self._state = ""

    def watch(self, game: "Game", action: dict[str, Any]) -> None:
        """Note an action; when its round is over, print the round in one line."""
        from titleworks.runtime.records.trace import round_name, turn_text

        name = (round_name(game), turn_text(game))
        if self._round is None:
            self._round = name
        told = _told(action)
        if told:
            self._told.append(told)
        self._state = f"phase {game.rules.phases[game.state.phase].name}, bank {game.state.cash[game.rules.bank]}"
        if name != self._round or game.finished:
            self.end()
            self._round = name

    def end(self) -> None:
        """Print the round noted so far."""
        if self._round is not None and self._told:
            line = f"{self._round[0]} {self._round[1]} ({self._state}): " + "; ".join(self._told)
            typer.echo(line)
        self._told = []


def _told(action: dict[str, Any]) -> str:
    """An action in a few words; those that say little are left out."""
    who = action["entity"]
    match action["type"]:
        case "par":
            return f"{who} starts {action['corporation']} at {action['share_price'].partition(',')[0]}"
        case "bid":
            return f"{who} bids {action['price']} for {action['company']}"
        case "buy_company":
            return f"{who} buys {action['company']} for {action['price']}"
        case "buy_train":
            return f"{who} buys {action['train']} for {action['price']}"
        case "run_routes":
            return f"{who} runs {sum(route.get('revenue') or 0 for route in action['routes'])}"
        case "bankrupt":
            return f"{who} goes bankrupt"
    return ""


def _many(table: "Table", players: int, games: int, seed: int, options: tuple[str, ...], jobs: int) -> None:
    from titleworks.runtime.simulation import simulate

    with progress("playing", games) as bar:

        def step(outcome: "Outcome") -> None:
            bar.step()

        summary = simulate(table, players, games, seed, options, jobs, progress=step)
    for line in _summary(table, players, summary):
        typer.echo(line)
    if summary.broken:
        raise typer.Exit(FOUND)


def _summary(table: "Table", players: int, summary: "Summary") -> list[str]:
    whole = summary.whole
    lines = [f"{table.name}, {players} players: {len(whole)} of {len(summary.outcomes)} games came to an end"]
    ends = ", ".join(f"{reason} {count}" for reason, count in summary.reasons())
    scores = [score for outcome in whole for score in outcome.scores]
    winners = [max(outcome.scores) for outcome in whole]
    rows = [
        ("ends", ends),
        ("sets", _spread(summary, [outcome.sets for outcome in whole])),
        ("actions", _spread(summary, [outcome.actions for outcome in whole])),
        ("scores", _spread(summary, scores)),
        ("winning scores", _spread(summary, winners)),
        ("wins by seat", " ".join(str(wins) for wins in summary.wins_by_seat())),
    ]
    lines += columns(rows) if whole else []
    lines += [f"seed {outcome.seed} broke: {outcome.error}" for outcome in summary.broken[:10]]
    return lines


def _spread(summary: "Summary", values: list[int]) -> str:
    least, middle, most = summary.spread(values)
    return f"{least} to {most}, middle {middle}"
