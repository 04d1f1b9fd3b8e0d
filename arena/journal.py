"""The journal of a run: append-only JSON lines, one writer, nothing lost.

The first line is the header: the number of the format, and under "run" all that identifies the
run. Every further line is one record. A line counts once its newline is written; a process killed in the
middle of a line leaves a tail without one, which is dropped, and cut off before writing goes on.
"""

import contextlib
import fcntl
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from kagemusha.arena.errors import ArenaError

FORMAT = 1
KIND = "arena journal"

JsonObject = dict[str, Any]

# Made once: json.dumps makes one for each line.
ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)


class Entry(NamedTuple):
    """One record, and where it stands."""

    line: int
    data: JsonObject


class Journal:
    """A journal open for writing, locked until it is closed or its process ends, however it does.

    What is appended is handed to the system at once and survives the end of the process; it is
    forced to the disk every `sync_seconds` (0: with every append; None: on closing only), which
    matters when the machine itself stops.
    """

    def __init__(
        self, path: Path, run: Mapping[str, Any], *, sync_seconds: float | None = 1.0
    ) -> None:
        """Begin the journal of a run, or go on with it."""
        self.path = path
        self.sync_seconds = sync_seconds
        self._synced = time.monotonic()
        header = encode({"format": FORMAT, "kind": KIND, "run": run})
        self._file = lock(path)
        try:
            self._end = self._length_of_whole_lines()
            if self._end == 0:
                self._cut()
                self._write(header)
                self.sync()
            else:
                check_run(path, next(read_lines(path)).data["run"], decode(header)["run"])
                self._cut()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def entries(self) -> Iterator[Entry]:
        """The records so far, one at a time."""
        lines = read_lines(self.path)
        next(lines)
        return lines

    def append(self, record: Mapping[str, Any]) -> None:
        self.append_encoded(encode(record))

    def append_all(self, records: Iterable[Mapping[str, Any]]) -> None:
        """Write several records at once: after a kill the first few of them may be there."""
        self.append_encoded(b"".join(encode(record) for record in records))

    def append_encoded(self, lines: bytes) -> None:
        """Write what `encode` made of records, perhaps in another process."""
        self._write(lines)
        if self.sync_seconds is not None:
            now = time.monotonic()
            if now - self._synced >= self.sync_seconds:
                self.sync()

    def sync(self) -> None:
        """Force everything written so far to the disk."""
        try:
            os.fsync(self._file)
        except OSError as error:
            raise trouble(self.path, "cannot be written", error) from error
        self._synced = time.monotonic()

    def close(self) -> None:
        if self._file < 0:
            return
        try:
            self.sync()
        finally:
            os.close(self._file)
            self._file = -1

    def _write(self, data: bytes) -> None:
        if self._file < 0:
            raise ArenaError(f"{self.path} is closed")
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._file, view) :]
        except OSError as error:
            # Half a line must not be followed by others; if even this fails the tail is cut later.
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise trouble(self.path, "cannot be written", error) from error
        self._end += len(data)

    def _length_of_whole_lines(self) -> int:
        end = size = os.fstat(self._file).st_size
        while end > 0:
            start = max(0, end - 65536)
            found = os.pread(self._file, end - start, start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
        if size and not is_begun_header(os.pread(self._file, 64, 0)):
            raise ArenaError(f"{self.path}, line 1: this is no journal of an arena")
        return 0

    def _cut(self) -> None:
        if os.fstat(self._file).st_size > self._end:
            try:
                os.ftruncate(self._file, self._end)
            except OSError as error:
                raise trouble(self.path, "cannot be written", error) from error


def read_journal(path: Path) -> tuple[JsonObject, Iterator[Entry]]:
    """What identifies a run, and its records. Somebody may be writing the journal meanwhile."""
    lines = read_lines(path)
    header = next(lines, None)
    if header is None:
        raise ArenaError(f"{path} is empty: it has no header")
    run: JsonObject = header.data["run"]
    return run, lines


def encode(record: Mapping[str, Any]) -> bytes:
    """A record as a line."""
    try:
        text = ENCODER.encode(record)
    except (TypeError, ValueError) as error:
        raise ArenaError(f"a record cannot be written as JSON: {error}") from error
    return text.encode() + b"\n"


def decode(line: bytes) -> JsonObject:
    try:
        data = json.loads(line, parse_constant=refuse_constant)
    except RecursionError as error:
        raise ArenaError("it is nested too deeply") from error
    except ValueError as error:
        raise ArenaError("it is no JSON") from error
    if not isinstance(data, dict):
        raise ArenaError("it is no JSON object")
    return data


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def lock(path: Path) -> int:
    """Open the file for this process alone, and create it if need be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise trouble(path, "cannot be written", error) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(file)
        raise ArenaError(f"{path} is in use by another run") from error
    except OSError as error:
        os.close(file)
        raise trouble(path, "cannot be locked", error) from error
    return file


def read_lines(path: Path) -> Iterator[Entry]:
    """All whole lines, beginning with the header."""
    try:
        lines = path.open("rb")
    except OSError as error:
        raise trouble(path, "cannot be read", error) from error
    with lines:
        for number, line in enumerate(lines, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                data = decode(line)
            except ArenaError as error:
                raise ArenaError(f"{path}, line {number}: the line is broken, {error}") from error
            if number == 1:
                check_format(path, data)
            yield Entry(number, data)


def check_format(path: Path, header: JsonObject) -> None:
    if header.get("kind") != KIND:
        raise ArenaError(f"{path}, line 1: this is no journal of an arena")
    if header.get("format") != FORMAT:
        raise ArenaError(
            f"{path}, line 1: format {header.get('format')!r} is unknown, "
            f"this program reads format {FORMAT}"
        )
    if not isinstance(header.get("run"), dict):
        raise ArenaError(f"{path}, line 1: the header does not say of which run it is")


def check_run(path: Path, found: JsonObject, wanted: JsonObject) -> None:
    for key in [*wanted, *found]:
        if key not in found or key not in wanted or found[key] != wanted[key]:
            there, here = shortly(found, key), shortly(wanted, key)
            raise ArenaError(
                f"{path}, line 1: it belongs to another run, {key} is {there} there and {here} here"
            )


def shortly(run: JsonObject, key: str) -> str:
    if key not in run:
        return "missing"
    text = json.dumps(run[key])
    return text if len(text) <= 60 else text[:57] + "..."


def is_begun_header(start: bytes) -> bool:
    """Whether a file without a single whole line may be a journal that was hardly begun."""
    begun = encode({"format": FORMAT, "kind": KIND})[:-2]
    return start[: len(begun)] == begun[: len(start)]


def trouble(path: Path, what: str, error: OSError) -> ArenaError:
    return ArenaError(f"{path} {what}: {os.strerror(error.errno) if error.errno else error}")
