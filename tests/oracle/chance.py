"""Where an oracle gets its random outcomes: from a record, or from a generator of its own."""

import random
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Protocol

Outcome = str | int


class Chance(Protocol):
    """One door for every random event."""

    def take(self, event: str, among: Mapping[Outcome, int]) -> Outcome:
        """The outcome of one event; `among` counts the equally likely copies of each."""


class Recorded:
    """Outcomes that another implementation has recorded, in their order."""

    def __init__(self, outcomes: Iterable[tuple[str, Outcome]] = ()) -> None:
        self.queue = deque(outcomes)

    def extend(self, outcomes: Iterable[tuple[str, Outcome]]) -> None:
        self.queue.extend(outcomes)

    def take(self, event: str, among: Mapping[Outcome, int]) -> Outcome:
        if not self.queue:
            raise AssertionError(f"the oracle needs one more {event!r} than was recorded")
        recorded_event, outcome = self.queue.popleft()
        if recorded_event != event:
            raise AssertionError(f"the oracle needs {event!r}, recorded is {recorded_event!r}")
        if among.get(outcome, 0) <= 0:
            raise AssertionError(f"{event!r} gave {outcome!r}, the oracle allows {dict(among)}")
        return outcome


class Rolled:
    """Outcomes of a generator of its own, kept so that another run can repeat them."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.record: list[tuple[str, Outcome]] = []

    def take(self, event: str, among: Mapping[Outcome, int]) -> Outcome:
        copies = Counter({outcome: n for outcome, n in among.items() if n > 0})
        outcome = self.rng.choice(list(copies.elements()))
        self.record.append((event, outcome))
        return outcome
