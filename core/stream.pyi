"""The engine's random numbers for Python: the same with every version of it."""

from collections.abc import Sequence
from typing import Any, TypeVar

_T = TypeVar("_T")

class Stream:
    """Random choices that follow from a seed."""

    def __init__(self, seed: int) -> None: ...
    def choose(self, items: Sequence[_T]) -> _T: ...
    def shuffle(self, items: list[Any]) -> None: ...
