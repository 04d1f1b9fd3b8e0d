"""The rule policy of Samurai Sword: what it may know, and how it plays, one test per rule."""

import random
from collections import Counter
from typing import Any

import pytest

import kagemusha
from kagemusha.core.samurai_sword.data import SETUPS
from kagemusha.core.state import State
from kagemusha.players.policies import rule_policy, weight_groups
from kagemusha.players.samurai_sword.policy import SamuraiSwordPolicy
from kagemusha.players.samurai_sword.weights import chosen, groups, rows
from kagemusha.search.policy import Policy, play_games

from samurai_sword.build import seat, table

RULE = SamuraiSwordPolicy()


def likes(state: State, policy: Policy = RULE) -> dict[str, float]:
    """The weights of the legal actions, in words."""
    return {state.action_to_string(a): w for a, w in policy.weights(state).items()}


def best(state: State, policy: Policy = RULE) -> str:
    found = likes(state, policy)
    return max(found, key=lambda action: found[action])


# What it may know.


def redealt(state: State, rng: random.Random) -> State:
    """The same position with everything redealt that the mover does not know."""
    position: dict[str, Any] = state.to_dict()
    mover = position["mover"]
    hidden = [i for i, one in enumerate(position["seats"]) if i != mover]
    seats = [position["seats"][i] for i in hidden]
    pool = Counter(position["deck"])
    for one in seats:
        pool.update(one["hand"])
    cards = list(pool.elements())
    rng.shuffle(cards)
    for one in seats:
        size = sum(one["hand"].values())
        one["hand"], cards = dict(Counter(cards[:size])), cards[size:]
    position["deck"] = dict(Counter(cards))
    stars = [n for n in (1, 2, 3) if n != position["seats"][mover].get("stars")]
    rng.shuffle(stars)
    secret = [one for one in seats if one["role"] != "Shogun"]
    roles = [one["role"] for one in secret]
    rng.shuffle(roles)
    for one, role in zip(secret, roles, strict=True):
        one["role"] = role
        one.pop("stars", None)
        if role == "Ninja" and len(position["seats"]) == 4:
            one["stars"] = stars.pop()
    return state.game.from_dict(position)


@pytest.mark.parametrize("players", SETUPS)
@pytest.mark.parametrize("how", ["random", "rule"])
def test_it_does_not_see_what_the_mover_cannot_see(players: int, how: str) -> None:
    rng = random.Random(players)
    walker = RULE if how == "rule" else Policy()
    game = kagemusha.load_game("samurai-sword", players=players)
    for seed in range(6):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            weights = RULE.weights(state)
            for _ in range(2):
                other = redealt(state, rng)
                assert RULE.weights(other) == weights
                assert RULE.choose(other, seed) == RULE.choose(state, seed)
            state.apply_action(walker.choose(state, rng.getrandbits(60)))


@pytest.mark.parametrize("players", SETUPS)
def test_weights_are_not_negative_and_one_is_positive(players: int) -> None:
    game = kagemusha.load_game("samurai-sword", players=players)
    policies = [RULE, SamuraiSwordPolicy(epsilon=0.1), SamuraiSwordPolicy(without=groups())]
    for seed in range(10):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            for policy in policies:
                weights = policy.weights(state).values()
                assert min(weights) >= 0
                assert max(weights) > 0
            state.apply_action(RULE.choose(state, seed))


def test_it_picks_as_it_weighs() -> None:
    state = kagemusha.load_game("samurai-sword", players=5).new_initial_state(seed=4)
    soft = SamuraiSwordPolicy({"sharpness": 1}, epsilon=0.2)
    weights = soft.weights(state)
    drawn = Counter(soft.choose(state, seed) for seed in range(20_000))
    for action, weight in weights.items():
        expected = weight / sum(weights.values())
        assert abs(drawn[action] / 20_000 - expected) < 0.015


def test_epsilon_leaves_every_action_possible() -> None:
    state = kagemusha.load_game("samurai-sword", players=4).new_initial_state(seed=1)
    weights = SamuraiSwordPolicy(epsilon=0.1).weights(state)
    assert min(weights.values()) > 0
    uniform = SamuraiSwordPolicy(epsilon=1.0).weights(state).values()
    assert max(uniform) == pytest.approx(min(uniform))


# The table of weights.


def test_every_weight_lies_within_its_bounds() -> None:
    for row in rows():
        assert float(row["low"]) <= float(row["value"]) <= float(row["high"]), row["name"]
        assert row["meaning"]


def test_a_group_switched_off_is_silent() -> None:
    without = chosen(without=["parry"])
    for row in rows():
        assert without[row["name"]] == (0 if row["group"] == "parry" else float(row["value"]))


def test_wrong_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no weight 'kil': "):
        SamuraiSwordPolicy({"kil": 1})
    with pytest.raises(ValueError, match="no group of weights 'pary'"):
        SamuraiSwordPolicy(without=["pary"])
    with pytest.raises(ValueError, match="probability"):
        SamuraiSwordPolicy(epsilon=2)


def test_the_registry_finds_it() -> None:
    game = kagemusha.load_game("samurai-sword", players=4)
    assert isinstance(rule_policy(game), SamuraiSwordPolicy)
    assert weight_groups(game) == groups()
    with pytest.raises(ValueError, match="style"):
        rule_policy(game, style="wild")


@pytest.mark.parametrize("players", SETUPS)
def test_it_beats_random_players(players: int) -> None:
    game = kagemusha.load_game("samurai-sword", players=players)
    uniform, gain, deals = Policy(), 0.0, 300
    for deal in range(deals):
        root = game.new_initial_state(seed=deal)
        one = deal % players
        seats = [uniform] * players
        gain -= play_games(root, seats, 1, deal)[1][one]
        seats[one] = RULE
        gain += play_games(root, seats, 1, deal)[1][one]
    assert gain / deals > 0.1
