"""A game as it is told to somebody: a seat with what it knows, or an onlooker who sees what all see."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kagemusha.core.game import Game
from kagemusha.core.state import State

Seat = dict[str, Any]
Event = dict[str, Any]

UNKNOWN = "?"
SEAT = re.compile(r"\bseat (\d+)\b")


@dataclass(frozen=True)
class Line:
    """One line of the story, and what kind of thing it tells."""

    text: str
    kind: str = "event"         # or "heading", "table", "decision", "result", "note"


class Scene:
    """One position as the audience sees it, with the events from an entry of the log on.

    An onlooker is shown what two witnesses both see.
    """

    def __init__(self, state: State, seat: int | None, witness: int, since: int = 0) -> None:
        self.game: Game = state.game
        self.seat = seat
        self.observation = state.observation(witness, since=since)
        if seat is None:
            another = state.observation((witness + 1) % self.game.players, since=since)
            events = self.observation.pop("events")
            self.observation = {**seen_by_both(self.observation, another), "events": events}
        self.seats: list[Seat] = self.observation["seats"]
        self.events: list[Event] = self.observation["events"]
        self.turn: int | None = self.observation.get("turn")
        # Games without turns go by rounds of a phase.
        self.round: int | None = self.observation.get("turn_number", self.observation.get("round"))
        self.phase: str = self.observation.get("phase", "round")
        self.result: Event | None = self.observation["result"]

    def label(self, seat: int) -> str:
        """A seat by its number, and by who it is."""
        known = ["you"] if seat == self.seat else []
        if "character" in self.seats[seat]:
            known.append(self.seats[seat]["character"])
        return f"seat {seat} ({', '.join(known)})" if known else f"seat {seat}"

    def addressed(self, text: str) -> str:
        """The text with the seat of the audience marked."""
        return SEAT.sub(
            lambda match: match[0] + " (you)" * (int(match[1]) == self.seat), text
        )

    def narrate(self, event: Event) -> str | None:
        sentence = self.game.narrate(event, private=self.seat is not None)
        return None if sentence is None else self.addressed(sentence)


def seen_by_both(one: Any, other: Any) -> Any:
    """What two observations have in common; what only one of them shows is left out, or None."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: seen_by_both(one[key], other[key]) for key in one if key in other}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [seen_by_both(*pair) for pair in zip(one, other, strict=True)]
    return one if one == other else None


class Story:
    """Plays actions and tells what the audience sees of them; `seat` is None for an onlooker."""

    def __init__(self, state: State, seat: int | None) -> None:
        self.state = state
        self.seat = seat
        self.last: Scene | None = None
        self.awaited: tuple[Scene, int, str]
        self.told = state.log_length()      # entries of the log that the story has reached

    def scene(self, mover: int = 0) -> Scene:
        """The position now. The witness of an onlooker is somebody else than the mover."""
        if self.seat is None:
            return Scene(self.state, None, (mover + 1) % self.state.game.players, self.told)
        if self.last is None:
            self.last = Scene(self.state, self.seat, self.seat, self.told)
        return self.last

    def opening(self) -> list[Line]:
        """The table, unless it will be shown to the person at once, and the first heading."""
        scene = self.scene()
        table = [] if self.state.current_player() == self.seat else table_lines(scene)
        return [*table, *turn_lines(scene, scene)]

    def play(self, action: int) -> list[Line]:
        """Play an action of whoever is to move, and tell it."""
        self.expect(action)
        self.state.apply_action(action)
        return self.tell()

    def expect(self, action: int) -> None:
        """Take note of the position before an action."""
        mover = self.state.current_player()
        words = self.state.action_to_string(action)
        if mover == self.seat and len(self.state.legal_actions()) == 1:
            words += " (the only choice)"
        self.awaited = (self.scene(mover), mover, words)

    def tell(self) -> list[Line]:
        """Tell the action that was expected, now that it has been played."""
        before, mover, words = self.awaited
        self.last = None
        after = self.scene(mover)
        self.told = self.state.log_length()
        lines = [*decision_lines(before, after, mover, words), *consequence_lines(before, after)]
        if self.state.is_terminal():
            lines += end_lines(after, self.state.returns())
        return lines

    def go_on_from(self, state: State) -> None:
        """Go on in another world that looks the same to the audience."""
        self.state = state
        self.last = None
        self.told = state.log_length()


