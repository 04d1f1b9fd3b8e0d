"""A game in progress: who sits where, what was played, and what the audience was told of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kagemusha.cli.story import Line, Scene, Story
from kagemusha.core.game import Game
from kagemusha.core.position import Fields, checked_whole
from kagemusha.core.registry import load_game
from kagemusha.core.state import State
from kagemusha.core.view import View
from kagemusha.players.player import Player, seat_seed
from kagemusha.players.random_player import RandomPlayer
from kagemusha.players.referee import PlayerFailed, ask, seat_player
from kagemusha.players.specs import load_player, parse_spec

HUMAN = "human"
FORMAT = 1
REDEAL_SEEDS = 2**32


@dataclass(frozen=True)
class Choice:
    """A choice that a person made: the position before it, and how long the records were."""

    state: State
    actions: int
    log: int


class Session:
    """A game between people and players given by specs, `human` for a person.

    Each person has a log of what that seat was told; without people there is one of what an
    onlooker sees. In practice mode a person who plays alone may take choices back.
    """

    def __init__(
        self, game: Game, seed: int, specs: Sequence[str], *, practice: bool = False
    ) -> None:
        if len(specs) != game.players:
            raise ValueError(f"{game.players} seats need {game.players} players, not {len(specs)}")
        self.game = game
        self.seed = seed
        self.specs = [spec if spec == HUMAN else str(parse_spec(spec)) for spec in specs]
        self.humans = [seat for seat, spec in enumerate(self.specs) if spec == HUMAN]
        if practice and len(self.humans) != 1:
            raise ValueError("only one person who plays alone can practise")
        self.practice = practice
        self.assisted = False               # a hint was shown, or a choice taken back
        self.players = self.new_players()
        self.seated: set[int] = set()
        self.state: State = game.new_initial_state(seed)
        self.actions: list[int] = []
        self.redeals: dict[int, int] = {}   # seeds of new deals, by the number of actions before
        audience: list[int | None] = [*self.humans] or [None]
        self.stories = {seat: Story(self.state, seat) for seat in audience}
        self.logs = {seat: story.opening() for seat, story in self.stories.items()}
        self.choices: dict[int, list[Choice]] = {seat: [] for seat in self.humans}

    @property
    def human(self) -> int | None:
        """The person, or the first of several."""
        return self.humans[0] if self.humans else None

    @property
    def log(self) -> list[Line]:
        return self.logs[self.human]

    @property
    def story(self) -> Story:
        return self.stories[self.human]

    @property
    def last_choice(self) -> int:
        """Where in the log the person chose last."""
        return 0 if self.human is None else self.since_last_choice(self.human)

    def since_last_choice(self, seat: int) -> int:
        """Where in the log of a person that seat chose last."""
        return self.choices[seat][-1].log if self.choices[seat] else 0

    def scene(self, seat: int | None) -> Scene:
        """The position as a person sees it, or an onlooker."""
        return self.stories[seat].scene()

    def new_players(self) -> dict[int, Player]:
        return {
            seat: load_player(spec, self.game)
            for seat, spec in enumerate(self.specs)
            if spec != HUMAN
        }

    def is_over(self) -> bool:
        return self.state.is_terminal()

    def waits_for_person(self) -> bool:
        """Whether the next action is a real choice of a person."""
        return self.state.current_player() in self.humans and len(self.state.legal_actions()) > 1

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
        for log in self.logs.values():
            log.append(Line(f"{note}: it chooses at random from now on.", "note"))
        self.specs[seat] = "random"
        self.players[seat] = RandomPlayer(self.game)
        self.players[seat].reset(seat, seat_seed(self.seed, seat))

    def play(self, action: int) -> None:
        """Play an action of whoever is to move; the logs go on."""
        chosen = self.choice_now() if self.waits_for_person() else None
        seat = self.state.current_player()
        for story in self.stories.values():
            story.expect(action)
        self.state.apply_action(action)
        self.actions.append(action)
        if chosen is not None:
            self.choices[seat].append(chosen)
        for audience, story in self.stories.items():
            self.logs[audience] += story.tell()

    def choice_now(self) -> Choice:
        log = self.logs[self.state.current_player()]
        return Choice(self.state.clone(), len(self.actions), len(log))

    # Taking back, in practice.

    def can_undo(self) -> bool:
        return self.practice and not self.is_over() and bool(self.choices[self.humans[0]])

    def undo(self, seed: int) -> None:
        """Back to the person's last choice; what that seat had not seen then is dealt anew."""
        (seat,) = self.humans
        choice = self.choices[seat].pop()
        self.state = choice.state
        del self.actions[choice.actions :]
        del self.logs[seat][choice.log :]
        self.redeals = {at: old for at, old in self.redeals.items() if at < choice.actions}
        self.redeal(seed)

    def redeal(self, seed: int) -> None:
        """Deal anew what the person, who is to move, cannot see."""
        (seat,) = self.humans
        if not self.waits_for_person():
            raise ValueError("a new deal is made at a choice of the person only")
        self.state = self.state.view(seat).sample(seed)
        self.stories[seat].go_on_from(self.state)
        self.redeals[len(self.actions)] = seed
        self.players = self.new_players()
        self.seated.clear()
        self.assisted = True

    def follow(self, actions: Sequence[int], redeals: Mapping[int, int]) -> Iterator[State]:
        """Play what was recorded, with its new deals; gives the position before each action."""
        for number, action in enumerate(actions):
            if number in redeals:
                self.redeal(redeals[number])
            yield self.state
            try:
                self.play(action)
            except (ValueError, TypeError) as error:
                raise ValueError(f"number {number + 1} of its actions: {error}") from None
        if len(actions) in redeals:
            self.redeal(redeals[len(actions)])
        yield self.state

    # Files.

    def to_dict(self) -> dict[str, Any]:
        """All that is needed to go on, as JSON."""
        saved: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.name,
            "players": self.game.players,
            "options": dict(self.game.options),
            "seed": self.seed,
            "seats": self.specs,
            "actions": self.actions,
        }
        if self.practice:
            saved["practice"] = True
        if self.assisted:
            saved["assisted"] = True
        if self.redeals:
            saved["redeals"] = [list(pair) for pair in self.redeals.items()]
        if self.is_over():
            saved["returns"] = self.state.returns()
        return saved


