"""The settings of a search: one table of names, kinds, ranges, defaults and meanings.

Spec strings, the tuner's space and the documentation all come from here.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from kagemusha.core.names import nearest

Value = str | bool | int | float
NEVER = -1              # the cutoff of play-outs that go on to the end


@dataclass(frozen=True)
class Word:
    """A parameter whose value is one of a few words."""

    name: str
    values: tuple[str, ...]
    default: str
    meaning: str

    def check(self, value: object) -> str:
        if isinstance(value, str) and value in self.values:
            return value
        hint = nearest(value, self.values) if isinstance(value, str) else ", ".join(self.values)
        raise ValueError(f"search parameter {self.name} cannot be {value!r}: {hint}")

    def read(self, text: str) -> str:
        return self.check(text)

    def range_text(self) -> str:
        return ", ".join(self.values)


@dataclass(frozen=True)
class Switch:
    """A parameter that is on or off."""

    name: str
    default: bool
    meaning: str

    def check(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise ValueError(f"search parameter {self.name} must be true or false, not {value!r}")

    def read(self, text: str) -> bool:
        if text.lower() not in ("true", "false"):
            raise ValueError(f"search parameter {self.name} must be true or false, not {text!r}")
        return text.lower() == "true"

    def range_text(self) -> str:
        return "true, false"


@dataclass(frozen=True)
class Whole:
    """A parameter that is a whole number within bounds."""

    name: str
    low: int
    high: int
    default: int
    meaning: str

    def check(self, value: object) -> int:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise ValueError(f"search parameter {self.name} must be a whole number, not {value!r}")
        number = value.__index__()
        if not self.low <= number <= self.high:
            raise ValueError(
                f"search parameter {self.name} must be from {self.low} to {self.high}, not {number}"
            )
        return int(number)

    def read(self, text: str) -> int:
        try:
            return self.check(int(text))
        except ValueError:
            return self.check(text if not text.lstrip("+-").isdigit() else int(text))

    def range_text(self) -> str:
        return f"{self.low} to {self.high}"


@dataclass(frozen=True)
class Real:
    """A parameter that is a number within bounds."""

    name: str
    low: float
    high: float
    default: float
    meaning: str

    def check(self, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"search parameter {self.name} must be a number, not {value!r}")
        if not self.low <= value <= self.high:
            raise ValueError(
                f"search parameter {self.name} must be from {self.low:g} to {self.high:g}, "
                f"not {value:g}"
            )
        return float(value)

    def read(self, text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            return self.check(text)
        return self.check(number)

    def range_text(self) -> str:
        return f"{self.low:g} to {self.high:g}"


Parameter = Word | Switch | Whole | Real


def word(default: str, *others: str, meaning: str) -> Any:
    return field(default=default, metadata={"make": Word, "more": ((default, *others),),
                                            "meaning": meaning})


def switch(default: bool, meaning: str) -> Any:
    return field(default=default, metadata={"make": Switch, "more": (), "meaning": meaning})


def whole(default: int, low: int, high: int, meaning: str) -> Any:
    return field(default=default, metadata={"make": Whole, "more": (low, high),
                                            "meaning": meaning})


def real(default: float, low: float, high: float, meaning: str) -> Any:
    return field(default=default, metadata={"make": Real, "more": (low, high),
                                            "meaning": meaning})


@dataclass(frozen=True, kw_only=True)
class SearchParams:
    """The settings of one search, checked; `parameters()` is the table."""

    # What is searched.
    algorithm: str = word(
        "so", "mo", "pimc", "self", "flat",
        meaning="one tree of the searcher's information sets; a tree per seat; a tree for each of "
        "some fixed worlds; a tree of the searcher's own choices; no tree below the root",
    )
    worlds: int = whole(20, 1, 10_000, "worlds of pimc")
    root: str = word(
        "here", "hand",
        meaning="every iteration begins at the position at hand, or at the deal, all cards dealt "
        "anew (only games with a view that can do so)",
    )
    resample_own: bool = switch(True, "with root=hand: the searcher's own cards are dealt anew too")
    types: bool = switch(True, "statistics of a seat are kept apart by its hidden type (role)")
    redeal: bool = switch(
        False,
        "other seats learn only from worlds dealt anew from what they know, so that none answers "
        "the searcher's cards (re-determinization; slow, and for algorithm=so and root=here)",
    )
    branch_after: int = whole(
        0, 0, 2**31 - 1,
        "visits before a choice branches by what its maker's step let the observer see (draws, "
        "dice); below, outcomes are merged",
    )

    trust: float = real(
        1.0, 0.0, 10.0,
        "how far the policy's reading of the others' deeds decides which roles they are dealt in "
        "the worlds searched; 0: all that is possible is as likely",
    )

    # How actions are selected in the tree.
    select: str = word(
        "ucb1", "ucb1tuned", "puct", "smooth", "exp3", "rm", meaning="the bandit at a node"
    )
    root_select: str = word(
        "same", "ucb1", "ucb1tuned", "puct",
        meaning="the bandit at the decision searched, which tries all its actions first; same: "
        "as at any other node",
    )
    root_c: float = real(0.5, 0.0, 100.0, "exploration of root_select")
    block_select: str = word(
        "rm", "ucb1", "ucb1tuned", "puct", "smooth", "exp3",
        meaning="the bandit where seats choose simultaneously",
    )
    c: float = real(0.7, 0.0, 100.0, "exploration of ucb1, ucb1tuned, puct and smooth")
    gamma: float = real(0.05, 0.0, 1.0, "share of uniform exploration of exp3 and rm")
    smooth_start: float = real(0.9, 0.0, 1.0, "first share of ucb1 in smooth")
    smooth_floor: float = real(0.1, 0.0, 1.0, "least share of ucb1 in smooth")
    smooth_decay: float = real(0.002, 0.0, 10.0, "how fast that share falls with the visits")
    fpu: float = real(math.inf, -10.0, math.inf, "value of an action never tried; inf tries all")
    bias: float = real(0.0, 0.0, 100.0, "progressive bias towards the policy's weights")
    widen: float = real(0.0, 0.0, 100.0, "progressive widening: actions open after a visit; 0: all")
    widen_power: float = real(0.5, 0.0, 1.0, "their number grows with this power of the visits")
    decisive: bool = switch(False, "an action that wins at once is taken without further ado")

    # How iterations end, and what is learnt from them.
    rollout: str = word(
        "uniform", "rule", "mast",
        meaning="play-outs at random, by the policy, or by the mean result of each action so far",
    )
    epsilon: float = real(0.1, 0.0, 1.0, "share of random actions in rule and mast play-outs")
    cutoff: int = whole(
        NEVER, NEVER, 10_000, "turns of a play-out before the evaluator is asked; -1: to the end"
    )
    backup: str = word(
        "maxn", "paranoid",
        meaning="every seat maximises its own result, or all rivals minimise the searcher's",
    )
    final: str = word(
        "visits", "value", "lower", "mixed",
        meaning="the answer: most visits, best mean, best lower bound, or drawn from the average "
        "strategy (always so where seats choose simultaneously)",
    )

    # How long.
    iterations: int = whole(2000, 0, 2**31 - 1, "iterations at most; 0: no limit but the time")
    ms: float = real(0.0, 0.0, 86_400_000.0, "milliseconds at most; 0: no limit")
    per: str = word(
        "decision", "turn",
        meaning="what the budget is for; of a turn's budget every decision takes half of the rest",
    )
    early_stop: bool = switch(False, "stop when the leader cannot be caught (one thread)")
    reuse: bool = switch(False, "keep the tree for the next decision of the same turn")
    nodes: int = whole(2_000_000, 1, 100_000_000, "nodes of a tree at most")
    threads: int = whole(1, 1, 256, "independent trees, one per thread, added up at the end")

    def __post_init__(self) -> None:
        for parameter in PARAMETERS:
            value = parameter.check(getattr(self, parameter.name))
            object.__setattr__(self, parameter.name, value)
        if not self.iterations and not self.ms:
            raise ValueError("a search needs a budget: iterations or ms must be above 0")
        if self.redeal and (self.algorithm != "so" or self.root != "here"):
            raise ValueError("redeal=true is for algorithm=so and root=here")

    @classmethod
    def of(cls, given: Mapping[str, object]) -> "SearchParams":
        """From names and values; a value may also be the text of one, as in a spec string."""
        for name in given:
            if name not in BY_NAME:
                raise ValueError(f"there is no search parameter {name!r}: {nearest(name, BY_NAME)}")
        values = {
            name: BY_NAME[name].read(value) if isinstance(value, str) else value
            for name, value in given.items()
        }
        return cls(**values)        # type: ignore[arg-type]

    def to_dict(self) -> dict[str, Value]:
        return {parameter.name: getattr(self, parameter.name) for parameter in PARAMETERS}

    def to_spec(self) -> str:
        """What differs from the defaults, as a spec string has it: c=0.6,rollout=rule."""
        return ",".join(
            f"{parameter.name}={spell(getattr(self, parameter.name))}"
            for parameter in PARAMETERS
            if getattr(self, parameter.name) != parameter.default
        )


def spell(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, float) else str(value)


def parameters() -> tuple[Parameter, ...]:
    """The table of all search parameters."""
    return PARAMETERS


def table_text() -> str:
    """The table as Markdown."""
    rows = [
        f"| `{p.name}` | {p.range_text()} | {spell(p.default)} | {p.meaning} |" for p in PARAMETERS
    ]
    return "\n".join(["| name | values | default | meaning |", "|---|---|---|---|", *rows]) + "\n"


PARAMETERS: tuple[Parameter, ...] = tuple(
    f.metadata["make"](f.name, *f.metadata["more"], f.default, f.metadata["meaning"])
    for f in fields(SearchParams)
)
BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}
