"""The table of weights beside this module: read, replaced in part, groups switched off."""

from collections.abc import Mapping, Sequence

from kagemusha.core.names import nearest
from kagemusha.core.tables import Row, read_table

PACKAGE = "kagemusha.players.samurai_sword"


def rows() -> list[Row]:
    """One row per weight: name, group, value, low, high, meaning."""
    return read_table(PACKAGE, "weights.csv")


def groups() -> list[str]:
    """The groups that can be switched off: all but the manner of playing itself."""
    return [group for group in dict.fromkeys(row["group"] for row in rows()) if group != "play"]


def chosen(
    replaced: Mapping[str, float] | None = None, without: Sequence[str] = ()
) -> dict[str, float]:
    """Every weight by name. A switched-off group has weight 0 throughout: its rules are silent."""
    table = rows()
    values = {row["name"]: float(row["value"]) for row in table}
    for name, value in (replaced or {}).items():
        if name not in values:
            raise ValueError(f"there is no weight {name!r}: {nearest(name, values)}")
        values[name] = float(value)
    for group in without:
        if group not in groups():
            raise ValueError(f"there is no group of weights {group!r}: {nearest(group, groups())}")
    return {row["name"]: 0.0 if row["group"] in without else values[row["name"]] for row in table}
