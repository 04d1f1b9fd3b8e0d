"""The audit itself: each way to be dishonest is planted in a view, and must be found."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import kagemusha
from kagemusha.core.audit import Report, audit, compare
from kagemusha.core.chi_square import p_value, upper_tail
from kagemusha.core.enumeration import Question, Worlds
from kagemusha.core.samurai_sword.game import SamuraiSword
from kagemusha.core.state import State
from kagemusha.core.view import View

GAMES = 3


class Cheat:
    """A view that is honest but for one thing."""

    def __init__(self, state: State, view: View) -> None:
        self.state = state
        self.honest = view
        self.seat = view.seat

    def __getattr__(self, name: str) -> Any:
        return getattr(self.honest, name)

    def sample(self, seed: int) -> State:
        return self.honest.sample(seed)


class ReturnsTheTruth(Cheat):
    def sample(self, seed: int) -> State:
        return self.state.clone()


class NeverVaries(Cheat):
    def sample(self, seed: int) -> State:
        return self.honest.sample(0)


class LetsTheTruthChoose(Cheat):
    """Always a possible world, but which one depends on hidden cards."""

    def sample(self, seed: int) -> State:
        truth = self.state.to_dict()
        hidden = [described["hand"] for described in truth["seats"]]
        return self.honest.sample(seed ^ sum(map(hash, map(str, hidden))) % 2**32)


class SampledOneStepLater(Cheat):
    def sample(self, seed: int) -> State:
        world = self.honest.sample(seed)
        if not world.is_terminal():
            world.apply_action(world.legal_actions()[0])
        return world


class SampledForTheNeighbour(Cheat):
    def sample(self, seed: int) -> State:
        neighbour = (self.seat + 1) % self.state.game.players
        return self.state.game.honest_view(self.state, neighbour).sample(seed)


class HasNoPast(Cheat):
    """The hands are right, but the log tells of other cards."""

    def sample(self, seed: int) -> State:
        world = self.honest.sample(seed)
        fresh = self.state.game.from_dict(world.to_dict())
        return fresh


class ShowsTooMuch(Cheat):
    def observation(self) -> dict[str, Any]:
        return self.state.observation((self.seat + 1) % self.state.game.players)


class BreaksDown(Cheat):
    def sample(self, seed: int) -> State:
        raise IndexError("out of cards")


def report_on(cheat: Callable[[State, View], Any] | None) -> Report:
    class Cheated(SamuraiSword):
        def honest_view(self, state: State, seat: int) -> View:
            return super().new_view(state, seat)

        def new_view(self, state: State, seat: int) -> View:
            view = self.honest_view(state, seat)
            return view if cheat is None else cheat(state, view)

    *_, report = audit(Cheated(4), GAMES, seed=1, samples=0)
    return report


@pytest.mark.parametrize(
    ("cheat", "found"),
    [
        (ReturnsTheTruth, "stuck"),
        (NeverVaries, "stuck"),
        (LetsTheTruthChoose, "leaking"),
        (SampledOneStepLater, "different"),
        (SampledForTheNeighbour, "different"),
        (HasNoPast, "impossible"),
        (ShowsTooMuch, "different"),
        (BreaksDown, "impossible"),
    ],
)
def test_the_audit_catches(cheat: type[Cheat], found: str) -> None:
    report = report_on(cheat)
    assert getattr(report, found) > 0
    assert report.faults
    assert report.examples


def test_an_honest_view_passes_the_same_audit() -> None:
    report = report_on(None)
    assert report.faults == 0
    assert report.examples == []


@pytest.mark.parametrize(
    ("samurai", "ninja", "fits"),
    [(3, 6, True), (4, 5, False), (1, 0, False), (0, 1, False)],
)
def test_samples_fit_the_right_chances_only(samurai: int, ninja: int, fits: bool) -> None:
    """The Shogun of four players faces one Samurai and two Ninja."""
    state = next(
        state
        for seed in range(100)
        if (state := kagemusha.load_game("samurai-sword", players=4).new_initial_state(seed))
        .to_dict()["seats"][0]["role"] == "Shogun"
    )  # fmt: skip
    total = samurai + ninja
    chances = {"Samurai": Fraction(samurai, total), "Ninja": Fraction(ninja, total)}
    role = Question("a role", state.view(0), lambda w: w.to_dict()["seats"][1]["role"], chances)
    fit = compare(role, 3000, seed=0)
    assert fit.is_fault != fits
    assert (fit.impossible > 0) == (0 in (samurai, ninja))


@pytest.mark.parametrize(
    ("distance", "freedom", "expected"),
    # From tables of the distribution.
    [
        (0, 3, 1),
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (10.827566, 1, 0.001),
        (5.991465, 2, 0.05),
        (18.307038, 10, 0.05),
        (37.697298, 15, 0.001),
        (124.342113, 100, 0.05),
        (149.449253, 100, 0.001),
    ],
)
def test_the_tail_of_the_chi_square_distribution(
    distance: float, freedom: int, expected: float
) -> None:
    assert upper_tail(distance, freedom) == pytest.approx(expected, rel=1e-5)


def test_p_values() -> None:
    worlds = Worlds(1, "aab")
    worlds.draw(0)
    chances = {hands[0][0]: chance for (hands, _), chance in worlds.chances().items()}
    assert p_value({"a": 200, "b": 100}, chances) == 1
    assert p_value({"a": 190, "b": 110}, chances) == pytest.approx(0.2207, abs=1e-4)
    assert p_value({"a": 100, "b": 200}, chances) < 1e-6
    assert p_value({"a": 200, "b": 100, "c": 1}, chances) == 0
    assert p_value({"a": 1, "b": 1}, chances) == 1
