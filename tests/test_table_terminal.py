"""The full screen on a real (pseudo) terminal: start, interrupt, a terminal that goes away."""

import os
import re
import signal
from pathlib import Path

import pytest

from kagemusha.cli.saves import last_save, read_save

from terminal import Terminal

DRAWN = "q quit"
GAME = ["--seed", "7", "--players", "4", "--bots", "random", "--speed", "instant"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "settings.json").write_text('{"format": 1, "known": ["samurai-sword"]}')
    monkeypatch.setenv("KAGEMUSHA_DATA", str(folder))
    for variable in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    return folder


def asked(terminal: Terminal) -> None:
    terminal.wait_for("End the turn|Take the|Parry with|Discard|Pay")


def test_bare_play_is_a_table_and_ctrl_c_saves() -> None:
    first = Terminal("play", *GAME)
    first.wait_for(DRAWN)
    asked(first)
    first.type("1")
    first.type("\x03")
    assert "Traceback" not in first.wait_for("goes on")
    assert first.leave() == 0
    assert read_save(last_save()).actions
    second = Terminal("resume")
    second.wait_for(DRAWN)
    second.type("q")
    second.wait_for("goes on")
    assert second.leave() == 0


def test_a_terminal_that_is_closed_loses_nothing() -> None:
    game = Terminal("play", *GAME)
    game.wait_for(DRAWN)
    asked(game)
    os.close(game.master)
    assert game.process.wait(timeout=30) == 128 + signal.SIGHUP
    session = read_save(last_save())
    assert session.waits_for_person()


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    colour = re.compile(r"\x1b\[(?:\d+;)*(?:3[1-6]|9[1-6]|38;[25];)")
    coloured = Terminal("play", *GAME)
    assert colour.search(coloured.wait_for(DRAWN))
    coloured.type("q")
    assert coloured.leave() == 0
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal("play", *GAME)
    assert not colour.search(plain.wait_for(DRAWN))
    plain.type("q")
    assert plain.leave() == 0


def test_a_dumb_terminal_gets_the_plain_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Terminal("play", *GAME, term="dumb")
    assert "\x1b[?1049h" not in game.wait_for("\n> ")
    game.type("q\n")
    assert game.leave() == 0
