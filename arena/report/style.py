"""The style sheet of the page: light and dark, by the reader's own setting."""

# Eight colours that stay apart for colour-blind readers as well, lighter ones for the dark.
LIGHT = ("#2563ab", "#c2571a", "#2e8b6f", "#8c4fa3", "#b8860b", "#c0396b", "#4a7f9c", "#6b6f2a")
DARK = ("#74a9f0", "#f0955a", "#5fc7a5", "#c493dc", "#e3b94f", "#f07fa6", "#8fc3de", "#b9bf6a")
NUM_COLOURS = len(LIGHT)

LIGHT_TONES = """
  --page: #f6f4ef; --card: #ffffff; --ink: #1d2126; --soft: #5c6570; --line: #e2ded5;
  --high: #2563ab; --low: #c2571a; --middle: #f3f1ec;"""
DARK_TONES = """
  --page: #14171b; --card: #1d2228; --ink: #e8eaed; --soft: #9ba4ae; --line: #343b44;
  --high: #3f7fc9; --low: #c4672f; --middle: #2a3037;"""

RULES = """
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 1.15rem; margin: 0 0 4px; }
p { margin: 0 0 14px; color: var(--soft); max-width: 46rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 22px 24px; margin: 20px 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, auto)); gap: 12px;
  margin: 22px 0 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 12px 16px; }
.tile b { display: block; font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }
.tile span { color: var(--soft); font-size: 0.85rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.92rem; }
th, td { padding: 6px 12px; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th { color: var(--soft); font-weight: 500; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
table.heat td:not(:first-child) { border: 2px solid var(--card); border-radius: 8px;
  text-align: center; min-width: 108px; }
table.heat th { text-align: center; }
table.heat small { display: block; font-size: 0.78rem; opacity: 0.8; }
.key { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 0 0 8px; font-size: 0.9rem; }
.key i { display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin-right: 7px; }
svg { width: 100%; min-width: 620px; height: auto; display: block; }
svg text { fill: var(--ink); font-size: 13px; font-variant-numeric: tabular-nums; }
svg .tick, svg .axis { fill: var(--soft); font-size: 12px; }
svg .range { fill: var(--soft); font-size: 11px; }
svg line.grid { stroke: var(--line); }
svg line.zero { stroke: var(--soft); stroke-dasharray: 3 4; }
svg circle { stroke: var(--card); stroke-width: 2; }
svg .mark .whisker { stroke-width: 3; stroke-linecap: round; opacity: 0.45; }
svg .bar .whisker { stroke: var(--ink); stroke-width: 1.5; opacity: 0.6; }
svg polyline { fill: none; stroke-width: 2; }
footer { color: var(--soft); font-size: 0.85rem; margin-top: 28px; overflow-wrap: anywhere; }
@media print { section { break-inside: avoid; } }
"""


def style_sheet() -> str:
    light = LIGHT_TONES + colours(LIGHT)
    dark = DARK_TONES + colours(DARK)
    classes = "\n".join(
        f".c{number} circle, .c{number} rect {{ fill: var(--c{number}); }} "
        f".mark.c{number} .whisker, .c{number} polyline {{ stroke: var(--c{number}); }} "
        f"i.c{number} {{ background: var(--c{number}); }}"
        for number in range(NUM_COLOURS)
    )
    return (
        f":root {{ color-scheme: light dark;{light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{{dark} }} }}\n{RULES}{classes}\n"
    )


def colours(values: tuple[str, ...]) -> str:
    return "".join(f" --c{number}: {value};" for number, value in enumerate(values))
