"""Counts the games of a run: all that its tables show.

Means are over deal sets, for games of one set are not independent: in each set the mean return
of an agent (in a role, as a character, in a seat), and then the mean over the sets in which it
had such a seat. Sets are folded in blocks, in the order in which they are given; memory grows
with the number of agents, roles and characters, and by what the ratings need for each game.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.intervals import (
    CONFIDENCE,
    Interval,
    Running,
    mean_interval,
    uplift_interval,
)
from kagemusha.arena.pairing import paired_means
from kagemusha.arena.ratings import Finishes
from kagemusha.arena.records import GameRecord

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BLOCK = 64                      # sets folded at a time
EVERYBODY = -1                  # as an agent: all of them together
NAMELESS = ""                   # the role or character of seats that have none

CROSSTABLE_COUNTS = (
    "pairs of seats in the same game, one of the row's agent and one of the column's: "
    "how often the row's seat had the higher return, the same, or the lower"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: results of an agent, perhaps only those in one role, character or seat."""

    games: int                  # seats it had, over all games: a game with three of them counts 3
    sets: int
    win_rate: Interval


@dataclass(frozen=True, slots=True)
class Work:
    """What an agent's play cost. Forfeits are games, the rest is summed over its seats."""

    games: int = 0
    forfeits: int = 0
    decisions: int = 0
    iterations: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Meeting:
    """A cell of the crosstable, see CROSSTABLE_COUNTS."""

    higher: int
    same: int
    lower: int


@dataclass(slots=True)
class Grid:
    """Running means over sets, for each agent and key (a role, say)."""

    agents: int
    games: Ints = field(init=False)
    sets: Ints = field(init=False)
    mean: Floats = field(init=False)
    squares: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.games = np.zeros((self.agents, 0), dtype=np.int64)
        self.sets = np.zeros((self.agents, 0), dtype=np.int64)
        self.mean = np.zeros((self.agents, 0))
        self.squares = np.zeros((self.agents, 0))

    def fold(self, sets: Ints, agents: Ints, keys: Ints, returns: Floats, width: int) -> None:
        """Take in seats: the set of each (from 0), its agent, its key below `width`, its return."""
        self._widen(width)
        cells = self.agents * width
        place = sets * cells + agents * width + keys
        size = (int(sets.max()) + 1) * cells
        shape = (-1, self.agents, width)
        counts = np.bincount(place, minlength=size).reshape(shape)
        sums = np.bincount(place, weights=returns, minlength=size).reshape(shape)
        there = counts > 0
        means = np.divide(sums, counts, out=np.zeros_like(sums), where=there)
        self.games += counts.sum(axis=0)
        self._merge(there.sum(axis=0), means, there)

    def _widen(self, width: int) -> None:
        if width == self.games.shape[1]:
            return
        more = ((0, 0), (0, width - self.games.shape[1]))
        self.games, self.sets = np.pad(self.games, more), np.pad(self.sets, more)
        self.mean, self.squares = np.pad(self.mean, more), np.pad(self.squares, more)

    def _merge(self, count: Ints, values: Floats, there: NDArray[np.bool_]) -> None:
        """The step of Running.merge, for all cells at once."""
        mean = values.sum(axis=0) / np.maximum(count, 1)
        squares = (np.where(there, values - mean, 0.0) ** 2).sum(axis=0)
        total = np.maximum(self.sets + count, 1)
        change = mean - self.mean
        self.squares += squares + change**2 * self.sets * count / total
        self.mean += change * count / total
        self.sets += count

    def line(self, agent: int, key: int, confidence: float) -> Line:
        if key >= self.games.shape[1]:
            return Line(0, 0, mean_interval(Running(), confidence=confidence))
        running = Running(
            int(self.sets[agent, key]),
            float(self.mean[agent, key]),
            float(self.squares[agent, key]),
        )
        games = int(self.games[agent, key])
        return Line(games, running.count, mean_interval(running, confidence=confidence))


