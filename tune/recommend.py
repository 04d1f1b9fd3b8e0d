"""What to recommend: by the lower bound, or the mean, of a model of all evidence.

Never the luckiest trial. Trials of the same setting are taken together, the luck of the deals is
taken out, and what the neighbours of a setting scored counts for it, too.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kagemusha.arena.intervals import Interval, normal_quantile
from kagemusha.tune.axes import Setting
from kagemusha.tune.evidence import Evidence, weigh
from kagemusha.tune.match import Scores
from kagemusha.tune.model import Model
from kagemusha.tune.plan import Rule
from kagemusha.tune.space import Space
from kagemusha.tune.trialbook import FINAL, TrialRecord

SURE = 0.95                     # of a lower bound, one-sided
LEAST_SETTINGS = 4              # for a model


@dataclass(frozen=True)
class Candidate:
    """A setting, what was measured of it, and what the model makes of it."""

    spec: str
    setting: Setting
    evidence: Evidence
    mean: float
    sd: float
    is_finalist: bool = False

    @property
    def lower(self) -> float:
        return self.mean - normal_quantile(SURE) * self.sd


@dataclass(frozen=True)
class Standing:
    """All candidates, the best first, and the player as it is."""

    candidates: list[Candidate]
    baseline: Evidence
    model: Model | None

    def lead(self, candidate: Candidate, confidence: float = 0.95) -> Interval:
        """By how much a candidate is thought to be better than the player as it is."""
        mean, error = difference(candidate, self.baseline)
        reach = normal_quantile((1 + confidence) / 2) * error
        return Interval(mean, mean - reach, mean + reach)


def difference(candidate: Candidate, baseline: Evidence) -> tuple[float, float]:
    """Mean and standard error of what a candidate is better."""
    return candidate.mean - baseline.mean, math.hypot(candidate.sd, baseline.error)


def standing_of(
    records: Iterable[TrialRecord], space: Space, baseline: str, rule: Rule, *, meets_itself: bool
) -> Standing:
    """Where a study stands. The player as it is is no candidate."""
    scores: dict[str, Scores] = {}
    settings: dict[str, Setting] = {}
    finalists = set()
    for record in records:
        if record.phase == FINAL:
            finalists.add(record.spec)
        scores.setdefault(record.spec, {}).update(record.scores)
        settings.setdefault(record.spec, record.setting)
    exact = {baseline: 0.0} if meets_itself else {}
    evidence = weigh(scores, exact)
    inside = [spec for spec in evidence if settings.get(spec)]
    model = None
    if len(inside) >= LEAST_SETTINGS:
        given = [replace(evidence[s], error=0.0) if s in exact else evidence[s] for s in inside]
        model = Model(space, [settings[s] for s in inside], given)
    found = judged(inside, settings, evidence, model)
    candidates = [
        replace(candidate, is_finalist=candidate.spec in finalists)
        for candidate in sorted(found, key=lambda candidate: candidate.spec)
        if candidate.spec != baseline
    ]
    own = evidence.get(baseline, Evidence(0.0, 1.0, 0))
    return Standing(ranked(candidates, own, rule), own, model)


def ranked(candidates: list[Candidate], baseline: Evidence, rule: Rule) -> list[Candidate]:
    """Finalists before all others, the best first.

    By the lower bound only if one of them is above the player as it is. Else the best bound is
    that of whoever differs least from a player known so well, and the mean tells what deserves
    a proof.
    """
    leads = [difference(candidate, baseline) for candidate in candidates if candidate.is_finalist]
    is_sure = any(mean > normal_quantile(SURE) * error for mean, error in leads)
    by_bound = rule == "lower" and is_sure

    def rank(candidate: Candidate) -> tuple[bool, float]:
        bound = by_bound and candidate.is_finalist
        return candidate.is_finalist, candidate.lower if bound else candidate.mean

    return sorted(candidates, key=rank, reverse=True)


def judged(
    specs: list[str],
    settings: Mapping[str, Setting],
    evidence: Mapping[str, Evidence],
    model: Model | None,
) -> list[Candidate]:
    if model is None:
        return [
            Candidate(spec, settings[spec], evidence[spec], evidence[spec].mean, evidence[spec].error)
            for spec in specs
        ]
    means, sds = model.predict([settings[spec] for spec in specs])
    return [
        Candidate(spec, settings[spec], evidence[spec], float(mean), float(sd))
        for spec, mean, sd in zip(specs, means, sds, strict=True)
    ]
