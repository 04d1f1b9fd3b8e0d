"""Pages that lie over the table: texts to read, and the one that covers it between people."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from kagemusha.cli.table.palette import painted
from kagemusha.cli.table.words import Words


class Page(ModalScreen[None]):
    """One or more chapters to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,enter,question_mark", "dismiss", "Close"),
        ("left", "turn(-1)", "Chapter before"),
        ("right", "turn(1)", "Next chapter"),
    ]

    def __init__(self, chapters: Mapping[str, Sequence[Words]], *, ascii_only: bool) -> None:
        super().__init__()
        self.chapters = chapters
        self.titles = list(chapters)
        self.number = 0
        self.ascii_only = ascii_only
        self.set_class(ascii_only, "-ascii")

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page"):
            yield Static()

    def on_mount(self) -> None:
        self.action_turn(0)

    def action_turn(self, pages: int) -> None:
        """Show another chapter."""
        self.number = max(0, min(self.number + pages, len(self.titles) - 1))
        title = self.titles[self.number]
        page = self.query_one(VerticalScroll)
        others = f"{self.number + 1} of {len(self.titles)}, left and right turn, "
        page.border_title = title
        page.border_subtitle = (others if len(self.titles) > 1 else "") + "up and down, Esc closes"
        lines = list(self.chapters[title])
        self.query_one(Static).update(painted(lines, ascii_only=self.ascii_only))
        page.scroll_home(animate=False)


class HandOver(ModalScreen[None]):
    """Covers the table until the next person sits before it."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "dismiss", "Go on")]

    def __init__(self, who: str, *, ascii_only: bool) -> None:
        super().__init__()
        self.set_class(ascii_only, "-ascii")
        self.who = who

    def compose(self) -> ComposeResult:
        lines: list[Words] = [
            [(f"Now it is the turn of {self.who}.", "heading")],
            [],
            [("Hand over the keyboard; the others look away.", "")],
            [("Enter shows the cards of ", ""), (self.who, "strong"), (".", "")],
        ]
        with VerticalScroll(classes="page"):
            yield Static(painted(lines, ascii_only=True))
