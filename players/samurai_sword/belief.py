"""What attacks tell of hidden roles: how likely an assignment of roles is, given who attacked whom.

The log of the likelihood of an assignment is a sum over all pairs of seats: a weight for the
attacker's and the target's role (belief.csv, by table size), times log(1 + attacks).
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kagemusha.core.samurai_sword.data import ROLES
from kagemusha.core.tables import read_table

Array = NDArray[np.float64]
PACKAGE = "kagemusha.players.samurai_sword"
PAIRS = [(attacker, target) for attacker in ROLES for target in ROLES]


def likelihoods(assignments: Sequence[Sequence[str]], attacks: Sequence[Sequence[int]]) -> Array:
    """One for each assignment, the best being 1."""
    scores = features(assignments, attacks) @ weights(len(attacks))
    grown: Array = np.exp(scores - scores.max())
    return grown


def features(assignments: Sequence[Sequence[str]], attacks: Sequence[Sequence[int]]) -> Array:
    """[assignment, pair of roles]: log(1 + attacks), summed over the pairs of seats with these."""
    told = np.log1p(np.array(attacks, dtype=float))
    held = np.array([[role == name for name in ROLES] for roles in assignments for role in roles])
    held = held.reshape(len(assignments), len(attacks), len(ROLES)).astype(float)
    sums: Array = np.einsum("aip,ij,ajq->apq", held, told, held, optimize=True)
    return sums.reshape(len(assignments), len(PAIRS))


@cache
def weights(players: int) -> Array:
    """In the order of PAIRS; 0 for pairs that are not in the table."""
    table = {
        (row["attacker"], row["target"]): float(row[str(players)])
        for row in read_table(PACKAGE, "belief.csv")
    }
    return np.array([table.get(pair, 0.0) for pair in PAIRS])
