"""Every kind of event of Seven Card Samurai on a small deck, against its enumeration.

The observer holds the rest of the deck, so that few cards are hidden.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from kagemusha.core.audit import compare
from kagemusha.core.enumeration import Worlds
from kagemusha.core.seven_card_samurai.data import RICE
from kagemusha.core.seven_card_samurai.questions import question_on, worlds_of
from kagemusha.core.state import State

from oracle.seven_card_samurai import best_set_value
from seven_card_samurai.build import cards, play, seat, table

ME = 2
SAMPLES = 6000


@dataclass
class Case:
    hands: list[str]
    plays: list[str]
    pile: str
    chance: list[tuple[str, str | int]] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    laid: str = ""                                          # on the table of seat 0
    rest: dict[str, Any] = field(default_factory=dict)
    seen: dict[str, Any] = field(default_factory=dict)      # part of an event that must happen
    worlds: int = 2                                         # at least so many are possible


FIRST_PLAY = ["Draw from the pile", "Draw from the pile"]
CASES = {
    "hidden draws": Case(
        ["Red, Ninja", "Blue"], FIRST_PLAY, "2 Blue, Ronin, Ninja",
        rest={"node": "draw"},
        seen={"event": "draw", "seat": 0},
        worlds=20,
    ),
    "a draw of one's own": Case(
        ["Red, Ninja", "Blue"], ["Draw from the pile"], "2 Blue, Ronin, Ninja",
        [("draw", "Ronin")],
        rest={"node": "draw", "turn": ME, "turn_number": 2, "mover": ME},
        seen={"event": "draw", "seat": ME, "card": "Ronin"},
    ),
    "a discard taken and mixed with unknown cards": Case(
        ["Red, Ninja", "Ninja, Blue"],
        [
            "Take Blue Samurai from the discards", "Draw from the pile", "Lay Red Samurai",
            "Discard Ninja", "End the turn", *FIRST_PLAY, "Ninja -> hand of seat 0",
        ],
        "2 Blue, Ronin, Green",
        [("draw", "Ronin"), ("draw", "Blue Samurai"), ("draw", "Green Samurai"),
         ("hand", "Blue Samurai")],
        ["Red Samurai", "Blue Samurai"],
        rest={"node": "draw"},
        seen={"event": "lost", "seat": 0, "card": "Blue Samurai"},
    ),
    "a card taken back from the table": Case(
        ["Red, Ninja", "Ninja, Blue"], ["Take back Blue Samurai", "Draw from the pile"],
        "Blue, Ronin",
        laid="Blue",
        rest={"node": "draw"},
        seen={"event": "taken back", "seat": 0},
        worlds=10,
    ),
    "a Shogun's fetch from the discards": Case(
        ["Shogun, Red, Ronin", "Ninja, Blue"],
        ["Shogun: fetch Red Samurai from the discards", "Discard Red Samurai"],
        "Blue, Ronin",
        discards=["Red Samurai", "Ninja"],
        seen={"event": "taken", "seat": 0, "card": "Red Samurai"},
        worlds=10,
    ),
    "a hidden take": Case(
        ["Shogun, Red, Ronin", "Ninja, Blue"], ["Shogun -> seat 1", "Take Blue Samurai"],
        "Blue, Ronin",
        seen={"event": "stolen", "seat": 1, "by": 0},
        worlds=10,
    ),
    "a hidden take from a partly known hand": Case(
        ["Blue, Ninja", "Shogun, Red, Ronin"],
        [
            "Take Red Samurai from the discards", "Draw from the pile", "Discard Blue Samurai",
            "Discard Ninja", "End the turn", *FIRST_PLAY, "Shogun -> seat 0", "Take Red Samurai",
        ],
        "3 Blue, Ronin",
        discards=["Red Samurai"],
        rest={"node": "draw"},
        seen={"event": "stolen", "seat": 0, "by": 1},
        worlds=8,
    ),
    "a look of one's own, then a hidden take and a show": Case(
        ["Blue, Ninja, Red", "Red, Ronin"],
        [
            "Shogun -> seat 0", "Take Ninja", "Discard Bandit 3", "End the turn", *FIRST_PLAY,
            "Lay Blue Samurai", "Lay Red Samurai",
        ],
        "3 Blue, Ronin, Red",
        [("draw", "Blue Samurai"), ("draw", "Red Samurai")],
        rest={"turn": ME, "turn_number": 2, "mover": ME},
        seen={"event": "look", "seat": 0, "by": ME},
    ),
    "a card of one's own stolen, then lost or not": Case(
        ["Shogun, Blue, Red", "Ninja, Ronin"],
        [
            "Shogun -> seat 2", "Take Red Samurai", "Discard Blue Samurai", "End the turn",
            *FIRST_PLAY, "Ninja -> hand of seat 0",
        ],
        "3 Blue, Ronin, Red",
        [("draw", "Blue Samurai"), ("draw", "Blue Samurai"), ("hand", "Red Samurai")],
        seen={"event": "stolen", "seat": ME, "by": 0, "card": "Red Samurai"},
    ),
    "a Shogun with a Ninja": Case(
        ["Shogun, Ninja, Red", "Blue, Red, Ronin"],
        ["Shogun + Ninja -> seat 1", "Take Red Samurai", "Discard Ronin"],
        "Blue, Ronin",
        seen={"event": "removed", "seat": 1, "card": "Ronin"},
    ),
    "a renewal while cards are held": Case(
        ["Red, Ninja", "Ninja, Blue"], FIRST_PLAY, "Blue",
        discards=["Red Samurai", "Ronin", "Blue Samurai", "Red Samurai"],
        rest={"node": "draw"},
        seen={"event": "renewal"},
        worlds=10,
    ),
    "a hidden take after a renewal": Case(
        ["Red, Ninja", "Shogun, Blue"],
        [
            *FIRST_PLAY, "Discard Ninja", "Discard Red Samurai", "End the turn", *FIRST_PLAY,
            "Shogun -> seat 0", "Take Blue Samurai",
        ],
        "Blue",
        [("draw", "Blue Samurai"), ("draw", "Ronin")],
        discards=["Red Samurai", "Ronin", "2 Blue Samurai", "Red Samurai"],
        rest={"node": "draw"},
        seen={"event": "stolen", "seat": 0, "by": 1},
        worlds=7,
    ),
}  # fmt: skip


def start_of(case: Case) -> State:
    discards = [name for text in case.discards for name in Counter(cards(text)).elements()]
    total = RICE * (case.rest.get("round", 1) - 1)
    return table(
        seat(case.hands[0], case.laid, total=total),
        seat(case.hands[1], total=total),
        seat(total=total),
        rest_in=ME,
        pile=cards(case.pile),
        discards=discards,
        **case.rest,
    )


def happened(part: dict[str, Any], events: list[dict[str, Any]]) -> bool:
    return any(part.items() <= event.items() for event in events)


def check(name: str, state: State, worlds: Worlds) -> None:
    fit = compare(question_on(name, state, ME, worlds), SAMPLES, seed=0)
    assert not fit.is_fault, fit


@pytest.mark.parametrize("name", CASES)
def test_samples_fit_the_enumeration_after(name: str) -> None:
    case = CASES[name]
    state = start_of(case)
    origin = state.observation(ME)
    play(state, *case.plays, chance=case.chance)
    now = state.observation(ME)
    assert happened(case.seen, now["events"])
    worlds = worlds_of(origin, now)
    assert len(worlds.weights) >= case.worlds
    check(name, state, worlds)


def test_samples_fit_the_enumeration_after_a_call() -> None:
    """Six and one are called, so the eighth card makes no set of seven alike (C42, C61)."""
    called = cards("6 Red, Blue")
    no_calls = [{"caller": None, "set": 0}] * 4
    last = {"round": 5, "dealer": 1, "turn_number": 2, "calls": no_calls}
    state = start_of(
        Case(["6 Red, Blue, Ronin", "Red, Blue"], [], "Red, Blue, Ninja", rest=last)
    )
    origin = state.observation(ME)
    play(state, "Call seven")
    assert state.is_terminal()
    worlds = worlds_of(origin, state.observation(ME))
    for card in Counter(called).elements():
        worlds.show(0, card)
    for card in Counter(called).elements():
        worlds.gain(0, card)
    before = len(worlds.weights)
    worlds.keep(lambda hands: best_set_value(Counter(hands[0]), Counter()) == 15)
    assert 2 <= len(worlds.weights) < before
    check("a call", state, worlds)
