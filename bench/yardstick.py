"""The yardstick: OpenSpiel's `hearts`, a C++ card game of like size, measured on this machine.

Its works are None where OpenSpiel is not installed.
"""

import random
from collections.abc import Callable
from statistics import median
from time import process_time

try:
    import pyspiel
except ImportError:
    pyspiel = None

REPEATS = 5
DEAL_AND_PASS = 1 + 52 + 12         # hearts moves before the first trick
LEFT = 1                            # the direction in which cards are passed


Work = Callable[[], int]            # does something, returns how many units of it


def median_rates(works: list[Work | None], seconds: float = 0.3) -> list[float | None]:
    """Units per second of this process's CPU time, for each work.

    The works take turns, so that what else the machine does slows all of them alike.
    """
    rates: list[list[float]] = [[] for _ in works]
    for _ in range(REPEATS):
        for work, found in zip(works, rates, strict=True):
            if work is not None:
                found.append(rate(work, seconds))
    return [median(found) if found else None for found in rates]


def rate(work: Work, seconds: float) -> float:
    work()
    units = 0
    begin = now = process_time()
    while now - begin < seconds:
        units += work()
        now = process_time()
    return units / (now - begin)


def first_trick(seed: int = 3):
    """Hearts with all cards dealt and passed at random."""
    rng = random.Random(seed)
    state = pyspiel.load_game("hearts").new_initial_state()
    state.apply_action(LEFT)
    while state.move_number() < DEAL_AND_PASS:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def moves_to_end(state) -> int:
    rng = random.Random(1)
    state = state.clone()
    moves = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        moves += 1
    return moves


def hearts_steps() -> Work | None:
    """Steps of uniformly random play-outs that never leave C++.

    A bot allowed a single simulation does nothing but have its root evaluated, here by
    many play-outs. Every one plays out all the cards, so its length is known.
    """
    if pyspiel is None:
        return None
    state = first_trick()
    moves = moves_to_end(state)
    playouts = 100
    evaluator = pyspiel.RandomRolloutEvaluator(playouts, 1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 1.0, 1, 8, False, 1, False)

    def work() -> int:
        bot.step(state)
        return playouts * moves

    return work


def hearts_clones() -> Work | None:
    """Clones, asked for from Python."""
    return None if pyspiel is None else clones(first_trick())


def clones(state) -> Work:
    def work() -> int:
        for _ in range(500):
            state.clone()
        return 500

    return work


def hearts_resamples() -> tuple[Work | None, Work | None, float]:
    """Resamples asked for from Python; its random numbers alone; numbers to one resample.

    OpenSpiel calls Python for each random number. The sampler is its own, in C++, but the
    way to it costs time that is not the resampling's: take it off.
    """
    if pyspiel is None:
        return None, None, 0.0
    states = [after_cards(seed, played) for seed, played in ((1, 4), (2, 12), (3, 20), (4, 28))]
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    calls = 0

    def counting() -> float:
        nonlocal calls
        calls += 1
        return sampler()

    for state in states:
        state.resample_from_infostate(state.current_player(), counting)

    def resample() -> int:
        for state in states:
            state.resample_from_infostate(state.current_player(), sampler)
        return len(states)

    def draw() -> int:
        for _ in range(1000):
            sampler()
        return 1000

    return resample, draw, calls / len(states)


def after_cards(seed: int, played: int):
    """Hearts after so many cards of random play."""
    rng = random.Random(seed)
    state = first_trick(seed)
    for _ in range(played):
        state.apply_action(rng.choice(state.legal_actions()))
    return state
