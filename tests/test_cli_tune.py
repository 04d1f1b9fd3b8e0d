"""The command `tune`: what it shows, its exit codes, how it refuses, and that a kill costs nothing."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kagemusha.cli import main as cli
from kagemusha.players.specs import parse_spec
from kagemusha.tune.study import read_study

HERE = Path(__file__).resolve().parent
GAME = ["sixteen-samurai", "--players", "3", "--jobs", "1"]
# A rule player that plays at random half of the time has much to gain.
SPOILED = [*GAME, "--player", "rule:epsilon=0.5", "--param", "epsilon=0..0.5", "--seed", "2"]
QUICK = [*SPOILED, "--budget-games", "400"]


def tune(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli.app, ["tune", *words])
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture
def refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """The sentence, from the entry point, run in an empty folder."""

    def run(*words: str) -> str:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["kagemusha", "tune", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capfd.readouterr()
        assert (ended.value.code, out, err.count("\n")) == (2, "", 1), err
        return err

    return run


def test_other_commands_do_not_pay_for_it() -> None:
    heavy = "{'optuna', 'scipy', 'joblib', 'kagemusha.tune'} & set(sys.modules)"
    code = f"import sys, kagemusha.cli.main; print({heavy} or 'none')"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert result.stdout.strip() == "none"


# What it finds.


def test_a_spoiled_player_is_mended(tmp_path: Path) -> None:
    study, out = tmp_path / "s.study", tmp_path / "best.toml"
    text = tune(*QUICK, "--study", str(study), "--out", str(out))
    assert text.splitlines()[-1].startswith("better setting found: epsilon=")
    assert f"written: {out}" in text
    best = parse_spec(f"@{out}")
    assert float(dict(zip([p.name for p in best.kind.parameters], best.values, strict=True))["epsilon"]) < 0.25  # type: ignore[arg-type]
    arena = ["arena", *GAME, "-p", f"@{out}", "-p", "rule", "--sets", "2"]
    assert CliRunner().invoke(cli.app, arena).exit_code == 0
    found = json.loads(tune(*QUICK, "--study", str(study), "--out", str(out), "--json"))
    assert found["outcome"] == "better setting found"
    assert found["verdict"] == text.splitlines()[-1]
    assert found["best"]["spec"] == str(best)
    assert found["file"] == str(out)
    page = tmp_path / "page.html"
    told = json.loads(tune("report", str(study), "--html", str(page), "--json"))
    assert told["verdict"] == found["verdict"]
    assert page.read_text().startswith("<!DOCTYPE html>")


def test_a_good_player_stays(tmp_path: Path) -> None:
    out = tmp_path / "best.toml"
    words = [*GAME, "--player", "rule", "--param", "epsilon=0.3..1", "--budget-games", "200"]
    text = tune(*words, "--out", str(out), code=1)
    assert text.splitlines()[-1].startswith("no better setting found: ")
    assert not out.exists()


def test_too_few_games_for_a_proof(tmp_path: Path) -> None:
    words = [*QUICK, "--verify-games", "4", "--out", str(tmp_path / "best.toml"), "--json"]
    assert json.loads(tune(*words, code=3))["outcome"] == "undecided"


def test_several_tables_and_opponents_at_once(tmp_path: Path) -> None:
    words = ["sixteen-samurai", "--players", "2,4", "--player", "rule:epsilon=0.9", "--jobs", "1"]
    words += ["--param", "epsilon=0..1", "--opponents", "rule,random", "--budget-games", "400"]
    text = tune(*words, "--out", str(tmp_path / "best.toml"), "--study", str(tmp_path / "s"))
    assert text.startswith("sixteen-samurai, players 2, 4, rule:epsilon=0.9 against rule, random: ")
    records = read_study(tmp_path / "s").records
    assert sum(record.spec == "rule:epsilon=0.9" for record in records) == 2, "it plays along"
    by_table = text.splitlines()[-3]
    assert by_table.startswith("of what both won at its own budget, % with 95 %: 2 players ")
    assert "; 4 players " in by_table
    assert f"# {by_table}\n" in (tmp_path / "best.toml").read_text()


def test_a_search_is_tuned_and_proved_at_two_budgets(tmp_path: Path) -> None:
    """Without any depth of thought, the priors of puct are all that a search has at its root."""
    words = ["samurai-sword", "--players", "4", "--jobs", "1", "--backend", "threading"]
    words += ["--player", "ismcts:iterations=8,bias=0", "--param", "root_select=same,ucb1"]
    words += ["--budget-games", "120", "--transfer", "9", "--elo1", "100", "--verify-games", "800"]
    found = json.loads(tune(*words, "--out", str(tmp_path / "best.toml"), "--json"))
    assert found["best"]["setting"] == {"root_select": "same"}
    assert [proof["budget"] for proof in found["proofs"]] == ["8 iterations", "9 iterations"]


# How it refuses: nothing was played, nothing was written.


@pytest.mark.parametrize(
    "words, sentence",
    [
        ([*GAME, "--param", "c=2..1"], "c: the range 2..1 is empty"),
        ([*GAME, "--param", "cc=1..2"], "no parameter 'cc'"),
        ([*GAME, "--param", "c=1..1000"], "c is a number from 0 to 100, not 1000"),
        ([*GAME, "--opponents", "rule:weights=kill:1"], "'kill' is no weight"),
        ([*GAME, "--opponents", "rulez"], "no player 'rulez'"),
        ([*GAME, "--player", "random"], "player random has nothing to tune"),
        ([*GAME, "--space", "nowhere.toml"], "nowhere.toml: cannot be read"),
        ([*GAME, "--method", "grid"], "there is no method 'grid'"),
        ([*GAME, "--recommend", "luck"], "recommend by lower or mean"),
        ([*GAME, "--budget-games", "10"], "a budget of 10 games is too small"),
        ([*GAME, "--seed", "-1"], "a seed is from 0 to"),
        ([*GAME, "--transfer", "500"], "--transfer 500 is the target"),
        ([*GAME, "--target", "-3"], "--target must be at least 1"),
        ([*GAME, "--target", "0"], "--target must be at least 1"),
        ([*GAME, "--player", "ismcts:ms=5", "--target", "100"], "plays by the clock"),
        ([*GAME, "--elo0", "30"], "must be below the second"),
        ([*GAME, "--elo1", "1e9"], "a hypothesis lies within 4000"),
        ([*GAME, "--elo0", "-3000", "--elo1", "3000"], "lies within 4000, not at -9000"),
        ([*GAME, "--elo1", "nan"], "a hypothesis lies within 4000"),
        ([*GAME, "--jobs", "9" * 30], "there is at least 1 job, and 10000 at most"),
        ([*GAME, "--budget-games", "9" * 400], "a budget has 1000000000 games at most"),
        ([*GAME, "--verify-games", "9" * 400], "a proof has from 2 to 1000000000 games"),
        ([*GAME, "--seed", str(2**64)], "a seed is from 0 to"),
        ([*GAME, "--param", "cutoff=0.." + "9" * 400], "cutoff is a whole number from -1 to 10000"),
        ([*GAME, "--param", "c=1..1.0001"], "is too narrow"),
        ([*GAME, "--param", "c=1.."], "a range has two ends"),
        ([*GAME, "--param", "root=hand,here", "--player", "ismcts:root=hand"], "searched with root=hand"),
        ([*GAME, "--opponents", "ismcts:root=hand"], "searched with root=hand"),
        ([*GAME, "--study", "a.toml", "--out", "a.toml"], "is the study itself"),
        ([*GAME, "--study", "."], "is a folder"),
        ([*GAME, "--verify-games", "0"], "a proof has from 2 to"),
        ([*GAME, "--player", "rule", "--target", "100"], "rule has no iterations"),
        ([*GAME, "--out", "there/best.toml"], "there is no folder there"),
        ([*GAME, "--backend", "mpi"], "there is no backend 'mpi'"),
        (["sixteen-samurai", "--players", "3,x"], "'x' is not a whole number"),
        (["sixteen-samurai", "--players", "3,3"], "names a table twice"),
        (["sixteen-samurai", "--players", "9"], "2 to 4 players"),
        (["sixteen"], "no game 'sixteen'"),
        ([*GAME, "--param", "rollout=rule", "rollout=uniform"], "did the shell take braces apart?"),
        (["report", "nowhere.study"], "nowhere.study cannot be read"),
        (["report", "."], ". is a folder"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, refused: Callable[..., str]
) -> None:
    assert sentence in refused(*words)
    assert list(tmp_path.iterdir()) == []


def test_the_study_of_another_game_is_refused(
    tmp_path: Path, refused: Callable[..., str]
) -> None:
    study = tmp_path / "s.study"
    small = ["--budget-games", "60", "--verify-games", "2", "--study", str(study)]
    CliRunner().invoke(cli.app, ["tune", *SPOILED, *small])
    before = study.read_bytes()
    words = ["seven-card-samurai", "--players", "3", *SPOILED[3:], *small]
    assert 'game is "sixteen-samurai" there and "seven-card-samurai" here' in refused(*words)
    assert study.read_bytes().startswith(before)


def test_a_study_is_not_overwritten_by_its_result(
    tmp_path: Path, refused: Callable[..., str]
) -> None:
    study = tmp_path / "s.toml"
    text = tune(*QUICK, "--study", str(study))
    assert f"written: {tmp_path / 's-tuned.toml'}" in text
    before = study.read_bytes()
    assert "is no page" in refused("report", str(study), "--html", str(study))
    assert tune(*QUICK, "--study", str(study)) == text
    assert study.read_bytes() == before, "a study that is finished stays as it is"


def test_forfeits_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE / "arena"))
    words = [*GAME, "--backend", "threading", "--player", "rule", "--param", "epsilon=0.5..1"]
    words += ["--opponents", "odd_players:Raises", "--budget-games", "100", "--json"]
    result = CliRunner().invoke(cli.app, ["tune", *words, "--out", str(tmp_path / "best.toml")])
    assert result.exit_code == 1, result.output
    assert json.loads(result.stdout)["forfeits"].keys() == {"odd_players:Raises"}
    assert "warning: games were forfeited, and count as lost: odd_players:Raises" in result.stderr


def test_a_file_of_the_user_is_not_overwritten(
    tmp_path: Path, refused: Callable[..., str]
) -> None:
    (tmp_path / "mine.toml").write_text("kind = 'rule'\n")
    assert "is there already" in refused(*QUICK, "--out", "mine.toml")
    assert (tmp_path / "mine.toml").read_text() == "kind = 'rule'\n"


# Nothing lost.


def test_a_kill_costs_nothing(tmp_path: Path) -> None:
    """Killed in the midst of trials, twice; then the same command ends as if undisturbed."""
    words = [*SPOILED, "--opponents", "odd_players:Slow", "--backend", "threading"]
    words += ["--budget-games", "60", "--verify-games", "4", "--json"]
    whole = json.loads(ended(words, tmp_path, "whole"))
    size = (tmp_path / "whole.study").stat().st_size
    study = tmp_path / "cut.study"
    for share in (0.25, 0.5):
        run = start(words, tmp_path, "cut")
        while run.poll() is None and (not study.exists() or study.stat().st_size < share * size):
            time.sleep(0.01)
        assert run.poll() is None, "it was to be killed before its end"
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    cut = json.loads(ended(words, tmp_path, "cut"))
    for found in (whole, cut):
        found.pop("file")               # its name is the only difference
    assert cut == whole
    assert contents(study) == contents(tmp_path / "whole.study")


def start(words: list[str], folder: Path, name: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "kagemusha", "tune", *words]
    files = ["--study", str(folder / f"{name}.study"), "--out", str(folder / f"{name}.toml")]
    # To a file: workers that outlive their run would hold a pipe open.
    with (folder / f"{name}.txt").open("wb") as out:
        return subprocess.Popen(
            [*command, *files],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(HERE / "arena")},
        )


def ended(words: list[str], folder: Path, name: str) -> str:
    assert start(words, folder, name).wait(timeout=600) in (0, 1, 3)
    return (folder / f"{name}.txt").read_text()


def contents(path: Path) -> list[object]:
    return [
        (r.phase, r.spec, r.first, str(r.state), sorted(r.scores.items()))
        for r in read_study(path).records
    ]
