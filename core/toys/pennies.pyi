"""The Python face of pennies.pyx."""

from kagemusha.core.state import State
from kagemusha.core.view import View

class PenniesState(State): ...
class PenniesView(View): ...
