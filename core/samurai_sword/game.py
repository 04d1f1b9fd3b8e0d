"""The game of Samurai Sword: options, names, and the way into its states."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from kagemusha.core.enumeration import Question
from kagemusha.core.game import Game, Position
from kagemusha.core.names import Names, Numerals
from kagemusha.core.options import Choice, switch
from kagemusha.core.samurai_sword import (
    actions,
    data,
    help,
    narration,
    observation,
    position,
    questions,
)
from kagemusha.core.samurai_sword.state import SamuraiSwordState
from kagemusha.core.samurai_sword.view import SamuraiSwordView
from kagemusha.core.state import State
from kagemusha.core.view import View


class SamuraiSword(Game):
    name = "samurai-sword"
    title = "Samurai Sword"
    min_players = 3
    max_players = 7
    OPTIONS = (
        Choice(
            "end_of_deck",
            ("immediate", "on_need"),
            "immediate",
            "Whether the deck ends with its last card or when a card is missing (S20, S101).",
        ),
        switch(
            "geisha_own_property", True, "Whether a Geisha may remove your own Property (S63)."
        ),
        switch(
            "swordmaster_before_honor",
            True,
            "Whether the last one standing wins before the Honor Point moves (S73, S102).",
        ),
        Choice("language", data.LANGUAGES, "en", "Language of the card names shown."),
    )
    TEXTS = help.TEXTS
    EVENTS = ("removed", "role", "character", "draw", "hand")
    NODES = (
        "bushido",
        "first draw",
        "play",
        "parry",
        "battle cry",
        "jujutsu",
        "discard",
        "end",
    )
    num_distinct_actions = 176
    max_game_length = 4096                                      # S116

    def _deal(self, seed: int, chance: list[tuple[int, int]]) -> State:
        state = SamuraiSwordState()
        state.deal(self, seed, chance)
        return state

    def new_view(self, state: State, seat: int) -> View:
        return SamuraiSwordView(state, seat)

    def hidden(self) -> set[str]:
        roles = {"role"} if self.players > 3 else set()         # S122
        stars = {"stars"} if self.players == 4 else set()
        return {"hand", "deck"} | roles | stars

    def questions(self, rng: Random) -> Iterator[Question]:
        return questions.questions(self, rng)

    def outcome_names(self, event: int) -> Names | Numerals:
        if self.EVENTS[event] == "removed":
            return data.STARS
        if self.EVENTS[event] == "role":
            return data.DEALT_ROLE_NAMES if self.players == 4 else data.ROLE_NAMES
        if self.EVENTS[event] == "character":
            return data.CHARACTER_NAMES
        return data.CARD_NAMES

    def action_string(self, state: State, action: int) -> str:
        numbers = state.read()
        discards = numbers["discards"]
        return actions.describe(
            action,
            node=self.NODES[numbers["node"]],
            top_discard=data.CARD_NAMES[discards[-1]] if discards else None,
            language=str(self.options["language"]),
        )

    def observe(self, state: State, seat: int, since: int = 0) -> Position:
        return observation.observe(self, state, seat, since)

    def narrate(self, event: dict[str, Any], *, private: bool = False) -> str | None:
        return narration.narrate(event, private=private, language=str(self.options["language"]))

    def display_name(self, name: str) -> str:
        return narration.display_name(name, str(self.options["language"]))

    def seat_columns(self, seat: dict[str, Any]) -> dict[str, str]:
        return narration.seat_columns(seat, str(self.options["language"]))

    def seat_titles(self, state: State) -> dict[str, list[str]]:
        table = state.read()
        return {
            "roles": [data.ROLE_NAMES[role] for role in table["role"]],
            "characters": [data.CHARACTER_NAMES[character] for character in table["character"]],
        }

    def table_text(self, observation: Position) -> str:
        return narration.table_text(observation, str(self.options["language"]))

    def write_position(self, state: State) -> Position:
        return position.write(self, state)

    def read_position(self, position_: Mapping[str, Any]) -> State:
        numbers, seed, used = position.read(self, position_)
        state = SamuraiSwordState()
        state.begin(self, 0)
        state.set_switches(self.players, self.options)
        state.fill(numbers)
        state.set_chance_key(seed, used)
        return state
