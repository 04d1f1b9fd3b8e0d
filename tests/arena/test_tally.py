"""Counting: by hand on a few games, and against plain loops on many."""

import random
import tracemalloc
from statistics import fmean

import numpy as np
import pytest

from kagemusha.arena.columns import SetColumns
from kagemusha.arena.errors import ArenaError
from kagemusha.arena.inorder import InOrder
from kagemusha.arena.intervals import Running, mean_interval, uplift_interval
from kagemusha.arena.pairing import duel_score, paired_means
from kagemusha.arena.records import Forfeit, GameRecord
from kagemusha.arena.schedule import Schedule
from kagemusha.arena.tally import BLOCK, CROSSTABLE_COUNTS, EVERYBODY, Counts, Meeting, Tally, Work


def game(agents, returns, set_index=0, game_index=0, **more) -> GameRecord:
    return GameRecord(
        game="some game",
        set_index=set_index,
        game_index=game_index,
        deal_seed=1,
        agents=list(agents),
        specs=[f"agent {agent}" for agent in agents],
        returns=[float(value) for value in returns],
        **more,
    )


def random_sets(sets: int, seed: int = 1) -> list[list[GameRecord]]:
    """Three agents at four seats, with roles and characters; now and then a tie."""
    rng = random.Random(seed)
    played = []
    for deal_set in Schedule(seats=4, agents=3, seed=seed).sets(0, sets):
        roles = rng.sample(["lord", "rebel", "rebel", "fox"], 4)
        characters = rng.sample(["Aki", "Ben", "Chiyo", "Dai", "Emi"], 4)
        games = []
        for number, lineup in enumerate(deal_set.lineups):
            chances = [1 + 2 * agent for agent in lineup.agents_by_seat]
            winners = {rng.choices(range(4), chances)[0], rng.choices(range(4), chances)[0]}
            share = 1 / len(winners) if rng.random() < 0.3 else 1.0
            games.append(
                game(
                    lineup.agents_by_seat,
                    [share if seat in winners else 0.0 for seat in range(4)],
                    deal_set.index,
                    number,
                    roles=roles,
                    characters=characters,
                    decisions=[rng.randrange(9) for _ in range(4)],
                    iterations=[rng.randrange(900) for _ in range(4)],
                    seconds=[rng.random() for _ in range(4)],
                )
            )
        played.append(games)
    return played


def tallied(sets: list[list[GameRecord]], **options) -> Tally:
    tally = Tally(3, 4, **options)
    for games in sets:
        tally.add_set(games)
    return tally


def plainly(sets: list[list[GameRecord]], wanted) -> tuple[int, Running]:
    """Seats for which `wanted(game, seat)` holds: how many, and their means by set."""
    seats, means = 0, Running()
    for games in sets:
        returns = [g.returns[s] for g in games for s in range(4) if wanted(g, s)]
        seats += len(returns)
        if returns:
            means.add(fmean(returns))
    return seats, means


@pytest.mark.parametrize("sets", [1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 7])
def test_tables_against_plain_loops(sets: int) -> None:
    played = random_sets(sets)
    counts = tallied(played).counts()
    assert (counts.sets, counts.games) == (sets, sum(map(len, played)))
    assert counts.roles == ["fox", "lord", "rebel"]

    def check(line, wanted) -> None:
        seats, means = plainly(played, wanted)
        expected = mean_interval(means)
        assert (line.games, line.sets) == (seats, means.count)
        assert line.win_rate.mean == pytest.approx(expected.mean, abs=1e-12)
        assert line.win_rate.low == pytest.approx(expected.low, abs=1e-9)
        assert line.win_rate.high == pytest.approx(expected.high, abs=1e-9)

    for agent in (0, 1, 2):
        check(counts.agent(agent), lambda g, s, a=agent: g.agents[s] == a)
    for agent in (0, 1, 2, EVERYBODY):
        for seat in range(4):
            check(
                counts.seat(agent, seat),
                lambda g, s, a=agent, t=seat: s == t and a in (g.agents[s], EVERYBODY),
            )
        for role in counts.roles:
            check(
                counts.role(agent, role),
                lambda g, s, a=agent, r=role: g.roles[s] == r and a in (g.agents[s], EVERYBODY),
            )
        for name in counts.characters:
            check(
                counts.character(agent, name),
                lambda g, s, a=agent, c=name: g.characters[s] == c
                and a in (g.agents[s], EVERYBODY),
            )


