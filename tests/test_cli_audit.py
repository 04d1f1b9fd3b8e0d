"""`kagemusha audit`: its table, its JSON, its exit codes, and how it refuses."""

import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from kagemusha.cli import audit as cli_audit
from kagemusha.cli import main as cli
from kagemusha.core import audit as core_audit
from kagemusha.core.audit import Report

KAGEMUSHA = [sys.executable, "-m", "kagemusha"]
SMALL = ("audit", "samurai-sword", "--players", "3", "--games", "1", "--seed", "3")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*KAGEMUSHA, *words],
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"},
    )


def test_the_table_names_what_was_checked() -> None:
    result = run(*SMALL)
    assert result.returncode == 0
    for words in ("worlds sampled", "impossible", "leaking", "chi-square", "honest"):
        assert words in result.stdout
    assert "samurai-sword, 3 players, seed 3" in result.stdout
    assert "3 players, position 0: cards" in result.stdout


def test_json_is_one_object_on_standard_output() -> None:
    result = run(*SMALL, "--json")
    assert result.returncode == 0
    found = json.loads(result.stdout)
    assert found["game"] == "samurai-sword"
    assert (found["players"], found["games"], found["seed"]) == (3, 1, 3)
    assert found["worlds"] == found["positions"] * 3 * core_audit.WORLDS
    assert found["faults"] == found["impossible"] == found["leaking"] == 0
    assert found["least_p"] == min(fit["p"] for fit in found["fits"])


def test_the_same_seed_gives_the_same_audit() -> None:
    assert run(*SMALL, "--json").stdout == run(*SMALL, "--json").stdout


def test_a_fault_is_shown_and_is_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(game: object, games: int, seed: int) -> list[Report]:
        report = Report("samurai-sword", 3, {}, seed, games=games, leaking=2)
        report.examples.append("seat 1: the sample depends on the truth")
        return [report]

    monkeypatch.setattr(cli_audit, "audit", faulty)
    shown = CliRunner().invoke(cli.app, list(SMALL))
    assert shown.exit_code == 1
    assert "fault: seat 1: the sample depends on the truth" in shown.output
    assert "2 faults" in shown.output
    as_json = CliRunner().invoke(cli.app, [*SMALL, "--json"])
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout)["faults"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["audit", "samurai"], "there is no game 'samurai': did you mean 'samurai-sword'?"),
        (["audit", "samurai-sword", "--players", "9"], "samurai-sword is for 3 to 7 players, not 9"),
        (["audit", "samurai-sword", "--games", "0"], "the number of games must be from 1"),
        (["audit", "samurai-sword", "--games", "many"], "'many' is not a whole number"),
        (["audit", "samurai-sword", "--seed", "x"], "'x' is not a whole number"),
        (["audit", "samurai-sword", "--seed", "-1"], "a seed of an audit must be from 0"),
        (["audit", "samurai-sword", "--seed", f"{2**63}"], "a seed of an audit must be from 0"),
        (["audit", "leduc-poker"], "leduc-poker has no positions to write down"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], said: str) -> None:
    result = run(*words)
    assert result.returncode == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == 1
