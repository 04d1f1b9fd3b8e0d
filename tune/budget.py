"""How long a player may think: its iterations, read and changed in its spec."""

from kagemusha.arena.errors import ArenaError
from kagemusha.players.specs import Spec, checked_spec, parse_spec


def at_budget(spec: str, iterations: int | None) -> str:
    """The player with another number of iterations; None leaves it as it is."""
    found = parse_spec(spec)
    if iterations is None:
        return str(found)
    if not has_budget(found):
        raise ArenaError(f"player {found.kind.name} has no iterations to set: leave out the budget")
    values = dict(zip([p.name for p in found.kind.parameters], found.values, strict=True))
    return str(checked_spec(found.kind, {**values, "iterations": iterations}))


def has_budget(spec: Spec) -> bool:
    return any(parameter.name == "iterations" for parameter in spec.kind.parameters)


def budget_of(spec: str) -> int | None:
    """Its iterations; None if it has none or plays by the clock."""
    found = parse_spec(spec)
    values = dict(zip([p.name for p in found.kind.parameters], found.values, strict=True))
    if values.get("ms"):
        return None
    iterations = values.get("iterations")
    return iterations if isinstance(iterations, int) else None


def budget_text(iterations: int | None) -> str:
    return "its own budget" if iterations is None else f"{iterations} iterations"
