"""What an onlooker says of the events of Samurai Sword, one sentence each."""

from collections.abc import Callable
from typing import Any

from kagemusha.core.samurai_sword.data import CARD_NAMES, CARDS

Event = dict[str, Any]

CAUSES = {"honor": "by Honor", "swordmaster": "with the last one standing"}
TOKENS = {"resilience": "Resilience", "honor": "Honor"}


def narrate(event: Event, *, language: str) -> str | None:
    """The event as everybody at the table saw it; None if there is nothing to say.

    What only one seat saw is left out. Cards that leave a hand with an action are told by
    the action.
    """
    teller = TELLERS.get(event["event"])
    return teller(event, language) if teller is not None else None


def card(english: str, language: str) -> str:
    return CARDS[CARD_NAMES.number(english)].names[language]


def tell_role(event: Event, _language: str) -> str | None:
    return f"seat {event['seat']} is the Shogun" if event["role"] == "Shogun" else None


def tell_character(event: Event, _language: str) -> str:
    return f"seat {event['seat']} is {event['character']}"


def tell_draw(event: Event, _language: str) -> str:
    return f"seat {event['seat']} draws a card"


def tell_flip(event: Event, language: str) -> str:
    return f"{card(event['card'], language)} is turned up for the {card('Bushido', language)}"


def tell_lost(event: Event, language: str) -> str:
    return f"seat {event['seat']} loses {card(event['card'], language)} from the hand"


def tell_stolen(event: Event, _language: str) -> str:
    return f"seat {event['by']} takes a card from the hand of seat {event['seat']}"


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
