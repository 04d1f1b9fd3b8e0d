"""Games written in Python, as states and views of the contract."""

from typing import Any

from kagemusha.core.view import View

class PythonView(View):
    """A game written in Python, as one seat sees it."""

    def __init__(
        self, position: Any, seat: int, *, players: int, actions: int, longest: int = 10_000
    ) -> None: ...
    def check(self) -> None: ...

def view_of(
    position: Any, seat: int | None = None, *, players: int, actions: int, longest: int = 10_000
) -> PythonView: ...
