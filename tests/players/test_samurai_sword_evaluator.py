"""The evaluator of Samurai Sword, and the fit behind it."""

import random
from typing import Any

import numpy as np
import pytest

import kagemusha
from kagemusha.core.samurai_sword.data import SETUPS
from kagemusha.players.policies import evaluator
from kagemusha.players.samurai_sword.evaluator import SamuraiSwordEvaluator, feature_names
from kagemusha.players.samurai_sword.fit import chances, fit

from samurai_sword.build import seat, table
from walks import wander

JUDGE = SamuraiSwordEvaluator()
TEAM = {"Shogun": "Shogun", "Samurai": "Shogun", "Ronin": "Ronin", "Ninja": "Ninja"}


@pytest.mark.parametrize("players", SETUPS)
def test_teams_win_together_and_one_of_them_does(players: int) -> None:
    game = kagemusha.load_game("samurai-sword", players=players)
    for seed in range(30):
        state = wander(game.new_initial_state(seed=seed), random.Random(seed), 5 * seed)
        by_team: dict[str, set[float]] = {}
        for one, value in zip(state.to_dict()["seats"], JUDGE.values(state), strict=True):
            by_team.setdefault(TEAM[one["role"]], set()).add(value)
        assert all(len(values) == 1 for values in by_team.values())
        assert sum(max(values) for values in by_team.values()) == pytest.approx(1, abs=1e-5)


def values(shogun_honor: int = 4, ninja_hand: str = "Parry", **rest: Any) -> list[float]:
    state = table(
        seat("Parry", role="Shogun", honor=shogun_honor),
        seat("Parry", role="Samurai"),
        seat(ninja_hand, role="Ninja", stars=2, **rest),
        seat("Parry", role="Ninja", stars=1),
    )
    return JUDGE.values(state)


def test_honor_cards_and_properties_speak_for_a_team() -> None:
    shogun, _, ninja, _ = values()
    assert values(shogun_honor=5)[0] > shogun
    assert values(ninja_hand="Parry, Geisha, Diversion")[2] > ninja
    assert values(ninja_hand="Parry, Daimyo")[2] > ninja
    assert values(properties="2 Focus")[2] > ninja
    assert values(properties="Fast Draw")[2] > ninja
    assert values(resilience=1)[2] < ninja


def test_it_knows_a_game_that_is_over() -> None:
    state = kagemusha.load_game("samurai-sword", players=4).new_initial_state(seed=3)
    rng = random.Random(3)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert JUDGE.values(state) == state.returns()


def test_the_registry_finds_it() -> None:
    game = kagemusha.load_game("samurai-sword", players=4)
    assert isinstance(evaluator(game), SamuraiSwordEvaluator)


def test_a_wrong_number_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match=f"{len(feature_names())} features"):
        SamuraiSwordEvaluator({4: [1.0]})


def test_the_fit_finds_weights_that_made_the_data() -> None:
    rng = np.random.default_rng(1)
    true = np.array([1.0, -0.5, 0.0])
    features = rng.normal(size=(20_000, 3, 3))
    present = np.ones((20_000, 3))
    present[:8000, 2] = 0
    likely = chances(true, features, present)
    winners = np.array([rng.choice(3, p=row) for row in likely])
    assert fit(features, present, winners) == pytest.approx(true, abs=0.05)
