"""The honesty audit at every table: together 5,000 sampled worlds, none of them at fault."""

from collections.abc import Iterator
from random import Random

import pytest

import kagemusha
from kagemusha.core.audit import (
    POSITIONS,
    WORLDS,
    audit,
    could_have_happened,
    random_positions,
)
from kagemusha.core.knowledge import set_usual_limit
from kagemusha.core.state import State

from lockstep import PLAYERS, SWITCHES

WANTED = 5000
TABLES = [(name, players) for name in PLAYERS for players in PLAYERS[name]]
SEED = 20
# Worlds at a table: fewer where the past of a world, five rounds of it, takes long to tell.
SHARE = {"samurai-sword": 400, "seven-card-samurai": 84, "sixteen-samurai": 720}


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
    assert report.like_truth < 0.75 * report.worlds         # draft and final of a game hide nothing
    assert report.fits
    assert any(fit.answers > 1 for fit in report.fits)


@pytest.mark.parametrize("name", PLAYERS)
def test_sampled_worlds_are_honest_under_every_rule_option(name: str) -> None:
    for number, switches in enumerate(SWITCHES[name]):
        game = kagemusha.load_game(name, players=min(4, PLAYERS[name][-1]), **switches)
        *_, report = audit(game, 1, SEED + number, samples=0)
        assert not report.faults, (switches, report.examples)


def replayed(state: State) -> State:
    """The same state without any views so far."""
    twin = state.game.new_initial_state(0, chance=state.chance_record())
    for action in state.history():
        twin.apply_action(action)
    return twin


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
            other = replayed(state).view(seat)
            assert view.key() == other.key()
            assert view.sample(step).to_dict() == other.sample(step).to_dict()
            assert view.sample(step).entries() == other.sample(step).entries()


@pytest.mark.parametrize("name", PLAYERS)
def test_a_second_view_of_a_state_samples_the_same(name: str) -> None:
    """Also where the log begins or ends: nothing may be learnt twice."""
    game = kagemusha.load_game(name, players=min(4, PLAYERS[name][-1]))
    for number in range(12):
        for state in random_positions(game, Random(number), 3):
            loaded = game.from_dict(state.to_dict())
            for one in (state, loaded):
                for seat in range(game.players):
                    first = one.view(seat).sample(number)
                    second = one.view(seat).sample(number)
                    assert first.to_dict() == second.to_dict()
                    assert first.entries() == second.entries()
                    assert second.observation(seat) == one.observation(seat)


def test_where_no_hypothesis_that_was_kept_is_possible_more_are_kept() -> None:
    """In a finished round of this game all hypotheses but those dropped turned out wrong."""
    game = kagemusha.load_game("seven-card-samurai", players=6)
    states = [
        state
        for number in range(2)
        for state in random_positions(game, Random(f"1005 {number}"), 4)
        if len(state.history()) == 886
    ]
    assert len(states) == 1
    world = states[0].view(5).sample(1)
    assert could_have_happened(world)
    assert world.observation(5) == states[0].observation(5)


FEW = 4


@pytest.fixture
def _few_hypotheses() -> Iterator[None]:
    before = set_usual_limit(FEW)
    yield
    set_usual_limit(before)


@pytest.mark.usefixtures("_few_hypotheses")
@pytest.mark.parametrize(("name", "players"), [("samurai-sword", 7), ("seven-card-samurai", 5)])
def test_worlds_are_honest_though_few_hypotheses_are_kept(name: str, players: int) -> None:
    """All but the chances: so many hypotheses are dropped that often all those kept are wrong."""
    game = kagemusha.load_game(name, players=players)
    *_, report = audit(game, 4, SEED, samples=0)
    assert not report.faults, report.examples
    assert report.worlds == 4 * POSITIONS * players * WORLDS


@pytest.mark.usefixtures("_few_hypotheses")
@pytest.mark.parametrize(("name", "players"), [("samurai-sword", 7), ("seven-card-samurai", 5)])
def test_a_view_goes_on_though_few_hypotheses_are_kept(name: str, players: int) -> None:
    """Also from one for which more hypotheses had to be kept than usual."""
    game = kagemusha.load_game(name, players=players)
    raised = 0
    for number in range(8):
        rng = Random(number)
        state = game.new_initial_state(number)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            seat = rng.randrange(players)
            view = state.view(seat)
            count, most, pruned = view.hypotheses()
            if pruned and count > FEW:
                raised += 1
                alone = replayed(state).view(seat)
                assert alone.hypotheses() == (count, most, pruned)
                assert alone.sample(number).to_dict() == view.sample(number).to_dict()
    assert raised
