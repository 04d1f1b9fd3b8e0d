"""The Python face of kuhn.pyx."""

from kagemusha.core.state import State
from kagemusha.core.view import View

class KuhnState(State):
    def cards(self) -> list[int]: ...

class KuhnView(View): ...
