"""Plots as SVG text: drawn by hand, coloured by the style sheet of the page, readable without it."""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

WIDTH = 920
LABELS = 250                    # width of the column of labels
RIGHT = 160                     # room for the numbers beside a row
ROW, BAR = 34, 16
TOP, BOTTOM = 10, 34
LETTERS = 34                    # of a label, at most


class Mark(NamedTuple):
    """A value with its interval, and what it is of."""

    label: str
    mean: float
    low: float
    high: float
    colour: int = 0             # of the style sheet


Text = Callable[[float], str]


class Scale:
    """From values to places, with round numbers as ticks."""

    def __init__(self, low: float, high: float, start: float, end: float, steps: int = 6) -> None:
        if high - low < 1e-9:
            low, high = low - 1, high + 1
        step = nice_step((high - low) / steps)
        self.low, self.high = math.floor(low / step) * step, math.ceil(high / step) * step
        self.start, self.end = start, end
        count = round((self.high - self.low) / step)
        self.ticks = [self.low + step * number for number in range(count + 1)]

    def __call__(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def nice_step(rough: float) -> float:
    """The next of 1, 2, 5, 10, ..."""
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)


def interval_plot(marks: Sequence[Mark], text: Text, *, zero: bool = True) -> str:
    """A row for each mark: a dot with its interval."""
    values = [value for mark in marks for value in (mark.low, mark.high, mark.mean)]
    scale = Scale(min(values), max(values), LABELS, WIDTH - RIGHT)
    height = TOP + ROW * len(marks) + BOTTOM
    parts = [grid(scale, height, text)]
    if zero and scale.low < 0 < scale.high:
        parts.append(line(scale(0), TOP, scale(0), height - BOTTOM, "zero"))
    for place, mark in enumerate(marks):
        y = TOP + ROW * (place + 0.5)
        parts.append(
            f'<g class="mark c{mark.colour}">{tip(mark, text)}'
            f"{row_label(mark.label, y)}"
            f'{line(scale(mark.low), y, scale(mark.high), y, "whisker")}'
            f'<circle cx="{scale(mark.mean):.1f}" cy="{y:.1f}" r="6"/>'
            f"{row_value(mark, y, text)}</g>"
        )
    return svg(height, parts)


def bar_plot(groups: Sequence[tuple[str, Sequence[Mark]]], text: Text) -> str:
    """Bars from 0 to 1 with their intervals, grouped."""
    scale = Scale(0.0, 1.0, LABELS, WIDTH - RIGHT, steps=5)
    gap = 14
    heights = [(BAR + 4) * len(marks) + gap for _, marks in groups]
    height = TOP + sum(heights) + BOTTOM
    parts = [grid(scale, height, text)]
    top = float(TOP)
    for (name, marks), size in zip(groups, heights, strict=True):
        parts.append(row_label(name, top + (size - gap) / 2))
        for place, mark in enumerate(marks):
            y = top + (BAR + 4) * place
            middle = y + BAR / 2
            width = max(1.0, scale(mark.mean) - scale(0))
            parts.append(
                f'<g class="bar c{mark.colour}">{tip(mark, text)}'
                f'<rect x="{scale(0):.1f}" y="{y:.1f}" width="{width:.1f}" height="{BAR}" rx="3"/>'
                f'{line(scale(mark.low), middle, scale(mark.high), middle, "whisker")}'
                f"{row_value(mark, middle, text)}</g>"
            )
        top += size
    return svg(height, parts)


def budget_plot(series: Sequence[tuple[str, Sequence[tuple[float, Mark]]]], text: Text) -> str:
    """Lines of ratings over budgets, which double from mark to mark or so."""
    budgets = sorted({budget for _, points in series for budget, _ in points})
    marks = [mark for _, points in series for _, mark in points]
    height, left, right = 380, 80, 40
    low, high = math.log2(budgets[0]), math.log2(budgets[-1])
    margin = 0.06 * (high - low)

    def across(budget: float) -> float:
        share = (math.log2(budget) - low + margin) / (high - low + 2 * margin)
        return left + share * (WIDTH - left - right)

    scale = Scale(
        min(mark.low for mark in marks), max(mark.high for mark in marks), height - BOTTOM - 16, TOP
    )
    parts = [
        f'{line(left, scale(tick), WIDTH - right, scale(tick), "grid")}'
        f'<text class="tick" x="{left - 10}" y="{scale(tick) + 4:.1f}" text-anchor="end">'
        f"{tick_text(tick, text)}</text>"
        for tick in scale.ticks
    ]
    parts += [
        f'<text class="tick" x="{across(budget):.1f}" y="{height - BOTTOM + 6}" '
        f'text-anchor="middle">{budget:g}</text>'
        for budget in budgets
    ]
    parts.append(
        f'<text class="axis" x="{(left + WIDTH - right) / 2:.0f}" y="{height - 6}" '
        f'text-anchor="middle">{escape(series[0][1][0][1].label)}</text>'
    )
    for _, points in series:
        colour = points[0][1].colour
        path = " ".join(f"{across(x):.1f},{scale(mark.mean):.1f}" for x, mark in points)
        parts.append(f'<g class="mark c{colour}"><polyline points="{path}"/></g>')
        parts += [
            f'<g class="mark c{colour}">{tip(mark._replace(label=f"{x:g} {mark.label}"), text)}'
            f'{line(across(x), scale(mark.low), across(x), scale(mark.high), "whisker")}'
            f'<circle cx="{across(x):.1f}" cy="{scale(mark.mean):.1f}" r="6"/></g>'
            for x, mark in points
        ]
    return svg(height, parts)


# Pieces.


def svg(height: float, parts: Sequence[str]) -> str:
    return (
        f'<div class="scroll"><svg viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
        f"{''.join(parts)}</svg></div>"
    )


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def grid(scale: Scale, height: float, text: Text) -> str:
    end = height - BOTTOM
    return "".join(
        f'{line(scale(tick), TOP, scale(tick), end, "grid")}'
        f'<text class="tick" x="{scale(tick):.1f}" y="{end + 20:.1f}" text-anchor="middle">'
        f"{tick_text(tick, text)}</text>"
        for tick in scale.ticks
    )


def tick_text(tick: float, text: Text) -> str:
    return escape(text(tick).replace(".0", ""))


def row_label(label: str, y: float) -> str:
    return (
        f'<text class="label" x="{LABELS - 16}" y="{y + 5:.1f}" text-anchor="end">'
        f"{escape(shortened(label))}</text>"
    )


def row_value(mark: Mark, y: float, text: Text) -> str:
    return (
        f'<text class="value" x="{WIDTH - RIGHT + 14}" y="{y + 5:.1f}">{escape(text(mark.mean))}'
        f'<tspan class="range" dx="8">{escape(limits(mark, text))}</tspan></text>'
    )


def limits(mark: Mark, text: Text) -> str:
    """The interval; the unit stands with the value."""
    return f"{text(mark.low).removesuffix(' %')} to {text(mark.high).removesuffix(' %')}"


def tip(mark: Mark, text: Text) -> str:
    said = f"{mark.label}: {text(mark.mean)} ({limits(mark, text)})"
    return f"<title>{escape(said)}</title>"


def shortened(label: str) -> str:
    return label if len(label) <= LETTERS else label[: LETTERS - 1] + "…"
