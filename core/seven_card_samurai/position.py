"""Positions of Seven Card Samurai as JSON: written with names, read with suspicion."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kagemusha.core.names import Names
from kagemusha.core.position import Fields, checked_whole, read_chance, read_header, write_header
from kagemusha.core.seven_card_samurai.data import (
    CARD_NAMES,
    CARDS,
    LAID,
    LAID_NAMES,
    RICE,
    ROUNDS,
    SET_POINTS,
    TABLE_LIMIT,
)
from kagemusha.core.state import MAX_EVENTS, TERMINAL, State

if TYPE_CHECKING:
    from kagemusha.core.seven_card_samurai.game import SevenCardSamurai

Numbers = dict[str, Any]

NOBODY = -1
NINJA = CARD_NAMES.number("Ninja")
SHOGUN = CARD_NAMES.number("Shogun")
SAMURAI = [kind for kind, card in enumerate(CARDS) if card.kind == "samurai"]
IN_PLAY: tuple[list[int], ...] = ([], [SHOGUN], [SHOGUN, NINJA])          # C65
# What may be left at each node: (draws, plays).
LEFT = {
    "draw": [(2, 2), (1, 2)],
    "play": [(0, 2), (0, 1)],
    "turn end": [(0, 0)],
    "take": [(0, 1), (0, 0)],
    "second discard": [(0, 0)],
}


def write(game: "SevenCardSamurai", state: State) -> Numbers:
    """The whole position, hidden cards included."""
    table = state.read()
    return {
        **write_header(game, state),
        **write_public(game, table),
        "pile": CARD_NAMES.counts(table["pile"]),
        "seats": [write_seat(table, seat, open_hand=True) for seat in range(game.players)],
    }


def write_public(game: "SevenCardSamurai", table: Numbers) -> Numbers:
    """What everybody sees of the table, the seats apart."""
    return {
        "round": table["round"],
        "dealer": table["dealer"],
        "turn": table["turn"],
        "turn_number": table["turn_number"],
        "node": game.NODES[table["node"]],
        "mover": None if table["mover"] == TERMINAL else table["mover"],
        "draws_left": table["draws_left"],
        "plays_left": table["plays_left"],
        "in_play": [CARD_NAMES[kind] for kind in IN_PLAY[table["in_play"]]],
        "looking_at": None if table["looking_at"] == NOBODY else table["looking_at"],
        "discards": [CARD_NAMES[kind] for kind in table["discards"]],
        "calls": [
            {"caller": None if caller == NOBODY else caller, "set": points}
            for caller, points in table["calls"]
        ],
        "result": write_result(table),
    }


def write_seat(table: Numbers, seat: int, *, open_hand: bool) -> Numbers:
    """One seat, with or without its secrets."""
    described: Numbers = {}
    if open_hand:
        described["hand"] = CARD_NAMES.counts(table["hand"][seat])
    else:
        described["hand_size"] = sum(table["hand"][seat])
    described["table"] = LAID_NAMES.counts(table["laid"][seat])
    described["rice"] = table["rice"][seat]
    described["total"] = table["total"][seat]
    return described


def write_result(table: Numbers) -> Numbers | None:
    if table["mover"] != TERMINAL:
        return None
    totals = list(table["total"])
    return {"winners": winners(totals), "totals": totals}


def winners(totals: list[int]) -> list[int]:
    return [seat for seat, points in enumerate(totals) if points == max(totals)]


def read(game: "SevenCardSamurai", data: Mapping[str, Any]) -> tuple[Numbers, int, list[int]]:
    """The numbers of a position and its chance key; a ValueError if it is impossible."""
    fields = Fields(data)
    read_header(fields, game.name, game.players, game.options)
    seed, used = read_chance(fields, game.EVENTS, MAX_EVENTS)
    seats = fields.objects("seats", game.players, "seat")
    table: Numbers = {
        "hand": [seat.counts("hand", CARD_NAMES, default={}) for seat in seats],
        "laid": [read_laid(seat) for seat in seats],
        "rice": [seat.whole("rice", 0, RICE * game.players) for seat in seats],
        "total": [seat.whole("total", 0, 1000, default=0) for seat in seats],
        "pile": fields.counts("pile", CARD_NAMES),
        "discards": fields.pile("discards", CARD_NAMES, default=[]),
        "node": fields.name("node", Names("node", game.NODES)),
        "mover": fields.seat_or_none("mover", game.players, TERMINAL),
        "round": fields.whole("round", 1, ROUNDS),
        "dealer": fields.seat("dealer", game.players),
        "turn": fields.seat("turn", game.players),
        "turn_number": fields.whole(
            "turn_number", 1, int(game.options["turn_cap"]) * game.players
        ),
        "draws_left": fields.whole("draws_left", 0, 2),
        "plays_left": fields.whole("plays_left", 0, 2),
        "in_play": read_in_play(fields),
        "looking_at": fields.seat_or_none("looking_at", game.players, NOBODY, default=None),
        "calls": read_calls(fields, game.players),
    }
    node = game.NODES[table["node"]]
    if (node == "end") != (table["mover"] == TERMINAL):
        raise ValueError("a game is over with node 'end' and no mover, or with neither")
    read_result(fields, table)
    for seat in seats:
        seat.finish()
    fields.finish()
    check_cards(table)
    check_turn(table, game.players)
    check_points(table, game.players, over=node == "end")
    if node != "end":
        check_node(table, node)
    return table, seed, used


def read_laid(seat: Fields) -> list[int]:
    laid = seat.counts("table", LAID_NAMES, default={})
    if sum(laid) > TABLE_LIMIT:
        raise ValueError(f"{seat.where} has {sum(laid)} cards on the table: {TABLE_LIMIT} at most")
    return laid


def read_in_play(fields: Fields) -> int:
    cards = fields.pile("in_play", CARD_NAMES, default=[])
    if cards not in IN_PLAY:
        raise ValueError("'in_play' must be [], ['Shogun'] or ['Shogun', 'Ninja']")
    return IN_PLAY.index(cards)


def read_calls(fields: Fields, players: int) -> list[tuple[int, int]]:
    calls = []
    for i, entry in enumerate(fields.sequence("calls", default=[])):
        call = Fields(entry, f"call {i} of the position")
        caller = call.seat_or_none("caller", players, NOBODY)
        points = call.whole("set", 0, max(SET_POINTS))
        call.finish()
        if caller == NOBODY and points:
            raise ValueError(f"call {i} has {points} points for a set, but nobody called")
        if caller != NOBODY and points not in SET_POINTS:
            raise ValueError(f"call {i}: no set is worth {points} points")
        calls.append((caller, points))
    return calls


def read_result(fields: Fields, table: Numbers) -> None:
    """The result only repeats the totals: it must agree with them."""
    if fields.get("result", None) is None:
        if table["mover"] == TERMINAL:
            raise ValueError("the game is over, but the position has no result")
        return
    if table["mover"] != TERMINAL:
        raise ValueError("the position has a result, but the game is not over")
    result = Fields(fields.get("result"), "'result'")
    players = len(table["total"])
    totals = [
        checked_whole(points, 0, 1000, "a total of the result")
        for points in result.sequence("totals", players)
    ]
    if totals != table["total"]:
        raise ValueError(f"the result has totals {totals}, the seats have {table['total']}")
    if list(result.sequence("winners")) != winners(totals):
        raise ValueError(f"the winners must be {winners(totals)}: they have the most points")
    result.finish()


def check_cards(table: Numbers) -> None:
    found: Counter[int] = Counter(table["discards"])
    found.update(IN_PLAY[table["in_play"]])
    for copies in [*table["hand"], table["pile"]]:
        found.update(dict(enumerate(copies)))
    for laid in table["laid"]:
        for card, copies in zip(LAID, laid, strict=True):
            found[CARD_NAMES.number(card.name)] += copies
    total, expected = sum(found.values()), sum(card.copies for card in CARDS)
    for kind, card in enumerate(CARDS):
        if found[kind] != card.copies:
            raise ValueError(
                f"there are {total} cards, {found[kind]} of them {card.name}: "
                f"the game has {expected}, with {card.copies} {card.name}"
            )


def check_turn(table: Numbers, players: int) -> None:
    """Round and turn number fix the dealer and the seat whose turn it is (C38)."""
    dealer = (table["round"] - 1) % players
    if table["dealer"] != dealer:
        raise ValueError(f"the dealer of round {table['round']} is seat {dealer}")
    turn = (dealer + table["turn_number"]) % players
    if table["turn"] != turn:
        raise ValueError(f"turn {table['turn_number']} of this round belongs to seat {turn}")
    if table["mover"] not in (turn, TERMINAL):
        raise ValueError(f"it is the turn of seat {turn}: nobody else is asked")


def check_points(table: Numbers, players: int, *, over: bool) -> None:
    rice = sum(table["rice"])
    if rice != RICE * players:
        raise ValueError(f"there are {rice} rice markers: {players} players have {RICE * players}")
    finished = ROUNDS if over else table["round"] - 1
    if over and table["round"] != ROUNDS:
        raise ValueError(f"the game is over in round {table['round']}: it has {ROUNDS}")
    if len(table["calls"]) != finished:
        raise ValueError(f"there are {len(table['calls'])} calls for {finished} finished rounds")
    least = list(table["rice"]) if over else [0] * players
    for caller, points in table["calls"]:
        if caller != NOBODY:
            least[caller] += points
    for seat, total in enumerate(table["total"]):
        if total < least[seat]:
            raise ValueError(f"seat {seat} has a total of {total}: it scored at least {least[seat]}")
    scored = RICE * players * finished + sum(points for _, points in table["calls"])
    if sum(table["total"]) != scored:
        raise ValueError(
            f"the totals add up to {sum(table['total'])}: rice and sets of {finished} rounds give {scored}"
        )


def check_node(table: Numbers, node: str) -> None:
    """The position must be one in which this node's question is asked."""
    turn, target = table["turn"], table["looking_at"]
    left = (table["draws_left"], table["plays_left"])
    if left not in LEFT[node]:
        raise ValueError(f"at node {node!r} there cannot be {left[0]} draws and {left[1]} plays left")
    if node == "draw" and not can_draw(table):
        raise ValueError(f"seat {turn} is to draw, but no source has a card")
    if node == "play" and not any(table["hand"][turn]):
        raise ValueError(f"seat {turn} is to play, but its hand is empty")
    if (node == "take") != (table["in_play"] != 0):
        raise ValueError("a Shogun is in play at node 'take', and only there")
    if node == "take" and IN_PLAY[table["in_play"]] == [SHOGUN, NINJA] and table["plays_left"]:
        raise ValueError("a Shogun with a Ninja uses both plays")
    if node not in ("take", "second discard"):
        if target != NOBODY:
            raise ValueError(f"at node {node!r} nobody's hand is looked at")
        return
    if target in (NOBODY, turn):
        raise ValueError(f"at node {node!r} the hand of another seat is looked at")
    if not any(table["hand"][target]):
        raise ValueError(f"the hand of seat {target} is looked at, but it is empty")
    if node == "second discard" and table["discards"][-2:] != [SHOGUN, NINJA]:
        raise ValueError("at node 'second discard' Shogun and Ninja lie on top of the discards")


def can_draw(table: Numbers) -> bool:
    discards = table["discards"]
    return (
        any(table["pile"])
        or len(discards) > 1
        or any(table["laid"][table["turn"]])
        or (bool(discards) and discards[-1] in SAMURAI)
    )
