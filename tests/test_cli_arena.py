"""The command `arena`: what it shows, its exit codes, and how it refuses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kagemusha
from kagemusha.cli import main as cli

from arena_kills import check_kills

BASE = ["sixteen-samurai", "--players", "3", "-p", "rule", "-p", "random", "--jobs", "1"]
SHORT = [*BASE, "--sets", "5"]


def arena(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli.app, ["arena", *words])
    assert result.exit_code == code, result.output
    return result.stdout


def refused(*words: str) -> str:
    """The sentence, from the real entry point."""
    result = subprocess.run(
        [sys.executable, "-m", "kagemusha", "arena", *words],
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert result.returncode == 2, result.stderr
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


# What it shows.


def test_the_tables() -> None:
    text = arena(*SHORT)
    assert text.startswith("Sixteen Samurai, 3 players, round-robin, assignment cycle, seed 0")
    for part in ("win rate", "Uplift over rule", "Win rate by seat", "Crosstable. Counted are"):
        assert part in text
    assert text == arena(*SHORT)


def test_roles_and_characters_have_tables() -> None:
    text = arena("samurai-sword", "-p", "random", "-p", "rule", "--sets", "2", "--jobs", "1")
    assert "Win rate by role" in text
    assert "Win rate by character" in text


def test_json() -> None:
    found = json.loads(arena(*SHORT, "--json"))
    assert list(found) == [
        *("format", "game", "players", "sets", "games", "agents", "uplift", "verdict")
    ]
    assert (found["format"], found["game"], found["players"]) == (1, "sixteen-samurai", 3)
    assert (found["sets"], found["games"], found["verdict"]) == (5, 15, None)
    keys = ["spec", "games", "win_rate", "low", "high", "rating", "rating_low", "rating_high"]
    for agent in found["agents"]:
        assert list(agent) == [*keys, "forfeits"]
        assert 0 <= agent["low"] <= agent["win_rate"] <= agent["high"] <= 1
        assert agent["rating_low"] <= agent["rating"] <= agent["rating_high"]
    (uplift,) = found["uplift"]
    assert list(uplift) == ["spec", "baseline", "mean", "low", "high"]
    assert (uplift["spec"], uplift["baseline"]) == ("random", "rule")


@pytest.mark.parametrize(
    "first, second, more, code, verdict",
    [
        ("rule", "random", ["--elo1", "50"], 0, "accepted"),
        ("random", "rule", ["--elo1", "50"], 1, "rejected"),
        ("random", "random", ["--sets", "3"], 3, "undecided"),
    ],
)
def test_exit_codes_of_a_test(
    first: str, second: str, more: list[str], code: int, verdict: str
) -> None:
    words = ["sixteen-samurai", "-p", first, "-p", second, "--jobs", "1", "--sprt", *more]
    assert arena(*words, code=code).splitlines()[-1].startswith(f"{verdict}: ")


@pytest.mark.parametrize(
    "elo0, elo1, claim",
    [
        ("0", "50", "accepted: rule beats random by +50 Elo (elo) ("),
        ("-50", "0", "accepted: rule loses no more than 0 Elo (elo) to random ("),
        ("-80", "-30", "accepted: rule loses no more than 30 Elo (elo) to random ("),
    ],
)
def test_what_a_test_has_shown(elo0: str, elo1: str, claim: str) -> None:
    words = ["sixteen-samurai", "-p", "rule", "-p", "random", "--jobs", "1", "--sprt"]
    assert arena(*words, "--elo0", elo0, "--elo1", elo1).splitlines()[-1].startswith(claim)


def test_settings_from_a_file(tmp_path: Path) -> None:
    config = tmp_path / "arena.toml"
    config.write_text(
        'game = "sixteen-samurai"\nplayers = 3\nplayer = ["rule", "random"]\nsets = 9\n'
        'jobs = 1\nseed = 4\nformat = "ab"\n'
    )
    flags = arena(*SHORT, "--seed", "4", "--format", "ab")
    assert arena("--config", str(config), "--sets", "5") == flags


def test_quick() -> None:
    assert ": 20 sets, 60 games" in arena(*BASE, "--quick")


def test_dry_run_plays_nothing_that_counts(tmp_path: Path) -> None:
    text = arena(*SHORT, "--dry-run", "--out", str(tmp_path / "run"))
    assert "5 sets, 15 games, about 0:00 on 1 jobs" in text
    assert not (tmp_path / "run").exists()
    assert json.loads(arena(*SHORT, "--dry-run", "--json"))["games"] == 15


def test_begin_from_a_position(tmp_path: Path) -> None:
    state = kagemusha.load_game("sixteen-samurai", players=3).new_initial_state(seed=2)
    file = tmp_path / "position.json"
    file.write_text(json.dumps(state.to_dict()))
    assert arena(*SHORT, "--from", str(file)) != arena(*SHORT)


# The calculators.


@pytest.mark.parametrize(
    "counts, code", [("3,14,40,17,6", 3), ("0:2,0.5:20,1:60", 0), ("0:60,0.5:20,1:2", 1)]
)
def test_sprt_from_counts(counts: str, code: int) -> None:
    text = arena("sprt", "--from", counts, code=code)
    assert text.startswith({0: "accepted", 1: "rejected", 3: "undecided"}[code])
    assert json.loads(arena("sprt", "--from", counts, "--json", code=code))["format"] == 1


def test_plan() -> None:
    assert "2031 sets in a match of fixed length" in arena("plan", "--effect", "0.02")
    found = json.loads(arena("plan", "--effect", "0.02", "--base-rate", "0.25", "--json"))
    assert found["single_games"] > found["fixed"]


# Refusals.


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["sixteen-samurai"], "-p SPEC"),
        (["sixteen-samurai", "-p", "rule", "-p", "rulez"], "no player 'rulez'"),
        (["sixteen", "-p", "rule", "-p", "random"], "no game 'sixteen'"),
        ([*BASE, "--format", "cup"], "there is no format 'cup'"),
        ([*BASE, "--sets", "0"], "at least 1 set"),
        ([*BASE, "--sets", "many"], "'many' is not a whole number"),
        ([*BASE, "--jobs", "0"], "at least 1 job"),
        ([*BASE, "--backend", "mpi"], "there is no backend 'mpi'"),
        ([*BASE, "--seed", "-1"], "a seed is 0 or more"),
        ([*BASE, "--sprt", "--format", "gauntlet"], "compares two agents"),
        ([*BASE, "--sprt", "--alpha", "2"], "alpha must lie between"),
        ([*BASE, "--sprt", "--model", "odds"], "no model 'odds'"),
        ([*BASE, "--from", "nowhere.json"], "nowhere.json: cannot be read"),
        ([*BASE, "--config", "nowhere.toml"], "nowhere.toml: cannot be read"),
        ([*BASE, "--out", "/proc/arena"], "cannot be written"),
        (["sprt", "--from", "1,2,3"], "counts are written"),
        (["plan", "--effect", "0"], "other than 0"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], sentence: str) -> None:
    assert sentence in refused(*words)


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("set = 3", "there is no setting 'set'"),
        ('sets = "3"', "sets must be a whole number"),
        ("jobs = true", "jobs must be a whole number"),
        ("player = [1]", "player must be a list of texts"),
        ("sets =", "Invalid value"),
    ],
)
def test_bad_files_are_named(text: str, sentence: str, tmp_path: Path) -> None:
    config = tmp_path / "bad.toml"
    config.write_text(text)
    found = refused(*BASE, "--config", str(config))
    assert "bad.toml" in found
    assert sentence in found


def test_two_runs_in_one_folder_are_refused(tmp_path: Path) -> None:
    from kagemusha.arena.journal import Journal
    from kagemusha.arena.runner import JOURNAL

    with Journal(tmp_path / JOURNAL, {}):
        assert "is in use by another run" in refused(*SHORT, "--out", str(tmp_path))


# Nothing lost.


def test_kills_change_nothing(tmp_path: Path) -> None:
    assert check_kills(tmp_path, sets=12, kills=3, seed=3) == 3
