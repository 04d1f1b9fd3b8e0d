"""Ratings: closed forms, brute force over groups of winners, recovery and coverage."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.ratings import Finishes, Ratings, fit_ratings, winner_moments
from kagemusha.arena.schedule import Schedule
from kagemusha.arena.sprt import ELO_PER_NAT


def pairs_won(wins: int, losses: int) -> Finishes:
    """Single games of two agents, each first in every other one."""
    finishes = Finishes(2, 2)
    for number in range(wins + losses):
        returns = (1.0, 0.0) if number < wins else (0.0, 1.0)
        if number % 2:
            finishes.add_set([((0, 1), returns, ())])
        else:
            finishes.add_set([((1, 0), returns[::-1], ())])
    return finishes


@pytest.mark.parametrize("wins, losses", [(300, 100), (640, 360), (200, 200)])
def test_two_players_are_bradley_and_terry(wins: int, losses: int) -> None:
    first, second = fit_ratings(pairs_won(wins, losses), resamples=20).agents
    assert first.rating == -second.rating
    expected = 400 * math.log10(wins / losses)
    assert first.rating - second.rating == pytest.approx(expected, abs=0.01 * expected + 0.5)


def test_plackett_luce_of_three_by_hand() -> None:
    """Together at the table, agents win in proportion to exp(rating): 50, 30 and 20 of 100."""
    finishes = Finishes(3, 3)
    for winner, wins in enumerate((500, 300, 200)):
        for number in range(wins):
            row = [(place + number) % 3 for place in range(3)]
            finishes.add_set([(row, [float(agent == winner) for agent in row], ())])
    best, middle, worst = (rating.rating for rating in fit_ratings(finishes, resamples=0).agents)
    assert best - middle == pytest.approx(ELO_PER_NAT * math.log(5 / 3), rel=0.01)
    assert middle - worst == pytest.approx(ELO_PER_NAT * math.log(3 / 2), rel=0.01)
    assert best + middle + worst == pytest.approx(0)


@given(
    st.lists(st.floats(-4, 4), min_size=2, max_size=8),
    st.data(),
)
@settings(max_examples=80, deadline=None)
def test_moments_of_winners_by_brute_force(strengths: list[float], data) -> None:
    seats = len(strengths)
    winners = data.draw(st.sets(st.integers(0, seats - 1), min_size=1, max_size=seats))
    won = np.array([[seat in winners for seat in range(seats)]])
    likelihood, expected, covariance = winner_moments(np.array([strengths]), won)
    groups = list(combinations(range(seats), len(winners)))
    weights = np.array([math.exp(sum(strengths[seat] for seat in group)) for group in groups])
    weights /= weights.sum()
    member = np.array([[seat in group for seat in range(seats)] for group in groups], dtype=float)
    assert likelihood[0] == pytest.approx(math.log(weights[groups.index(tuple(sorted(winners)))]))
    assert expected[0] == pytest.approx(weights @ member, abs=1e-9)
    second = np.einsum("g,gs,gt->st", weights, member, member)
    mean = weights @ member
    assert covariance[0] == pytest.approx(second - np.outer(mean, mean), abs=1e-9)


STRENGTHS = np.array([-0.5, 0.0, 0.2, 0.8])
SEAT_EFFECT = np.array([0.4, 0.1, -0.2, -0.3])
ROLE_EFFECT = {"lord": 0.5, "rebel": -0.1, "fox": -0.6}


def simulate(rng: np.random.Generator, sets: int) -> Finishes:
    """Four agents cycled through the seats; a lord or a fox alone, or two rebels, win."""
    finishes = Finishes(4, 4)
    for deal_set in Schedule(seats=4, agents=4, seed=int(rng.integers(2**32))).sets(0, sets):
        roles = rng.permutation(["lord", "rebel", "rebel", "fox"]).tolist()
        games = []
        for lineup in deal_set.lineups:
            strength = STRENGTHS[list(lineup.agents_by_seat)] + SEAT_EFFECT
            strength = strength + [ROLE_EFFECT[role] for role in roles]
            size = int(rng.integers(1, 3))
            groups = list(combinations(range(4), size))
            weights = np.array([math.exp(strength[list(group)].sum()) for group in groups])
            group = groups[rng.choice(len(groups), p=weights / weights.sum())]
            returns = [float(seat in group) for seat in range(4)]
            games.append((lineup.agents_by_seat, returns, roles))
        finishes.add_set(games)
    return finishes


def test_strengths_seats_and_roles_are_recovered() -> None:
    fit = fit_ratings(simulate(np.random.default_rng(1), 2500), resamples=40)
    true = ELO_PER_NAT * (STRENGTHS - STRENGTHS.mean())
    assert [rating.rating for rating in fit.agents] == pytest.approx(true, abs=12)
    true = ELO_PER_NAT * (SEAT_EFFECT - SEAT_EFFECT.mean())
    assert [rating.rating for rating in fit.seats] == pytest.approx(true, abs=12)
    mean = sum(ROLE_EFFECT.values()) / 3
    for role, effect in ROLE_EFFECT.items():
        assert fit.roles[role].rating == pytest.approx(ELO_PER_NAT * (effect - mean), abs=15)


def test_coverage_of_the_bootstrap() -> None:
    rng = np.random.default_rng(2)
    true = ELO_PER_NAT * (STRENGTHS - STRENGTHS.mean())
    covered = 0
    for number in range(40):
        fit = fit_ratings(simulate(rng, 60), seed=number, resamples=80)
        for rating, truth in zip(fit.agents, true, strict=True):
            covered += rating.low <= truth <= rating.high
    assert 0.89 <= covered / 160 <= 0.99


def test_sets_are_the_unit() -> None:
    """The same games in sets that always go one way leave more doubt than as single games."""
    single, together = Finishes(2, 2), Finishes(2, 2)
    for number in range(20):
        won = number % 2
        games = []
        for turn in range(20):
            row = (0, 1) if turn % 2 else (1, 0)
            games.append((row, [float(agent == won) for agent in row], ()))
        together.add_set(games)
        for game in games:
            single.add_set([game])
    narrow = fit_ratings(single, resamples=100)
    wide = fit_ratings(together, resamples=100)
    assert span(wide) > 3 * span(narrow)


def span(fit: Ratings) -> float:
    return fit.agents[0].high - fit.agents[0].low


@pytest.mark.parametrize("games", [1, 20, 2000])
def test_who_wins_all_or_nothing_has_a_rating_and_much_doubt(games: int) -> None:
    fit = fit_ratings(pairs_won(games, 0), resamples=100)
    best, worst = fit.agents
    assert 100 < best.rating < 2000
    assert best.high > best.rating + 300
    assert worst.low < worst.rating - 300
    assert fit.superiority[0][1] > 0.6


def test_more_wins_without_a_loss_rate_higher() -> None:
    few, many = (fit_ratings(pairs_won(games, 0), resamples=0).agents[0] for games in (5, 500))
    assert many.rating > few.rating + 100


def test_groups_that_never_lose_to_each_other_do_not_blow_up() -> None:
    finishes = Finishes(5, 4)               # agent 4 never plays
    rng = np.random.default_rng(4)
    for _ in range(100):
        row = rng.permutation(4)
        winner = rng.choice([0, 1], p=[0.4, 0.6])
        finishes.add_set([(row.tolist(), [float(agent == winner) for agent in row], ())])
    fit = fit_ratings(finishes, resamples=50)
    ratings = [rating.rating for rating in fit.agents]
    assert all(math.isfinite(rating) for rating in ratings)
    assert ratings[1] > ratings[0] > ratings[4] > ratings[2]
    assert ratings[1] - ratings[0] == pytest.approx(400 * math.log10(1.5), abs=80)


def test_superiority() -> None:
    fit = fit_ratings(simulate(np.random.default_rng(9), 150), resamples=100)
    for row in range(4):
        assert fit.superiority[row][row] == 0.5
        for column in range(4):
            both = fit.superiority[row][column] + fit.superiority[column][row]
            assert both == pytest.approx(1)
    assert fit.superiority[3][0] == 1.0
    assert fit.superiority[2][0] > 0.5


def test_a_drawn_game_says_nothing() -> None:
    finishes = Finishes(2, 2)
    for _ in range(50):
        finishes.add_set([((0, 1), (0.5, 0.5), ()), ((1, 0), (0.5, 0.5), ())])
    first, second = fit_ratings(finishes, resamples=0).agents
    assert first.rating == second.rating == 0


def test_the_order_of_the_sets_does_not_matter() -> None:
    sets = [[((0, 1), (float(n % 3 > 0), float(n % 3 == 0)), ())] for n in range(60)]
    forward, backward = Finishes(2, 2), Finishes(2, 2)
    for games in sets:
        forward.add_set(games)
    for games in reversed(sets):
        backward.add_set(games)
    one, other = (fit_ratings(finishes, resamples=0) for finishes in (forward, backward))
    assert one.agents[0].rating == pytest.approx(other.agents[0].rating, abs=1e-6)


def test_the_same_seed_gives_the_same_intervals() -> None:
    finishes = pairs_won(30, 20)
    assert fit_ratings(finishes, seed=3, resamples=30) == fit_ratings(finishes, seed=3, resamples=30)
    assert fit_ratings(finishes, seed=3, resamples=30) != fit_ratings(finishes, seed=4, resamples=30)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ArenaError, match="no games to rate"):
        fit_ratings(Finishes(2, 2))
    with pytest.raises(ArenaError, match="1 to 256 agents"):
        Finishes(300, 4)
    with pytest.raises(ArenaError, match="3 seats among games with 2"):
        Finishes(2, 2).add_set([((0, 1, 0), (1.0, 0.0, 0.0), ())])
