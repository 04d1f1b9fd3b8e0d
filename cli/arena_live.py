"""The run under way, on standard error: a live table on a terminal, else a line now and then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from kagemusha.arena.runner import Standing, Watch
from kagemusha.cli.arena_tables import between, percent

REDRAW_SECONDS, LINE_SECONDS = 0.5, 10.0
BAR_WIDTH = 60
LLR_WIDTH = 41                  # odd, so that zero is in the middle

State = TypeVar("State")


@contextmanager
def shown_live() -> Iterator[Watch]:
    """How to watch a run."""
    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield lines_of(LINE_SECONDS, line)
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        yield throttled(REDRAW_SECONDS, lambda standing: live.update(screen(standing), refresh=True))


def throttled(seconds: float, show: Callable[[State], None]) -> Callable[[State], None]:
    """Shows a state now and then only."""
    last = float("-inf")

    def watch(state: State) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= seconds:
            last = now
            show(state)

    return watch


def lines_of(seconds: float, text: Callable[[State], str]) -> Callable[[State], None]:
    return throttled(seconds, lambda state: print(text(state), file=sys.stderr, flush=True))


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
        parts.append(progress_bar(standing.goal.sets, standing.sets))
    if standing.sprt is not None:
        parts.append(Text(llr_bar(standing.sprt.llr, *standing.sprt.bounds)))
    parts.append(Text(line(standing)))
    return Group(*parts)


def progress_bar(total: int, done: int) -> Table:
    own_line = Table.grid()                 # a bar by itself does not end its line
    own_line.add_row(ProgressBar(total=total, completed=done, width=BAR_WIDTH))
    return own_line


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
