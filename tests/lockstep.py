"""A game played by the engine and by its oracle at once, on the same random outcomes."""

import random
from array import array
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
    """Play one random game; a Difference at the first one. Returns the decisions made."""
    state = kagemusha.load_game(name, players=players, **options).new_initial_state(seed=seed)
    recorded = Recorded(state.chance_record())
    oracle = ORACLES[name](players, recorded, **options)
    rng = random.Random(seed)
    known = state.log_length()
    decisions = 0
    while True:
        position = {k: v for k, v in state.to_dict().items() if k not in HEADER}
        agree(decisions, "position", position, oracle.position())
        legal = oracle.legal()
        agree(decisions, "legal actions", state.legal_actions(), legal)
        agree(decisions, "random events not needed by the oracle", list(recorded.queue), [])
        mover = None if state.is_terminal() else state.current_player()
        agree(decisions, "mover", mover, oracle.mover())
        if mover is None:
            agree(decisions, "returns", state.returns(), in_single_precision(oracle.returns()))
            return decisions
        action = rng.choice(legal)
        state.apply_action(action)
        recorded.extend(recent_chance(state, known))
        known = state.log_length()
        oracle.apply(action)
        decisions += 1


class Absent:
    """In place of a value that one side does not have."""

    def __repr__(self) -> str:
        return "absent"


ABSENT = Absent()


class Difference(AssertionError):
    """Engine and oracle disagree."""


def agree(decisions: int, what: str, engine: Any, oracle: Any) -> None:
    if engine != oracle:
        told = "; ".join(differences(what, engine, oracle))
        raise Difference(f"after {decisions} decisions: {told}")


def differences(where: str, engine: Any, oracle: Any) -> list[str]:
    """Every smallest part in which two values of plain data differ, with its place."""
    if isinstance(engine, dict) and isinstance(oracle, dict):
        keys = sorted(engine.keys() | oracle.keys())
        parts = [(f"{where}.{key}", engine.get(key, ABSENT), oracle.get(key, ABSENT)) for key in keys]
    elif isinstance(engine, list) and isinstance(oracle, list) and len(engine) == len(oracle):
        pairs = enumerate(zip(engine, oracle, strict=True))
        parts = [(f"{where}[{i}]", one, other) for i, (one, other) in pairs]
    else:
        return [f"{where}: engine {engine!r}, oracle {oracle!r}"]
    return [
        told
        for place, one, other in parts
        if one != other
        for told in differences(place, one, other)
    ]


def in_single_precision(shares: list[float]) -> list[float]:
    """As the contract of State hands them out: a third of a win is not the double 1/3."""
    return array("f", shares).tolist()


def recent_chance(state: State, since: int) -> list[tuple[str, str | int]]:
    """The random events among the log entries from `since` on."""
    return [
        (state.game.EVENTS[what], state.game.outcome_name(what, value))
        for what, _, _, value in state.entries(since)
        if what < MAX_EVENTS
    ]
