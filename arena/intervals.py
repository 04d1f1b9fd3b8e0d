"""How sure a mean is. The unit is the deal set: games of one set share their deal.

For a win rate that is the mean over sets of the agent's result in the set; for an uplift the
mean over sets of a paired difference on the same deal.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the limits between which the truth lies with the stated confidence."""

    mean: float
    low: float
    high: float


@dataclass(slots=True)
class Running:
    """Mean and variance of numbers that come one at a time (Welford), in constant memory."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0        # sum of squared deviations from the mean

    def add(self, value: float) -> None:
        self.count += 1
        change = value - self.mean
        self.mean += change / self.count
        self.squares += change * (value - self.mean)

    def merge(self, other: "Running") -> None:
        """Take in the numbers of another one (Chan, Golub and LeVeque)."""
        total = self.count + other.count
        if other.count == 0:
            return
        change = other.mean - self.mean
        self.squares += other.squares + change * change * self.count * other.count / total
        self.mean += change * other.count / total
        self.count = total

    @property
    def variance(self) -> float:
        """Of the numbers as a sample; 0 for fewer than two."""
        return self.squares / (self.count - 1) if self.count > 1 else 0.0

    @property
    def sd(self) -> float:
        return math.sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        return math.sqrt(self.variance / self.count) if self.count else 0.0


def normal_quantile(probability: float) -> float:
    return NormalDist().inv_cdf(probability)


def student_quantile(probability: float, freedom: int) -> float:
    return float(stdtrit(freedom, probability))


def mean_interval(
    scores: Running,
    *,
    lowest: float = 0.0,
    highest: float = 1.0,
    confidence: float = CONFIDENCE,
) -> Interval:
    """Student's interval for a mean of numbers between `lowest` and `highest`.

    If all numbers were equal their variance says nothing of what is still to come, and Wilson's
    interval for a share of the range is given instead. Without numbers it is the whole range.
    """
    if scores.count == 0:
        return Interval((lowest + highest) / 2, lowest, highest)
    if scores.squares <= 1e-12 * scores.count:
        width = highest - lowest
        share = (scores.mean - lowest) / width
        wilson = wilson_interval(share * scores.count, scores.count, confidence=confidence)
        low, high = lowest + wilson.low * width, lowest + wilson.high * width
        return Interval(scores.mean, low, high)
    quantile = student_quantile((1 + confidence) / 2, scores.count - 1)
    reach = quantile * scores.standard_error
    return Interval(
        scores.mean, max(lowest, scores.mean - reach), min(highest, scores.mean + reach)
    )


def uplift_interval(differences: Running, *, confidence: float = CONFIDENCE) -> Interval:
    """The interval for a mean of paired differences of results, which are from -1 to 1."""
    return mean_interval(differences, lowest=-1.0, highest=1.0, confidence=confidence)


def wilson_interval(wins: float, games: int, *, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval for a share of independent games."""
    if games == 0:
        return Interval(0.5, 0.0, 1.0)
    share = min(1.0, max(0.0, wins / games))
    square = normal_quantile((1 + confidence) / 2) ** 2
    centre = (share + square / (2 * games)) / (1 + square / games)
    spread = share * (1 - share) / games + square / (4 * games * games)
    reach = math.sqrt(square * spread) / (1 + square / games)
    # At the ends rounding must not push a limit past the share itself.
    low, high = min(share, centre - reach), max(share, centre + reach)
    return Interval(share, max(0.0, low), min(1.0, high))


def bootstrap_interval(
    values: Sequence[float] | NDArray[np.float64],
    *,
    rng: np.random.Generator,
    resamples: int = 2000,
    confidence: float = CONFIDENCE,
) -> Interval:
    """The percentile interval of the mean of values, one per set."""
    sample = np.asarray(values, dtype=np.float64)
    if sample.size == 0:
        raise ValueError("a bootstrap needs at least one value")
    means = np.array(
        [sample[rng.integers(sample.size, size=sample.size)].mean() for _ in range(resamples)]
    )
    return percentile_interval(float(sample.mean()), means, confidence=confidence)


def percentile_interval(
    mean: float, draws: NDArray[np.float64], *, confidence: float = CONFIDENCE
) -> Interval:
    tail = (1 - confidence) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return Interval(mean, float(low), float(high))
