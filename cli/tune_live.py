"""The study under way, on standard error: a live panel on a terminal, else a line now and then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.text import Text

from kagemusha.cli.arena_live import LINE_SECONDS, REDRAW_SECONDS, clock, llr_bar
from kagemusha.tune.conclusion import changes_text, lead_text
from kagemusha.tune.tuner import Progress
from kagemusha.tune.verify import ProofProgress

PHASES = {"baseline": "first trial", "search": "search", "final": "play-off"}


@dataclass(frozen=True)
class LiveStudy:
    """How to watch a study."""

    trials: Callable[[Progress], None]
    proof: Callable[[ProofProgress], None]


@contextmanager
def shown_live() -> Iterator[LiveStudy]:
    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        throttle = Throttle(LINE_SECONDS)
        yield LiveStudy(
            lambda progress: throttle.do(lambda: say(line(progress))),
            lambda progress: throttle.do(lambda: say(proof_line(progress))),
        )
        return
    throttle = Throttle(REDRAW_SECONDS)
    with Live(console=console, auto_refresh=False, transient=True) as live:
        yield LiveStudy(
            lambda progress: throttle.do(lambda: live.update(screen(progress), refresh=True)),
            lambda progress: throttle.do(
                lambda: live.update(proof_screen(progress), refresh=True)
            ),
        )


class Throttle:
    """Does something now and then at most."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._last = float("-inf")

    def do(self, act: Callable[[], None]) -> None:
        now = monotonic()
        if now - self._last >= self.seconds:
            self._last = now
            act()


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def line(progress: Progress) -> str:
    """Where the study stands, in one line."""
    parts = [
        f"{PHASES[progress.phase]}: {progress.games} of {progress.budget} games",
        f"{progress.trials} trials, {progress.stopped} stopped early",
    ]
    if progress.seconds_left is not None:
        parts.append(f"{clock(progress.seconds_left)} left")
    if progress.best is not None and progress.lead is not None:
        parts.append(f"best {lead_text(progress.lead)} {changes_text(progress.best.setting)}")
    return ", ".join(parts)


def screen(progress: Progress) -> Group:
    bar = ProgressBar(total=progress.budget, completed=progress.games, width=60)
    *state, best = line(progress).partition(", best ")
    shown = Text(state[0])
    return Group(bar, shown, Text(f"best {best}" if best else "no trial is finished yet"))


def proof_line(progress: ProofProgress) -> str:
    left = f"at most {progress.most_sets} sets, {clock(progress.seconds_left)} left"
    return f"proof: {progress.proof.text()}, {left}"


def proof_screen(progress: ProofProgress) -> Group:
    sprt = progress.proof.sprt
    bar = llr_bar(sprt.llr, *sprt.bounds)
    return Group(Text(proof_line(progress)), Text(bar), Text(progress.proof.examined))
