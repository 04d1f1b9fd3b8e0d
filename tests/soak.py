"""Long runs in lockstep with the oracles: `python tests/soak.py --games 20000 --jobs 2`.

Game number i is played with seed i // t at table i % t of the t tables (players and switches) of
its game, so every run goes on where the last one stopped and nothing is played twice. Once the
built engine or the oracle has changed, the count begins again.
"""

import argparse
import hashlib
import json
import os
import sys
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed

TESTS = Path(__file__).resolve().parent
sys.path.insert(0, str(TESTS))

import kagemusha.core

from lockstep import ORACLES, lockstep, tables

BATCH = 100
Progress = dict[str, dict[str, Any]]


def play_batch(name: str, first: int, end: int) -> tuple[int, int, str | None]:
    """Play the games first to end - 1: games without a difference, decisions, the difference."""
    all_tables = tables(name)
    decisions = 0
    for number in range(first, end):
        seed, table = divmod(number, len(all_tables))
        players, switches = all_tables[table]
        try:
            decisions += lockstep(name, players, seed, **switches)
        except Exception as error:  # noqa: BLE001 - a crash of either side is a difference, too
            where = f"{name}, {players} players, seed {seed}, switches {json.dumps(switches)}"
            return number - first, decisions, f"{where}\n{describe(error)}"
    return end - first, decisions, None


def describe(error: Exception) -> str:
    """What went wrong, and in which line: an assertion of an oracle may have no text of its own."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"{type(error).__name__}: {error}\n"
        f"in {place.name}, {Path(place.filename).name}:{place.lineno}: {place.line}"
    )


def fingerprint() -> str:
    """Of all that is compared: the engine as built, its tables, the oracles."""
    core = Path(kagemusha.core.__path__[0])
    files = [path for path in core.rglob("*") if path.suffix in (".so", ".pyd", ".py", ".csv")]
    files += [TESTS / "lockstep.py", *(TESTS / "oracle").glob("*.py")]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def read_progress(path: Path) -> Progress:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write_progress(path: Path, progress: Progress) -> None:
    """Beside, then renamed: a stop at any moment leaves a whole file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    beside.write_text(json.dumps(progress, indent=1) + "\n", encoding="utf-8")
    os.replace(beside, path)


def soak(name: str, games: int, jobs: int, path: Path) -> int:
    """Play until `games` games of this name have been compared; returns the differences (0, 1)."""
    progress = read_progress(path)
    compared = fingerprint()
    mine = progress.get(name, {})
    if mine.get("compared") != compared:
        mine = progress[name] = {"compared": compared, "games": 0, "decisions": 0}
    if mine["games"]:
        print(f"{name}: going on after {mine['games']} games", flush=True)
    batches = [
        (name, first, min(first + BATCH, games)) for first in range(mine["games"], games, BATCH)
    ]
    began, before, shown = time.monotonic(), mine["games"], 0.0
    run = Parallel(n_jobs=jobs, return_as="generator")(delayed(play_batch)(*b) for b in batches)
    for played, decisions, difference in run:
        mine["games"] += played
        mine["decisions"] += decisions
        write_progress(path, progress)
        if difference is not None:
            print(f"DIFFERENCE: {difference}", flush=True)
            return 1
        seconds = time.monotonic() - began
        if seconds - shown >= 5 or mine["games"] >= games:
            shown = seconds
            speed = (mine["games"] - before) / seconds
            print(
                f"{name}: {mine['games']} of {games} games, {mine['decisions']} decisions, "
                f"{speed:.0f} games/s",
                flush=True,
            )
    return 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=sorted(ORACLES), help="only this game (default: all)")
    parser.add_argument("--games", type=int, default=20000, help="games to reach, of each game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--state", type=Path, default=TESTS.parent / "soak" / "lockstep.json")
    warnings.filterwarnings("ignore", message=".*tasks which were still being processed")
    given: Any = parser.parse_args(arguments)
    differences = 0
    names = [given.game] if given.game else sorted(ORACLES)
    try:
        for name in names:
            differences += soak(name, given.games, given.jobs, given.state)
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on from {given.state}", flush=True)
        return 130
    progress = read_progress(given.state)
    total = sum(progress.get(name, {"games": 0})["games"] for name in names)
    print(f"{total} games, {differences} differences", flush=True)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
