"""One page of HTML that says what a run has shown. It needs nothing but a browser."""

from collections.abc import Iterator, Sequence
from html import escape

from kagemusha.arena.intervals import Interval
from kagemusha.arena.ratings import Rating
from kagemusha.arena.report.budgets import Family, families
from kagemusha.arena.report.plots import Mark, bar_plot, budget_plot, interval_plot
from kagemusha.arena.report.style import NUM_COLOURS, style_sheet
from kagemusha.arena.summary import Summary
from kagemusha.arena.tally import CROSSTABLE_COUNTS, EVERYBODY, Counts, Line

Rows = Sequence[Sequence[str]]


def page(summary: Summary) -> str:
    run = summary.run
    title = f"{run.table.title}, {run.players} players"
    sections = [
        ratings_section(summary),
        *uplift_sections(summary),
        *budget_sections(summary),
        crosstable_section(summary),
        superiority_section(summary),
        *role_sections(summary),
        seat_section(summary),
        work_section(summary),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}: arena</title>\n<style>{style_sheet()}</style></head>\n"
        f"<body><main>\n<h1>{escape(title)}</h1>\n"
        f"<p>{escape(what_was_played(summary))}</p>\n{tiles(summary)}\n"
        + "\n".join(sections)
        + f"\n<footer>kagemusha {escape(run.version)}, seed {run.seed}, rules "
        f"{escape(str(run.options))}. Intervals are 95 %; the unit is the deal set.</footer>\n"
        "</main></body></html>\n"
    )


def what_was_played(summary: Summary) -> str:
    run = summary.run
    start = f"{len(run.positions)} saved positions" if run.positions else "fresh deals"
    return f"Arena, format {run.format}, seats assigned by {run.assignment}, from {start}."


def tiles(summary: Summary) -> str:
    counts, ratings = summary.counts, summary.ratings.agents
    best = max(range(len(ratings)), key=lambda agent: ratings[agent].rating)
    facts = [
        (f"{counts.sets:,}", "deal sets"),
        (f"{counts.games:,}", "games"),
        (str(len(ratings)), "agents"),
        (str(sum(counts.forfeits)), "forfeits"),
        (summary.run.labels[best], "highest rating"),
    ]
    cells = (f'<div class="tile"><b>{escape(b)}</b><span>{s}</span></div>' for b, s in facts)
    return f'<div class="tiles">{"".join(cells)}</div>'


# Sections.


def ratings_section(summary: Summary) -> str:
    agents = by_rating(summary)
    marks = [
        rating_mark(summary.run.labels[agent], summary.ratings.agents[agent]) for agent in agents
    ]
    rows = [["agent", "rating", "95 %", "win rate", "95 %", "seats", "forfeits"]]
    for agent in agents:
        row, rating = summary.counts.agent(agent), summary.ratings.agents[agent]
        rows.append(
            [
                summary.run.labels[agent],
                elo(rating.rating),
                f"{elo(rating.low)} to {elo(rating.high)}",
                percent(row.win_rate.mean),
                between(row.win_rate),
                f"{row.games:,}",
                str(summary.counts.forfeits[agent]),
            ]
        )
    return section(
        "Ratings",
        "Plackett-Luce over all games at once, with effects of seat and role taken out, in Elo; "
        "the mean of all agents is 0. Intervals are a bootstrap over deal sets.",
        interval_plot(marks, elo) + table(rows),
    )


def uplift_sections(summary: Summary) -> Iterator[str]:
    uplifts = summary.uplifts
    if not uplifts or summary.baseline is None:
        return
    marks = [
        Mark(summary.run.labels[agent], uplift.mean, uplift.low, uplift.high)
        for agent, uplift in uplifts.items()
    ]
    baseline = summary.run.labels[summary.baseline]
    yield section(
        f"Uplift over {baseline}",
        "How much more an agent wins than this baseline in the same seats of the same deals, "
        "in points of win rate.",
        interval_plot(marks, points),
    )


def budget_sections(summary: Summary) -> Iterator[str]:
    """One for each unit of budget."""
    found = families(summary.run.specs)
    for unit in dict.fromkeys(family.unit for family in found):
        of_unit = [family for family in found if family.unit == unit]
        named = "milliseconds" if unit == "ms" else unit
        series = [
            (family.name, budget_marks(summary, family, colour % NUM_COLOURS, named))
            for colour, family in enumerate(of_unit)
        ]
        key = colour_key([name for name, _ in series]) if len(series) > 1 else ""
        yield section(
            "Strength against budget",
            f"The rating of {of_unit[0].name if len(of_unit) == 1 else 'each kind of agent'} "
            f"by its {named} per decision, on a logarithmic scale.",
            key + budget_plot(series, elo),
        )


def budget_marks(
    summary: Summary, family: Family, colour: int, unit: str
) -> list[tuple[float, Mark]]:
    return [
        (
            budget.amount,
            rating_mark(unit, summary.ratings.agents[budget.agent])._replace(colour=colour),
        )
        for budget in family.budgets
    ]


