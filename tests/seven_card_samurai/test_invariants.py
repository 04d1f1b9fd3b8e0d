"""What must hold in every game of Seven Card Samurai, tried on random games."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kagemusha
from kagemusha.core.seven_card_samurai.data import CARDS
from kagemusha.core.state import State

from lockstep import SWITCHES
from walks import depths, examples, keys, rngs, seeds, walk, wander

ALL_CARDS = Counter({card.name: card.copies for card in CARDS})
TAKE = range(25, 36)                                            # C63

tables = st.builds(
    lambda players, switches: kagemusha.load_game(
        "seven-card-samurai", players=players, **switches
    ),
    st.integers(2, 8),
    st.sampled_from(SWITCHES["seven-card-samurai"]),
)


def all_cards(position: dict[str, Any]) -> Counter[str]:
    lying = Counter(position["pile"]) + Counter(position["discards"])
    lying += Counter(position["in_play"])
    for one in position["seats"]:
        lying += Counter(one["hand"]) + Counter(one["table"])
    return lying


def column(position: dict[str, Any], key: str) -> list[int]:
    return [one[key] for one in position["seats"]]


def meet(game: Any, seed: int, rng: random.Random, node: str) -> State | None:
    """A random game at its first decision of a kind; None if it has none."""
    state = game.new_initial_state(seed=seed)
    while not state.is_terminal():
        if state.to_dict()["node"] == node:
            return state
        state.apply_action(rng.choice(state.legal_actions()))
    return None


# Rules that hold at every step


@examples(60)
@given(tables, seeds, rngs)
def test_cards_rice_and_tables(game: Any, seed: int, rng: random.Random) -> None:
    state = game.new_initial_state(seed=seed)
    assert ALL_CARDS.total() == 106
    first = state.to_dict()
    assert all_cards(first) == ALL_CARDS
    assert column(first, "rice") == [10] * game.players
    for _, before, after in walk(state, rng):
        assert all_cards(after) == ALL_CARDS
        assert sum(column(after, "rice")) == 10 * game.players
        assert min(column(after, "rice")) >= 0
        for one in after["seats"]:
            assert sum(one["table"].values()) <= 7
            assert all(copies > 0 for copies in [*one["hand"].values(), *one["table"].values()])
        if len(after["calls"]) == len(before["calls"]):
            assert after["round"] == before["round"]
            assert column(after, "total") == column(before, "total")
            continue
        call = after["calls"][-1]                               # a round is over: C54, C67
        won = [0] * game.players
        if call["caller"] is not None:
            assert call["caller"] == before["turn"]
            won[call["caller"]] = call["set"]
        expected = map(sum, zip(column(before, "total"), column(before, "rice"), won, strict=True))
        assert column(after, "total") == list(expected)
        if after["result"] is None:
            assert after["round"] == before["round"] + 1
            assert column(after, "rice") == [10] * game.players
            assert not any(column(after, "table"))


@examples(60)
@given(tables, seeds, rngs)
def test_the_most_points_win(game: Any, seed: int, rng: random.Random) -> None:
    state = game.new_initial_state(seed=seed)
    for _, _, position in walk(state, rng):
        assert 1 <= position["round"] <= 5
        assert position["turn_number"] <= game.options["turn_cap"] * game.players    # C54
    assert len(position["calls"]) == 5
    totals = column(position, "total")
    winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
    assert position["result"] == {"winners": winners, "totals": totals}
    expected = [(seat in winners) / len(winners) for seat in range(game.players)]
    assert state.returns() == pytest.approx(expected)


# Hidden things


def looks(truth: dict[str, Any], me: int) -> int | None:
    """The seat whose hand this seat is looking at."""
    return truth["looking_at"] if truth["turn"] == me else None


@examples(100)
@given(tables, seeds, rngs, depths)
def test_an_observation_holds_nothing_hidden(
    game: Any, seed: int, rng: random.Random, depth: int
) -> None:
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    check_observations(state)
    looking = meet(game, seed, rng, "take")
    if looking is not None:
        check_observations(looking)
        looking.apply_action(rng.choice(looking.legal_actions()))
        check_observations(looking)


def check_observations(state: State) -> None:
    truth = state.to_dict()
    for me in range(state.game.players):
        seen = state.observation(me)
        assert not keys(seen) & {"seed", "drawn", "pile"}
        assert seen["pile_size"] == sum(truth["pile"].values())
        for i, (one, full) in enumerate(zip(seen["seats"], truth["seats"], strict=True)):
            assert ("hand" in one) == (i in (me, looks(truth, me)))
            assert one.get("hand", full["hand"]) == full["hand"]
            assert one["hand_size"] == sum(full["hand"].values())
            assert [one[key] for key in ("table", "rice", "total")] == [
                full[key] for key in ("table", "rice", "total")
            ]
        for event in seen["events"]:
            if event["event"] == "draw":                        # C56
                assert ("card" in event) == (event["seat"] == me)
            if event["event"] == "look":
                assert ("cards" in event) == (event["by"] == me)
            if event["event"] == "stolen":                      # C59
                assert ("card" in event) == (me in (event["seat"], event["by"]))
            if event["event"] == "action" and event["seat"] != me:
                assert event["action"] not in TAKE


def reshuffled_secrets(truth: dict[str, Any], me: int, rng: random.Random) -> dict[str, Any]:
    """A position that this seat cannot tell from the true one."""
    other = json.loads(json.dumps(truth))
    hidden = [one for i, one in enumerate(other["seats"]) if i not in (me, looks(truth, me))]
    pool = Counter(other["pile"])
    for one in hidden:
        pool.update(one["hand"])
    cards = list(pool.elements())
    rng.shuffle(cards)
    for one in hidden:
        size = sum(one["hand"].values())
        one["hand"], cards = dict(Counter(cards[:size])), cards[size:]
    other["pile"] = dict(Counter(cards))
    other["seed"] = rng.randrange(2**64)
    other["drawn"] = {event: rng.randrange(1000) for event in other["drawn"]}
    return other


@examples(100)
@given(tables, seeds, rngs, depths)
def test_what_differs_only_in_secret_looks_the_same(
    game: Any, seed: int, rng: random.Random, depth: int
) -> None:
    states = [wander(game.new_initial_state(seed=seed), rng, depth)]
    states += [state for state in [meet(game, seed, rng, "take")] if state is not None]
    for truth in (state.to_dict() for state in states):
        for me in range(game.players):
            other = reshuffled_secrets(truth, me, rng)
            assert other != truth
            assert game.from_dict(other).observation(me) == game.from_dict(truth).observation(me)


@examples(60)
@given(tables, seeds, seeds, rngs)
def test_other_deals_look_the_same(game: Any, seed: int, other: int, rng: random.Random) -> None:
    """The log, too: the cards dealt to the others, and drawn by the first of them, differ."""
    state = game.new_initial_state(seed=seed)
    while state.to_dict()["node"] == "draw":
        state.apply_action(2)                                   # from the pile
    me = rng.randrange(game.players)
    whose = [who for what, who, _, _ in state.entries() if what == 0]       # draws
    record = state.chance_record()
    hidden = [one for one, who in zip(record, whose, strict=True) if who not in (me, -1)]
    rng.shuffle(hidden)
    chance = [
        one if who in (me, -1) else hidden.pop() for one, who in zip(record, whose, strict=True)
    ]
    twin = game.new_initial_state(seed=other, chance=chance)
    for action in state.history():
        twin.apply_action(action)
    assert twin.observation(me) == state.observation(me)


@examples(60)
@given(tables, seeds, rngs, depths)
def test_whatever_is_drawn_looks_the_same_to_the_others(
    game: Any, seed: int, rng: random.Random, depth: int
) -> None:
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    while not state.is_terminal() and not (
        2 in state.legal_actions() and state.to_dict()["pile"]
    ):
        state.apply_action(rng.choice(state.legal_actions()))
    if state.is_terminal():
        return
    seen = []
    for kind in state.to_dict()["pile"]:
        ahead = state.clone()
        ahead.force([("draw", kind)])
        ahead.apply_action(2)
        seen.append([ahead.observation(i) for i in range(game.players) if i != state.current_player()])
    assert all(one == seen[0] for one in seen)


@examples(60)
@given(tables, seeds, rngs)
def test_whatever_a_shogun_takes_looks_the_same_to_third_seats(
    game: Any, seed: int, rng: random.Random
) -> None:
    """C59: looker and victim know the card, the others only that one was taken."""
    state = meet(game, seed, rng, "take")
    if state is None:
        return
    looker, victim = state.current_player(), state.to_dict()["looking_at"]
    seen = []
    for action in state.legal_actions():
        if action not in TAKE:
            continue
        ahead = state.clone()
        ahead.apply_action(action)
        seen.append([ahead.observation(i) for i in range(game.players) if i not in (looker, victim)])
        for insider in (looker, victim):
            stolen = [e for e in ahead.observation(insider)["events"] if e["event"] == "stolen"]
            assert stolen[-1]["card"] == CARDS[action - TAKE.start].name
    assert all(one == seen[0] for one in seen)
