"""Which agents sit where, and on which deal.

The unit is the deal set: one deal, played several times with the agents in other seats, so that
seat, role and luck of the deal cancel. A set is a function of the schedule and of its index
alone: nothing is stored, and results do not depend on the order in which sets are played.

Within a set every seat keeps its player seed. An agent that meets itself therefore plays the
same game each time, and a set of identical agents is an exact draw.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations
from math import gcd
from typing import Literal, NamedTuple, get_args

import numpy as np

from kagemusha.arena.errors import ArenaError

Format = Literal["round-robin", "gauntlet", "ab", "ladder"]
Assignment = Literal["cycle", "one", "half", "teams"]
FORMATS: tuple[Format, ...] = get_args(Format)
ASSIGNMENTS: tuple[Assignment, ...] = get_args(Assignment)
USUAL_ASSIGNMENT: dict[Format, Assignment] = {
    "round-robin": "cycle",
    "gauntlet": "half",
    "ab": "half",
    "ladder": "half",
}

Seatings = tuple[tuple[int, ...], ...]          # of each game, the agent of every seat

# The team of every seat, for the seed of a deal.
Teams = Callable[[int], Sequence[Hashable]]

DEALS = 0                       # what random words are for; part of their key
WORDS_AT_A_TIME = 64            # sets


class Lineup(NamedTuple):
    """One game to play. Agents are numbers: places in the list of agents of the run."""

    deal_seed: int
    agents_by_seat: tuple[int, ...]
    player_seeds: tuple[int, ...]


class DealSet(NamedTuple):
    """The games on one deal."""

    index: int
    lineups: tuple[Lineup, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The deal sets of a run, made when asked for.

    The format says who meets: `round-robin` everybody, `gauntlet` the first agent each other
    one, `ab` the first two, `ladder` each agent the one before it. The assignment says how
    they share the seats:

    * `cycle`: the agents in a row around the table, turned through all the seats;
    * `one`: the examined agent in each seat in turn with the baseline in all the others, and
      the same deal with the baseline everywhere;
    * `half`: half the seats each, drawn by lot, and again with the seats exchanged;
    * `teams`: each team of the deal in turn to one agent, all others to its rival, and exchanged.

    With `cycle` a round-robin seats all agents together, or balanced line-ups of them; with the
    other assignments, and in the other formats, agents meet in pairs (examined, baseline).
    """

    seats: int
    agents: int
    seed: int = 0
    format: Format = "round-robin"
    assignment: Assignment | None = None
    teams: Teams | None = None
    # The pairs (examined, baseline) in the order in which they meet; at one table just one.
    pairs: list[tuple[int, int]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise ArenaError(f"there is no format {self.format!r}: {', '.join(FORMATS)}")
        if self.assignment is None:
            object.__setattr__(self, "assignment", USUAL_ASSIGNMENT[self.format])
        if self.assignment not in ASSIGNMENTS:
            allowed = ", ".join(ASSIGNMENTS)
            raise ArenaError(f"there is no assignment {self.assignment!r}: {allowed}")
        if self.seats < 2:
            raise ArenaError(f"a table has at least 2 seats, not {self.seats}")
        if self.seed < 0:
            raise ArenaError(f"a seed is 0 or more, not {self.seed}")
        if self.format == "ab" and self.agents != 2:
            raise ArenaError(f"format ab compares 2 agents, not {self.agents}")
        if self.agents < (1 if self._is_one_table() else 2):
            raise ArenaError(f"format {self.format} needs more agents than {self.agents}")
        if self.assignment == "teams" and self.teams is None:
            raise ArenaError("assignment teams has to be told the team of each seat")
        object.__setattr__(self, "pairs", self._pairs())

    def __iter__(self) -> Iterator[DealSet]:
        """All sets, without end."""
        return self.sets()

    def sets(self, start: int = 0, stop: int | None = None) -> Iterator[DealSet]:
        index = start
        while stop is None or index < stop:
            yield self.deal_set(index)
            index += 1

    def count_games(self, sets: int) -> int:
        return sum(len(deal_set.lineups) for deal_set in self.sets(stop=sets))

    @property
    def period(self) -> int:
        """After each multiple of so many sets all agents have had equal shares."""
        group = self.agents if self._is_one_table() else 2
        turns = turns_of(group, self.seats) if self.assignment == "cycle" else 1
        return turns * len(self.pairs)

    def deal_set(self, index: int) -> DealSet:
        """The set with that index, from 0."""
        if index < 0:
            raise ArenaError(f"sets are counted from 0, there is no set {index}")
        words = self._words(index)
        deal_seed, player_seeds = words[0], tuple(words[1 : 1 + self.seats])
        seatings = self._seatings(index, deal_seed)
        return DealSet(
            index, tuple([Lineup(deal_seed, seating, player_seeds) for seating in seatings])
        )

    def _words(self, index: int) -> list[int]:
        """The random words of a set: the deal, a seed for each seat, and lots."""
        block, place = divmod(index, WORDS_AT_A_TIME)
        return words_of_block(self.seed, block, 1 + self.seats + max(self.seats, self.agents))[place]

    def _lots(self, index: int, count: int) -> list[int]:
        return self._words(index)[1 + self.seats :][:count]

    def _is_one_table(self) -> bool:
        return self.format == "round-robin" and self.assignment == "cycle"

    def _pairs(self) -> list[tuple[int, int]]:
        if self._is_one_table() or self.format == "ab":
            return [(0, 1)]
        if self.format == "gauntlet":
            return [(0, other) for other in range(1, self.agents)]
        if self.format == "ladder":
            return [(lower + 1, lower) for lower in range(self.agents - 1)]
        if self.assignment == "one":
            return list(permutations(range(self.agents), 2))
        return list(combinations(range(self.agents), 2))

    def _seatings(self, index: int, deal_seed: int) -> Seatings:
        """The seatings of a set, each once."""
        turn, number = divmod(index, len(self.pairs))
        examined, baseline = self.pairs[number]
        if self.assignment == "one":
            return one_against_the_table(examined, baseline, self.seats)
        if self.assignment == "half":
            return half_and_half(examined, baseline, self._lots(index, self.seats))
        if self.assignment == "teams":
            assert self.teams is not None
            return whole_teams(examined, baseline, self._checked_teams(self.teams(deal_seed)))
        group = list(range(self.agents)) if self._is_one_table() else [examined, baseline]
        place = turn % turns_of(len(group), self.seats)
        first = index - place * len(self.pairs)         # the set in which this order began
        return rotations(self._row(by_lot(group, self._lots(first, len(group))), place))

    def _row(self, order: list[int], place: int) -> tuple[int, ...]:
        """As many of the group as there are seats, going on where the last turn stopped.

        Their order is drawn anew whenever everybody has had the same number of seats.
        """
        repeated = order * (2 + self.seats // len(order))
        start = place * self.seats % len(order)
        return tuple(repeated[start : start + self.seats])

    def _checked_teams(self, teams: Sequence[Hashable]) -> Sequence[Hashable]:
        if len(teams) != self.seats:
            raise ArenaError(f"{len(teams)} teams were named for {self.seats} seats")
        return teams


def turns_of(size: int, seats: int) -> int:
    """Rows in which everybody of a group has had the same number of seats."""
    return size // gcd(size, seats)


@lru_cache(maxsize=256)
def rotations(row: tuple[int, ...]) -> Seatings:
    return once_each(row[-shift:] + row[:-shift] for shift in range(len(row)))


def one_against_the_table(examined: int, baseline: int, seats: int) -> Seatings:
    one = [
        tuple(examined if seat == place else baseline for seat in range(seats))
        for place in range(seats)
    ]
    return once_each([*one, (baseline,) * seats])


def half_and_half(examined: int, baseline: int, lots: list[int]) -> Seatings:
    seats = len(lots)
    chosen = set(by_lot(list(range(seats)), lots)[: (seats + 1) // 2])
    seating = tuple(examined if seat in chosen else baseline for seat in range(seats))
    return once_each([seating, exchanged(seating, examined, baseline)])


def whole_teams(examined: int, baseline: int, teams: Sequence[Hashable]) -> Seatings:
    seatings = []
    for team in dict.fromkeys(teams):
        seating = tuple(examined if own == team else baseline for own in teams)
        seatings += [seating, exchanged(seating, examined, baseline)]
    return once_each(seatings)


def once_each(seatings: Iterable[tuple[int, ...]]) -> Seatings:
    return tuple(dict.fromkeys(seatings))


def exchanged(seating: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    return tuple(one if agent == other else other for agent in seating)


def by_lot(things: list[int], lots: list[int]) -> list[int]:
    return [thing for _, thing in sorted(zip(lots, things, strict=True))]


@lru_cache(maxsize=8)
def words_of_block(seed: int, block: int, count: int) -> list[list[int]]:
    """The words of the sets of a block, `count` for each: made together they cost far less."""
    words = random_words(seed, block, count * WORDS_AT_A_TIME)
    return [words[start : start + count] for start in range(0, len(words), count)]


def random_words(seed: int, block: int, count: int) -> list[int]:
    """Numbers of 63 bits, which every reader of JSON can hold."""
    sequence = np.random.SeedSequence(seed, spawn_key=(DEALS, block))
    return [int(word) >> 1 for word in sequence.generate_state(count, np.uint64).tolist()]
