"""One whole random game for each number of players, as written in tests/golden."""

from collections.abc import Callable

import pytest

from transcript import transcript


@pytest.mark.parametrize("players", range(3, 8))
def test_transcript(players: int, golden: Callable[[str, str], None]) -> None:
    golden(f"samurai_sword_{players}.txt", transcript("samurai-sword", players, seed=players))
