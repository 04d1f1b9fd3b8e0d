"""From results to an answer: whose result counts at a choice, and which action is played."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from kagemusha import TERMINAL
from kagemusha.core.view import EVERYTHING
from kagemusha.search import Searcher, search
from kagemusha.search.adapter import view_of

from poker import deals

RESULTS = {
    (0, 0): (0.2, 1.0, 0.5), (0, 1): (1.0, 0.2, 0.5),
    (1, 0): (0.2, 0.0, 0.5), (1, 1): (1.0, 0.0, 1.0),
}  # fmt: skip


class Delegation:
    """Seat 0 lets seat 1, of its team, or seat 2, a rival, decide between two results."""

    def __init__(self, history: tuple[int, ...] = ()) -> None:
        self.history = history

    def current_player(self) -> int:
        if len(self.history) == 2:
            return TERMINAL
        return 1 + self.history[0] if self.history else 0

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply_action(self, action: int) -> None:
        self.history += (action,)

    def returns(self) -> list[float]:
        first, second = self.history
        return list(RESULTS[first, second])

    def clone(self) -> "Delegation":
        return Delegation(self.history)

    def sample(self, seat: int, seed: int) -> "Delegation":
        return self.clone()

    def team(self, seat: int) -> int:
        return seat == 2


@pytest.mark.parametrize(("backup", "values"), [("maxn", (0.2, 1.0)), ("paranoid", (1.0, 0.2))])
def test_whose_result_counts(backup: str, values: tuple[float, float]) -> None:
    """By itself every seat takes its own best; a paranoid searcher expects help from his team
    and harm from all others."""
    view = view_of(Delegation(), players=3, actions=2)
    result = search(view, iterations=3_000, seed=1, backup=backup)
    assert result.values == pytest.approx(values, abs=0.12)


@pytest.mark.parametrize(
    ("final", "visits", "place"),
    [
        ("visits", [90, 10], 0),
        ("value", [90, 10], 1),
        ("lower", [90, 10], 1),
        ("value", [90, 2], 1),
        ("lower", [90, 2], 0),
        ("value", [90, 0], 0),
        ("lower", [90, 0], 0),
    ],
)
def test_final_choices(final: str, visits: list[int], place: int) -> None:
    """The second action has the better mean: enough for some, if it was tried often enough."""
    turn_by_turn: Any = SimpleNamespace(block=lambda: 0)
    searcher = Searcher({"final": final, "c": 0.7})
    assert searcher.answer(turn_by_turn, visits, [0.5, 0.9], [0.9, 0.1], seed=1) == place


def test_a_mixed_answer_is_drawn() -> None:
    turn_by_turn: Any = SimpleNamespace(block=lambda: 0)
    searcher = Searcher({"final": "mixed"})
    drawn = [
        searcher.answer(turn_by_turn, [90, 10], [0.5, 0.9], [0.7, 0.3], seed=seed)
        for seed in range(300)
    ]
    assert 0.2 < drawn.count(1) / 300 < 0.4


def test_a_turn_has_one_budget_of_time() -> None:
    searcher = Searcher({"iterations": 0, "ms": 40.0, "per": "turn"})
    assert searcher.budget()[1] == pytest.approx(0.020)
    view = view_of(Delegation(), players=3, actions=2)
    result = searcher.search(view, seed=1)
    left = 40.0 - 1000 * result.seconds
    assert left < 21
    assert searcher.budget()[1] == pytest.approx(max(0.1, left / 2) / 1000)


def value(seat: int, mine: Any, others: Any) -> float:
    """What the policy `mine` wins at a seat of Kuhn poker, exactly."""

    def below(state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[seat])
        total = 0.0
        shares = (mine if state.current_player() == seat else others)(state)
        for action, share in enumerate(shares):
            child = state.clone()
            child.apply_action(action)
            total += share * below(child)
        return total

    return sum(chance * below(state) for state, chance in deals("kuhn-poker"))


@cache
def searched(cards: tuple[int, ...], history: tuple[int, ...], *, sees_everything: bool) -> list[float]:
    (state,) = [state for state, _ in deals("kuhn-poker") if state.cards() == list(cards)]
    for action in history:
        state.apply_action(action)
    seat = EVERYTHING if sees_everything else state.current_player()
    searcher = Searcher({"iterations": 1_000, "c": 2.0})
    answers = [searcher.search(state.view(seat), seed=seed).action for seed in range(5)]
    return [answers.count(action) / 5 for action in (0, 1)]


def honest(state: Any) -> list[float]:
    return searched(tuple(state.cards()), tuple(state.history()), sees_everything=False)


def cheat(state: Any) -> list[float]:
    return searched(tuple(state.cards()), tuple(state.history()), sees_everything=True)


def at_random(state: Any) -> list[float]:
    return [0.5, 0.5]


def test_who_sees_more_wins_more() -> None:
    """Cheat, honest and random, each against random and against honest opponents."""
    for others in (at_random, honest):
        worth = [value(0, mine, others) + value(1, mine, others) for mine in (cheat, honest, at_random)]
        assert worth[0] > worth[1] > worth[2]
