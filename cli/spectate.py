"""A game as an onlooker is told it: every decision, and what all at the table see of the rest."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kagemusha.core.game import Game
from kagemusha.core.state import State

Seat = dict[str, Any]
Event = dict[str, Any]

UNKNOWN = "?"


@dataclass(frozen=True)
class Line:
    """One line of the report, and what kind of thing it tells."""

    text: str
    kind: str = "event"         # or "heading", "table", "decision", "result"


class View:
    """What is open to all in one position."""

    def __init__(self, state: State) -> None:
        first, second = state.observation(0), state.observation(1)
        # A seat's own observation also holds its secrets: take each seat from a neighbour.
        self.seats: list[Seat] = [second["seats"][0], *first["seats"][1:]]
        self.events: list[Event] = first["events"]
        self.turn: int | None = first.get("turn")
        # Games without turns go by rounds of a phase.
        self.turn_number: int | None = first.get("turn_number", first.get("round"))
        self.phase: str = first.get("phase", "round")
        self.result: dict[str, Any] | None = first["result"]
        self.game: Game = state.game

    def label(self, seat: int) -> str:
        character = self.seats[seat].get("character")
        return f"seat {seat} ({character})" if character else f"seat {seat}"


def random_game(state: State, rng: random.Random) -> Iterator[Line]:
    """The game from here, between players who choose at random, told line by line."""
    view = View(state)
    yield from table_lines(view)
    yield from turn_lines(view, view)
    while not state.is_terminal():
        seat = state.current_player()
        action = rng.choice(state.legal_actions())
        yield Line(f"{view.label(seat)}: {state.action_to_string(action)}", "decision")
        state.apply_action(action)
        before, view = view, View(state)
        steps = step_lines(before, view)
        if (view.phase, view.turn_number) == (before.phase, before.turn_number):
            yield from steps
        elif view.turn is None:
            yield from (*steps, *turn_lines(before, view))
        else:                       # a turn begins with events of its own
            yield from (*turn_lines(before, view), *steps)
    yield from end_lines(view, state.returns())


def turn_lines(before: View, after: View) -> Iterator[Line]:
    """The heading of a turn that has begun, and what its beginning brings."""
    yield Line("")
    if after.turn is None:
        heading = f"{after.phase.capitalize()}, round {after.turn_number}"
        yield Line(heading if after.turn_number else after.phase.capitalize(), "heading")
        return
    yield Line(f"Turn {after.turn_number}: {after.label(after.turn)}", "heading")
    began = {"event": "turn", **compared(before, after, after.turn)}
    yield from told(after.game, [began])


def step_lines(before: View, after: View) -> Iterator[Line]:
    """What happened between two positions, the decision itself apart."""
    changes = [
        {"event": "change", **compared(before, after, seat)}
        for seat in range(len(after.seats))
        if before.seats[seat] != after.seats[seat]
    ]
    yield from told(after.game, [*after.events[len(before.events) :], *changes])


def compared(before: View, after: View, seat: int) -> Event:
    return {"seat": seat, "before": before.seats[seat], "after": after.seats[seat]}


def told(game: Game, events: list[Event]) -> Iterator[Line]:
    """The game's own words for events; the same words several times over become one line."""
    sentences = [game.narrate(event) for event in events]
    for sentence, repeated in groupby(filter(None, sentences)):
        times = len(list(repeated))
        yield Line(f"  {sentence}" + (f" (x{times})" if times > 1 else ""))


def table_lines(view: View) -> Iterator[Line]:
    """Who sits where: one row per seat, one column per thing that is a word or a number."""
    columns = [
        key
        for key, value in max(view.seats, key=len).items()
        if isinstance(value, (str, int))
    ]
    rows = [["", *(column.replace("_", " ") for column in columns)]]
    for number, seat in enumerate(view.seats):
        rows.append([f"seat {number}", *(str(seat.get(key, UNKNOWN)) for key in columns)])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield Line("  ".join(cells).rstrip(), "table")


def end_lines(view: View, returns: list[float]) -> Iterator[Line]:
    """The table with all that the end reveals, the result, and the winners."""
    yield Line("")
    yield Line("End of the game", "heading")
    yield from table_lines(view)
    sentence = view.game.narrate({"event": "result", **(view.result or {})})
    if sentence is not None:
        yield Line(sentence, "result")
    winners = [view.label(seat) for seat, share in enumerate(returns) if share > 0]
    yield Line(f"Winners: {', '.join(winners)}", "result")
