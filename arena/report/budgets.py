"""Which agents of a run are the same but for their budget."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from kagemusha.players.kinds import KINDS
from kagemusha.players.specs import Spec, parse_spec

UNITS = ("iterations", "ms")


class Budget(NamedTuple):
    """What an agent may spend on a decision."""

    agent: int
    amount: float


@dataclass(frozen=True)
class Family:
    """Agents that differ in their budget alone, the smallest first."""

    name: str
    unit: str
    budgets: tuple[Budget, ...]


def families(specs: Sequence[str]) -> list[Family]:
    """Those with at least two different budgets."""
    found: dict[tuple[str, str], list[Budget]] = defaultdict(list)
    for agent, text in enumerate(specs):
        if text.partition(":")[0] not in KINDS:
            continue                        # somebody's own class: reading must not import it
        spec = parse_spec(text)
        given = {unit: amount_of(spec, unit) for unit in UNITS}
        spent = [unit for unit in UNITS if given[unit] > 0]
        if len(spent) == 1:
            key = (str(without_budget(spec)), spent[0])
            found[key].append(Budget(agent, given[spent[0]]))
    return [
        Family(name, unit, tuple(sorted(budgets, key=lambda budget: budget.amount)))
        for (name, unit), budgets in found.items()
        if len({budget.amount for budget in budgets}) > 1
    ]


def amount_of(spec: Spec, unit: str) -> float:
    values = zip(spec.kind.parameters, spec.values, strict=True)
    return next(
        (
            float(value)
            for parameter, value in values
            if parameter.name == unit and isinstance(value, int | float)
        ),
        0.0,
    )


def without_budget(spec: Spec) -> Spec:
    return replace(
        spec,
        values=tuple(
            parameter.default if parameter.name in UNITS else value
            for parameter, value in zip(spec.kind.parameters, spec.values, strict=True)
        ),
    )
