"""The Python face of the views of Seven Card Samurai; view.pyx has the implementation."""

from kagemusha.core.view import View

class SevenCardSamuraiView(View): ...
