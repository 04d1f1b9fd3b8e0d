"""Poor trials stop early: by a paired test against the best so far, or by successive halving."""

import math

import numpy as np
from optuna.pruners import BasePruner
from optuna.study import Study
from optuna.trial import FrozenTrial, TrialState

from kagemusha.tune.match import Scores
from kagemusha.tune.trialbook import TrialRecord, record_of

RISK = 0.05                     # of stopping, at one look, a trial as good as the best
LEAST_PAIRS = 6                 # the fewest with which so small a risk can be reached
SURE = 1.645                    # one-sided 95 %


class PairedPruner(BasePruner):
    """Stops a trial that a Wilcoxon test finds worse than the incumbent on the deals of both.

    The incumbent is the finished trial with the highest lower bound, not the luckiest one.
    """

    def prune(self, study: Study, trial: FrozenTrial) -> bool:
        own = record_of(trial)
        best = incumbent(study, trial.number)
        if own is None or best is None:
            return False
        return is_worse(own.scores, best.scores)


class HalvingPruner(BasePruner):
    """At each rung the better part of a batch goes on: one in `factor`.

    The whole batch has to reach the rung before anybody is judged.
    """

    def __init__(self, factor: int, spared: str | None = None) -> None:
        self.factor = factor
        self.spared = spared        # a spec that always goes on, to compare with

    def prune(self, study: Study, trial: FrozenTrial) -> bool:
        own = record_of(trial)
        if own is None or own.spec == self.spared:
            return False
        rung = len(own.scores)
        rivals = [
            record
            for other in study.get_trials(deepcopy=False)
            if (record := record_of(other)) is not None and self._is_rival(record, own, rung)
        ]
        # Of equals the earlier one is better.
        ranking = sorted(rivals, key=lambda r: (-float(np.mean(r.first_scores(rung))), r.number))
        kept = math.ceil(len(ranking) / self.factor)
        return own.number not in [record.number for record in ranking[:kept]]

    def _is_rival(self, other: TrialRecord, own: TrialRecord, rung: int) -> bool:
        same = (other.phase, other.batch) == (own.phase, own.batch)
        return same and other.spec != self.spared and len(other.scores) >= rung


class NoPruner(BasePruner):
    """Every trial is played to its end."""

    def prune(self, study: Study, trial: FrozenTrial) -> bool:
        return False


def incumbent(study: Study, besides: int) -> TrialRecord | None:
    """The finished trial with the highest lower bound of its mean."""
    found = [
        record
        for trial in study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        if trial.number != besides and (record := record_of(trial)) is not None and record.scores
    ]
    return max(found, key=lambda record: lower_bound(record.scores), default=None)


def lower_bound(scores: Scores) -> float:
    """Of the mean; two imagined sets, one won and one lost, keep a few equal scores modest."""
    values = np.array([*scores.values(), 1.0, -1.0])
    return float(values.mean() - SURE * values.std(ddof=1) / math.sqrt(values.size))


def is_worse(own: Scores, best: Scores, risk: float = RISK) -> bool:
    """Whether a one-sided Wilcoxon signed-rank test says so on the sets that both have played."""
    from scipy.stats import wilcoxon

    shared = sorted(own.keys() & best.keys())
    differences = np.array([own[index] - best[index] for index in shared])
    if np.count_nonzero(differences) < LEAST_PAIRS or differences.mean() >= 0:
        return False
    test = wilcoxon(differences, alternative="less", zero_method="zsplit")
    return bool(test.pvalue < risk)
