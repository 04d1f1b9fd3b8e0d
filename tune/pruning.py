"""Poor trials stop early: by a paired test against the best so far, or by successive halving."""

import math
from collections.abc import Mapping

import numpy as np
from optuna.pruners import BasePruner
from optuna.study import Study
from optuna.trial import FrozenTrial, TrialState

from kagemusha.tune.evidence import weigh
from kagemusha.tune.match import Scores
from kagemusha.tune.trialbook import FINISHED, TrialRecord, record_of

RISK = 0.05                     # of stopping, at one look, a trial as good as the best
LEAST_PAIRS = 6                 # the fewest with which so small a risk can be reached
SURE = 1.645                    # one-sided 95 %


class PairedPruner(BasePruner):
    """Stops a trial that a Wilcoxon test finds worse than the incumbent on the deals of both.

    All that earlier batches have played with a setting counts, so that one that comes back, with
    other deals, is compared as well. The incumbent is the setting with the highest lower bound,
    not the luckiest one.
    """

    def prune(self, study: Study, trial: FrozenTrial) -> bool:
        own = record_of(trial)
        if own is None:
            return False
        earlier = earlier_records(study, own)
        played: dict[str, Scores] = {}
        for record in earlier:
            played.setdefault(record.spec, {}).update(record.scores)
        rivals = {record.spec for record in earlier if record.state == TrialState.COMPLETE}
        best = incumbent({spec: played[spec] for spec in sorted(rivals - {own.spec})})
        return best is not None and is_worse({**played.get(own.spec, {}), **own.scores}, best)


class HalvingPruner(BasePruner):
    """At each rung the better part of a batch goes on: one in `factor`.

    The whole batch has to reach the rung before anybody is judged. Where settings have come back,
    with other deals than the rest of the batch, the luck of the deals is taken out.
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
        worth = self._worth(rivals, rung, earlier_records(study, own))
        # Of equals the earlier one is better.
        ranking = sorted(rivals, key=lambda rival: (-worth[rival.number], rival.number))
        kept = math.ceil(len(ranking) / self.factor)
        return own.number not in [record.number for record in ranking[:kept]]

    def _is_rival(self, other: TrialRecord, own: TrialRecord, rung: int) -> bool:
        same = (other.phase, other.batch) == (own.phase, own.batch)
        return same and other.spec != self.spared and len(other.scores) >= rung

    def _worth(
        self, rivals: list[TrialRecord], rung: int, earlier: list[TrialRecord]
    ) -> dict[int, float]:
        if len({rival.first for rival in rivals}) == 1:
            return {rival.number: float(np.mean(rival.first_scores(rung))) for rival in rivals}
        scores: dict[str, Scores] = {}
        for record in earlier:
            scores.setdefault(record.spec, {}).update(record.scores)
        for rival in rivals:
            scores[str(rival.number)] = {i: rival.scores[i] for i in rival.sets(rung)}
        found = weigh(scores)
        return {rival.number: found[str(rival.number)].mean for rival in rivals}


class NoPruner(BasePruner):
    """Every trial is played to its end."""

    def prune(self, study: Study, trial: FrozenTrial) -> bool:
        return False


def earlier_records(study: Study, own: TrialRecord) -> list[TrialRecord]:
    """The finished trials of the batches before, in which no judgement is due any more."""
    return [
        record
        for trial in study.get_trials(deepcopy=False)
        if (record := record_of(trial)) is not None
        and record.state in FINISHED
        and record.scores
        and (record.phase, record.batch) != (own.phase, own.batch)
    ]


def incumbent(played: Mapping[str, Scores]) -> Scores | None:
    """What the setting with the highest lower bound of its mean has played."""
    return max(played.values(), key=lower_bound, default=None)


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
