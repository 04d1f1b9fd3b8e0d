"""The Python face of the rule policy; policy.pxd has the C face."""

from collections.abc import Collection, Mapping

from kagemusha.core.game import Game
from kagemusha.search.policy import Policy

STYLES: tuple[str, ...]

class SixteenPolicy(Policy):
    """Plays by rule: drafts by value, sends samurai and cards by the odds of the dice."""

    style: str

def make_policy(
    game: Game,
    style: str = "",
    epsilon: float = 0.0,
    weights: Mapping[str, float] | None = None,
    without: Collection[str] = (),
) -> SixteenPolicy: ...
