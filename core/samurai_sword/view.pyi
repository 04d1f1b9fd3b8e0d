"""The Python face of the views of Samurai Sword; view.pyx has the implementation."""

from kagemusha.core.view import View

class SamuraiSwordView(View): ...
