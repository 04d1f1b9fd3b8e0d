"""The Python face refuses nonsense with a sentence that says what is wrong."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from kagemusha import State, load_game

Position = dict[str, Any]
SEED = 7


@pytest.fixture
def state() -> State:
    return load_game("samurai-sword", players=5).new_initial_state(seed=SEED)


# Games, players, options, seeds.


@pytest.mark.parametrize("players", [2, 8, 0, -1])
def test_players_out_of_range(players: int) -> None:
    with pytest.raises(ValueError, match=f"3 to 7 players, not {players}$"):
        load_game("samurai-sword", players=players)


@pytest.mark.parametrize("players", ["5", 5.0, True, [5]])
def test_players_of_the_wrong_type(players: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="whole number"):
        load_game("samurai-sword", players=players)


@pytest.mark.parametrize(
    "name, hint",
    [
        ("samurai-swrod", "did you mean 'samurai-sword'"),
        ("Samurai Sword", "did you mean 'samurai-sword'"),
        ("chess", "known are .*samurai-sword"),
        (None, "there is no game None"),
    ],
)
def test_unknown_game(name: Any, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        load_game(name)


@pytest.mark.parametrize(
    "option, hint",
    [
        ("end_of_dek", "no option 'end_of_dek': did you mean 'end_of_deck'"),
        ("colour", "no option 'colour': known are end_of_deck"),
    ],
)
def test_unknown_option(option: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        load_game("samurai-sword", 5, **{option: True})


@pytest.mark.parametrize(
    "option, value",
    [
        ("end_of_deck", "later"),
        ("end_of_deck", True),
        ("geisha_own_property", "yes"),
        ("geisha_own_property", 1),
        ("swordmaster_before_honor", None),
        ("language", "fr"),
    ],
)
def test_wrong_option_value(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"option {option} must be .*, not {value!r}"):
        load_game("samurai-sword", 5, **{option: value})


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seed_out_of_range(seed: int) -> None:
    with pytest.raises(ValueError, match=f"a seed must be from 0 to .*, not {seed}$"):
        load_game("samurai-sword", 5).new_initial_state(seed=seed)


@pytest.mark.parametrize("seed", ["7", 7.0, None, True])
def test_seed_of_the_wrong_type(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number"):
        load_game("samurai-sword", 5).new_initial_state(seed=seed)


# Actions.


@pytest.mark.parametrize("action", [-1, 176, 10**30, "illegal"])
def test_an_illegal_action_is_named_and_changes_nothing(state: State, action: Any) -> None:
    if action == "illegal":
        action = next(a for a in range(176) if a not in state.legal_actions())
    before = state.to_dict()
    with pytest.raises(ValueError, match=f"action {action} is illegal for seat 1: legal are "):
        state.apply_action(action)
    assert state.to_dict() == before
    assert state.history() == []
    with pytest.raises(ValueError, match=f"action {action} is illegal"):
        state.action_to_string(action)


@pytest.mark.parametrize("action", ["0", 0.0, None, True])
def test_an_action_of_the_wrong_type(state: State, action: Any) -> None:
    before = state.to_dict()
    with pytest.raises(TypeError, match="an action is a whole number"):
        state.apply_action(action)
    assert state.to_dict() == before


def test_no_action_after_the_end(state: State) -> None:
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    before = state.to_dict()
    with pytest.raises(ValueError, match="action 0 is illegal: the game is over"):
        state.apply_action(0)
    assert state.to_dict() == before


def test_no_returns_before_the_end(state: State) -> None:
    with pytest.raises(ValueError, match="not over"):
        state.returns()


def test_an_action_in_words_that_is_not_legal(state: State) -> None:
    with pytest.raises(ValueError, match="'End the trun' is no legal .* mean 'End the turn'"):
        state.string_to_action("End the trun")
    with pytest.raises(TypeError, match="string"):
        state.string_to_action(0)  # type: ignore[arg-type]


# Observations.


@pytest.mark.parametrize("seat", [-1, 5, 7])
def test_observation_of_a_seat_that_does_not_exist(state: State, seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat}: seats are 0 to 4"):
        state.observation(seat)


@pytest.mark.parametrize("seat", ["0", None, 1.0, True])
def test_observation_of_a_seat_of_the_wrong_type(state: State, seat: Any) -> None:
    with pytest.raises(TypeError, match="a seat is a whole number"):
        state.observation(seat)


# Forced outcomes and playouts.


@pytest.mark.parametrize(
    "outcome, reason",
    [
        (("drow", "Parry"), "'drow' is not a random event: did you mean 'draw'"),
        (("draw", "Pary"), "'Pary' is not a card: did you mean 'Parry'"),
        (("role", "Emperor"), "'Emperor' is not a role"),
    ],
)
def test_forced_outcomes_that_do_not_exist(state: State, outcome: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        state.force([outcome])
    with pytest.raises(ValueError, match=reason):
        load_game("samurai-sword", 5).new_initial_state(chance=[outcome])


def test_number_of_playouts(state: State) -> None:
    with pytest.raises(ValueError, match="number of games"):
        state.random_playouts(0)
    with pytest.raises(TypeError, match="whole number"):
        state.random_playouts("many")  # type: ignore[arg-type]


# Positions. Each change makes a good position bad in one way.


def one_card_more(position: Position) -> None:
    position["deck"]["Parry"] = position["deck"].get("Parry", 0) + 1


def one_card_less(position: Position) -> None:
    position["deck"]["Parry"] -= 1


def two_shoguns(position: Position) -> None:
    other = next(seat for seat in position["seats"] if seat["role"] != "Shogun")
    other["role"] = "Shogun"


def set_in(*path: str | int, value: Any) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        inner: Any = position
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value

    return change


def remove(*path: str | int) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        inner: Any = position
        for key in path[:-1]:
            inner = inner[key]
        del inner[path[-1]]

    return change


def one_seat_less(position: Position) -> None:
    position["seats"].pop()


BAD_POSITIONS: dict[str, tuple[Callable[[Position], None], str]] = {
    "91 cards": (one_card_more, "there are 91 cards.*the game has 90, with 15 Parry"),
    "89 cards": (one_card_less, "there are 89 cards.*the game has 90, with 15 Parry"),
    "two Shoguns": (two_shoguns, "2 seats with the role Shogun.*must be 1"),
    "Honor below zero": (set_in("seats", 2, "honor", value=-1), "'honor' of seat 2 .*not -1"),
    "no Honor": (set_in("seats", 2, "honor", value=0), "seat 2 has no Honor left"),
    "too much Honor": (set_in("seats", 2, "honor", value=30), "Honor Points"),
    "Resilience below zero": (set_in("seats", 0, "resilience", value=-1), "'resilience' of seat 0"),
    "too much Resilience": (set_in("seats", 2, "resilience", value=5), "Hanzō has at most 4"),
    "same character twice": (set_in("seats", 2, "character", value="Musashi"), "Musashi sits at 2"),
    "no such mover": (set_in("mover", value=5), "no seat 5"),
    "no such turn": (set_in("turn", value=-1), "no seat -1"),
    "no such Bushido": (set_in("bushido", value=9), "no seat 9"),
    "a seat that is a word": (set_in("mover", value="one"), "no seat 'one'"),
    "one seat less": (one_seat_less, "'seats' of the position must have 5 entries, not 4"),
    "unknown key": (set_in("decks", value={}), "unknown 'decks': did you mean 'deck'"),
    "unknown key of a seat": (set_in("seats", 3, "honour", value=3), "seat 3 has an unknown"),
    "missing key": (remove("deck"), "has no 'deck'"),
    "missing key of a seat": (remove("seats", 1, "honor"), "seat 1 has no 'honor'"),
    "wrong format": (set_in("format", value=2), "format 2 is unknown: this program reads 1"),
    "other game": (set_in("game", value="chess"), "of 'chess', not of 'samurai-sword'"),
    "other table size": (set_in("players", value=6), "6 players, not 5"),
    "other rules": (set_in("options", "end_of_deck", value="on_need"), "option end_of_deck"),
    "unknown option": (set_in("options", "end_of_dek", value=1), "unknown option 'end_of_dek'"),
    "unknown card": (set_in("deck", "Pary", value=1), "'Pary' is not a card: did you mean 'Parry'"),
    "unknown role": (set_in("seats", 0, "role", value="Monk"), "'Monk' is not a role"),
    "unknown node": (set_in("node", value="plya"), "'plya' is not a node: did you mean 'play'"),
    "wrong node": (set_in("node", value="parry"), "node 'parry'"),
    "a result before the end": (
        set_in("result", value={"cause": "swordmaster", "winner": "Ninja", "scores": None}),
        "a game is over with",
    ),
    "a deck that is a list": (set_in("deck", value=["Parry"]), "'deck' of .* must be an object"),
    "a pile that is an object": (set_in("discards", value={}), "'discards' of .* must be a list"),
    "a pile that is a word": (set_in("discards", value="Parry"), "must be a list"),
    "a hand that is a number": (set_in("seats", 0, "hand", value=6), "'hand' of seat 0 must be an"),
    "a seat that is no object": (set_in("seats", 4, value="empty"), "seat 4 must be an object"),
    "a small matrix": (set_in("attacks", value=[[0]]), "'attacks' of the position"),
    "a seed below zero": (set_in("seed", value=-1), "'seed' of the position"),
}
BAD_NUMBERS = ["3", None, 3.5, True, [3]]


@pytest.mark.parametrize("name", BAD_POSITIONS)
def test_bad_position(state: State, name: str) -> None:
    change, reason = BAD_POSITIONS[name]
    position = deepcopy(state.to_dict())
    change(position)
    asked = deepcopy(position)
    with pytest.raises(ValueError, match=reason):
        state.game.from_dict(position)
    assert position == asked, "a refused position is handed back as it was"


@pytest.mark.parametrize("number", BAD_NUMBERS, ids=repr)
@pytest.mark.parametrize("key", ["honor", "resilience"])
def test_a_position_with_a_number_that_is_none(state: State, key: str, number: Any) -> None:
    position = deepcopy(state.to_dict())
    position["seats"][2][key] = number
    with pytest.raises((ValueError, TypeError), match=f"'{key}' of seat 2 must be a whole number"):
        state.game.from_dict(position)


@pytest.mark.parametrize("position", [None, 5, "position", [], [1, 2]], ids=repr)
def test_a_position_that_is_no_object(state: State, position: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="the position must be an object, not "):
        state.game.from_dict(position)


def test_the_good_position_is_accepted(state: State) -> None:
    assert state.game.from_dict(state.to_dict()).to_dict() == state.to_dict()
