"""Ratings from all results at once: a Plackett-Luce model with effects of seat and role.

A game has winners (the seats with the highest return, be it one rival or a whole team) and
losers; among either nothing is ranked. Each seat has a strength, the sum of the ratings of its
agent, its place and its role. Given that k seats win, a group of k wins in proportion to the
product of exp(strength) of its members. For one winner that is Plackett-Luce (of two players:
Bradley-Terry); for teams it is its form for tied places, which favours nobody among the tied.

Every rating has a normal prior around 0 with a standard deviation of 1000 Elo. Beside a few
dozen games it has no say; but without it an agent that won all its games would be infinitely
strong, and a role that wins no more than a seat could not be told from it.

Intervals come from a bootstrap over deal sets. In each resample the centre of the prior is drawn
from the prior as well: where the games are silent the interval is as wide as the prior.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.intervals import CONFIDENCE, percentile_interval
from kagemusha.arena.sprt import ELO_PER_NAT

Floats = NDArray[np.float64]

# Of one game, by seat: agents, returns, and roles (empty where a game has none).
Finish = tuple[Sequence[int], Sequence[float], Sequence[str]]

MOST_NAMES = 256        # agents and roles are stored as bytes
PRIOR_SD = 1000 / ELO_PER_NAT
RESAMPLES = 300
MOST_STEPS = 100
# Squared distance to the summit, in standard deviations: that of a resample need not be exact.
TOLERANCE = 1e-12
ROUGH_TOLERANCE = 1e-4


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in Elo with its interval. The mean over all agents (seats, roles) is 0."""

    rating: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """The fit."""

    agents: list[Rating]
    seats: list[Rating]
    roles: dict[str, Rating]
    superiority: list[list[float]]      # [i][j]: probability that agent i is better than agent j


class Finishes:
    """Who won, game by game. Games alike in agents, roles and winners are stored once."""

    def __init__(self, agents: int, seats: int) -> None:
        if not 1 <= agents <= MOST_NAMES:
            raise ArenaError(f"ratings are for 1 to {MOST_NAMES} agents, not {agents}")
        self.agents = agents
        self.seats = seats
        self.roles: dict[str, int] = {}
        self._patterns: dict[bytes, int] = {}
        self._pattern_of_game = array("I")
        self._set_of_game = array("I")
        self.sets = 0

    def add_set(self, games: Iterable[Finish]) -> None:
        """Take in the games of one set."""
        for agents, returns, roles in games:
            if not len(agents) == len(returns) == self.seats:
                raise ArenaError(f"a game with {len(agents)} seats among games with {self.seats}")
            best = max(returns)
            numbers = [self._role_number(role) for role in roles] if roles else [0] * self.seats
            key = bytes([*agents, *numbers, *(value == best for value in returns)])
            self._pattern_of_game.append(self._patterns.setdefault(key, len(self._patterns)))
            self._set_of_game.append(self.sets)
        self.sets += 1

    def add_block(
        self,
        sets: NDArray[np.int64],
        agents: NDArray[np.int64],
        returns: Floats,
        roles: NDArray[np.int64],
        role_numbers: Mapping[str, int],
    ) -> None:
        """Take in many sets: of each game its set (from 0), by seat its agents, returns, roles.

        Role 0 is that of seats without one.
        """
        named = {number: role for role, number in role_numbers.items() if number > 0}
        own = np.array(
            [0, *(self._role_number(named[number]) for number in range(1, len(named) + 1))]
        )
        won = returns == returns.max(axis=1, keepdims=True)
        rows = np.concatenate([agents, own[roles], won], axis=1).astype(np.uint8)
        text, width = rows.tobytes(), rows.shape[1]
        for start in range(0, len(text), width):
            key = text[start : start + width]
            self._pattern_of_game.append(self._patterns.setdefault(key, len(self._patterns)))
        self._set_of_game.extend((self.sets + sets).tolist())
        self.sets += int(sets[-1]) + 1

    def _role_number(self, role: str) -> int:
        known = self.roles.get(role)
        if known is not None:
            return known
        if len(self.roles) == MOST_NAMES:
            raise ArenaError(f"ratings are for at most {MOST_NAMES} roles")
        self.roles[role] = len(self.roles)
        return self.roles[role]

    def design(self) -> "Design":
        return Design(
            np.frombuffer(b"".join(self._patterns), dtype=np.uint8).reshape(-1, 3, self.seats),
            num_agents=self.agents,
            num_roles=max(1, len(self.roles)),
        )

    def weights(self, set_weights: Floats) -> Floats:
        """How often each pattern occurs if each set counts with its weight."""
        of_game = np.frombuffer(self._pattern_of_game, dtype=np.uint32)
        weights = set_weights[np.frombuffer(self._set_of_game, dtype=np.uint32)]
        sums: Floats = np.bincount(of_game, weights, len(self._patterns)).astype(np.float64)
        return sums


