"""How well each method of the tuner finds a known truth: python bench/tune_synthetic.py

A formula with four parameters of different kinds takes the place of the games: a set is worth so
much, plus the luck of the deal, plus noise. All methods have the same number of games. The regret
is what the recommended setting is worth less than the best one, in points of the win rate; that
of the luckiest trial stands beside it. With --flat the formula is 0 everywhere, and the command
counts how often a study says so.
"""

import argparse
import math
import statistics

import kagemusha
from kagemusha.arena.sprt import Hypotheses
from kagemusha.players.specs import parse_spec
from kagemusha.tune.axes import Setting
from kagemusha.tune.conclusion import Demand, conclude
from kagemusha.tune.plan import METHODS, Method, Plan
from kagemusha.tune.space import Space, make_space
from kagemusha.tune.study import open_study
from kagemusha.tune.synthetic import SyntheticDeals, values_of
from kagemusha.tune.trialbook import SEARCH
from kagemusha.tune.tuner import Tuner

# All values are named, so that another shipped default does not change the question.
BASE = "ismcts:iterations=100,c=4,rollout=rule,epsilon=0.1,cutoff=4"
WORDS = ("c=0.2..8:log", "rollout={rule,uniform,mast}", "epsilon=0..0.5", "cutoff=0..16")
ROLLOUT = {"rule": 0.0, "uniform": 0.15, "mast": 0.05}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, nargs="*", default=[1000, 4000])
    options.add_argument("--seeds", type=int, default=40)
    options.add_argument("--flat", action="store_true")
    chosen = options.parse_args()
    for games in chosen.games:
        if chosen.flat:
            flat_table(games, chosen.seeds)
        else:
            regret_table(games, chosen.seeds)


def worth(setting: Setting) -> float:
    """0 at the best setting, c = 1 and rule play-outs with epsilon 0.3, cut off after 9 turns."""
    away = math.log(float(setting["c"])) / math.log(40)
    lost = 1.2 * away**2 + ROLLOUT[str(setting["rollout"])] + 0.0012 * (setting["cutoff"] - 9) ** 2
    if setting["rollout"] != "uniform":
        lost += 2.4 * (float(setting["epsilon"]) - 0.3) ** 2
    return -lost


def plan_for(method: Method, games: int, seed: int) -> tuple[Plan, Space]:
    game = kagemusha.load_game("sixteen-samurai", players=3)
    base = parse_spec(BASE)
    space = make_space(base, game, WORDS)
    axes, player = tuple(space.to_list()), str(base)
    return Plan(game.name, (3,), player, (player,), axes, games, method, seed=seed), space


def regret_table(games: int, seeds: int) -> None:
    start = -100 * worth(values_of(BASE))
    print(f"\n{games} games, {seeds} seeds; the default's regret is {start:.1f} points\n")
    print("| method | regret | luckiest trial | less than random |")
    print("|---|---|---|---|")
    found = {method: [regrets(method, games, seed) for seed in range(seeds)] for method in METHODS}
    for method in METHODS:
        own = [first for first, _ in found[method]]
        lucky = [second for _, second in found[method]]
        gain = [b - a for (a, _), (b, _) in zip(found[method], found["random"], strict=True)]
        print(f"| {method} | {shown(own)} | {shown(lucky)} | {shown(gain)} |", flush=True)


def regrets(method: Method, games: int, seed: int) -> tuple[float, float]:
    """Of the recommended setting, and of the trial with the best mean."""
    plan, space = plan_for(method, games, seed)
    own = worth(values_of(plan.player))
    deals = SyntheticDeals(lambda s: worth(s) - own, baseline=plan.player, seed=seed)
    with open_study(None, plan) as opened:
        tuner = Tuner(opened.study, opened.storage, plan, space, deals)
        best = tuner.run().candidates[0].spec
    trials = [record for record in tuner.records if record.phase == SEARCH]
    luckiest = max(trials, key=lambda record: statistics.fmean(record.scores.values())).spec
    return -100 * worth(values_of(best)), -100 * worth(values_of(luckiest))


def flat_table(games: int, seeds: int) -> None:
    print(f"\n{games} games, {seeds} seeds, nothing to find\n")
    print("| method | no better setting found | undecided | better setting found |")
    print("|---|---|---|---|")
    for method in METHODS:
        found = [flat_outcome(method, games, seed) for seed in range(seeds)]
        counts = [found.count(code) for code in (1, 3, 0)]
        print(f"| {method} | {' | '.join(f'{n} of {seeds}' for n in counts)} |", flush=True)


def flat_outcome(method: Method, games: int, seed: int) -> int:
    plan, space = plan_for(method, games, seed)
    deals = SyntheticDeals(lambda s: 0.0, baseline=plan.player, seed=seed)
    proof = SyntheticDeals(
        lambda s: 0.0, baseline="", seed=seed + 10**6, centre=0.5, noise=0.25, luck=0.0
    )
    demand = Demand((100, 400), Hypotheses(0.0, 20.0), 10_000)
    with open_study(None, plan) as opened:
        return conclude(opened, plan, space, deals, lambda baseline, place: proof, demand).exit_code


def shown(values: list[float]) -> str:
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values):.1f} ± {half:.1f}"


if __name__ == "__main__":
    main()
