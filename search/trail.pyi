"""What a seat noticed on the way to the position at hand."""

from kagemusha.core.view import View

def trail(view: View, seat: int) -> list[tuple[int, int]]: ...
