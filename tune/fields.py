"""All that may be tuned of a kind of player: its own table, with weights by name."""

import math
from dataclasses import dataclass
from typing import cast

from kagemusha.core.game import Game
from kagemusha.core.names import nearest
from kagemusha.players.parameters import (
    AUTO,
    ByGame,
    Choice,
    Numbers,
    Real,
    Switch,
    Whole,
    Word,
    read_number,
    write_number,
)
from kagemusha.players.policies import evaluation_features, policy_weights
from kagemusha.players.search_player import own_settings
from kagemusha.players.specs import Spec, checked_spec, parse_spec
from kagemusha.tune.axes import Scalar, Setting

BUDGET = ("iterations", "ms", "threads", "per", "nodes")      # more of it is always better
HIGHEST_FACTOR = 3.0                # of a feature of the evaluator


@dataclass(frozen=True)
class Field:
    """A parameter: words to choose from, or the ends of a range; and its value by default."""

    name: str
    default: Scalar
    values: tuple[Scalar, ...] = ()
    low: float = -math.inf
    high: float = math.inf
    whole: bool = False

    def check(self, value: object) -> Scalar:
        """The value in its one form; a ValueError says what is allowed."""
        if self.values:
            if value not in self.values or isinstance(value, bool) != isinstance(self.default, bool):
                allowed = ", ".join(map(spell, self.values))
                raise ValueError(f"{self.name} is one of {allowed}, not {spell(value)}")
            return value
        kind = "a whole number" if self.whole else "a number"
        if isinstance(value, bool) or not isinstance(value, int if self.whole else (int, float)):
            raise ValueError(f"{self.name} is {kind}, not {spell(value)}")
        if not self.low <= value <= self.high:
            raise ValueError(
                f"{self.name} is {kind} from {self.low:g} to {self.high:g}, not {shortly(str(value), 20)}"
            )
        return int(value) if self.whole else float(value)

    def read(self, text: str) -> Scalar:
        """The value that is written so."""
        for value in self.values:
            if spell(value) == text:
                return value
        if self.values:
            return self.check(text)
        return self.check(read_whole(text) if self.whole else read_number(text))


def fields_of(spec: Spec, game: Game) -> dict[str, Field]:
    """What can be tuned of this player in this game, by name."""
    found: dict[str, Field] = {}
    own = own_settings(game)
    for parameter, value in zip(spec.kind.parameters, spec.values, strict=True):
        name = parameter.name
        if isinstance(parameter, ByGame):
            parameter, value = parameter.otherwise, own[name] if value == AUTO else value
        if isinstance(parameter, Choice):
            found[name] = Field(name, cast(Scalar, value), parameter.values)
        elif isinstance(parameter, Switch):
            found[name] = Field(name, cast(Scalar, value), (False, True))
        elif isinstance(parameter, Whole | Real):
            given = (parameter.low, parameter.high, isinstance(parameter, Whole))
            found[name] = Field(name, cast(Scalar, value), (), *given)
        elif isinstance(parameter, Numbers):
            changed = dict(cast(tuple[tuple[str, float], ...], value))
            found |= {field.name: field for field in numbers(name, changed, game)}
    return found


def values_in_full(spec: str, game: Game) -> dict[str, str]:
    """All values of a player in this game, also those that its spec leaves to the defaults."""
    return {name: spell(field.default) for name, field in fields_of(parse_spec(spec), game).items()}


def numbers(name: str, changed: dict[str, float], game: Game) -> list[Field]:
    """The single numbers of a parameter such as `weights`, where their names are known."""
    if name == "weights":
        return [
            Field(f"{name}.{weight.name}", changed.get(weight.name, weight.value), (),
                  weight.low, weight.high)
            for weight in policy_weights(game).values()
        ]  # fmt: skip
    if name == "evaluation":
        return [
            Field(f"{name}.{feature}", changed.get(feature, 1.0), (), 0.0, HIGHEST_FACTOR)
            for feature in evaluation_features(game)
        ]
    return []


def find_field(name: str, known: dict[str, Field], kind: str) -> Field:
    if name in BUDGET:
        raise ValueError(f"{name} is the budget of a player, not a setting: give it in --player")
    if name not in known:
        single = [other for other in known if "." not in other and other not in BUDGET]
        groups = dict.fromkeys(f"{other.partition('.')[0]}.NAME" for other in known if "." in other)
        hint = nearest(name, known)
        if hint.startswith("known"):
            hint = f"known are {', '.join([*single, *groups])}"
        raise ValueError(f"player {kind} has no parameter {name!r} to tune: {hint}")
    return known[name]


def changed_spec(base: Spec, setting: Setting) -> Spec:
    """The player with these values in place of its own."""
    given: dict[str, object] = {
        parameter.name: value
        for parameter, value in zip(base.kind.parameters, base.values, strict=True)
        if not (isinstance(parameter, Word) and value == parameter.default)
    }
    for name, value in setting.items():
        group, dot, member = name.partition(".")
        if dot:
            pairs = dict(cast(tuple[tuple[str, float], ...], given[group]))
            given[group] = {**pairs, member: float(value)}
        else:
            given[name] = value
    return checked_spec(base.kind, given)


def read_whole(text: str) -> int | str:
    """A whole number, or the text itself, which no check lets through."""
    try:
        return int(text)
    except ValueError:
        return text


def shortly(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def spell(value: object) -> str:
    """As a spec has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return write_number(value) if isinstance(value, float) else str(value)
