"""Plays sets on many workers through joblib, and goes on when a worker is lost.

A chunk of sets is a task; its size follows the time that sets take. When a worker dies, the
sets under way are played again, one by one, in a process of their own: a game that ends this
process as well is lost by the player that was asked last.
"""

import os
import tempfile
import threading
import warnings
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from joblib import Parallel, delayed

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.records import Forfeit
from kagemusha.arena.run import Run
from kagemusha.arena.watchdog import Note
from kagemusha.arena.worker import Played, SetResult, Task, all_compiled, play_task

Backend = Literal["loky", "threading", "dask"]
BACKENDS: tuple[Backend, ...] = get_args(Backend)

CHUNK_SECONDS = 0.25
MOST_JOBS = 10_000
MOST_SETS = 256                # of one chunk: its results wait in memory
NO_SEAT = "its process ended before any player was asked"


@dataclass(frozen=True)
class Workers:
    """Who plays: how many, of what kind, and how long one decision may take."""

    jobs: int = 1
    backend: Backend = "loky"
    seconds: float | None = 60.0
    scheduler: str | None = None        # address of a Dask scheduler; else a cluster of our own

    def __post_init__(self) -> None:
        if not 1 <= self.jobs <= MOST_JOBS:
            raise ArenaError(f"there is at least 1 job, and {MOST_JOBS} at most, not {self.jobs}")
        if self.backend not in BACKENDS:
            raise ArenaError(f"there is no backend {self.backend!r}: {', '.join(BACKENDS)}")
        if self.seconds is not None and not self.seconds > 0:
            raise ArenaError(f"a decision needs more than {self.seconds:g} seconds")


class Piece(NamedTuple):
    """A set of one of several runs."""

    run: int                            # its place in the list of runs
    set_index: int


class Chunks:
    """The sets still to play, as tasks. Workers fetch them from several threads."""

    def __init__(
        self, runs: Sequence[Run], pieces: Iterator[Piece], seconds: float | None
    ) -> None:
        self.runs = [run.to_json() for run in runs]
        self.pieces = pieces
        self.seconds = seconds
        self.size = 1
        self.under_way: dict[Piece, None] = {}
        self._first_of_next: Piece | None = None
        self._attempt = 0
        self._lock = threading.Lock()

    def tasks(self) -> Iterator[Task]:
        attempt = self._attempt
        while True:
            with self._lock:
                if attempt != self._attempt:
                    return
                chunk = self._next_chunk()
                self.under_way.update(dict.fromkeys(chunk))
            if not chunk:
                return
            yield self.task(chunk)

    def task(self, chunk: Sequence[Piece], **more: Any) -> Task:
        place = chunk[0].run
        sets = tuple(piece.set_index for piece in chunk)
        return Task(self.runs[place], sets, self.seconds, os.getpid(), place, **more)

    def _next_chunk(self) -> list[Piece]:
        """The next few sets of one run."""
        first = self._first_of_next or next(self.pieces, None)
        chunk = [] if first is None else [first]
        self._first_of_next = None
        while chunk and len(chunk) < self.size:
            piece = next(self.pieces, None)
            if piece is None or piece.run != chunk[0].run:
                self._first_of_next = piece
                break
            chunk.append(piece)
        return chunk

    def interrupt(self) -> list[Piece]:
        """No more tasks for those who fetch them now; gives the sets under way."""
        with self._lock:
            self._attempt += 1
            sets, self.under_way = sorted(self.under_way), {}
        return sets

    def finish(self, played: Played) -> None:
        for result in played.results:
            self.under_way.pop(Piece(played.place, result.index), None)
        pace = played.seconds / max(1, len(played.results))
        wanted = int(CHUNK_SECONDS / max(pace, 1e-9))
        # A first guess may be far off: players warm up.
        self.size = max(1, min(wanted, 8 * self.size, MOST_SETS))


def play_sets(
    run: Run, sets: Iterator[int], workers: Workers
) -> Generator[list[SetResult], None, None]:
    """Play the sets with these indices; results come in any order."""
    for played in play_pieces([run], (Piece(0, index) for index in sets), workers):
        yield played.results


def play_pieces(
    runs: Sequence[Run], pieces: Iterator[Piece], workers: Workers
) -> Generator[Played, None, None]:
    """Play sets of several runs; results come in any order, each with the place of its run."""
    chunks = Chunks(runs, pieces, workers.seconds)
    with warnings.catch_warnings(), backend_of(runs, workers) as parallel:
        # Said when a decided test ends the run while sets are still being played.
        warnings.filterwarnings("ignore", message=".*tasks which were still being processed")
        died = lost_worker_errors(workers.backend)
        while True:
            try:
                for played in parallel()(delayed(play_task)(task) for task in chunks.tasks()):
                    chunks.finish(played)
                    yield played
                return
            except died:
                for piece in chunks.interrupt():
                    yield play_under_suspicion(chunks, piece)


@contextmanager
def backend_of(runs: Sequence[Run], workers: Workers) -> Iterator[Any]:
    """How to make a `Parallel` for these workers."""
    given: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
    if workers.backend == "dask":
        with dask_cluster(workers):
            yield lambda: Parallel(**given)
    elif workers.backend == "threading":
        yield lambda: Parallel(workers.jobs, backend="threading", **given)
    elif workers.jobs == 1 and all(map(all_compiled, runs)):
        yield lambda: Parallel(1, **given)
    elif workers.jobs == 1:
        yield lambda: one_worker(**given)
    else:
        yield lambda: Parallel(workers.jobs, backend="loky", **given)


def one_worker(**given: Any) -> Parallel:
    """A worker beside this process: joblib has none for one job, so two of which one is idle."""
    return Parallel(2, backend="loky", pre_dispatch=1, **given)


@contextmanager
def dask_cluster(workers: Workers) -> Iterator[None]:
    try:
        from kagemusha.arena.dask_backend import cluster
    except ImportError as error:
        raise ArenaError(
            "the backend dask needs the package distributed: pip install 'kagemusha[dask]'"
        ) from error
    with cluster(workers.jobs, workers.scheduler):
        yield


def lost_worker_errors(backend: Backend) -> tuple[type[BaseException], ...]:
    if backend == "dask":
        from distributed import KilledWorker

        return (BrokenProcessPool, KilledWorker)
    return (BrokenProcessPool,)


def play_under_suspicion(chunks: Chunks, piece: Piece) -> Played:
    """A set that may have ended its worker, in a local process of its own."""
    lost: dict[int, Forfeit] = {}
    with tempfile.TemporaryDirectory(prefix="kagemusha-") as folder:
        note = Note(Path(folder) / "note.json")
        while True:
            task = chunks.task((piece,), note=str(note.path), lost=lost)
            try:
                (played,) = one_worker()([delayed(play_task)(task)])
                return Played(*played)
            except BrokenProcessPool as error:
                asked = note.read()
                if asked is None:
                    name = f"set {piece.set_index}"
                    raise ArenaError(f"{name} cannot be played: {NO_SEAT}") from error
                lost[asked["game"]] = blame(asked["seat"], note.stack(), chunks.seconds, error)
                note.path.unlink()


def blame(seat: int, stack: str, seconds: float | None, error: Exception) -> Forfeit:
    if stack:
        message = f"no answer within {seconds:g} seconds"
        return Forfeit(seat=seat, reason="timeout", message=message, traceback=stack)
    message = "the process of the player ended"
    return Forfeit(seat=seat, reason="error", message=message, traceback=str(error))
