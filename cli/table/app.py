"""The application: a game on the whole terminal, and the pages that can lie over it."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from kagemusha.cli.session import Session
from kagemusha.cli.table.face import Face, face_of
from kagemusha.cli.table.keys import keys_page
from kagemusha.cli.table.log import log_words
from kagemusha.cli.table.pages import HandOver, Page
from kagemusha.cli.table.palette import THEMES
from kagemusha.cli.table.preferences import Preferences
from kagemusha.cli.table.roles import roles_page
from kagemusha.cli.table.rules import glossary, guide, rulings
from kagemusha.cli.table.screen import TableScreen
from kagemusha.cli.table.settings import Settings, write_settings
from kagemusha.cli.table.welcome import welcome_page
from kagemusha.cli.table.words import Words
from kagemusha.core.game import Game

HUNG_UP = 129                   # what shells call a death by SIGHUP
LOOK_SECONDS = 2
CHAPTERS = {"How to play": guide, "Cards and names": glossary, "Rulings": rulings}


class TableApp(App[None]):
    """Settings, and the pages that every game has."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "Leave", priority=True),
        ("q", "leave", "Leave"),
        ("question_mark", "keys", "Keys"),
        ("r", "rules", "Rules"),
        ("s", "settings", "Settings"),
    ]

    def __init__(self, game: Game, settings: Settings) -> None:
        super().__init__()
        self.game = game
        self.face: Face = face_of(game)
        self.settings = settings
        for theme in THEMES:
            self.register_theme(theme)
        self.apply_settings()

    def on_ready(self) -> None:
        """Notice when the terminal goes away, with a signal or without."""
        if hasattr(signal, "SIGHUP"):
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.hang_up)
        if sys.stdin is not None and sys.stdin.isatty():
            self.set_interval(LOOK_SECONDS, self.look_for_terminal)

    def look_for_terminal(self) -> None:
        if not os.isatty(sys.stdin.fileno()):
            self.hang_up()

    def hang_up(self) -> None:
        """Leave without drawing on a terminal that is gone."""
        os._exit(HUNG_UP)

    def apply_settings(self) -> None:
        self.theme = self.settings.theme

    def open_page(self, title: str, lines: list[Words]) -> None:
        self.push_screen(Page({title: lines}, ascii_only=self.settings.ascii))

    def action_leave(self) -> None:
        self.exit()

    def action_keys(self) -> None:
        self.open_page("Keys", keys_page(self.game.TEXTS.goal))

    def action_rules(self) -> None:
        chapters = {title: write(self.game) for title, write in CHAPTERS.items()}
        self.push_screen(Page(chapters, ascii_only=self.settings.ascii))

    def action_settings(self) -> None:
        self.push_screen(Preferences(self.settings, self.settings_changed))

    def settings_changed(self) -> None:
        self.apply_settings()
        write_settings(self.settings)


class GameApp(TableApp):
    """A session at the table."""

    BINDINGS: ClassVar[list[BindingType]] = [("i", "roles", "Roles"), ("l", "log", "Log")]

    def __init__(self, session: Session, save: Callable[[], None], settings: Settings) -> None:
        super().__init__(session.game, settings)
        self.session = session
        self.write = save
        self.table = TableScreen(session, self.save, settings)

    async def on_mount(self) -> None:
        await self.push_screen(self.table)
        if len(self.session.humans) > 1:
            first = f"seat {self.session.human}"
            await self.push_screen(HandOver(first, ascii_only=self.settings.ascii), self.begin)
        elif self.session.human is not None and self.game.name not in self.settings.known:
            self.settings.known.append(self.game.name)
            write_settings(self.settings)
            scene = self.session.scene(self.session.human)
            words = welcome_page(scene, self.face)
            welcome = Page({f"Welcome to {self.game.title}": words}, ascii_only=self.settings.ascii)
            await self.push_screen(welcome, self.begin)
        else:
            self.begin()

    def begin(self, _closed: None = None) -> None:
        """Let the game go on."""
        self.table.go_on()

    def hang_up(self) -> None:
        self.save()
        super().hang_up()

    def save(self) -> None:
        """Save the game; a disk that is full must not end it."""
        try:
            self.write()
        except OSError as error:
            self.notify(f"The game cannot be saved: {error.strerror}", severity="error")

    def settings_changed(self) -> None:
        super().settings_changed()
        self.call_next(self.table.show)

    def action_leave(self) -> None:
        self.save()
        super().action_leave()

    def action_log(self) -> None:
        log = self.session.logs[self.table.audience]
        self.open_page("What happened", log_words(log))

    def action_roles(self) -> None:
        seat = self.table.audience
        if seat is not None:
            view, scene = self.session.state.view(seat), self.session.scene(seat)
            self.open_page("Possible roles", roles_page(view, scene, self.face))

    def action_result(self) -> None:
        """How the game ended."""
        log = self.session.logs[self.table.audience]
        end = max(place for place, line in enumerate(log) if line.kind == "heading")
        self.open_page("End of the game", log_words(log[end:], tables=True))
