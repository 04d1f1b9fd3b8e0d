"""Cost of the rule policies and evaluators: python bench/bench_policies.py [GAME ...] [--write FILE]

A step is one choice among two or more actions with all that belongs to it: listing the
actions, picking one, playing it. A rule step is one of games that all seats play by rules, so
that the different positions reached count too. A value is one call of the evaluator: a call
from Python, less the same call of an evaluator that does nothing.

Nanoseconds of CPU time. The works take turns in short bursts, and the least of many counts:
what else the machine does can only add.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from time import process_time

from documents import replace_table

import kagemusha
from kagemusha.core.game import Game
from kagemusha.players.policies import evaluator, rule_policy
from kagemusha.search.policy import Evaluator, Policy, play_games

SEED = 1
BURSTS = 100
GAMES = 40              # of a burst
CALLS = 4000
HALFWAY = 60            # choices after which an evaluator is timed

Work = Callable[[], int]            # does something, returns how many units of it


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(kagemusha.GAMES), metavar="GAME")
    parser.add_argument("--write", type=Path, help="the document whose table is replaced")
    given = parser.parse_args()
    lines = [
        "| game, players | uniform step | rule step | ratio | value | in uniform steps |",
        "|---|---|---|---|---|---|",
    ]
    print("\n".join(lines))
    for name in given.games:
        least = kagemusha.load_game(name)
        for players in range(least.min_players, least.max_players + 1):
            lines.append(row(kagemusha.load_game(name, players=players)))
            print(lines[-1], flush=True)
    if given.write:
        replace_table(given.write, "cost", "\n".join(lines))


def row(game: Game) -> str:
    root, rule = game.new_initial_state(seed=SEED), rule_policy(game)
    middle = root.clone()
    for step in range(HALFWAY):
        if not middle.is_terminal():
            middle.apply_action(rule.choose(middle, step))
    works = [
        playing(root, Policy()), playing(root, rule),
        valuing(middle, evaluator(game)), valuing(middle, Evaluator()),
    ]
    uniform, by_rule, value, nothing = least_times(works)
    return (
        f"| {game.name}, {game.players} | {uniform:.0f} | {by_rule:.0f} | {by_rule / uniform:.2f} "
        f"| {value - nothing:.0f} | {(value - nothing) / uniform:.1f} |"
    )


def playing(root: kagemusha.State, policy: Policy) -> Work:
    table = [policy] * root.game.players
    return lambda: play_games(root, table, GAMES, SEED)[0]


def valuing(state: kagemusha.State, judge: Evaluator) -> Work:
    def work() -> int:
        for _ in range(CALLS):
            judge.values(state)
        return CALLS

    return work


def least_times(works: list[Work]) -> list[float]:
    """Nanoseconds of each work's unit, in its best burst."""
    least = [float("inf")] * len(works)
    for _ in range(BURSTS):
        for i, work in enumerate(works):
            begin = process_time()
            units = work()
            least[i] = min(least[i], (process_time() - begin) / units * 1e9)
    return least


if __name__ == "__main__":
    main()
