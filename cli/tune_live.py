"""The study under way, on standard error: a live panel on a terminal, else a line now and then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from kagemusha.cli.arena_live import (
    LINE_SECONDS,
    REDRAW_SECONDS,
    clock,
    lines_of,
    llr_bar,
    progress_bar,
    throttled,
)
from kagemusha.tune.conclusion import lead_text
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
        yield LiveStudy(
            lines_of(LINE_SECONDS, lambda progress: ", ".join(parts(progress))),
            lines_of(LINE_SECONDS, proof_line),
        )
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def show(shown: Group) -> None:
            live.update(shown, refresh=True)

        yield LiveStudy(
            throttled(REDRAW_SECONDS, lambda progress: show(screen(progress))),
            throttled(REDRAW_SECONDS, lambda progress: show(proof_screen(progress))),
        )


def parts(progress: Progress) -> list[str]:
    """Where the study stands; the best setting so far is the last part."""
    found = [
        f"{PHASES[progress.phase]}: {progress.games} of {progress.budget} games",
        f"{progress.trials} trials, {progress.stopped} stopped early",
    ]
    if progress.seconds_left is not None:
        found.append(f"{clock(progress.seconds_left)} left")
    if progress.best is None or progress.lead is None:
        return [*found, "no setting is judged yet"]
    return [*found, f"best {lead_text(progress.lead)} {progress.best}"]


def screen(progress: Progress) -> Group:
    *state, best = parts(progress)
    bar = progress_bar(progress.budget, progress.games)
    return Group(bar, Text(", ".join(state)), Text(best))


def proof_line(progress: ProofProgress) -> str:
    left = f"at most {progress.most_sets} sets, {clock(progress.seconds_left)} left"
    return f"proof: {progress.proof.text()}, {left}"


def proof_screen(progress: ProofProgress) -> Group:
    sprt = progress.proof.sprt
    bar = llr_bar(sprt.llr, *sprt.bounds)
    return Group(Text(proof_line(progress)), Text(bar), Text(progress.proof.examined))
