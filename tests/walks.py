"""Random walks through games, and what a state says of itself: for tests of every game."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from kagemusha.core.state import State

seeds = st.integers(0, 2**64 - 1)
rngs = st.integers(0, 2**32).map(random.Random)
depths = st.integers(0, 150)


def examples(count: int) -> settings:
    return settings(
        max_examples=count,
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
    )


def walk(state: State, rng: random.Random) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """Play to the end at random; yields the action and the positions before and after it."""
    before = state.to_dict()
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        after = state.to_dict()
        yield action, before, after
        before = after


def wander(state: State, rng: random.Random, steps: int) -> State:
    """Play so many steps at random, but stop before the end; returns a state that goes on."""
    for _ in range(steps):
        ahead = state.clone()
        ahead.apply_action(rng.choice(ahead.legal_actions()))
        if ahead.is_terminal():
            break
        state = ahead
    return state


def finish(state: State, rng: random.Random) -> State:
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def replay(state: State, actions: list[int]) -> State:
    for action in actions:
        state.apply_action(action)
    return state


def whole(state: State) -> tuple[Any, ...]:
    """Everything a state says of itself."""
    return state.to_dict(), state.legal_actions(), state.entries()


def without(position: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in position.items() if key not in keys}


def keys(value: Any) -> set[str]:
    """Every key of a JSON object, at any depth."""
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list) else set()
