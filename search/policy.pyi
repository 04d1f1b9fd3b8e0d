"""The Python face of policies and evaluators; policy.pxd has the C face."""

from collections.abc import Sequence

from kagemusha.core.state import State
from kagemusha.core.view import View

class Policy:
    """A way to play: by default every legal action is as good as another."""

    def weights(self, state: State) -> dict[int, float]: ...
    def choose(self, state: State, seed: int) -> int: ...
    def belief(self, view: View) -> list[float] | None: ...

class Evaluator:
    """An opinion on who will win: by default all seats alike."""

    def values(self, state: State) -> list[float]: ...

def play_games(
    root: State, policies: Sequence[Policy], games: int, seed: int
) -> tuple[int, list[float]]: ...
