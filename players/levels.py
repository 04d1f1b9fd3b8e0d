"""The levels of strength that people pick: names for whole specs, the same for every game.

A level takes no parameters of its own. Wherever specs are kept (records, journals, saved
games) the spec stands in its place, so that a later change of the table changes no old file.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A name, what it promises, and the spec that it stands for."""

    name: str
    meaning: str
    spec: str


LEVELS = {
    level.name: level
    for level in (
        Level(
            "novice",
            "Knows the rules of thumb, and forgets them in three choices of ten.",
            "rule:epsilon=0.3",
        ),
        Level("apprentice", "Plays by the rules of thumb, without looking ahead.", "rule"),
        Level(
            "warrior",
            "Looks ahead a little, for a quarter of a second a turn at most.",
            "ismcts:iterations=1000,ms=250,per=turn",
        ),
        Level(
            "master",
            "Looks ahead for a second a turn at most.",
            "ismcts:iterations=10000,ms=1000,per=turn",
        ),
        Level(
            "shogun",
            "Looks ahead for three seconds a turn at most.",
            "ismcts:iterations=60000,ms=3000,per=turn",
        ),
    )
}


def level_table() -> str:
    """The levels as Markdown."""
    rows = [f"| `{level.name}` | `{level.spec}` | {level.meaning} |" for level in LEVELS.values()]
    return "\n".join(["| level | stands for | meaning |", "|---|---|---|", *rows]) + "\n"
