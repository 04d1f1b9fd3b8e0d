from kagemusha.core.state import State

class SixteenSamuraiState(State):
    """A position of Sixteen Samurai."""
