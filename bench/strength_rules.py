"""Strength of the rule policies: python bench/strength_rules.py GAME [--deals N] [--ablation]

Without --ablation: the gain in win rate of one seat that plays by rules instead of at random,
all other seats random; then what it gains at a table of rule players.
With --ablation: what the seat loses when a group of weights is switched off, at a table of
rule players with everything on.

Each deal is played once for every seat under examination, with the same chance, so that seats
and roles are balanced exactly; intervals are 95 %, over deals.
"""

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import kagemusha
from kagemusha.core.game import Game
from kagemusha.players.policies import rule_policy, weight_groups
from kagemusha.search.policy import Policy, play_games

Results = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=kagemusha.GAMES)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--players", type=int, nargs="*", help="table sizes; all if left out")
    parser.add_argument("--style", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ablation", action="store_true")
    given = parser.parse_args()
    least = kagemusha.load_game(given.game)
    sizes = given.players or range(least.min_players, least.max_players + 1)
    games = [kagemusha.load_game(given.game, players=players) for players in sizes]
    if given.ablation:
        print_ablation(games, given.style, given.deals, given.seed)
    else:
        print_gains(games, given.style, given.deals, given.seed)


def print_gains(games: Sequence[Game], style: str, deals: int, seed: int) -> None:
    print("| players | random wins % | rule gains, others random | rule gains, others rule |")
    print("|---|---|---|---|")
    for game in games:
        uniform, rule = Policy(), rule_policy(game, style)
        base = examined(game, uniform, uniform, deals, seed)
        among_random = examined(game, rule, uniform, deals, seed) - base
        among_rules = examined(game, rule, rule, deals, seed) - examined(
            game, uniform, rule, deals, seed
        )
        print(
            f"| {game.players} | {100 * base.mean():.1f} "
            f"| {points(among_random)} | {points(among_rules)} |",
            flush=True,
        )


def print_ablation(games: Sequence[Game], style: str, deals: int, seed: int) -> None:
    print("| without | " + " | ".join(f"{game.players} players" for game in games) + " | all |")
    print("|---" * (len(games) + 2) + "|")
    whole = [rule_policy(game, style) for game in games]
    bases = [
        examined(game, rule, rule, deals, seed) for game, rule in zip(games, whole, strict=True)
    ]
    for group in weight_groups(games[0]):
        losses = [
            examined(game, rule_policy(game, style, without=[group]), rule, deals, seed) - base
            for game, rule, base in zip(games, whole, bases, strict=True)
        ]
        cells = [*map(points, losses), points(sum(losses) / len(losses))]
        print(f"| {group} | " + " | ".join(cells) + " |", flush=True)


def examined(game: Game, policy: Policy, others: Policy, deals: int, seed: int) -> Results:
    """For each deal the mean return of the seat that plays by `policy`, each seat in its turn."""
    seats = range(game.players)
    tables = [[policy if seat == one else others for seat in seats] for one in seats]
    if policy is others:
        tables = tables[:1]
    results = np.empty(deals)
    for deal in range(deals):
        root = game.new_initial_state(seed=(seed << 32) + deal)
        returns = [play_games(root, table, 1, deal)[1] for table in tables]
        results[deal] = (
            np.mean(returns) if policy is others else np.mean([returns[one][one] for one in seats])
        )
    return results


def points(differences: Results) -> str:
    """Percentage points with their 95 % interval."""
    error = 1.96 * differences.std() / np.sqrt(len(differences))
    return f"{100 * differences.mean():+.1f} ± {100 * error:.1f}"


if __name__ == "__main__":
    main()
