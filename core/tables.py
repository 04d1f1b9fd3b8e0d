"""Card tables: CSV files padded to be read by eye, one row per kind, each with its provenance."""

import csv
from importlib import resources

Row = dict[str, str]


def read_table(package: str, file: str) -> list[Row]:
    """The rows of a table that lies in the folder of a game."""
    text = resources.files(package).joinpath(file).read_text(encoding="utf-8")
    return [
        {key.strip(): value.strip() for key, value in row.items()}
        for row in csv.DictReader(text.splitlines(), skipinitialspace=True)
    ]


def number(row: Row, column: str) -> int:
    """A cell as a whole number, an empty one as 0."""
    return int(row[column] or 0)
