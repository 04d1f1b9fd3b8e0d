"""The games in a file: the journal of an arena, or game records, one in each line."""

from collections.abc import Iterator
from pathlib import Path

from kagemusha.arena import compact
from kagemusha.arena.errors import ArenaError
from kagemusha.arena.journal import KIND, decode, read_journal, trouble
from kagemusha.arena.records import GameRecord
from kagemusha.arena.run import Run


def read_games(path: Path) -> Iterator[GameRecord]:
    """The games with their actions, in the order of the file."""
    if not is_journal(path):
        yield from read_records(path)
        return
    header, entries = read_journal(path)
    run = Run.from_header(header, f"{path}, line 1")
    for line, data in entries:
        where = f"{path}, line {line}"
        if compact.is_compact(data):
            yield from compact.read_games(data, run, where)
        else:
            yield GameRecord.from_dict(data, where)


def is_journal(path: Path) -> bool:
    try:
        with path.open("rb") as lines:
            first = lines.readline()
    except OSError as error:
        raise trouble(path, "cannot be read", error) from error
    try:
        return decode(first).get("kind") == KIND
    except ArenaError as error:
        raise ArenaError(f"{path}, line 1: the line is broken, {error}") from error


def read_records(path: Path) -> Iterator[GameRecord]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            where = f"{path}, line {number}"
            try:
                yield GameRecord.from_dict(decode(line), where)
            except ArenaError as error:
                text = str(error)
                raise ArenaError(text if text.startswith(where) else f"{where}: {text}") from error
