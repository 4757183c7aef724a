"""`titleworks conformance`: every record of a folder."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from titleworks.command.common import BAD_INPUT, FOUND, columns, fail, progress, tell

if TYPE_CHECKING:
    from titleworks.runtime.records.conformance import Row


def conformance_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of records, each with its trace beside it.")],
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = 1,
    title: Annotated[str | None, typer.Option(help="TITLE to play all records with; otherwise each record's.")] = None,
    strict_revenue: Annotated[bool, typer.Option(help="Fail where a recorded revenue is not the rules'.")] = False,
) -> None:
    """Replay every record in a folder and below; exit 1 if any differs."""
    from titleworks.runtime.records.conformance import conformance, find_records

    paths = find_records(folder)
    if not paths:
        fail(f"there is no record in {folder}")
    tables, compiled = _tables(_titles(paths), title)
    rows: list[Row] = []
    with progress("replaying", len(paths)) as bar:
        for row in conformance(paths, tables, jobs, strict_revenue):
            rows.append(row)
            bar.step()
    _print(rows, folder)
    verdicts = Counter(row.verdict for row in rows)
    if verdicts["differs"]:
        raise typer.Exit(FOUND)
    if verdicts["broken"] or not compiled:
        raise typer.Exit(BAD_INPUT)


def _tables(titles: set[str], title: str | None) -> tuple[dict[str, bytes], bool]:
    """The tables of records' titles as JSON, and whether all compile; one that does not is told, and the rest go on."""
    from titleworks.compiler import table_bytes
    from titleworks.library import TitleError, files_for, table_in, table_of

    if title is not None:
        return dict.fromkeys(titles, table_bytes(table_of(title))), True
    tables, compiled = {}, True
    for path in files_for(titles):
        try:
            table = table_in(path)
        except TitleError as error:
            tell(f"{error.report}\n{error}" if error.report else str(error))
            compiled = False
        else:
            tables[table.title] = table_bytes(table)
    return tables, compiled


def _titles(paths: list[Path]) -> set[str]:
    """Titles of the records; those that cannot be read are told later."""
    from titleworks.runtime.errors import RecordError
    from titleworks.runtime.records.record import load_record

    titles = set()
    for path in paths:
        try:
            titles.add(load_record(path).title)
        except RecordError:
            continue
    return titles


def _print(rows: list["Row"], folder: Path) -> None:
    lines = [("record", "title", "actions", "trace", "notes", "verdict")]
    for row in rows:
        if row.verdict != "no title":
            name = str(Path(row.path).relative_to(folder).with_suffix(""))
            trace = "yes" if row.traced else "no"
            lines.append((name, row.title, str(row.actions), trace, str(row.revenue_notes), row.verdict))
    for line in columns(lines):
        typer.echo(line)
    for row in rows:
        if row.detail:
            typer.echo(f"{row.path}: {row.verdict}: {row.detail}")
    count = Counter(row.verdict for row in rows)
    typer.echo(
        f"{count['conforms']} conform, {count['differs']} differ, {count['broken']} cannot be read; "
        f"{count['no title']} of titles that are not here"
    )
    if not count["conforms"] and not count["differs"]:
        tell("no record was replayed")
