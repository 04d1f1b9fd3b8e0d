"""The run under way, on standard error: a live table on a terminal, else a line now and then."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from kagemusha.arena.runner import Standing, Watch
from kagemusha.cli.arena_tables import between, percent

REDRAW_SECONDS, LINE_SECONDS = 0.5, 10.0
LLR_WIDTH = 41                  # odd, so that zero is in the middle


@contextmanager
def shown_live() -> Iterator[Watch]:
    """How to watch a run."""
    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield lines_of(LINE_SECONDS)
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        yield throttled(REDRAW_SECONDS, lambda standing: live.update(screen(standing), refresh=True))


def throttled(seconds: float, show: Watch) -> Watch:
    last = float("-inf")

    def watch(standing: Standing) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= seconds:
            last = now
            show(standing)

    return watch


def lines_of(seconds: float) -> Watch:
    return throttled(seconds, lambda standing: print(line(standing), file=sys.stderr, flush=True))


def line(standing: Standing) -> str:
    """Where the run stands, in one line."""
    goal = f" of {standing.goal.sets}" if standing.goal.sets is not None else ""
    parts = [f"{standing.sets}{goal} sets", f"{standing.games} games"]
    if standing.sets == standing.resumed and standing.resumed:
        parts.append("found in the journal")
    left = standing.seconds_left
    if left is not None:
        parts.append(f"{clock(left)} left")
    if standing.sprt is not None:
        low, high = standing.sprt.bounds
        parts.append(f"LLR {standing.sprt.llr:.2f} of {low:.2f} to {high:.2f}")
    return ", ".join(parts)


def screen(standing: Standing) -> Group:
    table = Table()
    for column in ("agent", "seats", "win rate", "95 %", "forfeits"):
        table.add_column(column, justify="left" if column == "agent" else "right")
    counts = standing.tally.counts()
    for agent, label in enumerate(standing.run.labels):
        row = counts.agent(agent)
        table.add_row(
            Text(label),
            str(row.games),
            percent(row.win_rate.mean),
            between(row.win_rate),
            str(counts.forfeits[agent]),
        )
    parts: list[Table | Text] = [table]
    if standing.goal.sets is not None:
        own_line = Table.grid()             # a bar by itself does not end its line
        own_line.add_row(
            ProgressBar(total=standing.goal.sets, completed=standing.sets, width=60)
        )
        parts.append(own_line)
    if standing.sprt is not None:
        parts.append(Text(llr_bar(standing.sprt.llr, *standing.sprt.bounds)))
    parts.append(Text(line(standing)))
    return Group(*parts)


def llr_bar(llr: float, low: float, high: float) -> str:
    """H0 on the left, H1 on the right, and where the test stands."""
    share = (min(max(llr, low), high) - low) / (high - low)
    place = round(share * (LLR_WIDTH - 1))
    bar = ["|" if cell == LLR_WIDTH // 2 else "-" for cell in range(LLR_WIDTH)]
    bar[place] = "#"
    return f"H0 [{''.join(bar)}] H1"


def clock(seconds: float) -> str:
    whole = int(seconds + 0.5)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02d}:{whole % 60:02d}" if hours else f"{minutes}:{whole % 60:02d}"
