"""The command `arena`: bots compete. What it needs is loaded when it runs, for it is heavy."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kagemusha.cli.arena_settings import Settings, read_settings
from kagemusha.cli.refusal import bad_input, real, whole

RUN = "run"
Json = Annotated[bool, typer.Option("--json", help="As one JSON object.")]


class RunByDefault(TyperGroup):
    """`arena GAME ...` is `arena run GAME ...`: a first word that is no command is a game."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, "--help"}:
            args = [RUN, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=RunByDefault,
    help="Let players compete on mirrored deals: `arena GAME -p SPEC -p SPEC`. "
    "All its options: `arena run --help`.",
    no_args_is_help=True,
)


@app.command(RUN)
def run(
    game: Annotated[str | None, typer.Argument(help="Name of the game, see `games`.")] = None,
    players: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="Seats at the table; 5 if the game allows."),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("-p", "--player", metavar="SPEC", help="An agent, see `players`; repeat it."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="A rule option, see `games`; may be repeated."),
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="round-robin: all meet; gauntlet: the first meets each; "
            "ab: two; ladder: each meets the one before it.",
        ),
    ] = None,
    assignment: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Who sits where: cycle, one (against the table), half, teams."
        ),
    ] = None,
    from_: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="FILE", help="Begin from this position; may be repeated."),
    ] = None,
    sets: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="K", help="Deal sets to play; 100 if there is no test."),
    ] = None,
    sprt: Annotated[
        bool | None,
        typer.Option("--sprt", help="Stop when a test is decided: exit 0 accepted, 1 rejected, "
                     "3 undecided."),
    ] = None,
    elo0: Annotated[
        float | None, typer.Option(parser=real, metavar="E", help="H0: no more Elo than; 0.")
    ] = None,
    elo1: Annotated[
        float | None, typer.Option(parser=real, metavar="E", help="H1: at least so much Elo; 20.")
    ] = None,
    alpha: Annotated[
        float | None, typer.Option(parser=real, metavar="P", help="Risk of a false H1; 0.05.")
    ] = None,
    beta: Annotated[
        float | None, typer.Option(parser=real, metavar="P", help="Risk of a false H0; 0.05.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Scale of the test: elo, normalized, difference."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="J", help="Sets played at a time; all processors."),
    ] = None,
    backend: Annotated[
        str | None, typer.Option(metavar="NAME", help="loky (processes), threading, or dask.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Of a Dask cluster; else one is made.")
    ] = None,
    limit: Annotated[
        float | None,
        typer.Option(parser=real, metavar="SECONDS", help="For one decision, else forfeit; 60."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole, metavar="S", help="Same seed, same games; 0.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Keep a journal here; the same command goes on with it."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="TOML with any of these flags; flags here come first."),
    ] = None,
    json_: Annotated[bool | None, typer.Option("--json", help="As one JSON object.")] = None,
    quick: Annotated[bool | None, typer.Option("--quick", help="20 sets.")] = None,
    dry_run: Annotated[
        bool | None, typer.Option("--dry-run", help="Show the schedule and the time it will take.")
    ] = None,
) -> None:
    """Play a match and show what it proves."""
    with bad_input():
        flags = Settings(
            game, players, tuple(player or ()), tuple(option or ()), format_, assignment,
            tuple(from_ or ()), sets, sprt, elo0, elo1, alpha, beta, model, jobs, backend,
            scheduler, limit, seed, out, json_, quick, dry_run,
        )  # fmt: skip
        settings = flags if config is None else flags.over(read_settings(config))
        from kagemusha.cli.arena_run import dry_run as show_plan
        from kagemusha.cli.arena_run import run_and_show

        code = show_plan(settings) if settings.dry_run else run_and_show(settings)
    raise typer.Exit(code)


@app.command()
def sprt(
    counts: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="COUNTS",
            help="Sets by score, as 0:3,0.25:14,0.5:40,0.75:17,1:6, or five numbers "
            "for the scores 0, 1/4, 1/2, 3/4, 1.",
        ),
    ],
    elo0: Annotated[float, typer.Option(parser=real, help="H0.")] = 0.0,
    elo1: Annotated[float, typer.Option(parser=real, help="H1.")] = 20.0,
    alpha: Annotated[float, typer.Option(parser=real, help="Risk of a false H1.")] = 0.05,
    beta: Annotated[float, typer.Option(parser=real, help="Risk of a false H0.")] = 0.05,
    model: Annotated[str, typer.Option(help="elo, normalized, difference.")] = "elo",
    json_: Json = False,
) -> None:
    """Judge sets that were counted elsewhere."""
    with bad_input():
        from kagemusha.cli.arena_offline import show_sprt

        code = show_sprt(
            counts, elo0=elo0, elo1=elo1, alpha=alpha, beta=beta, model=model, as_json=json_
        )
    raise typer.Exit(code)


@app.command()
def plan(
    effect: Annotated[float, typer.Option(parser=real, help="The change of the score to see.")],
    sd: Annotated[
        float, typer.Option(parser=real, help="Standard deviation of the score of a set.")
    ] = 0.25,
    base_rate: Annotated[
        float | None,
        typer.Option(parser=real, help="A win rate: tells the single games without pairing, too."),
    ] = None,
    alpha: Annotated[float, typer.Option(parser=real, help="Risk of seeing what is not.")] = 0.05,
    beta: Annotated[float, typer.Option(parser=real, help="Risk of missing what is.")] = 0.05,
    json_: Json = False,
) -> None:
    """How many sets it takes to see an effect."""
    with bad_input():
        from kagemusha.cli.arena_offline import show_plan

        show_plan(effect, sd=sd, base_rate=base_rate, alpha=alpha, beta=beta, as_json=json_)
