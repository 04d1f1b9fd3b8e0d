"""The record of one game: enough to play it again, state by state, and to count it.

A record is one JSON object that stands by itself. Timings are in `seconds` only; everything else
is the same whenever and wherever the game is played.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar, get_args

from kagemusha.arena.errors import ArenaError
from kagemusha.core.registry import load_game
from kagemusha.core.state import State

FORMAT = 1

Reason = Literal["error", "illegal action", "timeout"]
REASONS: tuple[Reason, ...] = get_args(Reason)

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Forfeit:
    """Why a game ended early: the seat that gave it up, and what happened."""

    seat: int
    reason: Reason
    message: str = ""
    traceback: str = ""


@dataclass(slots=True, kw_only=True)
class GameRecord:
    """One game. Lists have one entry per seat, except for the actions.

    `agents` are places in the list of agents of the run, `specs` what they are. Without `actions`
    (None) the game can be counted but not replayed. A game begins with the deal of `deal_seed`,
    or from `position` if there is one, which has its own chance key.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    set_index: int
    game_index: int
    deal_seed: int
    agents: list[int]
    specs: list[str]
    player_seeds: list[int] | None = None
    position: dict[str, Any] | None = None
    actions: list[int] | None = None
    returns: list[float]
    roles: list[str] | None = None
    characters: list[str] | None = None
    decisions: list[int] | None = None
    iterations: list[int] | None = None
    digest: str | None = None           # of the last state, see state_digest
    forfeit: Forfeit | None = None
    seconds: list[float] | None = None

    @property
    def seats(self) -> int:
        return len(self.returns)

    def to_dict(self) -> dict[str, Any]:
        """As JSON; what is not known is left out."""
        data: dict[str, Any] = {"format": FORMAT}
        for name in NAMES:
            value = getattr(self, name)
            if value is not None:
                data[name] = value
        if self.forfeit is not None:
            given = self.forfeit
            data["forfeit"] = {name: getattr(given, name) for name in FORFEIT_NAMES}
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], where: str = "a game record") -> "GameRecord":
        """Read with suspicion; `where` names the file and line in errors."""
        reader = Reader(data, where)
        reader.check_keys({"format", *NAMES})
        if data.get("format") != FORMAT:
            raise reader.error(
                f"format {data.get('format')!r} is unknown, this program reads format {FORMAT}"
            )
        returns = reader.list_of("returns", number)
        seats = len(returns)
        if seats == 0:
            raise reader.error("'returns' names no seat")
        return cls(
            game=reader.one("game", text),
            options=reader.optional("options", json_object) or {},
            set_index=reader.one("set_index", whole),
            game_index=reader.one("game_index", whole),
            deal_seed=reader.one("deal_seed", seed),
            agents=reader.list_of("agents", whole, seats),
            specs=reader.list_of("specs", text, seats),
            player_seeds=reader.optional_list("player_seeds", seed, seats),
            position=reader.optional("position", json_object),
            actions=reader.optional_list("actions", whole),
            returns=returns,
            roles=reader.optional_list("roles", text, seats),
            characters=reader.optional_list("characters", text, seats),
            decisions=reader.optional_list("decisions", whole, seats),
            iterations=reader.optional_list("iterations", whole, seats),
            digest=reader.optional("digest", text),
            forfeit=read_forfeit(reader, seats),
            seconds=reader.optional_list("seconds", number, seats),
        )


NAMES = tuple(entry.name for entry in fields(GameRecord))
FORFEIT_NAMES = tuple(entry.name for entry in fields(Forfeit))


def replay(record: GameRecord) -> Iterator[State]:
    """The states of the game, from the deal to the end.

    It is one state that moves on: clone it to keep it. All that is recorded of the deal and of the
    end is compared.
    """
    name = f"game {record.game_index} of set {record.set_index}"
    if record.actions is None:
        why = f", for seat {record.forfeit.seat} forfeited it: " if record.forfeit else ""
        why += record.forfeit.message if record.forfeit else ""
        raise ArenaError(f"{name} was recorded without its actions and cannot be replayed{why}")
    try:
        game = load_game(record.game, players=record.seats, **record.options)
        if record.position is None:
            state = game.new_initial_state(seed=record.deal_seed)
        else:
            state = game.from_dict(record.position)
    except (TypeError, ValueError) as error:
        raise ArenaError(f"{name} cannot be dealt: {error}") from error
    check_deal(record, state, name)
    yield state
    choices = [0] * record.seats
    for number_of_action, action in enumerate(record.actions):
        if not state.is_terminal():
            choices[state.current_player()] += len(state.legal_actions()) > 1
        try:
            state.apply_action(action)
        except (TypeError, ValueError) as error:
            raise ArenaError(
                f"{name} cannot be replayed, action {number_of_action}: {error}"
            ) from error
        yield state
    check_end(record, state, choices, name)


