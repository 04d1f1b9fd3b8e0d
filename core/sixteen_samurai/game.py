"""The game of Sixteen Samurai: names, and the way into its states."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from kagemusha.core.enumeration import Question
from kagemusha.core.game import Game, Position
from kagemusha.core.names import Names, Numerals
from kagemusha.core.sixteen_samurai import (
    actions,
    data,
    help,
    narration,
    observation,
    position,
    questions,
)
from kagemusha.core.sixteen_samurai.state import SixteenSamuraiState
from kagemusha.core.sixteen_samurai.view import SixteenSamuraiView
from kagemusha.core.state import State
from kagemusha.core.view import View


class SixteenSamurai(Game):
    name = "sixteen-samurai"
    title = "Sixteen Samurai"
    min_players = 2
    max_players = 4
    TEXTS = help.TEXTS
    EVENTS = ("layout", "draw", "die")
    NODES = ("draft", "declare", "choose", "bushido", "ronin", "medicine", "end")
    num_distinct_actions = 221
    max_game_length = 512                                       # X65

    def _deal(self, seed: int, chance: list[tuple[int, int]]) -> State:
        state = SixteenSamuraiState()
        state.deal(self, seed, chance)
        return state

    def new_view(self, state: State, seat: int) -> View:
        return SixteenSamuraiView(state, seat)

    def hidden(self) -> set[str]:
        return {"hand", "pile", "battle"}

    def questions(self, rng: Random) -> Iterator[Question]:
        return questions.questions(self, rng)

    def outcome_names(self, event: int) -> Names | Numerals:
        if self.EVENTS[event] == "layout":
            return data.SAMURAI_NAMES
        if self.EVENTS[event] == "draw":
            return data.CARD_NAMES
        return data.FACES

    def action_string(self, state: State, action: int) -> str:
        return actions.describe(action, node=self.NODES[state.read()["node"]])

    def observe(self, state: State, seat: int, since: int = 0) -> Position:
        return observation.observe(self, state, seat, since)

    def narrate(self, event: dict[str, Any], *, private: bool = False) -> str | None:
        return narration.narrate(event, private=private)

    def seat_columns(self, seat: dict[str, Any]) -> dict[str, str]:
        return narration.seat_columns(seat)

    def card_lists(self, seat: dict[str, Any]) -> dict[str, Iterable[str]]:
        return narration.card_lists(seat)

    def table_text(self, observation: Position) -> str:
        return narration.table_text(observation)

    def write_position(self, state: State) -> Position:
        return position.write(self, state)

    def read_position(self, position_: Mapping[str, Any]) -> State:
        numbers, seed, used = position.read(self, position_)
        state = SixteenSamuraiState()
        state.begin(self, 0)
        state.set_switches(self.players, self.options)
        state.fill(numbers)
        state.set_chance_key(seed, used)
        return state
