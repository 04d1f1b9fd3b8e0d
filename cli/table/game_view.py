"""What the screen of a game shows; what happens on it is for the screen itself."""

import re
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from kagemusha.cli.plain import without_first_word
from kagemusha.cli.session import Session
from kagemusha.cli.statistics import bots
from kagemusha.cli.story import Line, Scene
from kagemusha.cli.table.actions import Offer, Offers
from kagemusha.cli.table.advice import Advice
from kagemusha.cli.table.board import HEIGHTS, Board
from kagemusha.cli.table.face import face_of
from kagemusha.cli.table.log import LogPane
from kagemusha.cli.table.palette import painted, put
from kagemusha.cli.table.settings import Settings
from kagemusha.cli.table.typed import TypedLine
from kagemusha.cli.table.words import Words

ROOMY = 110                     # columns from which the heading names the bots
NEWS = ("decision", "result")
OWN_SEAT = re.compile(r"seat \d+ \(you[^)]*\)")
NAMED_SEAT = re.compile(r"seat \d+ \((\w+)\)")
FOOT = "? keys  h hint  r rules  i roles  / type  space skip  +- speed  s set  q quit"
WATCHING = "? keys  r rules  l log  space stop and go on  + - speed  s settings  q quit"
TIP = "↑ ↓ and Enter, or a number, plays an action; Tab looks at cards and seats; ? shows all keys."


def shortened(texts: list[str]) -> list[str]:
    """Actions without the verb that all have, where names follow it: the question has it too."""
    rest = without_first_word(texts)
    return rest if all(text[0].isupper() for text in rest) else texts


class GameView(Screen[None]):
    """A session as the person at the screen sees it, or an onlooker."""

    AUTO_FOCUS = "Offers"
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__()
        self.session = session
        self.settings = settings
        self.face = face_of(session.game)
        self.audience = session.human

    def compose(self) -> ComposeResult:
        yield Board(self.face, self.audience)
        with Horizontal(id="lower"):
            with Vertical(id="choices"):
                yield Static(id="question")
                yield TypedLine()
                yield Offers()
            yield LogPane()
            yield Advice()
        yield Static(id="info")
        yield Static(id="keys")

    async def on_mount(self) -> None:
        await self.show()

    async def on_resize(self, _event: Resize) -> None:
        await self.show_board()

    def scene(self) -> Scene:
        return self.session.scene(self.audience)

    @property
    def asks(self) -> bool:
        """Whether the person in front of the screen has to choose."""
        session = self.session
        return session.waits_for_person() and session.state.current_player() == self.audience

    async def show(self) -> None:
        self.query_one(Advice).close()
        await self.show_board()
        self.offer()

    async def show_board(self) -> None:
        log = self.session.logs[self.audience]
        plain = self.settings.ascii
        self.set_class(plain, "-ascii")
        await self.query_one(Board).show(self.scene(), self.head(), self.news(log), ascii_only=plain)
        self.query_one(LogPane).show(log, ascii_only=plain)
        self.show_text("#keys", [(WATCHING if self.audience is None else FOOT, "")])

    def head(self) -> Words:
        session, scene = self.session, self.scene()
        marks = " · practice" * session.practice + " · assisted" * session.assisted
        against = f" · against {bots(session.specs)}" if self.size.width >= ROOMY else ""
        what = "turn" if scene.turn is not None else f"{scene.phase}, round"
        return [
            (session.game.title, "active"),
            (f" · {what} {scene.round}" if scene.round else "", ""),
            (f" · seed {session.seed} · speed {self.settings.speed}{marks}{against}", "muted"),
        ]

    def news(self, log: Sequence[Line]) -> Words:
        """The last thing that somebody did."""
        last = next((line for line in reversed(log) if line.kind in NEWS), None)
        if last is None:
            return []
        text = OWN_SEAT.sub("you", last.text.removesuffix(" (the only choice)"))
        return [(NAMED_SEAT.sub(r"\1", text).replace("->", "→"), "active")]

    async def show_waiting(self) -> None:
        mover = self.session.state.current_player()
        if self.query_one(Offers).offers:
            self.query_one(Offers).offer([], ascii_only=self.settings.ascii)
        who = self.face.name_of(self.scene(), mover)
        self.show_text("#question", [(f"{who} is thinking …" if who != "you" else "", "")])

    def offer(self) -> None:
        """What may be done now."""
        offers: list[Offer] = []
        if self.asks:
            scene, view = self.scene(), self.session.view()
            actions = view.legal_actions()
            texts = [scene.addressed(view.action_to_string(action)) for action in actions]
            shown = [self.face.action(scene, text) for text in shortened(texts)]
            offers = list(map(Offer, actions, texts, shown))
            self.show_text("#question", [(self.face.question(scene), "")])
        elif self.session.is_over():
            self.show_text("#question", [("The game is over: q leaves the table.", "")])
        self.query_one(Offers).offer(offers, ascii_only=self.settings.ascii)

    def show_text(self, where: str, words: Words) -> None:
        content = painted([words], ascii_only=self.settings.ascii)
        put(self.query_one(where, Static), content, layout=where == "#question")

    def explain(self, names: Sequence[str]) -> None:
        self.show_text("#info", [("  ".join(map(self.face.explained, names)) or TIP, "")])
