"""What every game has: a name, seats, options, actions, events, and the way into its states."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar

from kagemusha.core.enumeration import Question
from kagemusha.core.names import Names, Numerals, fold, nearest
from kagemusha.core.options import Option, OptionValue, check_options
from kagemusha.core.state import State
from kagemusha.core.texts import Texts
from kagemusha.core.view import EVERYTHING, View

Position = dict[str, Any]
Outcome = str | int


class Game(ABC):
    """A game at a table of a certain size, under certain rules."""

    name: ClassVar[str]
    title: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    EVENTS: ClassVar[tuple[str, ...]]
    NODES: ClassVar[tuple[str, ...]]
    TEXTS: ClassVar[Texts] = Texts()
    num_distinct_actions: ClassVar[int]
    max_game_length: int

    def __init__(self, players: int | None = None, **options: object) -> None:
        self.players = self._checked_players(self.min_players if players is None else players)
        self.options: dict[str, OptionValue] = check_options(self.name, self.OPTIONS, options)

    def _checked_players(self, players: object) -> int:
        if isinstance(players, bool) or not isinstance(players, int):
            raise ValueError(f"the number of players is a whole number, not {players!r}")
        if not self.min_players <= players <= self.max_players:
            raise ValueError(
                f"{self.name} is for {self.min_players} to {self.max_players} players, not {players}"
            )
        return players

    def new_initial_state(
        self, seed: int = 0, chance: Iterable[tuple[str, Outcome]] = ()
    ) -> State:
        """A new game, dealt. The same seed gives the same game; forced outcomes come first."""
        return self.deal_forced(
            seed, [self.outcome_number(event, outcome) for event, outcome in chance]
        )

    def deal_forced(self, seed: int, chance: list[tuple[int, int]]) -> State:
        """A new game whose first random events, given by their numbers, come out so."""
        state = self._deal(seed, chance)
        if state.forced_refused():
            raise ValueError("a forced outcome is impossible: no game was dealt")
        return state

    def from_dict(self, position: Mapping[str, Any]) -> State:
        """The state of a position; an impossible one is refused with a ValueError."""
        state = self.read_position(position)
        state.begin_log(state.clone())
        return state

    def checked_view_seat(self, seat: object) -> int:
        return EVERYTHING if seat == EVERYTHING else self.checked_seat(seat)

    def checked_seat(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int):
            raise TypeError(f"a seat is a whole number, not {seat!r}")
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.players - 1}")
        return seat

    def event_number(self, event: str) -> int:
        if event not in self.EVENTS:
            raise ValueError(f"{event!r} is not a random event: {nearest(event, self.EVENTS)}")
        return self.EVENTS.index(event)

    def outcome_number(self, event: str, outcome: Outcome) -> tuple[int, int]:
        """The numbers of an event and of one of its outcomes."""
        number = self.event_number(event)
        return number, self.outcome_names(number).number(outcome)

    def outcome_name(self, event: int, outcome: int) -> Outcome:
        return self.outcome_names(event)[outcome]

    def find_action(self, state: State, text: str) -> int:
        """The legal action that reads so in this position."""
        texts = {self.action_string(state, action): action for action in state.legal_actions()}
        folded = {fold(known): action for known, action in texts.items()}
        if not isinstance(text, str):
            raise TypeError(f"an action in words is a string, not {text!r}")
        if fold(text) not in folded:
            raise ValueError(f"{text!r} is no legal action here: {nearest(text, texts)}")
        return folded[fold(text)]

    def display_name(self, name: str) -> str:
        """What a card of an observation is called at this table."""
        return name

    def help_text(self, name: str) -> str | None:
        """What a card, a character or another thing with a name is and does."""
        entry = self.TEXTS.find(name)
        if entry is None:
            return None
        short = entry.short[:1].upper() + entry.short[1:]
        return ". ".join(filter(None, [short, entry.text]))

    def short_text(self, name: str) -> str:
        """The numbers of a card in a few letters; nothing if its name says enough."""
        entry = self.TEXTS.find(name)
        return entry.short if entry is not None else ""

    def seat_columns(self, seat: dict[str, Any]) -> dict[str, str]:
        """A seat of an observation as columns of a table: heading and content."""
        return {
            key.replace("_", " "): str(value)
            for key, value in seat.items()
            if isinstance(value, (str, int))
        }

    def card_lists(self, seat: dict[str, Any]) -> dict[str, Iterable[str]]:
        """The cards of a seat that the observer knows by name: what they are, and their names."""
        return {"hand": Counter(seat["hand"]).elements()} if "hand" in seat else {}

    def seat_titles(self, state: State) -> dict[str, list[str]]:
        """What the seats are for the whole game: their "roles", their "characters"."""
        return {}

    def table_text(self, observation: Position) -> str:
        """What lies in the middle of the table, in one line."""
        return ""

    # For the honesty audit; a game without these is audited less closely.

    def hidden(self) -> set[str]:
        """The keys of a position, and of its seats, in which worlds that look alike can differ."""
        return set()

    def questions(self, rng: Random) -> Iterator[Question]:
        """Questions on small positions, answered by enumeration."""
        return iter(())

    def __str__(self) -> str:
        return f"{self.name}, {self.players} players"

    def __repr__(self) -> str:
        options = "".join(f", {key}={value!r}" for key, value in self.options.items())
        return f"load_game({self.name!r}, players={self.players}{options})"

    # What a game has to say for itself.

    @abstractmethod
    def _deal(self, seed: int, chance: list[tuple[int, int]]) -> State: ...

    @abstractmethod
    def new_view(self, state: State, seat: int) -> View: ...

    @abstractmethod
    def outcome_names(self, event: int) -> Names | Numerals:
        """The names of the outcomes of a kind of event."""

    @abstractmethod
    def action_string(self, state: State, action: int) -> str: ...

    @abstractmethod
    def observe(self, state: State, seat: int, since: int = 0) -> Position:
        """What a seat may know, with the events of the log from this entry on."""

    @abstractmethod
    def narrate(self, event: dict[str, Any], *, private: bool = False) -> str | None:
        """An event in one sentence; None if it needs none.

        Events are those of an observation, and three that a spectator finds by comparing:
        "turn" (its seat, as it looked before and after it began), "change" (a seat before and
        after a step) and "result" (with the keys of the result). What only some seats saw is
        told in private only, to the seat whose observation it is.
        """

    @abstractmethod
    def write_position(self, state: State) -> Position: ...

    @abstractmethod
    def read_position(self, position: Mapping[str, Any]) -> State: ...
