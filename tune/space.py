"""The search space: axes from `--param` words, from SPACE.toml, or the usual ones of a player.

A word is `c=0.1..2:log`, `rollout={rule,uniform}`, `cutoff=1..12`, or a bare name for the usual
range; ` if rollout=rule,mast` behind it makes it conditional.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from optuna.trial import BaseTrial

from kagemusha.core.game import Game
from kagemusha.players.specs import Spec
from kagemusha.tune.axes import DIGITS, Axis, Choices, Condition, Range, Setting
from kagemusha.tune.fields import Field, changed_spec, fields_of, find_field, spell

Entry = dict[str, Any]              # one axis as SPACE.toml has it
WORD = re.compile(r"([\w.*-]+)(?:=(.*?))?(?:\s+if\s+([\w.]+)=(.+))?", re.DOTALL)
KEYS = ("low", "high", "log", "values", "when")


@dataclass(frozen=True)
class Space:
    """The player as it is, and the axes along which it may change, parents first."""

    base: Spec
    axes: tuple[Axis, ...]
    defaults: Setting               # where the player stands on each axis

    def suggest(self, trial: BaseTrial) -> Setting:
        """A setting drawn by the sampler of a trial."""
        setting: Setting = {}
        for axis in self.axes:
            if axis.when is None or axis.when.holds(setting):
                value = self._drawn(axis, trial)
                setting[axis.name] = axis.tidy(value)
        return setting

    def _drawn(self, axis: Axis, trial: BaseTrial) -> Any:
        if isinstance(axis, Choices):
            return trial.suggest_categorical(axis.name, axis.values)
        if axis.whole:
            return trial.suggest_int(axis.name, int(axis.low), int(axis.high), log=axis.log)
        return trial.suggest_float(axis.name, axis.low, axis.high, log=axis.log)

    def matters(self, values: Setting) -> Setting:
        """Of values for all axes those that matter."""
        setting: Setting = {}
        for axis in self.axes:
            if axis.when is None or axis.when.holds(setting):
                setting[axis.name] = values[axis.name]
        return setting

    def default_setting(self) -> Setting | None:
        """The player as it is; None if it stands outside the space."""
        setting = self.matters(self.defaults)
        inside = all(axis.holds(setting[axis.name]) for axis in self.axes if axis.name in setting)
        return setting if inside else None

    def changes(self, setting: Setting) -> Setting:
        """Where a setting differs from the player as it is."""
        return {name: value for name, value in setting.items() if value != self.defaults[name]}

    def text(self, setting: Setting) -> str:
        """The changes as words: c=0.5,rollout=rule."""
        changed = self.changes(setting).items()
        return ",".join(f"{name}={spell(value)}" for name, value in changed) or "as it is"

    def spec(self, setting: Setting) -> str:
        """The player with this setting, in canonical form: what it has already is not said again."""
        return str(changed_spec(self.base, self.changes(setting)))

    def at(self, places: Sequence[float]) -> Setting:
        """The setting at these places, from 0 to 1 on each axis."""
        values = {axis.name: axis.at(p) for axis, p in zip(self.axes, places, strict=True)}
        return self.matters(values)

    def to_list(self) -> list[Entry]:
        return [axis.to_dict() for axis in self.axes]


def make_space(base: Spec, game: Game, words: Sequence[str], file: Path | None = None) -> Space:
    """The space that was asked for; a ValueError says what is wrong with it."""
    fields = fields_of(base, game)
    usual = read_usual().get(base.kind.name, {})
    entries: dict[str, Entry] = {}
    for name, entry in [*(read_file(file) if file else []), *map(read_word, words)]:
        for full in expanded(name, fields):
            if full in entries:
                raise ValueError(f"parameter {full} is given twice")
            entries[full] = entry
    if not entries:
        entries = {
            full: {}
            for name, entry in usual.items()
            if entry.get("usual")
            for full in expanded(name, fields)
        }
    if not entries:
        raise ValueError(f"player {base.kind.name} has nothing to tune: name parameters by --param")
    axes = [make_axis(name, entry, fields, usual, base.kind.name) for name, entry in entries.items()]
    checked = with_conditions(axes, usual, fields)
    defaults = {axis.name: fields[axis.name].default for axis in checked}
    return Space(base, tuple(checked), defaults)


def expanded(name: str, fields: Iterable[str]) -> list[str]:
    """`weights.*` stands for all weights."""
    if not name.endswith(".*"):
        return [name]
    return [full for full in fields if full.startswith(name[:-1])] or [name]


def read_word(text: str) -> tuple[str, Entry]:
    """A word of `--param`; its values are still texts."""
    match = WORD.fullmatch(text.strip())
    if match is None:
        raise ValueError(
            f"a parameter is written c=0.1..2:log, cutoff=1..12 or 'rollout={{rule,uniform}}', "
            f"not {text!r}"
        )
    name, body, parent, values = match.groups()
    entry: Entry = {} if body is None else read_body(name, body.strip())
    if parent is not None:
        entry["when"] = {parent: [value.strip() for value in values.strip("{} ").split(",")]}
    return name, entry


def read_body(name: str, body: str) -> Entry:
    log = body.endswith(":log")
    body = body.removesuffix(":log")
    if ".." in body:
        low, _, high = body.partition("..")
        if not low.strip() or not high.strip():
            raise ValueError(f"{name}: a range has two ends, as {name}=0.1..2, not {body!r}")
        return {"low": low.strip(), "high": high.strip(), "log": log}
    if log:
        raise ValueError(f"{name}: only a range can be logarithmic, as {name}=0.1..2:log")
    values = [value.strip() for value in body.strip("{}").split(",")]
    if len(values) < 2:
        raise ValueError(f"{name}: {body!r} is neither a range, as 1..9, nor a choice, as a,b")
    return {"values": values}


def read_file(path: Path) -> list[tuple[str, Entry]]:
    """The tables of a SPACE.toml: [c] with low, high and log; [rollout] with values; and when."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {error}") from None
    entries = list(flat("", table))
    for name, entry in entries:
        unknown = [key for key in entry if key not in KEYS]
        if unknown:
            raise ValueError(f"{path}: {name} has the key {unknown[0]!r}: {', '.join(KEYS)}")
        if "values" in entry and entry.keys() & {"low", "high", "log"}:
            raise ValueError(f"{path}: {name} has either values, or low, high and log")
    if not entries:
        raise ValueError(f"{path}: it names no parameter")
    return entries


