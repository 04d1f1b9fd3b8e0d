"""The parameters of players: what each may be, and how it is written in a spec string."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, cast

from kagemusha.core.names import nearest

Value = bool | int | float | str | tuple[str, ...] | tuple[tuple[str, float], ...]

WORD = re.compile(r"[A-Za-z][\w.-]*", re.ASCII)
WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
SWITCH_WORDS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


class Parameter(Protocol):
    """One row of the table of a kind of player."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Value: ...
    @property
    def meaning(self) -> str: ...

    def allowed(self) -> str:
        """What it may be, in words."""

    def check(self, value: object) -> Value:
        """The value in its one form; a ValueError says what is allowed."""

    def read(self, text: str) -> Value:
        """The value that is written so."""

    def write(self, value: Value) -> str:
        """The one way to write a value; `read` is its inverse."""


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds."""

    name: str
    low: int
    high: int
    default: int
    meaning: str

    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: object) -> Value:
        if isinstance(value, bool) or not isinstance(value, int):
            raise wrong(self, value)
        if not self.low <= value <= self.high:
            raise wrong(self, value)
        return value

    def read(self, text: str) -> Value:
        return self.check(int(text) if WHOLE.fullmatch(text) else text)

    def write(self, value: Value) -> str:
        return str(value)


@dataclass(frozen=True)
class Real:
    """A number within bounds."""

    name: str
    low: float
    high: float
    default: float
    meaning: str

    def allowed(self) -> str:
        return f"a number from {write_number(self.low)} to {write_number(self.high)}"

    def check(self, value: object) -> Value:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise wrong(self, value)
        if not self.low <= value <= self.high:          # false for nan, too
            raise wrong(self, value)
        return float(value) + 0.0                       # no -0.0

    def read(self, text: str) -> Value:
        return self.check(read_number(text))

    def write(self, value: Value) -> str:
        assert isinstance(value, (int, float))
        return write_number(value)


@dataclass(frozen=True)
class Switch:
    """On or off."""

    name: str
    default: bool
    meaning: str

    def allowed(self) -> str:
        return "true or false"

    def check(self, value: object) -> Value:
        if not isinstance(value, bool):
            raise wrong(self, value)
        return value

    def read(self, text: str) -> Value:
        return self.check(SWITCH_WORDS.get(text.lower(), text))

    def write(self, value: Value) -> str:
        return str(value).lower()


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    name: str
    values: tuple[str, ...]
    default: str
    meaning: str

    def allowed(self) -> str:
        return " or ".join(self.values)

    def check(self, value: object) -> Value:
        if not isinstance(value, str):
            raise wrong(self, value)
        if value not in self.values:
            raise ValueError(
                f"{self.name} cannot be {value!r}: {nearest(value, self.values)}"
            )
        return value

    def read(self, text: str) -> Value:
        return self.check(text)

    def write(self, value: Value) -> str:
        return str(value)


@dataclass(frozen=True)
class Word:
    """A word that only the game can judge; nothing by default."""

    name: str
    meaning: str
    default: str = ""

    def allowed(self) -> str:
        return "a word"

    def check(self, value: object) -> Value:
        if not isinstance(value, str) or value and not WORD.fullmatch(value):
            raise wrong(self, value)
        return value

    def read(self, text: str) -> Value:
        return self.check(text)

    def write(self, value: Value) -> str:
        return str(value)


@dataclass(frozen=True)
class Words:
    """Several words, written one+two; none by default."""

    name: str
    meaning: str
    default: tuple[str, ...] = ()

    def allowed(self) -> str:
        return "words, as one+two"

    def check(self, value: object) -> Value:
        if not isinstance(value, (list, tuple)) or not all(map(is_word, value)):
            raise wrong(self, value)
        return tuple(sorted(set(value)))

    def read(self, text: str) -> Value:
        return self.check(text.split("+") if text else [])

    def write(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return "+".join(map(str, value))


@dataclass(frozen=True)
class Numbers:
    """Numbers by name, written one:0.5+two:3; none by default."""

    name: str
    meaning: str
    default: tuple[tuple[str, float], ...] = field(default=())

    def allowed(self) -> str:
        return "names with numbers, as one:0.5+two:3"

    def check(self, value: object) -> Value:
        pairs = list(value.items()) if isinstance(value, Mapping) else value
        if not isinstance(pairs, (list, tuple)):
            raise wrong(self, value)
        numbers: dict[str, float] = {}
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2 or not is_word(pair[0]):
                raise wrong(self, value)
            name, number = pair
            if name in numbers:
                raise ValueError(f"{self.name} has {name} twice")
            if not is_number(number):
                raise wrong(self, value)
            numbers[name] = float(number) + 0.0
        return tuple(sorted(numbers.items()))

    def read(self, text: str) -> Value:
        pairs = [item.partition(":") for item in text.split("+")] if text else []
        return self.check([(name, read_number(number)) for name, _, number in pairs])

    def write(self, value: Value) -> str:
        pairs = cast(tuple[tuple[str, float], ...], value)
        return "+".join(f"{name}:{write_number(number)}" for name, number in pairs)


AUTO = "auto"


@dataclass(frozen=True)
class ByGame:
    """A parameter that every game has a value of its own for: `auto`, the default."""

    otherwise: Whole | Real | Choice
    default: str = AUTO

    @property
    def name(self) -> str:
        return self.otherwise.name

    @property
    def meaning(self) -> str:
        return self.otherwise.meaning

    def allowed(self) -> str:
        return f"{self.otherwise.allowed()}, or {AUTO}"

    def check(self, value: object) -> Value:
        return AUTO if value == AUTO else self.otherwise.check(value)

    def read(self, text: str) -> Value:
        return AUTO if text == AUTO else self.otherwise.read(text)

    def write(self, value: Value) -> str:
        return AUTO if value == AUTO else self.otherwise.write(value)


def wrong(parameter: Parameter, value: object) -> ValueError:
    return ValueError(f"{parameter.name} must be {parameter.allowed()}, not {value!r}")


def is_word(value: object) -> bool:
    return isinstance(value, str) and WORD.fullmatch(value) is not None


def is_number(value: object) -> bool:
    is_real = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_real and math.isfinite(value)             # type: ignore[arg-type]


def read_number(text: str) -> float | str:
    """A number, or the text itself, which no check lets through."""
    try:
        return float(text)
    except ValueError:
        return text


def write_number(number: float) -> str:
    """The shortest text that reads back as the same number, without a plus sign."""
    return repr(float(number)).removesuffix(".0").replace("e+", "e")
