"""The sequential probability ratio test on the scores of deal sets.

After every set the log-likelihood ratio of two hypotheses about the mean score is known, and the
test ends when it leaves its bounds. The variance is not given but estimated, so it is the
generalised test, as in computer chess: for normal scores of unknown variance the ratio is

    LLR = n / 2 * log((v + (m - m0)^2) / (v + (m - m1)^2))

with n sets, their mean m and variance v, and the means m0 and m1 of the hypotheses. It needs the
scores in no particular form: any number of games per set and any number of outcomes will do.

`elo` states the hypotheses in logistic Elo, `normalized` in Elo of a game whose standard
deviation is that of a fair coin: then the length of a test does not depend on how much luck
is in the game. `difference` states them as a difference of win rates.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.intervals import Running, normal_quantile

Model = Literal["elo", "normalized", "difference"]
MODELS: tuple[Model, ...] = ("elo", "normalized", "difference")

ELO_PER_NAT = 400 / math.log(10)
# The logistic curve at 0 has slope 1/4 per nat; a fair coin has standard deviation 1/2.
NORMALIZED_ELO = 2 * ELO_PER_NAT

# Squared deviations of two imagined sets, one won and one lost, that every test begins with: a few
# equal scores must prove nothing. With it errors stay near 5 % even if 9 of 10 sets are drawn;
# with a tenth of it they were 14 to 25 %.
IMAGINED_SQUARES = 0.5
LARGEST_BOUND = 4000.0


class Verdict(Enum):
    ACCEPTED = "accepted"       # H1: at least the second hypothesis
    REJECTED = "rejected"       # H0: at most the first
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What is tested: H0, the mean score is that of `lower`, against H1, that of `upper`."""

    lower: float
    upper: float
    alpha: float = 0.05         # how often H1 is accepted although H0 is true
    beta: float = 0.05          # how often H0 is accepted although H1 is true
    model: Model = "elo"
    games_per_set: int = 2      # read by `normalized` only

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise ArenaError(f"there is no model {self.model!r}: {', '.join(MODELS)}")
        for bound in (self.lower, self.upper):
            if not abs(bound) <= LARGEST_BOUND:
                raise ArenaError(f"a hypothesis lies within {LARGEST_BOUND:g}, not at {bound:g}")
        if not self.lower < self.upper:
            raise ArenaError(
                f"the first hypothesis must be below the second: {self.lower:g} is not below "
                f"{self.upper:g}"
            )
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise ArenaError(f"{name} must lie between 0 and 0.5, not be {risk:g}")
        if self.games_per_set < 1:
            raise ArenaError(f"a set has at least 1 game, not {self.games_per_set}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends: (H0 accepted, H1 accepted)."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def means(self, variance: float) -> tuple[float, float]:
        """The mean score of a set under each hypothesis."""
        return self._mean(self.lower, variance), self._mean(self.upper, variance)

    def _mean(self, bound: float, variance: float) -> float:
        if self.model == "difference":
            return bound
        if self.model == "elo":
            return elo_to_score(bound)
        sd_of_a_game = math.sqrt(variance * self.games_per_set)
        return 0.5 + bound / NORMALIZED_ELO * sd_of_a_game


@dataclass(slots=True)
class Sprt:
    """A test under way."""

    hypotheses: Hypotheses
    scores: Running = field(default_factory=Running)
    verdict: Verdict = Verdict.UNDECIDED

    def add(self, score: float) -> Verdict:
        """Take in the score of one more set. After the end nothing changes any more."""
        if self.verdict is Verdict.UNDECIDED:
            self.scores.add(score)
            self.verdict = judge(self.hypotheses, self.llr)
        return self.verdict

    @property
    def llr(self) -> float:
        return log_likelihood_ratio(self.hypotheses, self.scores)

    @property
    def bounds(self) -> tuple[float, float]:
        return self.hypotheses.bounds


def judge(hypotheses: Hypotheses, llr: float) -> Verdict:
    low, high = hypotheses.bounds
    if llr >= high:
        return Verdict.ACCEPTED
    if llr <= low:
        return Verdict.REJECTED
    return Verdict.UNDECIDED


def log_likelihood_ratio(hypotheses: Hypotheses, scores: Running) -> float:
    if scores.count == 0:
        return 0.0
    variance = (scores.squares + IMAGINED_SQUARES) / (scores.count + 1)
    mean0, mean1 = hypotheses.means(variance)
    spread0 = variance + (scores.mean - mean0) ** 2
    spread1 = variance + (scores.mean - mean1) ** 2
    return scores.count / 2 * math.log(spread0 / spread1)


def from_counts(hypotheses: Hypotheses, counts: Mapping[float, int]) -> Sprt:
    """A test over sets counted by score, for instance {0: 3, 0.25: 14, 0.5: 40, 0.75: 17, 1: 6}."""
    scores = Running()
    for score, count in counts.items():
        if count < 0 or count != int(count):
            raise ArenaError(f"the count of score {score:g} must be a whole number, not {count}")
        if not math.isfinite(score):
            raise ArenaError(f"a score must be a number, not {score}")
        scores.merge(Running(int(count), float(score), 0.0))
    sprt = Sprt(hypotheses, scores)
    sprt.verdict = judge(hypotheses, sprt.llr)
    return sprt


def elo_to_score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def score_to_elo(score: float) -> float:
    """The inverse; a score of 0 or 1 has no Elo."""
    if not 0 < score < 1:
        raise ArenaError(f"only a score between 0 and 1 has an Elo, not {score:g}")
    return -400 * math.log10(1 / score - 1)


def elo_to_difference(elo: float, base_rate: float) -> float:
    """What so much Elo adds to a win rate: it multiplies the odds by 10^(elo / 400)."""
    if not 0 < base_rate < 1:
        raise ArenaError(f"a base rate lies between 0 and 1, it cannot be {base_rate:g}")
    return elo_to_score(score_to_elo(base_rate) + elo) - base_rate


@dataclass(frozen=True, slots=True)
class Plan:
    """How many sets it takes to see an effect."""

    fixed: int                  # of a match of fixed length, two-sided
    sequential_null: float      # mean length of the sequential test if there is no effect
    sequential_effect: float    # if the effect is there
    sequential_worst: float     # if the truth lies half-way


def plan(effect: float, sd: float, alpha: float = 0.05, beta: float = 0.05) -> Plan:
    """Sets needed to tell a mean score shifted by `effect` from one that is not.

    `sd` is the standard deviation of the score of a set. Lengths of the sequential test are
    Wald's, which leave out by how much the last set oversteps the bound.
    """
    if effect == 0 or not math.isfinite(effect):
        raise ArenaError(f"an effect must be a number other than 0, not {effect}")
    if not sd > 0:
        raise ArenaError(f"a standard deviation must be above 0, not {sd:g}")
    low, high = Hypotheses(0, 1, alpha=alpha, beta=beta).bounds
    ratio = (sd / effect) ** 2
    quantiles = normal_quantile(1 - alpha / 2) + normal_quantile(1 - beta)
    return Plan(
        fixed=math.ceil(quantiles**2 * ratio),
        sequential_null=-2 * ratio * ((1 - alpha) * low + alpha * high),
        sequential_effect=2 * ratio * (beta * low + (1 - beta) * high),
        sequential_worst=-low * high * ratio,
    )


def games_for_win_rate(
    base_rate: float, effect: float, alpha: float = 0.05, beta: float = 0.2
) -> int:
    """Single independent games needed to tell a win rate from a known one, two-sided."""
    changed = base_rate + effect
    if not (0 < base_rate < 1 and 0 < changed < 1) or effect == 0:
        raise ArenaError(
            f"win rates lie between 0 and 1 and differ: not {base_rate:g} and {changed:g}"
        )
    null = normal_quantile(1 - alpha / 2) * math.sqrt(base_rate * (1 - base_rate))
    alternative = normal_quantile(1 - beta) * math.sqrt(changed * (1 - changed))
    return math.ceil(((null + alternative) / effect) ** 2)
