"""A study in the terminal, and as a page."""

import json
from pathlib import Path

import typer

from kagemusha.cli.arena_tables import aligned
from kagemusha.tune.conclusion import lead_text
from kagemusha.tune.report import best_so_far, history, page, summary
from kagemusha.tune.study import read_study
from kagemusha.tune.survey import Curve, Survey, spelt, survey

SHOWN = 8
PAGE = b"<!DOCTYPE html>"
WIDTH, HEIGHT = 64, 12          # of a plot, in characters
MARKS = {True: ".", False: "o"}  # stopped early or not


def show_report(file: Path, page_file: Path | None, *, as_json: bool) -> None:
    """Print the study and write the page, beside the study if nothing else is said."""
    found = survey(read_study(file))
    html = page_file or file.with_name(f"{file.name}.html")
    if is_not_ours(html):
        raise ValueError(f"{html} is there already and is no page: name another --html")
    try:
        html.write_text(page(found), encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{html}: cannot be written: {error.strerror}") from None
    if as_json:
        typer.echo(json.dumps({**found.to_dict(), "html": str(html)}))
        return
    typer.echo(report_text(found))
    typer.echo(f"\nwritten: {html}")


def is_not_ours(html: Path) -> bool:
    """Whether a file would be lost that is no page."""
    try:
        with html.open("rb") as file:
            return not file.read(len(PAGE)).startswith(PAGE)
    except OSError:
        return False                    # it is not there; or writing will say what is wrong


def report_text(found: Survey) -> str:
    plan = found.read.plan
    sizes = ", ".join(map(str, plan.players))
    parts = [f"{plan.game}, players {sizes}: {plan.player}", summary(found)]
    rows = history(found)
    if rows:
        parts.append(history_plot(found))
    if found.standing.candidates:
        parts.append(aligned(candidate_rows(found)))
    if found.curves:
        parts.append(aligned(place_rows(found)))
        parts += [curve_plot(curve) for curve in found.curves[:2]]
    parts.append(found.verdict or "The study is not finished.")
    return "\n\n".join(parts)


def candidate_rows(found: Survey) -> list[list[str]]:
    rows = [["setting", "sets", "lead in points, 95 %"]]
    for candidate in found.standing.candidates[:SHOWN]:
        lead = lead_text(found.standing.lead(candidate))
        rows.append([found.name(candidate.setting), str(candidate.evidence.sets), lead])
    return rows


def place_rows(found: Survey) -> list[list[str]]:
    rows = [["parameter", "importance", "recommended", "best value lies at, 90 %"]]
    for place in found.places:
        best = "-" if place.best is None else spelt(place.best)
        share = f"{100 * found.shares[place.axis.name]:.0f} %"
        rows.append([place.axis.name, share, best, place.text()])
    return rows


def history_plot(found: Survey) -> str:
    """Trials from left to right, o finished and . stopped early; - the surest so far."""
    rows = history(found)
    line = dict(best_so_far(rows))
    values = [mean for _, mean, *_ in rows]
    last = max(1, rows[-1][0])
    spots = [(number / last, value, "-") for number, value in line.items()]
    spots += [(number / last, mean, MARKS[stopped]) for number, mean, _, stopped, _ in rows]
    heading = "History, points by trial (o finished, . stopped early, - surest so far)"
    return f"{heading}\n{plot(spots, min(values), max(values))}"


def curve_plot(curve: Curve) -> str:
    """The model along an axis, with two standard deviations."""
    low = [100 * (mean - 1.96 * sd) for mean, sd in zip(curve.means, curve.sds, strict=True)]
    high = [100 * (mean + 1.96 * sd) for mean, sd in zip(curve.means, curve.sds, strict=True)]
    places = [curve.axis.place(value) for value in curve.values]
    spots = [(place, value, ":") for place, value in zip(places, low, strict=True)]
    spots += [(place, value, ":") for place, value in zip(places, high, strict=True)]
    spots += [(p, 100 * mean, "*") for p, mean in zip(places, curve.means, strict=True)]
    ends = f"{spelt(curve.values[0])} to {spelt(curve.values[-1])}"
    heading = f"{curve.axis.name}, {ends}: points of the model, with 95 %"
    return f"{heading}\n{plot(spots, min(low), max(high))}"


def plot(spots: list[tuple[float, float, str]], low: float, high: float) -> str:
    """Marks at places from 0 to 1 and values from low to high; later ones cover earlier ones."""
    high = max(high, low + 1e-9)
    cells = [[" "] * WIDTH for _ in range(HEIGHT)]
    for place, value, mark in spots:
        row = round((high - value) / (high - low) * (HEIGHT - 1))
        cells[min(max(row, 0), HEIGHT - 1)][round(place * (WIDTH - 1))] = mark
    lines = []
    for row, line in enumerate(cells):
        value = high - (high - low) * row / (HEIGHT - 1)
        label = f"{value:+7.1f}" if row in (0, HEIGHT // 2, HEIGHT - 1) else " " * 7
        lines.append(f"{label} |{''.join(line)}".rstrip())
    return "\n".join(lines)
