"""What one seat may know: the open table, its own cards, and the events as it saw them."""

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from kagemusha.core.sixteen_samurai.data import BEFORE_CARDS, CARD_NAMES, SAMURAI_NAMES
from kagemusha.core.sixteen_samurai.position import card_list, names, write_public
from kagemusha.core.state import ACTION, State

if TYPE_CHECKING:
    from kagemusha.core.sixteen_samurai.game import SixteenSamurai

Event = dict[str, Any]

NONE = -1
# Entries of the log; the chance events come first (table.pxd).
LAYOUT, DRAW, DIE = range(3)
CHOSEN, REVEALED, REDRAWN, SAVED, WON, FINAL_BEGINS = range(33, 39)
NOTHING = (0, 0, 0, 0)


def observe(game: "SixteenSamurai", state: State, seat: int, since: int) -> dict[str, Any]:
    """All that a seat may know (X42, X47, X66, X71)."""
    table = state.read()
    return {
        "game": game.name,
        "players": game.players,
        "options": dict(game.options),
        "seat": seat,
        **write_public(game, table, secrets_of=(seat,)),
        "seats": [observe_seat(game, table, other, seat) for other in range(game.players)],
        "events": events(state, seat, since),
    }


def observe_seat(
    game: "SixteenSamurai", table: dict[str, Any], other: int, seat: int
) -> dict[str, Any]:
    """One seat in the eyes of another, or its own.

    A face-down choice still counts as in the hand: `hand_size` and `unseen` (hand and pile
    together) are those before it. `known` are samurai everybody knows to be in the hand.
    """
    hand = [*table["hand"][other]]
    cards = [*table["cards"][other]]
    if game.NODES[table["node"]] == "choose" and table["sent"][other] != NONE:
        hand = sorted([*hand, table["sent"][other]])
        if table["with_card"][other]:
            cards = sorted([*cards, table["with_card"][other] - 1])
    in_final = table["phase"] == 2
    unseen = table["unseen_hand"][other]                        # cards of the pile, to an onlooker
    saved = table["saved"][other]
    described = {
        "clan": names(table["clan"][other]),
        "hall": names(table["hall"][other]),
        "spent": card_list([], table["spent"][other]),
        "hand_size": len(hand) + len(cards) + unseen,
        "pile_size": len(table["pile"][other]) + len(table["pile_cards"][other]) - unseen,
        "unseen": card_list(
            sorted(hand + table["pile"][other]), sorted(cards + table["pile_cards"][other])
        ),
        "known": names(hand) if in_final else names([saved] if saved != NONE else []),
    }
    if other == seat:
        described["hand"] = card_list(table["hand"][seat], table["cards"][seat])
        described["pile"] = card_list(table["pile"][seat], table["pile_cards"][seat])
    return described


def events(state: State, seat: int, since: int) -> list[Event]:
    """The log as this seat saw it, without what was hidden from it."""
    entries = state.entries(since)
    seen = []
    for entry, following in zip_longest(entries, entries[1:], fillvalue=NOTHING):
        secret = entry[0] == ACTION and following[0] == CHOSEN
        if secret and entry[1] != seat or entry[0] == CHOSEN and entry[1] == seat:
            continue
        seen.append(seen_event(seat, *entry))
    return seen


def seen_event(seat: int, what: int, who: int, other: int, value: int) -> Event:
    """One entry of the log in this seat's eyes."""
    if what == ACTION:
        return {"event": "action", "seat": who, "action": value}
    if what == LAYOUT:
        return {"event": "layout", "samurai": SAMURAI_NAMES[value]}
    if what == DRAW:
        drawn = {"event": "draw", "seat": who}
        return drawn | {"card": CARD_NAMES[value]} if seat == who else drawn
    if what == DIE:
        return {"event": "roll-off" if other else "die", "seat": who, "die": value}
    if what == CHOSEN:
        return {"event": "chosen", "seat": who}
    if what == REVEALED:
        card = BEFORE_CARDS[other - 1] if other else None
        return {"event": "reveal", "seat": who, "samurai": SAMURAI_NAMES[value], "card": card}
    if what == REDRAWN:
        return {"event": "redraw", "seat": who}
    if what == SAVED:
        return {"event": "saved", "seat": who, "samurai": SAMURAI_NAMES[value]}
    if what == WON:
        return {"event": "won", "seat": who, "samurai": SAMURAI_NAMES[value]}
    return {"event": "final"}
