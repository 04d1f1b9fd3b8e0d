"""The evaluators of Seven Card Samurai and Sixteen Samurai: chances, sound and better than none."""

import importlib
import math
import random
from typing import Any

import numpy as np
import pytest

import kagemusha
from kagemusha.core.tables import read_table
from kagemusha.players.evaluation import FILE, read_models, write_models
from kagemusha.players.fitting import calibration_error, log_loss, predict, regress, softmax

TABLES = [("seven-card-samurai", n) for n in (2, 4, 8)] + [("sixteen-samurai", n) for n in (2, 3, 4)]
GAMES = ("seven-card-samurai", "sixteen-samurai")


def module(name: str, part: str) -> Any:
    return importlib.import_module(f"kagemusha.players.{kagemusha.GAMES[name]}.{part}")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_values_are_chances(name: str, players: int) -> None:
    game = kagemusha.load_game(name, players=players)
    evaluator = module(name, "evaluator").make_evaluator(game)
    rng = random.Random(players)
    state = game.new_initial_state(seed=players)
    while not state.is_terminal():
        values = evaluator.values(state)
        assert sum(values) == pytest.approx(1, abs=1e-5)
        assert min(values) >= 0
        state.apply_action(rng.choice(state.legal_actions()))
    assert evaluator.values(state) == pytest.approx(state.returns())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_fast_half_reads_the_table_as_the_fit_does(name: str, players: int) -> None:
    game = kagemusha.load_game(name, players=players)
    found = module(name, "evaluator")
    evaluator = found.make_evaluator(game)
    models = read_models(found.PACKAGE, found.FEATURES, players)
    rng = random.Random(1)
    state = game.new_initial_state(seed=1)
    while not state.is_terminal():
        scores = np.array(found.features(state)) @ np.array(models[found.stage(state)])
        assert evaluator.values(state) == pytest.approx(list(softmax(scores[None])[0]), abs=1e-4)
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_knows_more_than_nothing_and_not_too_much(name: str, players: int) -> None:
    """On games that it was not fitted on: a lower loss than equal chances, and calibrated."""
    found = module(name, "evaluator")
    samples = module(name, "fit").samples(players, games=150, seed=1234)
    models = {
        stage: np.array(weights)
        for stage, weights in read_models(found.PACKAGE, found.FEATURES, players).items()
    }
    chances, returns = predict(samples, models)
    assert log_loss(chances, returns) < 0.97 * math.log(players)
    assert calibration_error(chances, returns) < 0.06


@pytest.mark.parametrize(("name", "feature"), [("seven-card-samurai", "standing")])
def test_points_speak_for_their_owner(name: str, feature: str) -> None:
    for row in read_table(f"kagemusha.players.{kagemusha.GAMES[name]}", FILE):
        assert float(row[feature]) > 0


def test_samurai_in_the_final_speak_for_their_owner() -> None:
    for row in read_table("kagemusha.players.sixteen_samurai", FILE):
        if row["stage"] != "0":
            assert float(row["owned_dice"]) > 0


def test_regression_finds_the_weights_that_made_the_data() -> None:
    rng = np.random.default_rng(0)
    true = np.array([1.0, -0.5])
    seen = rng.normal(size=(20000, 3, 2))
    chances = softmax(seen @ true)
    winners = (chances.cumsum(axis=1) > rng.random((20000, 1))).argmax(axis=1)
    found = regress(seen, np.eye(3)[winners])
    assert found == pytest.approx(true, abs=0.05)


def test_tables_read_back(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write_models(tmp_path, ["a", "b"], {(2, 0): [0.5, -1.25], (3, 0): [1.0, 2.0]})
    (tmp_path / "some_models").mkdir()
    (tmp_path / "some_models" / "__init__.py").touch()
    (tmp_path / FILE).rename(tmp_path / "some_models" / FILE)
    monkeypatch.syspath_prepend(tmp_path)
    assert read_models("some_models", ["a", "b"], 2) == {0: [0.5, -1.25]}
    with pytest.raises(ValueError, match="no evaluation for 5 players"):
        read_models("some_models", ["a", "b"], 5)
