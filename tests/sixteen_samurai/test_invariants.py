"""What must hold in every game of Sixteen Samurai, tried on random games."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kagemusha
from kagemusha.core.sixteen_samurai.data import BATTLE_CARDS, SAMURAI
from kagemusha.core.state import State

from walks import depths, examples, finish, keys, rngs, seeds, walk, wander

NAMES = {samurai.name for samurai in SAMURAI}
PLAY_MEDICINE = 2                                               # X69
DRAW = 1                                                        # kind of log entry
IN_BATTLE = {"choose", "bushido", "ronin", "medicine"}

tables = st.builds(
    lambda players: kagemusha.load_game("sixteen-samurai", players=players), st.integers(2, 4)
)


def choices(position: dict[str, Any]) -> list[dict[str, Any] | None]:
    battle = position["battle"]
    return battle["choices"] if battle else [None] * position["players"]


# The table of RULINGS 2.3


def test_the_table_of_samurai() -> None:
    assert len(SAMURAI) == len(NAMES) == 70
    lines = [samurai.ratings for samurai in SAMURAI]
    assert len(set(lines)) == 70
    assert all(len(line) == 4 for line in lines)
    assert {rating for line in lines for rating in line} == {1, 2, 3, 4}
    assert [sum(ability) for ability in zip(*lines, strict=True)] == [175] * 4
    totals = [sum(line) for line in lines]
    assert totals == sorted(totals)
    assert Counter(totals) == {8: 7, 9: 16, 10: 24, 11: 16, 12: 7}


# Rules that hold at every step


def check_samurai(position: dict[str, Any]) -> None:
    """Every samurai lies in exactly one place; those that fight lie in the battle."""
    drafted = [name for one in position["seats"] for name in one["clan"]]
    clans = Counter(drafted)
    assert max([*clans.values(), 0]) <= 1
    assert not clans.keys() & set(position["layout"])
    assert len(drafted) + len(position["layout"]) == 16 * position["players"]
    lying = Counter(position["discards"])
    for one in position["seats"]:
        lying.update(name for name in one["hand"] + one["pile"] + one["hall"] if name in NAMES)
    if position["phase"] == "draft":
        assert not lying
        return
    assert not position["layout"]
    assert max(lying.values()) == 1
    missing = clans.keys() - lying.keys()
    assert not lying.keys() - clans.keys()
    sent = {choice["samurai"] for choice in choices(position) if choice}
    if position["node"] == "choose":
        assert missing == sent
    elif position["node"] in IN_BATTLE:
        assert missing <= sent
    else:
        assert not missing
    if position["phase"] == "conflict":
        for one in position["seats"]:
            held = set(one["hand"] + one["pile"]) & NAMES
            assert held <= set(one["clan"])


def check_battle_cards(position: dict[str, Any]) -> None:
    """Every battle card of every seat: in hand, pile, or spent, or face down with a samurai."""
    if position["phase"] == "draft":
        return
    for one, choice in zip(position["seats"], choices(position), strict=True):
        cards = [card for card in one["hand"] + one["pile"] if card in BATTLE_CARDS]
        cards += one["spent"]
        if position["node"] == "choose" and choice and choice["card"]:
            cards.append(choice["card"])
        assert sorted(cards) == sorted(BATTLE_CARDS)


@examples(60)
@given(tables, seeds, rngs)
def test_every_card_lies_in_one_place(game: Any, seed: int, rng: random.Random) -> None:
    state = game.new_initial_state(seed=seed)
    check_samurai(state.to_dict())
    for _, before, after in walk(state, rng):
        check_samurai(after)
        check_battle_cards(after)
        for old, new in zip(before["seats"], after["seats"], strict=True):
            assert set(old["spent"]) <= set(new["spent"])
            assert set(old["clan"]) <= set(new["clan"])
            if after["phase"] == "conflict":
                assert len(new["hand"]) <= 5
        assert set(before["discards"]) <= set(after["discards"])


@pytest.mark.parametrize("medicine", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_phase_has_16_or_17_rounds(players: int, medicine: bool) -> None:
    """X31: the seventeenth is fought by those who used Medicine, so only if two did."""
    game = kagemusha.load_game("sixteen-samurai", players=players)
    for seed in range(30):
        state, rng = game.new_initial_state(seed=seed), random.Random(seed)
        rounds, healed = 0, set()
        while state.to_dict()["phase"] != "final":
            position, legal = state.to_dict(), state.legal_actions()
            if position["phase"] == "conflict" and position["node"] == "choose":
                assert position["round"] in (rounds, rounds + 1)
                rounds = position["round"]
                if rounds == 17:
                    assert position["mover"] in healed
            action = rng.choice([one for one in legal if medicine or one != PLAY_MEDICINE])
            if action == PLAY_MEDICINE:
                healed.add(position["mover"])
            state.apply_action(action)
        assert rounds == (17 if len(healed) > 1 else 16)


@examples(60)
@given(tables, seeds, rngs)
def test_the_last_clan_wins(game: Any, seed: int, rng: random.Random) -> None:
    state = finish(game.new_initial_state(seed=seed), rng)
    position = state.to_dict()
    winner = position["result"]["winner"]
    assert state.returns() == [float(seat == winner) for seat in range(game.players)]   # X63
    for seat, one in enumerate(position["seats"]):
        assert bool(set(one["hand"]) & NAMES) == (seat == winner)


# Hidden things


@examples(80)
@given(tables, seeds, rngs, st.integers(30, 260))
def test_an_observation_holds_nothing_hidden(
    game: Any, seed: int, rng: random.Random, depth: int
) -> None:
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    truth = state.to_dict()
    for me in range(game.players):
        seen = state.observation(me)
        assert not keys(seen) & {"seed", "drawn"}
        for i, (one, full) in enumerate(zip(seen["seats"], truth["seats"], strict=True)):
            assert ("hand" in one) == ("pile" in one) == (i == me)
            assert one["pile_size"] == len(full["pile"])
            assert [one[key] for key in ("clan", "hall", "spent")] == [
                full[key] for key in ("clan", "hall", "spent")
            ]
        if truth["node"] == "choose":
            for i, choice in enumerate(seen["battle"]["choices"]):
                assert choice == (truth["battle"]["choices"][i] if i == me else None)
        for event in seen["events"]:
            if event["event"] == "draw":
                assert ("card" in event) == (event["seat"] == me)


def others(state: State, seat: int) -> list[dict[str, Any]]:
    return [state.observation(i) for i in range(state.game.players) if i != seat]


@examples(20)
@given(tables, seeds, rngs)
def test_a_choice_lies_face_down(game: Any, seed: int, rng: random.Random) -> None:
    """X47: until the reveal nobody else can tell, not even by counting, what was chosen."""
    state = game.new_initial_state(seed=seed)
    compared = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        ahead = state.clone()
        ahead.apply_action(legal[0])
        if state.to_dict()["node"] == ahead.to_dict()["node"] == "choose":
            seat = state.current_player()
            before, seen, asked = others(state, seat), others(ahead, seat), ahead.legal_actions()
            for old, new in zip(before, seen, strict=True):
                sizes = [[one["hand_size"] for one in which["seats"]] for which in (old, new)]
                assert sizes[0] == sizes[1]
            after = ahead.clone()
            after.apply_action(asked[-1])
            later = after.to_dict()["node"] == "choose"
            for action in legal[1:]:
                twin = state.clone()
                twin.apply_action(action)
                assert others(twin, seat) == seen
                assert (twin.current_player(), twin.legal_actions()) == (ahead.current_player(), asked)
                if later:                                       # a second choice beside it
                    twin.apply_action(asked[-1])
                    assert others(twin, seat) == others(after, seat)
                compared += 1
        state.apply_action(rng.choice(legal))
    assert compared


def reshuffled_secrets(truth: dict[str, Any], me: int, rng: random.Random) -> dict[str, Any]:
    """A position that this seat cannot tell from the true one: hands and piles of the others."""
    other = json.loads(json.dumps(truth))
    table = [samurai.name for samurai in SAMURAI] + list(BATTLE_CARDS)
    saved = set(truth["saved"])
    for seat, one in enumerate(other["seats"]):
        if seat == me:
            continue
        fixed = [card for card in one["hand"] if card in saved]
        loose = [card for card in one["hand"] + one["pile"] if card not in fixed]
        size = len(one["hand"]) - len(fixed)
        rng.shuffle(loose)
        while loose and not set(fixed + loose[:size]) & NAMES and set(loose) & NAMES and size:
            rng.shuffle(loose)                                  # X52
        one["hand"] = sorted(fixed + loose[:size], key=table.index)
        one["pile"] = sorted(loose[size:], key=table.index)
    other["seed"] = rng.randrange(2**64)
    other["drawn"] = {event: rng.randrange(1000) for event in other["drawn"]}
    return other


@examples(120)
@given(tables, seeds, rngs, st.integers(32, 200))
def test_what_differs_only_in_secret_looks_the_same(
    game: Any, seed: int, rng: random.Random, depth: int
) -> None:
    truth = wander(game.new_initial_state(seed=seed), rng, depth).to_dict()
    for me in range(game.players):
        other = reshuffled_secrets(truth, me, rng)
        assert other != truth
        assert game.from_dict(other).observation(me) == game.from_dict(truth).observation(me)


@examples(60)
@given(tables, seeds, rngs, depths)
def test_other_opening_hands_look_the_same(
    game: Any, seed: int, rng: random.Random, depth: int
) -> None:
    """The log, too: the last drafted samurai is followed by five draws of each seat."""
    state = wander(game.new_initial_state(seed=seed), rng, 16 * game.players - 1)
    me = depth % game.players
    action = rng.choice(state.legal_actions())
    ahead = state.clone()
    ahead.apply_action(action)
    whose = [who for what, who, _, _ in ahead.entries(state.log_length()) if what == DRAW]
    record = ahead.chance_record()[len(state.chance_record()) :]
    if len(whose) > 5 * game.players:                           # X52: five battle cards, shown
        return
    hands = {}
    for seat, one in enumerate(ahead.to_dict()["seats"]):
        cards = one["hand"] + one["pile"]
        hand = rng.sample(cards, 5)
        while not set(hand) & NAMES:
            hand = rng.sample(cards, 5)
        hands[seat] = hand
    chance = [
        one if who == me else (one[0], hands[who].pop())
        for one, who in zip(record, whose, strict=True)
    ]
    twin = state.clone()
    twin.force(chance)
    twin.apply_action(action)
    assert twin.chance_record()[len(state.chance_record()) :] == chance
    assert twin.observation(me) == ahead.observation(me)
