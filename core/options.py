"""Rule options: one typed table per game, checked in one place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kagemusha.core.names import nearest

OptionValue = str | bool | int


@dataclass(frozen=True)
class Choice:
    """An option whose value is one of a few words, or true or false."""

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    meaning: str

    def check(self, value: object) -> OptionValue:
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        allowed = " or ".join(repr(known) for known in self.values)
        raise ValueError(f"option {self.name} must be {allowed}, not {value!r}")


@dataclass(frozen=True)
class Whole:
    """An option whose value is a whole number within bounds."""

    name: str
    low: int
    high: int
    default: int
    meaning: str

    def check(self, value: object) -> OptionValue:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"option {self.name} must be a whole number, not {value!r}")
        if not self.low <= value <= self.high:
            raise ValueError(
                f"option {self.name} must be from {self.low} to {self.high}, not {value}"
            )
        return value


Option = Choice | Whole


def switch(name: str, default: bool, meaning: str) -> Choice:
    """An option that is on or off."""
    return Choice(name, (True, False), default, meaning)


def check_options(
    game: str, table: Sequence[Option], given: Mapping[str, object]
) -> dict[str, OptionValue]:
    """All options of a game, the given ones checked, the others at their defaults."""
    known = {option.name: option for option in table}
    for name in given:
        if name not in known:
            hint = nearest(name, known) if known else "it has none"
            raise ValueError(f"{game} has no option {name!r}: {hint}")
    return {
        name: option.check(given[name]) if name in given else option.default
        for name, option in known.items()
    }
