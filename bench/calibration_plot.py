"""A picture of calibrations as SVG: one panel for each game, one line for each table size."""

from collections.abc import Mapping, Sequence

SIDE = 260
GAP = 60
TOP = 40
COLOURS = ("#1b6ca8", "#d1495b", "#66a182", "#edae49", "#8d5a97", "#2e4057", "#b56b45")

Bins = Sequence[tuple[int, float, float]]


def drawing(panels: Mapping[str, Mapping[int, Bins]]) -> str:
    """Chance said to the right, share won upwards; on the diagonal the two are equal."""
    width = GAP + len(panels) * (SIDE + GAP) + 30
    size = f'width="{width}" height="{SIDE + TOP + 50}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for i, (name, sizes) in enumerate(panels.items()):
        parts += panel(name, sizes, GAP + i * (SIDE + GAP))
    return "\n".join([*parts, "</svg>"]) + "\n"


def panel(name: str, sizes: Mapping[int, Bins], left: int) -> list[str]:
    bottom = TOP + SIDE
    parts = [
        f'<text x="{left}" y="{TOP - 14}" font-weight="bold">{name}</text>',
        f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>',
        f'<path d="M{left} {bottom} L{left + SIDE} {TOP}" stroke="#bbb" stroke-dasharray="4"/>',
        f'<text x="{left + SIDE / 2}" y="{bottom + 34}" text-anchor="middle">chance said, %</text>',
    ]
    for tick in range(0, 101, 25):
        x, y = left + SIDE * tick / 100, bottom - SIDE * tick / 100
        parts.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{tick}</text>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{tick}</text>')
    for i, (players, bins) in enumerate(sizes.items()):
        colour = COLOURS[i % len(COLOURS)]
        points = [(left + SIDE * said, bottom - SIDE * came) for _, said, came in bins]
        path = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in points]
        y = TOP + 18 + 15 * i
        parts.append(f'<text x="{left + 10}" y="{y}" fill="{colour}">{players} players</text>')
    return parts
