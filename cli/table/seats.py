"""The seats round the table, with its middle between them."""

from collections.abc import Iterator
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from kagemusha.cli.story import Scene
from kagemusha.cli.table.face import Face, Panel
from kagemusha.cli.table.palette import painted, put
from kagemusha.cli.table.words import Words, plain, to_ascii


class Explained(Message):
    """Somebody looks at things that have a text."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names


class PanelView(Static, can_focus=True):
    """A box on the table. Looking at it asks for the texts of what is in it."""

    names: tuple[str, ...] = ()

    def show(self, panel: Panel, *, active: bool, ascii_only: bool) -> None:
        def shown(text: str) -> str:
            return to_ascii(text) if ascii_only else text

        self.names = panel.names
        self.can_focus = bool(panel.names)
        self.border_title = shown(("▶ " if active else "") + panel.title)
        self.border_subtitle = shown(panel.note)
        self.set_class(active, "-active")
        self.set_class(not panel.title, "-bare")
        lines = [line for line in panel.lines if plain(line)]
        put(self, painted(lines, ascii_only=ascii_only))

    def on_focus(self) -> None:
        self.post_message(Explained(self.names))

    def on_enter(self) -> None:
        if self.names:
            self.post_message(Explained(self.names))


class Ring(Vertical):
    """Everybody but the person: a row above, one seat at each side, the middle between them.

    Clockwise from the person's left: up the left side, along the top, down the right side.
    """

    def __init__(self, players: int, bottom: int | None) -> None:
        super().__init__(id="ring")
        self.players = players
        self.seats = list(clockwise(players, bottom))

    def compose(self) -> ComposeResult:
        left, *top, right = self.seats if len(self.seats) > 1 else (None, *self.seats, None)
        if top:
            with Horizontal(id="top"):
                for seat in top:
                    yield PanelView(id=f"seat-{seat}", classes="seat")
        with Horizontal(id="sides"):
            if left is not None:
                yield PanelView(id=f"seat-{left}", classes="seat")
            yield PanelView(id="middle")
            if right is not None:
                yield PanelView(id=f"seat-{right}", classes="seat")

    def show(self, face: Face, scene: Scene, news: Words, *, ascii_only: bool) -> None:
        for seat in self.seats:
            panel = with_hand(face.panel(scene, seat), face.open_hand(scene, seat))
            active = face.is_active(scene, seat)
            view = self.query_one(f"#seat-{seat}", PanelView)
            view.show(panel, active=active, ascii_only=ascii_only)
        middle = face.middle(scene)
        lines = (*middle.lines, news) if news else middle.lines
        shown = Panel(middle.title, lines, middle.note, middle.names)
        self.query_one("#middle", PanelView).show(shown, active=False, ascii_only=ascii_only)


def with_hand(panel: Panel, hand: Words) -> Panel:
    """The panel with cards that are open below its first line."""
    if not plain(hand):
        return panel
    first, *others = panel.lines
    return replace(panel, lines=(first, hand, *others))


def clockwise(players: int, bottom: int | None) -> Iterator[int]:
    """The seats from the left of the one at the bottom, which is not among them."""
    if bottom is None:
        yield from range(players)
    else:
        yield from ((bottom + step) % players for step in range(1, players))
