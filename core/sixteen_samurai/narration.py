"""What an onlooker says of the events of Sixteen Samurai, one sentence each."""

from collections.abc import Callable
from typing import Any

Event = dict[str, Any]


def narrate(event: Event) -> str | None:
    """The event as everybody at the table saw it; None if there is nothing to say.

    What only one seat saw is left out. The layout is seen by looking, open plays are told by
    their actions, secret ones by the reveal.
    """
    teller = TELLERS.get(event["event"])
    return teller(event) if teller is not None else None


def tell_draw(event: Event) -> str:
    return f"seat {event['seat']} draws a card"


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
