"""Who is stopped early, who is recommended, and what counts as proved."""

from pathlib import Path

import numpy as np
import optuna
import pytest
from optuna.trial import TrialState, create_trial

from kagemusha.arena.sprt import Hypotheses, Verdict
from kagemusha.players.specs import parse_spec
from kagemusha.tune.axes import Setting
from kagemusha.tune.budget import at_budget, budget_of
from kagemusha.tune.conclusion import Conclusion, Demand, conclude
from kagemusha.tune.evidence import weigh
from kagemusha.tune.match import Scores
from kagemusha.tune.model import Model, importances
from kagemusha.tune.ntbea import Landscape, NtbeaSampler
from kagemusha.tune.plan import METHODS, Method
from kagemusha.tune.pruning import HalvingPruner, PairedPruner, is_worse, lower_bound
from kagemusha.tune.recommend import standing_of
from kagemusha.tune.result import player_file
from kagemusha.tune.study import open_study
from kagemusha.tune.synthetic import SyntheticDeals, normal, values_of
from kagemusha.tune.trialbook import ABOUT, FINAL, SEARCH, TrialRecord, about, scores_attribute
from kagemusha.tune.verify import Outcome, new_proof, outcome_of, tables_text

from synthetic_plan import make, nothing, worth


def noisy(mean: float, sets: int, seed: int, luck: float = 0.3, noise: float = 0.3) -> Scores:
    return {
        i: mean + luck * normal(99, i) + noise * normal(seed, i, 7) for i in range(sets)
    }


# Stopped early.


def test_a_poor_trial_is_found_worse() -> None:
    assert is_worse(noisy(-0.4, 24, 1), noisy(0.1, 24, 2))
    assert not is_worse(noisy(0.1, 24, 1), noisy(-0.4, 24, 2))


def test_an_equal_trial_is_seldom_found_worse() -> None:
    wrong = sum(is_worse(noisy(0.0, 24, 2 * s), noisy(0.0, 24, 2 * s + 1)) for s in range(200))
    assert wrong <= 20          # 5 % of 200 is 10


def test_pairing_sees_what_luck_hides() -> None:
    """Deals that decide more than the players do not matter when both had them."""
    worse, better = noisy(-0.15, 20, 1, luck=3.0, noise=0.1), noisy(0.1, 20, 2, luck=3.0, noise=0.1)
    assert is_worse(worse, better)
    shifted = {index + 100: score for index, score in worse.items()}
    assert not is_worse(shifted, better), "no deal in common, nothing to compare"


def test_a_few_sets_prove_nothing() -> None:
    assert not is_worse({i: -1.0 for i in range(5)}, {i: 1.0 for i in range(5)})


def stored(
    study: optuna.Study, spec: str, batch: int, scores: Scores, state: TrialState, first: int = 0
) -> int:
    name, part = scores_attribute(scores)
    trial = create_trial(
        state=state,
        value=float(np.mean(list(scores.values()))) if state.is_finished() else None,
        user_attrs={ABOUT: about(SEARCH, batch, first, {"c": 1.0}, spec), name: part},
    )
    study.add_trial(trial)
    return len(study.trials) - 1


def test_the_pruner_compares_with_the_surest_not_with_the_luckiest() -> None:
    study = optuna.create_study(direction="maximize")
    stored(study, "lucky", 0, dict.fromkeys(range(3), 1.0), TrialState.COMPLETE)
    stored(study, "sure", 0, noisy(0.2, 40, 1), TrialState.COMPLETE)
    poor = stored(study, "poor", 1, noisy(-0.4, 24, 2), TrialState.RUNNING)
    fair = stored(study, "fair", 1, noisy(0.2, 24, 3), TrialState.RUNNING)
    assert PairedPruner().prune(study, study.trials[poor])
    assert not PairedPruner().prune(study, study.trials[fair])


def test_a_setting_that_comes_back_is_judged_by_what_it_has_played() -> None:
    """It goes on with other deals, which nobody else has had."""
    study = optuna.create_study(direction="maximize")
    stored(study, "sure", 0, noisy(0.2, 40, 1), TrialState.COMPLETE)
    stored(study, "poor", 1, noisy(-0.4, 24, 2), TrialState.PRUNED)
    back = {index + 100: 0.0 for index in range(4)}
    again = stored(study, "poor", 2, back, TrialState.RUNNING, first=100)
    other = stored(study, "new", 2, back, TrialState.RUNNING, first=100)
    assert PairedPruner().prune(study, study.trials[again])
    assert not PairedPruner().prune(study, study.trials[other])


