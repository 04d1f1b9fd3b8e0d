"""Worlds dealt anew at the choices of other seats: nobody answers cards that he cannot see."""

from typing import Any

import pytest

import kagemusha
from kagemusha.search import Searcher, search
from kagemusha.search.adapter import view_of

from python_kuhn import Kuhn

IMAGINED = 4096             # what a dump adds to the type of a searcher with imagined cards


def king_first(redeal: bool, **more: Any) -> Any:
    game = kagemusha.load_game("kuhn-poker")
    state = game.new_initial_state(chance=[("deal", "King"), ("deal", "Jack")])
    return search(state.view(0), iterations=20_000, seed=1, c=2.0, redeal=redeal, **more)


def test_a_queen_calls_who_cannot_know_of_the_king() -> None:
    """A Queen that knows of the King folds, and a bet wins 1. One that holds a Jack possible
    calls, and a bet wins 2 of the Queen and 1 of the Jack, who folds."""
    assert king_first(False).values[1] == pytest.approx(1.0, abs=0.06)
    assert king_first(True).values[1] == pytest.approx(1.5, abs=0.06)


def test_games_written_in_python_are_dealt_anew_too() -> None:
    view = view_of(Kuhn((2, 0)), players=2, actions=2)
    result = search(view, iterations=3_000, seed=1, c=2.0, redeal=True)
    assert result.values[1] == pytest.approx(1.5, abs=0.1)
    assert sum(result.visits) == 3_000


class Unfair(Kuhn):
    """Only the first seat can imagine what the other holds."""

    def clone(self) -> "Unfair":
        return Unfair(self.cards, self.history)

    def sample(self, seat: int, seed: int) -> "Unfair":
        if seat == 1:
            raise RuntimeError("no idea")
        return self.clone()


def test_what_goes_wrong_meanwhile_is_raised() -> None:
    with pytest.raises(RuntimeError, match="no idea"):
        search(view_of(Unfair((2, 0)), players=2, actions=2), iterations=100, redeal=True)


def test_own_nodes_are_not_mixed_with_imagined_ones() -> None:
    """After pass and bet the King has a node of its own, learnt in true worlds only."""
    tree = king_first(True, dump=3).tree
    (passed,) = [choice for choice in tree["choices"] if choice["action"] == 0]
    bets = [choice for node in passed["nodes"] for choice in node["choices"] if choice["action"] == 1]
    own = [node for choice in bets for node in choice["nodes"]]
    assert {node["type"] for node in own} == {3, IMAGINED + 1, IMAGINED + 2, IMAGINED + 3}
    true = [node for node in own if node["type"] < IMAGINED]
    assert sum(node["visits"] for node in true) <= passed["visits"]
    for node in true:
        (best,) = [choice for choice in node["choices"] if choice["action"] == 1]
        assert best["value"] == 2.0


def test_simultaneous_choices_still_find_the_equilibrium() -> None:
    for seat in (0, 1):
        state = kagemusha.load_game("biased-pennies").new_initial_state()
        if seat == 1:
            state.apply_action(1)
        searcher = Searcher({"iterations": 20_000, "redeal": True})
        shares = [searcher.search(state.view(seat), seed=seed).strategy[0] for seed in range(3)]
        assert sum(shares) / 3 == pytest.approx(0.3, abs=0.08)


def test_what_it_does_not_go_with() -> None:
    for wrong in ({"algorithm": "mo"}, {"root": "hand"}):
        with pytest.raises(ValueError, match="redeal=true is for"):
            Searcher({"redeal": True, **wrong})
    state = kagemusha.load_game("samurai-sword", players=5).new_initial_state(seed=4)
    view = state.view(state.current_player())
    weights = [1.0] * len(view.role_assignments())
    with pytest.raises(ValueError, match="no belief"):
        search(view, iterations=10, redeal=True, weights=weights)
