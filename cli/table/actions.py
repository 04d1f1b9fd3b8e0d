"""What the person may do now: a list to pick from."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kagemusha.cli.table.palette import painted
from kagemusha.cli.table.picking import Picker, letter_of
from kagemusha.cli.table.words import Words


@dataclass(frozen=True)
class Offer:
    """One action as it is offered."""

    action: int
    text: str                   # in full, as the game has it
    words: Words                # as the list shows it


class Offers(OptionList):
    """The actions, numbered; a part of them while a card is picked."""

    offers: Sequence[Offer] = ()
    shown: Sequence[Offer] = ()
    picker = Picker(0)

    def offer(self, offers: Sequence[Offer], *, ascii_only: bool) -> None:
        """Show these, from now on."""
        self.offers = offers
        self.narrow(range(len(offers)), ascii_only=ascii_only)

    def narrow(self, places: Sequence[int], *, ascii_only: bool) -> None:
        """Show only some of them, under the numbers that they have."""
        self.shown = [self.offers[place] for place in places]
        self.picker = Picker(len(self.offers))
        width = len(str(len(self.offers)))
        self.clear_options()
        self.add_options(
            Option(self.row(place, width, ascii_only=ascii_only), id=str(place))
            for place in places
        )
        if self.shown:
            self.highlighted = 0

    def row(self, place: int, width: int, *, ascii_only: bool) -> Content:
        number = (f"{place + 1:>{width}} ", "key")
        letter = (f"{letter_of(place)}  ", "letter")
        return painted([[number, letter, *self.offers[place].words]], ascii_only=ascii_only)

    def highlight(self, place: int) -> None:
        """Move to an action by its place among all of them."""
        for index, offer in enumerate(self.shown):
            if offer is self.offers[place]:
                self.highlighted = index

    def current(self) -> Offer | None:
        """The one under the bar."""
        if self.highlighted is None or self.highlighted >= len(self.shown):
            return None
        return self.shown[self.highlighted]