def session_from_dict(data: object) -> Session:
    """The session as it was written; a ValueError says what is wrong."""
    fields = Fields(data, "the saved game")
    if fields.get("format") != FORMAT:
        raise ValueError(f"format {fields.get('format')!r} is unknown: this program reads {FORMAT}")
    options = Fields(fields.get("options"), fields.place("options")).data
    game = load_game(fields.get("game"), players=fields.get("players"), **options)
    seats = fields.sequence("seats", game.players)
    practice = read_switch(fields, "practice")
    session = Session(game, fields.get("seed"), list(seats), practice=practice)
    actions = fields.sequence("actions")
    redeals = read_redeals(fields, practice=practice)
    assisted = read_switch(fields, "assisted")
    returns = fields.get("returns", None)
    fields.finish()
    if max(redeals, default=0) > len(actions):
        raise ValueError(f"there are not as many actions as 'redeals' of {fields.where} says")
    for _ in session.follow(actions, redeals):
        pass
    if returns is not None and not (session.is_over() and returns == session.state.returns()):
        raise ValueError(f"the actions of {fields.where} do not lead to its 'returns'")
    session.assisted = session.assisted or assisted
    return session


def states_of(session: Session) -> list[State]:
    """Every position of the game so far, from the deal on."""
    again = Session(session.game, session.seed, session.specs, practice=session.practice)
    return [state.clone() for state in again.follow(session.actions, session.redeals)]


def read_switch(fields: Fields, key: str) -> bool:
    value = fields.get(key, False)
    if not isinstance(value, bool):
        raise ValueError(f"{fields.place(key)} must be true or false, not {value!r}")
    return value


def read_redeals(fields: Fields, *, practice: bool) -> dict[int, int]:
    """Seeds of new deals, by the number of actions before them."""
    redeals: dict[int, int] = {}
    for pair in fields.sequence("redeals", default=[]):
        if not practice or not isinstance(pair, list) or len(pair) != 2:
            raise ValueError(f"{fields.place('redeals')} must be pairs of numbers, of a practice")
        at = checked_whole(pair[0], 0, 10**6, fields.place("redeals"))
        redeals[at] = checked_whole(pair[1], 0, REDEAL_SEEDS, fields.place("redeals"))
    return redeals
