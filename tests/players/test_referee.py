"""The referee: a whole game, and players that spoil nothing but their own game."""

import random
from collections.abc import Callable

import numpy as np
import pytest

import kagemusha
from kagemusha.core.state import State
from kagemusha.core.view import View
from kagemusha.players.player import Player
from kagemusha.players.referee import play_game

GAME = kagemusha.load_game("samurai-sword", players=4)


class Odd:
    """Plays at random, until its third decision, which is something else."""

    def __init__(self, surprise: Callable[[View], object]) -> None:
        self.surprise = surprise
        self.asked = 0

    def reset(self, seat: int, seed: int) -> None:
        self.asked = 0

    def choose(self, view: View) -> int:
        self.asked += 1
        if self.asked == 3:
            return self.surprise(view)      # type: ignore[return-value]
        return random.Random(self.asked).choice(view.legal_actions())


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError("no words")

    def __index__(self) -> int:
        raise RuntimeError("no number")


class SpeechlessError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


def raising(error: BaseException) -> Callable[[View], object]:
    def surprise(view: View) -> object:
        raise error

    return surprise


def random_players(count: int) -> list[Player]:
    return [kagemusha.load_player("random", GAME) for _ in range(count)]


def replay(actions: tuple[int, ...], seed: int) -> State:
    state = GAME.new_initial_state(seed)
    for action in actions:
        state.apply_action(action)
    return state


def test_a_whole_game() -> None:
    result = play_game(GAME, random_players(4), seed=5)
    state = GAME.new_initial_state(5)
    choices = [0] * 4
    for action in result.actions:
        choices[state.current_player()] += len(state.legal_actions()) > 1
        state.apply_action(action)
    assert state.is_terminal()
    assert list(result.returns) == state.returns()
    assert list(result.decisions) == choices
    assert result.forfeit is None
    assert all(seconds > 0 for seconds in result.seconds)


def test_same_seed_same_game() -> None:
    games = [play_game(GAME, random_players(4), seed=seed).actions for seed in (5, 5, 6)]
    assert games[0] == games[1] != games[2]


def test_seeds_of_players_can_be_given() -> None:
    games = [
        play_game(GAME, random_players(4), seed=5, player_seeds=seeds).actions
        for seeds in ([1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 5])
    ]
    assert games[0] == games[1] != games[2]


def test_players_are_told_their_seat_and_see_views_of_it() -> None:
    class Curious:
        def reset(self, seat: int, seed: int) -> None:
            self.seat = seat

        def choose(self, view: View) -> int:
            assert type(view).__name__.endswith("View")
            assert view.seat == self.seat == view.current_player()
            assert len(view.legal_actions()) > 1
            return view.legal_actions()[-1]

    result = play_game(GAME, [Curious() for _ in range(4)], seed=1)
    assert result.forfeit is None


def test_numbers_of_other_libraries_are_welcome() -> None:
    odd = Odd(lambda view: np.int64(view.legal_actions()[0]))
    assert play_game(GAME, [odd, *random_players(3)], seed=2).forfeit is None


@pytest.mark.parametrize(
    "surprise, reason",
    [
        (raising(ZeroDivisionError("a bug")), "it raised ZeroDivisionError: a bug"),
        (raising(RecursionError()), "RecursionError"),
        (raising(SystemExit(3)), "SystemExit"),
        (raising(SpeechlessError()), "it raised SpeechlessError"),
        (lambda view: 999, "it answered 999, but legal are ["),
        (lambda view: -1, "it answered -1"),
        (lambda view: None, "it answered None"),
        (lambda view: True, "it answered True"),
        (lambda view: float(view.legal_actions()[0]), ".0, but legal are"),
        (lambda view: "pass", "it answered 'pass'"),
        (lambda view: [view.legal_actions()[0]], "it answered ["),
        (lambda view: Unspeakable(), "it answered a Unspeakable"),
        (lambda view: 10**400, "it answered 1000"),
    ],
)
def test_a_player_that_fails_forfeits_that_game(
    surprise: Callable[[View], object], reason: str
) -> None:
    others = random_players(3)
    result = play_game(GAME, [others[0], others[1], Odd(surprise), others[2]], seed=4)
    assert result.forfeit is not None
    assert result.forfeit.seat == 2
    assert reason in result.forfeit.reason
    assert ("Traceback" in result.forfeit.trace) == ("it raised" in result.forfeit.reason)
    assert result.forfeit.decision == len(result.actions)
    assert result.decisions[2] == 3
    assert replay(result.actions, 4).current_player() == 2
    assert result.returns == (None, None, 0.0, None)


def test_a_player_that_cannot_even_sit_down_forfeits() -> None:
    class Rude(Odd):
        def reset(self, seat: int, seed: int) -> None:
            raise RuntimeError("I will not")

    result = play_game(GAME, [*random_players(3), Rude(lambda view: 0)], seed=4)
    assert result.forfeit is not None
    assert (result.forfeit.seat, result.forfeit.decision) == (3, 0)
    assert "I will not" in result.forfeit.reason
    assert result.actions == ()
    assert result.returns == (None, None, None, 0.0)


def test_an_interrupt_is_no_forfeit() -> None:
    with pytest.raises(KeyboardInterrupt):
        play_game(GAME, [Odd(raising(KeyboardInterrupt())) for _ in range(4)], seed=1)


def test_one_player_for_each_seat() -> None:
    with pytest.raises(ValueError, match="4 seats need 4 players, not 3"):
        play_game(GAME, random_players(3), seed=1)
