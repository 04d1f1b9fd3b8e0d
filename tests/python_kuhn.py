"""Kuhn poker once more, written in Python for the adapter of the search."""

import random

import kagemusha


class Kuhn:
    """A position: both cards, and what was played."""

    def __init__(self, cards: tuple[int, int], history: tuple[int, ...] = ()) -> None:
        self.cards = cards
        self.history = history

    def current_player(self) -> int:
        over = self.history in ((0, 0), (1, 0), (1, 1)) or len(self.history) == 3
        return kagemusha.TERMINAL if over else len(self.history) % 2

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply_action(self, action: int) -> None:
        self.history += (action,)

    def returns(self) -> list[float]:
        stake = 2.0 if self.history.count(1) == 2 else 1.0
        first = self.cards[0] > self.cards[1]
        if self.history.count(1) == 1:
            first = self.history == (1, 0)
        return [stake, -stake] if first else [-stake, stake]

    def clone(self) -> "Kuhn":
        return Kuhn(self.cards, self.history)

    def sample(self, seat: int, seed: int) -> "Kuhn":
        other = random.Random(seed).choice([c for c in range(3) if c != self.cards[seat]])
        cards = (self.cards[0], other) if seat == 0 else (other, self.cards[1])
        return Kuhn(cards, self.history)

    def hidden_type(self, seat: int) -> int:
        return self.cards[seat] + 1
