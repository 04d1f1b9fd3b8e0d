"""Matches of policies on the same deals: the work under the strength tables.

A deal is a seed: the same cards and, as far as the rules allow, the same chance for every
line-up that plays it. A deal is one observation, whatever is averaged over its seats.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kagemusha.core.game import Game
from kagemusha.core.state import State
from kagemusha.players.fast import teams
from kagemusha.search.policy import Policy, play_games

Results = NDArray[np.float64]               # one number for each deal


@dataclass(frozen=True)
class Estimate:
    """A mean with half the width of its 95 % interval."""

    mean: float
    half: float


def estimate(values: Results) -> Estimate:
    return Estimate(float(values.mean()), float(1.96 * values.std(ddof=1) / np.sqrt(len(values))))


def dealt(game: Game, deals: int, seed: int) -> Iterator[tuple[int, State]]:
    for deal in range(deals):
        yield deal, game.new_initial_state(seed=(seed << 32) + deal)


def returns(root: State, table: Sequence[Policy], deal: int) -> list[float]:
    return play_games(root, table, 1, deal)[1]


def by_deal(game: Game, deals: int, seed: int, work: Callable[[State, int], float]) -> Results:
    return np.array([work(root, deal) for deal, root in dealt(game, deals, seed)])


def examined(game: Game, policy: Policy, others: Policy, deals: int, seed: int) -> Results:
    """What a seat wins that plays by one policy among others, each seat in its turn."""
    seats = range(game.players)
    tables = [[policy if seat == one else others for seat in seats] for one in seats]

    def one_by_one(root: State, deal: int) -> float:
        if policy is others:
            return float(np.mean(returns(root, tables[0], deal)))
        return float(np.mean([returns(root, tables[one], deal)[one] for one in seats]))

    return by_deal(game, deals, seed, one_by_one)


def team_gain(
    game: Game, team: int, policy: Policy, others: Policy, deals: int, seed: int
) -> tuple[Results, Results]:
    """What a whole team wins at a table of the others, and what it gains by the policy."""
    wins, gains = [], []
    for deal, root in dealt(game, deals, seed):
        numbers = teams(root)
        if team not in numbers:
            continue
        one = numbers.index(team)
        base = returns(root, [others] * game.players, deal)[one]
        table = [policy if number == team else others for number in numbers]
        wins.append(base)
        gains.append(returns(root, table, deal)[one] - base)
    return np.array(wins), np.array(gains)


def half_table(game: Game, policy: Policy, others: Policy, deals: int, seed: int) -> Results:
    """The wins of every second seat together, at both of the tables that there are."""

    def both(root: State, deal: int) -> float:
        won = 0.0
        for parity in (0, 1):
            table = [policy if seat % 2 == parity else others for seat in range(game.players)]
            won += sum(returns(root, table, deal)[parity::2])
        return won / 2

    return by_deal(game, deals, seed, both)


def in_team(
    game: Game, team: int, policies: Sequence[Policy], others: Policy, deals: int, seed: int
) -> list[Results]:
    """What the team of one seat wins with each policy in that seat, the others being equal."""
    results: list[list[float]] = [[] for _ in policies]
    for deal, root in dealt(game, deals, seed):
        one = teams(root).index(team)
        for policy, found in zip(policies, results, strict=True):
            table = [policy if seat == one else others for seat in range(game.players)]
            found.append(returns(root, table, deal)[one])
    return [np.array(found) for found in results]
