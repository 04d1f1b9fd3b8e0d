"""The N-Tuple Bandit Evolutionary Algorithm as a sampler for Optuna.

Many short trials: the means of all single values, of all pairs of values and of whole settings
together make a model of the landscape. The next setting is, among mutants of the last one, that
with the highest upper bound. All is worked out anew from the trials of the study, so that a study
that was stopped goes on as if it had not been.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution
from optuna.samplers import BaseSampler
from optuna.study import Study
from optuna.trial import FrozenTrial, TrialState

from kagemusha.tune.axes import Range
from kagemusha.tune.space import Space
from kagemusha.tune.trialbook import REFUSED

VALUES_OF_A_RANGE = 9
MUTANTS = 60
EXPLORATION = 1.0           # in standard deviations of the values of trials
IDLE = -1                   # the place of an axis that does not matter

Point = tuple[int, ...]     # a place in the list of values of each axis


class Landscape:
    """Means of the values of trials, by tuples of places."""

    def __init__(self, axes: int) -> None:
        singles = [(axis,) for axis in range(axes)]
        pairs = list(combinations(range(axes), 2))
        whole = [tuple(range(axes))] if axes > 2 else []
        self.tuples: list[tuple[int, ...]] = [*singles, *pairs, *whole]
        self.counts: defaultdict[tuple[Any, ...], int] = defaultdict(int)
        self.sums: defaultdict[tuple[Any, ...], float] = defaultdict(float)
        self.pending: defaultdict[tuple[Any, ...], int] = defaultdict(int)
        self.values: list[float] = []

    def add(self, point: Point, value: float) -> None:
        self.values.append(value)
        for key in self._keys(point):
            self.counts[key] += 1
            self.sums[key] += value

    def expect(self, point: Point) -> None:
        """A trial under way, or a setting that is no player: no value, but its place is taken."""
        for key in self._keys(point):
            self.pending[key] += 1

    def upper_bound(self, point: Point) -> float:
        overall = float(np.mean(self.values)) if self.values else 0.0
        spread = (float(np.std(self.values)) if self.values else 0.0) or 1.0
        total = 1 + len(self.values)
        bounds = []
        for key in self._keys(point):
            seen = self.counts[key]
            # One imagined visit at the overall mean: a value seen once is hardly known.
            mean = (self.sums[key] + overall) / (seen + 1)
            visits = seen + self.pending[key]
            bounds.append(mean + EXPLORATION * spread * math.sqrt(math.log(1 + total) / (visits + 1)))
        return float(np.mean(bounds))

    def _keys(self, point: Point) -> list[tuple[Any, ...]]:
        return [(axes, tuple(point[axis] for axis in axes)) for axes in self.tuples]


class NtbeaSampler(BaseSampler):
    """Draws settings of a space, which it must know as a whole."""

    def __init__(self, space: Space, seed: int) -> None:
        self.space = space
        self.grids = [axis.grid(VALUES_OF_A_RANGE) for axis in space.axes]
        self.rng = np.random.default_rng(seed)

    def infer_relative_search_space(
        self, study: Study, trial: FrozenTrial
    ) -> dict[str, BaseDistribution]:
        return {axis.name: axis.distribution for axis in self.space.axes}

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        landscape = Landscape(len(self.grids))
        last = self._random_point()
        for past in study.get_trials(deepcopy=False):
            if past.number == trial.number or not past.params:
                continue
            point = self._point(past.params)
            if past.state in (TrialState.COMPLETE, TrialState.PRUNED) and past.value is not None:
                landscape.add(self._masked(point), past.value)
                last = point
            elif past.state == TrialState.RUNNING or REFUSED in past.user_attrs:
                landscape.expect(self._masked(point))
        mutants = [self._mutant(last) for _ in range(MUTANTS)]
        bounds = [landscape.upper_bound(self._masked(mutant)) for mutant in mutants]
        return self._values(mutants[int(np.argmax(bounds))])

    def sample_independent(
        self,
        study: Study,
        trial: FrozenTrial,
        param_name: str,
        param_distribution: BaseDistribution,
    ) -> Any:
        raise ValueError(f"{param_name} is no parameter of this space")

    def _random_point(self) -> Point:
        return tuple(int(self.rng.integers(len(grid))) for grid in self.grids)

    def _mutant(self, point: Point) -> Point:
        """One place changed for sure, each of the others now and then."""
        chosen = int(self.rng.integers(len(point)))
        chance = 1 / len(point)
        return tuple(
            other_place(place, len(grid), self.rng)
            if axis == chosen or self.rng.random() < chance
            else place
            for axis, (place, grid) in enumerate(zip(point, self.grids, strict=True))
        )

    def _values(self, point: Point) -> dict[str, Any]:
        names = [axis.name for axis in self.space.axes]
        return {n: grid[p] for n, grid, p in zip(names, self.grids, point, strict=True)}

    def _masked(self, point: Point) -> Point:
        setting = self.space.matters(self._values(point))
        return tuple(
            place if axis.name in setting else IDLE
            for axis, place in zip(self.space.axes, point, strict=True)
        )

    def _point(self, params: dict[str, Any]) -> Point:
        """The nearest point of the grids; the middle of an axis that did not matter."""
        return tuple(
            nearest_place(axis, grid, params[axis.name]) if axis.name in params else len(grid) // 2
            for axis, grid in zip(self.space.axes, self.grids, strict=True)
        )


def other_place(place: int, size: int, rng: np.random.Generator) -> int:
    return (place + 1 + int(rng.integers(size - 1))) % size


def nearest_place(axis: Any, grid: Sequence[Any], value: Any) -> int:
    if not isinstance(axis, Range):
        return grid.index(value)
    where = axis.place(value)
    return min(range(len(grid)), key=lambda place: abs(axis.place(grid[place]) - where))
