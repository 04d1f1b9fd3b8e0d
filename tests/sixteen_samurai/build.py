"""Positions for scenario tests: say what matters, the rest of each clan lies in the pile.

The clan of seat s are samurai 16 s to 16 s + 15 of the table; all battles are about POWER.
"""

from collections.abc import Sequence
from typing import Any

import kagemusha
from kagemusha.core.sixteen_samurai.data import BATTLE_CARDS, SAMURAI
from kagemusha.core.state import State

POWER = 0
ORDER = {name: i for i, name in enumerate([s.name for s in SAMURAI] + list(BATTLE_CARDS))}


def clan(seat: int) -> list[str]:
    return [samurai.name for samurai in SAMURAI[16 * seat : 16 * seat + 16]]


def man(seat: int, dice: int, nth: int = 0) -> str:
    """The nth samurai of a clan that rolls so many dice for POWER."""
    mine = SAMURAI[16 * seat : 16 * seat + 16]
    return [samurai.name for samurai in mine if samurai.ratings[POWER] == dice][nth]


def in_order(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=ORDER.__getitem__)


def position(*hands: list[str], round_: int = 2, **rest: Any) -> dict[str, Any]:
    """A declaration in the conflict by seat 0. Hands are filled up to 5 with samurai.

    `empty` names seats without pile and further samurai, `spent` cards by seat.
    """
    players = len(hands)
    spent, empty = rest.pop("spent", {}), rest.pop("empty", ())
    halls, discards = rest.pop("halls", {}), list(rest.pop("discards", []))
    given = sum(len(hall) for hall in halls.values())
    seats = []
    for seat, hand in enumerate(hands):
        gone = [name for hall in halls.values() for name in hall] + discards
        left = [name for name in clan(seat) if name not in hand and name not in gone]
        hall = list(halls.get(seat, []))
        while seat == 0 and given < round_ - 1:
            hall.append(left.pop())
            given += 1
        hand = list(hand)
        if seat in empty:
            discards += left
            left, pile_cards = [], []
            spent.setdefault(seat, [card for card in BATTLE_CARDS if card not in hand])
        else:
            while len(hand) < 5:
                hand.append(left.pop(0))
            pile_cards = [c for c in BATTLE_CARDS if c not in hand and c not in spent.get(seat, [])]
        seats.append(
            {
                "clan": clan(seat),
                "hand": in_order(hand),
                "pile": in_order(left + pile_cards),
                "hall": in_order(hall),
                "spent": in_order(spent.get(seat, [])),
            }
        )
    battle = last_battle(players) if round_ > 1 else None
    table = {
        "players": players,
        "phase": "conflict",
        "node": "declare",
        "mover": 0,
        "round": round_,
        "declarer": 0,
        "layout": [],
        "discards": in_order(discards),
        "battle": battle,
        "barred": None,
        "seats": seats,
    }
    return table | rest


def last_battle(players: int) -> dict[str, Any]:
    """Some battle that seat 0 has won."""
    dice = [1 + 5 * (seat == 0) for seat in range(players)]
    sent = [clan(seat)[-1] for seat in range(players)]
    ratings = [SAMURAI[ORDER[name]].ratings[POWER] for name in sent]
    return {
        "ability": "POWER",
        "choices": [{"samurai": name, "card": None} for name in sent],
        "dice": [[die] * count for die, count in zip(dice, ratings, strict=True)],
        "winner": 0,
    }


def final(*hands: list[str], **rest: Any) -> dict[str, Any]:
    """A declaration in the first battle of the final by seat 0."""
    table = position(*([] for _ in hands))
    everybody = [name for seat in range(len(hands)) for name in clan(seat)]
    kept = [name for hand in hands for name in hand]
    for seat, hand in zip(table["seats"], hands, strict=True):
        seat |= {"hand": in_order(hand), "pile": [], "hall": [], "spent": list(BATTLE_CARDS)}
    discards = [name for name in everybody if name not in kept]
    return table | {"phase": "final", "round": 1, "discards": discards} | rest


def load(table: dict[str, Any]) -> State:
    return kagemusha.load_game("sixteen-samurai", players=table["players"]).from_dict(table)


def play(state: State, *texts: str, dice: Sequence[int] = (), draws: Sequence[str] = ()) -> State:
    """Play actions given in words; the next dice and then the next draws are forced."""
    state.force([("die", die) for die in dice] + [("draw", card) for card in draws])
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def fight(state: State, *sent: str, dice: Sequence[int] = ()) -> State:
    """Declare POWER and send these, "Oku the Plain" or "Oku the Plain with Uma"."""
    return play(state, "Declare POWER", *(f"Send {one}" for one in sent), dice=dice)


def pass_all(state: State) -> State:
    """Pass until the windows are closed."""
    while state.legal_actions() and state.legal_actions()[0] == 0:
        state.apply_action(0)
    return state


def words(state: State) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def at(state: State) -> tuple[str, int | None]:
    table = state.to_dict()
    return table["node"], table["mover"]
