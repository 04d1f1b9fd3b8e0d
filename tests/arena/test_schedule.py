"""Deal sets: balanced, a function of their index, and never stored."""

import tracemalloc
from collections import Counter
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.schedule import Assignment, DealSet, Format, Schedule

ARENAS: list[tuple[Format, Assignment, int]] = [
    ("round-robin", "cycle", 1),
    ("round-robin", "cycle", 2),
    ("round-robin", "cycle", 4),
    ("round-robin", "cycle", 7),
    ("round-robin", "half", 4),
    ("round-robin", "one", 3),
    ("gauntlet", "half", 4),
    ("gauntlet", "cycle", 4),
    ("gauntlet", "one", 3),
    ("gauntlet", "teams", 3),
    ("ab", "half", 2),
    ("ab", "one", 2),
    ("ab", "teams", 2),
    ("ab", "cycle", 2),
    ("ladder", "half", 4),
]
arenas = st.sampled_from(ARENAS)
seats = st.integers(2, 8)
seeds = st.integers(0, 2**64 - 1)


def split_table(seats: int):
    """Three teams, different for each deal."""
    return lambda deal_seed: [(seat + deal_seed) % 3 for seat in range(seats)]


def schedule(arena: tuple[Format, Assignment, int], seats: int, seed: int = 3) -> Schedule:
    format, assignment, agents = arena
    return Schedule(
        seats=seats,
        agents=agents,
        seed=seed,
        format=format,
        assignment=assignment,
        teams=split_table(seats),
    )


def seatings(deal_set: DealSet) -> list[tuple[int, ...]]:
    return [lineup.agents_by_seat for lineup in deal_set.lineups]


@given(arenas, seats, seeds, st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_a_set_is_a_function_of_its_index(arena, seats, seed, index) -> None:
    one = schedule(arena, seats, seed).deal_set(index)
    assert one == schedule(arena, seats, seed).deal_set(index)
    assert one.index == index
    assert len({lineup.deal_seed for lineup in one.lineups}) == 1
    assert len({lineup.player_seeds for lineup in one.lineups}) == 1
    assert len(set(seatings(one))) == len(one.lineups)
    for lineup in one.lineups:
        assert len(lineup.agents_by_seat) == len(lineup.player_seeds) == seats
        assert all(0 <= agent < arena[2] for agent in lineup.agents_by_seat)
        assert all(0 <= word < 2**63 for word in (lineup.deal_seed, *lineup.player_seeds))


@given(arenas, seats, seeds)
@settings(max_examples=100, deadline=None)
def test_within_a_set_each_agent_has_each_seat_equally_often(arena, seats, seed) -> None:
    if arena[1] == "one":
        return
    for deal_set in schedule(arena, seats, seed).sets(0, 3):
        columns = list(zip(*seatings(deal_set), strict=True))
        for agent in set(columns[0]):
            assert len({column.count(agent) for column in columns}) == 1


@given(arenas, seats)
@settings(max_examples=60, deadline=None)
def test_after_a_period_all_agents_that_are_alike_had_equal_shares(arena, seats) -> None:
    format, assignment, agents = arena
    if assignment in ("one", "teams") or format in ("gauntlet", "ladder"):
        return
    plan = schedule(arena, seats)
    shares = Counter(
        agent for deal_set in plan.sets(0, plan.period) for s in seatings(deal_set) for agent in s
    )
    assert len(shares) == agents
    assert len(set(shares.values())) == 1


def test_as_many_agents_as_seats_sit_together() -> None:
    first = Schedule(seats=3, agents=3, seed=0).deal_set(0)
    row = seatings(first)[0]
    assert sorted(row) == [0, 1, 2]
    assert seatings(first) == [row, (row[2], row[0], row[1]), (row[1], row[2], row[0])]


def test_the_order_around_the_table_changes_from_set_to_set() -> None:
    plan = Schedule(seats=4, agents=4, seed=0)
    orders = {frozenset(seatings(deal_set)) for deal_set in plan.sets(0, 60)}
    assert len(orders) == 6             # 3! ways around a table


def test_every_pair_meets_about_equally_often_in_balanced_lineups() -> None:
    plan = Schedule(seats=4, agents=6, seed=1)
    meetings: Counter[tuple[int, int]] = Counter()
    for deal_set in plan.sets(0, 1500):
        meetings.update(combinations(sorted(set(seatings(deal_set)[0])), 2))
    expected = 1500 * 6 / 15
    assert len(meetings) == 15
    assert all(abs(count - expected) < 0.1 * expected for count in meetings.values())


def test_one_against_the_table() -> None:
    plan = Schedule(seats=3, agents=2, format="ab", assignment="one")
    assert seatings(plan.deal_set(5)) == [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 1, 1)]


