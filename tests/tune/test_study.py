"""Studies: paired, the same for any jobs, resumable at any line, refused where they do not fit."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import optuna
import pytest
from joblib.externals.loky import get_reusable_executor
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.pool import Workers
from kagemusha.players.specs import parse_spec
from kagemusha.tune.match import Match, Request, Scores
from kagemusha.tune.plan import METHODS, Method, Plan, final_rungs, finalists_for, shares_of_final
from kagemusha.tune.space import Space
from kagemusha.tune.study import NAME, open_study, read_study
from kagemusha.tune.synthetic import SyntheticDeals, values_of
from kagemusha.tune.trialbook import BASELINE, FINAL, SEARCH, TrialRecord
from kagemusha.tune.tuner import FINAL_FIRST, Tuner

from synthetic_plan import make, worth

Content = list[tuple[Any, ...]]


def content(records: Sequence[TrialRecord]) -> Content:
    """All that a study consists of."""
    return [
        (r.phase, r.batch, r.first, r.setting, r.spec, r.state, sorted(r.scores.items()))
        for r in records
    ]


def run(plan: Plan, space: Space, path: Path | None = None, deals: Any = None) -> Tuner:
    played = deals or SyntheticDeals(worth, baseline=plan.player, seed=plan.seed)
    with open_study(path, plan) as opened:
        tuner = Tuner(opened.study, opened.storage, plan, space, played)
        tuner.run()
    return tuner


@pytest.mark.parametrize("method", METHODS)
def test_a_study_keeps_to_its_budget(method: Method) -> None:
    plan, space = make(method=method)
    tuner = run(plan, space)
    assert 0.8 * plan.budget_games < tuner.games <= plan.budget_games
    assert all(record.state in (TrialState.COMPLETE, TrialState.PRUNED) for record in tuner.records)
    assert {record.phase for record in tuner.records} == {BASELINE, SEARCH, FINAL}


@pytest.mark.parametrize("method", METHODS)
def test_all_trials_have_the_same_deals(method: Method) -> None:
    """A trial of a setting that is new begins with set 0, and the play-off with fresh ones."""
    plan, space = make(method=method)
    seen: dict[str, int] = {}
    for record in run(plan, space).records:
        first = FINAL_FIRST if record.phase == FINAL else seen.get(record.spec, 0)
        assert sorted(record.scores) == list(range(first, first + len(record.scores)))
        if record.phase != FINAL:
            seen[record.spec] = first + plan.rungs[-1]


def test_a_setting_that_comes_back_sees_new_deals() -> None:
    plan, space = make(["rollout={rule,uniform}"], method="random")
    deals = SyntheticDeals(worth, baseline=plan.player)
    run(plan, space, deals=deals)
    assert len(set(deals.played)) == len(deals.played)


class Killed(BaseException):
    """The process is no more."""


class MortalDeals(SyntheticDeals):
    """Gives up after so many answers, each of them of a few sets."""

    lives = 10**9

    def play(self, requests: Sequence[Request]) -> Iterator[tuple[int, Scores]]:
        for request in requests:
            for start in range(0, len(request.sets), 3):
                self.lives -= 1
                if self.lives < 0:
                    raise Killed
                yield request.key, self._scores(request.spec, request.sets[start : start + 3])


@pytest.mark.parametrize("method", METHODS)
def test_stopped_again_and_again_it_is_the_same_study(method: Method, tmp_path: Path) -> None:
    plan, space = make(method=method, budget=200)
    whole = run(plan, space)
    deals = MortalDeals(worth, baseline=plan.player)
    stops = 0
    while True:
        deals.lives = 7
        try:
            tuner = run(plan, space, tmp_path / "study", deals)
        except Killed:
            stops += 1
            continue
        break
    assert stops > 3
    assert content(tuner.records) == content(whole.records)
    assert len(set(deals.played)) == len(deals.played), "no set is played twice"


class PickyDeals(SyntheticDeals):
    """Some settings of the space are no players."""

    def check(self, spec: str) -> None:
        if values_of(spec)["rollout"] == "uniform":
            raise ValueError("not at this table")


@pytest.mark.parametrize("method", METHODS)
def test_settings_that_are_no_players_are_not_tried(method: Method, tmp_path: Path) -> None:
    plan, space = make(method=method, budget=200)
    deals = PickyDeals(worth, baseline=plan.player)
    tuner = run(plan, space, tmp_path / "study", deals)
    assert len(tuner.records) > 8
    assert {record.setting["rollout"] for record in tuner.records} == {"rule"}
    again = run(plan, space, tmp_path / "study", deals)
    assert content(again.records) == content(tuner.records)


def test_a_space_without_any_player_is_refused() -> None:
    plan, space = make(["rollout={uniform,mast}"], base="ismcts:rollout=uniform,iterations=100")
    deals = PickyDeals(worth, baseline=plan.player)
    deals.check = lambda spec: parse_spec("nobody") and None       # type: ignore[method-assign]
    with pytest.raises(ArenaError, match="settings of the space in a row are no players"):
        run(plan, space, deals=deals)


@pytest.mark.parametrize("method", METHODS)
def test_poor_settings_of_a_small_space_do_not_eat_the_budget(method: Method) -> None:
    """The player as it is meets itself for nothing, and another one is soon known to be worse."""
    plan, space = make(["cutoff=2,3"], base="ismcts:cutoff=2,iterations=100", method=method,
                       budget=2000)  # fmt: skip
    bad = SyntheticDeals(lambda s: -0.9 * (s["cutoff"] == 3), baseline=plan.player)
    tuner = run(plan, space, deals=bad)
    search = [record for record in tuner.records if record.phase == SEARCH]
    assert sum(len(record.scores) for record in search) <= plan.search_sets + plan.rungs[-1]
    if method in ("tpe", "random"):
        again = [r for r in search if r.setting["cutoff"] == 3 and r.batch > 0]
        assert all(record.state == TrialState.PRUNED for record in again)


def test_all_tables_and_opponents_have_their_share() -> None:
    plan, _ = make(budget=900)
    several = Plan(**{**vars(plan), "players": (2, 3, 4), "opponents": ("rule", "random")})
    assert all(rung % 6 == 0 for rung in several.rungs)
    with pytest.raises(ArenaError, match="a budget of 60 games is too small for tpe with 3 x 2"):
        Plan(**{**vars(several), "budget_games": 60})


def test_cut_off_at_any_line_it_is_the_same_study(tmp_path: Path) -> None:
    """As `kill -9` would leave it: some first lines, and perhaps half of the next."""
    plan, space = make(budget=120)
    path = tmp_path / "study"
    whole = content(run(plan, space, path).records)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 50
    for keep in range(2, len(lines), 7):
        path.write_bytes(b"".join(lines[:keep]) + lines[keep][: len(lines[keep]) // 2])
        tuner = run(plan, space, path)
        assert content(tuner.records) == whole
        assert all(trial.state.is_finished() for trial in tuner.study.trials)
        assert content(read_study(path).records) == whole, "the file, too"


def test_a_finished_study_plays_nothing_more(tmp_path: Path) -> None:
    plan, space = make()
    first = run(plan, space, tmp_path / "study")
    deals = MortalDeals(worth, baseline=plan.player)
    deals.lives = 0
    assert content(run(plan, space, tmp_path / "study", deals).records) == content(first.records)


def test_optuna_can_read_it(tmp_path: Path) -> None:
    """So the dashboard can."""
    plan, space = make(budget=120)
    tuner = run(plan, space, tmp_path / "study")
    storage = JournalStorage(JournalFileBackend(str(tmp_path / "study")))
    study = optuna.load_study(study_name=NAME, storage=storage)
    assert [trial.state for trial in study.trials] == [record.state for record in tuner.records]
    assert all(trial.value is not None for trial in study.trials)
    assert {name for trial in study.trials for name in trial.params} == {a.name for a in space.axes}


def test_another_command_is_refused(tmp_path: Path) -> None:
    plan, space = make(budget=120)
    run(plan, space, tmp_path / "study")
    for other, sentence in [
        (make(budget=140)[0], "budget_games is 120 there and 140 here"),
        (make(budget=120, seed=3)[0], "seed is 0 there and 3 here"),
        (make(["c=0.2..8"], budget=120)[0], "space is"),
        (Plan(**{**vars(plan), "game": "samurai-sword"}), 'game is "sixteen-samurai" there'),
    ]:
        with pytest.raises(ArenaError, match="another command") as caught, open_study(
            tmp_path / "study", other
        ):
            pass
        assert sentence in str(caught.value)


@pytest.mark.parametrize("parameter", ["c", "weights.draft", "evaluation.uma"])
def test_other_defaults_are_another_study(
    parameter: str, tmp_path: Path
) -> None:
    """A default may change from one build to the next; what was played with it does not count."""
    plan, _ = make(base="ismcts:iterations=100", budget=120)
    assert parameter in plan.values[plan.player]
    values = {**plan.values[plan.player], parameter: "0.75"}
    other = Plan(**{**vars(plan), "values": {plan.player: values}})
    for _ in range(2):
        with open_study(tmp_path / "study", other):
            pass
    with pytest.raises(ArenaError, match="a study with other defaults") as caught, open_study(
        tmp_path / "study", plan
    ):
        pass
    before = plan.values[plan.player][parameter]
    assert f'{parameter} of {plan.player} is "0.75" there and "{before}" here' in str(caught.value)


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    plan, _ = make()
    with open_study(tmp_path / "study", plan):
        with pytest.raises(ArenaError, match="in use by another run"), open_study(
            tmp_path / "study", plan
        ):
            pass
        assert read_study(tmp_path / "study").plan == plan


STUDY = '{{"op_code":0,"worker_id":"x","study_name":"{name}","directions":[{direction}]}}\n'
ATTRIBUTE = '{{"op_code":2,"worker_id":"x","study_id":0,"user_attr":{{"kagemusha":{told}}}}}\n'


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("hello", "line 1: this is no study"),
        ("hello\n", "line 1: this is no line of a study"),
        ('{"format":1,"kind":"arena journal"}\n', "line 1: this is no line of a study"),
        ('{"op_code":0,"worker_id":"x"}\n', "no study that can be read"),
        ("[" * 100_000 + "\n", "line 1: this is no line of a study"),
        ('{"op_code":77,"worker_id":"x"}\n', "no study that can be read"),
        (STUDY.format(name="other", direction=2), "there is no study of kagemusha tune in it"),
        (STUDY.format(name=NAME, direction=1), "not made by kagemusha tune"),
        (STUDY.format(name=NAME, direction=2) + ATTRIBUTE.format(told='"words"'), "not made by"),
        (STUDY.format(name=NAME, direction=2) + ATTRIBUTE.format(told='{"format":9}'), "format 9"),
    ],
)
def test_other_files_are_refused_and_left_alone(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "study"
    path.write_text(text)
    plan, _ = make()
    with pytest.raises(ArenaError) as caught, open_study(path, plan):
        pass
    assert sentence in str(caught.value)
    assert path.read_text() == text
    with pytest.raises(ArenaError):
        read_study(path)


def test_a_damaged_trial(tmp_path: Path) -> None:
    plan, space = make(budget=120)
    path = tmp_path / "study"
    run(plan, space, path)
    whole = path.read_text()
    for old, new in [('"phase"', '"phrase"'), ('"scores 0":{"0"', '"scores 0":{"zero"')]:
        assert old in whole
        path.write_text(whole.replace(old, new, 1))
        with pytest.raises(ArenaError, match="this is no study that can be read"):
            run(plan, space, path)
        with pytest.raises(ArenaError, match="this is no study that can be read"):
            read_study(path)


def test_a_folder_is_no_study(tmp_path: Path) -> None:
    plan, _ = make()
    with pytest.raises(ArenaError, match="is a folder"), open_study(tmp_path, plan):
        pass
    with pytest.raises(ArenaError, match="is a folder"):
        read_study(tmp_path)


def test_a_study_of_somebody_else(tmp_path: Path) -> None:
    storage = JournalStorage(JournalFileBackend(str(tmp_path / "study")))
    optuna.create_study(storage=storage, study_name="other", direction="maximize")
    with pytest.raises(ArenaError, match="no study of kagemusha tune"):
        read_study(tmp_path / "study")


def test_real_games_do_not_depend_on_jobs() -> None:
    plan, space = make(["weights.hall", "weights.late", "epsilon=0..1"], base="rule", budget=120)
    found = [
        content(run(plan, space, deals=match_of(plan, Workers(jobs=jobs))).records)
        for jobs in (1, 2)
    ]
    # Workers live on; other tests need such as know their own modules.
    get_reusable_executor().shutdown(wait=True)
    assert found[0] == found[1]


def match_of(plan: Plan, workers: Workers) -> Match:
    return Match(plan.game, plan.players, plan.opponents, workers=workers)


@pytest.mark.parametrize("sets", [10, 100, 1000])
@pytest.mark.parametrize("finalists", [1, 2, 5, 6])
@pytest.mark.parametrize("others", [0, 1])
def test_the_play_off_keeps_to_its_sets(sets: int, finalists: int, others: int) -> None:
    rungs = final_rungs(finalists, others, sets)
    spent, live, before = 0, finalists, 0
    for rung in rungs:
        spent += (live + others) * (rung - before)
        live, before = -(-live // 2), rung
    assert spent <= max(sets, spent // rungs[0])
    assert live <= 1


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("sets", [1, 2, 5, 9, 14, 30])
def test_few_sets_are_for_few_finalists(sets: int, others: int) -> None:
    finalists = finalists_for(sets, others)
    assert 1 <= finalists <= 6
    assert shares_of_final(finalists, others)[1] <= max(sets, 1 + others)
    assert finalists_for(sets + 1, others) >= finalists
