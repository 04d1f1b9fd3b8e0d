"""What an onlooker says of the events of Seven Card Samurai, one sentence each."""

from collections.abc import Callable
from typing import Any

Event = dict[str, Any]


def narrate(event: Event) -> str | None:
    """The event as everybody at the table saw it; None if there is nothing to say.

    What only one seat saw is left out. Cards that leave a hand with an action, or come to it
    from the table or the discards, are told by the action.
    """
    teller = TELLERS.get(event["event"])
    return teller(event) if teller is not None else None


def tell_round(event: Event) -> str:
    return f"Round {event['round']}: seat {event['dealer']} deals"


def tell_draw(event: Event) -> str:
    return f"seat {event['seat']} draws a card"


def tell_flip(event: Event) -> str:
    return f"{event['card']} is turned up as the first discard"


def tell_lost(event: Event) -> str:
    return f"seat {event['seat']} loses {event['card']} from the hand"


def tell_look(event: Event) -> str:
    return f"seat {event['by']} looks at the hand of seat {event['seat']}"


def tell_stolen(event: Event) -> str:
    return f"seat {event['by']} takes a card from the hand of seat {event['seat']}"


def tell_removed(event: Event) -> str:
    return f"{event['card']} of seat {event['seat']} goes to the discards"


def tell_renewal(_event: Event) -> str:
    return "The discards under the top one are shuffled: they are the new pile"


def tell_call(event: Event) -> str:
    shown = [name if n == 1 else f"{n} {name}" for name, n in event["cards"].items()]
    return f"seat {event['seat']} shows seven: {', '.join(shown)}"


def tell_change(event: Event) -> str | None:
    """Rice won and lost within a round, points at its end; new rice goes without saying."""
    before, after = event["before"], event["after"]
    if before["total"] != after["total"]:
        return f"seat {event['seat']}: total {before['total']} -> {after['total']}"
    if before["rice"] != after["rice"]:
        return f"seat {event['seat']}: rice {before['rice']} -> {after['rice']}"
    return None


def tell_result(event: Event) -> str:
    who = " and ".join(f"seat {seat}" for seat in event["winners"])
    verb = "wins" if len(event["winners"]) == 1 else "share the win"
    return f"The game ends: {who} {verb}; totals {', '.join(map(str, event['totals']))}"


TELLERS: dict[str, Callable[[Event], str | None]] = {
    "round": tell_round,
    "draw": tell_draw,
    "flip": tell_flip,
    "lost": tell_lost,
    "look": tell_look,
    "stolen": tell_stolen,
    "removed": tell_removed,
    "renewal": tell_renewal,
    "call": tell_call,
    "change": tell_change,
    "result": tell_result,
}
