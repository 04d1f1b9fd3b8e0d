"""Matches of policies on the same deals: the work under the strength tables.

A deal is a seed. It is played once for each seat that the examined policy can hold, and each
of these games once more with the other policy in that seat; a deal is one observation.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import kagemusha
from kagemusha.core.state import State
from kagemusha.search.policy import Policy, play_games


@dataclass(frozen=True)
class Estimate:
    """A mean with half the width of its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} ± {100 * self.half:.1f} %"


def estimate(values: Sequence[float]) -> Estimate:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Estimate(mean, 1.96 * math.sqrt(variance / len(values)))


@lru_cache(maxsize=20000)
def dealt(name: str, players: int, seed: int) -> State:
    return kagemusha.load_game(name, players=players).new_initial_state(seed=seed)


def shares(
    name: str, players: int, examined: Policy, others: Policy, deals: int, seed: int = 0
) -> list[float]:
    """The wins of the examined policy against copies of the other, seats balanced, by deal."""
    found = []
    for deal in range(seed, seed + deals):
        root = dealt(name, players, deal)
        won = 0.0
        for seat in range(players):
            policies = [examined if other == seat else others for other in range(players)]
            won += play_games(root, policies, 1, deal)[1][seat]
        found.append(won / players)
    return found


def paired_gain(first: Sequence[float], second: Sequence[float]) -> Estimate:
    """The difference of two policies on the same deals."""
    return estimate([a - b for a, b in zip(first, second, strict=True)])
