"""A limit on the time of one decision, for players that may never come back.

The process of a player that hangs is ended by an alarm: nothing else stops code that does not
let go of the interpreter. Only a worker may therefore be watched, never the process of the run.
When a set is played under suspicion, a note says who was asked last, and where the code stood.
"""

import faulthandler
import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kagemusha.core.view import View
from kagemusha.players.player import Player

ALARM = getattr(signal, "SIGALRM", None)        # not on Windows


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """End the process if this takes longer."""
    if seconds is None or ALARM is None:
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@dataclass
class Note:
    """What a process leaves behind when it ends: the last question, and its stack."""

    path: Path

    def ask(self, game: int, seat: int) -> None:
        self.path.write_text(json.dumps({"game": game, "seat": seat}), encoding="utf-8")

    def read(self) -> dict[str, Any] | None:
        try:
            found: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found

    @property
    def stack_path(self) -> Path:
        return self.path.with_suffix(".stack")

    def stack(self) -> str:
        try:
            return self.stack_path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Have the alarm write the stack before it ends the process."""
        with self.stack_path.open("w", encoding="utf-8") as file:
            if ALARM is not None:
                faulthandler.register(ALARM, file=file, all_threads=False, chain=True)
            try:
                yield
            finally:
                if ALARM is not None:
                    faulthandler.unregister(ALARM)


class WatchedPlayer:
    """A player whose every answer is awaited for a limited time."""

    def __init__(self, player: Player, seconds: float | None) -> None:
        self.player = player
        self.seconds = seconds
        self.sees_everything = bool(getattr(player, "sees_everything", False))
        self.note: Note | None = None
        self.game = 0
        self.seat = 0
        self.iterations = 0             # of this game, where the player searches

    def reset(self, seat: int, seed: int) -> None:
        self.seat = seat
        self.iterations = 0
        self._tell()
        with limited(self.seconds):
            self.player.reset(seat, seed)

    def choose(self, view: View) -> int:
        self._tell()
        with limited(self.seconds):
            action = self.player.choose(view)
        self.iterations += iterations_of(getattr(self.player, "last", None))
        return action

    def _tell(self) -> None:
        if self.note is not None:
            self.note.ask(self.game, self.seat)


def iterations_of(search: object) -> int:
    """Of a player's last search; 0 for players that do not search."""
    found = getattr(search, "iterations", 0)
    return found if type(found) is int and found > 0 else 0
