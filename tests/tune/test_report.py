"""Reports: whole, valid, self-contained, and true to the study."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from kagemusha.cli.tune_report import plot, report_text
from kagemusha.tune.report import best_so_far, page
from kagemusha.tune.study import open_study, read_study
from kagemusha.tune.survey import Survey, survey
from kagemusha.tune.synthetic import SyntheticDeals
from kagemusha.tune.tuner import Tuner

from synthetic_plan import make, worth


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Survey:
    path = tmp_path_factory.mktemp("report") / "study"
    plan, space = make(budget=800, method="halving")
    deals = SyntheticDeals(worth, baseline=plan.player)
    with open_study(path, plan) as opened:
        Tuner(opened.study, opened.storage, plan, space, deals).run()
    return survey(read_study(path))


def test_the_page_has_all_its_parts(found: Survey) -> None:
    text = page(found)
    for title in ("Candidates", "History", "Where the best values lie", "Importances", "Slices",
                  "Contours"):  # fmt: skip
        assert f"<h2>{title}" in text
    # history, importances, a slice for each axis, and three pairs
    assert text.count("<svg") == 2 + len(found.read.space.axes) + 3


def test_the_page_asks_for_nothing(found: Survey) -> None:
    text = page(found)
    assert not re.search(r"https?:|//|src=|href=|@import|<script|url\(", text)


def test_all_charts_are_well_formed(found: Survey) -> None:
    for chart in re.findall(r"<svg.*?</svg>", page(found), re.DOTALL):
        for element in ET.fromstring(chart).iter():
            assert "nan" not in " ".join(element.attrib.values())


def test_the_parameter_that_matters_is_named(found: Survey) -> None:
    assert max(found.shares, key=lambda name: found.shares[name]) == "c"
    place = next(place for place in found.places if place.axis.name == "c")
    assert isinstance(place.low, float) and isinstance(place.high, float)
    assert 1.0 < place.low < place.high <= 8.0, "the best value is 8"


def test_the_same_study_gives_the_same_report(found: Survey) -> None:
    assert page(survey(found.read)) == page(found)


def test_names_are_escaped(found: Survey) -> None:
    hostile = Survey(found.read, found.standing, "<script>alert(1)</script>", {}, [], [], [])
    assert "<script" not in page(hostile)


def test_a_study_just_begun_can_be_shown(tmp_path: Path) -> None:
    plan, _ = make()
    with open_study(tmp_path / "study", plan):
        begun = survey(read_study(tmp_path / "study"))
    assert "No trial has begun" in page(begun)
    assert "not finished" in report_text(begun)


def test_the_terminal_shows_the_same_names(found: Survey) -> None:
    text = report_text(found)
    assert found.best is not None
    assert found.name(found.best.setting) in text
    assert all(axis.name in text for axis in found.read.space.axes)
    assert max(map(len, text.splitlines())) < 250


def test_a_plot_puts_marks_where_they_belong() -> None:
    lines = plot([(0.0, 0.0, "a"), (1.0, 2.0, "b"), (0.5, 1.0, "c")], 0.0, 2.0).splitlines()
    assert lines[0].endswith("b")
    assert lines[-1].startswith("   +0.0 |a")
    assert any("c" in line for line in lines[4:8])


def test_the_surest_so_far_is_not_the_luckiest() -> None:
    rows = [(0, 0.0, 1.0, False, ""), (1, 9.0, 20.0, True, ""), (2, 5.0, 2.0, False, "")]
    assert best_so_far(rows) == [(0, 0.0), (1, 0.0), (2, 5.0)]
