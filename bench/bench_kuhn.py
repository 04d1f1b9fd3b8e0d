"""Kuhn poker, ours beside OpenSpiel's IS-MCTS on its own Kuhn: python bench/bench_kuhn.py

Exploitability X (half of NashConv, in chips; uniform play has .4583) of the policy that twenty
searches at each of the twelve choices play on average, and iterations per second of CPU time.
Both explore with c = 2. Searches that keep the own card end near 1/6 whatever the budget.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from bench_core import print_table
from yardstick import pyspiel

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kagemusha.search import Searcher

from poker import exploitability, information_sets, key_of

REPEATS = 20
BUDGETS = (100, 1_000, 10_000)
Key = tuple[int, tuple[int, ...]]
Policy = dict[Key, list[float]]                 # probabilities of pass and bet
Searches = Callable[[int], Iterator[tuple[Key, list[float]]]]


def main() -> None:
    kinds: dict[str, Searches] = {
        "ours": lambda n: ours(n),
        "ours, redeal": lambda n: ours(n, redeal=True),
        "ours, from the deal": lambda n: ours(n, root="hand"),
        "ours, from the deal, rm": lambda n: ours(n, root="hand", select="rm"),
    }
    if pyspiel is not None:
        kinds["OpenSpiel, shares of visits"] = lambda n: theirs(n, "NORMALIZED_VISIT_COUNT")
        kinds["OpenSpiel, most visits"] = lambda n: theirs(n, "MAX_VISIT_COUNT")
    rows = []
    for name, searches in kinds.items():
        measured = [measure(searches, budget) for budget in BUDGETS]
        shown = [f"{x:.3f}" for x, _ in measured]
        rows.append((name, *shown, f"{measured[-1][1]:,.0f}"))
    print_table(("search", *(f"X, {n:,} iterations" for n in BUDGETS), "iterations/s"), rows)


def measure(searches: Searches, budget: int) -> tuple[float, float]:
    """Exploitability of the mean policy, and iterations per second."""
    total: dict[Key, list[float]] = {}
    begin, count = process_time(), 0
    for key, shares in searches(budget):
        count += 1
        total[key] = [a + b for a, b in zip(total.get(key, [0.0, 0.0]), shares, strict=True)]
    rate = count * budget / (process_time() - begin)
    policy = {key: [share / sum(shares) for share in shares] for key, shares in total.items()}
    return exploitability("kuhn-poker", lambda state: policy[key_of(state)]), rate


def ours(iterations: int, **settings: object) -> Iterator[tuple[Key, list[float]]]:
    searcher = Searcher({"iterations": iterations, "c": 2.0, **settings})
    for key, state in information_sets().items():
        view = state.view(state.current_player())
        for seed in range(REPEATS):
            yield key, searcher.search(view, seed=seed).strategy


def theirs(iterations: int, final: str) -> Iterator[tuple[Key, list[float]]]:
    answer = getattr(pyspiel.ISMCTSFinalPolicyType, final)
    for state in their_choices(pyspiel.load_game("kuhn_poker").new_initial_state()):
        name = state.information_state_string()         # the card, then p and b
        key = int(name[0]), tuple("pb".index(letter) for letter in name[1:])
        for seed in range(REPEATS):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, iterations, -1, answer, False, False)
            shares = dict(bot.step_with_policy(state)[0])
            yield key, [shares.get(action, 0.0) for action in (0, 1)]


def their_choices(state) -> Iterator:
    """A state of each of the twelve choices of OpenSpiel's Kuhn poker."""
    found = {}
    waiting = [state]
    while waiting:
        at = waiting.pop()
        if at.is_terminal():
            continue
        if not at.is_chance_node():
            found.setdefault(at.information_state_string(), at)
        waiting += [at.child(action) for action in at.legal_actions()]
    yield from found.values()


if __name__ == "__main__":
    main()
