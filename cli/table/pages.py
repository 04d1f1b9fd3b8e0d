"""Pages that lie over the table: keys, rules, log, and the one that covers it between people."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from kagemusha.cli.table.palette import painted
from kagemusha.cli.table.words import Words


class Page(ModalScreen[None]):
    """A text to read; Escape, q or Enter closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,enter,question_mark", "dismiss", "Close"),
        ("up,k", "scroll(-1)", "Up"),
        ("down,j", "scroll(1)", "Down"),
    ]

    def __init__(self, title: str, lines: Sequence[Words], *, ascii_only: bool) -> None:
        super().__init__()
        self.page_title = title
        self.content = painted(list(lines), ascii_only=ascii_only)

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page") as page:
            page.border_title = self.page_title
            page.border_subtitle = "Esc closes"
            yield Static(self.content)

    def action_scroll(self, rows: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)


class HandOver(ModalScreen[None]):
    """Covers the table until the next person sits before it."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "dismiss", "Go on")]

    def __init__(self, who: str) -> None:
        super().__init__()
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
