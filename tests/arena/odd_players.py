"""Players for tests of the arena: slow, broken, and lost."""

import os
import time
from typing import Any

from kagemusha.core.game import Game
from kagemusha.core.view import EVERYTHING, View


class First:
    """Plays the first legal action. It is not compiled, so it is played by the referee."""

    def __init__(self, game: Game) -> None:
        self.seed = 0
        self.asked = 0

    def reset(self, seat: int, seed: int) -> None:
        self.seed = seed
        self.asked = 0

    def choose(self, view: View) -> int:
        self.asked += 1
        return self.answer(view)

    def answer(self, view: View) -> Any:
        return view.legal_actions()[self.seed % len(view.legal_actions())]

    def is_unlucky(self) -> bool:
        """Once in about every third game."""
        return self.seed % 3 == 0 and self.asked == 3


class Slow(First):
    """Takes a while."""

    def answer(self, view: View) -> Any:
        time.sleep(0.002)
        return super().answer(view)


class Raises(First):
    """Raises now and then."""

    def answer(self, view: View) -> Any:
        if self.is_unlucky():
            raise RuntimeError("out of ideas")
        return super().answer(view)


class Illegal(First):
    """Plays an illegal action now and then."""

    def answer(self, view: View) -> Any:
        return -1 if self.is_unlucky() else super().answer(view)


class Hangs(First):
    """Never comes back now and then."""

    def answer(self, view: View) -> Any:
        while self.is_unlucky():
            pass
        return super().answer(view)


class Exits(First):
    """Takes its process with it now and then."""

    def answer(self, view: View) -> Any:
        if self.is_unlucky():
            os._exit(1)
        return super().answer(view)


class Peeks(First):
    """Fails if it is shown the view of everything."""

    sees_everything = False

    def answer(self, view: View) -> Any:
        if (view.seat == EVERYTHING) != self.sees_everything:
            raise RuntimeError("not the view it should be shown")
        return super().answer(view)


class Cheats(Peeks):
    """Fails if it is not."""

    sees_everything = True
