"""Weights of rule policies: tables beside the code, read with suspicion."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from kagemusha.core.names import nearest
from kagemusha.core.tables import read_table

FILE = "weights.csv"
QUANTILES = 256
MANNER = "play"         # the group of how firmly the best is preferred: no rule to leave out


@dataclass(frozen=True)
class Weight:
    """One number of a policy, the rule it belongs to, and the range a tuner may search."""

    name: str
    group: str
    value: float
    low: float
    high: float
    meaning: str


def read_weights(package: str) -> dict[str, Weight]:
    """The table of a game's policy, by name and in its order."""
    return {
        row["name"]: Weight(
            row["name"],
            row["group"],
            float(row["value"]),
            float(row["low"]),
            float(row["high"]),
            row["meaning"],
        )
        for row in read_table(package, FILE)
    }


def groups(table: Mapping[str, Weight]) -> list[str]:
    """The groups of rules that can be switched off."""
    found = dict.fromkeys(weight.group for weight in table.values())
    return [group for group in found if group != MANNER]


def settled(
    table: Mapping[str, Weight], changed: Mapping[str, float] | None, without: Collection[str]
) -> dict[str, float]:
    """The values in force: changed ones replaced, those of groups switched off zero."""
    known = groups(table)
    for group in without:
        if group not in known:
            raise ValueError(f"{group!r} is no group of weights: {nearest(group, known)}")
    values = {name: weight.value for name, weight in table.items()}
    for name, value in (changed or {}).items():
        if name not in table:
            raise ValueError(f"{name!r} is no weight: {nearest(name, table)}")
        if not math.isfinite(value):
            raise ValueError(f"weight {name!r} is a finite number, not {value!r}")
        values[name] = float(value)
    return {
        name: 0.0 if table[name].group in without else value for name, value in values.items()
    }


def checked_style(style: str, styles: Collection[str]) -> str:
    if style not in styles:
        raise ValueError(f"{style!r} is no style of this game: {nearest(style, styles)}")
    return style


def checked_epsilon(epsilon: float) -> float:
    if not 0 <= epsilon <= 1:
        raise ValueError(f"epsilon is a probability from 0 to 1, not {epsilon!r}")
    return float(epsilon)


def gumbel_noise(temperature: float) -> list[float]:
    """Quantiles of the Gumbel distribution, scaled."""
    middles = ((i + 0.5) / QUANTILES for i in range(QUANTILES))
    return [-temperature * math.log(-math.log(u)) for u in middles]
