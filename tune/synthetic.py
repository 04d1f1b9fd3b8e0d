"""Deals that are played by a formula, to see what the tuner makes of a truth that is known."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from kagemusha.players.specs import parse_spec
from kagemusha.tune.axes import Setting
from kagemusha.tune.match import Request, Scores


class SyntheticDeals:
    """The score of a set: the player's worth, the luck of the deal, which all share, and noise."""

    def __init__(
        self,
        worth: Callable[[Setting], float],
        *,
        baseline: str,
        noise: float = 0.4,
        luck: float = 0.2,
        centre: float = 0.0,
        seed: int = 0,
    ) -> None:
        self.worth = worth
        self.baseline = baseline        # it meets itself, so its scores are all at the centre
        self.noise, self.luck, self.centre, self.seed = noise, luck, centre, seed
        self.played: list[tuple[str, int]] = []

    def check(self, spec: str) -> None:
        parse_spec(spec)

    def play(self, requests: Sequence[Request]) -> Iterator[tuple[int, Scores]]:
        for request in requests:
            yield request.key, self._scores(request.spec, request.sets)

    def _scores(self, spec: str, sets: Sequence[int]) -> Scores:
        self.played += [(spec, index) for index in sets]
        if spec == self.baseline:
            return dict.fromkeys(sets, self.centre)
        worth = self.centre + self.worth(values_of(spec))
        return {
            index: worth
            + self.luck * normal(self.seed, index)
            + self.noise * normal(self.seed, index, *spec.encode())
            for index in sets
        }


def normal(*key: int) -> float:
    """A number from the normal distribution, the same for the same key."""
    return float(np.random.default_rng(list(key)).standard_normal())


def values_of(spec: str) -> Setting:
    """All values of a player by name."""
    found = parse_spec(spec)
    names = [parameter.name for parameter in found.kind.parameters]
    return dict(zip(names, found.values, strict=True))      # type: ignore[arg-type]
