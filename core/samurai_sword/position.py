"""Positions of Samurai Sword as JSON: written with names, read with suspicion."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kagemusha.core.names import Names
from kagemusha.core.position import Fields, read_chance, read_header, write_header
from kagemusha.core.samurai_sword.data import (
    CARD_NAMES,
    CARDS,
    CHARACTER_NAMES,
    CHARACTERS,
    PROPERTY_NAMES,
    ROLE_NAMES,
    ROLES,
    SETUPS,
    TEAM_NAMES,
    TEAMS,
)
from kagemusha.core.state import MAX_EVENTS, TERMINAL, State

if TYPE_CHECKING:
    from kagemusha.core.samurai_sword.game import SamuraiSword

Numbers = dict[str, Any]

NONE = -1
WEAPONS = 13
BUSHIDO = CARD_NAMES.number("Bushido")
IEYASU = CHARACTER_NAMES.number("Ieyasu")
CHIYOME = CHARACTER_NAMES.number("Chiyome")
HAND_LIMIT = 7
CAUSES = ("", "honor", "swordmaster")
ANSWERED_CARD = {"battle cry": "Battle Cry", "jujutsu": "Jujutsu"}


def write(game: "SamuraiSword", state: State) -> Numbers:
    """The whole position, hidden cards included."""
    table = state.read()
    return {
        **write_header(game, state),
        **write_public(game, table),
        "deck": CARD_NAMES.counts(table["deck"]),
        "seats": [
            write_seat(table, seat, open_role=True, open_hand=True) for seat in range(game.players)
        ],
    }


def write_public(game: "SamuraiSword", table: Numbers) -> Numbers:
    """What everybody sees of the table, the seats apart."""
    return {
        "turn": table["turn"],
        "turn_number": table["turn_number"],
        "node": game.NODES[table["node"]],
        "mover": None if table["mover"] == TERMINAL else table["mover"],
        "weapons_played": table["weapons_played"],
        "in_play": None if table["in_play"] == NONE else CARD_NAMES[table["in_play"]],
        "bushido": None if table["bushido"] == NONE else table["bushido"],
        "discards": [CARD_NAMES[kind] for kind in table["discards"]],
        "attacks": table["attacks"],
        "result": write_result(table),
    }


def write_seat(table: Numbers, seat: int, *, open_role: bool, open_hand: bool) -> Numbers:
    """One seat, with or without its secrets."""
    described: Numbers = {}
    if open_role:
        described["role"] = ROLE_NAMES[table["role"][seat]]
        if table["stars"][seat]:
            described["stars"] = table["stars"][seat]
    described["character"] = CHARACTER_NAMES[table["character"][seat]]
    described["resilience"] = table["resilience"][seat]
    described["honor"] = table["honor"][seat]
    if open_hand:
        described["hand"] = CARD_NAMES.counts(table["hand"][seat])
    else:
        described["hand_size"] = sum(table["hand"][seat])
    described["properties"] = PROPERTY_NAMES.counts(table["properties"][seat])
    return described


def write_result(table: Numbers) -> Numbers | None:
    if not table["cause"]:
        return None
    present = teams_present(table["role"])
    by_honor = CAUSES[table["cause"]] == "honor"
    return {
        "cause": CAUSES[table["cause"]],
        "winner": TEAMS[table["winner"]],
        "scores": {team: table["scores"][TEAMS.index(team)] for team in present}
        if by_honor
        else None,
        "deadly_strike": None if table["penalised"] == NONE else TEAMS[table["penalised"]],
    }


def team_of(role: int) -> str:
    return "Shogun" if ROLES[role] == "Samurai" else ROLES[role]


def teams_present(roles: list[int]) -> list[str]:
    return [team for team in TEAMS if any(team_of(role) == team for role in roles)]


def read(game: "SamuraiSword", data: Mapping[str, Any]) -> tuple[Numbers, int, list[int]]:
    """The numbers of a position and its chance key; a ValueError if it is impossible."""
    fields = Fields(data)
    read_header(fields, game.name, game.players, game.options)
    seed, used = read_chance(fields, game.EVENTS, MAX_EVENTS)
    seats = fields.objects("seats", game.players, "seat")
    table: Numbers = {
        "hand": [seat.counts("hand", CARD_NAMES, default={}) for seat in seats],
        "properties": [seat.counts("properties", PROPERTY_NAMES, default={}) for seat in seats],
        "role": [seat.name("role", ROLE_NAMES) for seat in seats],
        "character": [seat.name("character", CHARACTER_NAMES) for seat in seats],
        "resilience": [seat.whole("resilience", 0, 5) for seat in seats],
        "honor": [seat.whole("honor", 0, 30) for seat in seats],
        "stars": [seat.whole("stars", 0, 3, default=0) for seat in seats],
        "deck": fields.counts("deck", CARD_NAMES),
        "discards": fields.pile("discards", CARD_NAMES, default=[]),
        "attacks": fields.matrix(
            "attacks", game.players, 255, default=[[0] * game.players] * game.players
        ),
        "bushido": fields.seat_or_none("bushido", game.players, NONE, default=None),
        "node": fields.name("node", Names("node", game.NODES)),
        "mover": fields.seat_or_none("mover", game.players, TERMINAL),
        "turn": fields.seat("turn", game.players),
        "turn_number": fields.whole("turn_number", 1, 4096, default=1),
        "weapons_played": fields.whole("weapons_played", 0, 32, default=0),
        "in_play": fields.name_or_none("in_play", CARD_NAMES, NONE, default=None),
    }
    node = game.NODES[table["node"]]
    table |= read_result(fields, table["role"])
    for seat in seats:
        seat.finish()
    fields.finish()
    check_roles(table, game.players)
    check_seats(table)
    check_cards(table)
    check_honor(table, game.players, over=node == "end")
    check_node(table, node, game.players)
    return table, seed, used


def read_result(fields: Fields, roles: list[int]) -> Numbers:
    ongoing = {"cause": 0, "winner": 0, "penalised": NONE, "scores": [0, 0, 0]}
    if fields.get("result", None) is None:
        return ongoing
    result = Fields(fields.get("result"), "'result'")
    cause = result.name("cause", Names("cause", CAUSES))
    winner = result.name("winner", TEAM_NAMES)
    penalised = result.name_or_none("deadly_strike", TEAM_NAMES, NONE, default=None)
    scores = [0, 0, 0]
    if CAUSES[cause] == "honor":
        given = Fields(result.get("scores"), "'scores' of the result")
        for team in teams_present(roles):
            scores[TEAMS.index(team)] = given.whole(team, -3, 100)
        given.finish()
    elif result.get("scores", None) is not None:
        raise ValueError("the result has scores, but a Swordmaster is not scored")
    result.finish()
    if TEAMS[winner] not in teams_present(roles):
        raise ValueError(f"the winner is the team {TEAMS[winner]}, but nobody is in it")
    return {"cause": cause, "winner": winner, "penalised": penalised, "scores": scores}


def check_roles(table: Numbers, players: int) -> None:
    found = Counter(ROLES[role] for role in table["role"])
    expected = Counter(SETUPS[players].roles)
    for role in ROLES:
        if found[role] != expected[role]:
            raise ValueError(
                f"there are {found[role]} seats with the role {role}: "
                f"at {players} players there must be {expected[role]}"
            )
    for seat, (role, stars) in enumerate(zip(table["role"], table["stars"], strict=True)):
        wanted = players == 4 and ROLES[role] == "Ninja"
        if bool(stars) != wanted:
            raise ValueError(
                f"seat {seat} has {stars} stars: only a Ninja at 4 players has them, and always"
            )
    starred = [stars for stars in table["stars"] if stars]
    if len(set(starred)) != len(starred):
        raise ValueError(f"two Ninja have {starred[0]} stars: there is one card of each")


def check_seats(table: Numbers) -> None:
    dealt: Counter[int] = Counter(table["character"])
    for character, copies in dealt.items():
        if copies > 1:
            raise ValueError(f"{CHARACTER_NAMES[character]} sits at {copies} seats")
    for seat, character in enumerate(table["character"]):
        most = CHARACTERS[character].resilience
        if table["resilience"][seat] > most:
            raise ValueError(
                f"seat {seat} has Resilience {table['resilience'][seat]}: "
                f"{CHARACTER_NAMES[character]} has at most {most}"
            )


def check_cards(table: Numbers) -> None:
    found: Counter[int] = Counter(table["discards"])
    for copies in [*table["hand"], table["deck"]]:
        found.update(dict(enumerate(copies)))
    for properties in table["properties"]:
        for i, copies in enumerate(properties):
            found[CARD_NAMES.number(PROPERTY_NAMES[i])] += copies
    if table["bushido"] != NONE:
        found[BUSHIDO] += 1
    if table["in_play"] != NONE:
        found[table["in_play"]] += 1
    total, expected = sum(found.values()), sum(card.copies for card in CARDS)
    for kind, card in enumerate(CARDS):
        if found[kind] != card.copies:
            raise ValueError(
                f"there are {total} cards, {found[kind]} of them {CARD_NAMES[kind]}: "
                f"the game has {expected}, with {card.copies} {CARD_NAMES[kind]}"
            )


def check_honor(table: Numbers, players: int, *, over: bool) -> None:
    setup = SETUPS[players]
    total, most = sum(table["honor"]), setup.shogun_honor + (players - 1) * setup.honor
    if total > most:
        raise ValueError(f"there are {total} Honor Points: {players} players start with {most}")
    for seat, honor in enumerate(table["honor"]):
        if honor == 0 and not over:
            raise ValueError(f"seat {seat} has no Honor left: the game would be over")


def check_node(table: Numbers, node: str, players: int) -> None:
    """The position must be one in which this node's question is asked."""
    turn, mover = table["turn"], table["mover"]
    if (node == "end") != (table["cause"] != 0) or (node == "end") != (mover == TERMINAL):
        raise ValueError("a game is over with node 'end', no mover and a result, or with none of them")
    if node == "end":
        return
    if table["resilience"][turn] == 0:
        raise ValueError(f"it is the turn of seat {turn}, who has no Resilience: Recover comes first")
    if players > 3 and sum(points > 0 for points in table["resilience"]) < 2:
        raise ValueError("only one seat has Resilience left: the game would be over")
    if node in ("parry", "battle cry", "jujutsu"):
        check_answer(table, node)
        return
    if mover != turn:
        raise ValueError(f"at node {node!r} the mover is the seat whose turn it is, not seat {mover}")
    if table["in_play"] != NONE:
        raise ValueError(f"at node {node!r} no card's effect is under way")
    if node == "bushido" and table["bushido"] != turn:
        raise ValueError(f"seat {turn} is to pay for a Bushido that does not lie before it")
    if node == "first draw" and table["character"][turn] != IEYASU:
        raise ValueError(f"only Ieyasu is asked for his first draw, not seat {turn}")
    if node == "first draw" and not table["discards"]:
        raise ValueError("Ieyasu is asked for his first draw only if there is a discard")
    if node == "discard" and sum(table["hand"][turn]) <= HAND_LIMIT:
        raise ValueError(f"seat {turn} is to discard, but has no more than {HAND_LIMIT} cards")


def check_answer(table: Numbers, node: str) -> None:
    mover = table["mover"]
    if mover == table["turn"]:
        raise ValueError(f"at node {node!r} another seat answers, not the one whose turn it is")
    if table["resilience"][mover] == 0 or sum(table["hand"][mover]) == 0:
        raise ValueError(f"seat {mover} is Harmless: it is not asked at node {node!r}")
    if node == "parry":
        if not 0 <= table["in_play"] < WEAPONS:
            raise ValueError("at node 'parry' a Weapon must be in play")
        return
    if table["in_play"] != CARD_NAMES.number(ANSWERED_CARD[node]):
        raise ValueError(f"at node {node!r} a {ANSWERED_CARD[node]} must be in play")
    if table["character"][mover] == CHIYOME:
        raise ValueError(f"seat {mover} is Chiyome: she is not asked at node {node!r}")
