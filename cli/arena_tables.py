"""The tables of an arena as text: the same for the same results, on every terminal."""

from collections.abc import Callable, Iterator, Sequence

from kagemusha.arena.intervals import Interval
from kagemusha.arena.ratings import Rating
from kagemusha.arena.run import Run
from kagemusha.arena.summary import Summary
from kagemusha.arena.tally import CROSSTABLE_COUNTS, EVERYBODY, Counts, Line

Row = list[str]


def final_text(summary: Summary) -> str:
    """All tables of a run; timings are not among them, for they are never the same."""
    parts = [
        heading(summary.run, summary.counts),
        aligned(agent_rows(summary)),
        *uplift_part(summary),
        *key_parts(summary),
        crosstable_part(summary),
        superiority_part(summary),
    ]
    verdict = summary.verdict()
    return "\n\n".join([*parts, *([verdict] if verdict else [])])


def heading(run: Run, counts: Counts) -> str:
    return (
        f"{run.table.title}, {run.players} players, {run.format}, assignment {run.assignment}, "
        f"seed {run.seed}: {counts.sets} sets, {counts.games} games"
    )


def agent_rows(summary: Summary) -> list[Row]:
    rows = [["agent", "seats", "win rate", "95 %", "rating", "95 %", "forfeits", "decisions"]]
    counts = summary.counts
    for agent, label in enumerate(summary.run.labels):
        line, work = counts.agent(agent), counts.work(agent)
        rating = summary.ratings.agents[agent]
        rows.append(
            [
                label,
                str(line.games),
                percent(line.win_rate.mean),
                between(line.win_rate),
                f"{rating.rating:+.0f}",
                rating_range(rating),
                str(work.forfeits),
                f"{work.decisions / max(1, work.games):.1f}",
            ]
        )
    return rows


def uplift_part(summary: Summary) -> Iterator[str]:
    uplifts = summary.uplifts
    if not uplifts or summary.baseline is None:
        return
    rows = [["agent", "uplift", "95 %"]]
    for agent, uplift in uplifts.items():
        low, high = points(uplift.low), points(uplift.high)
        rows.append([summary.run.labels[agent], points(uplift.mean), f"{low} to {high}"])
    baseline = summary.run.labels[summary.baseline]
    yield f"Uplift over {baseline}, same seats of the same deals\n{aligned(rows)}"


def key_parts(summary: Summary) -> Iterator[str]:
    """Win rates by role, by character and by seat."""
    counts = summary.counts
    if counts.roles:
        yield keyed_table(summary, "role", counts.roles, counts.role)
    if counts.characters:
        yield keyed_table(summary, "character", counts.characters, counts.character)
    yield keyed_table(summary, "seat", range(summary.run.players), counts.seat)


def keyed_table(
    summary: Summary, name: str, keys: Sequence[object], line: Callable[..., Line]
) -> str:
    agents = [*range(len(summary.run.specs)), EVERYBODY]
    rows = [[name, *summary.run.labels, "all"]]
    for key in keys:
        rows.append([str(key), *(rate(line(agent, key)) for agent in agents)])
    return f"Win rate by {name}, 95 %\n{aligned(rows)}"


def crosstable_part(summary: Summary) -> str:
    labels = summary.run.labels
    rows = [["", *labels]]
    for row, label in enumerate(labels):
        cells = [summary.counts.meeting(row, column) for column in range(len(labels))]
        rows.append([label, *(f"{cell.higher} {cell.same} {cell.lower}" for cell in cells)])
    return f"Crosstable. Counted are {CROSSTABLE_COUNTS}.\n{aligned(rows)}"


def superiority_part(summary: Summary) -> str:
    labels = summary.run.labels
    rows = [["", *labels]]
    for row, (label, chances) in enumerate(zip(labels, summary.ratings.superiority, strict=True)):
        cells = ["-" if row == column else percent(share) for column, share in enumerate(chances)]
        rows.append([label, *cells])
    return f"Chance that the row's agent is the better one\n{aligned(rows)}"


def timing_text(summary: Summary) -> str:
    """What the play has cost; the one table that differs from run to run."""
    rows = [["agent", "decisions", "iterations", "seconds", "ms per decision"]]
    for agent, label in enumerate(summary.run.labels):
        work = summary.counts.work(agent)
        spent, pace = "-", "-"              # compiled games have no clock
        if work.seconds > 0:
            spent, pace = f"{work.seconds:.2f}", f"{1000 * work.seconds / work.decisions:.3f}"
        rows.append([label, str(work.decisions), str(work.iterations), spent, pace])
    return aligned(rows)


def aligned(rows: list[Row]) -> str:
    """Columns side by side: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *rest in rows:
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def points(difference: float) -> str:
    return f"{100 * difference:+.1f}"


def between(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"


def rating_range(rating: Rating) -> str:
    return f"{rating.low:+.0f} to {rating.high:+.0f}"


def rate(line: Line) -> str:
    if line.games == 0:
        return "-"
    return f"{100 * line.win_rate.mean:.1f} ({between(line.win_rate)})"
