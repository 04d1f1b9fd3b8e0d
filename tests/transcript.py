"""A whole random game written down so that a person can follow it."""

import random
from typing import Any

import kagemusha
from kagemusha.core.state import State

# Notes of the games' own that a reader would miss; a run of equal notes is one event.
NOTES = {("samurai-sword", 35): "reshuffle: the discards become the deck"}


def transcript(name: str, players: int, seed: int, **options: Any) -> str:
    """Play one random game; returns what happened, line by line."""
    state = kagemusha.load_game(name, players=players, **options).new_initial_state(seed=seed)
    rng = random.Random(seed)
    lines = [f"{state.game.title}, {players} players, seed {seed}", ""]
    lines += [f"    {event}" for event in happened(state, 0)]
    turn = None
    while not state.is_terminal():
        position = state.to_dict()
        if turn != position["turn_number"]:
            turn = position["turn_number"]
            lines += ["", *describe(position), ""]
        legal = state.legal_actions()
        action = rng.choice(legal)
        words = [
            f"[{state.action_to_string(one)}]" if one == action else state.action_to_string(one)
            for one in legal
        ]
        lines.append(f"  seat {position['mover']}, {position['node']}: " + " | ".join(words))
        known = state.log_length()
        state.apply_action(action)
        lines += [f"    {event}" for event in happened(state, known)]
        lines += [f"    {change}" for change in changes(position, state.to_dict())]
    position = state.to_dict()
    lines += ["", *describe(position), "", f"Result: {written(position['result'])}"]
    lines.append("Returns: " + ", ".join(f"{value:g}" for value in state.returns()))
    return "\n".join(lines) + "\n"


def happened(state: State, since: int) -> list[str]:
    """The random events and the notes since a moment of the log."""
    told: list[str] = []
    before = None
    for what, seat, _, value in state.entries(since):
        note = NOTES.get((state.game.name, what))
        if note is not None and what != before:
            told.append(note)
        elif what < len(state.game.EVENTS):
            outcome = state.game.outcome_name(what, value)
            whose = f" (seat {seat})" if seat >= 0 else ""
            told.append(f"{state.game.EVENTS[what]}: {outcome}{whose}")
        before = what
    return told


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Numbers of the seats that are no longer what they were."""
    return [
        f"seat {seat}: {key} {old[key]} -> {new[key]}"
        for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True))
        for key in old
        if isinstance(old[key], int) and old[key] != new[key]
    ]


def describe(position: dict[str, Any]) -> list[str]:
    """The table at the beginning of a turn: a line for all, a line for each seat."""
    shown = {
        "bushido before seat": position.get("bushido"),
        "deck": sum(position["deck"].values()),
        "discards": len(position["discards"]),
        "top": (position["discards"] or [None])[-1],
        "in play": position.get("in_play"),
    }
    facts = ", ".join(f"{key} {value}" for key, value in shown.items() if value is not None)
    title = "End" if position["mover"] is None else f"Turn {position['turn_number']}"
    lines = [f"{title}, seat {position['turn']}: {facts}"]
    for seat, one in enumerate(position["seats"]):
        lines.append(f"  {seat} " + ", ".join(filter(None, map(fact, one, one.values()))))
    return lines


def fact(key: str, value: Any) -> str:
    if isinstance(value, dict):
        cards = ", ".join(name if n == 1 else f"{n} {name}" for name, n in value.items())
        return f"{key} ({cards})" if cards or key == "hand" else ""
    return value if isinstance(value, str) else f"{key} {value}"


def written(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {written(one)}" for key, one in value.items() if one is not None)
    return str(value)
