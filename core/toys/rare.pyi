"""The Python face of rare.pyx."""

from kagemusha.core.state import State
from kagemusha.core.view import View

class RareState(State): ...
class RareView(View):
    worlds: int
    rare_worlds: int
