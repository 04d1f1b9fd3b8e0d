"""Fitting evaluators: positions of self-play, and a softmax regression over the seats."""

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kagemusha.core.game import Game
from kagemusha.core.state import State
from kagemusha.search.policy import Policy

Array = NDArray[np.float64]
RIDGE = 1.0
ITERATIONS = 30


@dataclass(frozen=True)
class Sample:
    """A position of a game: its stage, what is seen of each seat, and how the game ended."""

    stage: int
    seen: list[list[float]]
    returns: list[float]


def asked(description: str, games: int, folder: Path) -> argparse.Namespace:
    """What a fit is asked for: how many games at each table size, and where the table goes."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=games, help="for each table size")
    parser.add_argument("--out", type=Path, default=folder, help="the folder of the table")
    return parser.parse_args()


def collect(
    game: Game,
    policy: Policy,
    look: Callable[[State], list[list[float]]],
    stage: Callable[[State], int],
    games: int,
    each: float,
    seed: int,
) -> list[Sample]:
    """Self-play of a policy; each position is taken with a certain chance."""
    rng = random.Random(seed)
    samples = []
    for _ in range(games):
        state = game.new_initial_state(seed=rng.getrandbits(63))
        met = []
        while not state.is_terminal():
            if rng.random() < each:
                met.append((stage(state), look(state)))
            state.apply_action(policy.choose(state, rng.getrandbits(63)))
        returns = state.returns()
        samples += [Sample(number, seen, returns) for number, seen in met]
    return samples


def fit(samples: Sequence[Sample]) -> dict[int, Array]:
    """The weights of each stage."""
    by_stage = defaultdict(list)
    for sample in samples:
        by_stage[sample.stage].append(sample)
    return {
        number: regress(
            np.array([sample.seen for sample in group]), np.array([s.returns for s in group])
        )
        for number, group in by_stage.items()
    }


def regress(seen: Array, returns: Array) -> Array:
    """Softmax regression by Newton's method: positions x seats x features, and shares of the win."""
    features = seen.shape[2]
    weights = np.zeros(features)
    for _ in range(ITERATIONS):
        chances = softmax(seen @ weights)
        mean = np.einsum("ps,psf->pf", chances, seen)
        gradient = np.einsum("ps,psf->f", returns - chances, seen) - RIDGE * weights
        second = np.einsum("ps,psf,psg->fg", chances, seen, seen) - mean.T @ mean
        step = np.linalg.solve(second + RIDGE * np.eye(features), gradient)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-6:
            break
    return weights


def softmax(scores: Array) -> Array:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def predict(samples: Sequence[Sample], models: dict[int, Array]) -> tuple[Array, Array]:
    """Chances and returns, one row for each sample."""
    chances = [
        softmax((np.array(sample.seen) @ models[sample.stage])[None])[0] for sample in samples
    ]
    return np.array(chances), np.array([sample.returns for sample in samples])


def log_loss(chances: Array, returns: Array) -> float:
    return float(-(returns * np.log(chances)).sum(axis=1).mean())


def calibration_error(chances: Array, returns: Array, bins: int = 10) -> float:
    """The mean distance of chance and frequency, over bins of equal chance."""
    which = np.minimum((chances * bins).astype(int), bins - 1)
    error = 0.0
    for number in range(bins):
        inside = which == number
        if inside.any():
            error += abs(float((chances[inside] - returns[inside]).sum()))
    return error / chances.size
