"""Reading positions: JSON objects key by key, with complaints that name the place."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kagemusha.core.names import Names, nearest
from kagemusha.core.state import State

if TYPE_CHECKING:
    from kagemusha.core.game import Game

FORMAT = 1
REQUIRED = object()


class Fields:
    """One JSON object of a position. Every key that is not asked for is an error in the end."""

    def __init__(self, data: object, where: str = "the position") -> None:
        if not isinstance(data, Mapping):
            raise ValueError(f"{where} must be an object, not {data!r}")
        self.data = data
        self.where = where
        self.asked: list[str] = []

    def get(self, key: str, default: object = REQUIRED) -> Any:
        self.asked.append(key)
        if key in self.data:
            return self.data[key]
        if default is REQUIRED:
            raise ValueError(f"{self.where} has no {key!r}")
        return default

    def place(self, key: str) -> str:
        return f"{key!r} of {self.where}"

    def whole(self, key: str, low: int, high: int, default: object = REQUIRED) -> int:
        """A whole number within bounds."""
        return checked_whole(self.get(key, default), low, high, self.place(key))

    def name(self, key: str, names: Names) -> int:
        """The number of a name."""
        try:
            return names.number(self.get(key))
        except ValueError as error:
            raise ValueError(f"{self.place(key)}: {error}") from None

    def name_or_none(self, key: str, names: Names, none: int, default: object = REQUIRED) -> int:
        """The number of a name, or `none` for null."""
        if self.get(key, default) is None:
            return none
        return self.name(key, names)

    def seat_or_none(self, key: str, players: int, none: int, default: object = REQUIRED) -> int:
        """A seat, or `none` for null."""
        if self.get(key, default) is None:
            return none
        return self.seat(key, players)

    def seat(self, key: str, players: int) -> int:
        value = self.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < players:
            raise ValueError(
                f"{self.place(key)}: there is no seat {value!r}, seats are 0 to {players - 1}"
            )
        return value

    def counts(self, key: str, names: Names, default: object = REQUIRED) -> list[int]:
        """An object {name: copies} as copies by number."""
        copies = [0] * len(names)
        for name, count in Fields(self.get(key, default), self.place(key)).data.items():
            try:
                kind = names.number(name)
            except ValueError as error:
                raise ValueError(f"{self.place(key)}: {error}") from None
            copies[kind] += checked_whole(count, 0, 255, f"the copies of {name} in {self.where}")
        return copies

    def pile(self, key: str, names: Names, default: object = REQUIRED) -> list[int]:
        """A list of names as numbers."""
        try:
            return [names.number(name) for name in self.sequence(key, default=default)]
        except ValueError as error:
            raise ValueError(f"{self.place(key)}: {error}") from None

    def sequence(
        self, key: str, length: int | None = None, default: object = REQUIRED
    ) -> Sequence[Any]:
        value = self.get(key, default)
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise ValueError(f"{self.place(key)} must be a list, not {value!r}")
        if length is not None and len(value) != length:
            raise ValueError(f"{self.place(key)} must have {length} entries, not {len(value)}")
        return value

    def objects(self, key: str, length: int, where: str) -> list["Fields"]:
        """A list of so many JSON objects, one per seat."""
        entries = self.sequence(key, length)
        return [Fields(entry, f"{where} {i}") for i, entry in enumerate(entries)]

    def matrix(self, key: str, size: int, high: int, default: object) -> list[list[int]]:
        """A square of whole numbers."""
        rows = self.sequence(key, size, default)
        for row in rows:
            if isinstance(row, str) or not isinstance(row, Sequence) or len(row) != size:
                raise ValueError(f"{self.place(key)} must have {size} rows of {size} numbers")
        return [[checked_whole(cell, 0, high, self.place(key)) for cell in row] for row in rows]

    def finish(self) -> None:
        """Refuse what nobody asked for."""
        for key in self.data:
            if key not in self.asked:
                raise ValueError(f"{self.where} has an unknown {key!r}: {nearest(key, self.asked)}")


def checked_whole(value: object, low: int, high: int, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{where} must be a whole number, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{where} must be from {low} to {high}, not {value}")
    return value


def write_header(game: "Game", state: State) -> dict[str, Any]:
    """What every position begins with."""
    seed, used = state.chance_key()
    return {
        "format": FORMAT,
        "game": game.name,
        "players": game.players,
        "options": dict(game.options),
        "seed": seed,
        "drawn": dict(zip(game.EVENTS, used, strict=False)),
    }


def read_header(fields: Fields, name: str, players: int, options: Mapping[str, object]) -> None:
    """Check that a position is of this format, game, table size and rules."""
    if fields.get("format", FORMAT) != FORMAT:
        raise ValueError(f"format {fields.get('format')!r} is unknown: this program reads {FORMAT}")
    if fields.get("game", name) != name:
        raise ValueError(f"the position is of {fields.get('game')!r}, not of {name!r}")
    if fields.get("players", players) != players:
        raise ValueError(f"the position has {fields.get('players')!r} players, not {players}")
    given = Fields(fields.get("options", {}), "'options' of the position")
    for key, value in given.data.items():
        if key not in options:
            raise ValueError(f"the position has an unknown option {key!r}: {nearest(key, options)}")
        if key != "language" and value != options[key]:
            raise ValueError(
                f"the position has option {key} = {value!r}, the game has {options[key]!r}"
            )


def read_chance(fields: Fields, events: Sequence[str], room: int) -> tuple[int, list[int]]:
    """The chance key and how much of it is used up, both optional."""
    seed = fields.whole("seed", 0, 2**64 - 1, default=0)
    drawn = Fields(fields.get("drawn", {}), "'drawn' of the position")
    used = [drawn.whole(event, 0, 2**32 - 1, default=0) for event in events]
    drawn.finish()
    return seed, used + [0] * (room - len(used))
