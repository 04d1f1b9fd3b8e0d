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
from oracle.samurai_sword import SamuraiSword
from samurai_sword.build import seat, table

DEPTH = 4


def dealt(players: int, seed: int, **options: Any) -> State:
    return kagemusha.load_game("samurai-sword", players=players, **options).new_initial_state(
        seed=seed
    )


def under_way(players: int, seed: int, decisions: int) -> State:
    """A game in which the middle one of the legal actions was always played."""
    state = dealt(players, seed)
    for _ in range(decisions):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    return state


# Dealt games, games under way, and every node by its name.
POSITIONS: dict[str, Callable[[], State]] = {
    "3 players": lambda: dealt(3, 1),
    "4 players": lambda: dealt(4, 2),
    "5 players": lambda: dealt(5, 3),
    "6 players": lambda: dealt(6, 4),
    "7 players": lambda: dealt(7, 5),
    "7 players, on_need, strict": lambda: dealt(
        7, 6, end_of_deck="on_need", geisha_own_property=False, swordmaster_before_honor=False
    ),
    "3 players, under way": lambda: under_way(3, 31, 30),
    "4 players, under way": lambda: under_way(4, 32, 40),
    "6 players, under way": lambda: under_way(6, 33, 40),
    "bushido": lambda: table(
        seat("Bokken, Katana, Parry", honor=1),
        seat("Kiseru, Geisha"),
        seat("2 Parry"),
        seat("Diversion, Bō"),
        node="bushido",
        bushido=0,
        discards=["Parry", "Nodachi"],
        seed=11,
    ),
    "first draw": lambda: table(
        seat("Bokken, Daimyo", character="Ieyasu"),
        seat("Parry, Geisha"),
        seat("Jujutsu"),
        node="first draw",
        discards=["Bokken", "Tea Ceremony"],
        seed=12,
    ),
    "play": lambda: table(
        seat("Battle Cry, Jujutsu, Breathing, Bushido, Daikyū", "Fast Draw", resilience=1),
        seat("Parry, Bokken", "Armor"),
        seat("2 Kiseru", resilience=0),
        seat("Geisha, Parry", "Focus, Armor", character="Hanzō"),
        seat("", character="Chiyome"),
        seed=13,
    ),
    "play, last cards of the deck": lambda: table(
        seat("Tea Ceremony, Daimyo, Bokken", character="Nobunaga"),
        seat("Parry", honor=1),
        seat("Kiseru"),
        deck="Parry, Bokken",
        seed=14,
    ),
    "parry": lambda: table(
        seat("Bokken", properties="Focus"),
        seat("Parry, Kusarigama", character="Hanzō", resilience=1),
        seat("Geisha, Parry"),
        seat("Shuriken"),
        node="parry",
        mover=1,
        in_play="Nodachi",
        weapons_played=1,
        seed=15,
    ),
    "battle cry": lambda: table(
        seat("Bokken, Battle Cry"),
        seat("Parry, Kusarigama"),
        seat("Geisha, Parry", resilience=1),
        seat("Shuriken"),
        seat("Katana, Focus"),
        node="battle cry",
        mover=1,
        in_play="Battle Cry",
        seed=16,
    ),
    "jujutsu": lambda: table(
        seat("Bokken, Jujutsu"),
        seat("Parry, Kusarigama, Bokken"),
        seat("Geisha, 2 Kiseru", resilience=1),
        seat("Shuriken, Katana"),
        node="jujutsu",
        mover=1,
        in_play="Jujutsu",
        seed=17,
    ),
    "discard": lambda: table(
        seat("3 Parry, 2 Bokken, Kiseru, Geisha, Daimyo, Focus"),
        seat("Parry, Geisha"),
        seat("Jujutsu, Bō", resilience=0),
        node="discard",
        seed=18,
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


def count_by_oracle(oracle: SamuraiSword, header: dict[str, Any], state: State, depth: int) -> int:
    """The engine lends its random outcomes only: what is legal, and when it ends, is the oracle's."""
    if depth == 0 or oracle.mover() is None:
        return 1
    total = 0
    known = len(state.chance_record())
    for action in oracle.legal():
        after = state.clone()
        after.apply_action(action)
        recorded = Recorded(after.chance_record()[known:])
        other = SamuraiSword.from_position(header | oracle.position(), recorded)
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
    golden("samurai_sword_perft.json", "{\n" + ",\n".join(lines) + "\n}\n")


def test_every_node_is_there() -> None:
    nodes = {make().to_dict()["node"] for make in POSITIONS.values()}
    assert nodes == set(kagemusha.load_game("samurai-sword").NODES) - {"end"}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_oracle_counts_the_same(name: str) -> None:
    state = POSITIONS[name]()
    position = state.to_dict()
    header = {"players": position["players"], "options": position["options"]}
    oracle = SamuraiSword.from_position(position, Recorded())
    found = [count_by_oracle(oracle, header, state, depth + 1) for depth in range(DEPTH)]
    assert found == counts(state)
