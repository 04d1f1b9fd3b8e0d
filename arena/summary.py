"""What a run has shown, as numbers: the tables, and the one JSON object."""

from dataclasses import dataclass
from typing import Any

from kagemusha.arena.intervals import Interval
from kagemusha.arena.ratings import Ratings, fit_ratings
from kagemusha.arena.run import Run
from kagemusha.arena.runner import Standing
from kagemusha.arena.sprt import Sprt, Verdict
from kagemusha.arena.tally import Counts

FORMAT = 1
EXIT_CODES = {Verdict.ACCEPTED: 0, Verdict.REJECTED: 1, Verdict.UNDECIDED: 3}


@dataclass(frozen=True)
class Summary:
    """The counts of a run, its ratings and its test. Timings are in `counts.work` alone."""

    run: Run
    counts: Counts
    ratings: Ratings
    sprt: Sprt | None
    baseline: int | None

    @property
    def uplifts(self) -> dict[int, Interval]:
        """What each agent wins more than the baseline, where they met."""
        found = {agent: self.counts.uplift(agent) for agent in range(len(self.run.specs))}
        return {agent: uplift for agent, uplift in found.items() if uplift is not None}

    @property
    def exit_code(self) -> int:
        return 0 if self.sprt is None else EXIT_CODES[self.sprt.verdict]

    def verdict(self) -> str | None:
        """The outcome of the test in one line."""
        if self.sprt is None:
            return None
        examined, baseline = self.run.labels[:2]
        given = self.sprt.hypotheses
        unit = "in win rate" if given.model == "difference" else f"Elo ({given.model})"
        low, high = self.sprt.bounds
        at_least = f"{examined} beats {baseline} by {given.upper:+.3g} {unit}"
        if given.upper <= 0:
            at_least = f"{examined} loses no more than {-given.upper + 0:.3g} {unit} to {baseline}"
        claim = {
            Verdict.ACCEPTED: at_least,
            Verdict.REJECTED: f"{examined} is no more than {given.lower:+.3g} {unit} "
            f"above {baseline}",
            Verdict.UNDECIDED: f"between {given.lower:+.3g} and {given.upper:+.3g} {unit} "
            f"the sets do not tell",
        }[self.sprt.verdict]
        return (
            f"{self.sprt.verdict.value}: {claim} "
            f"(LLR {self.sprt.llr:.2f} of {low:.2f} to {high:.2f}, {self.sprt.scores.count} sets)"
        )

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "format": FORMAT,
            "game": self.run.game,
            "players": self.run.players,
            "sets": self.counts.sets,
            "games": self.counts.games,
            "agents": [self._agent(agent) for agent in range(len(self.run.specs))],
            "uplift": [self._uplift(agent, uplift) for agent, uplift in self.uplifts.items()],
            "verdict": None if self.sprt is None else self.sprt.verdict.value,
        }

    def _agent(self, agent: int) -> dict[str, Any]:
        line, rating = self.counts.agent(agent), self.ratings.agents[agent]
        return {
            "spec": self.run.specs[agent],
            "games": line.games,
            "win_rate": line.win_rate.mean,
            "low": line.win_rate.low,
            "high": line.win_rate.high,
            "rating": rating.rating,
            "rating_low": rating.low,
            "rating_high": rating.high,
            "forfeits": self.counts.forfeits[agent],
        }

    def _uplift(self, agent: int, uplift: Interval) -> dict[str, Any]:
        assert self.baseline is not None
        return {
            "spec": self.run.specs[agent],
            "baseline": self.run.specs[self.baseline],
            "mean": uplift.mean,
            "low": uplift.low,
            "high": uplift.high,
        }


def summarize(standing: Standing) -> Summary:
    """Reckon up a run. The bootstrap has the seed of the run."""
    tally = standing.tally
    ratings = fit_ratings(tally.finishes, seed=standing.run.seed)
    return Summary(standing.run, tally.counts(), ratings, standing.sprt, tally.baseline)