def decision_lines(before: Scene, after: Scene, mover: int, words: str) -> Iterator[Line]:
    """The action itself, if the audience saw which it was."""
    if any(event["event"] == "action" and event["action"] is not None for event in after.events):
        yield Line(f"{before.label(mover)}: {before.addressed(words)}", "decision")


def consequence_lines(before: Scene, after: Scene) -> Iterator[Line]:
    """What an action led to, with the heading of a turn that began."""
    steps = step_lines(before, after)
    if (after.phase, after.round) == (before.phase, before.round):
        yield from steps
    elif after.turn is None:
        yield from (*steps, *turn_lines(before, after))
    else:                       # a turn begins with events of its own
        yield from (*turn_lines(before, after), *steps)


def turn_lines(before: Scene, after: Scene) -> Iterator[Line]:
    """The heading of a turn that has begun, and what its beginning brings."""
    yield Line("")
    if after.turn is None:
        heading = f"{after.phase.capitalize()}, round {after.round}"
        yield Line(heading if after.round else after.phase.capitalize(), "heading")
        return
    yield Line(f"Turn {after.round}: {after.label(after.turn)}", "heading")
    yield from told(after, [{"event": "turn", **compared(before, after, after.turn)}])


def step_lines(before: Scene, after: Scene) -> Iterator[Line]:
    """What happened between two positions, the decision itself apart."""
    changes = [
        {"event": "change", **compared(before, after, seat)}
        for seat in range(len(after.seats))
        if before.seats[seat] != after.seats[seat]
    ]
    yield from told(after, [*after.events, *changes])


def compared(before: Scene, after: Scene, seat: int) -> Event:
    return {"seat": seat, "before": before.seats[seat], "after": after.seats[seat]}


def told(scene: Scene, events: list[Event]) -> Iterator[Line]:
    """The game's own words for events; the same thing several times over becomes one line."""
    sentences = [(event, scene.narrate(event)) for event in events]
    said = [(event, sentence) for event, sentence in sentences if sentence is not None]
    for _, group in groupby(said, key=lambda pair: (pair[0]["event"], pair[0].get("seat"))):
        yield Line(f"  {in_one_sentence([sentence for _, sentence in group])}")


def in_one_sentence(sentences: list[str]) -> str:
    """Sentences with the same beginning as one: `seat 1 rolls 2, 5, 5`."""
    if len(set(sentences)) == 1:
        return sentences[0] + (f" (x{len(sentences)})" if len(sentences) > 1 else "")
    shared = os.path.commonprefix(sentences)
    beginning = shared[: shared.rfind(" ") + 1]
    return beginning + ", ".join(sentence.removeprefix(beginning) for sentence in sentences)


def table_lines(scene: Scene) -> Iterator[Line]:
    """Who sits where: one row for each seat."""
    columns = [scene.game.seat_columns(seat) for seat in scene.seats]
    longest: dict[str, str] = max(columns, key=len)
    headings = list(longest)
    rows = [["", *headings]]
    for seat, cells in enumerate(columns):
        you = " (you)" if seat == scene.seat else ""
        rows.append([f"seat {seat}{you}", *(cells.get(key, UNKNOWN) for key in headings)])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield Line("  ".join(padded).rstrip(), "table")
    middle = scene.addressed(scene.game.table_text(scene.observation))
    if middle:
        yield Line(middle, "table")


def end_lines(scene: Scene, returns: list[float]) -> Iterator[Line]:
    """The table with all that the end reveals, the result, and the winners."""
    yield Line("")
    yield Line("End of the game", "heading")
    yield from table_lines(scene)
    sentence = scene.narrate({"event": "result", **(scene.result or {})})
    if sentence is not None:
        yield Line(sentence, "result")
    winners = [scene.label(seat) for seat, share in enumerate(returns) if share > 0]
    yield Line(f"Winners: {', '.join(winners)}", "result")
    if scene.seat is not None:
        yield Line(verdict(returns[scene.seat]), "result")


def verdict(share: float) -> str:
    """What a person is told of the result of the own seat."""
    if share == 1:
        return "You win."
    return "You share the win." if share else "You lose."
