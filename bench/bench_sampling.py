"""Speed of sampled worlds beside OpenSpiel's hearts: python bench/bench_sampling.py

One world of Samurai Sword at 5 players, for the seat to act, over positions in the middle of
random games. Microseconds of CPU time of this one process, median of five.
"""

import random

import yardstick
from bench_core import built, print_table

import kagemusha
from kagemusha.core.view import View

GAME, PLAYERS = "samurai-sword", 5
ACTIONS = (60, 90, 120, 150)        # played before the positions
IN_C = 20_000


def main() -> None:
    states = [middle(seed, actions) for seed, actions in enumerate(ACTIONS)]
    views = [state.view(state.current_player()) for state in states]
    for view in views:
        view.get_ready()
    samples = built("samples")
    resample, draw, draws = yardstick.hearts_resamples()
    in_c = None if samples is None else lambda: sum(samples.sample_worlds(v, IN_C) for v in views)
    found = yardstick.median_rates(
        [in_c, from_python(views), new_views(states), ready_views(states), resample, draw]
    )
    ours, python, view, ready, hearts, drawn = [None if r is None else 1e6 / r for r in found]
    bare = None if hearts is None or drawn is None else hearts - draws * drawn
    print_table(
        ("what", "ours", "yardstick", "its figure", "yardstick / ours"),
        [
            row("a sample in C", ours, "hearts, less its callbacks", bare),
            row("view.sample from Python", python, "hearts, from Python", hearts),
            row("state.view(seat)", view, "", None),
            row("state.view(seat) and get_ready(), from the whole log", ready, "", None),
        ],
    )


def middle(seed: int, actions: int) -> kagemusha.State:
    """A state after so many actions at random."""
    while True:
        rng = random.Random(seed)
        state = kagemusha.load_game(GAME, players=PLAYERS).new_initial_state(seed)
        while len(state.history()) < actions and not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            return state
        seed += 100


def from_python(views: list[View]) -> yardstick.Work:
    def work() -> int:
        for view in views:
            for seed in range(100):
                view.sample(seed)
        return 100 * len(views)

    return work


def new_views(states: list[kagemusha.State]) -> yardstick.Work:
    def work() -> int:
        for state in states:
            for _ in range(20):
                state.view(state.current_player())
        return 20 * len(states)

    return work


def ready_views(states: list[kagemusha.State]) -> yardstick.Work:
    """Of states that no view has been asked of: nothing is known yet."""
    records = [(state.chance_record(), state.history()) for state in states]

    def work() -> int:
        for state in fresh:
            state.clone().view(state.current_player()).get_ready()
        return len(fresh)

    fresh = [replayed(*record) for record in records]
    return work


def replayed(chance: list[tuple[str, str | int]], actions: list[int]) -> kagemusha.State:
    state = kagemusha.load_game(GAME, players=PLAYERS).new_initial_state(0, chance=chance)
    for action in actions:
        state.apply_action(action)
    return state


def row(what: str, ours: float | None, name: str, other: float | None) -> tuple[str, ...]:
    ratio = f"{other / ours:.1f}" if ours and other else ""
    return what, written(ours), name, written(other) if name else "", ratio


def written(microseconds: float | None) -> str:
    return "not measured" if microseconds is None else f"{microseconds:.3f} us"


if __name__ == "__main__":
    main()
