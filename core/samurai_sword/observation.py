"""What one seat may know: the open table, its own cards and role, and the events as it saw them."""

from typing import TYPE_CHECKING, Any

from kagemusha.core.samurai_sword.data import CARD_NAMES, CHARACTER_NAMES, ROLES
from kagemusha.core.samurai_sword.position import CAUSES, write_public, write_seat
from kagemusha.core.state import ACTION, State

if TYPE_CHECKING:
    from kagemusha.core.samurai_sword.game import SamuraiSword

Event = dict[str, Any]

NOBODY = -1
# Entries of the log; the chance events come first (table.pxd).
REMOVED, ROLE, CHARACTER, DRAW, HAND = range(5)
SHOWN, TAKEN, RESHUFFLED = 33, 34, 35
SHOGUN = ROLES.index("Shogun")
DAIMYO = CARD_NAMES.number("Daimyo")


def observe(game: "SamuraiSword", state: State, seat: int, since: int) -> dict[str, Any]:
    """All that a seat may know (S29, S106, S110, S117 to S123)."""
    table = state.read()
    over = table["cause"] != 0
    scored = CAUSES[table["cause"]] == "honor"
    seats = []
    for other in range(game.players):
        role_is_open = over or other == seat or ROLES[table["role"][other]] == "Shogun"
        described = write_seat(table, other, open_role=role_is_open, open_hand=other == seat)
        described["hand_size"] = table["hand_size"][other]
        if scored:
            described["daimyos"] = table["hand"][other][DAIMYO]
        elif over and other != seat:                            # after a Swordmaster roles only
            described.pop("stars", None)
        seats.append(described)
    return {
        "game": game.name,
        "players": game.players,
        "options": dict(game.options),
        "seat": seat,
        **write_public(game, table),
        "deck_size": table["deck_size"],
        "seats": seats,
        "events": events(state, seat, since),
    }


def events(state: State, seat: int, since: int) -> list[Event]:
    """The log as this seat saw it, without what was hidden from it."""
    seen: list[Event] = []
    shuffled: dict[str, int] = {}
    for what, who, other, value in state.entries(since):
        if what == RESHUFFLED:
            if not seen or seen[-1].get("cards") is not shuffled:
                shuffled = {}
                seen.append({"event": "reshuffle", "cards": shuffled})
            shuffled[CARD_NAMES[value]] = other
            continue
        event = seen_event(state, seat, what, who, other, value)
        if event is not None:
            seen.append(event)
    return seen


def seen_event(
    state: State, seat: int, what: int, who: int, other: int, value: int
) -> Event | None:
    """One entry of the log in this seat's eyes; None if it saw nothing."""
    if what == ACTION:
        return {"event": "action", "seat": who, "action": value}
    if what == ROLE:
        if value != SHOGUN and seat != who:
            return None
        return {"event": "role", "seat": who, "role": str(state.game.outcome_name(what, value))}
    if what == CHARACTER:
        return {"event": "character", "seat": who, "character": CHARACTER_NAMES[value]}
    if what == DRAW and who == NOBODY:
        return {"event": "flip", "card": CARD_NAMES[value]}
    if what == DRAW:
        drawn = {"event": "draw", "seat": who}
        return drawn | {"card": CARD_NAMES[value]} if seat == who else drawn
    if what == HAND and other == NOBODY:
        return {"event": "lost", "seat": who, "card": CARD_NAMES[value]}
    if what == HAND:
        stolen = {"event": "stolen", "seat": who, "by": other}
        return stolen | {"card": CARD_NAMES[value]} if seat in (who, other) else stolen
    if what == SHOWN:
        return {"event": "shown", "seat": who, "card": CARD_NAMES[value]}
    if what == TAKEN:
        return {"event": "taken", "seat": who, "card": CARD_NAMES[value]}
    return None
