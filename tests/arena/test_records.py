"""Records: there and back, replayed state by state, and every fault named."""

import json
import random
from typing import Any

import pytest

import kagemusha
from kagemusha.arena.errors import ArenaError
from kagemusha.arena.records import Forfeit, GameRecord, replay, state_digest, verify

TABLES = [
    (name, players)
    for name in kagemusha.GAMES
    for players in (kagemusha.load_game(name).min_players, kagemusha.load_game(name).max_players)
]


def played(name: str, players: int, seed: int = 3, position=None, options=None) -> GameRecord:
    """A random game, with its record."""
    rng = random.Random(seed)
    game = kagemusha.load_game(name, players=players, **(options or {}))
    state = game.from_dict(position) if position else game.new_initial_state(seed=seed)
    actions = []
    while not state.is_terminal():
        actions.append(rng.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return GameRecord(
        game=name,
        options=dict(game.options),
        set_index=4,
        game_index=1,
        deal_seed=seed,
        agents=[0] * players,
        specs=["random"] * players,
        player_seeds=list(range(players)),
        position=position,
        actions=actions,
        returns=state.returns(),
        digest=state_digest(state),
    )


def through_json(record: GameRecord) -> GameRecord:
    return GameRecord.from_dict(json.loads(json.dumps(record.to_dict())))


@pytest.mark.parametrize("name, players", TABLES)
def test_a_game_is_replayed_bit_for_bit(name: str, players: int) -> None:
    for seed in range(5):
        record = through_json(played(name, players, seed))
        game = kagemusha.load_game(name, players=players)
        state = game.new_initial_state(seed=seed)
        rng = random.Random(seed)
        for replayed in replay(record):
            assert replayed.to_dict() == state.to_dict()
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        assert verify(record).returns() == record.returns


@pytest.mark.parametrize("name, players", TABLES)
def test_a_game_from_a_position(name: str, players: int) -> None:
    state = kagemusha.load_game(name, players=players).new_initial_state(seed=5)
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    record = through_json(played(name, players, 9, position=state.to_dict()))
    assert verify(record).is_terminal()


NAME, PLAYERS = TABLES[0]


@pytest.fixture
def record() -> GameRecord:
    return played(NAME, PLAYERS)


def test_there_and_back(record: GameRecord) -> None:
    record.roles = ["lord", "rebel", "fox"]
    record.characters = ["a", "b", "c"]
    record.decisions = [3, 4, 5]
    record.iterations = [300, 0, 500]
    record.seconds = [0.25, 0.0, 1.0]
    record.forfeit = Forfeit(seat=1, reason="timeout", message="10 s", traceback="...")
    assert through_json(record) == record
    assert "position" not in record.to_dict()


def test_a_forfeited_game_is_replayed_as_far_as_it_went(record: GameRecord) -> None:
    assert record.actions is not None
    record.actions = record.actions[:7]
    record.digest = None
    with pytest.raises(ArenaError, match="game 1 of set 4 .*: it is not over after its last action"):
        verify(record)
    record.forfeit = Forfeit(seat=0, reason="error")
    record.returns = [0.0] + [1.0] * (PLAYERS - 1)
    assert not verify(record).is_terminal()


def test_a_changed_record_is_noticed(record: GameRecord) -> None:
    assert record.actions is not None
    returns = list(record.returns)
    record.returns = [1.0 - value for value in returns]
    with pytest.raises(ArenaError, match="was recorded with returns .* but ends with"):
        verify(record)
    record.returns = returns
    digest, record.digest = record.digest, "0" * 16
    with pytest.raises(ArenaError, match="ends in another state"):
        verify(record)
    record.digest = digest
    record.actions.append(0)
    with pytest.raises(ArenaError, match=f"cannot be replayed, action {len(record.actions) - 1}: "):
        verify(record)
    record.actions = None
    with pytest.raises(ArenaError, match="recorded without its actions"):
        verify(record)


@pytest.mark.parametrize(
    "change", [{"game": "whist"}, {"options": {"nonsense": 1}}, {"position": {"format": 9}}]
)
def test_what_cannot_be_dealt_is_said(record: GameRecord, change: dict[str, Any]) -> None:
    for name, value in change.items():
        setattr(record, name, value)
    with pytest.raises(ArenaError, match="game 1 of set 4 cannot be dealt: "):
        verify(record)


@pytest.mark.parametrize(
    "change, said",
    [
        ({"format": 2}, "format 2 is unknown, this program reads format 1"),
        ({"format": None}, "format None is unknown"),
        ({"colour": "red"}, "there is no field 'colour'"),
        ({"returns": []}, "'returns' names no seat"),
        ({"returns": None}, "'returns' must be a list, not None"),
        ({"returns": [1, 0, "x"]}, "'returns' must hold a number at place 2, not 'x'"),
        ({"returns": [1, 0, float("nan")]}, "'returns' must hold a number at place 2, not nan"),
        ({"returns": [1, 0, True]}, "'returns' must hold a number at place 2, not True"),
        ({"agents": [0, 1]}, "'agents' must have 3 entries, not 2"),
        ({"agents": [0, 1, -1]}, "'agents' must hold a whole number from 0 at place 2, not -1"),
        ({"specs": "random"}, "'specs' must be a list, not 'random'"),
        ({"specs": [1, 2, 3]}, "'specs' must hold a string at place 0, not 1"),
        ({"set_index": "4"}, "'set_index' must be a whole number from 0, not '4'"),
        ({"set_index": True}, "'set_index' must be a whole number from 0, not True"),
        ({"deal_seed": 2**64}, "'deal_seed' must be a whole number from 0 to 2"),
        ({"actions": [1.5]}, "'actions' must hold a whole number from 0 at place 0, not 1.5"),
        ({"options": [1]}, "'options' must be an object, not"),
        ({"forfeit": 3}, "'forfeit' must be an object, not 3"),
        ({"forfeit": {"seat": 3, "reason": "error"}}, "'forfeit': there is no seat 3"),
        ({"forfeit": {"seat": 0, "reason": "tired"}}, "'reason' must be one of error, illegal"),
        ({"forfeit": {"reason": "error"}}, "'seat' is missing"),
    ],
)
def test_bad_records_are_refused(record: GameRecord, change: dict[str, Any], said: str) -> None:
    data = record.to_dict() | change
    with pytest.raises(ArenaError) as caught:
        GameRecord.from_dict(data, "journal.jsonl, line 7")
    assert str(caught.value).startswith("journal.jsonl, line 7")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "name", ["game", "set_index", "game_index", "deal_seed", "agents", "specs", "returns"]
)
def test_what_is_missing_is_named(record: GameRecord, name: str) -> None:
    data = record.to_dict()
    del data[name]
    with pytest.raises(ArenaError, match=f"'{name}' is missing"):
        GameRecord.from_dict(data)


@pytest.mark.parametrize("data", [[], None, 3, "text"])
def test_what_is_no_object_is_refused(data: Any) -> None:
    with pytest.raises(ArenaError, match="an object was expected"):
        GameRecord.from_dict(data)
