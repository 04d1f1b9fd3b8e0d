"""A smooth model of the worth of settings: a Gaussian process on the evidence.

What is near counts as alike: a setting that was lucky among unlucky neighbours is pulled down.
Each point has the noise of its own evidence.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kagemusha.tune.axes import Choices, Setting
from kagemusha.tune.evidence import Evidence
from kagemusha.tune.space import Space

Array = NDArray[np.float64]
REACHES = (0.15, 0.3, 0.6, 1.2, 4.0)    # along an axis, in its lengths; 4: it hardly matters
START_REACH = 0.6
HEIGHTS = (0.05, 0.15, 0.4, 1.0, 2.5)   # standard deviation of worth, in that of the observed means
SWEEPS = 2
JITTER = 1e-9
CANDIDATES = 2000               # random settings among which the model looks for the best


@dataclass(frozen=True)
class Shape:
    """How far alike reaches along each column, and how much worth varies."""

    reaches: tuple[float, ...]
    height: float


class Model:
    """Fitted to the evidence; tells mean and standard deviation of any setting."""

    def __init__(
        self, space: Space, settings: Sequence[Setting], evidence: Sequence[Evidence]
    ) -> None:
        self.space = space
        self.points = self.encode(settings)
        self.noise = np.array([max(found.error, 1e-4) ** 2 for found in evidence])
        values = np.array([found.mean for found in evidence])
        weights = 1 / (self.noise + values.var() + JITTER)
        self.level = float((values * weights).sum() / weights.sum())
        self.values = values - self.level
        self.shape = self._fitted_shape()
        kernel = self._kernel(self.points, self.points, self.shape)
        self._factor = np.asarray(
            np.linalg.cholesky(kernel + np.diag(self.noise + JITTER)), dtype=np.float64
        )
        self._solved = solve(self._factor, self.values)

    def encode(self, settings: Sequence[Setting]) -> Array:
        """A column for each number, one for each value of a choice; what does not matter is 0."""
        return np.array([self._row(setting) for setting in settings], dtype=np.float64)

    def predict(self, settings: Sequence[Setting]) -> tuple[Array, Array]:
        """Mean and standard deviation of the worth of settings."""
        points = self.encode(settings)
        across = self._kernel(points, self.points, self.shape)
        mean = self.level + across @ self._solved
        half = np.linalg.solve(self._factor, across.T)
        variance = self.shape.height**2 - (half**2).sum(axis=0)
        return mean, np.sqrt(np.maximum(variance, 0.0))

    def draws(self, settings: Sequence[Setting], count: int, rng: np.random.Generator) -> Array:
        """Functions that the evidence allows, at these settings: a row for each."""
        points = self.encode(settings)
        across = self._kernel(points, self.points, self.shape)
        half = np.linalg.solve(self._factor, across.T)
        mean = self.level + across @ self._solved
        covariance = self._kernel(points, points, self.shape) - half.T @ half
        values, vectors = np.linalg.eigh(covariance)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        return np.asarray(mean + rng.standard_normal((count, len(settings))) @ root.T)

    def _row(self, setting: Setting) -> list[float]:
        row: list[float] = []
        for axis in self.space.axes:
            value = setting.get(axis.name)
            if isinstance(axis, Choices):
                # Two different values are as far apart as half an axis.
                row += [0.35 * (value == other) for other in axis.values]
            else:
                row.append(0.5 if value is None else axis.place(value))
        return row

    def _columns(self) -> list[list[int]]:
        """The columns of each axis."""
        columns, start = [], 0
        for axis in self.space.axes:
            width = len(axis.values) if isinstance(axis, Choices) else 1
            columns.append(list(range(start, start + width)))
            start += width
        return columns

    def _kernel(self, first: Array, second: Array, shape: Shape) -> Array:
        scaled = 1 / np.array(shape.reaches)
        one, two = first * scaled, second * scaled
        square = (one**2).sum(1)[:, None] + (two**2).sum(1)[None] - 2 * one @ two.T
        return np.asarray(shape.height**2 * np.exp(-0.5 * np.maximum(square, 0.0)))

    def _fitted_shape(self) -> Shape:
        """The shape under which the evidence is most likely, one axis after the other."""
        spread = float(self.values.std()) or 1e-3
        best = Shape((START_REACH,) * self.points.shape[1], spread)
        best_fit = self._likelihood(best)
        for _ in range(SWEEPS):
            for columns in (None, *self._columns()):
                for option in shapes_near(best, columns, spread):
                    fit = self._likelihood(option)
                    if fit > best_fit + 1e-9:
                        best, best_fit = option, fit
        return best

    def _likelihood(self, shape: Shape) -> float:
        kernel = self._kernel(self.points, self.points, shape) + np.diag(self.noise + JITTER)
        factor = np.linalg.cholesky(kernel)
        half = np.linalg.solve(factor, self.values)
        return float(-0.5 * half @ half - np.log(np.diag(factor)).sum())


def shapes_near(shape: Shape, columns: Sequence[int] | None, spread: float) -> list[Shape]:
    """The shape with another reach along some columns; or, without columns, another height."""
    if columns is None:
        return [replace(shape, height=spread * height) for height in HEIGHTS]
    return [with_reach(shape, columns, reach) for reach in REACHES]


def with_reach(shape: Shape, columns: Sequence[int], reach: float) -> Shape:
    reaches = list(shape.reaches)
    for column in columns:
        reaches[column] = reach
    return replace(shape, reaches=tuple(reaches))


def solve(factor: Array, values: Array) -> Array:
    return np.asarray(np.linalg.solve(factor.T, np.linalg.solve(factor, values)))


def random_settings(space: Space, count: int, rng: np.random.Generator) -> list[Setting]:
    return [space.at(row) for row in rng.random((count, len(space.axes)))]


def proposals(model: Model, rng: np.random.Generator) -> list[Setting]:
    """Settings never tried, perhaps: the best by the model's mean, and by its lower bound."""
    settings = random_settings(model.space, CANDIDATES, rng)
    mean, sd = model.predict(settings)
    return [settings[int(np.argmax(mean))], settings[int(np.argmax(mean - sd))]]


def importances(model: Model, rng: np.random.Generator, count: int = 512) -> dict[str, float]:
    """The share of each axis in how the model's mean varies; they add up to 1."""
    axes = model.space.axes
    places = rng.random((count, len(axes)))
    mean, _ = model.predict([model.space.at(row) for row in places])
    effects = []
    for column in range(len(axes)):
        moved = places.copy()
        moved[:, column] = rng.permutation(moved[:, column])
        other, _ = model.predict([model.space.at(row) for row in moved])
        effects.append(float(((mean - other) ** 2).mean()))
    total = math.fsum(effects)
    return {
        axis.name: effect / total if total > 0 else 0.0
        for axis, effect in zip(axes, effects, strict=True)
    }
