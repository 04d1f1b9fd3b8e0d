"""Whole games between compiled policies, in C: no views, no objects, no clock."""

from collections.abc import Sequence

from kagemusha.core.state import State
from kagemusha.search.policy import Policy

def play_fast(
    root: State, policies: tuple[Policy, ...], seeds: Sequence[int]
) -> tuple[bytes, list[int], list[float]]: ...
def teams(state: State) -> list[int]: ...
