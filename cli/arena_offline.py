"""The calculators of the arena, which play nothing."""

import json
from dataclasses import asdict
from typing import cast

import typer

from kagemusha.arena.sprt import Hypotheses, Model, from_counts, games_for_win_rate, plan
from kagemusha.arena.summary import EXIT_CODES

QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


def read_counts(text: str) -> dict[float, int]:
    """Sets by score: `score:count` with commas, or five counts for the quarters."""
    pieces = [piece.strip() for piece in text.split(",")]
    try:
        if all(":" in piece for piece in pieces):
            pairs = [piece.split(":") for piece in pieces]
            found = {float(score): int(number) for score, number in pairs}
            if len(found) == len(pairs):
                return found
        elif len(pieces) == len(QUARTERS):
            return dict(zip(QUARTERS, map(int, pieces), strict=True))
    except ValueError:
        pass
    raise ValueError(
        f"counts are written score:count, as 0:3,0.5:40,1:6, or as five whole numbers, not {text!r}"
    )


def show_sprt(
    counts: str,
    *,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    model: str,
    as_json: bool,
) -> int:
    hypotheses = Hypotheses(elo0, elo1, alpha, beta, cast(Model, model))
    test = from_counts(hypotheses, read_counts(counts))
    low, high = test.bounds
    if as_json:
        shown = {
            "format": 1,
            "verdict": test.verdict.value,
            "llr": test.llr,
            "bounds": [low, high],
            "sets": test.scores.count,
            "mean": test.scores.mean,
        }
        typer.echo(json.dumps(shown))
    else:
        typer.echo(
            f"{test.verdict.value}: LLR {test.llr:.2f} of {low:.2f} to {high:.2f}, "
            f"{test.scores.count} sets, mean score {test.scores.mean:.4f}"
        )
    return EXIT_CODES[test.verdict]


def show_plan(
    effect: float,
    *,
    sd: float,
    base_rate: float | None,
    alpha: float,
    beta: float,
    as_json: bool,
) -> None:
    found = plan(effect, sd, alpha, beta)
    games = None
    if base_rate is not None:
        games = games_for_win_rate(base_rate, effect, alpha, beta)
    if as_json:
        typer.echo(json.dumps({"format": 1, **asdict(found), "single_games": games}))
        return
    typer.echo(f"To see a change of {effect:g} in a score with standard deviation {sd:g} per set")
    typer.echo(f"(risks {alpha:g} and {beta:g}) it takes")
    typer.echo(f"  {found.fixed:8d} sets in a match of fixed length")
    typer.echo(f"  {found.sequential_effect:8.0f} sets in a sequential test, if the change is there")
    typer.echo(f"  {found.sequential_null:8.0f} sets, if it is not")
    typer.echo(f"  {found.sequential_worst:8.0f} sets, if the truth lies half-way")
    if games is not None:
        typer.echo(f"  {games:8d} single games without mirrored deals")
