from kagemusha.core.state import State

class SevenCardSamuraiState(State):
    """A position of Seven Card Samurai."""

    def best_set(self, seat: int) -> int: ...
    def token_of(self, seat: int) -> int: ...
