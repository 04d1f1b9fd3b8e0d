"""A recorded game from one point of view: the scene and the story at every step."""

from typing import TYPE_CHECKING

from kagemusha.cli.open_story import OpenScene, OpenStory
from kagemusha.cli.story import Line, Scene, Story

if TYPE_CHECKING:
    from kagemusha.arena.replays import Replay

ALL_OPEN = -1                   # a point of view that sees every card


class Recording:
    """A replay as a seat knew it, or with all cards open."""

    def __init__(self, replay: "Replay", view: int) -> None:
        self.replay = replay
        self.view = view
        state = replay.states[0].clone()
        story = OpenStory(state) if view == ALL_OPEN else Story(state, view)
        self.log: list[Line] = story.opening()
        self.lengths = [len(self.log)]              # of the log at each step
        for action, after in zip(replay.actions, replay.states[1:], strict=False):
            self.log += story.play(action)
            self.lengths.append(len(self.log))
            story.go_on_from(after.clone())

    @property
    def last(self) -> int:
        return len(self.lengths) - 1

    @property
    def seat(self) -> int | None:
        return None if self.view == ALL_OPEN else self.view

    def scene(self, step: int) -> Scene:
        state = self.replay.states[step]
        if self.view != ALL_OPEN:
            return Scene(state, self.view, self.view)
        seats = range(state.game.players)
        return OpenScene(state, [state.observation(seat) for seat in seats], [])

    def told(self, step: int) -> list[Line]:
        """The story up to a step."""
        return self.log[: self.lengths[step]]

    def turns(self) -> list[int]:
        """The steps at which a turn or a round begins."""
        begun = [
            any(line.kind == "heading" for line in self.log[before:after])
            for before, after in zip(self.lengths, self.lengths[1:], strict=False)
        ]
        return [0, *(step for step, begins in enumerate(begun, start=1) if begins)]