class Design:
    """Patterns of games as the columns of a regression: agents, then seats, then roles."""

    def __init__(self, patterns: NDArray[np.uint8], *, num_agents: int, num_roles: int) -> None:
        games, _, seats = patterns.shape
        self.seats = slice(num_agents, num_agents + seats)
        self.roles = slice(self.seats.stop, self.seats.stop + num_roles)
        self.size = self.roles.stop
        self.won = patterns[:, 2].astype(bool)
        self.matrix = np.zeros((games, seats, self.size))
        game, seat = np.indices((games, seats))
        self.matrix[game, seat, patterns[:, 0]] = 1
        self.matrix[game, seat, num_agents + seat] = 1
        self.matrix[game, seat, self.seats.stop + patterns[:, 1].astype(np.int64)] = 1

    def fit(
        self, weights: Floats, centre: Floats, start: Floats, tolerance: float = TOLERANCE
    ) -> Floats:
        """The most probable parameters (in nats), by Newton's method.

        The posterior is strictly concave, so a step that raises it leads to the one summit.
        """
        parameters = start
        value, slope, curvature = self._posterior(parameters, weights, centre)
        for _ in range(MOST_STEPS):
            step = np.linalg.solve(curvature, slope)
            if slope @ step < tolerance:
                return parameters
            shrink = 1.0
            while True:
                moved = self._posterior(parameters + shrink * step, weights, centre)
                if moved[0] >= value + 1e-4 * shrink * (slope @ step) or shrink < 1e-6:
                    break
                shrink /= 2
            parameters = parameters + shrink * step
            value, slope, curvature = moved
        raise ArenaError(f"the ratings did not settle in {MOST_STEPS} steps")

    def _posterior(
        self, parameters: Floats, weights: Floats, centre: Floats
    ) -> tuple[float, Floats, Floats]:
        """Its logarithm, its gradient, and the negative of its second derivatives."""
        strengths = self.matrix @ parameters
        likelihood, expected, covariance = winner_moments(strengths, self.won)
        # By einsum: matrix products of this shape make BLAS start threads that cost more than
        # they save, and more still when workers are busy on every core.
        slope = np.einsum("gs,gsp->p", weights[:, None] * (self.won - expected), self.matrix)
        inner = np.einsum("gst,gtp->gsp", weights[:, None, None] * covariance, self.matrix)
        curvature = np.einsum("gsp,gsq->pq", self.matrix, inner)
        pull = (parameters - centre) / PRIOR_SD**2
        value = float(weights @ likelihood - 0.5 * PRIOR_SD**2 * (pull @ pull))
        return value, slope - pull, curvature + np.eye(self.size) / PRIOR_SD**2


def winner_moments(strengths: Floats, won: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    """Of each game: log-likelihood of its winners, chance of each seat to win, and covariances."""
    games, seats = strengths.shape
    likelihood = np.empty(games)
    expected = np.empty((games, seats))
    both = np.empty((games, seats, seats))
    winners = won.sum(axis=1)
    for size in np.unique(winners).tolist():
        alike = winners == size
        members = np.array(
            [[seat in group for seat in range(seats)] for group in combinations(range(seats), size)],
            dtype=np.float64,
        )
        logits = strengths[alike] @ members.T
        top = logits.max(axis=1, keepdims=True)
        chances = np.exp(logits - top)
        total = chances.sum(axis=1, keepdims=True)
        chances /= total
        shared = (members[:, :, None] * members[:, None, :]).reshape(len(members), -1)
        expected[alike] = chances @ members
        both[alike] = (chances @ shared).reshape(-1, seats, seats)
        own = (strengths[alike] * won[alike]).sum(axis=1)
        likelihood[alike] = own - top[:, 0] - np.log(total[:, 0])
    return likelihood, expected, both - expected[:, :, None] * expected[:, None, :]


def fit_ratings(
    finishes: Finishes,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Ratings:
    """Ratings of the agents, seats and roles over all games. The seed is that of the bootstrap."""
    if finishes.sets == 0:
        raise ArenaError("there are no games to rate")
    design = finishes.design()
    zero = np.zeros(design.size)
    best = design.fit(finishes.weights(np.ones(finishes.sets)), zero, zero)
    rng = np.random.default_rng(seed)
    draws = np.empty((resamples, design.size))
    for number in range(resamples):
        chosen = rng.integers(finishes.sets, size=finishes.sets)
        weights = finishes.weights(np.bincount(chosen, minlength=finishes.sets).astype(float))
        centre = rng.normal(0.0, PRIOR_SD, design.size)
        draws[number] = design.fit(weights, centre, best, ROUGH_TOLERANCE)

    def rated(columns: slice) -> list[Rating]:
        return in_elo(best[columns], draws[:, columns], confidence)

    agents = slice(0, finishes.agents)
    return Ratings(
        agents=rated(agents),
        seats=rated(design.seats),
        roles=dict(zip(finishes.roles, rated(design.roles), strict=False)),
        superiority=superiority(draws[:, agents]),
    )


def in_elo(best: Floats, draws: Floats, confidence: float) -> list[Rating]:
    if best.size == 0:
        return []
    centred = ELO_PER_NAT * (best - best.mean())
    spread = ELO_PER_NAT * (draws - draws.mean(axis=1, keepdims=True))
    ratings = []
    for column, rating in enumerate(centred.tolist()):
        if len(draws) == 0:
            ratings.append(Rating(rating, rating, rating))
            continue
        limits = percentile_interval(rating, spread[:, column], confidence=confidence)
        ratings.append(Rating(rating, min(rating, limits.low), max(rating, limits.high)))
    return ratings


def superiority(draws: Floats) -> list[list[float]]:
    """The share of draws in which the row is above the column; equals count half."""
    if len(draws) == 0:
        return [[0.5] * draws.shape[1] for _ in range(draws.shape[1])]
    above = draws[:, :, None] > draws[:, None, :]
    equal = draws[:, :, None] == draws[:, None, :]
    shares: list[list[float]] = (above + 0.5 * equal).mean(axis=0).tolist()
    return shares
