from kagemusha.core.state import State

class SamuraiSwordState(State):
    """A position of Samurai Sword."""

    def difficulty(self, attacker: int, target: int) -> int: ...
    def harmless(self, seat: int) -> bool: ...
