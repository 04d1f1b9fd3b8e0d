"""Intervals against published values, and their coverage by simulation."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kagemusha.arena.intervals import (
    Interval,
    Running,
    bootstrap_interval,
    mean_interval,
    normal_quantile,
    student_quantile,
    uplift_interval,
    wilson_interval,
)

scores = st.lists(st.floats(-1, 1), min_size=1, max_size=50)


def running(values) -> Running:
    sums = Running()
    for value in values:
        sums.add(value)
    return sums


@given(scores)
def test_running_mean_and_variance(values: list[float]) -> None:
    sums = running(values)
    assert sums.count == len(values)
    assert sums.mean == pytest.approx(statistics.fmean(values), abs=1e-12)
    if len(values) > 1:
        assert sums.variance == pytest.approx(statistics.variance(values), abs=1e-12)


@given(scores, st.lists(st.floats(-1, 1), max_size=50))
def test_merging_is_adding(first: list[float], second: list[float]) -> None:
    merged = running(first)
    merged.merge(running(second))
    whole = running(first + second)
    assert merged.count == whole.count
    assert merged.mean == pytest.approx(whole.mean, abs=1e-12)
    assert merged.squares == pytest.approx(whole.squares, abs=1e-10)


def test_a_large_mean_does_not_swallow_a_small_variance() -> None:
    sums = running(1e9 + value for value in (0.0, 1.0, 2.0) * 100)
    assert sums.variance == pytest.approx(200 / 299, rel=1e-6)


@pytest.mark.parametrize(
    "freedom, quantile", [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_student_quantiles_of_the_printed_table(freedom: int, quantile: float) -> None:
    assert student_quantile(0.975, freedom) == pytest.approx(quantile, abs=5e-4)


def test_normal_quantile() -> None:
    assert normal_quantile(0.975) == pytest.approx(1.959964, abs=1e-6)


def test_student_interval_by_hand() -> None:
    # Mean 0.5 and variance 0.0625 of 5 values; t = 2.7764 at 4 degrees of freedom.
    interval = mean_interval(running([0.25, 0.25, 0.5, 0.75, 0.75]))
    reach = 2.7764 * math.sqrt(0.0625 / 5)
    assert interval.mean == 0.5
    assert interval.low == pytest.approx(0.5 - reach, abs=1e-4)
    assert interval.high == pytest.approx(0.5 + reach, abs=1e-4)


@pytest.mark.parametrize(
    "wins, games, low, high",
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_against_published_values(wins: int, games: int, low: float, high: float) -> None:
    interval = wilson_interval(wins, games)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


@given(st.integers(1, 10000), st.data())
def test_wilson_holds_the_share_and_stays_in_range(games: int, data) -> None:
    wins = data.draw(st.integers(0, games))
    interval = wilson_interval(wins, games)
    assert 0 <= interval.low <= wins / games <= interval.high <= 1


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), max_size=30))
def test_an_interval_holds_its_mean_and_stays_in_range(values: list[float]) -> None:
    interval = mean_interval(running(values))
    assert 0 <= interval.low <= interval.mean <= interval.high <= 1


def test_without_sets_nothing_is_known() -> None:
    assert mean_interval(Running()) == Interval(0.5, 0.0, 1.0)
    assert uplift_interval(Running()) == Interval(0.0, -1.0, 1.0)
    assert wilson_interval(0, 0) == Interval(0.5, 0.0, 1.0)


def test_winning_everything_is_not_certainty() -> None:
    interval = mean_interval(running([1.0] * 20))
    assert (interval.mean, interval.high) == (1.0, 1.0)
    assert interval.low == pytest.approx(1 - 0.1611, abs=1e-4)
    one = mean_interval(running([1.0]))
    assert one.low < 0.3
    equal = uplift_interval(running([0.0] * 100))
    assert -0.25 < equal.low < 0 < equal.high < 0.25


def sets_of_mirrored_games(rng: np.random.Generator, sets: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores of two agents over 4 games on deals of very different luck, truth .31 and .25."""
    luck = rng.beta(0.6, 1.8, size=sets)            # mean 0.25
    base = rng.binomial(4, luck) / 4
    better = rng.binomial(4, luck + 0.08 * (1 - luck)) / 4
    return better, base


def test_coverage_of_the_win_rate() -> None:
    """Clustered games: the set interval covers, an interval over single games does not."""
    rng = np.random.default_rng(11)
    by_set = by_game = 0
    for _ in range(1500):
        score, _ = sets_of_mirrored_games(rng, 60)
        interval = mean_interval(running(score.tolist()))
        by_set += interval.low <= 0.31 <= interval.high
        plain = wilson_interval(float(score.sum()) * 4, 240)
        by_game += plain.low <= 0.31 <= plain.high
    assert 0.93 <= by_set / 1500 <= 0.965
    assert by_game / 1500 < 0.90


def test_coverage_of_the_uplift() -> None:
    rng = np.random.default_rng(12)
    covered = narrower = 0
    for _ in range(1500):
        better, base = sets_of_mirrored_games(rng, 60)
        paired = uplift_interval(running((better - base).tolist()))
        covered += paired.low <= 0.06 <= paired.high
        unpaired = np.hypot(better.std(), base.std())
        narrower += (better - base).std() < 0.85 * unpaired
    assert 0.93 <= covered / 1500 <= 0.965
    assert narrower / 1500 > 0.9


def test_coverage_of_the_bootstrap() -> None:
    rng = np.random.default_rng(13)
    covered = 0
    for _ in range(300):
        score, _ = sets_of_mirrored_games(rng, 80)
        interval = bootstrap_interval(score, rng=rng, resamples=300)
        covered += interval.low <= 0.31 <= interval.high
    assert 0.905 <= covered / 300 <= 0.98


def test_bootstrap_repeats_for_a_seed() -> None:
    values = [0.0, 0.5, 0.25, 1.0]
    one = bootstrap_interval(values, rng=np.random.default_rng(1))
    assert one == bootstrap_interval(values, rng=np.random.default_rng(1))
    with pytest.raises(ValueError, match="at least one"):
        bootstrap_interval([], rng=np.random.default_rng(1))
