"""The toy games: names, and the way into their states."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, ClassVar

from kagemusha.core.enumeration import Question
from kagemusha.core.game import Game, Position
from kagemusha.core.names import Names, Numerals
from kagemusha.core.state import State
from kagemusha.core.toys.kuhn import KuhnState, KuhnView
from kagemusha.core.toys.leduc import LeducState, LeducView
from kagemusha.core.toys.pennies import PenniesState, PenniesView
from kagemusha.core.toys.rare import RareState, RareView
from kagemusha.core.view import View


class Toy(Game):
    """A game for two that has no positions to write down and no options."""

    min_players = 2
    max_players = 2
    NODES = ("play",)
    ACTIONS: ClassVar[tuple[str, ...]]
    OUTCOMES: ClassVar[tuple[Names | Numerals, ...]] = ()
    state_class: ClassVar[type[State]]
    view_class: ClassVar[type[View]]

    def _deal(self, seed: int, chance: list[tuple[int, int]]) -> State:
        state = self.state_class()
        state.deal(self, seed, chance)
        return state

    def new_view(self, state: State, seat: int) -> View:
        return self.view_class(state, seat)

    def outcome_names(self, event: int) -> Names | Numerals:
        return self.OUTCOMES[event]

    def action_string(self, state: State, action: int) -> str:
        return self.ACTIONS[action]

    def observe(self, state: State, seat: int, since: int = 0) -> Position:
        face = self.new_view(state, seat)
        return {"game": self.name, "seat": seat, "mover": state.current_player(), "key": face.key()}

    def hidden(self) -> set[str]:
        return set()

    def questions(self, rng: Random) -> Iterator[Question]:
        return iter(())

    def narrate(self, event: dict[str, Any], *, private: bool = False) -> str | None:
        return None

    def write_position(self, state: State) -> Position:
        raise ValueError(f"{self.name} has no positions to write down")

    def read_position(self, position: Mapping[str, Any]) -> State:
        raise ValueError(f"{self.name} has no positions to read")


RANKS = Names("card", ("Jack", "Queen", "King"))


class KuhnPoker(Toy):
    name = "kuhn-poker"
    title = "Kuhn poker"
    EVENTS = ("deal",)
    OUTCOMES = (RANKS,)
    ACTIONS = ("pass", "bet")
    num_distinct_actions = 2
    max_game_length = 3
    state_class = KuhnState
    view_class = KuhnView


class LeducPoker(Toy):
    name = "leduc-poker"
    title = "Leduc poker"
    EVENTS = ("deal", "turn up")
    OUTCOMES = (RANKS, RANKS)
    ACTIONS = ("fold", "call", "raise")
    num_distinct_actions = 3
    max_game_length = 8
    state_class = LeducState
    view_class = LeducView


class BiasedPennies(Toy):
    name = "biased-pennies"
    title = "Biased matching pennies"
    EVENTS = ()
    ACTIONS = ("heads", "tails")
    num_distinct_actions = 2
    max_game_length = 2
    state_class = PenniesState
    view_class = PenniesView


class RareAction(Toy):
    name = "rare-action"
    title = "Rare action"
    EVENTS = ("deal",)
    OUTCOMES = (Numerals("card", 0, 9),)
    ACTIONS = ("left", "right", "rare")
    num_distinct_actions = 3
    max_game_length = 2
    state_class = RareState
    view_class = RareView
