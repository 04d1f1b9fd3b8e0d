"""Advice beside the table, in the place of the log."""

from textual.containers import VerticalScroll
from textual.widgets import Static

from kagemusha.cli.story import Scene
from kagemusha.cli.table.face import Face
from kagemusha.cli.table.hints import hint_from, hint_lines, searched
from kagemusha.cli.table.palette import painted
from kagemusha.cli.table.thinking import off_the_table
from kagemusha.cli.table.words import Words
from kagemusha.core.view import View


class Advice(VerticalScroll):
    """Open while a hint is shown."""

    def __init__(self) -> None:
        super().__init__(Static(id="advice-text"), id="advice")

    @property
    def is_shown(self) -> bool:
        return self.has_class("-open")

    async def think(self, view: View, scene: Scene, face: Face, seed: int, ascii_only: bool) -> None:
        """Search this view, and show what came out."""
        self.show([[("Thinking …", "note")]], ascii_only=ascii_only)
        result = await off_the_table(lambda: searched(view, seed))
        if self.is_shown:
            hint = hint_from(result, view, scene, face)
            self.show(hint_lines(hint, scene, face), ascii_only=ascii_only)

    def show(self, lines: list[Words], *, ascii_only: bool) -> None:
        self.add_class("-open")
        self.screen.add_class("-advised")
        self.query_one("#advice-text", Static).update(painted(lines, ascii_only=ascii_only))

    def close(self) -> None:
        self.remove_class("-open")
        self.screen.remove_class("-advised")
