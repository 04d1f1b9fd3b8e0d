"""The events of Samurai Sword in one sentence each, and the table in words."""

from collections.abc import Callable
from typing import Any

from kagemusha.core.samurai_sword.data import CARD_NAMES, CARDS

Event = dict[str, Any]

CAUSES = {"honor": "by Honor", "swordmaster": "with the last one standing"}
TOKENS = {"resilience": "Resilience", "honor": "Honor"}
SECRETS = {"draw": "card", "stolen": "card", "role": "role"}        # not for everybody's eyes
UNKNOWN = "?"


def narrate(event: Event, *, private: bool, language: str) -> str | None:
    """The event as everybody at the table saw it, or as one seat did; None for nothing to say.

    Cards that leave a hand with an action are told by the action.
    """
    if not private and event.get("role") != "Shogun":
        secret = SECRETS.get(event["event"])
        event = {key: value for key, value in event.items() if key != secret}
    teller = TELLERS.get(event["event"])
    return teller(event, language) if teller is not None else None


def card(english: str, language: str) -> str:
    return CARDS[CARD_NAMES.number(english)].names[language]


def display_name(name: str, language: str) -> str:
    """A card in the language of the table; other names have one form only."""
    return card(name, language) if name in CARD_NAMES.names else name


def card_or_unseen(event: Event, language: str) -> str:
    return card(event["card"], language) if "card" in event else "a card"


def tell_role(event: Event, _language: str) -> str | None:
    return f"seat {event['seat']} is {event['role']}" if "role" in event else None


def tell_character(event: Event, _language: str) -> str:
    return f"seat {event['seat']} is {event['character']}"


def tell_draw(event: Event, language: str) -> str:
    return f"seat {event['seat']} draws {card_or_unseen(event, language)}"


def tell_flip(event: Event, language: str) -> str:
    return f"{card(event['card'], language)} is turned up for the {card('Bushido', language)}"


def tell_lost(event: Event, language: str) -> str:
    return f"seat {event['seat']} loses {card(event['card'], language)} from the hand"


def tell_stolen(event: Event, language: str) -> str:
    taken = card_or_unseen(event, language)
    return f"seat {event['by']} takes {taken} from the hand of seat {event['seat']}"


def tell_reshuffle(_event: Event, _language: str) -> str:
    return "The discards are shuffled: everybody loses 1 Honor"


def tell_turn(event: Event, _language: str) -> str | None:
    before, after = event["before"]["resilience"], event["after"]["resilience"]
    if before > 0:
        return None
    return f"seat {event['seat']} recovers: Resilience {before} -> {after}"


def tell_change(event: Event, _language: str) -> str | None:
    """Tokens gained and lost by one seat in one step; Recover is told with the turn."""
    before, after = event["before"], event["after"]
    changes = [
        f"{name} {before[token]} -> {after[token]}"
        for token, name in TOKENS.items()
        if before[token] != after[token] and (token == "honor" or before[token] > 0)
    ]
    if not changes:
        return None
    defeated = before["resilience"] > 0 and after["resilience"] == 0
    return f"seat {event['seat']}{' is defeated' if defeated else ''}: {', '.join(changes)}"


def tell_result(event: Event, _language: str) -> str:
    """Why the game ended, who won, and the scores if there are any."""
    told = f"The game ends {CAUSES[event['cause']]}: the {event['winner']} team wins"
    if event["scores"] is not None:
        told += "; scores " + ", ".join(
            f"{team} {points}" for team, points in event["scores"].items()
        )
    if event["deadly_strike"] is not None:
        told += f" (Deadly Strike: 3 points off for the {event['deadly_strike']} team)"
    return told


def table_text(observation: Event, language: str) -> str:
    """What lies in the middle of the table."""
    discards = observation["discards"]
    parts = [f"Deck {observation['deck_size']}", f"discards {len(discards)}"]
    if discards:
        parts[-1] += f" (top: {card(discards[-1], language)})"
    if observation["bushido"] is not None:
        parts.append(f"{card('Bushido', language)} before seat {observation['bushido']}")
    if observation["weapons_played"]:
        parts.append(f"Weapons played this turn {observation['weapons_played']}")
    return ", ".join(parts)


def seat_columns(seat: Event, language: str) -> dict[str, str]:
    """A seat as columns of a table."""
    properties = [
        card(name, language) if copies == 1 else f"{copies} {card(name, language)}"
        for name, copies in seat["properties"].items()
    ]
    columns = {"role": seat.get("role", UNKNOWN)}
    columns |= {key: str(seat[key]) for key in ("stars", "daimyos") if key in seat}
    return columns | {
        "character": seat["character"],
        "Resilience": str(seat["resilience"]),
        "Honor": str(seat["honor"]),
        "cards": str(seat["hand_size"]),
        "Properties": ", ".join(properties),
    }


TELLERS: dict[str, Callable[[Event, str], str | None]] = {
    "role": tell_role,
    "character": tell_character,
    "draw": tell_draw,
    "flip": tell_flip,
    "lost": tell_lost,
    "stolen": tell_stolen,
    "reshuffle": tell_reshuffle,
    "turn": tell_turn,
    "change": tell_change,
    "result": tell_result,
}
