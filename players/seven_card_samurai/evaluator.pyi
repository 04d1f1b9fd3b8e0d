"""The Python face of the evaluator; evaluator.pxd has the C face."""

from kagemusha.core.game import Game
from kagemusha.core.state import State
from kagemusha.search.policy import Evaluator

FEATURES: tuple[str, ...]

class SevenCardEvaluator(Evaluator):
    """Win chances from points, progress towards a set, and cards in hand."""

def make_evaluator(game: Game) -> SevenCardEvaluator: ...
def features(state: State) -> list[list[float]]: ...
def stage(state: State) -> int: ...
