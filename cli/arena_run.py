"""From settings to a run of the arena, and its results to the screen."""

import json
import sys
from pathlib import Path
from time import perf_counter
from typing import cast

import typer

import kagemusha
from kagemusha.arena.pool import Backend, Workers, play_sets
from kagemusha.arena.run import Run
from kagemusha.arena.runner import Goal, check_goal, run_arena
from kagemusha.arena.schedule import Assignment, Format
from kagemusha.arena.sprt import Hypotheses, Model
from kagemusha.arena.summary import summarize
from kagemusha.cli.arena_live import clock, shown_live
from kagemusha.cli.arena_settings import Settings
from kagemusha.cli.arena_tables import aligned, final_text, timing_text
from kagemusha.cli.arguments import DEFAULT_GAME, open_table, read_position

SHOWN_SETS = 4
ELO0, ELO1, RISK = 0.0, 20.0, 0.05
DECISION_SECONDS = 60.0


def run_and_show(settings: Settings) -> int:
    """Play, show the tables, and give the exit code."""
    run, goal, workers = run_of(settings), goal_of(settings), workers_of(settings)
    folder = None if settings.out is None else Path(settings.out)
    try:
        with shown_live() as watch:
            standing = run_arena(run, goal, workers, folder=folder, watch=watch)
    except KeyboardInterrupt:
        if folder is not None:
            print(f"stopped; the same command goes on from {folder}", file=sys.stderr)
        raise
    summary = summarize(standing)
    if settings.json:
        typer.echo(json.dumps(summary.to_dict()))
    else:
        typer.echo(final_text(summary))
        typer.echo(f"\n{timing_text(summary)}", err=True)
    return summary.exit_code


def dry_run(settings: Settings) -> int:
    """Show what would be played, and how long it would take; one set is played for that."""
    run, goal, workers = run_of(settings), goal_of(settings), workers_of(settings)
    check_goal(run, goal)
    sets = goal.sets
    games = None if sets is None else run.schedule.count_games(sets)
    seconds = seconds_of_a_set(run, workers) * (sets or 1) / workers.jobs
    if settings.json:
        typer.echo(json.dumps({"format": 1, "sets": sets, "games": games, "seconds": seconds}))
        return 0
    typer.echo(f"{run.table.title}, {run.players} players, {run.format}, {run.assignment}")
    rows = [["set", "game", *(f"seat {seat}" for seat in range(run.players))]]
    for deal_set in run.schedule.sets(stop=min(SHOWN_SETS, sets or SHOWN_SETS)):
        for place, lineup in enumerate(deal_set.lineups):
            agents = [run.labels[agent] for agent in lineup.agents_by_seat]
            rows.append([str(deal_set.index), str(place), *agents])
    typer.echo(aligned(rows))
    if sets is None:
        typer.echo(f"and so on until the test is decided, about {seconds:.3g} seconds per set")
    else:
        typer.echo(f"{sets} sets, {games} games, about {clock(seconds)} on {workers.jobs} jobs")
    return 0


def seconds_of_a_set(run: Run, workers: Workers) -> float:
    """As measured, on a worker of its own so that nothing can hang here."""
    began = perf_counter()
    pace = 0.0
    for _ in play_sets(run, iter(range(2)), Workers(1, seconds=workers.seconds)):
        pace, began = perf_counter() - began, perf_counter()     # the first one starts the worker
    return pace


def run_of(settings: Settings) -> Run:
    table = open_table(
        settings.game or DEFAULT_GAME, settings.players, list(settings.option), language=None
    )
    if not settings.player:
        raise ValueError("an arena needs players: give them with -p SPEC -p SPEC")
    usual = "ab" if settings.sprt else "round-robin"
    return Run(
        game=table.name,
        players=table.players,
        specs=settings.player,
        options=dict(table.options),
        format=cast(Format, settings.format or usual),
        assignment=cast(Assignment | None, settings.assignment),
        seed=settings.seed or 0,
        positions=tuple(read_position(Path(path)) for path in settings.from_),
        version=kagemusha.__version__,
    ).checked()


def goal_of(settings: Settings) -> Goal:
    return Goal(settings.sets_or_default, hypotheses_of(settings) if settings.sprt else None)


def hypotheses_of(settings: Settings) -> Hypotheses:
    def given(value: float | None, default: float) -> float:
        return default if value is None else float(value)

    return Hypotheses(
        given(settings.elo0, ELO0),
        given(settings.elo1, ELO1),
        given(settings.alpha, RISK),
        given(settings.beta, RISK),
        cast(Model, settings.model or "elo"),
    )


def workers_of(settings: Settings) -> Workers:
    return Workers(
        jobs=settings.jobs_or_default,
        backend=cast(Backend, settings.backend or "loky"),
        seconds=DECISION_SECONDS if settings.limit is None else float(settings.limit),
        scheduler=settings.scheduler,
    )
