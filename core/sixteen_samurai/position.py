"""Positions of Sixteen Samurai as JSON: written with names, read with suspicion."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kagemusha.core.names import Names
from kagemusha.core.position import Fields, checked_whole, read_chance, read_header, write_header
from kagemusha.core.sixteen_samurai.data import (
    ABILITIES,
    ABILITY_NAMES,
    BATTLE_CARD_NAMES,
    BATTLE_CARDS,
    BEFORE_CARDS,
    CARD_NAMES,
    CLAN,
    FULL_HAND,
    PHASE_NAMES,
    PHASES,
    SAMURAI,
    SAMURAI_NAMES,
)
from kagemusha.core.state import MAX_EVENTS, TERMINAL, State

if TYPE_CHECKING:
    from kagemusha.core.sixteen_samurai.game import SixteenSamurai

Numbers = dict[str, Any]

NONE = -1
NINJUTSU, UMA, RONIN, BUSHIDO, MEDICINE = range(5)
WITH_NINJUTSU, WITH_UMA = 1, 2
UMA_DICE = [7, 7]
WINDOWS = {"bushido": BUSHIDO, "ronin": RONIN, "medicine": MEDICINE}
LAST_ROUND = {"draft": 0, "conflict": 17, "final": 64}
EVERY_CARD = list(range(len(BATTLE_CARDS)))
BEFORE_NAMES = Names('"before" card', BEFORE_CARDS)
NO_BATTLE = {
    "ability": NONE,
    "passed": [],
    "medicine": [],
    "winner": NONE,
    "ronin": NONE,
}


# Writing.


def write(game: "SixteenSamurai", state: State) -> Numbers:
    """The whole position, hidden cards included."""
    table = state.read()
    return {
        **write_header(game, state),
        **write_public(game, table, secrets_of=range(game.players)),
        "saved": [None if n == NONE else SAMURAI_NAMES[n] for n in table["saved"]],
        "seats": [
            {
                "clan": names(table["clan"][seat]),
                "hand": card_list(table["hand"][seat], table["cards"][seat]),
                "pile": card_list(table["pile"][seat], table["pile_cards"][seat]),
                "hall": names(table["hall"][seat]),
                "spent": card_list([], table["spent"][seat]),
            }
            for seat in range(game.players)
        ],
    }


def write_public(game: "SixteenSamurai", table: Numbers, *, secrets_of: Collection[int]) -> Numbers:
    """The table without the seats; of the face-down choices only those of some seats."""
    over = table["victor"] != NONE
    return {
        "phase": PHASES[table["phase"]],
        "node": game.NODES[table["node"]],
        "mover": None if over else table["mover"],
        "round": table["round"],
        "layout": names(table["layout"]),
        "declarer": table["declarer"],
        "discards": names(table["discards"]),
        "battle": write_battle(game, table, secrets_of),
        "barred": None
        if table["barred_seat"] == NONE
        else {"seat": table["barred_seat"], "samurai": SAMURAI_NAMES[table["barred"]]},
        "result": {"winner": table["victor"]} if over else None,
    }


def read_saved(fields: Fields, table: Numbers, node: str, players: int) -> list[int]:
    """Samurai that all know to be in a hand (X66); left out, those of the last battle."""
    if fields.get("saved", None) is None:
        names_given: Sequence[object] = [None] * players
    else:
        names_given = fields.sequence("saved", players)
    saved = [NONE if name is None else SAMURAI_NAMES.number(name) for name in names_given]
    for seat in range(players):
        sent = table["sent"][seat]
        if seat in table["medicine"] and sent in table["hand"][seat]:
            saved[seat] = sent
        held = [*table["hand"][seat], sent] if node == "choose" else table["hand"][seat]
        if saved[seat] not in (NONE, *held):
            raise ValueError(
                f"seat {seat} saved {SAMURAI_NAMES[saved[seat]]}, but does not hold that samurai"
            )
    return saved


def write_battle(
    game: "SixteenSamurai", table: Numbers, secrets_of: Collection[int]
) -> Numbers | None:
    if table["ability"] == NONE:
        return None
    hidden = game.NODES[table["node"]] == "choose"
    return {
        "ability": ABILITIES[table["ability"]],
        "choices": [
            None if hidden and seat not in secrets_of else write_choice(table, seat)
            for seat in range(game.players)
        ],
        "dice": [dice or None for dice in table["dice"]],
        "roll_off": [die or None for die in table["roll_off"]],
        "passed": table["passed"],
        "winner": None if table["winner"] == NONE else table["winner"],
        "ronin": None if table["ronin"] == NONE else table["ronin"],
        "medicine": table["medicine"],
    }


def write_choice(table: Numbers, seat: int) -> Numbers | None:
    if table["sent"][seat] == NONE:
        return None
    card = table["with_card"][seat]
    return {
        "samurai": SAMURAI_NAMES[table["sent"][seat]],
        "card": BEFORE_CARDS[card - 1] if card else None,
    }


def names(samurai: Iterable[int]) -> list[str]:
    return [SAMURAI_NAMES[number] for number in samurai]


def card_list(samurai: Iterable[int], cards: Iterable[int]) -> list[str]:
    """Samurai in the order of their table, then battle cards."""
    return names(samurai) + [BATTLE_CARDS[card] for card in cards]


# Reading.


def read(game: "SixteenSamurai", data: Mapping[str, Any]) -> tuple[Numbers, int, list[int]]:
    """The numbers of a position and its chance key; a ValueError if it is impossible."""
    fields = Fields(data)
    read_header(fields, game.name, game.players, game.options)
    seed, used = read_chance(fields, game.EVENTS, MAX_EVENTS)
    seats = fields.objects("seats", game.players, "seat")
    phase = PHASES[fields.name("phase", PHASE_NAMES)]
    table: Numbers = {
        "phase": PHASES.index(phase),
        "node": fields.name("node", Names("node", game.NODES)),
        "mover": fields.seat_or_none("mover", game.players, TERMINAL),
        "round": fields.whole("round", 0 if phase == "draft" else 1, LAST_ROUND[phase]),
        "declarer": fields.seat("declarer", game.players),
        "layout": distinct(fields, "layout", SAMURAI_NAMES),
        "discards": distinct(fields, "discards", SAMURAI_NAMES),
        "clan": [distinct(seat, "clan", SAMURAI_NAMES) for seat in seats],
        "hall": [distinct(seat, "hall", SAMURAI_NAMES) for seat in seats],
        "spent": [distinct(seat, "spent", BATTLE_CARD_NAMES) for seat in seats],
    }
    for place, key in (("hand", "cards"), ("pile", "pile_cards")):
        held = [distinct(seat, place, CARD_NAMES) for seat in seats]
        table[place] = [[n for n in cards if n < len(SAMURAI)] for cards in held]
        table[key] = [[n - len(SAMURAI) for n in cards if n >= len(SAMURAI)] for cards in held]
    table |= read_battle(fields, game.players)
    table |= read_barred(fields, game.players)
    table["victor"] = read_result(fields, game.players)
    node = game.NODES[table["node"]]
    table["saved"] = read_saved(fields, table, node, game.players)
    for seat in seats:
        seat.finish()
    fields.finish()
    check_phase(table, phase, node)
    if phase == "draft":
        check_draft(table, game.players)
    else:
        check_clans(table, game.players)
        check_battle(table, phase, node, game.players)
        check_samurai(table, phase, node, game.players)
        check_cards(table, phase, node, game.players)
        check_hands(table, phase, node, game.players)
        check_node(table, phase, node, game.players)
    return table, seed, used


def distinct(fields: Fields, key: str, among: Names) -> list[int]:
    """A list of different names as ascending numbers."""
    numbers = sorted(fields.pile(key, among, default=[]))
    for number, copies in Counter(numbers).items():
        if copies > 1:
            raise ValueError(f"{fields.place(key)} has {among[number]} {copies} times")
    return numbers


def read_battle(fields: Fields, players: int) -> Numbers:
    nothing = [NONE] * players
    blank = {
        "sent": nothing,
        "with_card": [0] * players,
        "dice": [[] for _ in nothing],
        "roll_off": [0] * players,
    }
    if fields.get("battle", None) is None:
        return NO_BATTLE | blank
    battle = Fields(fields.get("battle"), "'battle'")
    chosen = [
        None if choice is None else Fields(choice, f"the choice of seat {seat}")
        for seat, choice in enumerate(battle.sequence("choices", players, default=[None] * players))
    ]
    dice = battle.sequence("dice", players, default=[None] * players)
    roll_off = battle.sequence("roll_off", players, default=[None] * players)
    table = {
        "ability": battle.name("ability", ABILITY_NAMES),
        "sent": [c.name("samurai", SAMURAI_NAMES) if c else NONE for c in chosen],
        "with_card": [
            1 + c.name_or_none("card", BEFORE_NAMES, NONE, default=None) if c else 0 for c in chosen
        ],
        "dice": [read_dice(rolled, seat) for seat, rolled in enumerate(dice)],
        "roll_off": [
            0 if die is None else checked_whole(die, 1, 6, f"the roll-off die of seat {seat}")
            for seat, die in enumerate(roll_off)
        ],
        "passed": read_seats(battle, "passed", players),
        "medicine": read_seats(battle, "medicine", players),
        "winner": battle.seat_or_none("winner", players, NONE, default=None),
        "ronin": battle.seat_or_none("ronin", players, NONE, default=None),
    }
    for choice in chosen:
        if choice:
            choice.finish()
    battle.finish()
    return table


def read_dice(rolled: object, seat: int) -> list[int]:
    if rolled is None:
        return []
    if not isinstance(rolled, list | tuple) or not 1 <= len(rolled) <= 4:
        raise ValueError(f"the dice of seat {seat} must be a list of 1 to 4 faces, not {rolled!r}")
    dice = [checked_whole(die, 1, 7, f"a die of seat {seat}") for die in rolled]
    if dice != sorted(dice, reverse=True):
        raise ValueError(f"the dice of seat {seat} must stand highest first, not {rolled!r}")
    return dice


def read_seats(fields: Fields, key: str, players: int) -> list[int]:
    seats = [
        checked_whole(seat, 0, players - 1, f"a seat in {fields.place(key)}")
        for seat in fields.sequence(key, default=[])
    ]
    if len(set(seats)) != len(seats):
        raise ValueError(f"{fields.place(key)} names a seat twice")
    return sorted(seats)


def read_barred(fields: Fields, players: int) -> Numbers:
    if fields.get("barred", None) is None:
        return {"barred_seat": NONE, "barred": NONE}
    barred = Fields(fields.get("barred"), "'barred'")
    numbers = {
        "barred_seat": barred.seat("seat", players),
        "barred": barred.name("samurai", SAMURAI_NAMES),
    }
    barred.finish()
    return numbers


def read_result(fields: Fields, players: int) -> int:
    if fields.get("result", None) is None:
        return NONE
    result = Fields(fields.get("result"), "'result'")
    winner = result.seat("winner", players)
    result.finish()
    return winner


# Whether such a position can come about.


def check_phase(table: Numbers, phase: str, node: str) -> None:
    over = node == "end"
    if over != (table["victor"] != NONE) or over != (table["mover"] == TERMINAL):
        raise ValueError("a game is over with node 'end', no mover and a result, or with none of them")
    allowed = {
        "draft": ("draft",),
        "conflict": ("declare", "choose", *WINDOWS),
        "final": ("declare", "choose", "end"),
    }[phase]
    if node not in allowed:
        raise ValueError(f"there is no node {node!r} in the phase {phase!r}")
    if node in WINDOWS and table["round"] == 1:
        raise ValueError(f"there is no node {node!r} in the first battle")


def check_draft(table: Numbers, players: int) -> None:
    drafted = [number for clan in table["clan"] for number in clan]
    for number, places in Counter(drafted + table["layout"]).items():
        if places > 1:
            raise ValueError(f"{SAMURAI_NAMES[number]} is in {places} places")
    if len(drafted) + len(table["layout"]) != CLAN * players:
        raise ValueError(
            f"{len(drafted) + len(table['layout'])} samurai are laid out or drafted: "
            f"at {players} players there are {CLAN * players}"
        )
    if not table["layout"]:
        raise ValueError("all samurai are drafted: the draft would be over")
    for seat, clan in enumerate(table["clan"]):
        if len(clan) != (len(drafted) + players - 1 - seat) // players:
            raise ValueError(
                f"seat {seat} has drafted {len(clan)} samurai: "
                "seats take turns from seat 0, one samurai at a time"
            )
    if table["mover"] != len(drafted) % players:
        raise ValueError(
            f"seat {len(drafted) % players} is next to draft, not seat {table['mover']}"
        )
    if table["declarer"] != players - 1:
        raise ValueError(f"in the draft the declarer is seat {players - 1}, the last to draft")
    for place in ("hand", "cards", "pile", "pile_cards", "hall", "spent"):
        for seat, cards in enumerate(table[place]):
            if cards:
                raise ValueError(f"seat {seat} has cards beside its clan during the draft")
    if table["discards"] or table["ability"] != NONE or table["barred_seat"] != NONE:
        raise ValueError("no battle has been fought in the draft")


def check_clans(table: Numbers, players: int) -> None:
    if table["layout"]:
        raise ValueError("samurai are laid out although the draft is over")
    for number, clans in Counter(n for clan in table["clan"] for n in clan).items():
        if clans > 1:
            raise ValueError(f"{SAMURAI_NAMES[number]} is in {clans} clans")
    for seat in range(players):
        if len(table["clan"][seat]) != CLAN:
            raise ValueError(
                f"the clan of seat {seat} has {len(table['clan'][seat])} samurai, not {CLAN}"
            )


def owner(table: Numbers, samurai: int) -> int:
    """The seat that drafted a samurai."""
    for seat, clan in enumerate(table["clan"]):
        if samurai in clan:
            return seat
    raise ValueError(f"{SAMURAI_NAMES[samurai]} is in no clan")


def on_table(table: Numbers, node: str, players: int) -> list[int]:
    """The samurai that stand in the choices and nowhere else."""
    if node in ("choose", "bushido", "ronin"):
        return [number for number in table["sent"] if number != NONE]
    if node == "medicine":
        kept = [table["winner"], *table["medicine"]]
        return [
            table["sent"][seat]
            for seat in range(players)
            if table["sent"][seat] != NONE and seat not in kept
        ]
    return []


def check_samurai(table: Numbers, phase: str, node: str, players: int) -> None:
    """Every drafted samurai is in exactly one place, and in one where it may be."""
    standing = on_table(table, node, players)
    found = Counter(table["discards"] + standing)
    for seat in range(players):
        for place in ("hand", "pile", "hall"):
            found.update(table[place][seat])
    drafted = [number for clan in table["clan"] for number in clan]
    for number in found:
        owner(table, number)
    for number in drafted:
        if found[number] != 1:
            raise ValueError(
                f"{SAMURAI_NAMES[number]} is in {found[number]} places, "
                "of the hands, piles, Halls, discards and face-down or fighting samurai"
            )
    if phase == "final":
        for seat in range(players):
            if table["pile"][seat] or table["hall"][seat]:
                raise ValueError(f"seat {seat} has a pile or a Hall in the final: the hand is all")
        return
    for seat in range(players):
        for number in table["hand"][seat] + table["pile"][seat]:
            if owner(table, number) != seat:
                raise ValueError(
                    f"{SAMURAI_NAMES[number]} of the clan of seat {owner(table, number)} "
                    f"is with seat {seat} before the final"
                )
    fought = table["round"] - 1 + (node == "medicine")
    in_halls = sum(len(hall) for hall in table["hall"])
    if in_halls != fought:
        raise ValueError(f"there are {in_halls} samurai in the Halls after {fought} battles")


def check_cards(table: Numbers, phase: str, node: str, players: int) -> None:
    """Every battle card is in exactly one place."""
    for seat in range(players):
        if phase == "final":
            if table["spent"][seat] != EVERY_CARD or table["cards"][seat] or table["pile_cards"][seat]:
                raise ValueError(f"in the final all battle cards of seat {seat} are spent")
            continue
        found = Counter(table["cards"][seat] + table["pile_cards"][seat] + table["spent"][seat])
        if node == "choose" and table["with_card"][seat]:
            found[table["with_card"][seat] - 1] += 1
        for card in EVERY_CARD:
            if found[card] != 1:
                raise ValueError(f"{BATTLE_CARDS[card]} of seat {seat} is in {found[card]} places")
        first = table["round"] == 1
        if first and (table["spent"][seat] or table["with_card"][seat]):
            raise ValueError(f"seat {seat} has played a battle card in the first battle or before")


def check_hands(table: Numbers, phase: str, node: str, players: int) -> None:
    if phase == "final":
        return
    for seat in range(players):
        size = len(table["hand"][seat]) + len(table["cards"][seat])
        pile = len(table["pile"][seat]) + len(table["pile_cards"][seat])
        sent = node != "declare" and table["sent"][seat] != NONE
        if node == "choose" and sent:
            size += 1 + (table["with_card"][seat] > 0)
        if size > FULL_HAND:
            raise ValueError(f"seat {seat} has {size} cards in hand: {FULL_HAND} are the most")
        if (node in ("declare", "choose") or not sent) and pile and size < FULL_HAND:
            raise ValueError(
                f"seat {seat} has {size} cards in hand and {pile} in its pile: "
                f"it would have drawn up to {FULL_HAND}"
            )
        if pile and not table["hand"][seat] and len(table["cards"][seat]) == FULL_HAND:
            raise ValueError(f"seat {seat} holds five battle cards: it would have drawn anew")
        if node in WINDOWS and sent and size >= FULL_HAND and seat not in table["medicine"]:
            raise ValueError(f"seat {seat} has {size} cards in hand after its choice")


def check_battle(table: Numbers, phase: str, node: str, players: int) -> None:
    """The battle under way, or the last one."""
    if table["ability"] == NONE:
        if (phase, node, table["round"]) != ("conflict", "declare", 1):
            raise ValueError("there is no battle, but the first one has been declared")
        return
    if (phase, node, table["round"]) == ("conflict", "declare", 1):
        raise ValueError("there is a battle before the first declaration")
    fighters = [seat for seat in range(players) if table["sent"][seat] != NONE]
    for seat in range(players):
        fights = seat in fighters
        if fights:
            home = owner(table, table["sent"][seat])
            if phase == "conflict" and home != seat:
                raise ValueError(
                    f"seat {seat} fights with {SAMURAI_NAMES[table['sent'][seat]]} "
                    f"of the clan of seat {home}"
                )
        elif table["with_card"][seat]:
            raise ValueError(f"seat {seat} plays a battle card without a samurai")
        if bool(table["dice"][seat]) != (fights and node != "choose"):
            raise ValueError(f"seat {seat} has dice without a fight, or a fight without dice")
        if table["roll_off"][seat] and not fights:
            raise ValueError(f"seat {seat} has a roll-off die without a fight")
        if phase == "final" and table["with_card"][seat] and (node == "choose" or table["round"] > 1):
            raise ValueError(f"seat {seat} plays a battle card in the final")
        card = table["with_card"][seat]
        if phase == "conflict" and node != "choose" and card and card - 1 not in table["spent"][seat]:
            raise ValueError(f"{BATTLE_CARDS[card - 1]} of seat {seat} was played but is not spent")
    sent = Counter(table["sent"][seat] for seat in fighters)
    for number, copies in sent.items():
        if copies > 1:
            raise ValueError(f"{SAMURAI_NAMES[number]} fights for {copies} seats")
    if node != "choose":
        if len(fighters) < 2:
            raise ValueError("a battle has at least two fighters")
        check_dice(table, fighters)
    check_outcome(table, node, fighters)


def check_dice(table: Numbers, fighters: list[int]) -> None:
    ninjutsu = [seat for seat in fighters if table["with_card"][seat] == WITH_NINJUTSU]
    for seat in fighters:
        dice = table["dice"][seat]
        if table["with_card"][seat] == WITH_UMA:
            if dice != UMA_DICE:
                raise ValueError(f"seat {seat} played Uma: its dice are {UMA_DICE}, not {dice}")
            continue
        count = SAMURAI[table["sent"][seat]].ratings[table["ability"]]
        if ninjutsu and ninjutsu != [seat]:
            count = 1
        if len(dice) != count or 7 in dice:
            raise ValueError(f"seat {seat} rolls {count} dice of 1 to 6, not {dice}")


def check_outcome(table: Numbers, node: str, fighters: list[int]) -> None:
    winner, ronin = table["winner"], table["ronin"]
    if node in ("choose", "bushido"):
        if winner != NONE or any(table["roll_off"]) or ronin != NONE or table["medicine"]:
            raise ValueError(f"at node {node!r} the battle has no outcome yet")
    elif winner == NONE:
        raise ValueError(f"at node {node!r} the battle has a winner")
    else:
        check_winner(table, fighters)
    if node == "ronin" and (ronin != NONE or table["medicine"]):
        raise ValueError("at node 'ronin' nobody has played Ronin or Medicine in this battle")
    for seat, card in [(ronin, RONIN), *((seat, MEDICINE) for seat in table["medicine"])]:
        if seat != NONE and (seat == winner or seat not in fighters):
            raise ValueError(f"seat {seat} is no loser of the battle: no {BATTLE_CARDS[card]}")
        if seat != NONE and card not in table["spent"][seat]:
            raise ValueError(f"{BATTLE_CARDS[card]} of seat {seat} was played but is not spent")
    if table["passed"] and node not in WINDOWS:
        raise ValueError(f"nobody can have passed at node {node!r}")


def check_winner(table: Numbers, fighters: list[int]) -> None:
    """The winner must follow from the dice (X14 to X18)."""
    dice = table["dice"]
    best = max(dice[seat][0] for seat in fighters)
    tied = [seat for seat in fighters if dice[seat][0] == best]
    if len(tied) > 1 and all(len(dice[seat]) > 1 for seat in tied):
        second = max(dice[seat][1] for seat in tied)
        tied = [seat for seat in tied if dice[seat][1] == second]
    rolled = [seat for seat in fighters if table["roll_off"][seat]]
    if rolled != (tied if len(tied) > 1 else []):
        raise ValueError(f"the seats with roll-off dice are {rolled}, but seats {tied} have the best dice")
    if table["winner"] not in tied:
        raise ValueError(f"seat {table['winner']} cannot have won: seats {tied} have the best dice")


def check_node(table: Numbers, phase: str, node: str, players: int) -> None:
    """The position must be one in which this node's question is asked."""
    mover, declarer = table["mover"], table["declarer"]
    hands = [seat for seat in range(players) if table["hand"][seat]]
    check_bar(table, phase, node)
    if node == "end":
        if hands != [table["victor"]]:
            raise ValueError(f"seat {table['victor']} has not won: samurai are left to seats {hands}")
        return
    if phase == "final" and table["sent"][declarer] == NONE and declarer not in hands:
        raise ValueError(f"seat {declarer} declares but is eliminated")
    if node == "declare":
        if len(hands) < 2:
            raise ValueError("a battle needs two seats with samurai in hand")
        if mover != declarer:
            raise ValueError(f"at node 'declare' the declarer moves, not seat {mover}")
        return
    clockwise = [(declarer + i) % players for i in range(players)]
    if node == "choose":
        fighters = [s for s in clockwise if table["sent"][s] != NONE or table["hand"][s]]
        waiting = [s for s in fighters if table["sent"][s] == NONE]
        if len(fighters) < 2:
            raise ValueError("a battle needs two seats with samurai")
        if not waiting or fighters[-len(waiting) :] != waiting:
            raise ValueError("choices are made clockwise from the declarer, and somebody is left")
        if mover != waiting[0]:
            raise ValueError(f"seat {waiting[0]} is next to choose, not seat {mover}")
        return
    check_window(table, node, players)


