"""The honesty audit at every table: together 5,000 sampled worlds, none of them at fault."""

from random import Random

import pytest

import kagemusha
from kagemusha.core.audit import POSITIONS, WORLDS, audit

from lockstep import PLAYERS, SWITCHES

WANTED = 5000
TABLES = [(name, players) for name in PLAYERS for players in PLAYERS[name]]
SEED = 20
# Worlds at a table: fewer where the past of a world, five rounds of it, takes long to tell.
SHARE = {"samurai-sword": 400, "seven-card-samurai": 130, "sixteen-samurai": 720}


def games_at(name: str, players: int) -> int:
    """Enough games for the table's share of the worlds."""
    return -(-SHARE[name] // (players * POSITIONS * WORLDS))


def test_the_worlds_are_as_many_as_promised() -> None:
    worlds = sum(
        games_at(name, players) * players * POSITIONS * WORLDS for name, players in TABLES
    )
    assert worlds >= WANTED


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_sampled_worlds_are_honest(name: str, players: int) -> None:
    game = kagemusha.load_game(name, players=players)
    games = games_at(name, players)
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


@pytest.mark.parametrize("name", PLAYERS)
def test_a_view_that_goes_on_from_an_earlier_one_samples_the_same(name: str) -> None:
    game = kagemusha.load_game(name, players=min(4, PLAYERS[name][-1]))
    rng = Random(5)
    state = game.new_initial_state(5)
    for step in range(120):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
        seat = step % game.players
        view = state.view(seat)
        view.get_ready()
        if step % 10 == 0:
            alone = game.new_initial_state(0, chance=state.chance_record())
            for action in state.history():
                alone.apply_action(action)
            other = alone.view(seat)
            assert view.key() == other.key()
            assert view.sample(step).to_dict() == other.sample(step).to_dict()
            assert view.sample(step).entries() == other.sample(step).entries()
