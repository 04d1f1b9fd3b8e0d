"""Lockstep where a game ends in shares, and what it says about a difference."""

import pytest

from lockstep import Difference, agree, differences, lockstep
from oracle.seven_card_samurai import SevenCardSamurai
from soak import play_batch

NAME = "seven-card-samurai"


def test_c53_thirds_of_a_win_are_no_difference():
    """Seed 79 ends with three equal totals: the engine's share is a single, the oracle's a double."""
    assert lockstep(NAME, 3, 79, turn_cap=3) > 0


def test_other_shares_are_a_difference(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(SevenCardSamurai, "returns", lambda _: [0.33333, 1 / 3, 1 / 3])
    with pytest.raises(Difference, match=r"after \d+ decisions: returns\[0\]: engine 0\.33333334"):
        lockstep(NAME, 3, 79, turn_cap=3)


def test_a_difference_names_its_places():
    engine = {"turn": 1, "seats": [{"rice": 3}, {"rice": 7}], "pile": [1]}
    oracle = {"turn": 1, "seats": [{"rice": 4}, {"rice": 7}], "pile": []}
    assert differences("position", engine, oracle) == [
        "position.pile: engine [1], oracle []",
        "position.seats[0].rice: engine 3, oracle 4",
    ]


def test_a_value_that_only_one_side_has_is_a_difference():
    with pytest.raises(Difference, match=r"position\.rice: engine None, oracle absent"):
        agree(0, "position", {"rice": None}, {})


def test_the_soak_tells_where_an_assertion_without_text_failed(monkeypatch: pytest.MonkeyPatch):
    def fail(_: SevenCardSamurai) -> None:
        raise AssertionError

    monkeypatch.setattr(SevenCardSamurai, "mover", fail)
    played, _, told = play_batch(NAME, 0, 1)
    assert played == 0 and told is not None
    assert "2 players, seed 0" in told and "AssertionError" in told and "in fail, " in told
