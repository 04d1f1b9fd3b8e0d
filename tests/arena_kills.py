"""Kills a run of the arena again and again: `python tests/arena_kills.py --kills 20`.

Each time the same command is started anew, and in the end the final table must be that of a
run that nobody disturbed, byte by byte, with no game lost and none there twice.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMAND = [
    *(sys.executable, "-m", "kagemusha", "arena", "sixteen-samurai", "--players", "3"),
    *("-p", "rule", "-p", "odd_players:Slow", "--jobs", "2", "--seed", "7"),
]


def start(out: Path, sets: int, log: Path) -> subprocess.Popen[bytes]:
    """Begin or go on with the run, in a process group of its own."""
    environment = {**os.environ, "PYTHONPATH": str(HERE / "arena")}
    # To a file: workers that outlive their run would hold a pipe open.
    with log.open("wb") as table:
        return subprocess.Popen(
            [*COMMAND, "--sets", str(sets), "--out", str(out)],
            stdin=subprocess.DEVNULL,
            stdout=table,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=environment,
        )


def kill(run: subprocess.Popen[bytes]) -> None:
    """The run at once, as a power cut would; then its workers, so that none is left."""
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGKILL)


def undisturbed(folder: Path, sets: int) -> bytes:
    run = start(folder / "whole", sets, folder / "whole.txt")
    assert run.wait(timeout=600) == 0
    return (folder / "whole.txt").read_bytes()


def with_kills(folder: Path, sets: int, kills: int, rng: random.Random) -> tuple[bytes, int]:
    """The final table, and how many of the kills came before the end."""
    log, journal = folder / "cut.txt", folder / "cut" / "journal.jsonl"
    done = 0
    for number in range(kills):
        run = start(folder / "cut", sets, log)
        # Each kill waits for some more games, so that the kills are spread over the run.
        games = sets * 3 * (number + rng.random()) / (kills + 1)
        while run.poll() is None and lines(journal) < games:
            time.sleep(0.01)
        time.sleep(rng.random() * 0.05)
        if run.poll() is None:
            kill(run)
            done += 1
    run = start(folder / "cut", sets, log)
    assert run.wait(timeout=600) == 0
    return log.read_bytes(), done


def lines(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def games_in(journal: Path) -> list[tuple[int, int]]:
    records = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
    return [(record["set_index"], record["game_index"]) for record in records]


def check_kills(folder: Path, *, sets: int, kills: int, seed: int) -> int:
    """Gives the kills that came in time."""
    whole = undisturbed(folder, sets)
    table, done = with_kills(folder, sets, kills, random.Random(seed))
    assert table == whole, "the final tables differ"
    games = games_in(folder / "cut" / "journal.jsonl")
    assert len(games) == len(set(games)) == 3 * sets, "games are missing, or there twice"
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--sets", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        done = check_kills(Path(folder), sets=given.sets, kills=given.kills, seed=given.seed)
    print(f"{done} kills: the same final table, no game lost, none twice")


if __name__ == "__main__":
    main()
