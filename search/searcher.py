"""A search from beginning to end: budget, threads, and the answer."""

import math
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kagemusha.core.state import checked_seed
from kagemusha.core.view import View
from kagemusha.search.outline import outline, principal_variation
from kagemusha.search.params import NEVER, SearchParams
from kagemusha.search.policy import Evaluator, Policy
from kagemusha.search.result import SearchResult
from kagemusha.search.trail import trail, trail_since
from kagemusha.search.worker import Stop, Worker, monotonic

UNLIMITED = 2**62
MIN_MS = 0.1            # of a decision, however little its turn has left


class Searcher:
    """Searches with one set of parameters."""

    turn: tuple[int, int] | None                    # seat and turn of the last decision
    left: tuple[int, float]                         # iterations and milliseconds of its budget
    kept: tuple[list[Worker], View] | None          # its trees, and the view of their root

    def __init__(
        self,
        params: SearchParams | Mapping[str, object] | None = None,
        *,
        policy: Policy | None = None,
        evaluator: Evaluator | None = None,
    ) -> None:
        if not isinstance(params, SearchParams):
            params = SearchParams.of(params or {})
        if params.rollout == "rule" and policy is None:
            raise ValueError("rollout=rule needs a policy")
        if params.cutoff != NEVER and evaluator is None:
            raise ValueError("cutoff needs an evaluator")
        self.params = params
        self.policy = policy
        self.evaluator = evaluator
        self.reset()

    def search(
        self,
        view: View,
        *,
        seed: int = 0,
        weights: Sequence[float] | None = None,
        dump: int = 0,
    ) -> SearchResult:
        """The best action for the view's seat; `weights` are a belief in its role assignments."""
        seed = checked_seed(seed)
        legal = view.legal_actions()
        if not legal:
            raise ValueError(f"seat {view.seat} is not to act: there is nothing to search")
        if len(legal) == 1:
            return forced_result(view, legal[0], seed)
        begin = monotonic()
        turn = view.current_player(), view.turn()
        if self.turn != turn:
            self.reset()
            self.turn = turn
        if weights is None:
            weights = self.belief(view)
        workers = self.workers(view, weights, seed)
        iterations, seconds = self.budget()
        try:
            run(workers, iterations, begin + seconds if seconds else 0.0)
            view.check()
        except BaseException:
            self.reset()                # what was interrupted does not go on
            raise
        result = self.result(view, workers, seed, begin, dump)
        self.spend(result)
        return result

    def belief(self, view: View) -> list[float] | None:
        """What the policy makes of the others' deeds."""
        if self.policy is None or not self.params.trust or self.params.redeal:
            return None
        weights = self.policy.belief(view)
        return weights and [weight ** self.params.trust for weight in weights]

    def reset(self) -> None:
        """Forget the game: what is kept of a turn is not for the next one."""
        self.turn = None
        self.left = self.params.iterations, self.params.ms
        self.kept = None

    def workers(self, view: View, weights: Sequence[float] | None, seed: int) -> list[Worker]:
        """A worker for each thread, its root set; those of the last decision if they can go on."""
        seat = view.current_player()
        reuse = self.params.reuse and self.params.algorithm in ("so", "self")
        reuse = reuse and not self.params.branch_after and self.params.root == "here"
        way = trail_since(self.kept[1], view, seat) if self.kept is not None else None
        if self.kept is not None and way is not None:
            workers = self.kept[0]
            for number, worker in enumerate(workers):
                worker.go_on(view, weights, derived(seed, number), way)
        else:
            way = trail(view, seat) if self.params.root == "hand" else []
            workers = [
                Worker(view, self.params, self.policy, self.evaluator, weights)
                for _ in range(self.params.threads)
            ]
            for number, worker in enumerate(workers):
                worker.begin(derived(seed, number), way)
        if reuse:
            self.kept = workers, view
        return workers

    def budget(self) -> tuple[int, float]:
        """Iterations, and seconds or 0. Of what a turn has left every decision takes half."""
        if self.params.per == "decision":
            return self.params.iterations or UNLIMITED, self.params.ms / 1000
        iterations, ms = self.left
        half = max(1, iterations // 2) if self.params.iterations else UNLIMITED
        return half, max(MIN_MS, ms / 2) / 1000 if self.params.ms else 0.0

    def spend(self, result: SearchResult) -> None:
        self.left = self.left[0] - result.iterations, self.left[1] - 1000 * result.seconds

    def result(
        self, view: View, workers: list[Worker], seed: int, begin: float, dump: int
    ) -> SearchResult:
        rows = added_up([worker.root_statistics() for worker in workers])
        visits = [row[1] for row in rows]
        means = [row[3] / row[1] if row[1] else 0.0 for row in rows]
        shares = strategy(rows)
        return SearchResult(
            action=rows[self.answer(view, visits, means, shares, seed)][0],
            actions=[row[0] for row in rows],
            visits=visits,
            values=means,
            availability=[row[2] for row in rows],
            seat_values=[[total / max(1, row[6]) for total in row[7]] for row in rows],
            priors=[row[5] for row in rows],
            strategy=shares,
            iterations=sum(worker.iterations for worker in workers),
            seconds=monotonic() - begin,
            choices=sum(worker.choices for worker in workers),
            nodes=sum(worker.node_count() for worker in workers),
            seed=seed,
            principal_variation=principal_variation(workers[0]),
            tree=outline(workers[0], dump) if dump else None,
        )

    def answer(
        self,
        view: View,
        visits: list[int],
        means: list[float],
        shares: list[float],
        seed: int,
    ) -> int:
        """The place of the action to play."""
        places = range(len(visits))
        if self.params.final == "mixed" or view.block():
            return random.Random(seed).choices(places, shares)[0]
        tried = [i for i in places if visits[i]]
        if not tried:
            return random.Random(seed).choice(places)
        if self.params.final == "value":
            return max(tried, key=lambda i: (means[i], visits[i]))
        if self.params.final == "lower":
            total = sum(visits)
            return max(
                tried,
                key=lambda i: means[i] - self.params.c * math.sqrt(math.log(total) / visits[i]),
            )
        return max(tried, key=lambda i: (visits[i], means[i]))


def search(
    view: View,
    *,
    policy: Policy | None = None,
    evaluator: Evaluator | None = None,
    seed: int = 0,
    weights: Sequence[float] | None = None,
    dump: int = 0,
    **params: object,
) -> SearchResult:
    """Search the position of a view; keywords are those of SearchParams.

    `weights` are a belief in the role assignments of the view, equal by default; `dump` is
    the depth to which the result shows the tree.
    """
    searcher = Searcher(params, policy=policy, evaluator=evaluator)
    return searcher.search(view, seed=seed, weights=weights, dump=dump)


def run(workers: list[Worker], iterations: int, deadline: float) -> None:
    """Share the iterations out; the caller's thread works too, so that Ctrl-C reaches it."""
    stop = Stop()
    shares = [iterations // len(workers)] * len(workers)
    for i in range(iterations % len(workers)):
        shares[i] += 1
    if len(workers) == 1:
        workers[0].run(shares[0], deadline, stop)
        return
    with ThreadPoolExecutor(len(workers) - 1) as pool:
        try:
            others = [
                pool.submit(worker.run, share, deadline, stop)
                for worker, share in zip(workers[1:], shares[1:], strict=True)
            ]
            workers[0].run(shares[0], deadline, stop)
            for other in others:
                other.result()
        finally:
            stop.set()


def derived(seed: int, number: int) -> int:
    """The seed of a thread."""
    return (seed + number * 0x9E3779B97F4A7C15) % 2**64


def added_up(tables: list[list[list[Any]]]) -> list[list[Any]]:
    """The root statistics of all trees together."""
    total = tables[0]
    for table in tables[1:]:
        for row, more in zip(total, table, strict=True):
            for i in (1, 2, 3, 4, 6):
                row[i] += more[i]
            row[7] = [a + b for a, b in zip(row[7], more[7], strict=True)]
    return total


def strategy(rows: list[list[Any]]) -> list[float]:
    """Probabilities of the actions: the average of a mixing bandit, else shares of the visits."""
    for column in (4, 1):
        total = sum(row[column] for row in rows)
        if total > 0:
            return [row[column] / total for row in rows]
    return [1 / len(rows) for _ in rows]


def forced_result(view: View, action: int, seed: int) -> SearchResult:
    """A single legal action is free."""
    return SearchResult(
        action=action,
        actions=[action],
        visits=[0],
        values=[0.0],
        availability=[0],
        seat_values=[[0.0] * view.game.players],
        priors=[None],
        strategy=[1.0],
        iterations=0,
        seconds=0.0,
        choices=0,
        nodes=0,
        seed=seed,
    )
