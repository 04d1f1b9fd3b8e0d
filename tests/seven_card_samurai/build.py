"""Positions for scenario tests: say what matters, the rest of the cards lies in the pile."""

from collections import Counter
from typing import Any

import kagemusha
from kagemusha.core.seven_card_samurai.data import CARD_NAMES, CARDS
from kagemusha.core.state import State

LEFT = {"draw": (2, 2), "play": (0, 2), "turn end": (0, 0), "take": (0, 1), "second discard": (0, 0)}


def seat(hand: str = "", laid: str = "", rice: int = 10, total: int = 0) -> dict[str, Any]:
    """One seat; cards are given as "Ninja, 2 Red Samurai"."""
    return {"hand": cards(hand), "table": cards(laid), "rice": rice, "total": total}


def cards(text: str) -> dict[str, int]:
    """ "Ninja, 2 Ronin" as {"Ninja": 1, "Ronin": 2}; colours may stand alone."""
    counted: Counter[str] = Counter()
    for part in filter(None, (part.strip() for part in text.split(","))):
        copies, _, name = part.partition(" ") if part[0].isdigit() else ("1", "", part)
        name = name if name not in ("Red", "Yellow", "Blue", "Green") else f"{name} Samurai"
        counted[CARD_NAMES[CARD_NAMES.number(name)]] += int(copies)
    return dict(counted)


def position(*seats: dict[str, Any], rest_in: str | int = "pile", **given: Any) -> dict[str, Any]:
    """A complete position of round 1 with seat 0 to act.

    The cards not mentioned lie in the pile, under the discards, or in the hand of a seat.
    """
    players = len(seats)
    draws, plays = LEFT[given.get("node", "play")]
    wanted: dict[str, Any] = {
        "round": 1, "dealer": 0, "turn": 0, "turn_number": players, "node": "play", "mover": 0,
        "draws_left": draws, "plays_left": plays, "in_play": [], "looking_at": None,
        "discards": [], "pile": {}, "calls": [], "result": None,
    } | given
    left = Counter({card.name: card.copies for card in CARDS})
    for one in seats:
        left.subtract(one["hand"])
        left.subtract(one["table"])
    for pile in (wanted["discards"], wanted["in_play"], wanted["pile"]):
        left.subtract(pile)
    assert min(left.values()) >= 0
    full = [dict(one) for one in seats]
    if rest_in == "pile":
        wanted["pile"] = dict(+(Counter(wanted["pile"]) + left))
    elif rest_in == "discards":
        wanted["discards"] = [*(+left).elements(), *wanted["discards"]]
    else:
        full[int(rest_in)]["hand"] = dict(+(Counter(full[int(rest_in)]["hand"]) + left))
    return {"players": players, "seats": full, **wanted}


def table(*seats: dict[str, Any], options: dict[str, Any] | None = None, **rest: Any) -> State:
    """The state of such a position."""
    game = kagemusha.load_game("seven-card-samurai", players=len(seats), **(options or {}))
    return game.from_dict(position(*seats, **rest))


def play(state: State, *texts: str, chance: list[tuple[str, str | int]] | None = None) -> State:
    """Play actions given in words, with the next random outcomes forced; returns the state."""
    state.force(chance or [])
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def words(state: State) -> list[str]:
    """The legal actions in words."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def hand(state: State, who: int) -> dict[str, int]:
    return state.to_dict()["seats"][who]["hand"]


def laid(state: State, who: int) -> dict[str, int]:
    return state.to_dict()["seats"][who]["table"]


def rice(state: State) -> list[int]:
    return [one["rice"] for one in state.to_dict()["seats"]]


def totals(state: State) -> list[int]:
    return [one["total"] for one in state.to_dict()["seats"]]