class Block:
    """Seats of games that wait to be folded, a column for each thing known of them."""

    def __init__(self) -> None:
        self.sets = 0
        self.set_of_game: list[int] = []
        self.agents: list[int] = []
        self.returns: list[float] = []
        self.roles: list[int] = []
        self.characters: list[int] = []
        self.decisions: list[int] = []
        self.iterations: list[int] = []
        self.seconds: list[float] = []

    def add_set(self, games: Sequence[GameRecord], counts: "Counts") -> None:
        nothing = [0] * counts.seats
        for game in games:
            self.set_of_game.append(self.sets)
            self.agents += game.agents
            self.returns += game.returns
            self.roles += numbered(game.roles, counts.role_numbers) or nothing
            self.characters += numbered(game.characters, counts.character_numbers) or nothing
            self.decisions += game.decisions or nothing
            self.iterations += game.iterations or nothing
            self.seconds += game.seconds or nothing
        self.sets += 1


class Counts:
    """The tables: numbers of what was folded."""

    def __init__(self, agents: int, seats: int) -> None:
        self.agents = agents
        self.seats = seats
        self.games = 0
        self.sets = 0
        # Number 0 is for games that have none.
        self.role_numbers = {NAMELESS: 0}
        self.character_numbers = {NAMELESS: 0}
        self.forfeits = [0] * agents
        self.differences = [Running() for _ in range(agents)]
        self._work = np.zeros((3, agents))          # decisions, iterations, seconds
        self._meetings = np.zeros((3, agents, agents), dtype=np.int64)
        self._by_agent = Grid(agents)
        self._by_seat, self._all_by_seat = Grid(agents), Grid(1)
        self._by_role, self._all_by_role = Grid(agents), Grid(1)
        self._by_character, self._all_by_character = Grid(agents), Grid(1)

    @property
    def roles(self) -> list[str]:
        return sorted(self.role_numbers.keys() - {NAMELESS})

    @property
    def characters(self) -> list[str]:
        return sorted(self.character_numbers.keys() - {NAMELESS})

    def agent(self, agent: int, *, confidence: float = CONFIDENCE) -> Line:
        return self._by_agent.line(agent, 0, confidence)

    def seat(self, agent: int, seat: int, *, confidence: float = CONFIDENCE) -> Line:
        if agent == EVERYBODY:
            return self._all_by_seat.line(0, seat, confidence)
        return self._by_seat.line(agent, seat, confidence)

    def role(self, agent: int, role: str, *, confidence: float = CONFIDENCE) -> Line:
        number = self.role_numbers[role]
        if agent == EVERYBODY:
            return self._all_by_role.line(0, number, confidence)
        return self._by_role.line(agent, number, confidence)

    def character(self, agent: int, character: str, *, confidence: float = CONFIDENCE) -> Line:
        number = self.character_numbers[character]
        if agent == EVERYBODY:
            return self._all_by_character.line(0, number, confidence)
        return self._by_character.line(agent, number, confidence)

    def uplift(self, agent: int, *, confidence: float = CONFIDENCE) -> Interval | None:
        """What the agent wins more than the baseline in the same seats of the same deals."""
        if self.differences[agent].count == 0:
            return None
        return uplift_interval(self.differences[agent], confidence=confidence)

    def meeting(self, row: int, column: int) -> Meeting:
        higher, same, lower = self._meetings[:, row, column].tolist()
        return Meeting(higher, same, lower)

    def work(self, agent: int) -> Work:
        decisions, iterations, seconds = self._work[:, agent].tolist()
        games = self._by_agent.line(agent, 0, CONFIDENCE).games
        return Work(games, self.forfeits[agent], int(decisions), int(iterations), seconds)

    def fold(self, block: Block) -> None:
        if block.sets == 0:
            return
        agents = np.array(block.agents, dtype=np.int64)
        returns = np.array(block.returns)
        self._fold_means(block, agents, returns)
        self._fold_meetings(agents.reshape(-1, self.seats), returns.reshape(-1, self.seats))
        work = np.array([block.decisions, block.iterations, block.seconds])
        for row, column in enumerate(work):
            self._work[row] += np.bincount(agents, weights=column, minlength=self.agents)

    def _fold_means(self, block: Block, agents: Ints, returns: Floats) -> None:
        sets = np.repeat(np.array(block.set_of_game, dtype=np.int64), self.seats)
        nothing = np.zeros_like(sets)
        seats = np.arange(sets.size) % self.seats
        roles, characters = np.array(block.roles), np.array(block.characters)
        num_roles, num_characters = len(self.role_numbers), len(self.character_numbers)
        for own, everybody, keys, width in (
            (self._by_agent, None, nothing, 1),
            (self._by_seat, self._all_by_seat, seats, self.seats),
            (self._by_role, self._all_by_role, roles, num_roles),
            (self._by_character, self._all_by_character, characters, num_characters),
        ):
            own.fold(sets, agents, keys, returns, width)
            if everybody is not None:
                everybody.fold(sets, nothing, keys, returns, width)

    def _fold_meetings(self, agents: Ints, returns: Floats) -> None:
        """Pairs of different seats, each counted from both sides."""
        for seat in range(self.seats):
            for other in range(self.seats):
                if seat != other:
                    compared = np.sign(returns[:, other] - returns[:, seat]).astype(int) + 1
                    np.add.at(self._meetings, (compared, agents[:, seat], agents[:, other]), 1)


