"""Long runs of the honesty audit: `python tests/honesty_soak.py --worlds 100000 --jobs 2`.

Batch number i of a table (a game and a number of players) is an audit with seed i, so every
run goes on where the last one stopped. Once the built engine has changed, the count begins
again.
"""

import argparse
import os
import sys
import time
import warnings
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed

TESTS = Path(__file__).resolve().parent
sys.path.insert(0, str(TESTS))

import kagemusha
from kagemusha.core.audit import audit

from lockstep import PLAYERS
from soak import fingerprint, read_progress, write_progress

# Games of a batch times seats: fewer where the past of a world, five rounds of it, takes long.
SEATED = {"samurai-sword": 64, "seven-card-samurai": 16, "sixteen-samurai": 64}
FIRST_SEED = 1000           # others than those of `make test`
SAMPLES = 500               # of each small position
# Without them nearly a quarter of the time goes to memory that is given back and fetched again.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TRIM_THRESHOLD_": "100000000"}


def audit_batch(name: str, players: int, number: int) -> tuple[str, int, int, list[str]]:
    """The table, its worlds, its faults, and what they are."""
    game = kagemusha.load_game(name, players=players)
    *_, report = audit(game, SEATED[name] // players, FIRST_SEED + number, samples=SAMPLES)
    broken = [f"{fit.question}: p = {fit.p:.2g}" for fit in report.fits if fit.is_fault]
    return f"{name} {players}", report.worlds, report.faults, report.examples + broken


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=100_000, help="worlds to reach, of all games")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--state", type=Path, default=TESTS.parent / "soak" / "honesty.json")
    warnings.filterwarnings("ignore", message=".*tasks which were still being processed")
    given: Any = parser.parse_args(arguments)
    os.environ.update(KEEP_MEMORY)              # of the processes that joblib starts
    try:
        return soak(given.worlds, given.jobs, given.state)
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on from {given.state}", flush=True)
        return 130


def soak(worlds: int, jobs: int, path: Path) -> int:
    """Audit table after table until so many worlds were sampled; 1 if there was a fault."""
    progress = read_progress(path)
    if progress.get("engine") != fingerprint():
        progress = {"engine": fingerprint(), "worlds": 0, "batches": {}}
    tables = [(name, players) for name in PLAYERS for players in PLAYERS[name]]
    began, before = time.monotonic(), progress["worlds"]
    while progress["worlds"] < worlds:
        batches = progress["batches"]
        round_ = [(*table, batches.get(f"{table[0]} {table[1]}", 0)) for table in tables]
        # The table that has had the fewest batches comes first, so that a stop loses nothing.
        round_.sort(key=lambda batch: batch[2])
        run = Parallel(n_jobs=jobs, return_as="generator")(delayed(audit_batch)(*b) for b in round_)
        for table, sampled, faults, examples in run:
            if faults:
                print(f"FAULTS: {table}: {faults}\n" + "\n".join(examples), flush=True)
                return 1
            batches[table] = batches.get(table, 0) + 1
            progress["worlds"] += sampled
            write_progress(path, progress)
        speed = (progress["worlds"] - before) / (time.monotonic() - began)
        print(f"{progress['worlds']} of {worlds} worlds, {speed:.0f} worlds/s", flush=True)
    print(f"{progress['worlds']} worlds, 0 faults", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
