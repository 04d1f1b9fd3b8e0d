"""The person's cards: boxes where there is room, one line each where there is not."""

from typing import ClassVar

from textual.binding import BindingType
from textual.containers import ItemGrid
from textual.message import Message
from textual.widgets import Static

from kagemusha.cli.table.face import Card
from kagemusha.cli.table.palette import painted, put
from kagemusha.cli.table.seats import Explained
from kagemusha.cli.table.words import Words

ROOMY_WIDTH = 22                # of a card in a box


class CardView(Static, can_focus=True):
    """A card. Enter or a click picks it: then only what can be done with it is offered."""

    class Picked(Message):
        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "pick", "Actions with this card")]

    shown: Card | None = None

    def show(self, card: Card, *, roomy: bool, ascii_only: bool) -> None:
        self.shown = card
        times = f" ×{card.copies}" if card.copies > 1 else ""
        title: Words = [(card.title, card.kind), (times, "strong")]
        if roomy:
            lines = [title, [(card.tag, "muted")], [(card.facts, "")]]
        else:
            lines = [[*title, (f" {card.brief}", "muted")]]
        put(self, painted(lines, ascii_only=ascii_only))

    def action_pick(self) -> None:
        if self.shown is not None:
            self.post_message(self.Picked(self.shown))

    def on_click(self) -> None:
        self.action_pick()

    def on_focus(self) -> None:
        self.on_enter()

    def on_enter(self) -> None:
        if self.shown is not None:
            self.post_message(Explained((self.shown.name,)))


class Hand(ItemGrid):
    """All cards of the hand."""

    def __init__(self, width: int) -> None:
        super().__init__(id="hand", min_column_width=width)
        self.width = width

    async def show(self, cards: list[Card], *, roomy: bool, ascii_only: bool) -> None:
        self.min_column_width = max(self.width, ROOMY_WIDTH) if roomy else self.width
        views = list(self.query(CardView))
        while len(views) < len(cards):
            views.append(CardView())
            await self.mount(views[-1])
        for number, view in enumerate(views):
            view.display = number < len(cards)
            if view.display:
                view.show(cards[number], roomy=roomy, ascii_only=ascii_only)

