"""The honesty audit at every table: together 5,000 sampled worlds, none of them at fault."""

import pytest

import kagemusha
from kagemusha.core.audit import POSITIONS, WORLDS, audit

from lockstep import PLAYERS, SWITCHES

WANTED = 5000
TABLES = [(name, players) for name in PLAYERS for players in PLAYERS[name]]
SEED = 20


def games_at(players: int) -> int:
    """Enough games for the table's share of the worlds."""
    return -(-WANTED // (len(TABLES) * players * POSITIONS * WORLDS))


def test_the_worlds_are_as_many_as_promised() -> None:
    worlds = sum(games_at(players) * players * POSITIONS * WORLDS for _, players in TABLES)
    assert worlds >= WANTED


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_sampled_worlds_are_honest(name: str, players: int) -> None:
    game = kagemusha.load_game(name, players=players)
    games = games_at(players)
    for report in audit(game, games, SEED):
        assert not report.faults, report.examples or report.fits
    assert report.games == games
    assert report.positions == games * POSITIONS
    assert report.worlds == games * POSITIONS * players * WORLDS
    assert set(report.varied) == game.hidden()
    assert report.like_truth < report.worlds / 4
    assert report.fits
    assert any(fit.answers > 1 for fit in report.fits)


@pytest.mark.parametrize("name", PLAYERS)
def test_sampled_worlds_are_honest_under_every_rule_option(name: str) -> None:
    for number, switches in enumerate(SWITCHES[name]):
        game = kagemusha.load_game(name, players=min(4, PLAYERS[name][-1]), **switches)
        *_, report = audit(game, 1, SEED + number, samples=0)
        assert not report.faults, (switches, report.examples)
