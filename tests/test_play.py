"""Playing at the plain table: whole games through prompts, saving, resuming, bad answers."""

import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import kagemusha
from kagemusha.cli import main as cli
from kagemusha.cli.answers import Chosen, Command, Unclear, understand
from kagemusha.cli.saves import last_save, new_save, read_save, write_save
from kagemusha.cli.session import HUMAN, Session, session_from_dict
from kagemusha.core.registry import load_game

from terminal import Terminal, command

PROMPT = "> "
MANY = 3000                     # more answers than any game here needs
SMALLEST = {name: cli.game_class(name).min_players for name in kagemusha.GAMES}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("KAGEMUSHA_DATA", str(folder))
    return folder


def run(words: str, answers: list[str]) -> Result:
    result = CliRunner().invoke(cli.app, words.split(), input="".join(f"{a}\n" for a in answers))
    assert result.exit_code == 0, result.output
    return result


def random_answers(seed: int, count: int = MANY) -> list[str]:
    """Numbers; those that are too high are asked again."""
    rng = random.Random(seed)
    return [str(rng.randint(1, 6)) for _ in range(count)]


def new_session(name: str = "samurai-sword", players: int = 3, seed: int = 5) -> Session:
    game = kagemusha.load_game(name, players=players)
    return Session(game, seed, [HUMAN, *["random"] * (players - 1)])


def advance(session: Session, choices: int, seed: int = 1) -> None:
    """Play until the person has chosen so often."""
    rng = random.Random(seed)
    while choices and not session.is_over():
        if session.waits_for_person():
            session.play(rng.choice(session.state.legal_actions()))
            choices -= 1
        else:
            session.play(session.next_action())


# Whole games.


@pytest.mark.parametrize("name", kagemusha.GAMES)
def test_a_whole_game_through_prompts(name: str, data: Path) -> None:
    output = run(
        f"play {name} --players {SMALLEST[name]} --seed 2 --bots random", random_answers(1)
    ).output
    assert "End of the game" in output
    assert output.splitlines()[-1] in ("You win.", "You lose.", "You share the win.")
    assert not list((data / "saves").iterdir())             # nothing is left to resume
    (finished,) = (data / "finished").iterdir()
    session = read_save(finished)
    assert session.is_over()
    share = session.state.returns()[0]
    assert ("You lose." in output) == (share == 0)


@pytest.mark.parametrize("name", kagemusha.GAMES)
def test_against_the_rule_players_from_another_seat(name: str) -> None:
    output = run(
        f"play {name} --players {SMALLEST[name] + 1} --seat 2 --seed 4 --bots rule",
        random_answers(2),
    ).output
    assert "seat 2 (you)" in output
    assert "End of the game" in output


def test_the_log_is_what_the_seat_knows() -> None:
    """No line names a card that another seat drew or that moved between others."""
    for name in kagemusha.GAMES:
        session = new_session(name, players=max(3, SMALLEST[name]))
        advance(session, 200)
        text = "\n".join(line.text for line in session.log)
        for line in text.splitlines():
            drawn = re.fullmatch(r"  seat (\d) (\(you\) )?draws (.*)", line)
            if drawn and drawn[1] != "0":
                assert drawn[3].startswith("a card"), line
            stolen = re.fullmatch(r"  seat (\d).* takes (.*) from the hand of seat (\d).*", line)
            if stolen and "0" not in (stolen[1], stolen[3]):
                assert stolen[2] == "a card", line
        assert re.search(r"seat 0 \(you\) draws (?!a card)", text)


def test_own_choices_are_told_and_others_only_when_open() -> None:
    session = new_session("sixteen-samurai", players=2)
    advance(session, 40)
    lines = [line.text for line in session.log]
    assert any(line.startswith("seat 0 (you): Send ") for line in lines)
    assert not any(line.startswith("seat 1: Send ") for line in lines)


# What is asked, and how it may be answered.


def test_the_first_screen() -> None:
    output = run("play --seed 7 --players 4 --bots random", []).output
    assert output.startswith("Samurai Sword, 4 players, seed 7\n")
    assert "You are Ninja." in output
    assert "seat 0 (you)" in output
    assert "Your hand: " in output
    assert re.search(r"^\s*1 \S", output, re.MULTILINE)
    for line in output.split("> ")[0].splitlines():
        assert len(line) <= 80, line