class Tally:
    """Counts sets one by one. `baseline` is the agent that uplifts are measured against."""

    def __init__(self, agents: int, seats: int, *, baseline: int | None = None) -> None:
        if baseline is not None and not 0 <= baseline < agents:
            raise ArenaError(f"there is no agent {baseline}: agents are 0 to {agents - 1}")
        self.baseline = baseline
        self.finishes = Finishes(agents, seats)
        self._counts = Counts(agents, seats)
        self._block = Block()

    def add_set(self, games: Sequence[GameRecord]) -> None:
        """Take in the games of one set. Timings are summed, but change nothing else."""
        counts = self._counts
        check_games(games, counts)
        for game in games:
            if game.forfeit is not None:
                counts.forfeits[game.agents[game.forfeit.seat]] += 1
        if self.baseline is not None:
            self._add_differences(games, self.baseline)
        self.finishes.add_set((game.agents, game.returns, game.roles or ()) for game in games)
        counts.games += len(games)
        counts.sets += 1
        self._block.add_set(games, counts)
        if self._block.sets == BLOCK:
            counts.fold(self._block)
            self._block = Block()

    def counts(self) -> Counts:
        """The tables as they stand.

        The block under way is folded into a copy: if looking ended it, later sums would be rounded
        otherwise than those of a run that nobody looked at.
        """
        copy = deepcopy(self._counts)
        copy.fold(self._block)
        return copy

    def _add_differences(self, games: Sequence[GameRecord], baseline: int) -> None:
        present = set(chain.from_iterable(game.agents for game in games))
        for agent in sorted(present - {baseline}):
            means = paired_means(games, agent, baseline)
            if means is not None:
                self._counts.differences[agent].add(means[0] - means[1])


def check_games(games: Sequence[GameRecord], counts: Counts) -> None:
    if not games:
        raise ArenaError("a set without games cannot be counted")
    for game in games:
        if len(game.agents) != counts.seats or not 0 <= max(game.agents) < counts.agents:
            raise ArenaError(
                f"game {game.game_index} of set {game.set_index} does not fit: the tally is of "
                f"{counts.agents} agents in {counts.seats} seats"
            )


def numbered(names: Sequence[str] | None, numbers: dict[str, int]) -> list[int] | None:
    if names is None:
        return None
    return [numbers.setdefault(name, len(numbers)) for name in names]
