"""What must hold in every game, whatever its rules, tried on random games at tables of all sizes."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kagemusha
from kagemusha.core.registry import GAMES
from kagemusha.core.samurai_sword.data import LANGUAGES
from kagemusha.core.state import State

from lockstep import PLAYERS, SWITCHES
from walks import depths, examples, finish, replay, rngs, seeds, wander, whole, without

TABLES = [(name, players) for name in PLAYERS for players in PLAYERS[name]]
SHARED_WIN = {"seven-card-samurai", "sixteen-samurai"}          # no teams: one prize for all
SHOWN_AS = {"samurai-sword": [{"language": language} for language in LANGUAGES]}

# An event for `wrong_event` where the deal had only one kind of them.
OTHERS: dict[str, list[tuple[str, str | int]]] = {
    "samurai-sword": [("removed", 1)],
    "seven-card-samurai": [("hand", "Ninja")],
    "sixteen-samurai": [("die", 1)],
}

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("name", PLAYERS)
switch_numbers = st.integers(0, 7)


def load(name: str, players: int, switch: int = 0) -> Any:
    switches = SWITCHES[name]
    return kagemusha.load_game(name, players=players, **switches[switch % len(switches)])


def wrong_event(state: State, action: int) -> tuple[str, str | int] | None:
    """An outcome of another kind than the first that this action would bring; None without any."""
    ahead = state.clone()
    ahead.apply_action(action)
    new = ahead.chance_record()[len(state.chance_record()) :]
    if not new:
        return None
    return next(one for one in [*state.chance_record(), *OTHERS[state.game.name]] if one[0] != new[0][0])


def test_no_game_is_left_out() -> None:
    assert set(PLAYERS) == set(GAMES)
    for name, players in PLAYERS.items():
        game = kagemusha.load_game(name)
        assert (game.min_players, game.max_players) == (players[0], players[-1])


# From the deal to the end


@every_table
@examples(10)
@given(switch_numbers, seeds, rngs)
def test_the_game_ends_in_time(
    name: str, players: int, switch: int, seed: int, rng: random.Random
) -> None:
    game = load(name, players, switch)
    state = game.new_initial_state(seed=seed)
    assert state.hot_size() <= 1024
    steps = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal
        assert legal == sorted(set(legal))
        assert legal[0] >= 0
        assert legal[-1] < game.num_distinct_actions
        assert 0 <= state.current_player() < players
        with pytest.raises(ValueError, match="not over"):
            state.returns()
        state.apply_action(rng.choice(legal))
        steps += 1
        assert steps <= game.max_game_length
    assert len(state.history()) == steps
    assert state.legal_actions() == []
    position = state.to_dict()
    assert (position["node"], position["mover"]) == ("end", None)
    returns = state.returns()
    assert len(returns) == players
    assert all(0 <= value <= 1 for value in returns)
    assert max(returns) > 0
    if name in SHARED_WIN:
        assert sum(returns) == pytest.approx(1)
    with pytest.raises(ValueError, match="over"):
        state.apply_action(0)


@every_table
@examples(2)
@given(seeds, rngs)
def test_actions_in_words_and_back(
    name: str, players: int, seed: int, rng: random.Random
) -> None:
    states = [
        kagemusha.load_game(name, players=players, **shown).new_initial_state(seed=seed)
        for shown in SHOWN_AS.get(name, [{}])
    ]
    for _ in range(300):
        if states[0].is_terminal():
            break
        legal = states[0].legal_actions()
        for state in states:
            assert state.legal_actions() == legal
            texts = [state.action_to_string(action) for action in legal]
            assert len({text.casefold() for text in texts}) == len(legal)
            for action, text in zip(legal, texts, strict=True):
                if len(legal) < 8 or rng.random() < 3 / len(legal):
                    assert state.string_to_action(text) == action
                    assert state.string_to_action(text.upper()) == action
        action = rng.choice(legal)
        for state in states:
            state.apply_action(action)


@every_table
@examples(10)
@given(switch_numbers, seeds, rngs, depths)
def test_illegal_actions_are_refused(
    name: str, players: int, switch: int, seed: int, rng: random.Random, depth: int
) -> None:
    game = load(name, players, switch)
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    before = whole(state)
    illegal = set(range(-2, game.num_distinct_actions + 2)) - set(state.legal_actions())
    for action in [*illegal, 2**31, 2**64, -(2**40)]:
        with pytest.raises(ValueError, match="illegal"):
            state.apply_action(action)
    for action in (True, "0", None, 0.0):
        with pytest.raises(TypeError):
            state.apply_action(action)
    assert whole(state) == before


@every_table
@examples(10)
@given(switch_numbers, seeds, rngs, depths)
def test_observations_are_json_and_keep_the_common_keys(
    name: str, players: int, switch: int, seed: int, rng: random.Random, depth: int
) -> None:
    game = load(name, players, switch)
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    truth = state.to_dict()
    for seat in range(players):
        seen = state.observation(seat)
        assert json.loads(json.dumps(seen)) == seen
        assert seen["seat"] == seat
        assert not {"seed", "drawn"} & set(seen)
        for key in ("game", "players", "options", "node", "mover", "result"):
            assert seen[key] == truth[key]
        assert len(seen["seats"]) == players
    for nobody in (-1, players, 2**40):
        with pytest.raises(ValueError, match="no seat"):
            state.observation(nobody)


# The same game again


@every_table
@examples(8)
@given(switch_numbers, seeds, seeds, rngs)
def test_same_seed_same_game(
    name: str, players: int, switch: int, seed: int, other: int, rng: random.Random
) -> None:
    game = load(name, players, switch)
    one, two = game.new_initial_state(seed=seed), game.new_initial_state(seed=seed)
    assert whole(one) == whole(two)
    while not one.is_terminal():
        action = rng.choice(one.legal_actions())
        one.apply_action(action)
        two.apply_action(action)
        assert one.to_dict() == two.to_dict()
    assert one.chance_record() == two.chance_record()
    assert whole(one) == whole(two)
    if other != seed:
        third = game.new_initial_state(seed=other)
        assert third.to_dict()["seed"] != one.to_dict()["seed"]
        fresh = game.new_initial_state(seed=seed)
        assert third.chance_record() != fresh.chance_record()


@every_table
@examples(12)
@given(switch_numbers, seeds, seeds, rngs, depths)
def test_history_and_record_rebuild_the_state(
    name: str, players: int, switch: int, seed: int, other: int, rng: random.Random, depth: int
) -> None:
    game = load(name, players, switch)
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    if depth % 3 == 0:
        finish(state, rng)
    again = replay(game.new_initial_state(seed=seed), state.history())
    assert whole(again) == whole(state)
    forced = game.new_initial_state(seed=other, chance=state.chance_record())
    replay(forced, state.history())
    assert without(forced.to_dict(), "seed") == without(state.to_dict(), "seed")
    assert forced.entries() == state.entries()
    assert forced.history() == state.history()
    assert forced.chance_record() == state.chance_record()
    for seat in range(players):
        assert forced.observation(seat) == state.observation(seat)


@every_table
@examples(10)
@given(switch_numbers, seeds, rngs, depths)
def test_position_round_trip(
    name: str, players: int, switch: int, seed: int, rng: random.Random, depth: int
) -> None:
    game = load(name, players, switch)
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    text = json.dumps(state.to_dict(), ensure_ascii=False)
    read = game.from_dict(json.loads(text))
    assert json.dumps(read.to_dict(), ensure_ascii=False) == text
    known = len(state.chance_record())
    assert read.chance_record() == []
    while not state.is_terminal():
        assert read.legal_actions() == state.legal_actions()
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        read.apply_action(action)
        assert read.to_dict() == state.to_dict()
    assert read.returns() == state.returns()
    assert read.chance_record() == state.chance_record()[known:]
    assert game.from_dict(json.loads(json.dumps(state.to_dict()))).to_dict() == state.to_dict()


@every_table
@examples(10)
@given(switch_numbers, seeds, rngs, depths)
def test_a_position_read_looks_the_same_to_every_seat(
    name: str, players: int, switch: int, seed: int, rng: random.Random, depth: int
) -> None:
    """Only how it came about is not told by a position."""
    game = load(name, players, switch)
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    read = game.from_dict(state.to_dict())
    for seat in range(players):
        seen = without(state.observation(seat), "events")
        assert without(read.observation(seat), "events") == seen


# Clones


@every_table
@examples(10)
@given(switch_numbers, seeds, rngs, depths)
def test_a_clone_and_its_original_go_their_own_ways(
    name: str, players: int, switch: int, seed: int, rng: random.Random, depth: int
) -> None:
    game = load(name, players, switch)
    state = wander(game.new_initial_state(seed=seed), rng, depth)
    before = whole(state)
    twin, triplet = state.clone(), state.clone()
    assert whole(twin) == before
    finish(twin, rng)
    after = whole(twin)
    assert whole(state) == whole(triplet) == before
    finish(triplet, rng)
    assert (whole(state), whole(twin)) == (before, after)
    end = whole(triplet)
    late = twin.clone()
    finish(state, rng)
    assert (whole(twin), whole(late), whole(triplet)) == (after, after, end)


@every_table
@examples(8)
@given(switch_numbers, seeds, rngs, st.integers(0, 60))
def test_a_family_of_clones(
    name: str, players: int, switch: int, seed: int, rng: random.Random, depth: int
) -> None:
    """Clone, play, refuse and forget in any order: nobody ever feels what another does."""
    game = load(name, players, switch)
    family = [wander(game.new_initial_state(seed=seed), rng, depth)]
    known = [whole(family[0])]
    for _ in range(80):
        i = rng.randrange(len(family))
        what = rng.choice(("clone", "play", "play", "play", "refuse", "forget"))
        if what == "clone" and len(family) < 8:
            family.append(family[i].clone())
            known.append(known[i])
        elif what == "forget" and len(family) > 1:
            del family[i], known[i]
        elif what in ("play", "refuse") and not family[i].is_terminal():
            action = rng.choice(family[i].legal_actions())
            wrong = wrong_event(family[i], action) if what == "refuse" else None
            if wrong is not None:
                family[i].force([wrong])
                family[i].clone().apply_action(action)          # takes no forced outcomes along
                with pytest.raises(ValueError, match="impossible"):
                    family[i].apply_action(action)
                assert whole(family[i]) == known[i]
                family[i].force([])
            family[i].apply_action(action)
            new = whole(family[i])
            assert new[2][: len(known[i][2])] == known[i][2]
            known[i] = new
        assert [whole(state) for state in family] == known
    for state in family:
        assert whole(replay(game.new_initial_state(seed=seed), state.history())) == whole(state)


@every_game
def test_many_clones_of_one_moment(name: str) -> None:
    """All write at the same end of one shared log, which grows and moves meanwhile."""
    state = load(name, PLAYERS[name][-1]).new_initial_state(seed=7)
    for step in range(300):
        if state.is_terminal():
            break
        before = whole(state)
        twins = {action: state.clone() for action in state.legal_actions()}
        for action, twin in twins.items():
            twin.apply_action(action)
        for action, twin in twins.items():
            assert twin.entries()[: len(before[2])] == before[2]
            assert twin.history() == [*state.history(), action]
        assert whole(state) == before
        state = twins[sorted(twins)[step % len(twins)]]


# Playouts


@every_table
@examples(10)
@given(switch_numbers, seeds, seeds, rngs, depths)
def test_random_playouts(
    name: str, players: int, switch: int, seed: int, key: int, rng: random.Random, depth: int
) -> None:
    game = load(name, players, switch)
    start = game.new_initial_state(seed=seed)
    assert start.random_playouts(20, seed=key)[0] > 0
    state = wander(start, rng, depth)
    before = whole(state)
    choices, means = state.random_playouts(50, seed=key)
    assert state.random_playouts(50, seed=key) == (choices, means)
    assert state.clone().random_playouts(50, seed=key) == (choices, means)
    assert whole(state) == before
    assert choices >= 0
    assert len(means) == players
    assert all(0 <= mean <= 1 for mean in means)
    if name in SHARED_WIN:
        assert sum(means) == pytest.approx(1)
    ended = finish(state.clone(), rng)
    assert ended.random_playouts(5, seed=key) == (0, ended.returns())


@every_game
def test_playouts_differ_by_seed_and_refuse_nonsense(name: str) -> None:
    state = load(name, PLAYERS[name][-1]).new_initial_state(seed=1)
    assert len({state.random_playouts(10, seed=key)[0] for key in range(20)}) > 10
    for count in (0, -1, 2**31):
        with pytest.raises(ValueError, match="number of games"):
            state.random_playouts(count)
