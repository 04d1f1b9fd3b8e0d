"""The Python face of a thread's share of a search; worker.pxd has the C face."""

from collections.abc import Iterable, Sequence
from typing import Any

from kagemusha.core.view import View
from kagemusha.search.params import SearchParams
from kagemusha.search.policy import Evaluator, Policy

class Stop:
    """A flag that ends searches in other threads."""

    def set(self) -> None: ...

class Worker:
    """One thread's share of a search."""

    iterations: int
    choices: int
    def __init__(
        self,
        view: View,
        params: SearchParams,
        policy: Policy | None,
        evaluator: Evaluator | None,
        weights: Sequence[float] | None,
    ) -> None: ...
    def begin(self, seed: int, trail: Iterable[tuple[int, int]] = ()) -> None: ...
    def go_on(
        self,
        view: View,
        weights: Sequence[float] | None,
        seed: int,
        trail: Iterable[tuple[int, int]],
    ) -> None: ...
    def run(self, iterations: int, deadline: float, stop: Stop) -> int: ...
    def root_statistics(self) -> list[list[Any]]: ...
    def node_count(self) -> int: ...
    def memory(self) -> int: ...

def monotonic() -> float: ...
