"""One whole random game for each number of players, as written in tests/golden."""

from collections.abc import Callable

import pytest

from transcript import transcript


@pytest.mark.parametrize("players", range(2, 5))
def test_transcript(players: int, golden: Callable[[str, str], None]) -> None:
    text = transcript("sixteen-samurai", players, seed=players, most=12)
    golden(f"sixteen_samurai_{players}.txt", text)
