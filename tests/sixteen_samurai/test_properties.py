"""What must hold in every game of Sixteen Samurai, tried on random games."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import kagemusha
from kagemusha.core.sixteen_samurai.data import BATTLE_CARDS
from kagemusha.core.state import State

from sixteen_samurai.build import in_order

TABLES = [(players, seed) for players in (2, 3, 4) for seed in range(6)]


def walk(players: int, seed: int) -> Iterator[State]:
    """Every position of a random game."""
    state = kagemusha.load_game("sixteen-samurai", players=players).new_initial_state(seed=seed)
    rng = random.Random(seed)
    yield state
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        yield state


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_position_round_trip(players: int, seed: int) -> None:
    for state in walk(players, seed):
        text = json.dumps(state.to_dict())
        read = state.game.from_dict(json.loads(text))
        assert json.dumps(read.to_dict()) == text
        assert read.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_record_and_history_rebuild_the_game(players: int, seed: int) -> None:
    *_, end = walk(players, seed)
    again = end.game.new_initial_state(seed=seed + 1, chance=end.chance_record())
    for action in end.history():
        again.apply_action(action)
    assert again.to_dict() | {"seed": 0} == end.to_dict() | {"seed": 0}
    assert again.entries() == end.entries()


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_actions_in_words_and_back(players: int, seed: int) -> None:
    for state in walk(players, seed):
        for action in state.legal_actions()[:4]:
            assert state.string_to_action(state.action_to_string(action).upper()) == action


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_an_observation_does_not_depend_on_what_is_hidden(players: int, seed: int) -> None:
    """Deal the others other hands and choices: the seat must not see a difference."""
    rng = random.Random(seed)
    tried = 0
    for state in walk(players, seed):
        position = state.to_dict()
        if position["phase"] != "conflict":
            continue
        seat = rng.randrange(players)
        other = dealt_anew(position, state.observation(seat), seat, rng)
        try:
            world = state.game.from_dict(other)
        except ValueError:
            continue                                            # five battle cards, no samurai
        plain = state.game.from_dict(position).observation(seat)
        assert world.observation(seat) == plain
        tried += 1
    assert tried > 20


def dealt_anew(
    position: dict[str, Any], seen: dict[str, Any], seat: int, rng: random.Random
) -> dict[str, Any]:
    other = json.loads(json.dumps(position))
    choices = other["battle"]["choices"] if other["battle"] else []
    for number, one in enumerate(other["seats"]):
        if number == seat:
            continue
        known = seen["seats"][number]["known"]
        unseen = [card for card in seen["seats"][number]["unseen"] if card not in known]
        rng.shuffle(unseen)
        size = seen["seats"][number]["hand_size"]
        hand = [*known, *unseen[: size - len(known)]]
        one["pile"] = in_order(unseen[size - len(known) :])
        if other["node"] == "choose" and choices[number]:
            samurai = [card for card in hand if card not in BATTLE_CARDS]
            before = [card for card in hand if card in ("Ninjutsu", "Uma")]
            sent = rng.choice(samurai) if samurai else None
            card = rng.choice([None, *before]) if other["round"] > 1 else None
            choices[number] = {"samurai": sent, "card": card}
            hand = [held for held in hand if held not in (sent, card)]
        one["hand"] = in_order(hand)
    return other


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_events_tell_no_secret_of_another_seat(players: int, seed: int) -> None:
    *_, state = walk(players, seed)
    for seat in range(players):
        for event in state.observation(seat)["events"]:
            state.game.narrate(event)
            if event["event"] == "draw":
                assert ("card" in event) == (event["seat"] == seat)
            if event["event"] == "chosen":
                assert event["seat"] != seat
    chosen = [e for e in state.observation(0)["events"] if e["event"] == "chosen"]
    assert chosen
