"""A game at the table: what is shown, what may be done, and the bots' moves in between."""

import asyncio
import secrets
from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.events import Key
from textual.widgets import Input, OptionList

from kagemusha.cli.answers import Chosen, Command, Unclear
from kagemusha.cli.session import REDEAL_SEEDS, Session
from kagemusha.cli.story import Line
from kagemusha.cli.table.actions import Offer, Offers
from kagemusha.cli.table.advice import Advice
from kagemusha.cli.table.board import Board
from kagemusha.cli.table.game_view import GameView
from kagemusha.cli.table.hand import CardView
from kagemusha.cli.table.hints import blunder, searched
from kagemusha.cli.table.pages import HandOver
from kagemusha.cli.table.seats import Explained
from kagemusha.cli.table.settings import Settings
from kagemusha.cli.table.thinking import off_the_table
from kagemusha.cli.table.typed import TypedLine
from kagemusha.core.view import View

COMMANDS = {"help": "app.keys", "log": "app.log", "quit": "app.leave", "table": "back"}


class TableScreen(GameView):
    """A session, played or watched."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "skip", "Skip"),
        ("plus,equals_sign", "faster(1)", "Faster"),
        ("minus", "faster(-1)", "Slower"),
        ("slash", "type", "Type"),
        ("escape", "back", "Back"),
        ("h", "hint", "Hint"),
        ("u", "undo", "Undo"),
    ]

    def __init__(self, session: Session, save: Callable[[], None], settings: Settings) -> None:
        super().__init__(session, settings)
        self.save = save
        self.hurry = asyncio.Event()            # do not wait any longer
        self.skipping = False
        self.paused = False

    # The game goes on.

    @work(exclusive=True, group="turns")
    async def go_on(self) -> None:
        """Let the bots play until a person has to choose, or the game is over."""
        session = self.session
        while not session.is_over():
            if session.waits_for_person():
                await self.hand_over()
                self.skipping = False
                self.save()
                await self.show()
                return
            await self.show_waiting()
            started = monotonic()
            action = await off_the_table(session.next_action)
            await self.pause(self.delay - (monotonic() - started))
            session.play(action)
            if self.delay:
                await self.show_board()
        self.save()
        await self.show()
        await self.run_action("app.result")

    @property
    def delay(self) -> float:
        """Seconds for each move of a bot."""
        return 0 if self.skipping else self.settings.delay

    async def pause(self, seconds: float) -> None:
        """Leave time to read, unless somebody is in a hurry."""
        self.hurry.clear()
        if self.paused:
            await self.hurry.wait()
        elif seconds > 0:
            try:
                await asyncio.wait_for(self.hurry.wait(), seconds)
            except TimeoutError:
                return

    async def hand_over(self) -> None:
        """Where several people share the screen, cover it until the right one sits there."""
        seat = self.session.state.current_player()
        if seat == self.audience:
            return
        await self.app.push_screen_wait(HandOver(f"seat {seat}", ascii_only=self.settings.ascii))
        self.audience = seat
        await self.query_one(Board).remove()
        await self.mount(Board(self.face, seat), before=0)

    async def choose(self, offer: Offer) -> None:
        """Play the person's action."""
        view, seat = self.session.view(), self.audience
        self.session.play(offer.action)
        self.save()
        if self.settings.blunders:
            self.judge(view, offer.action, seat)
        await self.show()
        self.go_on()

    @work(group="judge")
    async def judge(self, view: View, action: int, seat: int | None) -> None:
        """A note in the log on a choice that the search thinks bad."""
        result = await off_the_table(lambda: searched(view, self.session.seed))
        note = blunder(result, action, view)
        if note is not None:
            self.session.assisted = True
            self.session.logs[seat].append(Line(note, "note"))
            await self.show_board()

    # Keys and the mouse.

    async def on_key(self, event: Key) -> None:
        """Numbers and letters pick an action."""
        offers = self.query_one(Offers)
        key = event.character or ""
        if not self.asks or isinstance(self.focused, Input) or not key:
            return
        place = offers.picker.press(key)
        if place is not None:
            event.stop()
            await self.choose(offers.offers[place])
        elif offers.picker.typed:
            event.stop()
            offers.highlight(int(offers.picker.typed) - 1)
            self.show_text("#info", [(f"{offers.picker.typed} … Enter plays it.", "note")])

    @on(OptionList.OptionSelected)
    async def picked(self, event: OptionList.OptionSelected) -> None:
        if self.asks and event.option_id is not None:
            await self.choose(self.query_one(Offers).offers[int(event.option_id)])

    @on(OptionList.OptionHighlighted)
    def looked_at(self) -> None:
        current = self.query_one(Offers).current()
        if current is not None:
            self.explain(self.face.mentioned(current.text))

    @on(Explained)
    def looked_at_table(self, event: Explained) -> None:
        self.explain(event.names)

    @on(CardView.Picked)
    def picked_card(self, event: CardView.Picked) -> None:
        """Offer only what can be done with a card."""
        offers = self.query_one(Offers)
        title = event.card.title
        places = [place for place, one in enumerate(offers.offers) if title in one.text]
        if places:
            offers.narrow(places, ascii_only=self.settings.ascii)
            offers.focus()
        else:
            note = f"{self.face.explained(event.card.name)} (It cannot be played now.)"
            self.show_text("#info", [(note, "")])

    def action_type(self) -> None:
        self.query_one(TypedLine).open([one.text for one in self.query_one(Offers).offers])

    def action_back(self) -> None:
        """Close what is open, and offer everything again."""
        self.query_one(TypedLine).close()
        self.query_one(Advice).close()
        self.offer()
        self.query_one(Offers).focus()

    @on(TypedLine.Guessed)
    def guessed(self, event: TypedLine.Guessed) -> None:
        self.query_one(Offers).highlight(event.place)

    @on(TypedLine.Answered)
    async def answered(self, event: TypedLine.Answered) -> None:
        answer, offers = event.answer, self.query_one(Offers).offers
        if isinstance(answer, Unclear):
            self.show_text("#info", [(answer.text, "note")])
            return
        self.action_back()
        if isinstance(answer, Chosen) and self.asks:
            await self.choose(offers[answer.place])
        elif isinstance(answer, Command) and answer.about:
            names = self.face.mentioned(answer.about)
            self.explain(names or [f"There is nothing to say about {answer.about}."])
        elif isinstance(answer, Command):
            await self.run_action(COMMANDS[answer.name])

    def action_skip(self) -> None:
        """On to the person's next choice; a game that is only watched stops or goes on."""
        if self.audience is None:
            self.paused = not self.paused
        else:
            self.skipping = True
        self.hurry.set()

    async def action_faster(self, steps: int) -> None:
        self.settings.faster(steps)
        self.hurry.set()
        await self.show_board()

    def action_hint(self) -> None:
        """Show what a search of the person's own view thinks, or close it again."""
        if self.query_one(Advice).is_shown:
            self.query_one(Advice).close()
        elif self.asks:
            self.session.assisted = True
            self.advise()

    @work(exclusive=True, group="advice")
    async def advise(self) -> None:
        advice, plain = self.query_one(Advice), self.settings.ascii
        await advice.think(self.session.view(), self.scene(), self.face, self.session.seed, plain)

    async def action_undo(self) -> None:
        session = self.session
        if not self.asks or not session.can_undo():
            why = "There is nothing to take back." if session.practice else (
                "Choices can be taken back in practice only: kagemusha play --practice."
            )
            self.show_text("#info", [(why, "note")])
            return
        session.undo(secrets.randbelow(REDEAL_SEEDS))
        self.save()
        await self.show()
