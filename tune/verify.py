"""The proof: a sequential test of the recommended player against the one as it is.

On fresh deals, at the budget that counts, and once more at another budget: what was tuned with
little thought may lose with much. A gain has to be proved at the first, at the second no loss.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from time import monotonic
from typing import Any

from kagemusha.arena.inorder import InOrder
from kagemusha.arena.intervals import Interval, Running, mean_interval
from kagemusha.arena.sprt import Hypotheses, Sprt, Verdict, score_to_elo
from kagemusha.tune.budget import at_budget, budget_text
from kagemusha.tune.match import GAMES_PER_SET, Deals, Match, Request, derived_seed
from kagemusha.tune.study import OpenStudy

VERIFY_SEEDS = (1, 3)           # the purposes of the deals of the proofs: each has its own
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
    tables: tuple[int, ...]     # their sizes; they take turns, set by set
    by_table: dict[int, Running] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        return self.sprt.verdict

    def add(self, score: float) -> None:
        """Take in the next set; after the end nothing changes any more."""
        if self.verdict is Verdict.UNDECIDED:
            table = self.tables[self.sprt.scores.count % len(self.tables)]
            self.by_table.setdefault(table, Running()).add(score)
            self.sprt.add(score)

    def shares(self) -> dict[int, Interval]:
        """At each table: of what both have won, the share of the examined player."""
        return {table: mean_interval(scores) for table, scores in self.by_table.items()}

    def text(self) -> str:
        asked = self.sprt.hypotheses
        low, high = self.sprt.bounds
        return (
            f"{elo_text(self.sprt)} at {self.budget} (H0 {asked.lower:g}, H1 {asked.upper:g}: "
            f"{self.verdict.value}, LLR {self.sprt.llr:.2f} of {low:.2f} to {high:.2f}, "
            f"{self.sprt.scores.count} sets)"
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "budget": self.budget,
            "examined": self.examined,
            "baseline": self.baseline,
            "hypotheses": [self.sprt.hypotheses.lower, self.sprt.hypotheses.upper],
            "verdict": self.verdict.value,
            "llr": self.sprt.llr,
            "bounds": list(self.sprt.bounds),
            "sets": self.sprt.scores.count,
            "score": self.sprt.scores.mean,
            "tables": [
                {
                    "players": table,
                    "sets": self.by_table[table].count,
                    "score": share.mean,
                    "low": share.low,
                    "high": share.high,
                }
                for table, share in self.shares().items()
            ],
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
        take(proof, in_order, index, score)
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
                    take(proof, in_order, index, score)
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


def take(proof: Proof, in_order: InOrder[float], index: int, score: float) -> None:
    for due in in_order.add(index, score):
        proof.add(due)


def match_of(match: Match, baseline: str, place: int) -> Match:
    """The same tables with fresh deals, and the player as it is as the only opponent."""
    seed = derived_seed(match.seed, VERIFY_SEEDS[place])
    return replace(match, opponents=(baseline,), seed=seed, scale="duel")


def new_proof(
    candidate: str,
    baseline: str,
    iterations: int | None,
    given: Hypotheses,
    tables: tuple[int, ...],
) -> Proof:
    examined, other = at_budget(candidate, iterations), at_budget(baseline, iterations)
    hypotheses = replace(given, games_per_set=GAMES_PER_SET)
    return Proof(budget_text(iterations), examined, other, Sprt(hypotheses), tables)


def no_loss(gain: Hypotheses) -> Hypotheses:
    """To lose nothing, or as much as was asked for as a gain."""
    return replace(gain, lower=2 * gain.lower - gain.upper, upper=gain.lower)


def outcome_of(proofs: Sequence[Proof]) -> Outcome:
    """The first proof is at the budget that counts, the others show whether it transfers."""
    if not proofs or proofs[0].verdict is Verdict.REJECTED:
        return Outcome.NONE
    if all(proof.verdict is Verdict.ACCEPTED for proof in proofs):
        return Outcome.BETTER
    return Outcome.UNDECIDED


def tables_text(proof: Proof) -> str:
    """One line for what was won at each table."""
    parts = [
        f"{table} players {100 * share.mean:.1f} ({100 * share.low:.1f} to {100 * share.high:.1f})"
        for table, share in proof.shares().items()
    ]
    return f"of what both won at {proof.budget}, % with 95 %: {'; '.join(parts)}"


def elo_text(sprt: Sprt) -> str:
    mean = sprt.scores.mean
    if not 0 < mean < 1:
        return f"score {mean:.3f}"
    return f"{round(score_to_elo(mean)) + 0:+d} Elo"