def test_the_crosstable_against_plain_loops() -> None:
    played = random_sets(BLOCK + 20)
    counts = tallied(played).counts()
    assert "pairs of seats" in CROSSTABLE_COUNTS
    for row in range(3):
        for column in range(3):
            outcomes = [
                (g.returns[s] > g.returns[t]) - (g.returns[s] < g.returns[t])
                for games in played
                for g in games
                for s in range(4)
                for t in range(4)
                if s != t and (g.agents[s], g.agents[t]) == (row, column)
            ]
            expected = Meeting(outcomes.count(1), outcomes.count(0), outcomes.count(-1))
            assert counts.meeting(row, column) == expected


def test_work_and_forfeits() -> None:
    played = random_sets(70)
    played[3][1].forfeit = Forfeit(seat=2, reason="timeout")
    culprit = played[3][1].agents[2]
    counts = tallied(played).counts()
    for agent in range(3):
        seats = [
            (g, s) for games in played for g in games for s in range(4) if g.agents[s] == agent
        ]
        work = counts.work(agent)
        assert work.games == len(seats)
        assert work.forfeits == (agent == culprit)
        assert work.decisions == sum(g.decisions[s] for g, s in seats)
        assert work.iterations == sum(g.iterations[s] for g, s in seats)
        assert work.seconds == pytest.approx(sum(g.seconds[s] for g, s in seats))


def test_games_without_roles_and_timings() -> None:
    tally = Tally(2, 2)
    tally.add_set([game((0, 1), (1, 0)), game((1, 0), (1, 0))])
    counts = tally.counts()
    assert counts.roles == counts.characters == []
    assert counts.agent(0).win_rate.mean == 0.5
    assert counts.seat(EVERYBODY, 0).win_rate.mean == 1.0
    assert counts.work(0) == Work(games=2)
    assert counts.meeting(0, 1) == Meeting(1, 0, 1)


def test_an_empty_tally() -> None:
    counts = Tally(2, 3).counts()
    assert counts.agent(1).games == 0
    assert (counts.agent(1).win_rate.low, counts.agent(1).win_rate.high) == (0.0, 1.0)
    assert counts.uplift(1) is None
    assert counts.meeting(0, 1) == Meeting(0, 0, 0)


def numbers(counts: Counts) -> list[object]:
    tables: list[object] = [counts.games, counts.sets]
    for agent in range(counts.agents):
        tables += [counts.agent(agent), counts.uplift(agent), counts.work(agent)]
        tables += [counts.role(agent, role) for role in counts.roles]
        tables += [counts.character(agent, name) for name in counts.characters]
        tables += [counts.meeting(agent, other) for other in range(counts.agents)]
    return tables


def test_looking_changes_no_bit() -> None:
    played = random_sets(3 * BLOCK)
    quiet, watched = Tally(3, 4, baseline=0), Tally(3, 4, baseline=0)
    for games in played:
        quiet.add_set(games)
        watched.add_set(games)
        if random.Random(games[0].set_index).random() < 0.3:
            watched.counts()
    assert numbers(quiet.counts()) == numbers(watched.counts())


def test_sets_in_any_order_give_the_same_bits() -> None:
    played = random_sets(150)
    arriving = list(enumerate(played))
    random.Random(4).shuffle(arriving)
    tally, line = Tally(3, 4, baseline=0), InOrder[list[GameRecord]]()
    for index, games in arriving:
        for due in line.add(index, games):
            tally.add_set(due)
    assert line.next_index == 150
    assert numbers(tally.counts()) == numbers(tallied(played, baseline=0).counts())


