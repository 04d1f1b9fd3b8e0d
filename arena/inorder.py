"""Results in the order of their sets, whatever the order in which they arrive."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from kagemusha.arena.errors import ArenaError

T = TypeVar("T")


class InOrder(Generic[T]):
    """Holds back what comes early.

    Sums of floats and the end of a sequential test depend on the order; taken in this order they
    are the same for any number of workers. It holds no more than the sets under way.
    """

    def __init__(self, start: int = 0) -> None:
        self.next_index = start
        self._early: dict[int, T] = {}

    def __contains__(self, index: int) -> bool:
        """Whether the set has arrived, be it early or in its turn."""
        return index < self.next_index or index in self._early

    def add(self, index: int, result: T) -> Iterator[T]:
        """Take in one result; gives those whose turn has come."""
        if index in self:
            raise ArenaError(f"set {index} was reported twice")
        self._early[index] = result
        return self._due()

    def early_indices(self) -> frozenset[int]:
        """The sets that have come before their turn."""
        return frozenset(self._early)

    def _due(self) -> Iterator[T]:
        while self.next_index in self._early:
            self.next_index += 1
            yield self._early.pop(self.next_index - 1)
