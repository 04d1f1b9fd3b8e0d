"""Many machines: a Dask cluster of real processes, one of which is killed in the middle."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.pool import Workers
from kagemusha.arena.run import Run
from kagemusha.arena.runner import JOURNAL, Goal, Standing, run_arena
from kagemusha.arena.summary import summarize

pytest.importorskip("distributed")

FOLDER = str(Path(__file__).parent)
SETS = 12


@contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def start(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": FOLDER},
    )


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """The address of one that listens on this machine only."""
    file = folder / "scheduler.json"
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    with ended(start("distributed.cli.dask_scheduler", *words)) as process:
        while not file.exists() or not file.read_text():
            assert process.poll() is None
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]


def worker(address: str) -> subprocess.Popen[bytes]:
    words = [address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    return start("distributed.cli.dask_worker", *words)


def test_a_killed_worker_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(FOLDER)
    run = Run("sixteen-samurai", 2, ("rule", "odd_players:Slow"), seed=3).checked()
    killed_at: list[int] = []
    with ExitStack() as cluster:
        address = cluster.enter_context(scheduler(tmp_path))
        first, second = (cluster.enter_context(ended(worker(address))) for _ in range(2))

        def kill_one(standing: Standing) -> None:
            if standing.sets > 1 and not killed_at:
                killed_at.append(standing.sets)
                second.kill()
                second.wait()

        workers = Workers(backend="dask", scheduler=address)
        cut = run_arena(run, Goal(sets=SETS), workers, folder=tmp_path, watch=kill_one)
        assert first.poll() is None
    assert killed_at and killed_at[0] < SETS
    whole = run_arena(run, Goal(sets=SETS), Workers(1, "threading"))
    assert summarize(cut).to_dict() == summarize(whole).to_dict()
    lines = (tmp_path / JOURNAL).read_text().splitlines()[1:]
    games = [(game["set_index"], game["game_index"]) for game in map(json.loads, lines)]
    assert len(games) == len(set(games)) == whole.games


def test_a_scheduler_that_is_not_there() -> None:
    run = Run("sixteen-samurai", 2, ("rule", "random")).checked()
    with pytest.raises(ArenaError, match="the Dask scheduler nowhere cannot be reached"):
        run_arena(run, Goal(sets=1), Workers(backend="dask", scheduler="nowhere"))


def test_the_package_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "kagemusha.arena.dask_backend", raising=False)
    run = Run("sixteen-samurai", 2, ("rule", "random")).checked()
    with pytest.raises(ArenaError, match=r"pip install 'kagemusha\[dask\]'"):
        run_arena(run, Goal(sets=1), Workers(backend="dask"))
