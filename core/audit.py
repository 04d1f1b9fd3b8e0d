"""The honesty audit: are the worlds that a view samples possible, faithful, and free of the truth?

Random games are stopped at random positions. There every seat's view is sampled, and each
world must look to the seat exactly like the truth, must replay from the deal by its own log,
and must be a function of what the seat knows and of the seed alone. Small positions are held
against an exact enumeration.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kagemusha.core.chi_square import p_value
from kagemusha.core.enumeration import Question
from kagemusha.core.game import Game, Position
from kagemusha.core.state import State
from kagemusha.core.view import View

POSITIONS = 4               # of each game, the last one included
WORLDS = 3                  # of each view
LEAST_P = 1e-6              # below it, samples do not fit the enumeration
ENOUGH_VIEWS = 40           # after which everything hidden should have been seen to vary
MOST_EXAMPLES = 5
CHANCE_KEYS = ("seed", "drawn")
SEEDS = 2**63

Shown = tuple[Position, list[int]]


@dataclass(frozen=True)
class Fit:
    """How the samples of a small position compare with its enumeration."""

    question: str
    answers: int
    samples: int
    impossible: int
    p: float

    @property
    def is_fault(self) -> bool:
        return self.impossible > 0 or self.p < LEAST_P


@dataclass
class Report:
    """What an audit found so far."""

    game: str
    players: int
    options: dict[str, Any]
    seed: int
    games: int = 0
    positions: int = 0
    views: int = 0
    worlds: int = 0
    impossible: int = 0         # worlds that their own log does not lead to
    different: int = 0          # worlds, or views, that show the seat something else than the truth
    leaking: int = 0            # views with another sample, once another world is the truth
    inconsistent: int = 0       # worlds in which the view of another seat does not fit
    stuck: int = 0              # hidden things that never vary
    like_truth: int = 0         # worlds equal to the truth: no fault, but seldom
    varied: Counter[str] = field(default_factory=Counter)   # views in which something varied
    fits: list[Fit] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        counted = self.impossible + self.different + self.leaking + self.inconsistent + self.stuck
        return counted + sum(fit.is_fault for fit in self.fits)

    @property
    def least_p(self) -> float | None:
        return min((fit.p for fit in self.fits), default=None)


def audit(
    game: Game,
    games: int,
    seed: int = 0,
    *,
    positions: int = POSITIONS,
    worlds: int = WORLDS,
    samples: int = 2000,
) -> Iterator[Report]:
    """Audit random games, then small positions; yields the report, kept up to date, as it goes."""
    report = Report(game.name, game.players, dict(game.options), seed)
    for number in range(games):
        rng = Random(f"{seed} {number}")
        for state in random_positions(game, rng, positions):
            audit_position(report, state, rng, worlds)
        report.games += 1
        yield report
    if report.views >= ENOUGH_VIEWS:
        audit_variety(report, game)
    for question in game.questions(Random(f"{seed} questions")) if samples else ():
        report.fits.append(compare(question, samples, seed))
        yield report


def random_positions(game: Game, rng: Random, count: int) -> list[State]:
    """Some positions of a game between players who choose at random, and its end."""
    state = game.new_initial_state(rng.randrange(SEEDS))
    states = [state.clone()]
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        states.append(state.clone())
    last = states.pop()
    return [*rng.sample(states, min(count - 1, len(states))), last]


def audit_position(report: Report, state: State, rng: Random, worlds: int) -> None:
    report.positions += 1
    where = f"{state.game}, after {len(state.history())} actions"
    if not could_have_happened(state):
        fault(report, "impossible", f"{where}: the truth itself does not replay")
    for seat in range(state.game.players):
        audit_view(report, state, seat, rng, worlds, f"{where}, seat {seat}")


def audit_view(
    report: Report, state: State, seat: int, rng: Random, worlds: int, where: str
) -> None:
    report.views += 1
    truth, shown = essence(state), shown_to(state, seat)
    view = state.view(seat)
    if shown != seen_in(view):
        fault(report, "different", f"{where}: the view does not show what the seat may know")
    found: list[Position] = []
    for _ in range(worlds):
        drawn_with, again_with, nested_with = (rng.randrange(SEEDS) for _ in range(3))
        report.worlds += 1
        try:
            world = view.sample(drawn_with)
            found.append(essence(world))
            audit_world(report, shown, view, world, f"{where}, sample {drawn_with}")
            audit_leak(report, view, world, again_with, f"{where}, samples {drawn_with}, {again_with}")
            other = (seat + rng.randrange(1, state.game.players)) % state.game.players
            audit_nested(report, world, other, nested_with, f"{where}, sample {drawn_with}")
        except Exception as error:  # noqa: BLE001 - a sampler that breaks down is a fault
            fault(report, "impossible", f"{where}, sample {drawn_with}: {type(error).__name__}: {error}")
    report.like_truth += sum(not differences(world, truth) for world in found)
    report.varied.update({part for world in found[1:] for part in differences(world, found[0])})


def audit_world(report: Report, shown: Shown, view: View, world: State, where: str) -> None:
    """The world could have happened, and the seat cannot tell it from the truth."""
    seat = view.seat
    if not could_have_happened(world):
        fault(report, "impossible", f"{where}: does not replay from the deal")
    if shown_to(world, seat) != shown:
        fault(report, "different", f"{where}: shows the seat something else than the truth")
    elif world.view(seat).key() != view.key():
        fault(report, "different", f"{where}: its view has another key")


def audit_leak(report: Report, view: View, world: State, seed: int, where: str) -> None:
    """Were the world the truth, the same seed would give the same sample."""
    one, two = view.sample(seed), world.view(view.seat).sample(seed)
    if one.to_dict() != two.to_dict() or one.entries() != two.entries():
        fault(report, "leaking", f"{where}: the sample depends on the truth")


def audit_nested(report: Report, world: State, other: int, seed: int, where: str) -> None:
    """Inside the world, another seat's view works as it does in the truth."""
    view = world.view(other)
    inner = view.sample(seed)
    if shown_to(inner, other) != shown_to(world, other) or inner.view(other).key() != view.key():
        fault(report, "inconsistent", f"{where}: does not fit the view of seat {other} in it")