def test_halving_takes_out_the_luck_where_deals_differ() -> None:
    """The worst one came back, and has easy deals."""
    study = optuna.create_study(direction="maximize")
    easy = {index: 0.8 for index in range(100, 108)}
    for place in range(6):
        before = {index: score + place / 50 for index, score in easy.items()}
        stored(study, f"s{place}", 0, before, TrialState.COMPLETE, first=100)
    poor = {index: score - 0.3 for index, score in easy.items()}
    back = stored(study, "poor", 1, poor, TrialState.RUNNING, first=100)
    for place in range(5):
        stored(study, f"t{place}", 1, dict.fromkeys(range(8), 0.1), TrialState.RUNNING)
        stored(study, f"s{place}", 0, dict.fromkeys(range(8), 0.1), TrialState.COMPLETE)
    assert HalvingPruner(3).prune(study, study.trials[back])


def test_nobody_is_stopped_without_an_incumbent() -> None:
    study = optuna.create_study(direction="maximize")
    poor = stored(study, "poor", 1, noisy(-0.4, 24, 2), TrialState.RUNNING)
    assert not PairedPruner().prune(study, study.trials[poor])


def test_halving_keeps_the_better_part() -> None:
    study = optuna.create_study(direction="maximize")
    stored(study, "of another batch", 0, dict.fromkeys(range(4), 1.0), TrialState.COMPLETE)
    for place in range(9):
        stored(study, f"s{place}", 1, dict.fromkeys(range(4), place / 10), TrialState.RUNNING)
    pruner = HalvingPruner(3)
    stopped = [trial.number for trial in study.trials[1:] if pruner.prune(study, trial)]
    assert stopped == [1, 2, 3, 4, 5, 6]
    assert not HalvingPruner(3, spared="s0").prune(study, study.trials[1])


def test_equal_scores_make_nobody_sure() -> None:
    assert lower_bound({0: 1.0, 1: 1.0}) < lower_bound(noisy(0.5, 50, 1))


# NTBEA.


def test_the_landscape_prefers_what_scored_and_what_is_new() -> None:
    landscape = Landscape(2)
    for _ in range(20):
        landscape.add((0, 0), 0.0)
        landscape.add((1, 0), 1.0)
    assert landscape.upper_bound((1, 0)) > landscape.upper_bound((0, 0))
    assert landscape.upper_bound((2, 2)) > landscape.upper_bound((0, 0))
    before = landscape.upper_bound((2, 2))
    landscape.expect((2, 2))
    assert landscape.upper_bound((2, 2)) < before, "a place that is taken is less tempting"


def test_ntbea_draws_from_its_space_and_depends_on_its_seed_alone() -> None:
    _, space = make()
    study = optuna.create_study(direction="maximize")
    drawn = []
    for seed in (1, 1, 2, 3):
        study.sampler = NtbeaSampler(space, seed)
        trial = study.ask()
        setting = space.suggest(trial)
        assert ("epsilon" in setting) == (setting["rollout"] != "uniform")
        assert all(axis.holds(setting[axis.name]) for axis in space.axes if axis.name in setting)
        study.tell(trial, state=TrialState.FAIL)
        drawn.append(setting)
    assert drawn[0] == drawn[1]
    assert drawn[1] != drawn[2]


# Evidence, and the model.


def test_luck_of_the_deals_is_taken_out() -> None:
    """One setting had only the good deals."""
    good = {i: 0.1 + 0.5 * (i % 2) for i in range(1, 40, 2)}
    others = {f"s{k}": {i: 0.2 + 0.5 * (i % 2) for i in range(40)} for k in range(8)}
    found = weigh({"good": good, **others})
    assert np.mean(list(good.values())) > np.mean(list(others["s0"].values()))
    assert found["good"].mean < found["s0"].mean


def test_errors_shrink_with_the_sets() -> None:
    found = weigh({"few": noisy(0, 10, 1), "many": noisy(0, 160, 2)})
    assert found["few"].error == pytest.approx(4 * found["many"].error)


def test_a_known_worth_is_compared_through_the_luck_of_the_deals() -> None:
    """Who plays as it is need not play; but on these few deals it may have been easy to beat."""
    rng = np.random.default_rng(3)
    covered = {0.0: 0, 0.3: 0}
    for luck in 60 * list(covered):
        of_deals = luck * rng.standard_normal(40)
        scores = {
            f"s{k}": dict(enumerate((of_deals + 0.2 * rng.standard_normal(40)).tolist()))
            for k in range(8)
        }
        found = weigh(scores, {"own": 0.0})
        assert (found["own"].mean, found["own"].sets) == (0.0, 0)
        error = np.hypot(found["own"].error, found["s0"].error)
        covered[luck] += bool(abs(found["s0"].mean) < 1.96 * error)
    assert min(covered.values()) >= 53, "95 % of 60 are 57"


