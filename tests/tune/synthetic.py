"""Games that are played by a formula: a worth, the luck of the deal, and noise."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

import kagemusha
from kagemusha.players.specs import parse_spec
from kagemusha.tune.axes import Setting
from kagemusha.tune.match import Request, Scores
from kagemusha.tune.plan import Method, Plan
from kagemusha.tune.space import Space, make_space

BASE = "ismcts:iterations=100"
WORDS = ("c=0.2..8:log", "rollout={rule,uniform,mast}", "epsilon=0..0.5", "cutoff=0..16")


def make(
    words: Sequence[str] = WORDS, *, base: str = BASE, budget: int = 2000, method: Method = "tpe",
    seed: int = 0,
) -> tuple[Plan, Space]:  # fmt: skip
    game = kagemusha.load_game("sixteen-samurai", players=3)
    space = make_space(parse_spec(base), game, words)
    player = str(parse_spec(base))
    axes = tuple(space.to_list())
    plan = Plan("sixteen-samurai", (3,), player, (player,), axes, budget, method, seed=seed)
    return plan, space


class SyntheticDeals:
    """Scores from a formula of the setting; those of a deal are alike for all settings."""

    def __init__(
        self,
        worth: Callable[[Setting], float],
        space: Space,
        *,
        noise: float = 0.4,
        luck: float = 0.2,
        seed: int = 0,
        centre: float = 0.0,
        baseline: str = "",
    ) -> None:
        self.worth, self.space = worth, space
        self.noise, self.luck, self.seed = noise, luck, seed
        self.centre, self.baseline = centre, baseline
        self.asked: list[tuple[str, int]] = []
        self.fields = {axis.name for axis in space.axes}

    def check(self, spec: str) -> None:
        parse_spec(spec)

    def play(self, requests: Sequence[Request]) -> Iterator[tuple[int, Scores]]:
        for request in requests:
            yield request.key, {i: self._score(request.spec, i) for i in request.sets}

    def _score(self, spec: str, index: int) -> float:
        self.asked.append((spec, index))
        if spec == self.baseline:
            return self.centre
        words = [self.seed, index]
        luck = np.random.default_rng(words).normal(0, self.luck)
        key = [self.seed, index, *spec.encode()]
        noise = np.random.default_rng(key).normal(0, self.noise)
        return float(self.centre + self.worth(setting_of(spec)) + luck + noise)


def setting_of(spec: str) -> Setting:
    """All values of a player by name."""
    found = parse_spec(spec)
    names = [parameter.name for parameter in found.kind.parameters]
    return dict(zip(names, found.values, strict=True))      # type: ignore[arg-type]
