"""How many sequences of decisions lead on from fixed positions, counted by engine and oracle."""

from collections.abc import Callable

import pytest

import kagemusha
from kagemusha.core.state import State

from perft import before_the_end, counts, counts_by_oracle, reach, table_of_counts

GAME = "seven-card-samurai"
DEEPEST, ENOUGH = 6, 200
NODES = kagemusha.load_game(GAME).NODES[:-1]


def dealt(players: int) -> State:
    return kagemusha.load_game(GAME, players=players).new_initial_state(seed=players)


# Dealt games, every kind of decision at several tables, the ends of rounds and of games.
POSITIONS: dict[str, Callable[[], State]] = {
    **{f"{players} players": lambda players=players: dealt(players) for players in range(2, 9)},
    **{
        f"{players} players, {node}": lambda players=players, node=node: reach(
            GAME, players, 40 + players, node
        )
        for players in (2, 4, 8)
        for node in NODES
    },
    **{
        f"{players} players, short rounds, {back} before the end": (
            lambda players=players, back=back: before_the_end(GAME, players, 50, back, turn_cap=1)
        )
        for players in (2, 3, 5)
        for back in (3, 6)
    },
    "2 players, a called round": lambda: before_the_end(GAME, 2, 60, 2),
    "3 players, called rounds": lambda: before_the_end(GAME, 3, 61, 40),
}


def test_perft(golden: Callable[[str, str], None]) -> None:
    golden("seven_card_samurai_perft_walks.json", table_of_counts(POSITIONS, DEEPEST, ENOUGH))


@pytest.mark.parametrize("name", POSITIONS)
def test_the_oracle_counts_the_same(name: str) -> None:
    state = POSITIONS[name]()
    assert counts_by_oracle(state, DEEPEST, ENOUGH) == counts(state, DEEPEST, ENOUGH)
