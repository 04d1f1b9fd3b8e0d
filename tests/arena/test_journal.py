"""The journal: cut at every byte, broken in the middle, locked, on a full disk."""

import errno
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.journal import Journal, encode, read_journal

RUN = {"game": "some game", "seed": 7, "specs": ["random", "greedy"]}
RECORDS = [
    {"set": number, "text": "é \" \n {", "returns": [1.0, 0.5, number / 3]} for number in range(4)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run" / "journal.jsonl"


def write(path: Path, records=RECORDS) -> bytes:
    with Journal(path, RUN) as journal:
        for record in records:
            journal.append(record)
    return path.read_bytes()


def read(path: Path) -> list[dict]:
    run, entries = read_journal(path)
    assert run == RUN
    return [entry.data for entry in entries]


def test_what_is_written_is_read(path: Path) -> None:
    write(path)
    assert read(path) == RECORDS
    _, entries = read_journal(path)
    assert [entry.line for entry in entries] == [2, 3, 4, 5]


def test_the_file_is_json_lines_with_a_format(path: Path) -> None:
    lines = write(path).decode().splitlines()
    header, *records = (json.loads(line) for line in lines)
    assert header == {"format": 1, "kind": "arena journal", "run": RUN}
    assert records == RECORDS


def test_going_on(path: Path) -> None:
    whole = write(path)
    path.unlink()
    write(path, RECORDS[:2])
    with Journal(path, RUN) as journal:
        assert [entry.data for entry in journal.entries()] == RECORDS[:2]
        journal.append_all(RECORDS[2:])
        assert [entry.data for entry in journal.entries()] == RECORDS
    assert path.read_bytes() == whole


def test_cut_at_every_byte(path: Path, monkeypatch) -> None:
    """Whole records stay, half ones go, and the run that goes on ends with the same file."""
    monkeypatch.setattr(os, "fsync", lambda file: None)         # for speed only
    whole = write(path)
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        kept = max(0, whole[:size].count(b"\n") - 1)
        if whole[:size].count(b"\n"):
            assert read(path) == RECORDS[:kept]
        with Journal(path, RUN, sync_seconds=None) as journal:
            assert [entry.data for entry in journal.entries()] == RECORDS[:kept]
            journal.append_all(RECORDS[kept:])
        assert path.read_bytes() == whole, f"cut at byte {size}"


def test_reading_leaves_a_cut_file_alone(path: Path) -> None:
    whole = write(path)
    path.write_bytes(whole[:-5])
    assert read(path) == RECORDS[:-1]
    assert path.read_bytes() == whole[:-5]


def test_a_long_broken_tail_is_cut(path: Path) -> None:
    whole = write(path)
    path.write_bytes(whole + b'{"actions":[' + b"7," * 200_000)
    with Journal(path, RUN) as journal:
        assert len(list(journal.entries())) == 4
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "line, said",
    [
        (b"{\n", "line 3: the line is broken, it is no JSON"),
        (b"\n", "line 3: the line is broken, it is no JSON"),
        (b'{"a":1}{"a":2}\n', "line 3: the line is broken, it is no JSON"),
        (b"[1]\n", "line 3: the line is broken, it is no JSON object"),
        (b'{"a":NaN}\n', "line 3: the line is broken, it is no JSON"),
        (b'{"a":"\xff"}\n', "line 3: the line is broken, it is no JSON"),
        (b"\x00" * 40 + b"\n", "line 3: the line is broken, it is no JSON"),
        (b'{"a":' + b"[" * 200_000 + b"\n", "line 3: the line is broken, it is nested too deeply"),
        (b'{"a":' + b"9" * 10_000 + b"}\n", "line 3: the line is broken, it is no JSON"),
    ],
)
def test_a_broken_line_in_the_middle_is_an_error(path: Path, line: bytes, said: str) -> None:
    lines = write(path).splitlines(keepends=True)
    lines[2] = line
    path.write_bytes(b"".join(lines))
    with pytest.raises(ArenaError) as caught:
        read(path)
    assert str(caught.value) == f"{path}, {said}"
    with Journal(path, RUN) as journal, pytest.raises(ArenaError, match="line 3"):
        list(journal.entries())
    assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    "header, said",
    [
        ({"format": 2, "kind": "arena journal", "run": RUN}, "format 2 is unknown, this program reads"),
        ({"kind": "arena journal", "run": RUN}, "format None is unknown"),
        ({"format": 1, "kind": "shopping list"}, "this is no journal of an arena"),
        ({"format": 1, "kind": "arena journal"}, "the header does not say of which run"),
    ],
)
def test_an_unknown_header_is_refused(path: Path, header, said: str) -> None:
    path.parent.mkdir()
    path.write_bytes(encode(header))
    for act in (lambda: read(path), lambda: Journal(path, RUN)):
        with pytest.raises(ArenaError, match=f"line 1: {said}"):
            act()
    assert path.read_bytes() == encode(header)


