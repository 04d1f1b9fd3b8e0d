"""The report of a study: one HTML page that needs nothing else."""

import math
from collections.abc import Sequence
from html import escape

from optuna.trial import TrialState

from kagemusha.tune.charts import bar_chart, contour_chart, history_chart, slice_chart
from kagemusha.tune.conclusion import lead_text
from kagemusha.tune.evidence import weigh
from kagemusha.tune.survey import Survey, spelt

SHOWN = 12                      # candidates in the table
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 62rem; margin: 2rem auto;
       padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(26rem, 1fr)); gap: 1rem; }
figure { margin: 0; } svg { width: 100%; height: auto; font-size: 11px; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; }
td + td { white-space: nowrap; }
.verdict { background: #f2f4f7; padding: .7rem 1rem; } code { overflow-wrap: anywhere; }
"""

History = list[tuple[int, float, float, bool, str]]


def page(survey: Survey) -> str:
    """The whole page."""
    plan = survey.read.plan
    sizes = ", ".join(map(str, plan.players))
    title = f"{plan.game}, players {sizes}: {plan.player}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(summary(survey))}</p>",
        f'<p class="verdict">{escape(survey.verdict or "The study is not finished.")}</p>',
        section("Candidates", candidates_table(survey)),
        section("History", history_part(survey)),
    ]
    if survey.curves:
        parts += [
            section("Where the best values lie", places_table(survey)),
            section("Importances", charts([bar_chart(survey.shares)])),
            section("Slices", charts(slice_charts(survey))),
            section("Contours of the pairs that matter most", charts(contour_charts(survey))),
        ]
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def summary(survey: Survey) -> str:
    plan, records = survey.read.plan, survey.read.records
    stopped = sum(record.state == TrialState.PRUNED for record in records)
    return (
        f"{plan.method}, {plan.budget_games} games, seed {plan.seed}, against "
        f"{', '.join(plan.opponents)}: {len(records)} trials, {stopped} stopped early. "
        f"Points are percentage points of the win rate beyond the opponents."
    )


def section(title: str, content: str) -> str:
    return f"<h2>{escape(title)}</h2>{content}\n"


def charts(drawn: Sequence[str]) -> str:
    return f'<div class="charts">{"".join(f"<figure>{chart}</figure>" for chart in drawn)}</div>'


def table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    lines = ["<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{breakable(cell)}</td>" for cell in row) + "</tr>" for row in body]
    return f"<table>{''.join(lines)}</table>"


def breakable(text: str) -> str:
    """A long setting may go on in the next line behind a comma."""
    return escape(text).replace(",", ",<wbr>")


def candidates_table(survey: Survey) -> str:
    rows = [["setting", "sets", "lead over the player as it is, 95 %", "in the play-off"]]
    for found in survey.standing.candidates[:SHOWN]:
        lead = lead_text(survey.standing.lead(found))
        final = "yes" if found.is_finalist else ""
        rows.append([survey.name(found.setting), str(found.evidence.sets), lead, final])
    return table(rows)


def places_table(survey: Survey) -> str:
    rows = [["parameter", "recommended", "best value lies at, 90 %", "importance"]]
    for place in survey.places:
        share = f"{100 * survey.shares[place.axis.name]:.0f} %"
        best = "-" if place.best is None else spelt(place.best)
        rows.append([place.axis.name, best, place.text(), share])
    return table(rows)


def history(survey: Survey) -> History:
    """Trials with their means in points, and half the widths of their 95 % intervals."""
    evidence = weigh({str(record.number): record.scores for record in survey.read.records})
    rows: History = []
    for record in survey.read.records:
        if not record.scores:
            continue
        values = list(record.scores.values())
        mean = math.fsum(values) / len(values)
        half = 1.96 * evidence[str(record.number)].error
        stopped = record.state == TrialState.PRUNED
        note = f"trial {record.number}, {len(values)} sets: {survey.name(record.setting)}"
        rows.append((record.number, 100 * mean, 100 * half, stopped, note))
    return rows


def best_so_far(rows: History) -> list[tuple[int, float]]:
    """The mean of the trial with the highest lower bound up to each trial."""
    line, best = [], rows[0]
    for row in rows:
        if row[1] - row[2] > best[1] - best[2]:
            best = row
        line.append((row[0], best[1]))
    return line


def history_part(survey: Survey) -> str:
    rows = history(survey)
    if not rows:
        return "<p>No trial has begun.</p>"
    note = "Bars: 95 %. Grey: stopped early. Line: the trial with the highest lower bound so far."
    return charts([history_chart(rows, best_so_far(rows))]) + f"<p>{note}</p>"


def slice_charts(survey: Survey) -> list[str]:
    return [
        slice_chart(
            curve,
            [
                (found.setting[curve.axis.name], 100 * found.evidence.mean, survey.name(found.setting))
                for found in survey.standing.candidates
                if curve.axis.name in found.setting
            ],
        )
        for curve in survey.curves
    ]


def contour_charts(survey: Survey) -> list[str]:
    drawn = []
    for pair in survey.pairs:
        first, second = pair.first, pair.second
        tried = [
            (first.place(found.setting[first.name]), second.place(found.setting[second.name]))
            for found in survey.standing.candidates
            if first.name in found.setting and second.name in found.setting
        ]
        drawn.append(contour_chart(pair, tried))
    return drawn
