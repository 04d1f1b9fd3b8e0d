"""The results of a run as tables for notebooks, in CSV or Parquet.

`games` has a row for each seat of each game, `agents` one for each agent.
"""

import csv
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.games import read_games
from kagemusha.arena.journal import trouble
from kagemusha.arena.records import GameRecord
from kagemusha.arena.summary import Summary

Row = dict[str, Any]

SEAT_COLUMNS: dict[str, type] = {
    "set": int,
    "game": int,
    "deal_seed": int,
    "seat": int,
    "agent": int,
    "spec": str,
    "role": str,
    "character": str,
    "return": float,
    "decisions": int,
    "iterations": int,
    "seconds": float,
    "forfeit": str,             # the reason, if this seat forfeited the game
}
AGENT_COLUMNS: dict[str, type] = {
    "spec": str,
    "games": int,
    "win_rate": float,
    "low": float,
    "high": float,
    "rating": float,
    "rating_low": float,
    "rating_high": float,
    "forfeits": int,
}
ROWS_AT_A_TIME = 20_000


def seat_rows(journal: Path) -> Iterator[Row]:
    for game in read_games(journal):
        for seat in range(game.seats):
            yield seat_row(game, seat)


def seat_row(game: GameRecord, seat: int) -> Row:
    def of_seat(values: list[Any] | None) -> Any:
        return None if values is None else values[seat]

    lost = game.forfeit is not None and game.forfeit.seat == seat
    return {
        "set": game.set_index,
        "game": game.game_index,
        "deal_seed": game.deal_seed,
        "seat": seat,
        "agent": game.agents[seat],
        "spec": game.specs[seat],
        "role": of_seat(game.roles),
        "character": of_seat(game.characters),
        "return": game.returns[seat],
        "decisions": of_seat(game.decisions),
        "iterations": of_seat(game.iterations),
        "seconds": of_seat(game.seconds),
        "forfeit": game.forfeit.reason if lost and game.forfeit is not None else None,
    }


def agent_rows(summary: Summary) -> Iterator[Row]:
    yield from summary.to_dict()["agents"]


def write_csv(path: Path, columns: dict[str, type], rows: Iterator[Row]) -> None:
    with replaced(path) as beside, beside.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_parquet(path: Path, columns: dict[str, type], rows: Iterator[Row]) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ArenaError(
            "Parquet needs the package pyarrow: pip install 'kagemusha[parquet]'"
        ) from error
    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    # Seeds of records made elsewhere may need all 64 bits.
    types = {name: kinds[kind] for name, kind in columns.items()} | (
        {"deal_seed": pyarrow.uint64()} if "deal_seed" in columns else {}
    )
    schema = pyarrow.schema(list(types.items()))
    with replaced(path) as beside, parquet.ParquetWriter(beside, schema) as writer:
        while chunk := list(islice(rows, ROWS_AT_A_TIME)):
            writer.write_table(pyarrow.Table.from_pylist(chunk, schema))


def write_text(path: Path, text: str) -> None:
    with replaced(path) as beside:
        beside.write_text(text, encoding="utf-8")


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A file beside the path that takes its place once it is whole."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        os.close(number)
        try:
            yield Path(name)
            os.chmod(name, 0o644)
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise trouble(path, "cannot be written", error) from error
