"""The command `audit`: are the worlds that players imagine honest?"""

import json
from dataclasses import asdict
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kagemusha.core.audit import LEAST_P, SEEDS, Fit, Report, audit
from kagemusha.core.game import Game

FORMAT = 1
HONEST, AT_FAULT = 0, 1
MOST_GAMES = 10**9


def check(game: Game, games: int, seed: int) -> None:
    """A ValueError says why there can be no such audit."""
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"the number of games must be from 1 to {MOST_GAMES}, not {games}")
    if not 0 <= seed < SEEDS:
        raise ValueError(f"a seed of an audit must be from 0 to 2**63 - 1, not {seed}")
    game.new_initial_state().to_dict()              # without positions nothing can be compared


def run(game: Game, games: int, seed: int, *, as_json: bool) -> int:
    """Audit random games, show the report; returns the exit code."""
    report = watched(game, games, seed)
    if as_json:
        typer.echo(json.dumps(as_object(report)))
    else:
        show(report)
    return AT_FAULT if report.faults else HONEST


def watched(game: Game, games: int, seed: int) -> Report:
    """The report of a whole audit, with a progress bar on standard error meanwhile."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        played = progress.add_task("games", total=games)
        asked = progress.add_task("small positions", total=None, visible=False)
        for report in audit(game, games, seed):
            progress.update(played, completed=report.games)
            if report.fits:
                progress.update(asked, completed=len(report.fits), visible=True)
    return report


def as_object(report: Report) -> dict[str, Any]:
    fits = [asdict(fit) | {"fault": fit.is_fault} for fit in report.fits]
    return {
        "format": FORMAT,
        **asdict(report),
        "varied": dict(sorted(report.varied.items())),
        "fits": fits,
        "least_p": report.least_p,
        "faults": report.faults,
    }


def show(report: Report) -> None:
    console = Console(highlight=False)
    title = f"{report.game}, {report.players} players, seed {report.seed}"
    console.print(tabulated(title, ("what", "found"), rows(report)))
    if fits := asked(report):
        console.print(
            tabulated(
                f"samples against enumeration (chi-square; fault below {LEAST_P:g})",
                ("small position", "answers", "samples", "p value"),
                [
                    (fit.question, f"{fit.answers}", f"{fit.samples}", f"{fit.p:.2g}")
                    for fit in fits
                ],
            )
        )
    for example in report.examples:
        console.print(f"fault: {example}", soft_wrap=True, markup=False)
    for fit in report.fits:
        if fit.is_fault:
            console.print(
                f"fault: {fit.question}: p = {fit.p:.2g}, {fit.impossible} impossible answers",
                soft_wrap=True,
                markup=False,
            )
    console.print("honest" if not report.faults else f"{report.faults} faults")


def tabulated(title: str, heads: tuple[str, ...], lines: list[tuple[str, ...]]) -> Table:
    table = Table(title=title)
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left")
    for line in lines:
        table.add_row(*line)
    return table


def asked(report: Report) -> list[Fit]:
    """What has more than one answer."""
    return [fit for fit in report.fits if fit.answers > 1]


def rows(report: Report) -> list[tuple[str, ...]]:
    varied = [
        (f"views in which samples differ in {part!r}", f"{count} of {report.views}")
        for part, count in sorted(report.varied.items())
    ]
    least_p = "none" if report.least_p is None else f"{report.least_p:.2g}"
    return [
        ("games", f"{report.games}"),
        ("positions", f"{report.positions}"),
        ("views", f"{report.views}"),
        ("worlds sampled", f"{report.worlds}"),
        ("impossible: their log does not replay", f"{report.impossible}"),
        ("different: the seat could tell them from the truth", f"{report.different}"),
        ("leaking: the sample depends on the truth", f"{report.leaking}"),
        ("inconsistent: another seat's view does not fit", f"{report.inconsistent}"),
        ("stuck: hidden things that never vary", f"{report.stuck}"),
        ("equal to the truth: by chance, or nothing is hidden", f"{report.like_truth}"),
        *varied,
        ("questions on small positions, enumerated", f"{len(asked(report))}"),
        ("chi-square: least p value", least_p),
    ]