def test_in_order() -> None:
    line = InOrder[str](start=2)
    assert list(line.add(4, "e")) == []
    assert 4 in line and 3 not in line and 1 in line
    assert list(line.add(2, "c")) == ["c"]
    assert list(line.add(3, "d")) == ["d", "e"]
    with pytest.raises(ArenaError, match="set 3 was reported twice"):
        line.add(3, "d")


def test_uplift_on_mirrored_sets_by_hand() -> None:
    # Agent 0 wins both games of the first set; in the second each seat wins whoever sits there.
    first = [game((0, 1), (1, 0)), game((1, 0), (0, 1))]
    second = [game((0, 1), (1, 0)), game((1, 0), (1, 0))]
    assert paired_means(first, 0, 1) == (1.0, 0.0)
    assert paired_means(second, 0, 1) == (0.5, 0.5)
    tally = Tally(2, 2, baseline=1)
    tally.add_set(first)
    tally.add_set(second)
    differences = Running()
    differences.add(1.0)
    differences.add(0.0)
    assert tally.counts().uplift(0) == uplift_interval(differences)
    assert tally.counts().uplift(1) is None


def test_one_against_the_table_is_compared_with_the_baseline_alone() -> None:
    games = [
        game((0, 1, 1), (1, 0, 0)),
        game((1, 0, 1), (0, 1, 0)),
        game((1, 1, 0), (1, 0, 0)),
        game((1, 1, 1), (0, 0, 1)),
    ]
    examined, baseline = paired_means(games, 0, 1)
    assert examined == pytest.approx(2 / 3)
    assert baseline == pytest.approx(1 / 3)


def test_agents_that_never_shared_a_seat_are_not_compared() -> None:
    assert paired_means([game((0, 1), (1, 0))], 0, 1) is None
    assert paired_means([game((0, 2), (1, 0))], 0, 1) is None


@pytest.mark.parametrize("own, other, score", [(0.5, 0.5, 0.5), (0.3, 0.1, 0.75), (0, 0, 0.5)])
def test_duel_score(own: float, other: float, score: float) -> None:
    assert duel_score(own, other) == pytest.approx(score)


def test_ratings_get_every_game() -> None:
    tally = tallied(random_sets(100))
    assert tally.finishes.sets == 100
    assert tally.finishes.roles.keys() == {"lord", "rebel", "fox"}
    assert tally.finishes.weights(np.ones(100)).sum() == 400


def test_memory_does_not_grow_with_the_games() -> None:
    """But for the ratings, with 8 bytes a game."""
    played = random_sets(4 * BLOCK)
    tally = tallied(played)
    tracemalloc.start()
    for _ in range(4):
        for games in played:
            tally.add_set(games)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 16 * 16 * BLOCK * 4 + 20_000


def test_games_that_do_not_fit_are_refused() -> None:
    tally = Tally(2, 3)
    with pytest.raises(ArenaError, match="without games"):
        tally.add_set([])
    for wrong in (game((0, 1), (1, 0)), game((0, 1, 2), (1, 0, 0))):
        with pytest.raises(ArenaError, match="game 0 of set 0 does not fit: .* 2 agents in 3 seats"):
            tally.add_set([wrong])
    with pytest.raises(ArenaError, match="there is no agent 2"):
        Tally(2, 3, baseline=2)
    assert tally.counts().games == 0


def test_the_baseline_is_compared_where_nobody_disturbs_it() -> None:
    """With a game of the baseline alone, its seats at other tables do not count."""
    tally = Tally(2, 2, baseline=1)
    tally.add_columns(
        SetColumns(
            agents=[(0, 1), (1, 0), (1, 1)], returns=[(0.0, 1.0), (1.0, 0.0), (0.25, 0.75)]
        )
    )
    uplift = tally.counts().uplift(0)
    assert uplift is not None
    assert uplift.mean == pytest.approx(0.0 - (0.25 + 0.75) / 2)
