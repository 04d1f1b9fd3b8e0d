"""Charts as SVG, drawn by hand: they need no script, no font and no network."""

from collections.abc import Sequence
from html import escape

from kagemusha.tune.axes import Axis, Choices, Scalar
from kagemusha.tune.survey import Curve, Pair, spelt

WIDTH, HEIGHT = 460, 260
LEFT, RIGHT, TOP, BOTTOM = 54, 24, 24, 40
INK, SOFT, GRID, ACCENT = "#222", "#8a8a8a", "#e2e2e2", "#0072b2"
STOPPED = "#b8b8b8"
COLD, HOT = (33, 64, 112), (250, 214, 90)       # told apart without colour vision, too


class Frame:
    """A drawing with axes: x from 0 to 1, y between two values."""

    def __init__(self, title: str, low: float, high: float, x_name: str, y_name: str) -> None:
        if high - low < 1e-9:
            low, high = low - 0.01, high + 0.01
        self.low, self.high = low, high
        self.parts = [
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">',
            f"<title>{escape(title)}</title>",
        ]
        for step in range(5):
            value = low + (high - low) * step / 4
            y = self.y(value)
            self.line(LEFT, y, WIDTH - RIGHT, y, GRID)
            self.text(LEFT - 6, y + 4, f"{value:.1f}", "end")
        self.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, x_name, "middle")
        self.text(LEFT - 6, TOP - 10, y_name, "end", SOFT)

    def x(self, share: float) -> float:
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = INK) -> None:
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'
        )

    def text(self, x: float, y: float, text: str, anchor: str, colour: str = INK) -> None:
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">'
            f"{escape(text)}</text>"
        )

    def dot(self, share: float, value: float, colour: str, note: str, radius: float = 3) -> None:
        self.parts.append(
            f'<circle cx="{self.x(share):.1f}" cy="{self.y(value):.1f}" r="{radius}" '
            f'fill="{colour}"><title>{escape(note)}</title></circle>'
        )

    def path(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        spots = " ".join(f"{self.x(share):.1f},{self.y(value):.1f}" for share, value in points)
        self.parts.append(
            f'<polyline points="{spots}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )

    def band(self, points: Sequence[tuple[float, float, float]], colour: str) -> None:
        there = [f"{self.x(s):.1f},{self.y(low):.1f}" for s, low, _ in points]
        back = [f"{self.x(s):.1f},{self.y(high):.1f}" for s, _, high in reversed(points)]
        self.parts.append(
            f'<polygon points="{" ".join(there + back)}" fill="{colour}" opacity="0.18"/>'
        )

    def x_marks(self, axis: Axis) -> None:
        for share, value in marks(axis):
            self.text(self.x(share), HEIGHT - BOTTOM + 16, spelt(value), "middle")

    def done(self) -> str:
        return "".join([*self.parts, "</svg>"])


def marks(axis: Axis) -> list[tuple[float, Scalar]]:
    """A few values of an axis with their places."""
    values = list(axis.values) if isinstance(axis, Choices) else axis.grid(5)
    return [(axis.place(value), value) for value in values]


def history_chart(
    trials: Sequence[tuple[int, float, float, bool, str]], best: Sequence[tuple[int, float]]
) -> str:
    """Trials by number: mean and half width of its interval, whether it was stopped, a note."""
    low = min(mean - half for _, mean, half, _, _ in trials)
    high = max(mean + half for _, mean, half, _, _ in trials)
    last = max(number for number, *_ in trials) or 1
    frame = Frame("history", low, high, "trial", "points")
    for number in range(0, last + 1, max(1, last // 6)):
        frame.text(frame.x(number / last), HEIGHT - BOTTOM + 16, str(number), "middle")
    for number, mean, half, stopped, note in trials:
        share, colour = number / last, STOPPED if stopped else ACCENT
        frame.line(frame.x(share), frame.y(mean - half), frame.x(share), frame.y(mean + half), colour)
        frame.dot(share, mean, colour, note)
    frame.path([(number / last, value) for number, value in best], INK)
    return frame.done()


def slice_chart(curve: Curve, trials: Sequence[tuple[Scalar, float, str]]) -> str:
    """The model along an axis with a band of two standard deviations, and all settings tried."""
    middle = [100 * mean for mean in curve.means]
    reach = [196 * sd for sd in curve.sds]
    bottom = [m - r for m, r in zip(middle, reach, strict=True)]
    top = [m + r for m, r in zip(middle, reach, strict=True)]
    seen = [mean for _, mean, _ in trials]
    frame = Frame(
        curve.axis.name, min([*bottom, *seen]), max([*top, *seen]), curve.axis.name, "points"
    )
    places = [curve.axis.place(value) for value in curve.values]
    frame.x_marks(curve.axis)
    frame.band(list(zip(places, bottom, top, strict=True)), ACCENT)
    frame.path(list(zip(places, middle, strict=True)), ACCENT)
    for value, mean, note in trials:
        frame.dot(curve.axis.place(value), mean, SOFT, note, 2)
    return frame.done()


def contour_chart(pair: Pair, tried: Sequence[tuple[float, float]]) -> str:
    """The model over two axes, light where it is good; dots where something was tried."""
    values = [100 * mean for row in pair.means for mean in row]
    low, high = min(values), max(values)
    frame = Frame(f"{pair.first.name} and {pair.second.name}", 0, 1, pair.first.name, "")
    frame.parts = frame.parts[:2]               # its y is a place, not points
    width, height = (WIDTH - LEFT - RIGHT) / len(pair.columns), (HEIGHT - TOP - BOTTOM) / len(pair.rows)
    for row, means in enumerate(pair.means):
        for column, mean in enumerate(means):
            x, y = LEFT + column * width, HEIGHT - BOTTOM - (row + 1) * height
            note = f"{spelt(pair.columns[column])}, {spelt(pair.rows[row])}: {100 * mean:+.1f}"
            frame.parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{width + 0.5:.1f}" height="{height + 0.5:.1f}" '
                f'fill="{shade(100 * mean, low, high)}"><title>{escape(note)}</title></rect>'
            )
    for share, value in marks(pair.first):
        centre = (share * (len(pair.columns) - 1) + 0.5) * width
        frame.text(LEFT + centre, HEIGHT - BOTTOM + 16, spelt(value), "middle")
    for share, value in marks(pair.second):
        centre = (share * (len(pair.rows) - 1) + 0.5) * height
        frame.text(LEFT - 6, HEIGHT - BOTTOM - centre + 4, spelt(value), "end")
    for first, second in tried:
        x = LEFT + (first * (len(pair.columns) - 1) + 0.5) * width
        y = HEIGHT - BOTTOM - (second * (len(pair.rows) - 1) + 0.5) * height
        frame.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="#fff" stroke="#000"/>')
    legend = f"{pair.first.name}; {pair.second.name} upwards; {low:+.1f} dark to {high:+.1f} light"
    frame.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, legend, "middle")
    return frame.done()


def shade(value: float, low: float, high: float) -> str:
    share = 0.5 if high - low < 1e-9 else (value - low) / (high - low)
    mixed = [round(cold + share * (hot - cold)) for cold, hot in zip(COLD, HOT, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def bar_chart(shares: dict[str, float]) -> str:
    """Shares of 1 as bars."""
    line = 24
    height = line * len(shares) + 8
    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img"><title>importances</title>']
    for place, (name, share) in enumerate(sorted(shares.items(), key=lambda pair: -pair[1])):
        y = place * line + 6
        parts.append(
            f'<text x="150" y="{y + 13}" text-anchor="end" fill="{INK}">{escape(name)}</text>'
            f'<rect x="158" y="{y}" width="{max(1.0, 230 * share):.1f}" height="16" fill="{ACCENT}"/>'
            f'<text x="{164 + 230 * share:.1f}" y="{y + 13}" fill="{INK}">{100 * share:.0f} %</text>'
        )
    return "".join([*parts, "</svg>"])