def crosstable_section(summary: Summary) -> str:
    labels = summary.run.labels
    agents = by_rating(summary)
    rows = []
    for row in agents:
        cells = []
        for column in agents:
            met = summary.counts.meeting(row, column)
            total = met.higher + met.same + met.lower
            share = (met.higher + met.same / 2) / total if total else None
            cells.append((share, f"{met.higher} / {met.same} / {met.lower}" if total else ""))
        rows.append((labels[row], cells))
    return section(
        "Crosstable",
        f"Counted are {CROSSTABLE_COUNTS}. The percentage takes the same as half.",
        heat_map([labels[agent] for agent in agents], rows),
    )


def superiority_section(summary: Summary) -> str:
    labels = summary.run.labels
    agents = by_rating(summary)
    rows = [
        (
            labels[row],
            [
                (None if row == column else summary.ratings.superiority[row][column], "")
                for column in agents
            ],
        )
        for row in agents
    ]
    return section(
        "Who is better",
        "The chance that the row's agent has the higher rating than the column's.",
        heat_map([labels[agent] for agent in agents], rows),
    )


def role_sections(summary: Summary) -> Iterator[str]:
    counts = summary.counts
    labels = [*summary.run.labels, "all"]
    if counts.roles:
        groups = [
            (
                role,
                [
                    rate_mark(label, counts.role(agent, role), agent % NUM_COLOURS)
                    for agent, label in enumerate(summary.run.labels)
                    if counts.role(agent, role).games
                ],
            )
            for role in counts.roles
        ]
        yield section(
            "Win rate by role",
            "A team wins together, so the rates of the roles do not add up to 100 %.",
            colour_key(summary.run.labels) + bar_plot(groups, percent),
        )
    if counts.characters:
        rows = [["character", *labels]]
        for name in counts.characters:
            lines = [counts.character(agent, name) for agent in agents_and_all(counts)]
            rows.append([name, *map(rate, lines)])
        yield section("Win rate by character", "With 95 % intervals.", table(rows))


def seat_section(summary: Summary) -> str:
    counts = summary.counts
    rows = [["seat", *summary.run.labels, "all"]]
    for seat in range(summary.run.players):
        lines = [counts.seat(agent, seat) for agent in agents_and_all(counts)]
        rows.append([str(seat), *map(rate, lines)])
    return section("Win rate by seat", "With 95 % intervals.", table(rows))


def work_section(summary: Summary) -> str:
    rows = [["agent", "decisions", "per seat", "iterations per decision", "ms per decision"]]
    for agent, label in enumerate(summary.run.labels):
        work = summary.counts.work(agent)
        decisions = max(1, work.decisions)
        rows.append(
            [
                label,
                f"{work.decisions:,}",
                f"{work.decisions / max(1, work.games):.1f}",
                f"{work.iterations / decisions:,.1f}" if work.iterations else "-",
                f"{1000 * work.seconds / decisions:.3f}" if work.seconds else "-",
            ]
        )
    return section(
        "Work",
        "Decisions are nodes with two or more actions. Games between compiled players have no "
        "clock.",
        table(rows),
    )


# Pieces.


def section(title: str, words: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2><p>{escape(words)}</p>{content}</section>"


def table(rows: Rows) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:]
    )
    return f'<div class="scroll"><table><tr>{head}</tr>{body}</table></div>'


def heat_map(
    columns: Sequence[str], rows: Sequence[tuple[str, Sequence[tuple[float | None, str]]]]
) -> str:
    """Shares as colours on both sides of one half."""
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *columns))
    body = "".join(
        f"<tr><td>{escape(name)}</td>{''.join(heat_cell(*cell) for cell in cells)}</tr>"
        for name, cells in rows
    )
    return f'<div class="scroll"><table class="heat"><tr>{head}</tr>{body}</table></div>'


def heat_cell(share: float | None, note: str) -> str:
    if share is None:
        return "<td>–</td>"
    colour = "--high" if share >= 0.5 else "--low"
    depth = round(90 * abs(share - 0.5) * 2)
    style = f"background: color-mix(in oklab, var({colour}) {depth}%, var(--middle))"
    ink = "; color: #fff" if depth > 50 else ""
    small = f"<small>{escape(note)}</small>" if note else ""
    return f'<td style="{style}{ink}">{percent(share)}{small}</td>'


def colour_key(labels: Sequence[str]) -> str:
    entries = (
        f'<span><i class="c{place % NUM_COLOURS}"></i>{escape(label)}</span>'
        for place, label in enumerate(labels)
    )
    return f'<div class="key">{"".join(entries)}</div>'


def by_rating(summary: Summary) -> list[int]:
    """The agents, the strongest first."""
    ratings = summary.ratings.agents
    return sorted(range(len(ratings)), key=lambda agent: -ratings[agent].rating)


def agents_and_all(counts: Counts) -> list[int]:
    return [*range(counts.agents), EVERYBODY]


def rating_mark(label: str, rating: Rating) -> Mark:
    return Mark(label, rating.rating, rating.low, rating.high)


def rate_mark(label: str, line: Line, colour: int) -> Mark:
    return Mark(label, line.win_rate.mean, line.win_rate.low, line.win_rate.high, colour)


def rate(line: Line) -> str:
    return f"{percent(line.win_rate.mean)} ({between(line.win_rate)})" if line.games else "-"


def between(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def points(difference: float) -> str:
    return f"{100 * difference:+.1f}" if round(100 * difference, 1) else "0"


def elo(value: float) -> str:
    return f"{round(value):+d}" if round(value) else "0"
