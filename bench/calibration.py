"""Judgement of the evaluators: python bench/calibration.py GAME [--games N]

Rule players play each other on deals that the fit never saw (another seed, no random moves);
at each position kept, every seat's chance is held against what came of it.
"""

import argparse
import random
import time

import numpy as np
from numpy.typing import NDArray

import kagemusha
from kagemusha.core.game import Game
from kagemusha.players.policies import evaluator, rule_policy
from kagemusha.search.policy import Evaluator

Array = NDArray[np.float64]
KEPT = 0.05
BINS = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=kagemusha.GAMES)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=99)
    given = parser.parse_args()
    least = kagemusha.load_game(given.game)
    tables = []
    print("| players | positions | Brier, knowing nothing | Brier | off by | cost, ns | in steps |")
    print("|---|---|---|---|---|---|---|")
    for players in range(least.min_players, least.max_players + 1):
        game = kagemusha.load_game(given.game, players=players)
        values, returns = positions(game, given.games, given.seed)
        bins = binned(values, returns)
        error = sum(n * abs(said - came) for n, said, came in bins) / values.size
        nanoseconds, steps = cost(game)
        print(
            f"| {players} | {len(values)} | {returns.var():.3f} | {brier(values, returns):.3f} "
            f"| {100 * error:.1f} points | {nanoseconds:.0f} | {steps:.1f} |",
            flush=True,
        )
        tables.append((players, bins))
    print("\n| players | chance said % -> won % |\n|---|---|")
    for players, bins in tables:
        cells = ", ".join(f"{100 * said:.0f} -> {100 * came:.0f}" for n, said, came in bins if n > 50)
        print(f"| {players} | {cells} |")


def positions(game: Game, games: int, seed: int) -> tuple[Array, Array]:
    """Chances and returns, [position, seat]."""
    policy, judge, rng = rule_policy(game), evaluator(game), random.Random(seed)
    values: list[list[float]] = []
    returns: list[list[float]] = []
    for _ in range(games):
        state = game.new_initial_state(seed=rng.getrandbits(60))
        while not state.is_terminal():
            if rng.random() < KEPT:
                values.append(judge.values(state))
            state.apply_action(policy.choose(state, rng.getrandbits(60)))
        returns += [state.returns()] * (len(values) - len(returns))
    return np.array(values), np.array(returns)


def brier(values: Array, returns: Array) -> float:
    return float(((values - returns) ** 2).mean())


def binned(values: Array, returns: Array) -> list[tuple[int, float, float]]:
    """By chance said: how many, mean chance, mean return."""
    which = np.minimum((values * BINS).astype(int), BINS - 1)
    return [
        (int(here.sum()), float(values[here].mean()), float(returns[here].mean()))
        for here in (which == i for i in range(BINS))
        if here.any()
    ]


def cost(game: Game) -> tuple[float, float]:
    """Nanoseconds of one evaluation, Python's part taken off; and how many random steps that is."""
    state = game.new_initial_state(seed=1)
    begin = time.process_time()
    choices, _ = state.random_playouts(2000)
    step = (time.process_time() - begin) / choices
    judge, plain = evaluator(game), Evaluator()
    whole = min(call(judge, state) for _ in range(5)) - min(call(plain, state) for _ in range(5))
    return whole * 1e9, whole / step


def call(judge: Evaluator, state: kagemusha.State, times: int = 50_000) -> float:
    begin = time.process_time()
    for _ in range(times):
        judge.values(state)
    return (time.process_time() - begin) / times


if __name__ == "__main__":
    main()
