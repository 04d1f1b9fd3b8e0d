"""How many sequences of decisions lead on from fixed positions, counted by engine and oracle."""

from collections.abc import Callable
from typing import Any

import pytest

import kagemusha
from kagemusha.core.state import State

from perft import counts, counts_by_oracle, table_of_counts
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


def test_perft(golden: Callable[[str, str], None]) -> None:
    golden("samurai_sword_perft.json", table_of_counts(POSITIONS, DEPTH))


def test_every_node_is_there() -> None:
    nodes = {make().to_dict()["node"] for make in POSITIONS.values()}
    assert nodes == set(kagemusha.load_game("samurai-sword").NODES) - {"end"}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_oracle_counts_the_same(name: str) -> None:
    state = POSITIONS[name]()
    assert counts_by_oracle(state, DEPTH) == counts(state, DEPTH)
