"""The referee: plays one game between players, and lets no player spoil more than that game."""

import operator
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from kagemusha.core.game import Game
from kagemusha.core.state import State
from kagemusha.core.view import EVERYTHING, View
from kagemusha.players.player import Player, seat_seed

LONGEST_ANSWER = 80             # characters of a wrong answer that are kept


@dataclass(frozen=True)
class Forfeit:
    """A player raised, or answered with something that is no legal action."""

    seat: int
    decision: int           # actions played before it
    reason: str
    trace: str              # where it was raised; empty for an illegal action


@dataclass(frozen=True)
class GameResult:
    """One game. Time and decisions are those of each seat, forced actions not counted.

    A forfeit ends the game: the seat that forfeits has a return of 0, and for the others the
    game is void, a return of None, since nobody knows how it would have ended.
    """

    seed: int
    actions: tuple[int, ...]
    returns: tuple[float | None, ...]
    forfeit: Forfeit | None
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]


class PlayerFailed(Exception):
    """A player could not be asked; the reason is for people, the trace for its author."""

    def __init__(self, reason: str, trace: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.trace = trace


def play_game(
    game: Game, players: Sequence[Player], seed: int, *, player_seeds: Sequence[int] | None = None
) -> GameResult:
    """Deal with this seed and play to the end, one player for each seat.

    Only real choices are asked for: a single legal action is played without asking.
    """
    if len(players) != game.players:
        raise ValueError(f"{game.players} seats need {game.players} players, not {len(players)}")
    if player_seeds is None:
        player_seeds = [seat_seed(seed, seat) for seat in range(game.players)]
    return play_on(game.new_initial_state(seed), players, seed, player_seeds)


def play_on(
    state: State, players: Sequence[Player], seed: int, player_seeds: Sequence[int]
) -> GameResult:
    """Play to the end from a state, which goes on with the game."""
    game: Game = state.game
    decisions = [0] * game.players
    seconds = [0.0] * game.players
    actions: list[int] = []
    forfeit: Forfeit | None = None
    returns: tuple[float | None, ...]
    seat = 0
    try:
        for seat, player in enumerate(players):
            seat_player(player, seat, player_seeds[seat])
        while not state.is_terminal():
            seat = state.current_player()
            legal = state.legal_actions()
            if len(legal) == 1:
                action = legal[0]
            else:
                decisions[seat] += 1
                view = view_for(players[seat], state, seat)
                began = perf_counter()
                try:
                    action = ask(players[seat], view)
                finally:
                    seconds[seat] += perf_counter() - began
            state.apply_action(action)
            actions.append(action)
        returns = tuple(state.returns())
    except PlayerFailed as failure:
        forfeit = Forfeit(seat, len(actions), failure.reason, failure.trace)
        returns = tuple(0.0 if other == seat else None for other in range(game.players))
    return GameResult(seed, tuple(actions), returns, forfeit, tuple(decisions), tuple(seconds))


def view_for(player: Player, state: State, seat: int) -> View:
    """What the player is handed: its seat's view, unless it is a cheat by name."""
    return state.view(EVERYTHING if getattr(player, "sees_everything", False) else seat)


def seat_player(player: Player, seat: int, seed: int) -> None:
    """Tell a player where it sits; whatever goes wrong is a PlayerFailed."""
    try:
        player.reset(seat, seed)
    except (Exception, SystemExit) as error:
        raise failed(error) from error


def ask(player: Player, view: View) -> int:
    """The player's action, checked; whatever goes wrong is a PlayerFailed."""
    legal: list[int] = view.legal_actions()
    try:
        answer = player.choose(view)
    except (Exception, SystemExit) as error:
        raise failed(error) from error
    action = as_action(answer)
    if action is None or action not in legal:
        raise PlayerFailed(f"it answered {shown(answer)}, but legal are {legal}")
    return action


def failed(error: BaseException) -> PlayerFailed:
    """The failure of a player that raised, with the traceback as text."""
    return PlayerFailed(f"it raised {describe(error)}", traceback.format_exc())


def describe(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:                       # noqa: BLE001, whatever a stranger's object does
        return type(error).__name__


def as_action(answer: object) -> int | None:
    """A whole number of any library; True and 3.0 are none."""
    if isinstance(answer, bool):
        return None
    try:
        return operator.index(answer)       # type: ignore[arg-type]
    except Exception:                       # noqa: BLE001, whatever a stranger's object does
        return None


def shown(answer: object) -> str:
    try:
        return repr(answer)[:LONGEST_ANSWER]
    except Exception:                       # noqa: BLE001, whatever a stranger's object does
        return f"a {type(answer).__name__}"
