"""The command `tune`: better settings, proved. What it needs is loaded when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from kagemusha.cli.arena import RUN, RunByDefault
from kagemusha.cli.refusal import bad_input, real, whole

app = typer.Typer(
    cls=RunByDefault,
    help="Find better settings of a player and prove them: `tune GAME --player SPEC --param ...`. "
    "All its options: `tune run --help`.",
    no_args_is_help=True,
)


@app.command(RUN)
def run(
    game: Annotated[str, typer.Argument(help="Name of the game, see `games`.")],
    rest: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="N,...", help="Seats at the table, or several such numbers; 5."),
    ] = None,
    player: Annotated[
        str, typer.Option(metavar="SPEC", help="The player to improve, at the budget to tune with.")
    ] = "ismcts:iterations=500",
    param: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=RANGE",
            help="c=0.1..2:log, cutoff=1..12, 'rollout={rule,uniform}', weights.kill, 'weights.*', "
            "'epsilon=0..0.4 if rollout=rule'; may be repeated.",
        ),
    ] = None,
    space: Annotated[
        Path | None, typer.Option(metavar="FILE", help="TOML with such parameters as tables.")
    ] = None,
    opponents: Annotated[
        str | None,
        typer.Option(metavar="SPEC,...", help="Whom every trial meets; the player as it is."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="A rule option, see `games`; may be repeated."),
    ] = None,
    budget_games: Annotated[
        int, typer.Option(parser=whole, metavar="G", help="Games of all trials together.")
    ] = 2000,
    method: Annotated[
        str, typer.Option(metavar="NAME", help="tpe, ntbea, random, or halving.")
    ] = "tpe",
    recommend: Annotated[
        str, typer.Option(metavar="RULE", help="By the lower bound or the mean of the model.")
    ] = "lower",
    target: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="Iterations at which it must be better."),
    ] = None,
    transfer: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="And not worse at these; 4 times the target."),
    ] = None,
    verify_games: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="G", help="At most, for each proof; twice the budget."),
    ] = None,
    elo0: Annotated[float, typer.Option(parser=real, metavar="E", help="H0 of the proof.")] = 0.0,
    elo1: Annotated[float, typer.Option(parser=real, metavar="E", help="H1 of the proof.")] = 20.0,
    jobs: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="J", help="Sets played at a time; all processors."),
    ] = None,
    backend: Annotated[
        str, typer.Option(metavar="NAME", help="loky (processes), threading, or dask.")
    ] = "loky",
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Of a Dask cluster; else one is made.")
    ] = None,
    limit: Annotated[
        float,
        typer.Option(parser=real, metavar="SECONDS", help="For one decision, else forfeit."),
    ] = 60.0,
    seed: Annotated[
        int, typer.Option(parser=whole, metavar="S", help="Same seed, same study.")
    ] = 0,
    study: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the study here; the same command goes on with it."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where a better player goes, for use as @FILE."),
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """Tune a player; exit 0: better and proved, 1: none is better, 3: undecided."""
    with bad_input():
        if rest:
            raise ValueError(
                f"{rest[0]!r} stands alone: did the shell take braces apart? "
                f"Put 'name={{a,b}}' in quotes, or write name=a,b"
            )
        from kagemusha.cli.tune_run import Request, tune_and_show

        code = tune_and_show(
            Request(
                game=game, players=players, player=player, params=tuple(param or ()), space=space,
                opponents=opponents, options=tuple(option or ()), budget_games=budget_games,
                method=method, recommend=recommend, target=target, transfer=transfer,
                verify_games=verify_games, elo0=elo0, elo1=elo1, jobs=jobs, backend=backend,
                scheduler=scheduler, limit=limit, seed=seed, study=study, out=out, as_json=json_,
            )
        )
    raise typer.Exit(code)


@app.command()
def report(
    file: Annotated[Path, typer.Argument(help="A study, as --study has kept it.")],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the page goes; beside the study.")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """Show a study in the terminal, and write it as one HTML page."""
    with bad_input():
        from kagemusha.cli.tune_report import show_report

        show_report(file, html, as_json=json_)
