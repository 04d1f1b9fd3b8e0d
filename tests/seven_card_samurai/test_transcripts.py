"""One whole random game for each number of players, as written in tests/golden."""

from collections.abc import Callable

import pytest

from transcript import transcript


@pytest.mark.parametrize("players", range(2, 9))
def test_transcript(players: int, golden: Callable[[str, str], None]) -> None:
    turns = 2 if players < 7 else 1
    text = transcript("seven-card-samurai", players, seed=players, most=12, turn_cap=turns)
    golden(f"seven_card_samurai_{players}.txt", text)
