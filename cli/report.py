"""The command `report`: what an arena has shown, as a page and as tables. Its imports are heavy."""

import json
from pathlib import Path
from typing import Annotated

import typer

from kagemusha.cli.refusal import bad_input

PAGE = "report.html"


def report(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of an arena, as given with --out.")
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help=f"The page; else {PAGE} in the folder.")
    ] = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="Write games.csv and agents.csv beside the page, too.")
    ] = False,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="The same as Parquet; needs kagemusha[parquet].")
    ] = False,
    json_: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """Write a page with the plots of an arena, and tables for notebooks."""
    from kagemusha.arena.report import tables
    from kagemusha.arena.report.page import page
    from kagemusha.arena.runner import JOURNAL, read_arena
    from kagemusha.arena.summary import summarize

    target = folder / PAGE if out is None else out
    written = [target]
    with bad_input():
        summary = summarize(read_arena(folder))
        tables.write_text(target, page(summary))
        formats = [("csv", tables.write_csv)] * csv + [("parquet", tables.write_parquet)] * parquet
        for suffix, write in formats:
            games, agents = (target.parent / f"{name}.{suffix}" for name in ("games", "agents"))
            write(games, tables.SEAT_COLUMNS, tables.seat_rows(folder / JOURNAL))
            write(agents, tables.AGENT_COLUMNS, tables.agent_rows(summary))
            written += [games, agents]
    if json_:
        typer.echo(json.dumps({"format": 1, "files": [str(path) for path in written]}))
        return
    for path in written:
        typer.echo(path)
