"""Pearson's test: how well do counts fit given chances?"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

LEAST_EXPECTED = 5          # rarer answers are counted together


def p_value(counts: Mapping[Any, int], chances: Mapping[Any, Fraction | float]) -> float:
    """The chance that honest counts would be at least this far from what is expected.

    Something counted that has no chance at all makes it 0.
    """
    if any(not chances.get(answer) for answer in counts):
        return 0.0
    total = sum(counts.values())
    cells: list[tuple[int, float]] = []
    rare_count, rare_expected = 0, 0.0
    for answer, chance in sorted(chances.items(), key=lambda item: item[1]):
        expected = float(chance) * total
        if expected < LEAST_EXPECTED:
            rare_count += counts.get(answer, 0)
            rare_expected += expected
            if rare_expected >= LEAST_EXPECTED:
                cells.append((rare_count, rare_expected))
                rare_count, rare_expected = 0, 0.0
        else:
            cells.append((counts.get(answer, 0), expected))
    if rare_expected and cells:
        count, expected = cells.pop(0)
        cells.append((count + rare_count, expected + rare_expected))
    distance = sum((count - expected) ** 2 / expected for count, expected in cells)
    return upper_tail(distance, len(cells) - 1)


def upper_tail(distance: float, freedom: int) -> float:
    """The chance that a chi-square variable exceeds a distance."""
    if freedom < 1 or distance <= 0:
        return 1.0
    shape, x = freedom / 2, distance / 2
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1 - scale * lower_series(shape, x))
    return scale * upper_fraction(shape, x)


def lower_series(shape: float, x: float) -> float:
    term = total = 1 / shape
    step = shape
    while term > total * 1e-16:
        step += 1
        term *= x / step
        total += term
    return total


def upper_fraction(shape: float, x: float) -> float:
    """The continued fraction of the incomplete gamma function, by Lentz's method."""
    tiny = 1e-300
    b = x + 1 - shape
    c = 1 / tiny
    d = 1 / b
    result = d
    for i in range(1, 10_000):
        a = -i * (i - shape)
        b += 2
        d = 1 / ((a * d + b) or tiny)
        c = (b + a / c) or tiny
        factor = c * d
        result *= factor
        if abs(factor - 1) < 1e-15:
            break
    return result
