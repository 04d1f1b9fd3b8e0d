"""A recorded game on the whole terminal: forward and back, by itself, from anybody's view."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static

from kagemusha.cli.table.app import TableApp
from kagemusha.cli.table.board import HEIGHTS, Board
from kagemusha.cli.table.face import face_of
from kagemusha.cli.table.log import LogPane
from kagemusha.cli.table.palette import painted, put
from kagemusha.cli.table.recording import ALL_OPEN, Recording
from kagemusha.cli.table.seats import Explained
from kagemusha.cli.table.settings import Settings
from kagemusha.cli.table.words import Words, bar

if TYPE_CHECKING:
    from kagemusha.arena.replays import Replay

FOOT = "← → step  PgUp PgDn turn  Home End  g go to  space play  + - speed  v view  q quit"
QUICKEST = 0.1                  # seconds for a step
KEYS: list[Words] = [
    [("← →            ", "key"), ("one step back, one step on", "")],
    [("PgUp PgDn      ", "key"), ("to the turn before, to the next turn", "")],
    [("Home End       ", "key"), ("to the deal, to the end", "")],
    [("g, a number    ", "key"), ("go to a step", "")],
    [("space          ", "key"), ("play by itself, and stop", "")],
    [("+ -            ", "key"), ("faster, slower", "")],
    [("v              ", "key"), ("the next point of view: all cards open, or one seat's", "")],
    [("r s q          ", "key"), ("rules, settings, leave", "")],
]


class ReplayScreen(Screen[None]):
    """A replay, step by step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("right", "step(1)", "On"),
        ("left", "step(-1)", "Back"),
        ("pagedown", "turn(1)", "Next turn"),
        ("pageup", "turn(-1)", "Turn before"),
        ("home", "go(0)", "Deal"),
        ("end", "go(1000000)", "End"),
        ("space", "auto", "By itself"),
        ("plus,equals_sign", "faster(1)", "Faster"),
        ("minus", "faster(-1)", "Slower"),
        ("v", "view", "View"),
        ("g", "seek", "Go to"),
        ("escape", "back", "Back"),
    ]
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, replay: "Replay", seat: int | None, settings: Settings) -> None:
        super().__init__()
        self.replay = replay
        self.settings = settings
        self.face = face_of(replay.states[0].game)
        self.recording = Recording(replay, ALL_OPEN if seat is None else seat)
        self.step = 0
        self.clock: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Board(self.face, self.recording.seat)
        with Horizontal(id="lower"):
            yield LogPane()
        yield Static(id="bar")
        yield Input(placeholder="number of a step", id="typed", compact=True, type="integer")
        yield Static(id="info")
        yield Static(id="keys")

    async def on_mount(self) -> None:
        await self.show()

    async def on_resize(self, _event: Resize) -> None:
        await self.show()

    async def show(self) -> None:
        plain = self.settings.ascii
        self.set_class(plain, "-ascii")
        scene = self.recording.scene(self.step)
        game = self.face.game
        head: Words = [
            (game.title, "active"),
            (f" · {self.replay.title} · seed {self.replay.seed}", "muted"),
        ]
        await self.query_one(Board).show(scene, head, [], ascii_only=plain)
        self.query_one(LogPane).show(self.recording.told(self.step), ascii_only=plain)
        for where, words in (("#bar", self.progress()), ("#keys", [(FOOT, "")])):
            put(self.query_one(where, Static), painted([words], ascii_only=plain))

    def progress(self) -> Words:
        last, seat = self.recording.last, self.recording.seat
        view = "all cards open" if seat is None else f"as seat {seat} knew it"
        playing = "▶ " if self.clock is not None else ""
        return [
            (f"{playing}step {self.step} of {last} ", "strong"),
            (bar(self.step / max(1, last), 20), "active"),
            (f"  {view} · speed {self.settings.speed}", "muted"),
        ]

    async def action_go(self, step: int) -> None:
        self.step = max(0, min(step, self.recording.last))
        if self.step == self.recording.last:
            self.stop()
        await self.show()

    async def action_step(self, steps: int) -> None:
        await self.action_go(self.step + steps)

    async def action_turn(self, turns: int) -> None:
        """To the beginning of another turn."""
        starts = self.recording.turns()
        if turns > 0:
            target = next((step for step in starts if step > self.step), self.recording.last)
        else:
            target = next((step for step in reversed(starts) if step < self.step), 0)
        await self.action_go(target)

    async def action_auto(self) -> None:
        """Step by step by itself, or stop."""
        if self.clock is None:
            seconds = max(self.settings.delay, QUICKEST)
            self.clock = self.set_interval(seconds, lambda: self.action_step(1))
        else:
            self.stop()
        await self.show()

    def stop(self) -> None:
        if self.clock is not None:
            self.clock.stop()
            self.clock = None

    async def action_faster(self, steps: int) -> None:
        self.settings.faster(steps)
        if self.clock is not None:
            self.stop()
            await self.action_auto()
        await self.show()

    async def action_view(self) -> None:
        """All cards open, then seat by seat."""
        views = [ALL_OPEN, *range(self.face.game.players)]
        place = views.index(self.recording.view) + 1
        self.recording = Recording(self.replay, views[place % len(views)])
        await self.query_one(Board).remove()
        await self.mount(Board(self.face, self.recording.seat), before=0)
        await self.show()

    def action_seek(self) -> None:
        typed = self.query_one("#typed", Input)
        typed.value = ""
        typed.add_class("-open")
        typed.focus()

    def action_back(self) -> None:
        self.query_one("#typed", Input).remove_class("-open")
        self.set_focus(None)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        self.action_back()
        if event.value.strip().isdecimal():
            await self.action_go(int(event.value))

    def on_explained(self, event: Explained) -> None:
        words: Words = [("  ".join(map(self.face.explained, event.names)), "")]
        put(self.query_one("#info", Static), painted([words], ascii_only=self.settings.ascii))


class ReplayApp(TableApp):
    """A recorded game."""

    def __init__(self, replay: "Replay", seat: int | None, settings: Settings) -> None:
        super().__init__(replay.states[0].game, settings)
        self.table = ReplayScreen(replay, seat, settings)

    def on_mount(self) -> None:
        self.push_screen(self.table)

    def action_keys(self) -> None:
        self.open_page("Keys", KEYS)

    def settings_changed(self) -> None:
        super().settings_changed()
        self.call_next(self.table.show)
