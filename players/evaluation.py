"""Evaluators as tables: the weights of each feature, by table size and stage of the game."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from kagemusha.core.names import nearest
from kagemusha.core.tables import read_table

FILE = "evaluation.csv"
Models = dict[int, list[float]]


def read_models(package: str, features: Sequence[str], players: int) -> Models:
    """The weights for a table of this size, by stage."""
    models = {
        int(row["stage"]): [float(row[name]) for name in features]
        for row in read_table(package, FILE)
        if int(row["players"]) == players
    }
    if not models:
        raise ValueError(f"{package} has no evaluation for {players} players")
    return models


def scales(features: Sequence[str], factors: Mapping[str, float] | None) -> list[float]:
    """What the weight of each feature is multiplied by: 1 where nothing else is said."""
    for name, factor in (factors or {}).items():
        if name not in features:
            raise ValueError(f"the evaluator has no feature {name!r}: {nearest(name, features)}")
        if not math.isfinite(factor):
            raise ValueError(f"the factor of {name} is a finite number, not {factor!r}")
    return [float((factors or {}).get(name, 1.0)) for name in features]


def write_models(
    folder: Path, features: Sequence[str], models: Mapping[tuple[int, int], Sequence[float]]
) -> None:
    """The table of all sizes and stages, its columns aligned."""
    rows = [["players", "stage", *features]]
    rows += [
        [str(players), str(stage), *(f"{weight:.3f}" for weight in weights)]
        for (players, stage), weights in sorted(models.items())
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [", ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    (folder / FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")
