"""What happened so far, in the knowledge of the audience."""

from collections.abc import Sequence

from textual.containers import VerticalScroll
from textual.widgets import Static

from kagemusha.cli.story import Line
from kagemusha.cli.table.palette import painted, put
from kagemusha.cli.table.words import Words

LAST = 60                       # lines shown beside the table


class LogPane(VerticalScroll, can_focus=True):
    """The last lines, the newest at the bottom."""

    def __init__(self) -> None:
        super().__init__(Static(id="log-text"), id="log")

    def show(self, lines: Sequence[Line], *, ascii_only: bool) -> None:
        words = painted(log_words(lines[-LAST:]), ascii_only=ascii_only)
        put(self.query_one("#log-text", Static), words, layout=True)
        self.call_after_refresh(self.scroll_end, animate=False)


def log_words(lines: Sequence[Line], *, tables: bool = False) -> list[Words]:
    """Lines of a log; the rows of a table only where there is room for them."""
    return [
        [(line.text.replace("->", "→"), line.kind)]
        for line in lines
        if tables or line.kind != "table"
    ]
