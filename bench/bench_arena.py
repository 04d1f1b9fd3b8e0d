"""Speed of the arena: python bench/bench_arena.py

* games between random players through the arena with one job (deals, journal, counts and all),
  beside the bare play-out rate of the core, per second of CPU time;
* sets per second of wall time of a slow player, with 2 jobs and with 1.
"""

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
SLOW = "bench_arena:Slow"


class Slow:
    """Stands for a search player: random games before each choice, about 2 ms."""

    def __init__(self, game: Game) -> None:
        self.seed = 0

    def reset(self, seat: int, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> int:
        view.random_playouts(300, self.seed)
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


def slow_rate(run: Run, jobs: int, sets: int) -> float:
    run_arena(run, Goal(sets=jobs), Workers(jobs))         # the workers are there
    began = time.perf_counter()
    run_arena(run, Goal(sets=sets), Workers(jobs))
    return sets / (time.perf_counter() - began)


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
    run = Run("samurai-sword", 5, ("random", SLOW), format="ab").checked()
    one, two = (max(slow_rate(run, jobs, 60) for _ in range(3)) for jobs in (1, 2))
    print(f"slow player: 1 job {one:.2f} sets/s, 2 jobs {two:.2f} sets/s, {two / one:.2f} times")


if __name__ == "__main__":
    main()
