"""The core of the search on Kuhn poker: the acceptance tests T1 and T2, with their numbers."""

from functools import cache
from typing import Any

import pytest

from kagemusha.search import Searcher, SearchResult

from poker import exploitability, information_sets, key_of

JACK, QUEEN, KING = range(3)
FIRST, AFTER_PASS, AFTER_BET, AFTER_PASS_BET = (), (0,), (1,), (0, 1)
PASS, BET = range(2)
REPEATS = 20
Key = tuple[int, tuple[int, ...]]
Table = dict[Key, list[SearchResult]]


def searched(**params: Any) -> Table:
    searcher = Searcher({"c": 2.0, **params})
    return {
        key: [searcher.search(at.view(at.current_player()), seed=seed) for seed in range(REPEATS)]
        for key, at in information_sets().items()
    }


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def x_of(policy: dict[Key, list[float]]) -> float:
    return exploitability("kuhn-poker", lambda state: policy[key_of(state)])


def mean_x(table: Table) -> float:
    """Of the policy that the search really plays: the average over independent searches."""
    return x_of(
        {key: [mean([r.strategy[i] for r in found]) for i in range(2)] for key, found in table.items()}
    )


def single_x(table: Table) -> float:
    """Of one search at each information set, averaged afterwards."""
    return mean(
        [x_of({key: found[i].strategy for key, found in table.items()}) for i in range(REPEATS)]
    )


@cache
def own_card_fixed() -> Table:
    return searched(iterations=10_000)


def test_the_yardstick() -> None:
    def uniform(state: Any) -> list[float]:
        return [1 / len(state.legal_actions())] * len(state.legal_actions())

    assert exploitability("kuhn-poker", uniform) == pytest.approx(0.4583, abs=1e-4)
    assert exploitability("leduc-poker", uniform) == pytest.approx(2.3736, abs=1e-4)


@pytest.mark.parametrize(
    "card, history, action, value, margin",
    [
        (JACK, AFTER_PASS_BET, PASS, -1, 0.06),
        (JACK, AFTER_PASS_BET, BET, -2, 0.06),
        (JACK, AFTER_BET, PASS, -1, 0.06),
        (JACK, AFTER_BET, BET, -2, 0.06),
        (QUEEN, AFTER_PASS_BET, PASS, -1, 0.06),
        (QUEEN, AFTER_PASS_BET, BET, 0, 0.06),
        (QUEEN, AFTER_BET, PASS, -1, 0.06),
        (QUEEN, AFTER_BET, BET, 0, 0.06),
        (KING, AFTER_PASS_BET, PASS, -1, 0.06),
        (KING, AFTER_PASS_BET, BET, 2, 0.06),
        (KING, AFTER_BET, PASS, -1, 0.06),
        (KING, AFTER_BET, BET, 2, 0.06),
        (KING, FIRST, PASS, 1, 0.06),
        (KING, FIRST, BET, 1, 0.06),
        (KING, AFTER_PASS, PASS, 1, 0.06),
        (KING, AFTER_PASS, BET, 1, 0.06),
        (JACK, FIRST, PASS, -1, 0.06),
        (JACK, AFTER_PASS, PASS, -1, 0.06),
        (QUEEN, FIRST, PASS, -0.32, 0.10),
        (QUEEN, FIRST, BET, -0.48, 0.10),
        (QUEEN, AFTER_PASS, PASS, 0, 0.10),
        (QUEEN, AFTER_PASS, BET, -0.46, 0.10),
    ],
)
def test_t1_root_values(
    card: int, history: tuple[int, ...], action: int, value: float, margin: float
) -> None:
    found = own_card_fixed()[card, history]
    assert mean([result.values[action] for result in found]) == pytest.approx(value, abs=margin)


def test_t1_visits_are_as_exploitable_as_they_must_be() -> None:
    assert 0.155 <= mean_x(own_card_fixed()) <= 0.170


def test_t1_the_answers_are_as_exploitable_as_they_must_be() -> None:
    answers = {
        key: [mean([float(r.action == i) for r in found]) for i in range(2)]
        for key, found in own_card_fixed().items()
    }
    assert x_of(answers) == pytest.approx(0.1667, abs=0.005)


def test_t1_holds_with_a_tree_for_each_seat() -> None:
    assert 0.155 <= mean_x(searched(iterations=10_000, algorithm="mo")) <= 0.170


@pytest.mark.parametrize("select", ["ucb1", "smooth", "rm"])
def test_t2_all_cards_dealt_anew(select: str) -> None:
    table = searched(iterations=20_000, root="hand", select=select)
    assert mean_x(table) <= 0.05
    assert single_x(table) <= 0.09


def test_t2_needs_the_own_card_dealt_anew_too() -> None:
    table = searched(iterations=10_000, root="hand", resample_own=False)
    assert mean_x(table) == pytest.approx(0.110, abs=0.02)


def test_t2_answers_are_drawn_from_the_mixed_strategy() -> None:
    """The best answer alone would be played always, and be exploited."""
    table = searched(iterations=10_000, root="hand", select="rm", final="mixed")
    found = [r for results in table.values() for r in results]
    drawn = mean([r.strategy[r.actions.index(r.action)] for r in found])
    expected = mean([sum(p * p for p in r.strategy) for r in found])
    assert drawn == pytest.approx(expected, abs=0.08)
    assert any(r.strategy[r.actions.index(r.action)] < 0.5 for r in found)


def test_more_iterations_are_not_worse() -> None:
    rising = [mean_x(searched(iterations=n, root="hand")) for n in (100, 1_000, 10_000)]
    assert rising[0] > rising[1] > rising[2]
