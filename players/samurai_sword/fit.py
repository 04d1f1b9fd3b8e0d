"""Fits the evaluator: python -m kagemusha.players.samurai_sword.fit [--games N] [--out FOLDER]

Rule players play each other, with some random moves for variety; now and then a position is
kept, and in the end who won. A conditional logit (one weight per feature, a softmax over the
teams) is fitted to that by Newton's method, for each table size on its own.
"""

import logging
import random
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kagemusha.core.samurai_sword.data import SETUPS
from kagemusha.core.samurai_sword.game import SamuraiSword
from kagemusha.core.tables import Row, read_table
from kagemusha.players.fitting import asked
from kagemusha.players.samurai_sword.evaluator import SamuraiSwordEvaluator, feature_names
from kagemusha.players.samurai_sword.policy import SamuraiSwordPolicy

Array = NDArray[np.float64]
PACKAGE = "kagemusha.players.samurai_sword"
FILE = "evaluator.csv"
GAMES = 8000            # for each table size
SEED = 0
EPSILON = 0.05          # of random moves
KEPT = 0.06             # share of positions kept
RIDGE = 1.0             # pull towards 0, in units of one position
NUM_TEAMS = 3
log = logging.getLogger(__name__)


def main() -> None:
    given = asked(__doc__, GAMES, Path(__file__).parent)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    columns: dict[int, Array] = {}
    for players in SETUPS:
        features, present, winners = positions(players, given.games, SEED)
        columns[players] = fit(features, present, winners)
        loss = log_loss(columns[players], features, present, winners)
        log.info("%d players: %d positions, log loss %.4f", players, len(winners), loss)
    write(given.out / FILE, read_table(PACKAGE, FILE), columns)


def positions(players: int, games: int, seed: int) -> tuple[Array, Array, NDArray[np.int64]]:
    """Features [position, team, feature], which teams are present, and the team that won."""
    game = SamuraiSword(players)
    policy, evaluator = SamuraiSwordPolicy(epsilon=EPSILON), SamuraiSwordEvaluator()
    rng = random.Random(seed)
    rows: list[dict[int, list[float]]] = []
    winners: list[int] = []
    for _ in range(games):
        state = game.new_initial_state(seed=rng.getrandbits(60))
        while not state.is_terminal():
            if rng.random() < KEPT:
                rows.append(evaluator.features(state))
            state.apply_action(policy.choose(state, rng.getrandbits(60)))
        winners += [state.read()["winner"]] * (len(rows) - len(winners))
    features = np.zeros((len(rows), NUM_TEAMS, len(feature_names())))
    present = np.zeros((len(rows), NUM_TEAMS))
    for i, row in enumerate(rows):
        for team, values in row.items():
            features[i, team] = values
            present[i, team] = 1
    return features, present, np.array(winners)


def chances(weights: Array, features: Array, present: Array) -> Array:
    """The chance of each team in each position."""
    scores = np.where(present > 0, features @ weights, -np.inf)
    grown = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Array = grown / grown.sum(axis=1, keepdims=True)
    return shares


def log_loss(
    weights: Array, features: Array, present: Array, winners: NDArray[np.int64]
) -> float:
    found = chances(weights, features, present)
    return float(-np.log(found[np.arange(len(winners)), winners]).mean())


def fit(features: Array, present: Array, winners: NDArray[np.int64], steps: int = 12) -> Array:
    """The likeliest weights: Newton's method on the log likelihood, with a small ridge."""
    count = features.shape[2]
    weights = np.zeros(count)
    won = np.eye(NUM_TEAMS)[winners]
    for _ in range(steps):
        found = chances(weights, features, present)
        slope = np.einsum("ntf,nt->f", features, won - found) - RIDGE * weights
        mean = np.einsum("ntf,nt->nf", features, found)
        spread = np.einsum("ntf,nt,ntg->fg", features, found, features, optimize=True)
        curve = spread - mean.T @ mean + RIDGE * np.eye(count)
        weights += np.linalg.solve(curve, slope)
    return weights


def write(path: Path, rows: list[Row], columns: dict[int, Array]) -> None:
    """The table again, with new numbers; padded to be read by eye."""
    lines = [f"{'feature,':<16}" + "".join(f"{f'{n},':<9}" for n in columns) + "meaning"]
    for i, row in enumerate(rows):
        cells = "".join(f"{f'{column[i]:.4f},':<9}" for column in columns.values())
        lines.append(f"{row['feature'] + ',':<16}{cells}{row['meaning']}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
