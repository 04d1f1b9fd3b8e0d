"""What a player is: somebody who is told a seat and a seed, and then chooses from views."""

import hashlib
from typing import Protocol

from kagemusha.core.view import View


class Player(Protocol):
    """Chooses for one seat. It is shown views of that seat, never the state of the game.

    The choice should be a function of the seed and the view (see `decision_seed`): then a
    saved game goes on as it would have, and an arena gives the same result on every machine.
    """

    def reset(self, seat: int, seed: int) -> None:
        """A new game begins: from now on choose for this seat."""

    def choose(self, view: View) -> int:
        """One of `view.legal_actions()`."""


def decision_seed(seed: int, view: View) -> int:
    """The seed of one decision: the same for the same seed and the same knowledge."""
    return _number(f"{seed} {view.key()}")


def seat_seed(seed: int, seat: int) -> int:
    """The seed of the player at a seat, from the seed of the game."""
    return _number(f"{seed} seat {seat}")


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
