"""What attacks tell of roles: the fitted belief of Samurai Sword."""

import numpy as np
import pytest

import kagemusha
from kagemusha.core.state import State
from kagemusha.players.policies import rule_policy
from kagemusha.players.referee import play_game
from kagemusha.players.samurai_sword.belief import PAIRS, likelihoods, weights
from kagemusha.players.samurai_sword.fit_belief import cases, fit, loss

every_table = pytest.mark.parametrize("players", [4, 5, 6, 7])


def position(players: int, seed: int, choices: int) -> State:
    game = kagemusha.load_game("samurai-sword", players=players)
    policy, state = rule_policy(game), game.new_initial_state(seed=seed)
    for number in range(choices):
        if state.is_terminal():
            break
        state.apply_action(policy.choose(state, number))
    return state


def test_who_hits_the_shogun_is_hardly_a_samurai() -> None:
    possible = [["Shogun", "Samurai", "Ninja", "Ninja", "Ronin"],
                ["Shogun", "Ninja", "Samurai", "Ninja", "Ronin"]]
    attacks = [[0] * 5 for _ in range(5)]
    assert likelihoods(possible, attacks).tolist() == [1.0, 1.0]
    attacks[1][0] = 3
    hits = likelihoods(possible, attacks)
    assert hits[1] == 1.0
    assert hits[0] < 0.1


@every_table
def test_there_is_a_weight_for_every_assignment_and_the_truth_is_likely(players: int) -> None:
    policy = rule_policy(kagemusha.load_game("samurai-sword", players=players))
    better = 0
    for seed in range(20):
        state = position(players, seed, 60)
        if state.is_terminal():
            continue
        view = state.view(state.current_player())
        possible = view.role_assignments()
        belief = policy.belief(view)
        if belief is None:
            assert len(possible) == 1
            continue
        assert len(belief) == len(possible)
        assert max(belief) == 1.0
        assert min(belief) > 0
        truth = possible.index([seat["role"] for seat in state.to_dict()["seats"]])
        better += 1 if belief[truth] > sum(belief) / len(belief) else -1
    assert better > 5


def test_the_belief_comes_from_the_view_alone() -> None:
    policy = rule_policy(kagemusha.load_game("samurai-sword", players=6))
    view = position(6, 3, 70).view(2)
    beliefs = {tuple(policy.belief(view.sample(seed).view(2)) or ()) for seed in range(5)}
    assert beliefs == {tuple(policy.belief(view) or ())}
    assert len(beliefs.pop()) > 1


def test_with_everything_open_there_is_nothing_to_believe() -> None:
    game = kagemusha.load_game("samurai-sword", players=5)
    player = kagemusha.load_player("cheat:iterations=20", game)
    assert play_game(game, [player] * 5, seed=1).forfeit is None
    three = kagemusha.load_game("samurai-sword", players=3)
    assert rule_policy(three).belief(three.new_initial_state(seed=1).view(0)) is None


def test_the_fit_learns_and_the_stored_weights_came_from_it() -> None:
    found = cases(5, 40, seed=5)
    nothing = loss(np.zeros(len(PAIRS)), found)
    assert loss(fit(found), found) < nothing - 0.5
    assert loss(weights(5), found) < nothing - 0.4