def test_bad_answers_are_asked_again() -> None:
    answers = ["", "0", "99", "-1", "1.5", "abracadabra", "9" * 400, "\x00", "ü!", "?"]
    output = run("play --seed 7 --players 4 --bots random", answers).output
    assert output.count(f"\n{PROMPT}") == len(answers) + 1
    assert "There is no 99: type a number from 1 to" in output
    assert "'abracadabra' is none of these" in output
    saved = read_save(last_save())
    assert saved.waits_for_person()
    assert saved.last_choice == 0           # nothing was chosen


def test_help_on_cards_actions_and_terms() -> None:
    answers = ["? katana", "katana?", "help harmless", "? parr", "? nothing", "?", "l", "t"]
    output = run("play --seed 7 --players 4 --bots random", answers).output
    assert output.count("Katana: Reach 2, 3 wounds. Attack somebody within reach") == 2
    assert "Harmless: Whoever has no Resilience" in output
    assert "Parry: Stops all wounds" in output
    assert "There is nothing to say about 'nothing'" in output
    assert "Names: Bokken" in output
    numbered = run("play sixteen-samurai --players 2 --seed 7 --bots random", ["? 1"]).output
    assert "Number of dice: " in numbered


def test_card_names_in_other_languages() -> None:
    output = run("play --seed 7 --players 4 --bots random --language es", ["? parada"]).output
    assert "Parada: Stops all wounds" in output
    hand = output.partition("Your hand: ")[2].partition("\n")[0]
    held = re.sub(r" \(.*?\)|\d ", "", hand).strip(",").split(", ")
    assert held
    assert {"Focus", "Armor", "Parry", "Diversion", "Battle Cry"}.isdisjoint(held)


def test_a_part_of_a_name_is_an_answer() -> None:
    offered = ["Katana -> seat 1", "Katana -> seat 2", "Bō -> seat 1", "End the turn"]
    assert understand("3", offered) == Chosen(2)
    assert understand("end", offered) == Chosen(3)
    assert understand("turn", offered) == Chosen(3)
    assert understand("bo", offered) == Chosen(2)
    assert understand("katana 2", offered) == Chosen(1)
    assert understand("KATANA  ->  SEAT 1", offered) == Chosen(0)
    assert understand("katana", offered) == Unclear(
        "Which one: 1 Katana -> seat 1, 2 Katana -> seat 2?"
    )
    assert understand("end the trun", offered) == Unclear(
        "'end the trun' is none of these: did you mean 'End the turn'?"
    )
    assert understand("q", offered) == Command("quit")
    assert understand("?bo", offered) == Command("help", "bo")
    assert understand("?", offered) == Command("help")


