"""The page of settings: Enter or a click changes one."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from kagemusha.cli.table.palette import painted
from kagemusha.cli.table.settings import ALLOWED, Settings
from kagemusha.cli.table.words import Words

TITLES = {
    "speed": "Speed of the bots",
    "theme": "Colours",
    "ascii": "ASCII signs only",
    "blunders": "Notes on blunders",
}


class Preferences(ModalScreen[None]):
    """Changes hold at once, and for the next games."""

    AUTO_FOCUS = "OptionList"
    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,s", "dismiss", "Close")]

    def __init__(self, settings: Settings, changed: Callable[[], None]) -> None:
        super().__init__()
        self.settings = settings
        self.set_class(settings.ascii, "-ascii")
        self.changed = changed

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page") as page:
            page.border_title = "Settings"
            page.border_subtitle = "Enter changes, Esc closes"
            yield OptionList(*map(self.row, TITLES))
            yield Static()

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def row(self, name: str) -> Option:
        value = getattr(self.settings, name)
        shown = {True: "yes", False: "no"}.get(value, value)
        words: Words = [(f"{TITLES[name]:<20} ", ""), (str(shown), "strong")]
        return Option(painted([words], ascii_only=self.settings.ascii), id=name)

    @on(OptionList.OptionSelected)
    def change(self, event: OptionList.OptionSelected) -> None:
        """The next value, the first after the last."""
        event.stop()
        name = event.option_id or ""
        values = ALLOWED[name]
        place = values.index(getattr(self.settings, name)) + 1
        setattr(self.settings, name, values[place % len(values)])
        self.set_class(self.settings.ascii, "-ascii")
        self.query_one(OptionList).replace_option_prompt(name, self.row(name).prompt)
        self.changed()
