"""How many sequences of decisions lead on from a position, counted by engine and oracle.

A sequence of depth n has n decisions, or fewer if the game ends with its last one. Chance falls
as the seed of the position says, so every branch has outcomes of its own.
"""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import kagemusha
from kagemusha.core.state import State

from lockstep import ORACLES
from oracle.chance import Recorded

ENOUGH = 10**9


def reach(name: str, players: int, seed: int, node: str, **options: Any) -> State:
    """A random game at the second decision of a kind; the next seed if it has no second."""
    rng = random.Random(seed)
    game = kagemusha.load_game(name, players=players, **options)
    while True:
        state = game.new_initial_state(seed=seed)
        met = 0
        while not state.is_terminal():
            met += state.to_dict()["node"] == node
            if met == 2:
                return state
            state.apply_action(rng.choice(state.legal_actions()))
        seed += 1


def before_the_end(name: str, players: int, seed: int, decisions: int, **options: Any) -> State:
    """A random game so many decisions before its end."""
    rng = random.Random(seed)
    state = kagemusha.load_game(name, players=players, **options).new_initial_state(seed=seed)
    passed = []
    while not state.is_terminal():
        passed.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return passed[-decisions]


def count(state: State, depth: int) -> int:
    if depth == 0 or state.is_terminal():
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        total += count(after, depth - 1)
    return total


def count_by_oracle(oracle: Any, header: dict[str, Any], state: State, depth: int) -> int:
    """The engine lends its random outcomes only: what is legal, and when it ends, is the oracle's."""
    if depth == 0 or oracle.mover() is None:
        return 1
    total = 0
    known = len(state.chance_record())
    for action in oracle.legal():
        after = state.clone()
        after.apply_action(action)
        recorded = Recorded(after.chance_record()[known:])
        other = type(oracle).from_position(header | oracle.position(), recorded)
        other.apply(action)
        assert not recorded.queue
        total += count_by_oracle(other, header, after, depth - 1)
    return total


def by_depth(counted: Callable[[int], int], deepest: int, enough: int) -> list[int]:
    """The counts from depth 1 on, up to the first that is large enough."""
    found: list[int] = []
    while len(found) < deepest and (not found or found[-1] < enough):
        found.append(counted(len(found) + 1))
    return found


def counts(state: State, deepest: int, enough: int = ENOUGH) -> list[int]:
    return by_depth(lambda depth: count(state, depth), deepest, enough)


def counts_by_oracle(state: State, deepest: int, enough: int = ENOUGH) -> list[int]:
    position = state.to_dict()
    header = {"players": position["players"], "options": position["options"]}
    oracle: Any = ORACLES[state.game.name]
    start = oracle.from_position(position, Recorded())
    return by_depth(lambda depth: count_by_oracle(start, header, state, depth), deepest, enough)


def table_of_counts(
    positions: Mapping[str, Callable[[], State]], deepest: int, enough: int = ENOUGH
) -> str:
    """The counts of named positions as JSON, a line for each."""
    lines = [
        f" {json.dumps(name)}: {json.dumps(counts(make(), deepest, enough))}"
        for name, make in positions.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"
