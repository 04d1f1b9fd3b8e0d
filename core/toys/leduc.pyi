"""The Python face of leduc.pyx."""

from kagemusha.core.state import State
from kagemusha.core.view import View

class LeducState(State):
    def cards(self) -> list[int]: ...

class LeducView(View): ...
