"""Counts the games of a run: all that its tables show.

Means are over deal sets, for games of one set are not independent: in each set the mean return
of an agent (in a role, as a character, in a seat), and then the mean over the sets in which it
had such a seat. Sets are folded in blocks, in the order in which they are given; memory grows
with the number of agents, roles and characters, and by what the ratings need for each game.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kagemusha.arena.columns import SetColumns, columns_of
from kagemusha.arena.errors import ArenaError
from kagemusha.arena.intervals import (
    CONFIDENCE,
    Interval,
    Running,
    mean_interval,
    uplift_interval,
)
from kagemusha.arena.ratings import Finishes
from kagemusha.arena.records import GameRecord

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BLOCK = 256                     # sets folded at a time
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
    """Sets that wait to be folded, a column for each thing known of their seats."""

    def __init__(self) -> None:
        self.sets = 0
        self.set_of_game: list[int] = []
        self.agents: list[Sequence[int]] = []
        self.returns: list[Sequence[float]] = []
        self.roles: list[Sequence[int]] = []
        self.characters: list[Sequence[int]] = []
        # Decisions, iterations and seconds, in the rows (games) that have them.
        self.work: tuple[list[Sequence[float]], ...] = ([], [], [])
        self.rows_of_work: tuple[list[int], ...] = ([], [], [])

    def add(self, columns: SetColumns, counts: "Counts") -> None:
        games = len(columns.agents)
        nothing = [[0] * counts.seats] * games
        self.set_of_game += [self.sets] * games
        self.agents += columns.agents
        self.returns += columns.returns
        self.roles += numbered(columns.roles, counts.role_numbers) or nothing
        self.characters += numbered(columns.characters, counts.character_numbers) or nothing
        first = len(self.set_of_game) - games
        given = (columns.decisions, columns.iterations, columns.seconds)
        for work, rows, new in zip(self.work, self.rows_of_work, given, strict=True):
            if new is not None:
                work += new
                rows += range(first, first + games)
        self.sets += 1

    def arrays(self) -> "Arrays":
        return Arrays(
            np.array(self.set_of_game, dtype=np.int64),
            np.array(self.agents, dtype=np.int64),
            np.array(self.returns, dtype=np.float64),
            np.array(self.roles, dtype=np.int64),
            np.array(self.characters, dtype=np.int64),
        )


class Arrays(NamedTuple):
    """The set of each game, and what its seats are, one row for each game."""

    sets: Ints
    agents: Ints
    returns: Floats
    roles: Ints
    characters: Ints


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

    def fold(self, block: Block, arrays: Arrays, baseline: int | None) -> None:
        sets, agents, returns = arrays[:3]
        self._fold_means(arrays)
        self._fold_meetings(agents, returns)
        for row, (work, rows) in enumerate(zip(block.work, block.rows_of_work, strict=True)):
            if work:
                of_agents = agents[rows].ravel()
                spent = np.array(work, dtype=np.float64).ravel()
                self._work[row] += np.bincount(of_agents, spent, minlength=self.agents)
        if baseline is not None:
            for agent in range(self.agents):
                if agent != baseline:
                    for value in paired_differences(sets, agents, returns, agent, baseline):
                        self.differences[agent].add(value)

    def _fold_means(self, arrays: Arrays) -> None:
        sets = np.repeat(arrays.sets, self.seats)
        agents, returns = arrays.agents.ravel(), arrays.returns.ravel()
        nothing = np.zeros_like(sets)
        seats = np.arange(sets.size) % self.seats
        roles, characters = arrays.roles.ravel(), arrays.characters.ravel()
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
        shape = self._meetings.shape
        for seat in range(self.seats):
            for other in range(self.seats):
                if seat != other:
                    compared = np.sign(returns[:, other] - returns[:, seat]).astype(int) + 1
                    cells = (compared * self.agents + agents[:, seat]) * self.agents
                    cells += agents[:, other]
                    found = np.bincount(cells, minlength=self._meetings.size)
                    self._meetings += found.reshape(shape)


class Tally:
    """Counts sets one by one. `baseline` is the agent that uplifts are measured against."""

    def __init__(self, agents: int, seats: int, *, baseline: int | None = None) -> None:
        if baseline is not None and not 0 <= baseline < agents:
            raise ArenaError(f"there is no agent {baseline}: agents are 0 to {agents - 1}")
        self.baseline = baseline
        self._finishes = Finishes(agents, seats)
        self._counts = Counts(agents, seats)
        self._block = Block()

    def add_set(self, games: Sequence[GameRecord]) -> None:
        """Take in the games of one set. Timings are summed, but change nothing else."""
        check_games(games, self._counts)
        self.add_columns(columns_of(games))

    def add_columns(self, columns: SetColumns) -> None:
        """The same for a set that is known to fit."""
        counts = self._counts
        for agent in columns.forfeits:
            counts.forfeits[agent] += 1
        counts.games += len(columns.agents)
        counts.sets += 1
        self._block.add(columns, counts)
        if self._block.sets == BLOCK:
            arrays = self._block.arrays()
            counts.fold(self._block, arrays, self.baseline)
            self._finishes.add_block(*arrays[:4], counts.role_numbers)
            self._block = Block()

    @property
    def finishes(self) -> Finishes:
        """Who won, game by game, for the ratings."""
        copy = deepcopy(self._finishes)
        if self._block.sets:
            copy.add_block(*self._block.arrays()[:4], self._counts.role_numbers)
        return copy

    def counts(self) -> Counts:
        """The tables as they stand.

        The block under way is folded into a copy: if looking ended it, later sums would be rounded
        otherwise than those of a run that nobody looked at.
        """
        copy = deepcopy(self._counts)
        if self._block.sets:
            copy.fold(self._block, self._block.arrays(), self.baseline)
        return copy


def check_games(games: Sequence[GameRecord], counts: Counts) -> None:
    if not games:
        raise ArenaError("a set without games cannot be counted")
    for game in games:
        if len(game.agents) != counts.seats or not 0 <= max(game.agents) < counts.agents:
            raise ArenaError(
                f"game {game.game_index} of set {game.set_index} does not fit: the tally is of "
                f"{counts.agents} agents in {counts.seats} seats"
            )


def numbered(
    names_by_game: Sequence[Sequence[str]] | None, numbers: dict[str, int]
) -> list[list[int]] | None:
    """Names as numbers, new ones added. Games of one deal often share one list."""
    if names_by_game is None:
        return None
    last: Sequence[str] | None = None
    found: list[list[int]] = []
    for names in names_by_game:
        if names is last:
            found.append(found[-1])
            continue
        found.append([numbers.setdefault(name, len(numbers)) for name in names])
        last = names
    return found


def paired_differences(
    sets: Ints, agents: Ints, returns: Floats, examined: int, baseline: int
) -> list[float]:
    """What `paired_means` says of each set in which the two shared a seat, as differences."""
    number = int(sets[-1]) + 1
    undisturbed = (agents == baseline).all(axis=1)
    has_undisturbed = np.bincount(sets, weights=undisturbed, minlength=number) > 0
    counted = undisturbed | ~has_undisturbed[sets]
    own, had_own = seat_means(sets, agents == examined, returns, number)
    other, had_other = seat_means(sets, (agents == baseline) & counted[:, None], returns, number)
    shared = had_own & had_other
    count = shared.sum(axis=1)
    total = np.where(shared, own - other, 0.0).sum(axis=1)
    differences: list[float] = (total[count > 0] / count[count > 0]).tolist()
    return differences


def seat_means(
    sets: Ints, chosen: NDArray[np.bool_], returns: Floats, number: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """Mean return by set and seat over the chosen ones, and whether there were any."""
    seats = returns.shape[1]
    place = (sets[:, None] * seats + np.arange(seats))[chosen]
    size = number * seats
    counts = np.bincount(place, minlength=size).reshape(number, seats)
    sums = np.bincount(place, weights=returns[chosen], minlength=size).reshape(number, seats)
    return sums / np.maximum(counts, 1), counts > 0
