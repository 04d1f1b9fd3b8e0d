"""The Python face of the views of Sixteen Samurai; view.pyx has the implementation."""

from kagemusha.core.view import View

class SixteenSamuraiView(View): ...
