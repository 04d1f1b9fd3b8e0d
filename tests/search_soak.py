"""A million searches of ten iterations: python tests/search_soak.py --searches 1000000

They take choices of random games of every table in turn, with changing settings. Every answer
must be legal, every iteration counted, and the memory of the process must stay what it was after
the first tenth. Search number i is the same in every run.
"""

import argparse
import random
import sys
import time
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent
sys.path.insert(0, str(TESTS))

import kagemusha
from kagemusha.search import Searcher
from kagemusha.search.params import NEVER
from kagemusha.search.policy import Evaluator

from lockstep import PLAYERS

ITERATIONS = 10
PARTS = 10                      # the first of them is the warm-up; memory is reported after each
ROOM = 2**20                    # bytes that memory may grow after it: noise of the allocator
LEAST = 100_000                 # a tenth of them has met every choice with every setting
OF_A_GAME = 20                  # choices
CUTOFF = 1                      # turns of a play-out: most of the time is to go into searches
SETTINGS: list[dict[str, Any]] = [
    {},
    {"algorithm": "mo", "select": "ucb1tuned"},
    {"algorithm": "pimc", "worlds": 3},
    {"algorithm": "self", "rollout": "mast"},
    {"algorithm": "flat", "final": "lower"},
    {"select": "exp3", "backup": "paranoid", "final": "mixed"},
    {"select": "puct", "widen": 1.5, "bias": 0.5, "fpu": 0.5, "decisive": True},
    {"per": "turn", "early_stop": True},
]
RARE: list[dict[str, Any]] = [
    {"threads": 2}, {"redeal": True}, {"cutoff": NEVER}, {"per": "turn", "reuse": True},
]
RARELY = 200                    # every so many searches one of these, which are slow


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--searches", type=int, default=1_000_000)
    searches = parser.parse_args().searches
    if searches < LEAST:
        parser.error(f"memory says something after {LEAST} searches, not after {searches}")
    views = [view for name in PLAYERS for players in PLAYERS[name] for view in some(name, players)]
    began, levels = time.monotonic(), []
    print(f"{len(views)} choices, {memory() / 2**20:.2f} MiB", flush=True)
    for number in range(searches):
        search_next(number, views[number % len(views)])
        if (number + 1) % (searches // PARTS) == 0:
            levels.append(memory())
            speed = (number + 1) / (time.monotonic() - began)
            print(f"{number + 1} searches, {speed:.0f}/s, {levels[-1] / 2**20:.2f} MiB", flush=True)
    grown = levels[-1] - levels[0]
    print(f"memory grew by {grown / 2**20:.2f} MiB after the first tenth", flush=True)
    return 1 if grown > ROOM else 0


def some(name: str, players: int) -> list[Any]:
    """Views of some choices of a random game."""
    rng = random.Random(players)
    state = kagemusha.load_game(name, players=players).new_initial_state(seed=players)
    found = []
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    chosen = rng.sample(found, min(OF_A_GAME, len(found)))
    return [state.view(state.current_player()) for state in chosen]


def searcher(settings: dict[str, Any]) -> Searcher:
    return Searcher(
        {"iterations": ITERATIONS, "cutoff": CUTOFF, **settings}, evaluator=Evaluator()
    )


SEARCHERS = [searcher(settings) for settings in SETTINGS]
RARE_ONES = [searcher(settings) for settings in RARE]


def search_next(number: int, view: Any) -> None:
    """One search; an AssertionError if its answer cannot be."""
    chosen = SEARCHERS[number // 7 % len(SEARCHERS)]        # not in step with the choices
    if number % RARELY == 0:
        chosen = RARE_ONES[number // RARELY % len(RARE_ONES)]
    result = chosen.search(view, seed=number)
    assert result.action in view.legal_actions(), (number, result.action)
    assert 0 < result.iterations <= ITERATIONS, (number, result.iterations)
    assert sum(result.visits) >= result.iterations, (number, result.visits)


def memory() -> int:
    """Bytes of this process that are in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


if __name__ == "__main__":
    sys.exit(main())
