"""The signature: it is the stored one, and has every option in it."""

from typing import Any

import pytest

import kagemusha
from kagemusha.core.registry import GAMES
from kagemusha.players import search_player
from kagemusha.search.params import PARAMETERS, Switch, Word

from signature import OF_GAMES, OF_POKER, SETTINGS, TABLES, signature

EVERY = [*SETTINGS, *OF_GAMES, *OF_POKER]
NOT_PLAY = {"iterations", "ms", "per", "reuse"}       # of several decisions, see test_budget.py


def test_play_has_not_changed(golden: Any) -> None:
    """After an intended change: pytest --update-golden, and the commit says so."""
    golden("signature.txt", f"{signature()}\n")


@pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda parameter: parameter.name)
def test_every_option_is_in_it(parameter: Any) -> None:
    if parameter.name in NOT_PLAY:
        return
    used = {settings.get(parameter.name, parameter.default) for settings in EVERY}
    if isinstance(parameter, Word):
        assert used == set(parameter.values)
    elif isinstance(parameter, Switch):
        assert used == {True, False}
    else:
        assert len(used) > 1


def test_another_play_is_another_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signature.TABLES", [("kuhn-poker", 2), ("samurai-sword", 3)])
    before = signature()
    assert signature() == before
    search = kagemusha.search
    monkeypatch.setattr("signature.search", lambda view, **more: search(view, **{**more, "seed": 9}))
    assert signature() != before


@pytest.mark.parametrize("name", GAMES)
def test_other_defaults_of_a_game_are_another_signature(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [(game, players) for game, players in TABLES if game == name]
    monkeypatch.setattr("signature.TABLES", tables)
    before = signature()
    changed = {"select": "ucb1", "c": 1.0, "final": "lower", "bias": 0.0, "cutoff": 1}
    monkeypatch.setattr(search_player, "search_settings", lambda _: changed)
    assert signature() != before
