"""The chi-square test, for samplers whose distribution can be enumerated."""

from collections import Counter
from collections.abc import Mapping
from math import erfc, exp, lgamma, log, sqrt
from typing import Any


def p_value(statistic: float, degrees: int) -> float:
    """The chance of a statistic at least as large, with so many degrees of freedom (at least 1)."""
    x = statistic / 2
    if x <= 0:
        return 1.0
    a, tail = (0.5, erfc(sqrt(x))) if degrees % 2 else (1.0, exp(-x))
    while a < degrees / 2:                      # Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1)
        tail += exp(a * log(x) - x - lgamma(a + 1))
        a += 1
    return tail


def fit(seen: Counter[Any], chances: Mapping[Any, float]) -> float:
    """The p value of counts against exact chances; 0 if something impossible was seen."""
    if any(chances.get(one, 0) <= 0 for one in seen):
        return 0.0
    total = seen.total()
    cells = [(seen[one], total * chance) for one, chance in chances.items() if chance > 0]
    if len(cells) == 1:
        return 1.0
    assert min(expected for _, expected in cells) >= 5, "too few samples for so many cells"
    return p_value(sum((count - mean) ** 2 / mean for count, mean in cells), len(cells) - 1)
