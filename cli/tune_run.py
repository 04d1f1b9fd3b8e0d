"""From words to a study, and its results to the screen."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import typer

import kagemusha
from kagemusha.arena.pool import Backend, Workers
from kagemusha.arena.sprt import Hypotheses
from kagemusha.cli.arena_tables import aligned
from kagemusha.cli.arguments import open_table
from kagemusha.cli.tune_live import shown_live
from kagemusha.core.game import Game
from kagemusha.players.specs import parse_spec, split_specs
from kagemusha.tune.budget import at_budget, budget_of
from kagemusha.tune.conclusion import Conclusion, Demand, conclude, lead_text, most_sets_for
from kagemusha.tune.fields import values_in_full
from kagemusha.tune.match import Forfeits, Match
from kagemusha.tune.plan import MOST_GAMES, Method, Plan, Rule
from kagemusha.tune.result import check_place, write_player
from kagemusha.tune.space import Space, make_space
from kagemusha.tune.study import open_study
from kagemusha.tune.verify import TRANSFER_FACTOR, Outcome, match_of

SHOWN = 6                       # candidates in the final table
SETTINGS_TRIED = 50             # to see whether a space has a player in it


@dataclass(frozen=True)
class Request:
    """All flags of `kagemusha tune`."""

    game: str
    players: str | None
    player: str
    params: tuple[str, ...]
    space: Path | None
    opponents: str | None
    options: tuple[str, ...]
    budget_games: int
    method: str
    recommend: str
    target: int | None
    transfer: int | None
    verify_games: int | None
    elo0: float
    elo1: float
    jobs: int | None
    backend: str
    scheduler: str | None
    limit: float
    seed: int
    study: Path | None
    out: Path | None
    as_json: bool


def tune_and_show(request: Request) -> int:
    """Check everything, play, show what was found, and give the exit code."""
    tables = tables_of(request)
    base = str(parse_spec(request.player))
    space = make_space(parse_spec(base), tables[0], request.params, request.space)
    plan = plan_of(request, tables, space, base)
    match = match_for(request, plan)
    demand = demand_of(request, plan)
    out = request.out or default_place(request)
    check_place(out, request.study)
    check_players(match, plan, space, demand)
    try:
        with open_study(request.study, plan) as opened, shown_live() as live:
            conclusion = conclude(
                opened, plan, space, match,
                lambda baseline, place: match_of(match, baseline, place), demand,
                watch=live.trials, watch_proof=live.proof,
            )  # fmt: skip
    except KeyboardInterrupt:
        if request.study is not None:
            print(f"stopped; the same command goes on with {request.study}", file=sys.stderr)
        raise
    written = None
    if conclusion.outcome is Outcome.BETTER:
        write_player(out, conclusion.proofs[0].examined, notes_of(conclusion))
        written = str(out)
    show(conclusion, written, match.forfeits, as_json=request.as_json)
    return conclusion.exit_code


def tables_of(request: Request) -> list[Game]:
    """The game at each table size asked for."""
    if request.players is None:
        return [open_table(request.game, None, list(request.options), None)]
    sizes = []
    for word in request.players.split(","):
        try:
            sizes.append(int(word))
        except ValueError:
            raise ValueError(f"--players {word!r} is not a whole number") from None
    if len(set(sizes)) < len(sizes):
        raise ValueError(f"--players {request.players} names a table twice")
    return [open_table(request.game, size, list(request.options), None) for size in sizes]


def plan_of(request: Request, tables: list[Game], space: Space, base: str) -> Plan:
    given = split_specs(request.opponents) if request.opponents else [base]
    opponents = tuple(dict.fromkeys(str(parse_spec(spec)) for spec in given))
    return Plan(
        game=tables[0].name,
        players=tuple(table.players for table in tables),
        player=base,
        opponents=opponents,
        space=tuple(space.to_list()),
        budget_games=request.budget_games,
        method=cast(Method, request.method),
        recommend=cast(Rule, request.recommend),
        seed=request.seed,
        options=dict(tables[0].options),
        version=kagemusha.__version__,
        values={spec: values_in_full(spec, tables[0]) for spec in (base, *opponents)},
    )


def match_for(request: Request, plan: Plan) -> Match:
    workers = Workers(
        jobs=request.jobs if request.jobs is not None else os.cpu_count() or 1,
        backend=cast(Backend, request.backend),
        seconds=request.limit,
        scheduler=request.scheduler,
    )
    return Match(
        plan.game, plan.players, plan.opponents, plan.seed, plan.options, plan.version, workers
    )


def demand_of(request: Request, plan: Plan) -> Demand:
    """Where the player has iterations, two budgets; else only its own."""
    own = budget_of(plan.player)
    if own is None and (request.target is not None or request.transfer is not None):
        raise ValueError(
            f"player {plan.player} has no iterations, or plays by the clock: "
            "leave out --target and --transfer"
        )
    target = request.target if request.target is not None else own
    if target is not None and target < 1:
        raise ValueError(f"--target must be at least 1, not {target}")
    transfer = request.transfer
    if transfer is None and target is not None:
        transfer = TRANSFER_FACTOR * target
    games = request.verify_games
    if games is None:
        games = min(2 * plan.budget_games, MOST_GAMES)
    if not 2 <= games <= MOST_GAMES:
        raise ValueError(f"a proof has from 2 to {MOST_GAMES} games, not {games}")
    budgets = (target,) if transfer is None else (target, transfer)
    if len(set(budgets)) < len(budgets):
        raise ValueError(f"--transfer {transfer} is the target: name another budget")
    return Demand(budgets, Hypotheses(request.elo0, request.elo1), most_sets_for(games))


def check_players(match: Match, plan: Plan, space: Space, demand: Demand) -> None:
    """Everybody can sit at every table and at every budget, and so can some setting."""
    match.check(plan.player)
    for budget, _ in demand.tests:
        match.check(at_budget(plan.player, budget))
    rng = np.random.default_rng(0)
    corners = [[place] * len(space.axes) for place in (0.0, 1.0)]
    refusals = []
    for places in [*corners, *rng.random((SETTINGS_TRIED, len(space.axes)))]:
        try:
            match.check(space.spec(space.at(places)))
        except ValueError as error:
            refusals.append(error)
        else:
            return
    raise refusals[0]


def default_place(request: Request) -> Path:
    study = request.study
    if study is None:
        return Path(f"{request.game}-tuned.toml")
    if study.is_dir():
        raise ValueError(f"{study} is a folder: a study is a file")
    own = study.with_name(f"{study.stem}.toml")
    return own if own != study else study.with_name(f"{study.stem}-tuned.toml")


def notes_of(conclusion: Conclusion) -> list[str]:
    plan = conclusion.plan
    sizes = ", ".join(map(str, plan.players))
    return [
        f"{plan.game}, players {sizes}, from {plan.player}",
        f"{plan.method}, {conclusion.games} games, seed {plan.seed}, kagemusha {plan.version}",
        *conclusion.tables(),
        conclusion.verdict(),
    ]


def show(
    conclusion: Conclusion, written: str | None, forfeits: Forfeits, *, as_json: bool
) -> None:
    if forfeits.games:
        print(f"warning: {forfeits.text()}", file=sys.stderr)
    if as_json:
        found = {**conclusion.to_dict(), "file": written, "forfeits": forfeits.games}
        typer.echo(json.dumps(found))
        return
    plan = conclusion.plan
    sizes = ", ".join(map(str, plan.players))
    typer.echo(
        f"{plan.game}, players {sizes}, {plan.player} against {', '.join(plan.opponents)}: "
        f"{conclusion.trials} trials, {conclusion.games} games, {plan.method}, seed {plan.seed}"
    )
    rows = [["setting", "sets", "lead in points, 95 %"]]
    for candidate in conclusion.standing.candidates[:SHOWN]:
        name = conclusion.space.text(candidate.setting)
        lead = lead_text(conclusion.standing.lead(candidate))
        rows.append([name, str(candidate.evidence.sets), lead])
    typer.echo(f"\n{aligned(rows)}\n")
    for line in conclusion.tables():
        typer.echo(line)
    if written is not None:
        typer.echo(f"written: {written}")
    typer.echo(conclusion.verdict())
