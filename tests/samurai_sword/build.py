"""Positions for scenario tests: say what matters, the rest of the cards lies in the deck."""

from collections import Counter
from typing import Any

import kagemusha
from kagemusha.core.samurai_sword.data import CARD_NAMES, CARDS, CHARACTERS, SETUPS
from kagemusha.core.state import State

BYSTANDERS = ("Musashi", "Goemon", "Hideyoshi", "Kojirō", "Tomoe", "Nobunaga", "Ginchiyo")


def seat(hand: str = "", properties: str = "", **rest: Any) -> dict[str, Any]:
    """One seat; cards are given as "Parry, 2 Bokken"."""
    return {"hand": cards(hand), "properties": cards(properties), **rest}


def cards(text: str) -> dict[str, int]:
    """ "Parry, 2 Bokken" as {"Parry": 1, "Bokken": 2}, accents restored."""
    counted: Counter[str] = Counter()
    for part in filter(None, (part.strip() for part in text.split(","))):
        copies, _, name = part.partition(" ") if part[0].isdigit() else ("1", "", part)
        counted[CARD_NAMES[CARD_NAMES.number(name)]] += int(copies)
    return dict(counted)


def position(*seats: dict[str, Any], deck: str | None = None, **rest: Any) -> dict[str, Any]:
    """A complete position. Seats without a role, character or tokens get plain ones.

    With `deck` given, the deck is just that and the cards left over lie under the discards.
    """
    players = len(seats)
    roles = Counter(SETUPS[players].roles) - Counter(s["role"] for s in seats if "role" in s)
    used = [s["character"] for s in seats if "character" in s]
    spare_roles = list(roles.elements())
    spare_characters = [name for name in BYSTANDERS if name not in used]
    spare_stars = [n for n in (3, 2, 1) if n not in [s.get("stars") for s in seats]]
    full = []
    for given in seats:
        one = {"role": given["role"] if "role" in given else spare_roles.pop(0)} | given
        if "character" not in one:
            one["character"] = spare_characters.pop(0)
        if players == 4 and one["role"] == "Ninja" and "stars" not in one:
            one["stars"] = spare_stars.pop(0)
        resilience = {c.name: c.resilience for c in CHARACTERS}[one["character"]]
        full.append({"resilience": resilience, "honor": 3} | one)
    wanted: dict[str, Any] = {"node": "play", "turn": 0, "mover": 0, "discards": []} | rest
    left = Counter({card.names["en"]: card.copies for card in CARDS})
    for one in full:
        left.subtract(one["hand"])
        left.subtract(one["properties"])
    left.subtract(wanted["discards"])
    left.subtract([wanted["in_play"]] if wanted.get("in_play") else [])
    left.subtract(["Bushido"] if wanted.get("bushido") is not None else [])
    if deck is not None:
        left.subtract(cards(deck))
        wanted["discards"] = [*(+left).elements(), *wanted["discards"]]
        left = Counter(cards(deck))
    return {"players": players, "seats": full, "deck": dict(+left), **wanted}


def table(*seats: dict[str, Any], options: dict[str, Any] | None = None, **rest: Any) -> State:
    """The state of such a position."""
    game = kagemusha.load_game("samurai-sword", players=len(seats), **(options or {}))
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