@settings(deadline=None)
@given(st.text(), st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_any_text_is_understood_or_not(answer: str, actions: list[str]) -> None:
    meant = understand(answer, actions)
    if isinstance(meant, Chosen):
        assert 0 <= meant.place < len(actions)
    else:
        assert isinstance(meant, (Command, Unclear))


# Saving and resuming.


@pytest.mark.parametrize("name", kagemusha.GAMES)
def test_a_resumed_game_goes_on_as_it_would_have(name: str, tmp_path: Path) -> None:
    """The same answers, with and without a break after every few of them."""
    table = f"{name} --players {SMALLEST[name]} --seed 3 --bots rule"
    words = f"play {table} --save {tmp_path / 'whole.json'}"
    answers = ["1"] * 24
    whole = run(words, answers).output
    parts = run(words.replace("whole", "parts"), answers[:8]).output
    for start in (8, 16):
        parts += run(f"resume {tmp_path / 'parts.json'}", answers[start : start + 8]).output
    saved = [json.loads((tmp_path / f"{part}.json").read_text()) for part in ("whole", "parts")]
    assert saved[0] == saved[1]
    assert len(saved[0]["actions"]) >= 24
    assert whole.rpartition("Saved in")[0].splitlines()[-20:] == (
        parts.rpartition("Saved in")[0].splitlines()[-20:]
    )


def test_resume_takes_the_game_played_last() -> None:
    run("play --seed 11", ["1"])
    run("play --seed 12", ["1"])
    assert "seed 12" in run("resume", []).output
    (first,) = [path for path in last_save().parent.iterdir() if path != last_save()]
    assert "seed 11" in run(f"resume {first}", ["1"]).output
    assert "seed 11" in run("resume", []).output


def test_a_resumed_game_shows_what_happened_since_the_last_choice() -> None:
    whole = run("play --seed 7 --players 4 --bots random", ["1", "1", "1"]).output
    resumed = run("resume", []).output
    news = resumed.partition("\n")[2].partition("\n")[2]
    assert news.splitlines()[0].startswith("seat 0 (you")
    assert news.partition("Saved in")[0] in whole


def test_leaving_by_command_saves(data: Path) -> None:
    output = run("play --seed 7", ["1", "q"]).output
    assert "`kagemusha resume` goes on" in output
    assert len(list((data / "saves").iterdir())) == 1


def test_a_file_of_ones_own(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "deep" / "mine.json"
    output = run(f"play --seed 7 --save {path}", ["1"]).output
    assert f"`kagemusha resume {path}` goes on" in output
    assert not (data / "saves").exists()
    before = path.read_bytes()
    result = CliRunner().invoke(cli.app, ["play", "--save", str(path)])
    assert result.exit_code != 0
    assert path.read_bytes() == before
    run(f"resume {path}", random_answers(1))
    assert read_save(path).is_over()
    assert "You " in run(f"resume {path}", []).output.splitlines()[-1]


def test_saves_of_the_same_second_do_not_meet() -> None:
    paths = []
    for _ in range(3):
        paths.append(new_save("some-game"))
        write_save(paths[-1], new_session())
    assert len(set(paths)) == 3


def test_a_failed_save_leaves_the_old_one_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    session = new_session()
    write_save(path, session)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_save(path, session)
    assert path.read_bytes() == before
    assert list(tmp_path.glob(".*")) == []


def test_a_player_that_fails_is_replaced_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "clumsy.py").write_text(
        "class Clumsy:\n"
        "    def __init__(self, game): pass\n"
        "    def reset(self, seat, seed): pass\n"
        "    def choose(self, view): return 1 / 0\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    output = run("play --players 3 --seed 1 --bots clumsy:Clumsy,random", random_answers(1)).output
    assert output.count("The player clumsy:Clumsy of seat 1 failed") == 1
    assert "ZeroDivisionError" in output
    assert "End of the game" in output


# Saves that cannot be read.


def corruptions() -> dict[str, tuple[str, str]]:
    session = new_session()
    advance(session, 3)
    good = session.to_dict()
    text = json.dumps(good)

    def changed(**values: object) -> str:
        return json.dumps({**good, **values})

    def without(key: str) -> str:
        return json.dumps({k: v for k, v in good.items() if k != key})

    return {
        "empty": ("", "line 1: is no JSON"),
        "truncated": (text[: len(text) // 2], "line 1: is no JSON"),
        "not json": ("hello\nworld", "line 1: is no JSON"),
        "a list": ("[]", "must be an object"),
        "a number": ("3", "must be an object"),
        "deep": ("[" * 100_000, "recursion"),
        "no format": (without("format"), "has no 'format'"),
        "future": (changed(format=2), "format 2 is unknown: this program reads 1"),
        "format as text": (changed(format="1"), "format '1' is unknown"),
        "no game": (without("game"), "has no 'game'"),
        "unknown game": (changed(game="chess"), "there is no game 'chess'"),
        "game as list": (changed(game=["samurai-sword"]), "there is no game"),
        "players": (changed(players=9), "3 to 7 players, not 9"),
        "players as text": (changed(players="3"), "whole number"),
        "options as list": (changed(options=[]), "must be an object"),
        "unknown option": (changed(options={"luck": 1}), "no option 'luck'"),
        "clashing option": (changed(options={"players": 3}), "players"),
        "seed": (changed(seed=-1), "a seed must be from 0"),
        "seed as text": (changed(seed="5"), "a seed is a whole number"),
        "seats": (changed(seats=[HUMAN]), "must have 3 entries, not 1"),
        "two people": (
            changed(seats=[HUMAN, HUMAN, "rule"], practice=True), "one person who plays alone"
        ),
        "redeals of no practice": (changed(redeals=[[0, 1]]), "of a practice"),
        "redeal too late": (changed(practice=True, redeals=[[999, 1]]), "not as many actions"),
        "redeal as text": (changed(practice=True, redeals=[["a", 1]]), "must be a whole number"),
        "practice as number": (changed(practice=1), "must be true or false"),
        "bad player": (changed(seats=[HUMAN, "rul", "rule"]), "did you mean 'rule'?"),
        "seat as number": (changed(seats=[HUMAN, 1, 2]), "given by a string"),
        "actions as text": (changed(actions="123"), "must be a list"),
        "illegal action": (changed(actions=[175]), "number 1 of its actions: action 175"),
        "action as text": (changed(actions=["1"]), "number 1 of its actions"),
        "no actions": (without("actions"), "has no 'actions'"),
        "stranger": (changed(luck=7), "has an unknown 'luck'"),
    }


CORRUPT = corruptions()


@pytest.mark.parametrize("case", CORRUPT)
def test_a_bad_save_is_one_sentence_and_left_alone(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    text, reason = CORRUPT[case]
    path = tmp_path / "bad.json"
    path.write_text(text)
    monkeypatch.setattr(sys, "argv", ["kagemusha", "resume", str(path)])
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    output = capfd.readouterr()
    assert stop.value.code == 2
    assert output.out == ""
    assert output.err.startswith(f"kagemusha: {path}")
    assert output.err.count("\n") == 1
    assert reason in output.err
    assert path.read_text() == text


@settings(deadline=None, max_examples=50)
@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["format", "game", "players", "options", "seed", "seats", "actions"]), inner
    ),
))
def test_any_json_is_a_session_or_refused(data: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        session_from_dict(data)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(ValueError, match="bad.json: is not a text in UTF-8"):
        read_save(path)


def test_a_spoilt_last_save_does_not_hide_the_others() -> None:
    run("play --seed 11 --bots random", ["1"])
    good = last_save()
    run("play --seed 12 --bots random", ["1"])
    last_save().write_text("{")
    result = CliRunner().invoke(cli.app, ["resume"])
    assert result.exit_code != 0
    assert f"`kagemusha resume {good}` goes on with another game" in str(result.exception)
    assert "seed 11" in run(f"resume {good}", []).output


def test_nothing_to_resume(data: Path) -> None:
    result = CliRunner().invoke(cli.app, ["resume"])
    assert result.exit_code != 0
    with pytest.raises(ValueError, match="there is no saved game in"):
        last_save()


# As a process: pipes and a terminal.


def test_answers_from_a_pipe() -> None:
    result = subprocess.run(
        command("play", "--seed", "7", "--players", "4"),
        check=False,
        input="1\n",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert result.returncode == 0
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    assert "Saved in" in result.stdout


def test_ctrl_c_on_a_terminal_saves_and_resume_goes_on() -> None:
    first = Terminal("play", "--plain", "--seed", "7", "--players", "4", "--bots", "random")
    first.wait_for("\n> ")
    first.type("nonsense\n")
    first.wait_for("is none of these.*\n> ")
    first.type("1\n")
    shown = first.wait_for("\n> ")
    first.interrupt()
    assert "Traceback" not in first.wait_for("goes on")
    assert first.leave() == 0
    second = Terminal("resume", "--plain")
    again = second.wait_for("\n> ")
    question = shown.rpartition("Your hand")[2]
    assert question == again.rpartition("Your hand")[2]
    second.type("\x04")                     # end of input
    second.wait_for("goes on")
    assert second.leave() == 0


def test_a_killed_game_is_saved_at_the_last_decision() -> None:
    game = Terminal("play", "--plain", "--seed", "7", "--players", "4", "--bots", "random")
    game.wait_for("\n> ")
    game.type("1\n")
    game.wait_for("\n> ")
    game.process.kill()
    assert game.leave() == -signal.SIGKILL
    session = read_save(last_save())
    assert session.waits_for_person()
    assert session.last_choice > 0


def test_colours_only_on_a_terminal_that_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    coloured = Terminal("play", "--plain", "--seed", "7", "--players", "4")
    assert "\x1b[" in coloured.wait_for("\n> ")
    coloured.type("q\n")
    assert coloured.leave() == 0
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal("play", "--plain", "--seed", "7", "--players", "4")
    text = plain.wait_for("\n> ")
    assert not re.search(r"\x1b\[[0-9;]*3\d", text)
    plain.type("q\n")
    assert plain.leave() == 0


def test_the_story_is_told_step_by_step() -> None:
    """Each scene holds the events of its own step only, and together they are all there were."""
    session = Session(load_game("seven-card-samurai", players=3), 5, ["rule"] * 3)
    told: list[Any] = []
    while not session.is_over():
        mark = session.story.told
        session.play(session.next_action())
        told += session.state.observation(0, since=mark)["events"]
    every = session.state.observation(0)["events"]
    assert told == every[len(every) - len(told) :]
    assert session.state.observation(0, since=session.story.told)["events"] == []
