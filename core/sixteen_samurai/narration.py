"""The events of Sixteen Samurai in one sentence each, and the table in words."""

from collections.abc import Callable, Iterable
from typing import Any

from kagemusha.core.sixteen_samurai.data import BATTLE_CARDS, CLAN

Event = dict[str, Any]

SECRETS = {"draw": "card"}          # not for everybody's eyes


def narrate(event: Event, *, private: bool) -> str | None:
    """The event as everybody at the table saw it, or as one seat did; None for nothing to say.

    The layout is seen by looking, open plays are told by their actions, secret ones by the
    reveal.
    """
    if not private:
        secret = SECRETS.get(event["event"])
        event = {key: value for key, value in event.items() if key != secret}
    teller = TELLERS.get(event["event"])
    return teller(event) if teller is not None else None


def tell_draw(event: Event) -> str:
    return f"seat {event['seat']} draws {event.get('card', 'a card')}"


def tell_chosen(event: Event) -> str:
    return f"seat {event['seat']} has chosen"


def tell_reveal(event: Event) -> str:
    card = f" with {event['card']}" if event["card"] else ""
    return f"seat {event['seat']} fights with {event['samurai']}{card}"


def tell_die(event: Event) -> str:
    return f"seat {event['seat']} rolls {event['die']}"


def tell_roll_off(event: Event) -> str:
    return f"seat {event['seat']} rolls {event['die']} in the roll-off"


def tell_redraw(event: Event) -> str:
    return f"seat {event['seat']} shows five battle cards, shuffles them back and draws anew"


def tell_won(event: Event) -> str:
    return f"seat {event['seat']} wins the battle with {event['samurai']}"


def tell_saved(event: Event) -> str:
    return f"seat {event['seat']} takes {event['samurai']} back to the hand"


def tell_final(_event: Event) -> str:
    return "The Final Battle begins: the samurai of the Halls of Honor fight on"


def tell_result(event: Event) -> str:
    return f"The game ends: seat {event['winner']} has the last clan"


def table_text(observation: Event) -> str:
    """What lies in the middle of the table."""
    if observation["phase"] == "draft":
        return f"Samurai left to draft: {len(observation['layout'])}"
    phase = "Final Battle" if observation["phase"] == "final" else "Clan Conflict"
    parts = [f"{phase}, round {observation['round']}"]
    battle = observation["battle"]
    if battle is not None and observation["node"] != "declare":
        parts.append(f"seat {observation['declarer']} declared {battle['ability']}")
    barred = observation["barred"]
    if barred is not None:
        parts.append(f"{barred['samurai']} of seat {barred['seat']} rests")
    return ", ".join(parts)


def seat_columns(seat: Event) -> dict[str, str]:
    """A seat as columns of a table; the samurai left are those in hand and pile."""
    left = [name for name in seat["unseen"] if name not in BATTLE_CARDS]
    return {
        "clan": str(len(seat["clan"])),
        "still to fight": str(len(left)),
        "in the Hall": str(len(seat["hall"])),
        "cards": str(seat["hand_size"]),
        "battle cards spent": ", ".join(seat["spent"]),
    }


def card_lists(seat: Event) -> dict[str, Iterable[str]]:
    """The clan while it is drafted, later the cards still to be played."""
    if len(seat["clan"]) < CLAN:
        return {"clan": seat["clan"]}
    if "hand" in seat:
        return {"hand": seat["hand"], "draw pile": seat["pile"]}
    return {"hand and draw pile": seat["unseen"]}


TELLERS: dict[str, Callable[[Event], str]] = {
    "draw": tell_draw,
    "chosen": tell_chosen,
    "reveal": tell_reveal,
    "die": tell_die,
    "roll-off": tell_roll_off,
    "redraw": tell_redraw,
    "won": tell_won,
    "saved": tell_saved,
    "final": tell_final,
    "result": tell_result,
}
