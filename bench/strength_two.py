"""Strength of the rule policies of two games: python bench/strength_two.py [table ...]

random      the examined seat held by rule and by random, all others random, on the same deals
ablation    one group of rules switched off in one seat, against copies of the whole policy
styles      each style in one seat against copies of the default
cost        time of a choice beside that of a random one
evaluators  loss and calibration on games that the evaluators were not fitted on
"""

import argparse
import importlib
import math
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from matches import dealt, estimate, paired_gain, shares

import kagemusha
from kagemusha.players.evaluation import read_models
from kagemusha.players.fitting import calibration_error, log_loss, predict
from kagemusha.players.weights import read_weights
from kagemusha.search.policy import Evaluator, Policy, play_games

SEVEN, SIXTEEN = "seven-card-samurai", "sixteen-samurai"
SIZES = {SEVEN: (2, 4, 8), SIXTEEN: (2, 3, 4)}
SEED = 0
UNSEEN = 4711            # the seed of games that no evaluator was fitted on
CALLS = 100_000
HALFWAY = 80             # choices after which an evaluator is timed


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("what", nargs="*", default=list(TABLES), help=" ".join(TABLES))
    options.add_argument("--games", type=int, default=4000, help="games of each comparison")
    chosen = options.parse_args()
    for what in chosen.what:
        TABLES[what](chosen.games)


def package(name: str) -> str:
    return f"kagemusha.players.{kagemusha.GAMES[name]}"


def rule(name: str, players: int, **options: Any) -> Policy:
    module: Any = importlib.import_module(f"{package(name)}.policy")
    policy: Policy = module.make_policy(kagemusha.load_game(name, players=players), **options)
    return policy


def against_random(games: int) -> None:
    print_row("game", "players", "rule", "random", "gain", "times a random seat")
    for name, sizes in SIZES.items():
        for players in sizes:
            deals = games // players
            ours = shares(name, players, rule(name, players), Policy(), deals, SEED)
            theirs = shares(name, players, Policy(), Policy(), deals, SEED)
            found = estimate(ours)
            print_row(
                name, players, found, estimate(theirs), paired_gain(ours, theirs),
                f"{players * found.mean:.2f}",
            )


def ablation(games: int) -> None:
    """A seat without one group of rules wins less than its fair share, if the group is worth it."""
    print_row("game", "without", *(f"table {i}" for i in (1, 2, 3)))
    for name, sizes in SIZES.items():
        fair = [f"{players} players: {100 / players:.1f} %" for players in sizes]
        print_row(name, "(fair share)", *fair)
        groups = dict.fromkeys(weight.group for weight in read_weights(package(name)).values())
        for group in groups:
            found = [
                estimate(
                    shares(
                        name, players, rule(name, players, without=(group,)), rule(name, players),
                        games // players, SEED,
                    )
                )
                for players in sizes
            ]
            print_row(name, group, *found)


def styles(games: int) -> None:
    print_row("style", *(f"{players} players" for players in SIZES[SEVEN]))
    for style in ("aggressive", "defensive"):
        found = [
            estimate(
                shares(
                    SEVEN, players, rule(SEVEN, players, style=style), rule(SEVEN, players),
                    games // players, SEED,
                )
            )
            for players in SIZES[SEVEN]
        ]
        print_row(style, *found)


def cost(_games: int) -> None:
    """A random step is a choice and its consequences; a pick is what choosing by rule adds."""
    print_row("game", "players", "random step", "pick by rule", "ratio", "value", "ratio")
    for name, sizes in SIZES.items():
        for players in sizes:
            root = dealt(name, players, SEED)
            random_step = best(partial(per_choice, root, Policy()))
            by_rule = best(partial(per_choice, root, rule(name, players)))
            pick = by_rule - random_step
            value = best(partial(per_value, name, players))
            print_row(
                name, players, f"{random_step:.0f} ns", f"{pick:.0f} ns",
                f"{pick / random_step:.1f}", f"{value:.0f} ns", f"{value / random_step:.1f}",
            )


def best(work: Callable[[], float]) -> float:
    return min(work() for _ in range(5))


def per_choice(root: kagemusha.State, policy: Policy) -> float:
    begun = time.process_time()
    choices, _ = play_games(root, [policy] * root.game.players, 500, SEED)
    return (time.process_time() - begun) / choices * 1e9


def per_value(name: str, players: int) -> float:
    """Time of value(): a call from Python, less the same call of an evaluator that does nothing."""
    state = dealt(name, players, SEED).clone()
    policy = rule(name, players)
    for step in range(HALFWAY):
        state.apply_action(policy.choose(state, step))
    module: Any = importlib.import_module(f"{package(name)}.evaluator")
    ours = timed_values(module.make_evaluator(state.game), state)
    return ours - timed_values(Evaluator(), state)


def timed_values(evaluator: Evaluator, state: kagemusha.State) -> float:
    begun = time.process_time()
    for _ in range(CALLS):
        evaluator.values(state)
    return (time.process_time() - begun) / CALLS * 1e9


def evaluators(games: int) -> None:
    print_row("game", "players", "log loss", "of equal chances", "calibration error")
    for name, sizes in SIZES.items():
        for players in sizes:
            evaluator: Any = importlib.import_module(f"{package(name)}.evaluator")
            fit: Any = importlib.import_module(f"{package(name)}.fit")
            samples = fit.samples(players, games=games // 4, seed=UNSEEN)
            models = read_models(package(name), evaluator.FEATURES, players)
            chances, returns = predict(samples, {i: np.array(w) for i, w in models.items()})
            print_row(
                name, players, f"{log_loss(chances, returns):.3f}", f"{math.log(players):.3f}",
                f"{100 * calibration_error(chances, returns):.1f} %",
            )


def print_row(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


TABLES = {
    "random": against_random,
    "ablation": ablation,
    "styles": styles,
    "cost": cost,
    "evaluators": evaluators,
}

if __name__ == "__main__":
    main()
