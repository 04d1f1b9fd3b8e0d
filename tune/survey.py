"""What a study has learnt of each parameter: curves, pairs, importances, and where the best lies."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from kagemusha.tune.axes import Axis, Choices, Scalar, Setting
from kagemusha.tune.model import Model, importances, random_settings
from kagemusha.tune.recommend import Candidate, Standing
from kagemusha.tune.study import VERDICT, ReadStudy

CURVE_POINTS, PAIR_POINTS = 33, 21
PAIRS = 3                       # contours shown
CANDIDATES, DRAWS = 300, 400    # for the place of the optimum
SURE = 0.9
SEED = 0                        # of what is drawn for a report: the same each time


@dataclass(frozen=True)
class Curve:
    """The model along one axis, all others as in the best setting."""

    axis: Axis
    values: list[Scalar]
    means: list[float]
    sds: list[float]


@dataclass(frozen=True)
class Pair:
    """The model over two axes; a row for each value of the second."""

    first: Axis
    second: Axis
    columns: list[Scalar]
    rows: list[Scalar]
    means: list[list[float]]


@dataclass(frozen=True)
class Place:
    """Where the best value of a parameter lies: a range, or the chance of each choice."""

    axis: Axis
    best: Scalar | None
    low: Scalar | None = None
    high: Scalar | None = None
    shares: tuple[tuple[Scalar, float], ...] = ()

    def text(self) -> str:
        if self.shares:
            return ", ".join(f"{spelt(value)} {100 * share:.0f} %" for value, share in self.shares)
        return f"{spelt(self.low)} to {spelt(self.high)}"


@dataclass(frozen=True)
class Survey:
    """All that a report shows."""

    read: ReadStudy
    standing: Standing
    verdict: str | None
    shares: dict[str, float]
    curves: list[Curve]
    pairs: list[Pair]
    places: list[Place]

    @property
    def best(self) -> Candidate | None:
        return self.standing.candidates[0] if self.standing.candidates else None

    def name(self, setting: Setting) -> str:
        return self.read.space.text(setting)

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "format": 1,
            "plan": self.read.plan.to_dict(),
            "trials": len(self.read.records),
            "verdict": self.verdict,
            "candidates": [self._candidate(found) for found in self.standing.candidates],
            "importances": self.shares,
            "places": {place.axis.name: self._place(place) for place in self.places},
        }

    def _candidate(self, found: Candidate) -> dict[str, Any]:
        lead = self.standing.lead(found)
        return {
            "spec": found.spec,
            "setting": found.setting,
            "sets": found.evidence.sets,
            "lead": lead.mean,
            "low": lead.low,
            "high": lead.high,
        }

    def _place(self, place: Place) -> dict[str, Any]:
        if place.shares:
            return {"best": place.best, "shares": {spelt(v): share for v, share in place.shares}}
        return {"best": place.best, "low": place.low, "high": place.high}


def survey(read: ReadStudy) -> Survey:
    """Look at a study from all sides; without enough trials there is no model to look at."""
    standing = read.standing()
    told = read.study.user_attrs.get(VERDICT)
    verdict = told if isinstance(told, str) else None
    model = standing.model
    if model is None or not standing.candidates:
        return Survey(read, standing, verdict, {}, [], [], [])
    best = standing.candidates[0]
    rng = np.random.default_rng(SEED)
    shares = importances(model, rng)
    ranked = sorted(read.space.axes, key=lambda axis: -shares[axis.name])
    centre = whole_setting(best.setting, read)
    curves = [curve(model, axis, centre) for axis in ranked]
    top = list(combinations(ranked[: PAIRS], 2))[:PAIRS]
    pairs = [pair(model, first, second, centre) for first, second in top]
    places = places_of(model, ranked, best, rng)
    return Survey(read, standing, verdict, shares, curves, pairs, places)


def whole_setting(setting: Setting, read: ReadStudy) -> Setting:
    """With a value for the axes that do not matter, too, in case they do elsewhere."""
    middles = {axis.name: axis.at(0.5) for axis in read.space.axes}
    return {**middles, **setting}


def curve(model: Model, axis: Axis, centre: Setting) -> Curve:
    values = axis.grid(CURVE_POINTS)
    means, sds = model.predict([moved(model, centre, {axis.name: value}) for value in values])
    return Curve(axis, values, means.tolist(), sds.tolist())


def pair(model: Model, first: Axis, second: Axis, centre: Setting) -> Pair:
    columns, rows = first.grid(PAIR_POINTS), second.grid(PAIR_POINTS)
    settings = [
        moved(model, centre, {first.name: column, second.name: row})
        for row in rows
        for column in columns
    ]
    means, _ = model.predict(settings)
    return Pair(first, second, columns, rows, means.reshape(len(rows), len(columns)).tolist())


def moved(model: Model, centre: Setting, values: Setting) -> Setting:
    """The values are shown even where a condition says that they do not matter."""
    return {**model.space.matters({**centre, **values}), **values}


def places_of(
    model: Model, axes: Sequence[Axis], best: Candidate, rng: np.random.Generator
) -> list[Place]:
    """The best settings of many functions that the evidence allows tell how sure the place is."""
    settings = random_settings(model.space, CANDIDATES, rng)
    settings.append(best.setting)
    winners = [settings[int(k)] for k in model.draws(settings, DRAWS, rng).argmax(axis=1)]
    return [place_of(axis, best.setting.get(axis.name), winners) for axis in axes]


def place_of(axis: Axis, best: Scalar | None, winners: Sequence[Setting]) -> Place:
    found = [winner[axis.name] for winner in winners if axis.name in winner]
    if isinstance(axis, Choices):
        shares = tuple((value, found.count(value) / max(1, len(found))) for value in axis.values)
        return Place(axis, best, shares=shares)
    places = [axis.place(value) for value in found] or [0.0, 1.0]
    tail = (1 - SURE) / 2
    low, high = np.quantile(places, [tail, 1 - tail])
    return Place(axis, best, axis.at(float(low)), axis.at(float(high)))


def spelt(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.3g}" if isinstance(value, float) else str(value)