def flat(prefix: str, table: dict[str, Any]) -> Iterable[tuple[str, Entry]]:
    """[weights.kill] is the parameter weights.kill."""
    for key, value in table.items():
        if not isinstance(value, dict):
            raise ValueError(f"{prefix}{key}: a parameter is a table, as [{key}] with low and high")
        if value and all(isinstance(inner, dict) for inner in value.values()) and "when" not in value:
            yield from flat(f"{prefix}{key}.", value)
        else:
            yield f"{prefix}{key}", value


def read_usual() -> dict[str, dict[str, Entry]]:
    text = resources.files("kagemusha.tune").joinpath("spaces.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    tables["cheat"] = tables["ismcts"]
    return tables


def make_axis(
    name: str, entry: Entry, fields: dict[str, Field], usual: dict[str, Entry], kind: str
) -> Axis:
    field = find_field(name, fields, kind)
    given = entry if entry.keys() & {"low", "high", "values"} else {**usual.get(name, {}), **entry}
    when = read_condition(name, given.get("when"), fields, kind)
    if "values" in given:
        return choices(field, given["values"], when)
    if field.values:
        if entry.keys() & {"low", "high"}:
            allowed = ", ".join(map(spell, field.values))
            raise ValueError(f"{name} has no range, it is one of {allowed}")
        return Choices(name, field.values, when)
    return number_range(field, given, when)


def choices(field: Field, values: object, when: Condition | None) -> Choices:
    if not isinstance(values, list):
        raise ValueError(f"{field.name}: values are a list, not {values!r}")
    read = tuple(dict.fromkeys(
        field.read(value) if isinstance(value, str) else field.check(value) for value in values
    ))  # fmt: skip
    if len(read) < 2:
        raise ValueError(f"{field.name}: one value is no choice")
    return Choices(field.name, read, when)


def number_range(field: Field, given: Entry, when: Condition | None) -> Range:
    ends = []
    for end, usual in (("low", field.low), ("high", field.high)):
        value = given.get(end, usual)
        number = field.read(value) if isinstance(value, str) else field.check(value)
        assert isinstance(number, int | float)
        if abs(number) > 1e12:
            raise ValueError(f"{field.name} needs a range, as {field.name}=1..10")
        ends.append(number)
    low, high = ends
    log = given.get("log", False)
    if not isinstance(log, bool):
        raise ValueError(f"{field.name}: log is true or false, not {log!r}")
    if not low < high:
        raise ValueError(f"{field.name}: the range {low:g}..{high:g} is empty")
    if log and low <= 0:
        raise ValueError(f"{field.name}: a logarithmic range begins above 0, not at {low:g}")
    axis = Range(field.name, low, high, field.whole, log, when)
    if len(axis.grid(2)) < 2:
        raise ValueError(
            f"{field.name}: the range {low!r}..{high!r} is too narrow, numbers have {DIGITS} digits"
        )
    return axis


def read_condition(
    name: str, when: object, fields: dict[str, Field], kind: str
) -> Condition | None:
    if when is None:
        return None
    if not isinstance(when, dict) or len(when) != 1:
        raise ValueError(f"{name}: a condition names one parameter, as when = {{rollout = [...]}}")
    ((parent, values),) = when.items()
    field = find_field(parent, fields, kind)
    listed = values if isinstance(values, list) else [values]
    if not listed:
        raise ValueError(f"{name}: a condition names a value, as when = {{rollout = [\"rule\"]}}")
    read = [field.read(value) if isinstance(value, str) else field.check(value) for value in listed]
    return Condition(parent, tuple(read))


def with_conditions(
    axes: list[Axis], usual: dict[str, Entry], fields: dict[str, Field]
) -> list[Axis]:
    """Parents before children; a child whose parent never lets it matter is refused."""
    by_name = {axis.name: axis for axis in axes}
    done: dict[str, Axis] = {}

    def place(axis: Axis, below: tuple[str, ...]) -> None:
        if axis.name in below:
            raise ValueError(f"{axis.name}: its condition depends on itself")
        when = axis.when or known_condition(axis.name, usual)
        if when is not None and when.parent in by_name:
            parent = by_name[when.parent]
            if not any(parent.holds(value) for value in when.values):
                raise idle(axis.name, when, "is never that in this space")
            place(parent, (*below, axis.name))
        elif when is not None:
            fixed = fields[when.parent].default
            if fixed not in when.values:
                raise idle(axis.name, when, f"is {spell(fixed)} and not tuned")
            when = None
        done.setdefault(axis.name, replace(axis, when=when))

    for axis in axes:
        place(axis, ())
    return list(done.values())


def known_condition(name: str, usual: dict[str, Entry]) -> Condition | None:
    when = usual.get(name, {}).get("when")
    if when is None:
        return None
    ((parent, values),) = when.items()
    return Condition(parent, tuple(values))


def idle(name: str, when: Condition, reason: str) -> ValueError:
    values = " or ".join(spell(value) for value in when.values)
    return ValueError(f"{name} matters only while {when.parent} is {values}, which {reason}")
