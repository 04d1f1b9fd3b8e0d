"""The application: a game or a replay on the whole terminal."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from kagemusha.cli.session import Session
from kagemusha.cli.table.palette import THEMES
from kagemusha.cli.table.screen import TableScreen
from kagemusha.cli.table.settings import Settings


class TableApp(App[None]):
    """Holds the settings, and the pages that every screen can open."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "Leave", priority=True),
        ("q", "leave", "Leave"),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = settings.theme

    def action_leave(self) -> None:
        self.exit()


class GameApp(TableApp):
    """A session at the table."""

    def __init__(self, session: Session, save: Callable[[], None], settings: Settings) -> None:
        super().__init__(settings)
        self.session = session
        self.save = save

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self.session, self.save, self.settings))