def audit_variety(report: Report, game: Game) -> None:
    """Whatever is hidden has to vary in some view."""
    for part in sorted(game.hidden() - set(report.varied)):
        fault(report, "stuck", f"{game}: {part!r} is hidden, but never varies")


def compare(question: Question, samples: int, seed: int) -> Fit:
    counts = Counter(question.answer(question.view.sample(seed + i)) for i in range(samples))
    impossible = sum(n for answer, n in counts.items() if not question.chances.get(answer))
    p = p_value(counts, question.chances)
    return Fit(question.name, len(question.chances), samples, impossible, p)


def could_have_happened(state: State) -> bool:
    """Whether the log, replayed from the deal, leads to this very position."""
    try:
        replayed = state.game.new_initial_state(0, chance=state.chance_record())
        for action in state.history():
            replayed.apply_action(action)
    except ValueError:
        return False
    return not replayed.unforced() and essence(replayed) == essence(state)


def shown_to(state: State, seat: int) -> Shown:
    """The observation, with all that happened in the seat's eyes, and what the seat may do."""
    mine = state.current_player() == seat
    return state.observation(seat), state.legal_actions() if mine else []


def seen_in(view: View) -> Shown:
    return view.observation(), view.legal_actions()


def essence(state: State) -> Position:
    """A position without the outcomes of chance still to come."""
    return {key: value for key, value in state.to_dict().items() if key not in CHANCE_KEYS}


def differences(one: Position, two: Position) -> set[str]:
    """The keys in which two positions of the same game differ; those of seats by themselves."""
    keys = {key for key in one if key != "seats" and one[key] != two[key]}
    for mine, theirs in zip(one["seats"], two["seats"], strict=True):
        keys |= {key for key in {*mine, *theirs} if mine.get(key) != theirs.get(key)}
    return keys


def fault(report: Report, what: str, sentence: str) -> None:
    setattr(report, what, getattr(report, what) + 1)
    if len(report.examples) < MOST_EXAMPLES:
        report.examples.append(sentence)