def test_scores_count_alike_in_whatever_order_they_came() -> None:
    scores = {f"s{k}": noisy(0.1 * k, 30, k) for k in range(4)}
    turned = {name: dict(reversed(played.items())) for name, played in scores.items()}
    assert weigh(scores) == weigh(turned)


def test_the_model_knows_which_parameter_matters() -> None:
    _, space = make()
    rng = np.random.default_rng(1)
    settings = [space.at(row) for row in rng.random((60, len(space.axes)))]
    scores = {str(k): {i: worth(s) + 0.1 * normal(k, i) for i in range(20)}
              for k, s in enumerate(settings)}  # fmt: skip
    found = weigh(scores)
    model = Model(space, settings, [found[str(k)] for k in range(60)])
    shares = importances(model, rng)
    assert shares["c"] > 0.8
    assert sum(shares.values()) == pytest.approx(1)
    mean, sd = model.predict([{**settings[0], "c": 0.3}, {**settings[0], "c": 7.5}])
    assert mean[1] - mean[0] > 3 * max(sd)


# Recommended.


def record(number: int, setting: Setting, scores: Scores, phase: str = SEARCH) -> TrialRecord:
    _, space = make()
    return TrialRecord(
        number, number, phase, 0, 0, setting, space.spec(setting), TrialState.COMPLETE, scores
    )


@pytest.mark.parametrize("rule", ["lower", "mean"])
def test_the_luckiest_trial_is_not_recommended(rule: str) -> None:
    """It won all of its three sets; around another setting there is a hill of long trials."""
    plan, space = make()
    lucky = record(0, {"c": 0.25, "rollout": "uniform", "cutoff": 2}, dict.fromkeys(range(3), 1.0))
    records = [lucky]
    for k in range(12):
        setting: Setting = {"c": 4 + k / 10, "rollout": "rule", "epsilon": 0.2, "cutoff": 8}
        records.append(record(k + 1, setting, noisy(0.25, 60, k)))
    for k in range(12):
        poor: Setting = {"c": 0.2 + k / 50, "rollout": "uniform", "cutoff": 1 + k % 4}
        records.append(record(k + 20, poor, noisy(-0.3, 60, k + 50)))
    standing = standing_of(records, space, plan.player, rule, meets_itself=True)    # type: ignore[arg-type]
    best = standing.candidates[0]
    assert max(records, key=lambda r: float(np.mean(list(r.scores.values())))) is lucky
    assert best.spec != lucky.spec
    assert float(best.setting["c"]) >= 4


def test_finalists_come_first_and_by_their_lower_bound() -> None:
    plan, space = make()
    few: Setting = {"c": 7.0, "rollout": "rule", "epsilon": 0.1, "cutoff": 2}
    many: Setting = {"c": 0.5, "rollout": "uniform", "cutoff": 12}
    records = [
        record(0, {"c": 3.0, "rollout": "uniform", "cutoff": 6}, noisy(0.9, 300, 1)),
        record(1, few, noisy(0.5, 4, 2), FINAL),
        record(2, many, noisy(0.4, 400, 3), FINAL),
    ]
    standing = standing_of(records, space, plan.player, "lower", meets_itself=True)
    assert [c.is_finalist for c in standing.candidates] == [True, True, False]
    assert standing.candidates[0].setting == many
    by_mean = standing_of(records, space, plan.player, "mean", meets_itself=True)
    assert by_mean.candidates[0].setting == few


# Proved.


def conclusion(truth: float, *, method: Method = "random", sets: int = 6000, budget: int = 400,
               transfers: float = 1.0, path: Path | None = None) -> Conclusion:  # fmt: skip
    plan, space = make(budget=budget, method=method)
    deals = SyntheticDeals(worth if truth else nothing, baseline=plan.player)

    def proof_deals(baseline: str, place: int) -> SyntheticDeals:
        share = transfers if values_of(baseline)["iterations"] == 400 else 1.0
        return SyntheticDeals(
            lambda s: truth * share, baseline=baseline, centre=0.5, noise=0.2, luck=0.0, seed=5
        )

    demand = Demand((100, 400), Hypotheses(0.0, 20.0), sets)
    with open_study(path, plan) as opened:
        return conclude(opened, plan, space, deals, proof_deals, demand)


def test_a_better_setting_is_found_and_proved() -> None:
    found = conclusion(0.1)
    assert (found.outcome, found.exit_code) == (Outcome.BETTER, 0)
    assert [proof.verdict for proof in found.proofs] == [Verdict.ACCEPTED, Verdict.ACCEPTED]
    assert found.verdict().startswith("better setting found: c=")
    assert "\n" not in found.verdict()


