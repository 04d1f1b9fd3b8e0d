"""Samurai Sword against enumeration, event by event, in positions with few hidden cards.

The observer, seat 3, holds all cards that are not mentioned, so that nothing else is hidden.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

import kagemusha
from kagemusha.core.audit import compare
from kagemusha.core.enumeration import Question
from kagemusha.core.samurai_sword.data import CARDS
from kagemusha.core.samurai_sword.questions import (
    possible_roles,
    questions_on,
    roles_of,
    worlds_of,
)
from kagemusha.core.state import State

from samurai_sword.build import cards, play, position, seat

ME = 3
SAMPLES = 6000
ROLES = ("Ninja", "Samurai", "Ninja", "Shogun")


@dataclass
class Case:
    hands: list[str]
    plays: list[str]
    deck: str
    chance: list[tuple[str, str | int]] = field(default_factory=list)
    discards: str = ""
    seats: list[dict[str, Any]] = field(default_factory=lambda: [{}] * 4)
    rest: dict[str, Any] = field(default_factory=dict)
    seen: dict[str, Any] = field(default_factory=dict)      # an event that must have happened
    worlds: int = 2                                         # at least so many are possible


CASES = {
    "draws": Case(
        ["Parry, Bokken", "Focus", "Kiseru"], ["End the turn"], "Geisha, Armor, Daimyo, Parry",
        seen={"event": "draw", "seat": 1},
    ),
    "an open draw": Case(
        ["Parry", "Parry, Bokken", "Geisha"],
        ["End the turn", "Take Armor from the discards", "End the turn"],
        "Bokken, Focus, Daimyo, Kiseru, Parry",
        discards="Armor",
        seats=[{}, {"character": "Ieyasu"}, {}, {}],
        seen={"event": "taken", "seat": 1, "card": "Armor"},
    ),
    "Diversion on an unknown hand": Case(
        ["Diversion, Bokken", "Parry, Focus, Focus", "Geisha"], ["Diversion -> seat 1"],
        "Daimyo, Armor",
        seen={"event": "stolen", "seat": 1, "by": 0},
    ),
    "Diversion on a partly known hand": Case(
        ["Parry", "Parry, Bokken", "Diversion, Geisha"],
        ["End the turn", "Take Armor from the discards", "End the turn", "Diversion -> seat 1"],
        "Bokken, Focus, Daimyo, Parry",
        [("draw", "Bokken")],
        discards="Armor",
        seats=[{}, {"character": "Ieyasu"}, {}, {}],
        seen={"event": "stolen", "seat": 1, "by": 2},
        worlds=20,
    ),
    "a card shown after a Diversion on a partly known hand": Case(
        ["Parry", "Parry, Focus", "Diversion, Geisha"],
        ["End the turn", "Take Armor from the discards", "End the turn", "Diversion -> seat 1",
         "Geisha -> hand of seat 1"],
        "Armor, Focus, Daimyo, Parry, Parry",
        [("draw", "Focus"), ("draw", "Parry"), ("draw", "Parry"), ("hand", "Focus"),
         ("hand", "Armor")],
        discards="Armor",
        seats=[{}, {"character": "Ieyasu"}, {}, {}],
        seen={"event": "lost", "seat": 1, "card": "Armor"},
        worlds=10,
    ),
    "Geisha on a hand": Case(
        ["Geisha, Parry", "Parry, Focus, Bokken", "Bokken"], ["Geisha -> hand of seat 1"],
        "Daimyo, Armor",
        [("hand", "Bokken")],
        seen={"event": "lost", "seat": 1, "card": "Bokken"},
    ),
    "a card taken from the observer, then stolen on": Case(
        ["Diversion, Parry, Focus", "Diversion, Bokken", "Parry"],
        ["Diversion -> seat 3", "End the turn", "Diversion -> seat 0"],
        "Bokken, Focus, Daimyo",
        [("hand", "Katana"), ("draw", "Focus"), ("draw", "Bokken")],
        seen={"event": "stolen", "seat": 3, "by": 0, "card": "Katana"},
        worlds=10,
    ),
    "a card stolen by the observer": Case(
        ["Parry", "Focus, Bokken, Parry", "Parry, Daimyo"], ["Diversion -> seat 1"],
        "Bokken, Armor",
        [("hand", "Parry")],
        rest={"turn": 3, "mover": 3},
        seen={"event": "stolen", "seat": 1, "by": 3, "card": "Parry"},
    ),
    "cards shown as answers": Case(
        ["Battle Cry, Jujutsu, Focus", "Parry, Bokken, Parry", "Bokken, Focus"],
        ["Battle Cry", "Parry with Parry", "Take the wound", "Take the wound", "Jujutsu",
         "Give up Bokken", "Give up Bokken", "Take the wound"],
        "Parry, Armor, Daimyo",
        seen={"event": "shown", "seat": 1, "card": "Parry"},
    ),
    "a declined answer": Case(
        ["Battle Cry, Focus", "Parry, Bokken", "Bokken, Parry"],
        ["Battle Cry", "Take the wound", "Take the wound", "Take the wound"],
        "Parry, Armor, Daimyo",
        seen={"event": "action", "seat": 1, "action": 0},
    ),
    "Tea Ceremony": Case(
        ["Tea Ceremony, Parry", "Focus", "Parry"], ["Tea Ceremony"],
        "Bokken, Bokken, Armor, Daimyo, Focus, Parry, Parry",
        [("draw", "Bokken"), ("draw", "Armor"), ("draw", "Parry"), ("draw", "Focus"),
         ("draw", "Parry"), ("draw", "Bokken")],
        seen={"event": "draw", "seat": 3, "card": "Bokken"},
    ),
    "a reshuffle while cards are held": Case(
        ["Parry, Focus", "Armor", "Bokken"], ["Focus", "End the turn", "Armor"],
        "Daimyo",
        [("draw", "Daimyo"), ("draw", "Geisha")],
        discards="Bokken, Geisha, Parry",
        seen={"event": "reshuffle", "cards": {"Bokken": 1, "Parry": 1, "Geisha": 1}},
    ),
    "two reshuffles while cards are held": Case(
        ["Parry, Bokken", "Armor, Bokken", "Bokken, Parry"],
        ["Bokken -> seat 1", "Take the wounds", "End the turn", "Bokken -> seat 2",
         "Parry with Parry", "End the turn"],
        "Daimyo",
        discards="Geisha, Focus",
        seen={"event": "reshuffle", "cards": {"Bokken": 1, "Parry": 1}},
        worlds=6,
    ),
    "a Bushido flip paid with a Weapon": Case(
        ["Parry, Focus", "Bokken, Parry", "Kiseru, Parry"], ["End the turn", "Pay with Bokken"],
        "Kiseru, Daimyo, Bokken, Parry, Armor",
        [("draw", "Kiseru")],
        rest={"bushido": 1},
        seen={"event": "flip", "card": "Kiseru"},
    ),
    "a Bushido flip without a Weapon": Case(
        ["Parry, Focus", "Bokken, Parry", "Kiseru, Parry"], ["End the turn", "End the turn"],
        "Kiseru, Daimyo, Bokken, Parry, Armor, Focus",
        [("draw", "Armor"), ("draw", "Bokken"), ("draw", "Parry"), ("draw", "Kiseru")],
        rest={"bushido": 1},
        seen={"event": "flip", "card": "Armor"},
    ),
    "the Daimyos counted at the end": Case(
        ["Parry, Focus", "Daimyo, Bokken", "Daimyo, Parry"], ["End the turn"],
        "Focus",
        discards="Parry, Bokken",
        seats=[{"honor": 1}] * 4,
        seen={"event": "reshuffle", "cards": {"Bokken": 1, "Parry": 1}},
    ),
    "the Daimyos counted after a fatal blow": Case(
        ["Bokken, Daimyo, Parry", "Parry, Focus", "Focus, Parry"],
        ["Bokken -> seat 1", "Take the wounds"],
        "Daimyo, Parry, Focus, Armor",
        seats=[{}, {"honor": 1, "resilience": 1}, {}, {}],
        seen={"event": "shown", "seat": 0, "card": "Bokken"},
    ),
    "the Daimyos counted when a known one may have been stolen again": Case(
        ["Diversion, Parry", "Diversion, Bokken, Focus", "Focus, Parry"],
        [
            "Diversion -> seat 3", "End the turn", "Diversion -> seat 0", "Bokken -> seat 2",
            "Take the wounds",
        ],
        "Parry, Focus, Armor, Daimyo",
        [("hand", "Daimyo"), ("draw", "Focus"), ("draw", "Armor"), ("hand", "Daimyo")],
        seats=[{}, {}, {"honor": 1, "resilience": 1}, {}],
        seen={"event": "stolen", "seat": 3, "by": 0, "card": "Daimyo"},
    ),
}  # fmt: skip


def start_of(case: Case) -> State:
    left = Counter({card.names["en"]: card.copies for card in CARDS})
    discards = [name for name, copies in cards(case.discards).items() for _ in range(copies)]
    for hidden in (*case.hands, case.deck, case.discards):
        left.subtract(cards(hidden))
    left.subtract(["Bushido"] if "bushido" in case.rest else [])
    hands = [*map(cards, case.hands), dict(+left)]
    seats = [
        seat(role=role) | {"hand": hand} | more
        for hand, role, more in zip(hands, ROLES, case.seats, strict=True)
    ]
    game = kagemusha.load_game("samurai-sword", players=4)
    return game.from_dict(position(*seats, deck=case.deck, discards=discards, **case.rest))


@pytest.mark.parametrize("name", CASES)
def test_samples_fit_the_enumeration_after(name: str) -> None:
    case = CASES[name]
    state = start_of(case)
    origin = state.observation(ME)
    play(state, *case.plays, chance=case.chance)
    now = state.observation(ME)
    assert case.seen in now["events"]
    assert ("Daimyos" in name) == state.is_terminal()
    worlds = worlds_of(origin, now)
    assert len(worlds.weights) >= case.worlds
    for question in questions_on(name, state, ME, worlds):
        fit = compare(question, SAMPLES, seed=0)
        assert not fit.is_fault, fit


@pytest.mark.parametrize(
    ("role", "stars", "expected"),
    [("Shogun", 0, 18), ("Samurai", 0, 6), ("Ninja", 1, 4), ("Ninja", 2, 4), ("Ninja", 3, 4)],
)
def test_s94_roles_and_stars_are_dealt_evenly(role: str, stars: int, expected: int) -> None:
    others = Counter(ROLES) - Counter([role])
    spare = [n for n in (1, 2, 3) if n != stars]
    seats = [seat(role=role, **({"stars": stars} if stars else {}))]
    for other in others.elements():
        seats.append(seat(role=other, **({"stars": spare.pop()} if other == "Ninja" else {})))
    state = kagemusha.load_game("samurai-sword", players=4).from_dict(position(*seats))
    view = state.view(0)
    chances = possible_roles(view.observation())
    assert len(chances) == len(view.role_assignments()) == expected
    assert set(chances.values()) == {Fraction(1, expected)}
    fit = compare(Question("roles", view, roles_of, chances), SAMPLES, seed=0)
    assert not fit.is_fault, fit
