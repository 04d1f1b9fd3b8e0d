"""The board: heading, seats, the person's own place and hand. The same for a game and a replay."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from kagemusha.cli.story import Scene
from kagemusha.cli.table.face import Face
from kagemusha.cli.table.hand import Hand
from kagemusha.cli.table.palette import painted, put
from kagemusha.cli.table.seats import Ring
from kagemusha.cli.table.words import Words

TALL = 40                       # rows from which cards are boxes
HEIGHTS: list[tuple[int, str]] | None = [(0, "-short"), (TALL, "-tall")]


class Board(Vertical):
    """A scene on the screen, from the place of its audience."""

    def __init__(self, face: Face, seat: int | None) -> None:
        super().__init__()
        self.face = face
        self.seat = seat
        self.styles.height = "auto"

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        yield Ring(self.face.game.players, self.seat)
        if self.seat is not None:
            yield Static(id="own")
            yield Hand(self.face.chip_width)

    async def show(self, scene: Scene, head: Words, news: Words, *, ascii_only: bool) -> None:
        put(self.query_one("#head", Static), painted([head], ascii_only=ascii_only))
        self.query_one(Ring).show(self.face, scene, news, ascii_only=ascii_only)
        if self.seat is None:
            return
        active = self.face.is_active(scene, self.seat)
        first, *more = self.face.own(scene, self.seat)
        you: Words = [("▶ You" if active else "You", "active"), (f" (seat {self.seat})  ", "muted")]
        own = painted([[*you, *first], *more], ascii_only=ascii_only)
        put(self.query_one("#own", Static), own, layout=True)
        roomy = self.app.size.height >= TALL
        await self.query_one(Hand).show(
            self.face.hand(scene), roomy=roomy, ascii_only=ascii_only
        )
