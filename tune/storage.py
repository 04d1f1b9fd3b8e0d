"""The file of a study: Optuna's journal, with one writer, locked, and nothing lost by a kill.

It is a file that Optuna and its dashboard can read. Written here, a line counts once its newline
is there; the tail that a killed process leaves behind is cut off before writing goes on.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from optuna.storages import JournalStorage
from optuna.storages.journal import BaseJournalBackend

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.journal import lock, trouble

Log = dict[str, Any]
SYNC_SECONDS = 1.0
LARGEST = 2**31                 # bytes; a file beyond is not ours


class MemoryLogs(BaseJournalBackend):
    """A study that is not kept."""

    def __init__(self) -> None:
        self.logs: list[Log] = []

    def read_logs(self, log_number_from: int) -> Iterable[Log]:
        return self.logs[log_number_from:]

    def append_logs(self, logs: list[Log]) -> None:
        self.logs += [json.loads(json.dumps(log)) for log in logs]

    def close(self) -> None:
        """There is nothing to close."""


class FileLogs(MemoryLogs):
    """A study in a file, for this process alone until it ends."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        if path.is_dir():
            raise ArenaError(f"{path} is a folder: a study is a file")
        self.path = path
        self._synced = time.monotonic()
        self._file = lock(path)
        try:
            data = read_whole(path)
            self.logs = parse(path, data)
            os.ftruncate(self._file, data.rfind(b"\n") + 1)
        except OSError as error:
            os.close(self._file)
            raise trouble(path, "cannot be written", error) from error
        except BaseException:
            os.close(self._file)
            raise

    def append_logs(self, logs: list[Log]) -> None:
        lines = [json.dumps(log, separators=(",", ":")) + "\n" for log in logs]
        view = memoryview("".join(lines).encode())
        try:
            while view:
                view = view[os.write(self._file, view) :]
            if time.monotonic() - self._synced >= SYNC_SECONDS:
                os.fsync(self._file)
                self._synced = time.monotonic()
        except OSError as error:
            raise trouble(self.path, "cannot be written", error) from error
        self.logs += map(json.loads, lines)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def read_logs(path: Path) -> MemoryLogs:
    """What a file has now, for reading only; somebody may be writing it meanwhile."""
    found = MemoryLogs()
    found.logs = parse(path, read_whole(path))
    if not found.logs:
        raise ArenaError(f"{path} is empty: there is no study in it")
    return found


def read_whole(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise ArenaError(f"{path} is a folder: a study is a file")
        if path.stat().st_size > LARGEST:
            raise ArenaError(f"{path} is too large for a study")
        return path.read_bytes()
    except OSError as error:
        raise trouble(path, "cannot be read", error) from error


def parse(path: Path, data: bytes) -> list[Log]:
    """All whole lines; the last one may have been cut off by a kill."""
    lines = data.split(b"\n")
    if len(lines) == 1 and lines[0] and not b'{"op_code":'.startswith(lines[0][:11]):
        raise ArenaError(f"{path}, line 1: this is no study")
    logs = []
    for number, line in enumerate(lines[:-1], start=1):
        try:
            log = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ArenaError(f"{path}, line {number}: this is no line of a study") from error
        if not isinstance(log, dict) or "op_code" not in log or "worker_id" not in log:
            raise ArenaError(f"{path}, line {number}: this is no line of a study")
        logs.append(log)
    return logs


def storage_of(logs: MemoryLogs, name: str) -> JournalStorage:
    with read_with_suspicion(name):
        return JournalStorage(logs)


@contextmanager
def read_with_suspicion(name: str) -> Iterator[None]:
    """What Optuna or we cannot make sense of is a fault of the file."""
    try:
        yield
    except ArenaError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError) as error:
        raise ArenaError(f"{name}: this is no study that can be read: {error!r}") from error
