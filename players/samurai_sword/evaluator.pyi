"""The Python face of the evaluator of Samurai Sword."""

from collections.abc import Mapping, Sequence

from kagemusha.core.game import Game
from kagemusha.core.state import State
from kagemusha.search.policy import Evaluator

class SamuraiSwordEvaluator(Evaluator):
    """Each team's chance to win, for every seat in it."""

    def __init__(self, weights: Mapping[int, Sequence[float]] | None = None) -> None: ...
    def features(self, state: State) -> dict[int, list[float]]: ...

def feature_names() -> list[str]: ...
def stored_weights() -> dict[int, list[float]]: ...
def make_evaluator(
    game: Game, factors: Mapping[str, float] | None = None
) -> SamuraiSwordEvaluator: ...
