"""A game in progress: who sits where, what was played, and what the audience was told of it."""

from collections.abc import Sequence
from typing import Any

from kagemusha.cli.story import Line, Story
from kagemusha.core.game import Game
from kagemusha.core.position import Fields
from kagemusha.core.registry import load_game
from kagemusha.core.state import State
from kagemusha.core.view import View
from kagemusha.players.player import Player, seat_seed
from kagemusha.players.random_player import RandomPlayer
from kagemusha.players.referee import PlayerFailed, ask, seat_player
from kagemusha.players.specs import load_player, parse_spec

HUMAN = "human"
FORMAT = 1


class Session:
    """A game between at most one person and players given by specs.

    Specs are those of the seats, `human` for the person's. The log holds all that was told so
    far: to the person what that seat knows, without one what an onlooker sees.
    """

    def __init__(self, game: Game, seed: int, specs: Sequence[str]) -> None:
        if len(specs) != game.players:
            raise ValueError(f"{game.players} seats need {game.players} players, not {len(specs)}")
        if specs.count(HUMAN) > 1:
            raise ValueError("there is one person at most")
        self.game = game
        self.seed = seed
        self.specs = [spec if spec == HUMAN else str(parse_spec(spec)) for spec in specs]
        self.players: dict[int, Player] = {
            seat: load_player(spec, game)
            for seat, spec in enumerate(self.specs)
            if spec != HUMAN
        }
        self.human = self.specs.index(HUMAN) if HUMAN in self.specs else None
        self.state: State = game.new_initial_state(seed)
        self.story = Story(self.state, self.human)
        self.log = self.story.opening()
        self.last_choice = 0                # where in the log the person chose last
        self.seated: set[int] = set()

    def is_over(self) -> bool:
        return self.state.is_terminal()

    def waits_for_person(self) -> bool:
        """Whether the next action is a real choice of the person."""
        return self.state.current_player() == self.human and len(self.state.legal_actions()) > 1

    def view(self) -> View:
        """The view of whoever is to move."""
        return self.state.view(self.state.current_player())

    def next_action(self) -> int:
        """The action of a player, or the only one there is."""
        legal = self.state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        seat = self.state.current_player()
        try:
            self.seat_player(seat)
            return ask(self.players[seat], self.view())
        except PlayerFailed as failure:
            self.replace_player(seat, failure)
            return self.players[seat].choose(self.view())

    def seat_player(self, seat: int) -> None:
        """Tell a player where it sits, once."""
        if seat not in self.seated:
            seat_player(self.players[seat], seat, seat_seed(self.seed, seat))
            self.seated.add(seat)

    def replace_player(self, seat: int, failure: PlayerFailed) -> None:
        """Put a random player in the place of one that failed."""
        note = f"The player {self.specs[seat]} of seat {seat} failed ({failure.reason})"
        self.log.append(Line(f"{note}: it chooses at random from now on.", "note"))
        self.specs[seat] = "random"
        self.players[seat] = RandomPlayer(self.game)
        self.players[seat].reset(seat, seat_seed(self.seed, seat))

    def play(self, action: int) -> None:
        """Play an action of whoever is to move; the log goes on."""
        if self.waits_for_person():
            self.last_choice = len(self.log)
        self.log += self.story.play(action)

    def to_dict(self) -> dict[str, Any]:
        """All that is needed to go on, as JSON."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "players": self.game.players,
            "options": dict(self.game.options),
            "seed": self.seed,
            "seats": self.specs,
            "actions": self.state.history(),
        }


def session_from_dict(data: object) -> Session:
    """The session as it was written; a ValueError says what is wrong."""
    fields = Fields(data, "the saved game")
    if fields.get("format") != FORMAT:
        raise ValueError(f"format {fields.get('format')!r} is unknown: this program reads {FORMAT}")
    options = Fields(fields.get("options"), fields.place("options")).data
    game = load_game(fields.get("game"), players=fields.get("players"), **options)
    seats = fields.sequence("seats", game.players)
    session = Session(game, fields.get("seed"), list(seats))
    actions = fields.sequence("actions")
    fields.finish()
    for number, action in enumerate(actions, start=1):
        try:
            session.play(action)
        except (ValueError, TypeError) as error:
            raise ValueError(f"number {number} of its actions: {error}") from None
    return session