@pytest.mark.parametrize(
    "run, said",
    [
        (RUN | {"seed": 8}, "it belongs to another run, seed is 7 there and 8 here"),
        (RUN | {"jobs": 2}, "jobs is missing there and 2 here"),
        ({"game": "some game", "seed": 7}, "specs is .* there and missing here"),
    ],
)
def test_another_run_is_refused(path: Path, run, said: str) -> None:
    before = write(path)
    with pytest.raises(ArenaError, match=said):
        Journal(path, run)
    assert path.read_bytes() == before
    write(path, [])                         # and the lock is free again


def test_tuples_and_lists_are_the_same_run(path: Path) -> None:
    write(path)
    Journal(path, RUN | {"specs": ("random", "greedy")}).close()


@pytest.mark.parametrize("content", [b"my precious notes", b"my precious notes\nare here\n"])
def test_other_files_are_not_overwritten(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(ArenaError, match="line 1"):
        Journal(path, RUN)
    assert path.read_bytes() == content


def test_an_empty_or_missing_journal_cannot_be_read(path: Path) -> None:
    with pytest.raises(ArenaError, match=r"journal.jsonl cannot be read: No such file"):
        read_journal(path)
    path.parent.mkdir()
    path.touch()
    with pytest.raises(ArenaError, match="is empty"):
        read_journal(path)


def test_two_runs_are_refused(path: Path) -> None:
    with Journal(path, RUN) as journal:
        with pytest.raises(ArenaError, match="is in use by another run"):
            Journal(path, RUN)
        journal.append(RECORDS[0])
        assert read(path) == RECORDS[:1]    # reading is allowed meanwhile
        with pytest.raises(ArenaError, match="is in use by another run"):
            Journal(path, RUN)              # and does not give the lock away
    Journal(path, RUN).close()


HOLD = """
import sys, time
from pathlib import Path
from kagemusha.arena.journal import Journal
journal = Journal(Path(sys.argv[1]), {"game": "some game", "seed": 7, "specs": ["random", "greedy"]})
number = 0
while True:
    journal.append({"set": number, "text": "x" * 500})
    number += 1
    if number == 20:
        sys.stdout.write("ready\\n")
        sys.stdout.flush()
"""


def test_another_process_is_refused_until_it_is_killed(path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            with pytest.raises(ArenaError, match="is in use by another run"):
                Journal(path, RUN)
        finally:
            process.send_signal(signal.SIGKILL)
    with Journal(path, RUN) as journal:
        sets = [entry.data["set"] for entry in journal.entries()]
    assert len(sets) >= 20
    assert sets == list(range(len(sets)))


def test_a_full_disk_is_one_sentence() -> None:
    with pytest.raises(ArenaError) as caught:
        Journal(Path("/dev/full"), RUN)
    assert str(caught.value) == "/dev/full cannot be written: No space left on device"


def test_a_disk_that_fills_up_leaves_whole_records(path: Path) -> None:
    whole = write(path, RECORDS[:2])
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal(path, RUN) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 20, limit[1]))
        try:
            with pytest.raises(ArenaError, match="cannot be written: File too large"):
                journal.append(RECORDS[2])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        assert path.read_bytes() == whole
        journal.append(RECORDS[2])          # there is room again
    assert read(path) == RECORDS[:3]


def test_an_unwritable_directory_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ArenaError, match="journal cannot be written: (Not a directory|File exists)"):
        Journal(tmp_path / "file" / "journal", RUN)
    with pytest.raises(ArenaError, match="cannot be written: Is a directory"):
        Journal(tmp_path, RUN)


def test_a_read_only_directory_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal is made up: root, as whom tests may run, could write everywhere."""

    def refused(*_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(ArenaError, match="cannot be written: Permission denied"):
        Journal(tmp_path / "journal", RUN)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"bytes"])
def test_what_is_no_json_is_not_written(path: Path, value) -> None:
    with Journal(path, RUN) as journal:
        before = path.read_bytes()
        with pytest.raises(ArenaError, match="cannot be written as JSON"):
            journal.append({"value": value})
        assert path.read_bytes() == before


@pytest.mark.parametrize("policy, syncs", [(0, 12), (None, 2), (3600, 2)])
def test_when_the_disk_is_forced(path: Path, monkeypatch, policy, syncs: int) -> None:
    """With the header and on closing in any case."""
    calls = []
    monkeypatch.setattr(os, "fsync", calls.append)
    with Journal(path, RUN, sync_seconds=policy) as journal:
        for number in range(10):
            journal.append({"set": number})
    assert len(calls) == syncs


def test_after_closing_nothing_is_written(path: Path) -> None:
    journal = Journal(path, RUN)
    journal.close()
    journal.close()
    with pytest.raises(ArenaError, match="is closed"):
        journal.append({})
