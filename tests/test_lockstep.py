"""Random games in lockstep with the oracles: all player counts, all rule switches."""

from typing import Any

import pytest

from lockstep import ORACLES, lockstep, tables

GAMES_PER_TABLE = {"samurai-sword": 10, "sixteen-samurai": 100}
TABLES = [
    pytest.param(name, players, switches, id="-".join(map(str, (name, players, *switches.values()))))
    for name in ORACLES
    for players, switches in tables(name)
]


@pytest.mark.parametrize(("name", "players", "switches"), TABLES)
def test_lockstep(name: str, players: int, switches: dict[str, Any]) -> None:
    for seed in range(GAMES_PER_TABLE[name]):
        assert lockstep(name, players, seed, **switches) > 0
