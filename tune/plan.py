"""What a study is about: all that its trials depend on. The same plan gives the same study."""

import json
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

from optuna.samplers import BaseSampler, PartialFixedSampler, RandomSampler, TPESampler

from kagemusha.arena.errors import ArenaError
from kagemusha.tune.axes import Setting
from kagemusha.tune.fields import shortly
from kagemusha.tune.match import GAMES_PER_SET
from kagemusha.tune.ntbea import NtbeaSampler
from kagemusha.tune.pruning import HalvingPruner, NoPruner, PairedPruner
from kagemusha.tune.space import Space

Method = Literal["tpe", "ntbea", "random", "halving"]
Rule = Literal["lower", "mean"]
METHODS: tuple[Method, ...] = get_args(Method)
RULES: tuple[Rule, ...] = get_args(Rule)

LEAST_GAMES, MOST_GAMES = 60, 10**9
FINAL_SHARE = 0.3               # of the budget, kept for the play-off of the best
FINALISTS = 6
BATCH = 4                       # trials at a time, whatever the number of jobs
BRACKET, FACTOR = 9, 3          # of successive halving
TPE_STARTUP = 8
FORMAT = 2
VALUES = "values"               # what specs leave to the defaults, which may change


@dataclass(frozen=True)
class Plan:
    """The question and the means: what is tuned, against whom, how, and for how many games."""

    game: str
    players: tuple[int, ...]
    player: str                     # the spec to improve, in canonical form
    opponents: tuple[str, ...]
    space: tuple[dict[str, Any], ...]
    budget_games: int
    method: Method = "tpe"
    recommend: Rule = "lower"
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    version: str = ""
    values: dict[str, dict[str, str]] = field(default_factory=dict)     # of every spec, in full

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ArenaError(f"there is no method {self.method!r}: {', '.join(METHODS)}")
        if self.recommend not in RULES:
            raise ArenaError(f"recommend by {' or '.join(RULES)}, not by {self.recommend!r}")
        if self.budget_games < LEAST_GAMES:
            raise ArenaError(
                f"a budget of {self.budget_games} games is too small: at least {LEAST_GAMES}"
            )
        if self.budget_games > MOST_GAMES:
            raise ArenaError(f"a budget has {MOST_GAMES} games at most, not {self.budget_games}")
        if not 0 <= self.seed < 2**64:
            raise ArenaError(f"a seed is from 0 to {2**64 - 1}, not {self.seed}")
        baseline = 0 if self.meets_itself else self.rungs[-1]
        if self.trials_for(self.search_sets - baseline) == 0:
            raise ArenaError(
                f"a budget of {self.budget_games} games is too small for {self.method} with "
                f"{len(self.players)} x {len(self.opponents)} tables and opponents"
            )

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        given = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        found: dict[str, Any] = json.loads(json.dumps({"format": FORMAT, **given}))
        return found

    @property
    def meets_itself(self) -> bool:
        """Whether the only opponent is the player as it is: then its own score is 0."""
        return self.opponents == (self.player,)

    @property
    def search_sets(self) -> int:
        return int(self.budget_games / GAMES_PER_SET * (1 - FINAL_SHARE))

    @property
    def batch(self) -> int:
        return BRACKET if self.method == "halving" else BATCH

    @property
    def rungs(self) -> tuple[int, ...]:
        """After so many sets a trial may be stopped; the last one is its full length."""
        if self.method == "ntbea":
            return (self._balanced(max(2, min(self.search_sets // 80, 64))),)
        if self.method == "halving":
            shortest = self._balanced(min(self.search_sets // 90, 64))
            return (shortest, FACTOR * shortest, FACTOR**2 * shortest)
        shortest = self._balanced(min(self.search_sets // 160, 64))
        return (shortest, 2 * shortest, 4 * shortest, 8 * shortest)

    def _balanced(self, sets: int) -> int:
        """So many sets or a few more, all tables and opponents equally often."""
        cycle = len(self.players) * len(self.opponents)
        return cycle * max(1, -(-sets // cycle))

    def batch_sets(self, trials: int) -> int:
        """What a batch may cost at most."""
        if self.method != "halving":
            return trials * self.rungs[-1]
        sets, live, before = 0, trials, 0
        for rung in self.rungs:
            sets += live * (rung - before)
            live, before = -(-live // FACTOR), rung
        return sets

    def trials_for(self, sets: int) -> int:
        """How many trials the next batch may have when so many sets are left."""
        if self.method == "halving":
            return self.batch if sets >= self.batch_sets(self.batch) else 0
        return max(0, min(self.batch, sets // self.rungs[-1]))

    def sampler(self, space: Space, seed: int, fixed: Setting | None = None) -> BaseSampler:
        """The sampler of one trial: it has no memory but the study."""
        if fixed is not None:
            return PartialFixedSampler(fixed, RandomSampler(seed=seed % 2**32))
        if self.method == "tpe":
            return TPESampler(
                seed=seed % 2**32,
                n_startup_trials=TPE_STARTUP,
                multivariate=True,
                group=True,
                constant_liar=True,
            )
        if self.method == "ntbea":
            return NtbeaSampler(space, seed)
        return RandomSampler(seed=seed % 2**32)

    def pruner(self) -> PairedPruner | HalvingPruner | NoPruner:
        if self.method == "halving":
            return HalvingPruner(FACTOR)
        return NoPruner() if self.method == "ntbea" else PairedPruner()


def final_rungs(finalists: int, others: int, sets: int) -> tuple[int, ...]:
    """The lengths of the play-off, in which each time half of the finalists go on.

    `others` play along to the end; `sets` are to be spent.
    """
    lengths, weight = shares_of_final(finalists, others)
    return tuple(max(1, sets // weight) * length for length in lengths)


def finalists_for(sets: int, others: int) -> int:
    """How many finalists so many sets are enough for; one at least."""
    counts = range(FINALISTS, 1, -1)
    return next((n for n in counts if shares_of_final(n, others)[1] <= sets), 1)


def shares_of_final(finalists: int, others: int) -> tuple[list[int], int]:
    """The lengths of the play-off in units, and what all that play cost."""
    lengths, live, weight = [1], finalists, finalists + others
    while live > 1:
        live = -(-live // 2)
        weight += (live + others) * lengths[-1]
        lengths.append(2 * lengths[-1])
    return lengths, weight


def check_same(found: dict[str, Any], wanted: dict[str, Any], name: str) -> None:
    """A study may only be gone on with by the command that began it."""
    if found.get("format") != wanted["format"]:
        raise ArenaError(f"{name}: format {found.get('format')!r} of a study is unknown")
    for key in ("game", *wanted):
        if found.get(key) != wanted[key] and key != VALUES:
            raise ArenaError(
                f"{name} is the study of another command: {key} is {shown(found.get(key))} "
                f"there and {shown(wanted[key])} here"
            )
    for spec, values in wanted[VALUES].items():
        before = found[VALUES].get(spec, {})
        for parameter in {**values, **before}:
            if before.get(parameter) != values.get(parameter):
                raise ArenaError(
                    f"{name} is a study with other defaults: {parameter} of {spec} is "
                    f"{shown(before.get(parameter))} there and {shown(values.get(parameter))} here"
                )


def shown(value: object) -> str:
    return shortly(json.dumps(value), 60)


def plan_from_dict(data: dict[str, Any], name: str) -> Plan:
    """The plan that a study was made by."""
    if data.get("format") != FORMAT:
        raise ArenaError(f"{name}: format {data.get('format')!r} of a study is unknown")
    known = [entry.name for entry in fields(Plan)]
    try:
        given = {key: as_given(data[key]) for key in known}
        return Plan(**given)
    except (KeyError, TypeError, ValueError) as error:
        raise ArenaError(f"{name}: its plan cannot be read: {error!r}") from error


def as_given(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
