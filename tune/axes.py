"""The axes of a search space: one for each parameter that is tuned."""

import math
from dataclasses import dataclass
from typing import Any

from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)

Scalar = bool | int | float | str
Setting = dict[str, Scalar]         # the values of the axes that matter, by name

DIGITS = 4                          # significant ones of a number: more are noise in a spec


@dataclass(frozen=True)
class Condition:
    """An axis matters only while another one has one of these values."""

    parent: str
    values: tuple[Scalar, ...]

    def holds(self, setting: Setting) -> bool:
        return setting.get(self.parent) in self.values


@dataclass(frozen=True)
class Range:
    """A number between two ends."""

    name: str
    low: float
    high: float
    whole: bool = False
    log: bool = False
    when: Condition | None = None

    @property
    def distribution(self) -> BaseDistribution:
        if self.whole:
            return IntDistribution(int(self.low), int(self.high), log=self.log)
        return FloatDistribution(float(self.low), float(self.high), log=self.log)

    def holds(self, value: Scalar) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high

    def tidy(self, value: Any) -> Scalar:
        """The value with few digits, still inside."""
        if self.whole:
            return int(value)
        return min(max(float(f"{value:.{DIGITS}g}"), float(self.low)), float(self.high))

    def place(self, value: Any) -> float:
        """From 0, the low end, to 1."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return float((value - self.low) / (self.high - self.low))

    def at(self, place: float) -> Scalar:
        """The value at a place from 0 to 1."""
        if self.log:
            value = self.low * (self.high / self.low) ** place
        else:
            value = self.low + (self.high - self.low) * place
        return self.tidy(round(value) if self.whole else value)

    def grid(self, size: int) -> list[Scalar]:
        """About so many values, evenly spaced."""
        return list(dict.fromkeys(self.at(step / (size - 1)) for step in range(size)))

    def to_dict(self) -> dict[str, Any]:
        given = {"name": self.name, "low": self.low, "high": self.high}
        return {**given, "whole": self.whole, "log": self.log, **condition_dict(self.when)}


@dataclass(frozen=True)
class Choices:
    """One of a few values."""

    name: str
    values: tuple[Scalar, ...]
    when: Condition | None = None

    @property
    def distribution(self) -> BaseDistribution:
        return CategoricalDistribution(self.values)

    def holds(self, value: Scalar) -> bool:
        return value in self.values

    def tidy(self, value: Any) -> Scalar:
        return self.values[self.values.index(value)]

    def place(self, value: Any) -> float:
        return self.values.index(value) / (len(self.values) - 1)

    def at(self, place: float) -> Scalar:
        return self.values[min(int(place * len(self.values)), len(self.values) - 1)]

    def grid(self, size: int) -> list[Scalar]:
        return list(self.values)

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "values": list(self.values), **condition_dict(self.when)}


Axis = Range | Choices


def condition_dict(condition: Condition | None) -> dict[str, Any]:
    return {} if condition is None else {"when": {condition.parent: list(condition.values)}}


def axis_from_dict(data: dict[str, Any]) -> Axis:
    """The inverse of `to_dict`, for what a study has stored."""
    when = None
    if "when" in data:
        ((parent, values),) = data["when"].items()
        when = Condition(parent, tuple(values))
    if "values" in data:
        return Choices(data["name"], tuple(data["values"]), when)
    return Range(data["name"], data["low"], data["high"], data["whole"], data["log"], when)
