"""What every search must be: honest, legal, harmless, and the same again."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import kagemusha
from kagemusha.core.registry import TOYS
from kagemusha.core.view import EVERYTHING
from kagemusha.search import search

TABLES = [
    ("samurai-sword", 3), ("samurai-sword", 7), ("seven-card-samurai", 3), ("sixteen-samurai", 3),
    *((name, 2) for name in TOYS),
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"algorithm": "mo", "select": "ucb1tuned"},
    {"algorithm": "pimc", "worlds": 5},
    {"algorithm": "self", "rollout": "mast"},
    {"algorithm": "flat", "final": "lower"},
    {"select": "exp3", "final": "mixed", "backup": "paranoid"},
    {"select": "rm", "block_select": "smooth", "decisive": True},
    {"select": "puct", "fpu": 0.5, "bias": 0.5, "widen": 1.5, "threads": 2},
    {"redeal": True},
]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def positions(name: str, players: int, seed: int, most: int) -> list[Any]:
    """Choices met on a random way through a game."""
    rng = random.Random(seed)
    state = kagemusha.load_game(name, players=players).new_initial_state(seed=seed)
    found = []
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return sorted(rng.sample(found, min(most, len(found))), key=lambda s: len(s.history()))


@every_table
def test_the_answer_is_legal_and_the_view_untouched(name: str, players: int) -> None:
    for state in positions(name, players, seed=5, most=8):
        seat = state.current_player()
        view = state.view(seat)
        before = view.key(), state.history(), state.chance_key()
        for settings in SETTINGS:
            result = search(view, iterations=60, seed=2, **settings)
            assert result.actions == view.legal_actions()
            assert result.action in result.actions
            assert sum(result.visits) == result.iterations == 60
            assert sum(result.strategy) == pytest.approx(1)
            assert json.loads(json.dumps(result.to_dict())) == result.to_dict()
            assert (view.key(), state.history(), state.chance_key()) == before
            assert view.sample(9).view(seat).key() == before[0]


@every_table
def test_hidden_cards_do_not_matter(name: str, players: int) -> None:
    for state in positions(name, players, seed=6, most=4):
        view = state.view(state.current_player())
        expected = search(view, iterations=80, seed=3, dump=2).to_dict()
        for k in range(3):
            again = view.sample(k).view(view.seat)
            assert again.key() == view.key()
            assert search(again, iterations=80, seed=3, dump=2).to_dict() == expected


@every_table
def test_same_seed_same_search(name: str, players: int) -> None:
    state = positions(name, players, seed=7, most=1)[0]
    view = state.view(state.current_player())
    for settings in SETTINGS:
        one, two = (search(view, iterations=200, seed=8, **settings).to_dict() for _ in range(2))
        assert one == two
    if name == "samurai-sword":
        assert search(view, iterations=200, seed=9).to_dict() != search(view, iterations=200).to_dict()


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_are_reproducible(threads: int) -> None:
    state = positions("samurai-sword", 5, seed=8, most=1)[0]
    view = state.view(state.current_player())
    found = [search(view, iterations=1_000, seed=4, threads=threads).to_dict() for _ in range(3)]
    assert found[0] == found[1] == found[2]
    assert sum(found[0]["visits"]) == 1_000


def test_forced_moves_are_free_and_others_do_not_search() -> None:
    state = kagemusha.load_game("samurai-sword").new_initial_state(seed=1)
    rng = random.Random(1)
    while len(state.legal_actions()) > 1:
        state.apply_action(rng.choice(state.legal_actions()))
    seat = state.current_player()
    result = search(state.view(seat), iterations=10**9)
    assert (result.action, result.visits, result.iterations) == (state.legal_actions()[0], [0], 0)
    with pytest.raises(ValueError, match="not to act"):
        search(state.view((seat + 1) % 3), iterations=10)


def test_it_prefers_what_wins() -> None:
    """A King that faces a bet calls it, whoever searches."""
    game = kagemusha.load_game("kuhn-poker")
    state = game.new_initial_state(chance=[("deal", "Queen"), ("deal", "King")])
    state.apply_action(1)
    for settings in SETTINGS:
        if settings.get("final") != "mixed":
            assert search(state.view(1), iterations=300, seed=1, **settings).action == 1


def test_a_view_of_everything_can_be_searched() -> None:
    for name, players in TABLES:
        for state in positions(name, players, seed=9, most=3):
            view = state.view(EVERYTHING)
            result = search(view, iterations=50, seed=1)
            assert result.actions == state.legal_actions()
            assert sum(result.visits) == 50


def test_weights_are_a_belief_in_roles() -> None:
    state = kagemusha.load_game("samurai-sword", players=5).new_initial_state(seed=4)
    view = state.view(state.current_player())
    count = len(view.role_assignments())
    assert count > 1
    sure = [1.0] + [0.0] * (count - 1)
    assert search(view, iterations=200, weights=sure).visits != search(view, iterations=200).visits
    for wrong in ([1.0], [0.0] * count, [-1.0] + [1.0] * (count - 1)):
        with pytest.raises(ValueError, match="weights"):
            search(view, iterations=200, weights=wrong)


@pytest.mark.parametrize(("name", "players"), [*TABLES])
def test_golden_trees(name: str, players: int, golden: Any) -> None:
    """Bit for bit. After an intended change: pytest --update-golden, and read the diff."""
    state = positions(name, players, seed=11, most=1)[0]
    view = state.view(state.current_player())
    found = [
        {"settings": settings, "result": search(view, iterations=40, seed=1, dump=3, **settings).to_dict()}
        for settings in SETTINGS
    ]
    file = Path("search") / f"{name.replace('-', '_')}_{players}.json"
    golden(str(file), json.dumps(found, indent=1) + "\n")
