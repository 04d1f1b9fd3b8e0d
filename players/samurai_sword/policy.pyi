"""The Python face of the rule policy of Samurai Sword."""

from collections.abc import Mapping, Sequence

from kagemusha.core.game import Game
from kagemusha.search.policy import Policy

class SamuraiSwordPolicy(Policy):
    """Plays by rules whose weights are a table."""

    def __init__(
        self,
        weights: Mapping[str, float] | None = None,
        epsilon: float = 0.0,
        without: Sequence[str] = (),
    ) -> None: ...

def make_policy(
    game: Game,
    style: str = "",
    epsilon: float = 0.0,
    weights: Mapping[str, float] | None = None,
    without: Sequence[str] = (),
) -> SamuraiSwordPolicy: ...
