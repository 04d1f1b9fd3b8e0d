"""A game told with all cards open: what every seat knows, put together."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kagemusha.cli.story import Event, Line, Scene, Story
from kagemusha.core.state import State


class OpenScene(Scene):
    """A position with nothing hidden; `events` are those of all seats."""

    def __init__(self, state: State, observations: list[dict[str, Any]], events: list[Event]) -> None:
        super().__init__(state, 0, 0, state.log_length())
        self.seat = None
        self.seats = [seen["seats"][seat] for seat, seen in enumerate(observations)]
        self.events = events

    def narrate(self, event: Event) -> str | None:
        return self.game.narrate(event, private=True)


class OpenStory(Story):
    """Plays actions and tells all of them, the hidden ones too."""

    def __init__(self, state: State) -> None:
        super().__init__(state, None)

    def scene(self, mover: int = 0) -> Scene:
        if self.last is None:
            seats = range(self.state.game.players)
            observations = [self.state.observation(seat, since=self.told) for seat in seats]
            events = put_together([seen["events"] for seen in observations])
            self.last = OpenScene(self.state, observations, events)
        return self.last


def card_lines(scene: Scene) -> Iterator[Line]:
    """The cards of each seat, where it has any."""
    for seat, content in enumerate(scene.seats):
        for what, names in scene.game.card_lists(content).items():
            counts = Counter(map(scene.game.display_name, names))
            shown = ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items())
            if shown:
                yield Line(f"seat {seat}, {what}: {shown}", "table")


def put_together(events_by_seat: list[list[Event]]) -> list[Event]:
    """Of each event the version that says most; at the deal seats see unlike numbers of events."""
    if len({len(events) for events in events_by_seat}) > 1:
        return max(events_by_seat, key=len)
    return [max(versions, key=details) for versions in zip(*events_by_seat, strict=True)]


def details(event: Event) -> int:
    return sum(value is not None for value in event.values())