@pytest.mark.parametrize("method", METHODS)
def test_nothing_is_found_where_there_is_nothing(method: Method) -> None:
    found = conclusion(0.0, method=method, budget=200)
    assert (found.outcome, found.exit_code) == (Outcome.NONE, 1)
    assert found.verdict().startswith("no better setting found: ")


def test_too_few_sets_leave_it_undecided() -> None:
    found = conclusion(0.1, sets=4)
    assert (found.outcome, found.exit_code) == (Outcome.UNDECIDED, 3)


@pytest.mark.parametrize("transfers", [-0.5, -0.3])
def test_what_loses_at_another_budget_is_undecided(transfers: float) -> None:
    found = conclusion(0.1, transfers=transfers)
    assert (found.outcome, found.exit_code) == (Outcome.UNDECIDED, 3)
    assert found.proofs[1].verdict is Verdict.REJECTED


def test_at_another_budget_it_is_enough_to_lose_nothing() -> None:
    found = conclusion(0.1, transfers=0.0)
    assert (found.outcome, found.exit_code) == (Outcome.BETTER, 0)
    gain, loss = (proof.to_dict()["hypotheses"] for proof in found.proofs)
    assert (gain, loss) == ([0.0, 20.0], [-20.0, 0.0])
    assert "at 400 iterations (H0 -20, H1 0: accepted, " in found.verdict()


def test_a_proof_that_ran_out_of_games_does_not_pass() -> None:
    proofs = [new_proof("ismcts:c=3", "ismcts", 100, Hypotheses(0, 20), (3,)) for _ in range(2)]
    proofs[0].sprt.verdict = Verdict.ACCEPTED
    assert outcome_of(proofs) is Outcome.UNDECIDED


def test_a_proof_tells_the_tables_apart() -> None:
    """Sets take turns at the tables; once the test has ended nothing is counted any more."""
    proof = new_proof("ismcts:c=3", "ismcts", 100, Hypotheses(0, 20), (2, 4))
    for index in range(400):
        proof.add((0.4, 0.9)[index % 2] + 0.1 * normal(1, index))
    assert proof.verdict is Verdict.ACCEPTED
    sets = proof.sprt.scores.count
    assert {n: part.count for n, part in proof.by_table.items()} == {2: (sets + 1) // 2, 4: sets // 2}
    shares = proof.shares()
    assert shares[2].high < 0.5
    assert shares[4].low > 0.8
    assert proof.to_dict()["tables"][1]["players"] == 4
    text = tables_text(proof)
    assert text.startswith("of what both won at 100 iterations, % with 95 %: 2 players 39.")
    assert "); 4 players 90." in text


def test_a_proof_is_not_played_twice(tmp_path: Path) -> None:
    first = conclusion(0.1, path=tmp_path / "study")
    size = (tmp_path / "study").stat().st_size
    again = conclusion(0.1, path=tmp_path / "study")
    assert again.to_dict() == first.to_dict()
    grown = (tmp_path / "study").stat().st_size - size
    assert grown < 500, "nothing but the opening of the study was written"


def test_budgets() -> None:
    assert at_budget("ismcts:iterations=500,c=3", 2000) == "ismcts:c=3"
    assert at_budget("rule", None) == "rule"
    with pytest.raises(ValueError, match="no iterations"):
        at_budget("rule", 100)
    assert budget_of("ismcts:iterations=500") == 500
    assert budget_of("ismcts:ms=5") is None, "it plays by the clock"
    assert budget_of("rule") is None
    proof = new_proof("ismcts:c=3", "ismcts", 50, Hypotheses(0, 20), (3,))
    assert (proof.examined, proof.baseline) == ("ismcts:c=3,iterations=50", "ismcts:iterations=50")
    assert outcome_of([]) is Outcome.NONE


# Written.


@pytest.mark.parametrize(
    "spec",
    [
        "ismcts:c=0.83,rollout=mast,reuse=true,iterations=500,fpu=0.5",
        "ismcts:weights=kill:1.5+wound:2,evaluation=points:0,c=1e-05",
        "rule:epsilon=0.2,without=belief+end,weights=kill:1.5",
        "ismcts",
        "random",
    ],
)
def test_a_player_written_is_the_player_read(spec: str, tmp_path: Path) -> None:
    file = tmp_path / "best.toml"
    file.write_text(player_file(spec, ["a note\nof two lines"]))
    assert parse_spec(f"@{file}") == parse_spec(spec)
