"""The game of Seven Card Samurai: options, names, and the way into its states."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from kagemusha.core.enumeration import Question
from kagemusha.core.game import Game, Position
from kagemusha.core.names import Names, Numerals
from kagemusha.core.options import Whole
from kagemusha.core.seven_card_samurai import (
    actions,
    data,
    help,
    narration,
    observation,
    position,
    questions,
)
from kagemusha.core.seven_card_samurai.state import SevenCardSamuraiState
from kagemusha.core.seven_card_samurai.view import SevenCardSamuraiView
from kagemusha.core.state import State
from kagemusha.core.view import View


class SevenCardSamurai(Game):
    name = "seven-card-samurai"
    title = "Seven Card Samurai"
    min_players = 2
    max_players = 8
    OPTIONS = (
        Whole(
            "turn_cap",
            1,
            1000,
            100,
            "Turns of each player after which a round ends without a set (C54).",
        ),
    )
    TEXTS = help.TEXTS
    EVENTS = ("draw", "hand")
    NODES = ("draw", "play", "turn end", "take", "second discard", "end")
    num_distinct_actions = 255

    def __init__(self, players: int | None = None, **options: object) -> None:
        super().__init__(players, **options)
        self.max_game_length = 35 * int(self.options["turn_cap"]) * self.players    # C55

    def _deal(self, seed: int, chance: list[tuple[int, int]]) -> State:
        state = SevenCardSamuraiState()
        state.deal(self, seed, chance)
        return state

    def new_view(self, state: State, seat: int) -> View:
        return SevenCardSamuraiView(state, seat)

    def hidden(self) -> set[str]:
        return {"hand", "pile"}

    def questions(self, rng: Random) -> Iterator[Question]:
        return questions.questions(self, rng)

    def outcome_names(self, event: int) -> Names | Numerals:
        return data.CARD_NAMES

    def action_string(self, state: State, action: int) -> str:
        discards = state.read()["discards"]
        top = data.CARD_NAMES[discards[-1]] if discards else None
        return actions.describe(action, top_discard=top)

    def observe(self, state: State, seat: int, since: int = 0) -> Position:
        return observation.observe(self, state, seat, since)

    def narrate(self, event: dict[str, Any], *, private: bool = False) -> str | None:
        return narration.narrate(event, private=private)

    def seat_columns(self, seat: dict[str, Any]) -> dict[str, str]:
        return narration.seat_columns(seat)

    def table_text(self, observation: Position) -> str:
        return narration.table_text(observation)

    def write_position(self, state: State) -> Position:
        return position.write(self, state)

    def read_position(self, position_: Mapping[str, Any]) -> State:
        numbers, seed, used = position.read(self, position_)
        state = SevenCardSamuraiState()
        state.begin(self, 0)
        state.set_switches(self.players, self.options)
        state.fill(numbers)
        state.set_chance_key(seed, used)
        return state
