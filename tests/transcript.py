"""A whole random game written down so that a person can follow it."""

import random
from typing import Any

import kagemusha
from kagemusha.core.state import State

# Notes of the games' own that a reader would miss; a run of equal notes is one event.
NOTES = {
    ("samurai-sword", 35): "reshuffle: the discards become the deck",
    ("seven-card-samurai", 37): "a card goes from seat {seat} to seat {other}",
    ("seven-card-samurai", 38): "a card of seat {seat} is discarded",
    ("seven-card-samurai", 39): "renewal: the discards under the top one become the pile",
    ("seven-card-samurai", 40): "new round, dealt by seat {seat}",
    ("seven-card-samurai", 41): "seat {seat} shows a set",
    ("sixteen-samurai", 35): "seat {seat} shows five battle cards and draws anew",
    ("sixteen-samurai", 36): "seat {seat} takes its samurai back to the hand",
    ("sixteen-samurai", 37): "seat {seat} wins the battle",
    ("sixteen-samurai", 38): "the Final Battle begins",
}
MANY = 1000


def transcript(name: str, players: int, seed: int, most: int = MANY, **options: Any) -> str:
    """Play one random game; returns what happened, line by line.

    Where there are more than `most` legal actions, only their number is written.
    """
    state = kagemusha.load_game(name, players=players, **options).new_initial_state(seed=seed)
    rng = random.Random(seed)
    lines = [f"{state.game.title}, {players} players, seed {seed}", ""]
    lines += [f"    {event}" for event in happened(state, 0)]
    turn = None
    while not state.is_terminal():
        position = state.to_dict()
        if turn != moment(position):
            turn = moment(position)
            lines += ["", *describe(position), ""]
        legal = state.legal_actions()
        action = rng.choice(legal)
        words = [
            f"[{state.action_to_string(one)}]" if one == action else state.action_to_string(one)
            for one in legal
            if len(legal) <= most or one == action
        ]
        if len(legal) > most:
            words.append(f"one of {len(legal)}")
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
    for what, seat, other, value in state.entries(since):
        note = NOTES.get((state.game.name, what))
        if note is not None and what != before:
            told.append(note.format(seat=seat, other=other))
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


def moment(position: dict[str, Any]) -> str:
    """The turn or the battle under way; the table is described at the beginning of each."""
    parts = {key: position[key] for key in ("phase", "round", "turn_number") if key in position}
    said = [
        str(value) if key == "phase" else f"{key.removesuffix('_number')} {value}"
        for key, value in parts.items()
    ]
    return ", ".join(said).capitalize()


def describe(position: dict[str, Any]) -> list[str]:
    """The table at the beginning of a turn: a line for all, a line for each seat."""
    shown = {
        "bushido before seat": position.get("bushido"),
        "deck": size(position.get("deck")),
        "pile": size(position.get("pile")),
        "layout": size(position.get("layout")),
        "discards": len(position["discards"]),
        "top": None if "layout" in position else (position["discards"] or [None])[-1],
        "in play": position.get("in_play") or None,
        "barred": position.get("barred") and written(position["barred"]),
    }
    facts = ", ".join(f"{key} {value}" for key, value in shown.items() if value is not None)
    title = "End" if position["mover"] is None else moment(position)
    whose = position["turn"] if "turn" in position else position["declarer"]
    lines = [f"{title}, seat {whose}: {facts}"]
    for seat, one in enumerate(position["seats"]):
        lines.append(f"  {seat} " + ", ".join(filter(None, map(fact, one, one.values()))))
    return lines


def size(cards: dict[str, int] | list[str] | None) -> int | None:
    if isinstance(cards, dict):
        return sum(cards.values())
    return None if cards is None else len(cards)


def fact(key: str, value: Any) -> str:
    if key == "clan":                                           # the same all game long
        return ""
    if isinstance(value, list):
        value = dict.fromkeys(value, 1)
    if isinstance(value, dict):
        cards = ", ".join(name if n == 1 else f"{n} {name}" for name, n in value.items())
        return f"{key} ({cards})" if cards or key == "hand" else ""
    return value if isinstance(value, str) else f"{key} {value}"


def written(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {written(one)}" for key, one in value.items() if one is not None)
    return str(value)