def check_bar(table: Numbers, phase: str, node: str) -> None:
    seat, samurai = table["barred_seat"], table["barred"]
    if (seat != NONE) and (phase != "final" or (table["round"] == 1 and node != "end")):
        raise ValueError("no samurai is barred before a battle of the final was won")
    if phase == "final" and table["round"] > 1:
        if seat == NONE:
            raise ValueError("the last winner's samurai must be barred in the final")
        if node != "end" and seat != table["declarer"]:
            raise ValueError(f"seat {seat} won the last battle, but seat {table['declarer']} declares")
    if seat == NONE:
        return
    if samurai not in table["hand"][seat] and samurai != table["sent"][seat]:
        raise ValueError(f"{SAMURAI_NAMES[samurai]} is barred but not with seat {seat}")
    if node != "choose" and (seat != table["winner"] or samurai != table["sent"][seat]):
        raise ValueError("the barred samurai is the one that won the last battle")
    if node == "choose" and samurai == table["sent"][seat] and table["hand"][seat]:
        raise ValueError(f"seat {seat} has sent {SAMURAI_NAMES[samurai]}, which is barred")


def check_window(table: Numbers, node: str, players: int) -> None:
    """Who is asked (X48 to X54)."""
    card, mover = WINDOWS[node], table["mover"]
    able = [
        seat
        for seat in range(players)
        if table["sent"][seat] != NONE
        and seat != table["winner"]
        and card not in table["spent"][seat]
        and table["hand"][seat] + table["cards"][seat]
    ]
    for seat in table["passed"]:
        if seat not in able:
            raise ValueError(f"seat {seat} cannot have passed: it is not asked at node {node!r}")
    if mover not in able or mover in table["passed"]:
        raise ValueError(f"seat {mover} is not asked at node {node!r}")
    if node == "bushido":
        if all(dice in ([], UMA_DICE) for dice in table["dice"]):
            raise ValueError("there are no dice to roll again: nobody is asked for a Bushido")
        return
    clockwise = [(table["winner"] + i) % players for i in range(1, players)]
    first = next(seat for seat in clockwise if seat in able and seat not in table["passed"])
    if mover != first:
        raise ValueError(f"seat {first} is next to be asked at node {node!r}, not seat {mover}")
    if node == "medicine":
        keeper = table["winner"] if table["ronin"] == NONE else table["ronin"]
        if table["sent"][table["winner"]] not in table["hall"][keeper]:
            raise ValueError(f"the victorious samurai must be in the Hall of seat {keeper}")
        for seat in table["medicine"]:
            if table["sent"][seat] not in table["hand"][seat]:
                raise ValueError(f"the samurai that seat {seat} saved is not in its hand")
