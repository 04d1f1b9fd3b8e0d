"""Fits the belief: python -m kagemusha.players.samurai_sword.fit_belief [--games N] [--out FILE]

Rule players play each other; now and then it is noted what the seat to move knows of the roles,
who has attacked whom, and the truth. A conditional logit over the assignments that the seat holds
possible is fitted to that, for each table size on its own.
"""

import argparse
import logging
import random
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from kagemusha.core.samurai_sword.game import SamuraiSword
from kagemusha.players.samurai_sword.belief import PAIRS, Array, features, weights
from kagemusha.players.samurai_sword.policy import SamuraiSwordPolicy

TABLES = (4, 5, 6, 7)   # of 3 players everybody knows the roles
KEPT = 0.06             # share of positions kept
RIDGE = 0.001           # pull towards 0, for each position
Case = tuple[Array, int]
log = logging.getLogger(__name__)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="for each table size")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("belief.csv"))
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    columns = {}
    for players in TABLES:
        train = cases(players, given.games, given.seed)
        test = cases(players, given.games // 4, given.seed + 1)
        columns[players] = fit(train)
        log.info(
            "%d players: %d positions; on %d others log loss %.3f, knowing nothing %.3f",
            players, len(train), len(test),
            loss(columns[players], test), loss(np.zeros(len(PAIRS)), test),
        )
    write(given.out, columns)


def cases(players: int, games: int, seed: int) -> list[Case]:
    """Features of the assignments that are possible for the mover, and which of them is true."""
    game, policy, rng = SamuraiSword(players), SamuraiSwordPolicy(), random.Random(seed)
    found = []
    for _ in range(games):
        state = game.new_initial_state(seed=rng.getrandbits(60))
        while not state.is_terminal():
            if rng.random() < KEPT:
                position = state.to_dict()
                truth = [seat["role"] for seat in position["seats"]]
                possible = state.view(state.current_player()).role_assignments()
                if len(possible) > 1:
                    found.append((features(possible, position["attacks"]), possible.index(truth)))
            state.apply_action(policy.choose(state, rng.getrandbits(60)))
    return found


def loss_and_slope(of_pairs: Array, found: list[Case]) -> tuple[float, Array]:
    """The mean over all cases. An assignment may come twice (stars): the first is the true one."""
    total, slope = RIDGE * float(of_pairs @ of_pairs), 2 * RIDGE * of_pairs
    for seen, true in found:
        scores = seen @ of_pairs
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        total -= float(np.log(chances[true])) / len(found)
        slope = slope + (chances @ seen - seen[true]) / len(found)
    return total, slope


def fit(found: list[Case]) -> Array:
    start = np.zeros(len(PAIRS))
    return np.asarray(minimize(loss_and_slope, start, args=(found,), jac=True, method="BFGS").x)


def loss(of_pairs: Array, found: list[Case]) -> float:
    return loss_and_slope(of_pairs, found)[0] - RIDGE * float(of_pairs @ of_pairs)


def write(path: Path, columns: dict[int, Array]) -> None:
    lines = ["attacker, target,   " + "".join(f"{f'{n},':<8}" for n in columns).rstrip(", ")]
    for i, (attacker, target) in enumerate(PAIRS):
        if any(column[i] for column in columns.values()):
            cells = "".join(f"{f'{column[i]:.3f},':<8}" for column in columns.values())
            lines.append(f"{attacker + ',':<10}{target + ',':<10}{cells.rstrip(', ')}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    weights.cache_clear()


if __name__ == "__main__":
    main()
