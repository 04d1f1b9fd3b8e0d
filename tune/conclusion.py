"""A study from beginning to end: trials, recommendation, proof, and the verdict in one line."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kagemusha.arena.intervals import Interval
from kagemusha.arena.sprt import Hypotheses, Verdict
from kagemusha.tune.match import GAMES_PER_SET, Deals
from kagemusha.tune.plan import Plan
from kagemusha.tune.recommend import Candidate, Standing
from kagemusha.tune.space import Space
from kagemusha.tune.study import VERDICT, OpenStudy
from kagemusha.tune.tuner import Tuner
from kagemusha.tune.tuner import Watch as WatchTrials
from kagemusha.tune.verify import (
    EXIT_CODES,
    Outcome,
    Proof,
    new_proof,
    no_loss,
    outcome_of,
    prove,
    tables_text,
)
from kagemusha.tune.verify import Watch as WatchProof

FORMAT = 1


@dataclass(frozen=True)
class Demand:
    """What a recommendation has to prove: at which budgets, and how surely."""

    budgets: tuple[int | None, ...]         # iterations; None: as the player is
    gain: Hypotheses                        # to be accepted at the first budget
    most_sets: int

    @property
    def tests(self) -> list[tuple[int | None, Hypotheses]]:
        """What is tested at each budget: a gain, and at the others no loss."""
        first, *others = self.budgets
        return [(first, self.gain), *((budget, no_loss(self.gain)) for budget in others)]


@dataclass(frozen=True)
class Conclusion:
    """What a study has found."""

    plan: Plan
    space: Space
    standing: Standing
    proofs: list[Proof]
    games: int
    trials: int

    @property
    def outcome(self) -> Outcome:
        return outcome_of(self.proofs)

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.outcome]

    @property
    def best(self) -> Candidate | None:
        return self.standing.candidates[0] if self.standing.candidates else None

    @property
    def lead(self) -> Interval | None:
        return None if self.best is None else self.standing.lead(self.best)

    def verdict(self) -> str:
        """One line."""
        if self.best is None or self.lead is None:
            return f"{Outcome.NONE.value}: no setting was tried"
        name = self.space.text(self.best.setting)
        if not self.proofs:
            lead = lead_text(self.lead)
            return f"{self.outcome.value}: the lead of the best other one, {name}, is {lead}"
        proofs = "; ".join(proof.text() for proof in self.proofs)
        return f"{self.outcome.value}: {name}, {proofs}"

    def tables(self) -> list[str]:
        """For each proof a line on the single tables, where there were several."""
        return [tables_text(proof) for proof in self.proofs if len(proof.by_table) > 1]

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        best, lead = self.best, self.lead
        return {
            "format": FORMAT,
            "game": self.plan.game,
            "players": list(self.plan.players),
            "player": self.plan.player,
            "opponents": list(self.plan.opponents),
            "method": self.plan.method,
            "outcome": self.outcome.value,
            "verdict": self.verdict(),
            "games": self.games,
            "trials": self.trials,
            "best": None if best is None or lead is None else {
                "spec": best.spec,
                "setting": best.setting,
                "sets": best.evidence.sets,
                "lead": lead.mean,
                "low": lead.low,
                "high": lead.high,
            },
            "proofs": [proof.to_dict() for proof in self.proofs],
        }  # fmt: skip


def conclude(
    open_study: OpenStudy,
    plan: Plan,
    space: Space,
    deals: Deals,
    proof_deals: Callable[[str, int], Deals],
    demand: Demand,
    *,
    watch: WatchTrials = lambda progress: None,
    watch_proof: WatchProof = lambda progress: None,
) -> Conclusion:
    """Run the study to its end; `proof_deals` gives the match of a proof against a player."""
    tuner = Tuner(open_study.study, open_study.storage, plan, space, deals, watch)
    standing = tuner.run()
    proofs: list[Proof] = []
    best = standing.candidates[0] if standing.candidates else None
    if best is not None and standing.lead(best).mean > 0:
        for place, (budget, hypotheses) in enumerate(demand.tests):
            proof = new_proof(best.spec, plan.player, budget, hypotheses, plan.players)
            match = proof_deals(proof.baseline, place)
            proofs.append(prove(match, proof, open_study, demand.most_sets, watch_proof))
            if proof.verdict is not Verdict.ACCEPTED:
                break
    found = Conclusion(plan, space, standing, proofs, tuner.games, len(tuner.records))
    if open_study.study.user_attrs.get(VERDICT) != found.verdict():
        open_study.study.set_user_attr(VERDICT, found.verdict())
    return found


def lead_text(lead: Interval) -> str:
    """In points of the win rate."""
    # Adding 0 takes the sign from a zero.
    points = [round(100 * x, 1) + 0.0 for x in (lead.mean, lead.low, lead.high)]
    mean, low, high = (f"{x:+.1f}" for x in points)
    return f"{mean} points ({low} to {high})"


def most_sets_for(games: int) -> int:
    return max(1, games // GAMES_PER_SET)


