"""How many sequences of decisions lead on from fixed positions, counted by engine and oracle.

A sequence of depth n has n decisions, or fewer if the game ends with its last one. Chance falls
as the seed of the position says, so every branch has outcomes of its own.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

import kagemusha
from kagemusha.core.state import State

from oracle.chance import Recorded
from oracle.seven_card_samurai import SevenCardSamurai
from seven_card_samurai.build import cards, seat, table

DEPTH = 5


def dealt(players: int, seed: int, **options: Any) -> State:
    return kagemusha.load_game("seven-card-samurai", players=players, **options).new_initial_state(
        seed=seed
    )


# Dealt games, every node by its name, and the corners of the rules.
POSITIONS: dict[str, Callable[[], State]] = {
    "2 players": lambda: dealt(2, 1),
    "3 players": lambda: dealt(3, 2),
    "5 players": lambda: dealt(5, 3),
    "8 players": lambda: dealt(8, 4),
    "draw, no pile": lambda: table(
        seat("Shogun, Red", "Ronin, Blue"),
        seat(),
        rest_in=1,
        node="draw",
        discards=["Ninja", "Red Samurai"],
        seed=11,
    ),
    "draw, seven at hand": lambda: table(
        seat("5 Red, Blue", "Red"), seat("Ninja"), node="draw", discards=["Red Samurai"], seed=12
    ),
    "play": lambda: table(
        seat("2 Bandit 3, Bandit 6, Ninja, Shogun, Red", "Blue"),
        seat("Ronin, Red", "Ronin"),
        seat("", "2 Green"),
        discards=["Shogun", "Bandit 4"],
        seed=13,
    ),
    "play, full table": lambda: table(
        seat("Ronin, Shogun, Ninja", "6 Red, Blue"), seat("Bandit 5"), plays_left=1, seed=14
    ),
    "play, last card": lambda: table(seat("Shogun"), seat("Red"), seat("Ninja"), seed=15),
    "take": lambda: table(
        seat("Ninja"),
        seat("2 Ronin, Red"),
        node="take",
        in_play=["Shogun"],
        looking_at=1,
        seed=16,
    ),
    "take, with a Ninja": lambda: table(
        seat(),
        seat("2 Ronin, Red"),
        node="take",
        plays_left=0,
        in_play=["Shogun", "Ninja"],
        looking_at=1,
        seed=17,
    ),
    "second discard": lambda: table(
        seat("Red"),
        seat("Ronin, Red"),
        node="second discard",
        looking_at=1,
        discards=["Shogun", "Ninja"],
        seed=18,
    ),
    "turn end": lambda: table(
        seat("4 Red, 3 Blue, Ronin"), seat("Ninja, Shogun"), node="turn end", seed=19
    ),
    "turn end, nothing to draw": lambda: table(
        seat("7 Ronin"), seat(), rest_in=0, node="turn end", seed=20
    ),
    "turn end, the cap": lambda: table(
        seat("Red"),
        seat("Ninja"),
        node="turn end",
        options={"turn_cap": 1},
        pile=cards("Red"),
        seed=21,
    ),
    "the last round": lambda: table(
        seat("7 Red", total=40),
        seat("Ninja", total=40),
        round=5,
        calls=[{"caller": None, "set": 0}] * 4,
        seed=22,
    ),
}


def count(state: State, depth: int) -> int:
    if depth == 0 or state.is_terminal():
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        total += count(after, depth - 1)
    return total


def count_by_oracle(
    oracle: SevenCardSamurai, header: dict[str, Any], state: State, depth: int
) -> int:
    """The engine lends its random outcomes only: what is legal, and when it ends, is the oracle's."""
    if depth == 0 or oracle.mover() is None:
        return 1
    total = 0
    known = len(state.chance_record())
    for action in oracle.legal():
        after = state.clone()
        after.apply_action(action)
        recorded = Recorded(after.chance_record()[known:])
        other = SevenCardSamurai.from_position(header | oracle.position(), recorded)
        other.apply(action)
        assert not recorded.queue
        total += count_by_oracle(other, header, after, depth - 1)
    return total


def counts(state: State) -> list[int]:
    """By depth, from 1."""
    return [count(state, depth + 1) for depth in range(DEPTH)]


def test_perft(golden: Callable[[str, str], None]) -> None:
    found = {name: counts(make()) for name, make in POSITIONS.items()}
    lines = [f" {json.dumps(name)}: {json.dumps(one)}" for name, one in found.items()]
    golden("seven_card_samurai_perft.json", "{\n" + ",\n".join(lines) + "\n}\n")


def test_every_node_is_there() -> None:
    nodes = {make().to_dict()["node"] for make in POSITIONS.values()}
    assert nodes == set(kagemusha.load_game("seven-card-samurai").NODES) - {"end"}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_oracle_counts_the_same(name: str) -> None:
    state = POSITIONS[name]()
    position = state.to_dict()
    header = {"players": position["players"], "options": position["options"]}
    oracle = SevenCardSamurai.from_position(position, Recorded())
    found = [count_by_oracle(oracle, header, state, depth + 1) for depth in range(DEPTH)]
    assert found == counts(state)
