"""The sequential test: published ratios, error rates by simulation, planning."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.sprt import (
    Hypotheses,
    Sprt,
    Verdict,
    elo_to_difference,
    elo_to_score,
    from_counts,
    games_for_win_rate,
    plan,
    score_to_elo,
)

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


def of_pairs(hypotheses: Hypotheses, counts) -> Sprt:
    return from_counts(hypotheses, dict(zip(PAIR_SCORES, counts, strict=True)))


@pytest.mark.parametrize(
    "counts, elo0, elo1, llr",
    [
        # Pairs of games in normalized Elo, from the tests of the match runner racetrack (Tak).
        ((440, 2910, 5170, 2888, 455), 0.0, 5.0, -2.27),
        ((142, 620, 1122, 699, 188), 0.0, 5.0, 2.99),
        ((349, 1561, 3340, 1604, 359), -5.0, 0.0, 2.90),
        ((98, 382, 674, 369, 71), -5.0, 0.0, -1.11),
    ],
)
def test_published_ratios(counts, elo0: float, elo1: float, llr: float) -> None:
    hypotheses = Hypotheses(elo0, elo1, beta=0.10, model="normalized", games_per_set=2)
    assert of_pairs(hypotheses, counts).llr == pytest.approx(llr, abs=0.015)


@pytest.mark.parametrize(
    "counts, elo0, elo1, verdict",
    [
        ((485, 1923, 2942, 1937, 594), 0.0, 5.0, Verdict.ACCEPTED),
        ((261, 739, 2683, 737, 253), -10.0, 0.0, Verdict.ACCEPTED),
        ((63, 252, 385, 250, 74), 0.0, 10.0, Verdict.UNDECIDED),
        ((527, 1007, 1932, 933, 511), 0.0, 5.0, Verdict.REJECTED),
        ((175, 305, 694, 291, 157), 0.0, 10.0, Verdict.REJECTED),
    ],
)
def test_published_verdicts(counts, elo0: float, elo1: float, verdict: Verdict) -> None:
    hypotheses = Hypotheses(elo0, elo1, beta=0.10, model="normalized")
    assert of_pairs(hypotheses, counts).verdict is verdict


def exact_llr(counts, score0: float, score1: float) -> float:
    """By maximum likelihood over all distributions on the scores that have a given mean."""
    share = np.array(counts) / sum(counts)
    values = np.array(PAIR_SCORES)

    def fitted(mean: float) -> np.ndarray:
        low, high = -1 / (1 - mean) + 1e-9, 1 / mean - 1e-9
        for _ in range(200):
            middle = (low + high) / 2
            if (share * (values - mean) / (1 + middle * (values - mean))).sum() > 0:
                low = middle
            else:
                high = middle
        return share / (1 + middle * (values - mean))

    return sum(counts) * float((share * np.log(fitted(score1) / fitted(score0))).sum())


@pytest.mark.parametrize(
    "counts",
    [(440, 2910, 5170, 2888, 455), (142, 620, 1122, 699, 188), (98, 382, 674, 369, 71)],
)
def test_the_normal_form_is_close_to_the_exact_multinomial_one(counts) -> None:
    hypotheses = Hypotheses(0, 5)
    exact = exact_llr(counts, elo_to_score(0), elo_to_score(5))
    assert of_pairs(hypotheses, counts).llr == pytest.approx(exact, rel=0.01, abs=0.01)


def test_bounds_are_those_of_wald() -> None:
    low, high = Hypotheses(0, 5).bounds
    assert (low, high) == (pytest.approx(-2.944439, abs=1e-6), pytest.approx(2.944439, abs=1e-6))
    low, high = Hypotheses(0, 5, alpha=0.05, beta=0.10).bounds
    assert (low, high) == (pytest.approx(-2.251292, abs=1e-6), pytest.approx(2.890372, abs=1e-6))


def tilted(mean: float, shares) -> np.ndarray:
    """The distribution on the scores of a pair nearest to the shares that has this mean."""
    low, high = -50.0, 50.0
    for _ in range(100):
        middle = (low + high) / 2
        weights = np.array(shares) * np.exp(middle * np.array(PAIR_SCORES))
        weights /= weights.sum()
        if weights @ np.array(PAIR_SCORES) < mean:
            low = middle
        else:
            high = middle
    return weights


def error_rate(hypotheses: Hypotheses, elo: float, shares, wrong: Verdict, runs: int) -> float:
    rng = np.random.default_rng(int(elo) + 17)
    chances = tilted(elo_to_score(elo), shares)
    errors = 0
    for _ in range(runs):
        sprt = Sprt(hypotheses)
        while sprt.verdict is Verdict.UNDECIDED:
            for score in rng.choice(PAIR_SCORES, size=200, p=chances).tolist():
                if sprt.add(score) is not Verdict.UNDECIDED:
                    break
        errors += sprt.verdict is wrong
    return errors / runs


@pytest.mark.parametrize("shares", [(0.1, 0.2, 0.4, 0.2, 0.1), (0.05, 0.0, 0.9, 0.0, 0.05)])
@pytest.mark.parametrize("elo1", [40, 100])
def test_error_rates(elo1: float, shares) -> None:
    """Nominally 5 %; 1000 runs have a standard error of 0.7 points."""
    hypotheses = Hypotheses(0, elo1)
    assert error_rate(hypotheses, 0, shares, Verdict.ACCEPTED, 1000) <= 0.065
    assert error_rate(hypotheses, elo1, shares, Verdict.REJECTED, 1000) <= 0.065


def test_error_rates_of_differences_in_larger_sets() -> None:
    """Win rates 0.25 and 0.25 or 0.33 on the same 6 games; the deals differ in luck."""
    rng = np.random.default_rng(5)
    hypotheses = Hypotheses(0.0, 0.08, alpha=0.1, beta=0.05, model="difference")
    errors = {0.0: 0, 0.08: 0}
    for truth in errors:
        for _ in range(800):
            sprt = Sprt(hypotheses)
            while sprt.verdict is Verdict.UNDECIDED:
                luck = rng.beta(1, 3, size=100)
                better = rng.binomial(6, luck + truth / 0.75 * (1 - luck))
                for difference in ((better - rng.binomial(6, luck)) / 6).tolist():
                    sprt.add(difference)
            errors[truth] += sprt.verdict is (Verdict.REJECTED if truth else Verdict.ACCEPTED)
    assert errors[0.0] / 800 <= 0.125
    assert errors[0.08] / 800 <= 0.07


def test_length_is_about_what_was_planned() -> None:
    shares = (0.1, 0.2, 0.4, 0.2, 0.1)
    chances = tilted(elo_to_score(40), shares)
    sd = math.sqrt(chances @ np.array(PAIR_SCORES) ** 2 - elo_to_score(40) ** 2)
    rng = np.random.default_rng(3)
    lengths = []
    for _ in range(400):
        sprt = Sprt(Hypotheses(0, 40))
        for score in rng.choice(PAIR_SCORES, size=5000, p=chances).tolist():
            if sprt.add(score) is not Verdict.UNDECIDED:
                break
        lengths.append(sprt.scores.count)
    expected = plan(elo_to_score(40) - 0.5, sd).sequential_effect
    assert 0.95 * expected < np.mean(lengths) < 1.25 * expected


@pytest.mark.parametrize("score, verdict", [(0.0, Verdict.REJECTED), (1.0, Verdict.ACCEPTED)])
def test_who_wins_or_loses_everything_gets_a_verdict(score: float, verdict: Verdict) -> None:
    sprt = Sprt(Hypotheses(0, 10))
    for _ in range(1000):
        sprt.add(score)
    assert sprt.verdict is verdict
    assert 20 < sprt.scores.count < 500


def test_equal_players_are_told_so_but_not_at_once() -> None:
    sprt = Sprt(Hypotheses(0, 10))
    for _ in range(1000):
        sprt.add(0.5)
    assert sprt.verdict is Verdict.REJECTED
    assert 30 < sprt.scores.count < 500


@given(st.sampled_from(PAIR_SCORES), st.floats(1, 100))
def test_one_set_never_ends_a_test(score: float, elo1: float) -> None:
    assert Sprt(Hypotheses(0, elo1)).add(score) is Verdict.UNDECIDED


def test_nothing_moves_after_the_verdict() -> None:
    sprt = Sprt(Hypotheses(0, 200))
    while sprt.add(1.0) is Verdict.UNDECIDED:
        pass
    before = (sprt.llr, sprt.scores.count)
    for _ in range(100):
        assert sprt.add(0.0) is Verdict.ACCEPTED
    assert (sprt.llr, sprt.scores.count) == before


@given(st.lists(st.integers(0, 400), min_size=5, max_size=5))
def test_counts_are_scores_added_one_by_one_and_mirrored_tests_agree(counts: list[int]) -> None:
    hypotheses = Hypotheses(-8, 8)
    at_once = of_pairs(hypotheses, counts)
    single = Sprt(hypotheses)
    for score, count in zip(PAIR_SCORES, counts, strict=True):
        for _ in range(count):
            single.scores.add(score)
    assert at_once.llr == pytest.approx(single.llr, abs=1e-9)
    assert at_once.llr == pytest.approx(-of_pairs(hypotheses, counts[::-1]).llr, abs=1e-9)


def test_without_sets_there_is_no_verdict() -> None:
    assert from_counts(Hypotheses(0, 5), {}).verdict is Verdict.UNDECIDED
    assert from_counts(Hypotheses(0, 5), {0.5: 0}).llr == 0.0


@pytest.mark.parametrize("elo, score", [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (100, 0.640065)])
def test_elo_scale(elo: float, score: float) -> None:
    assert elo_to_score(elo) == pytest.approx(score, abs=1e-6)
    assert score_to_elo(score) == pytest.approx(elo, abs=1e-3)


def test_elo_as_a_difference_of_win_rates() -> None:
    # One of four equals wins 1/4; with doubled odds (120.4 Elo) it wins 2/5.
    doubled = 400 * math.log10(2)
    assert elo_to_difference(doubled, 0.25) == pytest.approx(0.15)
    assert elo_to_difference(0, 0.25) == pytest.approx(0)


def test_normalized_elo_is_elo_for_a_fair_coin() -> None:
    low, high = Hypotheses(0, 2, model="normalized", games_per_set=1).means(0.25)
    assert low == 0.5
    assert high == pytest.approx(elo_to_score(2), abs=1e-6)


@pytest.mark.parametrize("effect, games", [(0.03, 1670), (0.02, 3740), (0.01, 14830)])
def test_sample_sizes(effect: float, games: int) -> None:
    """Four equal players, two-sided 5 %, power 80 %."""
    assert games_for_win_rate(0.25, effect) == pytest.approx(games, rel=0.002)


def test_plan_by_hand() -> None:
    # (1.959964 + 1.644854)^2 * (0.3 / 0.02)^2 = 12.99471 * 225
    planned = plan(0.02, 0.3)
    assert planned.fixed == 2924
    # Wald: 0.9 * 2.944439 * 2 * 225, and 2.944439^2 * 225.
    assert planned.sequential_null == pytest.approx(1192.50, abs=0.01)
    assert planned.sequential_effect == pytest.approx(1192.50, abs=0.01)
    assert planned.sequential_worst == pytest.approx(1950.69, abs=0.01)


@pytest.mark.parametrize(
    "act, said",
    [
        (lambda: Hypotheses(5, 5), "5 is not below 5"),
        (lambda: Hypotheses(0, 5, alpha=0.0), "alpha must lie between 0 and 0.5"),
        (lambda: Hypotheses(0, 5, beta=0.7), "beta must lie between 0 and 0.5"),
        (lambda: Hypotheses(0, 5, model="bayes"), "there is no model 'bayes'"),  # type: ignore
        (lambda: Hypotheses(0, 5, games_per_set=0), "at least 1 game"),
        (lambda: from_counts(Hypotheses(0, 5), {0.5: -1}), "whole number, not -1"),
        (lambda: from_counts(Hypotheses(0, 5), {math.nan: 1}), "a score must be a number"),
        (lambda: plan(0, 1), "other than 0"),
        (lambda: plan(0.1, 0), "above 0"),
        (lambda: score_to_elo(1.0), "only a score between 0 and 1"),
        (lambda: elo_to_difference(10, 0.0), "cannot be 0"),
        (lambda: games_for_win_rate(0.25, 0.8), "not 0.25 and 1.05"),
    ],
)
def test_nonsense_is_refused(act, said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        act()
