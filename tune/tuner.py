"""Runs a study: trials in batches, then a play-off of the best.

This process alone asks, tells and writes; workers only play. Every step is a function of the plan
and of the trials before it. So the study does not depend on the number of jobs, and one that was
killed goes on where it stopped: trials under way keep the sets that they have played.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from time import monotonic

import numpy as np
import optuna
from optuna.storages import JournalStorage
from optuna.trial import TrialState

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.intervals import Interval
from kagemusha.tune.axes import Setting
from kagemusha.tune.match import GAMES_PER_SET, Deals, Request, Scores, derived_seed
from kagemusha.tune.model import proposals
from kagemusha.tune.plan import FINALISTS, Plan, final_rungs, finalists_for
from kagemusha.tune.pruning import HalvingPruner, NoPruner
from kagemusha.tune.recommend import Standing, standing_of
from kagemusha.tune.space import Space
from kagemusha.tune.trialbook import (
    ABOUT,
    BASELINE,
    FINAL,
    FINISHED,
    REFUSED,
    SEARCH,
    TrialRecord,
    about,
    record_of,
    scores_attribute,
)

FINAL_FIRST = 1_000_000         # number of the first set of the play-off: nobody has played it
PROPOSAL_SEED = 2               # purposes of derived seeds
SAMPLER_SEEDS = 1_000           # one for each trial from here on
ATTEMPTS = 100                  # to draw a setting that is a player


@dataclass
class Progress:
    """Where a study stands, for whoever watches."""

    phase: str
    games: int
    budget: int
    trials: int
    stopped: int                # of these, early
    best: str | None            # what it changes
    lead: Interval | None
    seconds_left: float | None


Watch = Callable[[Progress], None]


class Tuner:
    """A study under way."""

    def __init__(
        self,
        study: optuna.Study,
        storage: JournalStorage,
        plan: Plan,
        space: Space,
        deals: Deals,
        watch: Watch = lambda progress: None,
    ) -> None:
        self.study, self.storage = study, storage
        self.plan, self.space, self.deals = plan, space, deals
        self.watch = watch
        self.records: list[TrialRecord] = []
        self.best: str | None = None
        self.lead: Interval | None = None
        self._began, self._games_found = monotonic(), 0
        self._load()

    def run(self) -> Standing:
        """Everything up to the recommendation, as far as it is not done yet."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            self._begin()
            self._search()
            self._play_off()
        return self.standing()

    def standing(self) -> Standing:
        played = [record for record in self.records if record.scores]
        return standing_of(
            played,
            self.space,
            self.plan.player,
            self.plan.recommend,
            meets_itself=self.plan.meets_itself,
        )

    @property
    def games(self) -> int:
        return GAMES_PER_SET * sum(map(self._sets_of, self.records))

    # Steps.

    def _load(self) -> None:
        """Take over what the study has; a trial that was stopped while it was asked has failed."""
        for trial in self.study.get_trials(deepcopy=False):
            record = record_of(trial)
            if record is not None:
                self.records.append(record)
            elif not trial.state.is_finished():
                self.study.tell(trial.number, state=TrialState.FAIL)
        self._games_found = self.games

    def _begin(self) -> None:
        """The player as it is has the first trial."""
        if not self._batch(BASELINE, 0):
            self._ask(BASELINE, 0, self.space.default_setting(), is_baseline=True)
        self._play_batch(self._batch(BASELINE, 0), (self.plan.rungs[-1],), NoPruner())

    def _search(self) -> None:
        for batch in count():
            trials = self._batch(SEARCH, batch)
            before = [r for r in self.records if r.phase == BASELINE or self._is_before(r, batch)]
            # What is free counts here, or a space of one good setting would never be left.
            left = self.plan.search_sets - sum(
                len(r.scores) if r.phase == SEARCH else self._sets_of(r) for r in before
            )
            size = self.plan.trials_for(left)
            if size == 0:
                return
            while len(trials) < size:
                trials.append(self._ask(SEARCH, batch))
            self._play_batch(trials, self.plan.rungs, self.plan.pruner())
            self._note_best()

    def _play_off(self) -> None:
        """The best of the search meet on deals that none of them has seen."""
        trials = self._batch(FINAL, 0)
        search = [record for record in self.records if record.phase != FINAL]
        left = self.plan.budget_games // GAMES_PER_SET - sum(map(self._sets_of, search))
        others = 0 if self.plan.meets_itself else 1
        finalists = self._finalists(search, finalists_for(left, others))
        if not finalists:
            return
        settings: list[Setting | None] = [*finalists]
        if others:
            settings.append(None)
        for setting in settings[len(trials) :]:
            trials.append(self._ask(FINAL, 0, setting, is_baseline=setting is None))
        rungs = final_rungs(len(finalists), others, left)
        self._play_batch(trials, rungs, HalvingPruner(2, spared=self.plan.player))
        self._note_best()

    def _finalists(self, search: list[TrialRecord], most: int) -> list[Setting]:
        """The best settings that were tried, and those that the model holds to be the best."""
        standing = standing_of(
            search,
            self.space,
            self.plan.player,
            self.plan.recommend,
            meets_itself=self.plan.meets_itself,
        )
        settings = [candidate.setting for candidate in standing.candidates]
        proposed: list[Setting] = []
        if standing.model is not None:
            rng = np.random.default_rng(derived_seed(self.plan.seed, PROPOSAL_SEED))
            proposed = proposals(standing.model, rng)
        chosen = [*settings[: FINALISTS - len(proposed)], *proposed]
        by_spec = {self._spec_if_player(setting): setting for setting in chosen}
        found = [s for spec, s in by_spec.items() if spec not in (None, self.plan.player)]
        return found[:most]

    def _spec_if_player(self, setting: Setting) -> str | None:
        """Some settings that a space allows are no players."""
        try:
            spec = self.space.spec(setting)
            self.deals.check(spec)
        except ValueError:
            return None
        return spec

    def _ask(
        self, phase: str, batch: int, fixed: Setting | None = None, *, is_baseline: bool = False
    ) -> TrialRecord:
        seed = derived_seed(self.plan.seed, SAMPLER_SEEDS + len(self.records))
        if fixed is None and is_baseline:
            fixed = self.space.default_setting()
        if fixed is None and not is_baseline:
            trial, setting, spec = self._drawn(seed)
        else:
            self.study.sampler = self.plan.sampler(self.space, seed, fixed or {})
            trial = self.study.ask()
            setting = {} if fixed is None else self.space.suggest(trial)
            spec = self.plan.player if is_baseline else self.space.spec(setting)
        first = FINAL_FIRST if phase == FINAL else self._next_set(spec)
        told = about(phase, batch, first, setting, spec)
        trial.set_user_attr(ABOUT, told)
        record = TrialRecord(trial.number, trial._trial_id, phase, batch, first, setting, spec,
                             TrialState.RUNNING)  # fmt: skip
        self.records.append(record)
        return record

    def _drawn(self, seed: int) -> tuple[optuna.Trial, Setting, str]:
        """A setting of the sampler's choice; some that a space allows are no players."""
        place = len(self.records)
        before = self.study.get_trials(deepcopy=False)
        refused = sum(trial.user_attrs.get(REFUSED) == place for trial in before)
        for attempt in range(refused, ATTEMPTS):
            own_seed = derived_seed(seed, attempt) if attempt else seed
            self.study.sampler = self.plan.sampler(self.space, own_seed)
            trial = self.study.ask()
            setting = self.space.suggest(trial)
            spec = self._spec_if_player(setting)
            if spec is not None:
                return trial, setting, spec
            trial.set_user_attr(REFUSED, place)
            self.study.tell(trial, state=TrialState.FAIL)
        raise ArenaError(f"{ATTEMPTS} settings of the space in a row are no players")

    def _next_set(self, spec: str) -> int:
        """A setting that comes back goes on with the deals after those it has had."""
        had = [r for r in self.records if r.spec == spec and r.phase != FINAL]
        return max((record.first for record in had), default=-self.plan.rungs[-1]) + self.plan.rungs[-1]

    def _play_batch(
        self, trials: Sequence[TrialRecord], rungs: Sequence[int], pruner: optuna.pruners.BasePruner
    ) -> None:
        for rung in rungs:
            live = [record for record in trials if record.is_running]
            self._play(live, rung)
            for record in live:
                if record.has_passed(rung):
                    continue
                mean = float(np.mean(record.first_scores(rung)))
                self.storage.set_trial_intermediate_value(record.trial_id, rung, mean)
                if rung == rungs[-1]:
                    self._tell(record, TrialState.COMPLETE, mean)
                elif pruner.prune(self.study, self.storage.get_trial(record.trial_id)):
                    self._tell(record, TrialState.PRUNED)

    def _play(self, live: Sequence[TrialRecord], rung: int) -> None:
        requests = [
            Request(place, record.spec, missing)
            for place, record in enumerate(live)
            if (missing := record.missing(rung))
        ]
        if not requests:
            return
        for place, scores in self.deals.play(requests):
            self._keep(live[place], scores)
            self.watch(self.progress(live[place].phase))

    def _keep(self, record: TrialRecord, scores: Scores) -> None:
        self.storage.set_trial_user_attr(record.trial_id, *scores_attribute(scores))
        record.scores.update(scores)

    def _tell(self, record: TrialRecord, state: TrialState, value: float | None = None) -> None:
        self.study.tell(record.number, value, state=state)
        record.state = state

    # Reckoning.

    def _batch(self, phase: str, batch: int) -> list[TrialRecord]:
        return [r for r in self.records if r.phase == phase and r.batch == batch]

    def _is_before(self, record: TrialRecord, batch: int) -> bool:
        return record.phase == SEARCH and record.batch < batch

    def _sets_of(self, record: TrialRecord) -> int:
        """Sets that were played; against itself a player need not."""
        is_free = self.plan.meets_itself and record.spec == self.plan.player
        return 0 if is_free else len(record.scores)

    def _note_best(self) -> None:
        standing = self.standing()
        if standing.candidates:
            best = standing.candidates[0]
            self.best, self.lead = self.space.text(best.setting), standing.lead(best)
            self.watch(self.progress(SEARCH))

    def progress(self, phase: str) -> Progress:
        games = self.games
        played = games - self._games_found
        pace = (monotonic() - self._began) / played if played else None
        left = None if pace is None else pace * max(0, self.plan.budget_games - games)
        finished = [record for record in self.records if record.state in FINISHED]
        stopped = sum(record.state == TrialState.PRUNED for record in finished)
        return Progress(
            phase, games, self.plan.budget_games, len(finished), stopped, self.best, self.lead, left
        )


