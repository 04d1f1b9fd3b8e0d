"""The page of a run, and its tables for notebooks."""

import csv
import json
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kagemusha.arena.games import read_games
from kagemusha.arena.pool import Workers
from kagemusha.arena.report.budgets import families
from kagemusha.arena.report.page import page
from kagemusha.arena.report.plots import Scale
from kagemusha.arena.run import Run
from kagemusha.arena.runner import JOURNAL, Goal, read_arena, run_arena
from kagemusha.arena.summary import summarize
from kagemusha.cli import main as cli

LADDER = ("ismcts:iterations=1", "ismcts:iterations=2", "random")
VOID = {"meta", "line", "circle", "rect", "polyline"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("run")
    run = Run("samurai-sword", 3, LADDER, seed=2, version="1").checked()
    run_arena(run, Goal(sets=6), Workers(1, "threading"), folder=found)
    return found


class Reader(HTMLParser):
    """What is in a page; tags must be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.headings: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not {"src", "href", "onload", "onclick"} & {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)
        if "style" not in self.open:
            self.words.append(data)


def test_the_page_stands_alone_and_has_every_plot(folder: Path) -> None:
    text = page(summarize(read_arena(folder)))
    found = Reader(text)
    assert found.headings == [
        "Ratings",
        "Uplift over ismcts:iterations=1",
        "Strength against budget",
        "Crosstable",
        "Who is better",
        "Win rate by role",
        "Win rate by character",
        "Win rate by seat",
        "Work",
    ]
    assert not re.search(r"https?:|url\(|@import|<script|<link|<img", text)
    assert "prefers-color-scheme: dark" in text
    assert found.seen.count("svg") == 4
    assert found.seen.count("polyline") == 1
    assert {*LADDER, "Shogun"} <= set(found.words)


def test_the_numbers_of_the_page_are_those_of_the_run(folder: Path) -> None:
    summary = summarize(read_arena(folder))
    words = Reader(page(summary)).words
    for agent, rating in enumerate(summary.ratings.agents):
        whole = round(rating.rating)
        assert (f"{whole:+d}" if whole else "0") in words
        assert f"{100 * summary.counts.agent(agent).win_rate.mean:.1f} %" in words
    met = summary.counts.meeting(0, 2)
    assert f"{met.higher} / {met.same} / {met.lower}" in words
    for role in summary.counts.roles:
        for agent in range(3):
            assert f"{100 * summary.counts.role(agent, role).win_rate.mean:.1f} %" in words


def test_names_are_no_markup(folder: Path, tmp_path: Path) -> None:
    """The names in a journal are somebody else's words."""
    evil = "x:<script>alert(1)</script>&"
    text = (folder / JOURNAL).read_text(encoding="utf-8").replace('"random"', json.dumps(evil))
    (tmp_path / JOURNAL).write_text(text, encoding="utf-8")
    found = Reader(page(summarize(read_arena(tmp_path))))
    assert "script" not in found.seen
    assert evil in found.words


def test_families_differ_in_their_budget_alone() -> None:
    specs = ["ismcts:iterations=400", "ismcts:c=1,iterations=50", "ismcts:iterations=50", "rule"]
    specs += ["ismcts:c=1", "ismcts:iterations=0,ms=5", "ismcts:iterations=0,ms=50", "no:Such"]
    found = {(family.name, family.unit): family.budgets for family in families(specs)}
    assert found == {
        ("ismcts", "iterations"): ((2, 50), (0, 400)),
        ("ismcts:c=1", "iterations"): ((1, 50), (4, 2000)),
        ("ismcts", "ms"): ((5, 5), (6, 50)),
    }


@pytest.mark.parametrize("low, high", [(0, 1), (-287.3, 129), (3, 3), (0.001, 0.002), (-5, 0)])
def test_a_scale_holds_its_values_and_has_few_ticks(low: float, high: float) -> None:
    scale = Scale(low, high, 100, 500)
    assert scale.low <= low <= high <= scale.high
    assert 2 <= len(scale.ticks) <= 9
    assert (scale(scale.low), scale(scale.high)) == (100, 500)
    assert 100 <= scale(low) <= scale(high) <= 500


def report(*words: str) -> str:
    result = CliRunner().invoke(cli.app, ["report", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_writes_the_page_and_csv(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "page.html"
    names = report(str(folder), "--out", str(target), "--csv").split()
    assert [Path(name).name for name in names] == ["page.html", "games.csv", "agents.csv"]
    assert target.read_text(encoding="utf-8") == page(summarize(read_arena(folder)))
    with (target.parent / "games.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    games = list(read_games(folder / JOURNAL))
    assert len(rows) == 3 * len(games) == 3 * 18
    for row, (game, seat) in zip(rows, ((g, s) for g in games for s in range(3)), strict=True):
        assert (int(row["set"]), int(row["game"])) == (game.set_index, game.game_index)
        assert (int(row["seat"]), row["spec"]) == (seat, game.specs[seat])
        assert float(row["return"]) == game.returns[seat]
        assert row["role"] == (game.roles or [])[seat]
        assert int(row["iterations"]) == (game.iterations or [])[seat]
    with (target.parent / "agents.csv").open(encoding="utf-8") as file:
        agents = list(csv.DictReader(file))
    expected = summarize(read_arena(folder)).to_dict()["agents"]
    assert [{key: str(value) for key, value in row.items()} for row in expected] == agents


def test_parquet_has_the_same_rows(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    target = tmp_path / "page.html"
    found = json.loads(report(str(folder), "--out", str(target), "--csv", "--parquet", "--json"))
    assert len(found["files"]) == 5
    for name in ("games", "agents"):
        table = parquet.read_table(tmp_path / f"{name}.parquet").to_pylist()
        with (tmp_path / f"{name}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        written = [
            {key: "" if value is None else str(value) for key, value in row.items()}
            for row in table
        ]
        assert written == rows


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["{tmp}"], "journal.jsonl cannot be read"),
        (["{folder}", "--out", "/proc/report.html"], "/proc/report.html cannot be written"),
        (["{empty}"], "there are no games to rate"),
        (["{folder}", "--out", "{tmp}/p.html", "--parquet"], "pip install 'kagemusha[parquet]'"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str],
    sentence: str,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    header = (folder / JOURNAL).read_bytes().splitlines(keepends=True)[0]
    (empty / JOURNAL).write_bytes(header)
    places = {"tmp": tmp_path, "folder": folder, "empty": empty}
    monkeypatch.setattr(sys, "argv", ["kagemusha", "report", *(w.format(**places) for w in words)])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SystemExit) as end:
        cli.main()
    said = capsys.readouterr().err
    assert (end.value.code, said.count("\n")) == (2, 1)
    assert sentence in said
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]
