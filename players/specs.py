"""Spec strings: players in words, as `rule:aggressive,epsilon=0.2` or `@file.toml`.

A spec is a kind of player, then its parameters. A parameter that is a word and comes first
in the table of the kind may stand without its name. Parameters of a class are written after
a second colon: `module:Class:depth=3`. The name of a level is a spec too: it stands for a whole
one, and is replaced by it here.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kagemusha.core.game import Game
from kagemusha.core.names import nearest
from kagemusha.players.kinds import KINDS, Kind, find_kind, installed, reason
from kagemusha.players.levels import LEVELS
from kagemusha.players.parameters import Parameter, Value
from kagemusha.players.player import Player

FILE_FORMAT = 1
CLASS = re.compile(r"([A-Za-z_][\w.]*:[A-Z]\w*)(?::(.*))?", re.DOTALL)    # begins with a capital
CONTINUES = re.compile(r"\w+=")             # a parameter, not the beginning of another spec


@dataclass(frozen=True)
class Spec:
    """A kind of player and the values of all its parameters, in the order of its table."""

    kind: Kind
    values: tuple[Value, ...]

    def __str__(self) -> str:
        """The canonical form: parameters in the order of the table, defaults left out."""
        items = [
            written(self.kind, parameter, value)
            for parameter, value in zip(self.kind.parameters, self.values, strict=True)
            if value != parameter.default
        ]
        return f"{self.kind.name}:{','.join(items)}" if items else self.kind.name

    def make(self, game: Game) -> Player:
        """A new player for the game."""
        names = [parameter.name for parameter in self.kind.parameters]
        try:
            return self.kind.make(game, **dict(zip(names, self.values, strict=True)))
        except ValueError as error:
            raise ValueError(f"player {self}: {error}") from error
        except Exception as error:          # whatever a stranger's class does
            raise ValueError(f"player {self} cannot be made: {reason(error)}") from error


def load_player(spec: str | Spec, game: Game) -> Player:
    """The player of a spec string; a ValueError says what is wrong with it."""
    return (spec if isinstance(spec, Spec) else parse_spec(spec)).make(game)


def parse_spec(text: str) -> Spec:
    """A spec string, checked; a ValueError names the mistake and the nearest right name."""
    if not isinstance(text, str):
        raise ValueError(f"a player is given by a string, not {text!r}")
    text = text.strip()
    if text.startswith("@"):
        return read_spec(Path(text[1:]))
    name, rest = split_name(text)
    if name in LEVELS:
        return level_spec(name, rest)
    kind = find_kind(name)
    return checked_spec(kind, read_items(kind, rest.split(",") if rest else []))


def level_spec(name: str, rest: object) -> Spec:
    """The spec that a level stands for; it has no parameters."""
    spec = LEVELS[name].spec
    if rest:
        raise ValueError(f"the level {name} has no parameters: change its spec instead, {spec}")
    return parse_spec(spec)


def split_specs(text: str) -> list[str]:
    """The specs in a list with commas; a piece `name=value` belongs to the spec before it."""
    specs: list[str] = []
    for piece in text.split(","):
        if specs and CONTINUES.match(piece.strip()):
            specs[-1] += f",{piece.strip()}"
        else:
            specs.append(piece.strip())
    return specs


def read_spec(path: Path) -> Spec:
    """The spec in a TOML file: the key `kind`, and the parameters as keys of their own."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        if table.pop("format", FILE_FORMAT) != FILE_FORMAT:
            raise ValueError(f"only format {FILE_FORMAT} is known")
        name = table.pop("kind", None)
        if not isinstance(name, str):
            raise ValueError('the key kind is missing, as kind = "rule"')
        return level_spec(name, table) if name in LEVELS else checked_spec(find_kind(name), table)
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: is not a text in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {error}") from error


def split_name(text: str) -> tuple[str, str]:
    """The name of the kind, which for a class has a colon in it, and its parameters."""
    name, _, rest = text.partition(":")
    if not name:
        raise ValueError("a player needs a name, as 'random' or 'rule'")
    a_class = CLASS.fullmatch(text)
    if a_class and name not in {*KINDS, *LEVELS, *installed()}:
        return a_class[1], a_class[2] or ""
    return name, rest


def read_items(kind: Kind, items: list[str]) -> dict[str, object]:
    """The parameters written in a spec string, by name."""
    known = {parameter.name: parameter for parameter in kind.parameters}
    given: dict[str, object] = {}
    for number, item in enumerate(items):
        name, equals, text = (part.strip() for part in item.partition("="))
        if not equals:
            name, text = bare_name(kind, name, first=number == 0), name
        if name in given:
            raise ValueError(f"player {kind.name}: {name} is given twice")
        given[name] = read_value(kind, known[name], text) if name in known else text
    return given


def bare_name(kind: Kind, text: str, *, first: bool) -> str:
    """The name of the parameter that a value without a name belongs to."""
    if first and kind.bare is not None:
        return kind.bare.name
    if not kind.parameters:
        raise ValueError(f"player {kind.name} has no parameters, so not {text!r}")
    names = [parameter.name for parameter in kind.parameters]
    raise ValueError(
        f"player {kind.name}: parameters are written name=value, not {text!r}: "
        f"{nearest(text, names)}"
    )


def read_value(kind: Kind, parameter: Parameter, text: str) -> Value:
    try:
        return parameter.read(text)
    except ValueError as error:
        raise ValueError(f"player {kind.name}: {error}") from None


def written(kind: Kind, parameter: Parameter, value: Value) -> str:
    text = parameter.write(value)
    return text if parameter is kind.bare else f"{parameter.name}={text}"


def checked_spec(kind: Kind, given: Mapping[str, object]) -> Spec:
    """The spec of a kind with these parameters, the others at their defaults."""
    known = {parameter.name: parameter for parameter in kind.parameters}
    for name in given:
        if name not in known:
            hint = nearest(name, known) if known else "it has none"
            raise ValueError(f"player {kind.name} has no parameter {name!r}: {hint}")
    try:
        values = tuple(
            parameter.check(given[name]) if name in given else parameter.default
            for name, parameter in known.items()
        )
    except ValueError as error:
        raise ValueError(f"player {kind.name}: {error}") from None
    return Spec(kind, values)
