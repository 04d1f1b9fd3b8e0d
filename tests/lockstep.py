"""A game played by the engine and by its oracle at once, on the same random outcomes."""

import random
from collections.abc import Callable
from typing import Any

import kagemusha
from kagemusha.core.state import MAX_EVENTS, State

from oracle.chance import Recorded
from oracle.samurai_sword import SamuraiSword
from oracle.seven_card_samurai import SevenCardSamurai
from oracle.sixteen_samurai import SixteenSamurai

# A game to be compared needs a line in each of these three tables.
ORACLES: dict[str, Callable[..., Any]] = {
    "samurai-sword": SamuraiSword,
    "seven-card-samurai": SevenCardSamurai,
    "sixteen-samurai": SixteenSamurai,
}
PLAYERS: dict[str, range] = {
    "samurai-sword": range(3, 8),
    "seven-card-samurai": range(2, 9),
    "sixteen-samurai": range(2, 5),
}
SWITCHES: dict[str, list[dict[str, Any]]] = {
    "samurai-sword": [
        {"end_of_deck": end, "geisha_own_property": geisha, "swordmaster_before_honor": sword}
        for end in ("immediate", "on_need")
        for geisha in (True, False)
        for sword in (True, False)
    ],
    "seven-card-samurai": [{"turn_cap": 100}, {"turn_cap": 3}],
    "sixteen-samurai": [{}],
}
# What a position has besides the table: oracles keep no chance keys and no knowledge.
HEADER = {"format", "game", "players", "options", "seed", "drawn", "saved"}


def tables(name: str) -> list[tuple[int, dict[str, Any]]]:
    """Every number of players of a game with every setting of its switches."""
    return [(players, switches) for switches in SWITCHES[name] for players in PLAYERS[name]]


def lockstep(name: str, players: int, seed: int, **options: Any) -> int:
    """Play one random game; an AssertionError at the first difference. Returns the decisions made."""
    state = kagemusha.load_game(name, players=players, **options).new_initial_state(seed=seed)
    recorded = Recorded(state.chance_record())
    oracle = ORACLES[name](players, recorded, **options)
    rng = random.Random(seed)
    known = state.log_length()
    decisions = 0
    while True:
        position = {k: v for k, v in state.to_dict().items() if k not in HEADER}
        assert position == oracle.position()
        assert state.legal_actions() == oracle.legal()
        assert not recorded.queue, "the engine recorded events that the oracle did not need"
        if state.is_terminal():
            assert oracle.mover() is None
            assert state.returns() == oracle.returns()
            return decisions
        assert state.current_player() == oracle.mover()
        action = rng.choice(oracle.legal())
        state.apply_action(action)
        recorded.extend(recent_chance(state, known))
        known = state.log_length()
        oracle.apply(action)
        decisions += 1


def recent_chance(state: State, since: int) -> list[tuple[str, str | int]]:
    """The random events among the log entries from `since` on."""
    return [
        (state.game.EVENTS[what], state.game.outcome_name(what, value))
        for what, _, _, value in state.entries(since)
        if what < MAX_EVENTS
    ]
