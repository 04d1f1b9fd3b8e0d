"""Judgement of the evaluators: python bench/calibration.py [GAME ...] [--games N]

Rule players play each other on deals that the fit never saw (another seed, no random moves);
at each position kept, every seat's chance is held against what came of it. With --write the
tables go into a document, with --plot a picture of them into an SVG file.
"""

import argparse
import random
from pathlib import Path

import numpy as np
from calibration_plot import drawing
from documents import replace_table
from numpy.typing import NDArray

import kagemusha
from kagemusha.core.game import Game
from kagemusha.players.policies import evaluator, rule_policy

Array = NDArray[np.float64]
Bins = list[tuple[int, float, float]]       # how many, mean chance said, mean return
KEPT = 0.05
BINS = 10
FEW = 50                # bins with fewer are not shown


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(kagemusha.GAMES), metavar="GAME")
    parser.add_argument("--games", dest="deals", type=int, default=2000, help="of each table size")
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--write", type=Path, help="the document whose tables are replaced")
    parser.add_argument("--plot", type=Path, help="where the picture goes")
    given = parser.parse_args()
    panels: dict[str, dict[int, Bins]] = {}
    for name in given.games:
        least = kagemusha.load_game(name)
        sizes = range(least.min_players, least.max_players + 1)
        judged = {
            players: judge(kagemusha.load_game(name, players=players), given.deals, given.seed)
            for players in sizes
        }
        panels[name] = {players: bins for players, (_, bins) in judged.items()}
        text = table(judged)
        print(f"\n{name}\n\n{text}", flush=True)
        if given.write:
            replace_table(given.write, f"{name} calibration", text)
    if given.plot:
        given.plot.write_text(drawing(panels), encoding="utf-8")


def judge(game: Game, games: int, seed: int) -> tuple[str, Bins]:
    """The figures of a table size in a row, and its bins."""
    values, returns = positions(game, games, seed)
    bins = [row for row in binned(values, returns) if row[0] > FEW]
    error = sum(n * abs(said - came) for n, said, came in binned(values, returns)) / values.size
    brier = float(((values - returns) ** 2).mean())
    return f"{len(values)} | {returns.var():.3f} | {brier:.3f} | {100 * error:.1f}", bins


def table(judged: dict[int, tuple[str, Bins]]) -> str:
    heading = ["players", "positions", "Brier, knowing nothing", "Brier", "off by, points"]
    heading.append("chance said -> won, %")
    lines = ["| " + " | ".join(heading) + " |", "|---" * len(heading) + "|"]
    for players, (figures, bins) in judged.items():
        pairs = ", ".join(f"{100 * said:.0f} -> {100 * came:.0f}" for _, said, came in bins)
        lines.append(f"| {players} | {figures} | {pairs} |")
    return "\n".join(lines)


def positions(game: Game, games: int, seed: int) -> tuple[Array, Array]:
    """Chances and returns, [position, seat]."""
    policy, judging, rng = rule_policy(game), evaluator(game), random.Random(seed)
    values: list[list[float]] = []
    returns: list[list[float]] = []
    for _ in range(games):
        state = game.new_initial_state(seed=rng.getrandbits(60))
        while not state.is_terminal():
            if rng.random() < KEPT:
                values.append(judging.values(state))
            state.apply_action(policy.choose(state, rng.getrandbits(60)))
        returns += [state.returns()] * (len(values) - len(returns))
    return np.array(values), np.array(returns)


def binned(values: Array, returns: Array) -> Bins:
    which = np.minimum((values * BINS).astype(int), BINS - 1)
    return [
        (int(here.sum()), float(values[here].mean()), float(returns[here].mean()))
        for here in (which == i for i in range(BINS))
        if here.any()
    ]


if __name__ == "__main__":
    main()
