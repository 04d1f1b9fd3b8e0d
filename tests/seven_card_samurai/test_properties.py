"""What must hold in every game of Seven Card Samurai, tried on random games."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kagemusha
from kagemusha.core.seven_card_samurai.data import CARDS, LAID
from kagemusha.core.state import State

NAME = "seven-card-samurai"
ALL_CARDS = Counter({card.name: card.copies for card in CARDS})
TABLES = [
    kagemusha.load_game(NAME, players=players, turn_cap=cap)
    for players in range(2, 9)
    for cap in (100, 4)
]
games = st.sampled_from(TABLES)
seeds = st.integers(0, 2**64 - 1)
rngs = st.randoms(use_true_random=False)
depths = st.integers(0, 300)


def examples(count: int) -> Any:
    return settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck))


def wander(state: State, rng: random.Random, steps: int) -> State:
    """Play at random, but stop before the end."""
    for _ in range(steps):
        ahead = state.clone()
        ahead.apply_action(rng.choice(state.legal_actions()))
        if ahead.is_terminal():
            break
        state = ahead
    return state


def all_cards(truth: dict[str, Any]) -> Counter[str]:
    found = Counter(truth["pile"]) + Counter(truth["discards"]) + Counter(truth["in_play"])
    for one in truth["seats"]:
        found += Counter(one["hand"]) + Counter(one["table"])
    return found


@examples(60)
@given(games, seeds, rngs, depths)
def test_nothing_is_lost(game: Any, seed: int, rng: random.Random, depth: int) -> None:
    state = game.new_initial_state(seed=seed)
    for _ in range(depth):
        if state.is_terminal():
            break
        truth = state.to_dict()
        assert all_cards(truth) == ALL_CARDS
        assert sum(one["rice"] for one in truth["seats"]) == 10 * game.players
        assert all(sum(one["table"].values()) <= 7 for one in truth["seats"])
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and legal and legal[-1] < game.num_distinct_actions
        texts = [state.action_to_string(action) for action in legal]
        assert [state.string_to_action(text) for text in texts] == legal
        state.apply_action(rng.choice(legal))


@examples(60)
@given(games, seeds, rngs, depths)
def test_positions_read_back(game: Any, seed: int, rng: random.Random, depth: int) -> None:
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    truth = json.loads(json.dumps(state.to_dict()))
    again = game.from_dict(truth)
    assert again.to_dict() == truth
    for _ in range(20):
        if state.is_terminal():
            break
        assert again.legal_actions() == state.legal_actions()
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        again.apply_action(action)
        assert again.to_dict() == state.to_dict()
        assert [again.token_of(i) for i in range(game.players)] == [
            state.token_of(i) for i in range(game.players)
        ]


@examples(60)
@given(games, seeds, rngs, depths)
def test_what_differs_only_in_secret_looks_the_same(
    game: Any, seed: int, rng: random.Random, depth: int
) -> None:
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    truth = state.to_dict()
    for me in range(game.players):
        seen = json.loads(json.dumps(state.observation(me)))
        looked_at = truth["looking_at"] if me == truth["turn"] else None
        for i, one in enumerate(seen["seats"]):
            assert ("hand" in one) == (i in (me, looked_at))
        for event in seen["events"]:
            if event["event"] == "draw":
                assert ("card" in event) == (event["seat"] == me)
            if event["event"] == "stolen":
                assert ("card" in event) == (me in (event["seat"], event["by"]))
            if event["event"] == "look":
                assert ("cards" in event) == (me == event["by"])
        other = json.loads(json.dumps(truth))
        hidden = [one for i, one in enumerate(other["seats"]) if i not in (me, looked_at)]
        pool = Counter(other["pile"])
        for one in hidden:
            pool.update(one["hand"])
        cards = list(pool.elements())
        rng.shuffle(cards)
        for one in hidden:
            size = sum(one["hand"].values())
            one["hand"], cards = dict(Counter(cards[:size])), cards[size:]
        other["pile"] = dict(Counter(cards))
        assert game.from_dict(other).observation(me) == game.from_dict(truth).observation(me)


@examples(40)
@given(games, seeds, rngs, depths)
def test_a_called_set_is_right(game: Any, seed: int, rng: random.Random, depth: int) -> None:
    """Whenever a call is offered there is a set, and never otherwise; counted the slow way."""
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    truth = state.to_dict()
    for who, one in enumerate(truth["seats"]):
        assert state.best_set(who) == slow_best(one["hand"], one["table"])
    if truth["node"] in ("draw", "play", "turn end"):
        assert (1 in state.legal_actions()) == (state.best_set(truth["turn"]) > 0)


def slow_best(hand: dict[str, int], laid: dict[str, int]) -> int:
    names = [card.name for card in LAID]
    least = [laid.get(name, 0) for name in names]
    most = [laid.get(name, 0) + hand.get(name, 0) for name in names]
    best = 0

    def choose(i: int, chosen: list[int]) -> None:
        nonlocal best
        if i == len(names):
            colours = sorted(n for n in chosen[:4] if n)
            if sum(chosen) == 7 and len(colours) <= 2:
                points = 7 if chosen[4] else {7: 20, 6: 15, 5: 12, 4: 10}[colours[-1]]
                best = max(best, points)
            return
        for copies in range(least[i], min(most[i], 7) + 1):
            choose(i + 1, [*chosen, copies])

    choose(0, [])
    return best


@examples(200)
@given(st.lists(st.integers(0, 4), min_size=5, max_size=5), st.lists(st.integers(0, 2), min_size=5, max_size=5))
def test_sets_of_all_sorts(held: list[int], laid: list[int]) -> None:
    names = [card.name for card in LAID]
    if sum(laid) > 7:
        return
    hand = {name: n for name, n in zip(names, held, strict=True) if n} | {"Ninja": 1}
    table = {name: n for name, n in zip(names, laid, strict=True) if n}
    left = ALL_CARDS - Counter(hand) - Counter(table)
    position = TABLES[0].new_initial_state().to_dict() | {
        "node": "play", "draws_left": 0, "discards": [], "pile": dict(left),
    }
    position["seats"] = [
        {"hand": {}, "table": {}, "rice": 10, "total": 0},
        {"hand": hand, "table": table, "rice": 10, "total": 0},
    ]
    state = TABLES[0].from_dict(position)
    assert state.best_set(1) == slow_best(hand, table)
    assert (1 in state.legal_actions()) == (state.best_set(1) > 0)


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_playouts_share_one_win(game: Any) -> None:
    state = game.new_initial_state(seed=5)
    choices, means = state.random_playouts(100, seed=3)
    assert choices > 0
    assert sum(means) == pytest.approx(1)
    assert state.random_playouts(100, seed=3) == (choices, means)
