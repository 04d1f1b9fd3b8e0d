"""The events of Seven Card Samurai in one sentence each, and the table in words."""

from collections.abc import Callable
from typing import Any

from kagemusha.core.seven_card_samurai.data import ROUNDS

Event = dict[str, Any]

SECRETS = {"draw": "card", "stolen": "card", "look": "cards"}       # not for everybody's eyes


def narrate(event: Event, *, private: bool) -> str | None:
    """The event as everybody at the table saw it, or as one seat did; None for nothing to say.

    Cards that leave a hand with an action, or come to it from the table or the discards, are
    told by the action.
    """
    if not private:
        secret = SECRETS.get(event["event"])
        event = {key: value for key, value in event.items() if key != secret}
    teller = TELLERS.get(event["event"])
    return teller(event) if teller is not None else None


def tell_round(event: Event) -> str:
    return f"Round {event['round']}: seat {event['dealer']} deals"


def tell_draw(event: Event) -> str:
    return f"seat {event['seat']} draws {event.get('card', 'a card')}"


def tell_flip(event: Event) -> str:
    return f"{event['card']} is turned up as the first discard"


def tell_lost(event: Event) -> str:
    return f"seat {event['seat']} loses {event['card']} from the hand"


def tell_look(event: Event) -> str:
    seen = f": {listed(event['cards'])}" if "cards" in event else ""
    return f"seat {event['by']} looks at the hand of seat {event['seat']}{seen}"


def tell_stolen(event: Event) -> str:
    taken = event.get("card", "a card")
    return f"seat {event['by']} takes {taken} from the hand of seat {event['seat']}"


def tell_removed(event: Event) -> str:
    return f"{event['card']} of seat {event['seat']} goes to the discards"


def tell_renewal(_event: Event) -> str:
    return "The discards under the top one are shuffled: they are the new pile"


def tell_call(event: Event) -> str:
    return f"seat {event['seat']} shows seven: {listed(event['cards'])}"


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


def listed(cards: dict[str, int]) -> str:
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in cards.items())


def table_text(observation: Event) -> str:
    """What lies in the middle of the table."""
    discards = observation["discards"]
    top = f" (top: {discards[-1]})" if discards else ""
    return f"Round {observation['round']} of {ROUNDS}, pile {observation['pile_size']}, " + (
        f"discards {len(discards)}{top}"
    )


def seat_columns(seat: Event) -> dict[str, str]:
    """A seat as columns of a table."""
    return {
        "total": str(seat["total"]),
        "rice": str(seat["rice"]),
        "cards": str(seat["hand_size"]),
        "laid on the table": listed(seat["table"]),
    }


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
