"""The proof: a sequential test of the recommended player against the one as it is.

On fresh deals, at the budget that counts, and once more at another budget: what was tuned with
little thought may be worth nothing with much.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count
from time import monotonic
from typing import Any

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.inorder import InOrder
from kagemusha.arena.sprt import Hypotheses, Sprt, Verdict, score_to_elo
from kagemusha.players.specs import Spec, checked_spec, parse_spec
from kagemusha.tune.match import GAMES_PER_SET, Deals, Match, Request, derived_seed
from kagemusha.tune.study import OpenStudy

VERIFY_SEED = 1                 # the purpose of the deals of a proof
TRANSFER_FACTOR = 4             # another budget, if none is named
AT_A_TIME = 64                  # sets in one request


class Outcome(Enum):
    """What a study has found."""

    BETTER = "better setting found"
    NONE = "no better setting found"
    UNDECIDED = "undecided"


EXIT_CODES = {Outcome.BETTER: 0, Outcome.NONE: 1, Outcome.UNDECIDED: 3}


@dataclass(frozen=True)
class Proof:
    """A test at one budget, as it ended."""

    budget: str                 # in words, as "2000 iterations"
    examined: str
    baseline: str
    sprt: Sprt

    @property
    def verdict(self) -> Verdict:
        return self.sprt.verdict

    def text(self) -> str:
        low, high = self.sprt.bounds
        return (
            f"{elo_text(self.sprt)} at {self.budget} ({self.verdict.value}, LLR "
            f"{self.sprt.llr:.2f} of {low:.2f} to {high:.2f}, {self.sprt.scores.count} sets)"
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "budget": self.budget,
            "examined": self.examined,
            "baseline": self.baseline,
            "verdict": self.verdict.value,
            "llr": self.sprt.llr,
            "bounds": list(self.sprt.bounds),
            "sets": self.sprt.scores.count,
            "score": self.sprt.scores.mean,
        }


@dataclass(frozen=True)
class ProofProgress:
    """Where a proof stands, for whoever watches."""

    proof: Proof
    most_sets: int
    seconds_left: float         # at most: it ends as soon as the test is decided


Watch = Callable[[ProofProgress], None]


def prove(
    deals: Deals,
    proof: Proof,
    open_study: OpenStudy,
    most_sets: int,
    watch: Watch = lambda progress: None,
) -> Proof:
    """Play until the test is decided or the sets are used up; scores are kept as they come."""
    began, played_now = monotonic(), 0
    name = f"{proof.examined} {proof.baseline}"
    in_order: InOrder[float] = InOrder()
    for index, score in sorted(open_study.kept(name).items()):
        take(proof.sprt, in_order, index, score)
    known = in_order.early_indices()
    todo = (i for i in count(in_order.next_index) if i not in known)
    while proof.verdict is Verdict.UNDECIDED:
        sets = list(up_to(todo, most_sets))
        if not sets:
            break
        with closing(iter(deals.play([Request(0, proof.examined, sets)]))) as played:  # type: ignore[type-var]
            for _, scores in played:
                open_study.keep(name, scores)
                for index, score in scores.items():
                    take(proof.sprt, in_order, index, score)
                played_now += len(scores)
                pace = (monotonic() - began) / played_now
                left = most_sets - proof.sprt.scores.count
                watch(ProofProgress(proof, most_sets, pace * left))
                if proof.verdict is not Verdict.UNDECIDED:
                    break
    return proof


def up_to(indices: Iterator[int], most: int) -> Iterator[int]:
    for _ in range(AT_A_TIME):
        index = next(indices)
        if index >= most:
            return
        yield index


def take(sprt: Sprt, in_order: InOrder[float], index: int, score: float) -> None:
    for due in in_order.add(index, score):
        sprt.add(due)


def match_of(match: Match, baseline: str) -> Match:
    """The same tables with fresh deals, and the player as it is as the only opponent."""
    seed = derived_seed(match.seed, VERIFY_SEED)
    return replace(match, opponents=(baseline,), seed=seed, scale="duel")


def at_budget(spec: str, iterations: int | None) -> str:
    """The player with another number of iterations; None leaves it as it is."""
    found = parse_spec(spec)
    if iterations is None:
        return str(found)
    if not has_budget(found):
        raise ArenaError(f"player {found.kind.name} has no iterations to set: leave out the budget")
    values = dict(zip([p.name for p in found.kind.parameters], found.values, strict=True))
    return str(checked_spec(found.kind, {**values, "iterations": iterations}))


def has_budget(spec: Spec) -> bool:
    return any(parameter.name == "iterations" for parameter in spec.kind.parameters)


def budget_of(spec: str) -> int | None:
    """Its iterations; None if it has none or plays by the clock."""
    found = parse_spec(spec)
    for parameter, value in zip(found.kind.parameters, found.values, strict=True):
        if parameter.name == "iterations" and isinstance(value, int) and value > 0:
            return value
    return None


def budget_text(iterations: int | None) -> str:
    return "its own budget" if iterations is None else f"{iterations} iterations"


def new_proof(candidate: str, baseline: str, iterations: int | None, given: Hypotheses) -> Proof:
    examined, other = at_budget(candidate, iterations), at_budget(baseline, iterations)
    hypotheses = replace(given, games_per_set=GAMES_PER_SET)
    return Proof(budget_text(iterations), examined, other, Sprt(hypotheses))


def outcome_of(proofs: Sequence[Proof]) -> Outcome:
    """The first proof is at the budget that counts, the others show whether it transfers."""
    if not proofs or proofs[0].verdict is Verdict.REJECTED:
        return Outcome.NONE
    if proofs[0].verdict is Verdict.UNDECIDED:
        return Outcome.UNDECIDED
    if any(proof.verdict is Verdict.REJECTED for proof in proofs[1:]):
        return Outcome.UNDECIDED
    return Outcome.BETTER


def elo_text(sprt: Sprt) -> str:
    mean = sprt.scores.mean
    if not 0 < mean < 1:
        return f"score {mean:.3f}"
    return f"{score_to_elo(mean):+.0f} Elo"


