"""What one seat may know: the open table, its own hand, and the events as it saw them."""

from typing import TYPE_CHECKING, Any

from kagemusha.core.seven_card_samurai.actions import TAKE
from kagemusha.core.seven_card_samurai.data import CARD_NAMES
from kagemusha.core.seven_card_samurai.position import write_public, write_seat
from kagemusha.core.state import ACTION, State

if TYPE_CHECKING:
    from kagemusha.core.seven_card_samurai.game import SevenCardSamurai

Event = dict[str, Any]

NOBODY = -1
HIDDEN = -1
# Entries of the log; the chance events come first (table.pxd).
DRAW, HAND = 0, 1
SHOWN, TAKEN_BACK, TAKEN, LOOKED, MOVED, REMOVED, RENEWED, NEW_ROUND, CALLED = range(33, 42)
# Entries that come one per kind and are seen as one event.
GATHERED = {LOOKED: "look", RENEWED: "renewal", CALLED: "call"}


def observe(game: "SevenCardSamurai", state: State, seat: int, since: int) -> dict[str, Any]:
    """All that a seat may know (C56 to C61)."""
    table = state.read()
    looking = seat == table["turn"] and table["looking_at"] != NOBODY
    seats = []
    for other in range(game.players):
        is_open = other == seat or (looking and other == table["looking_at"])
        described = write_seat(table, other, open_hand=is_open)
        described["hand_size"] = table["hand_size"][other]
        seats.append(described)
    return {
        "game": game.name,
        "players": game.players,
        "options": dict(game.options),
        "seat": seat,
        **write_public(game, table),
        "pile_size": table["pile_size"],
        "seats": seats,
        "events": events(state, seat, since),
    }


def events(state: State, seat: int, since: int) -> list[Event]:
    """The log as this seat saw it, without what was hidden from it."""
    seen: list[Event] = []
    before = None
    for what, who, other, value in state.entries(since):
        if what in GATHERED:
            if what != before:
                seen.append(gathered_event(seat, what, who, other))
            kind, copies = value % 16, value // 16 if what == LOOKED else other
            if "cards" in seen[-1] and value != HIDDEN:
                seen[-1]["cards"][CARD_NAMES[kind]] = copies
        else:
            seen.append(seen_event(seat, what, who, other, value))
        before = what
    return seen


def gathered_event(seat: int, what: int, who: int, other: int) -> Event:
    """An event of several entries, before its cards are filled in."""
    event: Event = {"event": GATHERED[what]}
    if what != RENEWED:
        event["seat"] = who
    if what == LOOKED:
        event["by"] = other
    if what != LOOKED or seat == other:
        event["cards"] = {}
    return event


def seen_event(seat: int, what: int, who: int, other: int, value: int) -> Event:
    """One entry of the log in this seat's eyes."""
    if what == ACTION:
        # Which card a Shogun takes is hidden; the victim learns it from the event (C59).
        hidden = value == HIDDEN or (value in TAKE and seat != who)
        return {"event": "action", "seat": who, "action": None if hidden else value}
    if what == NEW_ROUND:
        return {"event": "round", "round": value, "dealer": who}
    card = {"card": CARD_NAMES[value]}
    if what == DRAW and who == NOBODY:
        return {"event": "flip", **card}
    if what == DRAW:
        return {"event": "draw", "seat": who} | (card if seat == who else {})
    if what == MOVED:
        moved = {"event": "stolen", "seat": who, "by": other}
        return moved | (card if seat in (who, other) else {})
    if what == REMOVED:
        return {"event": "removed", "seat": who, "by": other, **card}
    names = {HAND: "lost", SHOWN: "shown", TAKEN_BACK: "taken back", TAKEN: "taken"}
    return {"event": names[what], "seat": who, **card}
