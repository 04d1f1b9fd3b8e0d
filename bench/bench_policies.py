"""Cost of the rule policies beside a uniform step: python bench/bench_policies.py [game ...]

A step is one choice among two or more actions with all that belongs to it: listing the
actions, picking one, playing it. What a rule step costs above a uniform one is the pick, give
or take the different positions reached. Nanoseconds of CPU time, median of five.
"""

import sys

import yardstick

import kagemusha
from kagemusha.players.policies import rule_policy
from kagemusha.search.policy import Policy, play_games

SEED = 1
GAMES = 300


def main(names: list[str]) -> None:
    print("| game, players | uniform step, ns | rule step, ns | ratio | pick, in uniform steps |")
    print("|---|---|---|---|---|")
    for name in names or kagemusha.GAMES:
        least = kagemusha.load_game(name)
        for players in range(least.min_players, least.max_players + 1):
            print(row(name, players), flush=True)


def row(name: str, players: int) -> str:
    game = kagemusha.load_game(name, players=players)
    works = [games(game.new_initial_state(seed=SEED), p) for p in (Policy(), rule_policy(game))]
    uniform, rule = (1e9 / rate for rate in yardstick.median_rates(works) if rate)
    return (
        f"| {name}, {players} | {uniform:.0f} | {rule:.0f} | {rule / uniform:.2f} "
        f"| {rule / uniform - 1:.2f} |"
    )


def games(state: kagemusha.State, policy: Policy) -> yardstick.Work:
    table = [policy] * state.game.players
    return lambda: play_games(state, table, GAMES, SEED)[0]


if __name__ == "__main__":
    main(sys.argv[1:])
