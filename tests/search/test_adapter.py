"""A game written in Python is searched like any other."""

from typing import Any

import pytest

import kagemusha
from kagemusha.search import search
from kagemusha.search.adapter import view_of

from python_kuhn import Kuhn


def seen(position: Any, **more: Any) -> Any:
    return view_of(position, players=2, actions=2, **more)


@pytest.mark.parametrize(
    "cards, history, values",
    [((0, 2), (0, 1), (-1, -2)), ((2, 1), (0, 1), (-1, 2)), ((1, 2), (0, 1), (-1, 0))],
)
def test_it_finds_the_same_values(
    cards: tuple[int, int], history: tuple[int, ...], values: tuple[float, float]
) -> None:
    result = search(seen(Kuhn(cards, history)), iterations=2_000, seed=1, c=2.0)
    assert result.values == pytest.approx(values, abs=0.2)
    assert sum(result.visits) == 2_000


@pytest.mark.parametrize(
    "params", [{}, {"algorithm": "mo"}, {"algorithm": "pimc"}, {"rollout": "mast"}, {"threads": 2}]
)
def test_it_is_reproducible_and_untouched(params: dict[str, Any]) -> None:
    position = Kuhn((1, 2))
    one, two = (search(seen(position), iterations=100, seed=3, **params) for _ in range(2))
    assert one.to_dict() == two.to_dict()
    assert (position.cards, position.history) == ((1, 2), ())


class Broken(Kuhn):
    def sample(self, seat: int, seed: int) -> "Broken":
        return Broken(self.cards, self.history)

    def clone(self) -> "Broken":
        return Broken(self.cards, self.history)

    def returns(self) -> list[float]:
        raise RuntimeError("nobody knows who won")


def test_errors_of_the_game_are_raised() -> None:
    with pytest.raises(RuntimeError, match="nobody knows"):
        search(seen(Broken((0, 1))), iterations=100)


class HideAndSeek:
    """Seat 0 counts (it does not matter how), seat 1 hides unseen, seat 0 looks in one place."""

    def __init__(self, history: tuple[int, ...] = ()) -> None:
        self.history = history

    def current_player(self) -> int:
        return (0, 1, 0, kagemusha.TERMINAL)[len(self.history)]

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply_action(self, action: int) -> None:
        self.history += (action,)

    def returns(self) -> list[float]:
        found = float(self.history[1] == self.history[2])
        return [found, 1 - found]

    def clone(self) -> "HideAndSeek":
        return HideAndSeek(self.history)

    def sample(self, seat: int, seed: int) -> "HideAndSeek":
        return self.clone()                 # only the beginning is searched

    def sees_action(self, seat: int, action: int) -> bool:
        return len(self.history) != 1 or seat == 1


class Watched(HideAndSeek):
    def clone(self) -> "Watched":
        return Watched(self.history)

    def sees_action(self, seat: int, action: int) -> bool:
        return True


@pytest.mark.parametrize("algorithm", ["so", "mo", "self"])
def test_what_is_hidden_cannot_be_answered(algorithm: str) -> None:
    """Who sees where the other hides finds him always; who does not, about half the time."""
    blind, watching = (
        search(seen(game), iterations=2_000, seed=1, algorithm=algorithm)
        for game in (HideAndSeek(), Watched())
    )
    assert max(blind.values) < 0.75
    assert max(watching.values) > 0.9
