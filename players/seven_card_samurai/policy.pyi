"""The Python face of the rule policy; policy.pxd has the C face."""

from collections.abc import Collection, Mapping

from kagemusha.core.game import Game
from kagemusha.search.policy import Policy

STYLES: tuple[str, ...]

class SevenCardPolicy(Policy):
    """Plays by rule: collects a set, guards rice and steals it."""

    style: str

def make_policy(
    game: Game,
    style: str = "",
    epsilon: float = 0.0,
    weights: Mapping[str, float] | None = None,
    without: Collection[str] = (),
) -> SevenCardPolicy: ...
