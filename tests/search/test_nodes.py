"""What a node is: simultaneous choices (T3), availability (T4), hidden types, tokens."""

from typing import Any

import pytest

import kagemusha
from kagemusha.search import Searcher, SearchResult, search

EQUILIBRIUM = 0.3


def pennies(seat: int) -> Any:
    state = kagemusha.load_game("biased-pennies").new_initial_state()
    if seat == 1:
        state.apply_action(1)               # face down
    return state.view(seat)


def distance(bandit: str, seat: int) -> float:
    """Mean total variation from the equilibrium over twenty seeds."""
    searcher = Searcher({"iterations": 100_000, "block_select": bandit, "c": 1.0})
    found = [searcher.search(pennies(seat), seed=seed).strategy[0] for seed in range(20)]
    return sum(abs(share - EQUILIBRIUM) for share in found) / len(found)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("bandit", ["exp3", "rm"])
def test_t3_mixing_bandits_find_the_equilibrium(bandit: str, seat: int) -> None:
    assert distance(bandit, seat) <= 0.04


def test_t3_decoupled_ucb1_does_not() -> None:
    assert distance("ucb1", 0) >= 0.10


def test_t3_answers_are_drawn_from_the_average_strategy() -> None:
    searcher = Searcher({"iterations": 2_000})
    answers = [searcher.search(pennies(0), seed=seed).action for seed in range(200)]
    assert 0.15 < answers.count(0) / 200 < 0.45


def test_t3_a_reply_to_the_face_down_choice_is_not_learnt() -> None:
    """Whatever the first seat has put down, the second searches the same."""
    found = []
    for action in (0, 1):
        state = kagemusha.load_game("biased-pennies").new_initial_state()
        state.apply_action(action)
        found.append(search(state.view(1), iterations=500, seed=3).to_dict())
    assert found[0] == found[1]


def rare(iterations: int) -> tuple[SearchResult, Any]:
    view = kagemusha.load_game("rare-action").new_initial_state(seed=1).view(0)
    return search(view, iterations=iterations, seed=4, dump=2), view


@pytest.mark.parametrize("iterations", [10, 1_000, 20_000])
def test_t4_availability_is_exact(iterations: int) -> None:
    result, view = rare(iterations)
    _, early = rare(2)                      # the first two worlds make the two nodes below the root
    assert view.worlds == iterations
    assert sum(result.visits) == iterations
    assert result.availability == [iterations, iterations]
    assert result.tree is not None
    nodes = [node for choice in result.tree["choices"] for node in choice["nodes"]]
    counted = [
        choice["available"] for node in nodes for choice in node["choices"] if choice["action"] == 2
    ]
    assert sum(counted) == view.rare_worlds - early.rare_worlds
    for node, visits in zip(nodes, result.visits, strict=True):
        assert node["visits"] == visits - 1
        assert sum(choice["visits"] for choice in node["choices"]) == visits - 1
        assert all(c["available"] == visits - 1 for c in node["choices"] if c["action"] != 2)


def kuhn_view() -> Any:
    game = kagemusha.load_game("kuhn-poker")
    return game.new_initial_state(chance=[("deal", "Queen"), ("deal", "Jack")]).view(0)


def nodes_below(result: SearchResult, action: int) -> list[dict[str, Any]]:
    assert result.tree is not None
    (choice,) = [c for c in result.tree["choices"] if c["action"] == action]
    found: list[dict[str, Any]] = choice["nodes"]
    return found


def test_hidden_types_have_their_own_statistics() -> None:
    apart = nodes_below(search(kuhn_view(), iterations=500, dump=2), 1)
    assert sorted(node["type"] for node in apart) == [1, 3]         # Jack and King
    together = nodes_below(search(kuhn_view(), iterations=500, dump=2, types=False), 1)
    assert len(together) == 1


def test_tokens_branch_after_enough_visits() -> None:
    """The public card of Leduc poker is seen by both."""
    game = kagemusha.load_game("leduc-poker")
    state = game.new_initial_state(chance=[("deal", "Queen"), ("deal", "Jack")])
    state.apply_action(1)
    view = state.view(1)
    branched = nodes_below(search(view, iterations=2_000, dump=2, types=False, c=20), 1)
    merged = nodes_below(
        search(view, iterations=2_000, dump=2, types=False, c=20, branch_after=10_000), 1
    )
    assert len(branched) == 3
    assert len(merged) == 1
