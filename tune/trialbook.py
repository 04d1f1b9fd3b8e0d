"""Trials as the study keeps them: what was tried, for which phase, and the score of every set."""

from dataclasses import dataclass, field
from typing import Any

from optuna.trial import FrozenTrial, TrialState

from kagemusha.tune.axes import Setting
from kagemusha.tune.match import Scores

ABOUT = "kagemusha"             # the attribute that tells what a trial is about
REFUSED = "refused"             # of a setting that is no player: the place of the trial it was for
SCORES = "scores "              # the attributes with scores begin so
SEARCH, FINAL, BASELINE = "search", "final", "baseline"
FINISHED = (TrialState.COMPLETE, TrialState.PRUNED)


@dataclass
class TrialRecord:
    """A trial of ours."""

    number: int
    trial_id: int
    phase: str
    batch: int
    first: int                  # number of its first set
    setting: Setting
    spec: str
    state: TrialState
    scores: Scores = field(default_factory=dict)

    @property
    def is_running(self) -> bool:
        return self.state == TrialState.RUNNING

    def sets(self, count: int) -> range:
        """The numbers of its first sets."""
        return range(self.first, self.first + count)

    def first_scores(self, count: int) -> list[float]:
        return [self.scores[index] for index in self.sets(count)]

    def missing(self, count: int) -> list[int]:
        """Of its first sets those not yet played."""
        return [index for index in self.sets(count) if index not in self.scores]

    def has_passed(self, count: int) -> bool:
        """Whether it went on after so many sets."""
        return any(index >= self.first + count for index in self.scores)


def about(phase: str, batch: int, first: int, setting: Setting, spec: str) -> dict[str, Any]:
    return {"phase": phase, "batch": batch, "first": first, "setting": setting, "spec": spec}


def record_of(trial: FrozenTrial) -> TrialRecord | None:
    """None for a trial that was stopped before its setting was known, or is another's."""
    told = trial.user_attrs.get(ABOUT)
    if told is None:
        return None
    return TrialRecord(
        trial.number,
        trial._trial_id,
        told["phase"],
        told["batch"],
        told["first"],
        dict(told["setting"]),
        told["spec"],
        trial.state,
        scores_of(trial),
    )


def scores_of(trial: FrozenTrial) -> Scores:
    found: Scores = {}
    for name, part in trial.user_attrs.items():
        if name.startswith(SCORES):
            found.update({int(index): float(score) for index, score in part.items()})
    return found


def scores_attribute(scores: Scores) -> tuple[str, dict[str, float]]:
    """The name and value under which these scores are kept: each set is in one attribute only."""
    return f"{SCORES}{min(scores)}", {str(index): scores[index] for index in sorted(scores)}
