"""What the sets played so far say of each setting, the luck of the deals taken out.

The score of a setting on a deal is taken as its own worth, plus the luck of the deal, plus noise.
Settings that played other deals, or more of them, are so compared fairly; and the noise, estimated
over all of them, tells how sure a mean of so many sets is.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kagemusha.tune.match import Scores

Array = NDArray[np.float64]
ROUNDS = 30
# A deal counts as if one more setting had had no luck on it: deals seen once prove little.
RIDGE = 1.0
LEAST_NOISE = 1e-3                      # standard deviation of a set


@dataclass(frozen=True)
class Evidence:
    """The worth of a setting: mean, standard error, and the sets behind them."""

    mean: float
    error: float
    sets: int


def weigh(
    scores: Mapping[str, Scores], exact: Mapping[str, float] | None = None
) -> dict[str, Evidence]:
    """The evidence for each setting; `exact` names those whose worth is known without playing.

    The error of a known worth is what the luck of the deals, which the others have had in common,
    leaves open of how they compare with it.
    """
    known = exact or {}
    found = {name: Evidence(worth, 0.0, 0) for name, worth in known.items()}
    names = [name for name, played in scores.items() if played and name not in known]
    if not names:
        return found
    played = sorted({index for name in names for index in scores[name]})
    deals = {index: place for place, index in enumerate(played)}
    # In one order, for the last digits, too: scores come as they are played.
    in_order = [(row, index) for row, name in enumerate(names) for index in sorted(scores[name])]
    rows = np.array([row for row, _ in in_order])
    columns = np.array([deals[index] for _, index in in_order])
    values = np.array([scores[names[row]][index] for row, index in in_order])
    worth, luck = additive_fit(rows, columns, values)
    counts = np.bincount(rows)
    shared = np.bincount(columns)
    freedom = values.size - len(names) - float((shared / (shared + RIDGE))[shared > 1].sum())
    residual = values - worth[rows] - luck[columns]
    variance = float((residual**2).sum()) / freedom if freedom >= 1 else float(values.var())
    noise = max(np.sqrt(variance), LEAST_NOISE)
    for row, name in enumerate(names):
        sets = int(counts[row])
        found[name] = Evidence(float(worth[row]), float(noise / np.sqrt(sets)), sets)
    common = error_of_luck(columns, values - worth[rows], noise)
    return found | {name: Evidence(worth, common, 0) for name, worth in known.items()}


def error_of_luck(columns: NDArray[np.int64], beyond: Array, noise: float) -> float:
    """Standard error of the mean luck of the deals; `beyond` are scores less the worths.

    The means of deals that several settings had vary by luck, and by what is left of the noise.
    """
    shared = np.bincount(columns)
    several = shared > 1
    if not several.any():
        return 0.0
    means = np.bincount(columns, weights=beyond) / shared
    excess = means**2 - noise**2 / shared
    variance = max(0.0, float(np.average(excess[several], weights=shared[several])))
    return float(np.sqrt(variance * (shared**2).sum()) / shared.sum())


def additive_fit(
    rows: NDArray[np.int64], columns: NDArray[np.int64], values: Array
) -> tuple[Array, Array]:
    """Worth of the rows and luck of the columns, by turns; luck is 0 on average."""
    counts, shared = np.bincount(rows), np.bincount(columns)
    luck = np.zeros(shared.size)
    worth = np.bincount(rows, weights=values) / counts
    for _ in range(ROUNDS):
        luck = np.bincount(columns, weights=values - worth[rows]) / (shared + RIDGE)
        luck[shared == 1] = 0.0             # says nothing beyond the setting's own noise
        luck -= (luck * shared).sum() / shared.sum()
        worth = np.bincount(rows, weights=values - luck[columns]) / counts
    return worth, luck
