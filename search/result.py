"""What a search found out."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class SearchResult:
    """Lists have one entry for each legal action, in the order of `actions`."""

    action: int                         # the answer
    actions: list[int]
    visits: list[int]
    values: list[float]                 # mean result for the searching seat; 0 without visits
    availability: list[int]
    seat_values: list[list[float]]      # mean result for every seat
    priors: list[float | None]          # share of the policy's weight, if it was asked
    strategy: list[float]               # the average strategy, from which a mixed answer is drawn
    iterations: int
    seconds: float
    choices: int                        # made in all iterations, in the tree and in play-outs
    nodes: int
    seed: int
    principal_variation: list[dict[str, Any]] = field(default_factory=list)
    tree: dict[str, Any] | None = None  # down to the depth that was asked for

    def to_dict(self) -> dict[str, Any]:
        """For JSON; the time it took is left out, so that equal searches look equal."""
        return {name: value for name, value in vars(self).items() if name != "seconds"}
