"""Speed of the arena: python bench/bench_arena.py

* games between random players through the arena with one job (deals, journal, counts and all),
  beside the bare play-out rate of the core, per second of CPU time;
* sets per second of wall time of search players, with 2 jobs and with 1, and how much of both
  processors others had meanwhile: the figure means something on a quiet machine only;
* the same of players that sleep, which need no processor: what the pool itself loses.
"""

import os
import tempfile
import time
from pathlib import Path

import kagemusha
from kagemusha.arena.pool import Workers
from kagemusha.arena.run import Run
from kagemusha.arena.runner import Goal, run_arena
from kagemusha.core.game import Game
from kagemusha.core.view import View

TABLES = [("samurai-sword", 5), ("seven-card-samurai", 4), ("sixteen-samurai", 4)]
REPEATS = 5
SEARCH = "ismcts:iterations=300"
SLEEPER = "bench_arena:Sleeper"
SLOW_SETS = 40
TICK = os.sysconf("SC_CLK_TCK")


class Sleeper:
    """Waits before each choice."""

    def __init__(self, game: Game) -> None:
        pass

    def reset(self, seat: int, seed: int) -> None:
        pass

    def choose(self, view: View) -> int:
        time.sleep(0.002)
        return int(view.legal_actions()[0])


def bare_rate(name: str, players: int) -> float:
    state = kagemusha.load_game(name, players=players).new_initial_state(seed=1)
    began = time.process_time()
    state.random_playouts(20000, 1)
    return 20000 / (time.process_time() - began)


def arena_rate(run: Run) -> float:
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        standing = run_arena(run, Goal(sets=3000), Workers(1), folder=Path(folder))
        return standing.games / (time.process_time() - began)


def slow_rate(run: Run, jobs: int) -> tuple[float, float]:
    """Sets per second, and the processors that others used meanwhile."""
    run_arena(run, Goal(sets=2 * jobs), Workers(jobs))      # the workers are there
    began, busy, own = time.perf_counter(), busy_seconds(), own_seconds()
    run_arena(run, Goal(sets=SLOW_SETS), Workers(jobs))
    seconds = time.perf_counter() - began
    others = busy_seconds() - busy - (own_seconds() - own)
    return SLOW_SETS / seconds, others / seconds


def busy_seconds() -> float:
    """CPU time of all processes since the machine was started."""
    user, nice, system = map(int, Path("/proc/stat").read_text().split()[1:4])
    return (user + nice + system) / TICK


def own_seconds() -> float:
    """CPU time of this process and its workers."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue                        # it has just ended
        if os.getpid() in (int(stat.parent.name), int(fields[1])):
            total += int(fields[11]) + int(fields[12])
    return total / TICK


def main() -> None:
    print("random against random, one job, best of", REPEATS)
    for name, players in TABLES:
        run = Run(name, players, ("random", "random")).checked()
        bare, arena = zip(
            *((bare_rate(name, players), arena_rate(run)) for _ in range(REPEATS)), strict=True
        )
        share = 100 * max(arena) / max(bare)
        print(
            f"  {name}, {players} players: {max(arena):8.0f} games/s, "
            f"bare {max(bare):8.0f}, {share:.0f} %"
        )
    for spec in (SEARCH, SLEEPER):
        run = Run("samurai-sword", 5, (spec, "rule"), format="ab").checked()
        rates = {jobs: max(slow_rate(run, jobs) for _ in range(3)) for jobs in (1, 2)}
        for jobs, (rate, others) in rates.items():
            print(f"{spec}, {jobs} jobs: {rate:.2f} sets/s, others used {others:.2f} processors")
        print(f"  {rates[2][0] / rates[1][0]:.2f} times")


if __name__ == "__main__":
    main()