def verify(record: GameRecord) -> State:
    """Replay a game to its end, and give its last state."""
    for state in replay(record):
        last = state
    return last


def state_digest(state: State) -> str:
    """A fingerprint of everything in a state."""
    text = json.dumps(state.to_dict(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def check_deal(record: GameRecord, state: State, name: str) -> None:
    dealt = state.game.seat_titles(state)
    for kind in ("roles", "characters"):
        recorded = getattr(record, kind)
        if recorded is not None and recorded != dealt.get(kind):
            raise ArenaError(f"{name} was recorded with other {kind} than those of its deal")


def check_end(record: GameRecord, state: State, choices: list[int], name: str) -> None:
    if record.forfeit is None and not state.is_terminal():
        raise ArenaError(f"{name} cannot be replayed: it is not over after its last action")
    if record.forfeit is None and state.returns() != record.returns:
        raise ArenaError(
            f"{name} was recorded with returns {record.returns} but ends with {state.returns()}"
        )
    # Whoever forfeits a game was asked once more than it has answered.
    if record.forfeit is None and record.decisions not in (None, choices):
        raise ArenaError(
            f"{name} was recorded with {record.decisions} decisions by seat but has {choices}"
        )
    if record.digest is not None and state_digest(state) != record.digest:
        raise ArenaError(f"{name} ends in another state than the one recorded")


# Reading. A check gives the value back, or None if it is not of its kind.

Check = Callable[[object], T | None]


def whole(value: object) -> int | None:
    # Not isinstance: True and False are no numbers here.
    return value if type(value) is int and value >= 0 else None


def seed(value: object) -> int | None:
    number = whole(value)
    return number if number is not None and number < 2**64 else None


def number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def json_object(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


KINDS: dict[object, str] = {
    whole: "a whole number from 0",
    seed: "a whole number from 0 to 2**64 - 1",
    number: "a number",
    text: "a string",
    json_object: "an object",
}


class Reader:
    """The fields of a JSON object, each of its kind or an error that names it."""

    def __init__(self, data: Mapping[str, Any], where: str) -> None:
        if not isinstance(data, Mapping):
            raise ArenaError(f"{where}: an object was expected, not {shortened(data)}")
        self.data = data
        self.where = where

    def error(self, fault: str) -> ArenaError:
        return ArenaError(f"{self.where}: {fault}")

    def check_keys(self, known: set[str]) -> None:
        for key in self.data:
            if key not in known:
                raise self.error(f"there is no field {key!r}")

    def one(self, name: str, check: Check[T]) -> T:
        if name not in self.data:
            raise self.error(f"{name!r} is missing")
        value = check(self.data[name])
        if value is None:
            raise self.error(
                f"{name!r} must be {KINDS[check]}, not {shortened(self.data[name])}"
            )
        return value

    def optional(self, name: str, check: Check[T]) -> T | None:
        return self.one(name, check) if self.data.get(name) is not None else None

    def list_of(self, name: str, check: Check[T], length: int | None = None) -> list[T]:
        if name not in self.data:
            raise self.error(f"{name!r} is missing")
        values = self.data[name]
        if not isinstance(values, list):
            raise self.error(f"{name!r} must be a list, not {shortened(values)}")
        if length is not None and len(values) != length:
            raise self.error(f"{name!r} must have {length} entries, not {len(values)}")
        checked = [good for value in values if (good := check(value)) is not None]
        if len(checked) < len(values):
            place = next(place for place, value in enumerate(values) if check(value) is None)
            raise self.error(
                f"{name!r} must hold {KINDS[check]} at place {place}, "
                f"not {shortened(values[place])}"
            )
        return checked

    def optional_list(
        self, name: str, check: Check[T], length: int | None = None
    ) -> list[T] | None:
        if self.data.get(name) is None:
            return None
        return self.list_of(name, check, length)


def read_forfeit(record: Reader, seats: int) -> Forfeit | None:
    data = record.optional("forfeit", json_object)
    if data is None:
        return None
    reader = Reader(data, f"{record.where}, 'forfeit'")
    reader.check_keys(set(FORFEIT_NAMES))
    seat = reader.one("seat", whole)
    if seat >= seats:
        raise reader.error(f"there is no seat {seat}: seats are 0 to {seats - 1}")
    given = reader.one("reason", text)
    reason = next((known for known in REASONS if known == given), None)
    if reason is None:
        raise reader.error(f"'reason' must be one of {', '.join(REASONS)}, not {given!r}")
    return Forfeit(
        seat=seat,
        reason=reason,
        message=reader.optional("message", text) or "",
        traceback=reader.optional("traceback", text) or "",
    )


def shortened(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."
