"""Random games in lockstep with the oracles: all player counts, all rule switches."""

import pytest
from lockstep import lockstep

SWITCHES = [
    {"end_of_deck": end, "geisha_own_property": geisha, "swordmaster_before_honor": sword}
    for end in ("immediate", "on_need")
    for geisha in (True, False)
    for sword in (True, False)
]


@pytest.mark.parametrize("switches", SWITCHES, ids=lambda s: "-".join(str(v) for v in s.values()))
@pytest.mark.parametrize("players", range(3, 8))
def test_samurai_sword(players: int, switches: dict[str, object]) -> None:
    for seed in range(10):
        assert lockstep("samurai-sword", players, seed, **switches) > 0


@pytest.mark.parametrize("players", range(2, 5))
def test_sixteen_samurai(players: int) -> None:
    for seed in range(100):
        assert lockstep("sixteen-samurai", players, seed) > 0
