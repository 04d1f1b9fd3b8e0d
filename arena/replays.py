"""Games played again from their records: every state, with what is known of the game."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.games import read_games
from kagemusha.arena.records import Forfeit, GameRecord, replay
from kagemusha.arena.runner import JOURNAL
from kagemusha.core.state import State


@dataclass(frozen=True)
class Replay:
    """A game from its deal on. There is one state more than there are actions."""

    title: str
    seed: int
    specs: list[str]
    actions: list[int]
    states: list[State]
    forfeit: Forfeit | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        steps = zip(self.states, self.actions, strict=False)
        game, last = self.states[0].game, self.states[-1]
        return {
            "format": 1,
            "title": self.title,
            "game": game.name,
            "players": game.players,
            "options": dict(game.options),
            "seed": self.seed,
            "specs": self.specs,
            "moves": [
                {
                    "seat": state.current_player(),
                    "action": action,
                    "text": state.action_to_string(action),
                }
                for state, action in steps
            ],
            "returns": last.returns() if last.is_terminal() else None,
            "forfeit": None if self.forfeit is None else self.forfeit.message,
        }


def file_of(path: Path) -> Path:
    """The journal, if a folder is given."""
    return path / JOURNAL if path.is_dir() else path


def read_replay(path: Path, number: int = 0) -> Replay:
    """The game with that number, from 0, in the order of the file; it must fit its record."""
    path = file_of(path)
    if number < 0:
        raise ArenaError(f"games are counted from 0, there is no game {number}")
    games = read_games(path)
    record = next(islice(games, number, None), None)
    if record is None:
        found = sum(1 for _ in read_games(path))
        raise ArenaError(f"{path} has no game {number}: it has {found}, counted from 0")
    return replayed(record, where=str(path))


def replayed(record: GameRecord, where: str) -> Replay:
    """Play a record again; an ArenaError if it does not fit."""
    try:
        states = [state.clone() for state in replay(record)]
    except ArenaError as error:
        raise ArenaError(f"{where}: {error}") from error
    return Replay(
        title=f"set {record.set_index}, game {record.game_index}",
        seed=record.deal_seed,
        specs=record.specs,
        actions=record.actions or [],
        states=states,
        forfeit=record.forfeit,
    )


def check_games(path: Path) -> Iterator[GameRecord]:
    """Play every game of a file again, and give those that fit; the first other one is an error.

    Games that took their process with them have no actions, and are given as they are.
    """
    path = file_of(path)
    for record in read_games(path):
        if record.actions is not None or record.forfeit is None:
            try:
                for _ in replay(record):
                    pass
            except ArenaError as error:
                raise ArenaError(f"{path}: {error}") from error
        yield record