def test_half_and_half_is_mirrored_and_drawn_by_lot() -> None:
    plan = Schedule(seats=4, agents=2, format="ab")
    drawn = Counter()
    for deal_set in plan.sets(0, 600):
        first, second = seatings(deal_set)
        assert sum(first) == 2
        assert tuple(1 - agent for agent in first) == second
        drawn[first] += 1
    assert len(drawn) == 6
    assert min(drawn.values()) > 60


def test_half_of_an_odd_table_is_more_and_then_less_than_half() -> None:
    first, second = seatings(Schedule(seats=5, agents=2, format="ab").deal_set(0))
    assert (first.count(0), second.count(0)) == (3, 2)


def test_whole_teams() -> None:
    plan = Schedule(
        seats=4,
        agents=2,
        format="ab",
        assignment="teams",
        teams=lambda seed: ("lord", "rebel", "lord", "fox"),
    )
    assert seatings(plan.deal_set(0)) == [
        (0, 1, 0, 1),
        (1, 0, 1, 0),
        (1, 0, 1, 1),
        (0, 1, 0, 0),
        (1, 1, 1, 0),
        (0, 0, 0, 1),
    ]


def test_two_teams_need_two_games() -> None:
    plan = Schedule(
        seats=4, agents=2, format="ab", assignment="teams", teams=lambda seed: [0, 1, 0, 1]
    )
    assert seatings(plan.deal_set(0)) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_teams_are_those_of_the_deal() -> None:
    asked = []
    plan = Schedule(
        seats=2,
        agents=2,
        format="ab",
        assignment="teams",
        teams=lambda seed: asked.append(seed) or [0, 1],
    )
    assert asked == []
    deal_set = plan.deal_set(9)
    assert asked == [deal_set.lineups[0].deal_seed]


@pytest.mark.parametrize(
    "format, pairs",
    [
        ("gauntlet", [(0, 1), (0, 2), (0, 3)]),
        ("ladder", [(1, 0), (2, 1), (3, 2)]),
        ("round-robin", [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
    ],
)
def test_who_meets_whom(format: Format, pairs: list[tuple[int, int]]) -> None:
    plan = Schedule(seats=4, agents=4, format=format, assignment="half")
    assert plan.pairs == pairs
    met = [set(seatings(deal_set)[0]) for deal_set in plan.sets(0, len(pairs))]
    assert met == [set(pair) for pair in pairs]


def test_seeds_of_sets_and_seats_differ() -> None:
    words = []
    for seed in range(3):
        for deal_set in Schedule(seats=4, agents=4, seed=seed).sets(0, 500):
            lineup = deal_set.lineups[0]
            words += [lineup.deal_seed, *lineup.player_seeds]
    assert len(set(words)) == len(words) == 3 * 500 * 5


def test_known_seeds() -> None:
    """The same on every machine and in every version: journals depend on it."""
    lineup = Schedule(seats=2, agents=2, seed=1).deal_set(7).lineups[0]
    assert lineup.deal_seed == 757995204541864919
    assert lineup.player_seeds == (3223000937141430665, 2081289104103137504)


def test_games_are_counted() -> None:
    assert Schedule(seats=4, agents=4).count_games(10) == 40
    assert Schedule(seats=5, agents=2, format="ab").count_games(10) == 20
    assert Schedule(seats=4, agents=2, format="ab", assignment="one").count_games(10) == 50
    # Two agents alternating around four seats have two seatings, not four.
    assert Schedule(seats=4, agents=2).count_games(10) == 20


def test_a_long_schedule_takes_no_memory() -> None:
    plan = Schedule(seats=5, agents=8, seed=1)
    sum(1 for _ in plan.sets(0, 100))
    tracemalloc.start()
    games = sum(len(deal_set.lineups) for deal_set in islice(plan, 4000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert games == 20000
    assert peak < 500_000            # one set is about 3 kB


@pytest.mark.parametrize(
    "wrong, said",
    [
        ({"format": "knockout"}, "there is no format 'knockout': round-robin, gauntlet"),
        ({"assignment": "all"}, "there is no assignment 'all': cycle, one"),
        ({"seats": 1}, "at least 2 seats"),
        ({"seed": -1}, "0 or more"),
        ({"agents": 0}, "more agents than 0"),
        ({"format": "ab", "agents": 3}, "compares 2 agents, not 3"),
        ({"format": "gauntlet", "agents": 1}, "more agents than 1"),
        ({"assignment": "teams"}, "team of each seat"),
    ],
)
def test_nonsense_is_refused(wrong, said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        Schedule(**({"seats": 4, "agents": 4} | wrong))


def test_wrong_sets_and_teams_are_refused() -> None:
    with pytest.raises(ArenaError, match="no set -1"):
        Schedule(seats=4, agents=4).deal_set(-1)
    plan = Schedule(seats=4, agents=2, format="ab", assignment="teams", teams=lambda seed: [0, 1])
    with pytest.raises(ArenaError, match="2 teams were named for 4 seats"):
        plan.deal_set(0)
