"""Speed of the search beside its yardsticks, all from one run: python bench/bench_search.py

One thread: per second of CPU time, median of five. Two threads against one, and the
overshoot of a time budget: by the wall clock, so on a machine that has nothing else to do.
A choice is a node with two or more legal actions; a hearts step is any card played.
"""

import random
from statistics import median, quantiles
from time import perf_counter, process_time

import yardstick
from bench_core import print_table

import kagemusha
from kagemusha.search import Searcher
from kagemusha.search.params import SearchParams
from kagemusha.search.trail import trail_since
from kagemusha.search.worker import Stop, Worker

ITERATIONS = 2000
SEED = 1
DEPTH = 12                          # choices before the position that is searched
TABLES = [
    ("samurai-sword", 3), ("samurai-sword", 5), ("samurai-sword", 7),
    ("seven-card-samurai", 2), ("seven-card-samurai", 4),
    ("sixteen-samurai", 2), ("sixteen-samurai", 4),
]
HEARTS_PLAYED = 4                   # cards played in the hearts position
HEARTS = "IS-MCTS on hearts (OpenSpiel, C++)"
OVERSHOOTS = 300
BUDGET_MS = 10.0


def main() -> None:
    rows = []
    for name, players in TABLES:
        rows += rate_rows(name, players)
    for name, players in (TABLES[1], TABLES[4], TABLES[6]):
        rows.append(redeal_row(name, players))
        rows.append(reuse_row(name, players))
    rows.append(thread_row("samurai-sword", 5))
    rows.append(memory_row("samurai-sword", 5))
    rows.append(overshoot_row("samurai-sword", 5))
    rows.append(turn_row("samurai-sword", 5))
    print_table(("what", "ours", "yardstick", "its figure", "ours / yardstick"), rows)


def view_at(name: str, players: int):
    """The view of the first seat with several actions, some choices into a game."""
    state = kagemusha.load_game(name, players=players).new_initial_state(seed=SEED)
    choices = 0
    while choices < DEPTH or len(state.legal_actions()) < 3:
        legal = state.legal_actions()
        choices += len(legal) > 1
        state.apply_action(legal[choices % len(legal)])
    return state.view(state.current_player())


def rate_rows(name: str, players: int) -> list[tuple[str, ...]]:
    view = view_at(name, players)
    searcher = Searcher({"iterations": ITERATIONS})
    choices = searcher.search(view, seed=SEED).choices / ITERATIONS

    def searched() -> int:
        searcher.search(view, seed=SEED)
        return ITERATIONS

    def bare() -> int:
        view.random_playouts(ITERATIONS, seed=SEED)
        return ITERATIONS

    ours, limit, hearts = yardstick.median_rates([searched, bare, hearts_iterations()])
    assert ours is not None and limit is not None
    table = f"{name}, {players} players"
    rows = [(
        f"iterations/s, {table}", f"{ours:,.0f}", "sample + play out, same position",
        f"{limit:,.0f}", f"{ours / limit:.2f}",
    )]
    if hearts is not None:
        steps = hearts * (yardstick_steps() - HEARTS_PLAYED)
        rows.append((
            f"choices/s in search, {table}", f"{ours * choices / 1e6:.1f} M", HEARTS,
            f"{steps / 1e6:.1f} M steps/s", f"{ours * choices / steps:.1f}",
        ))
    return rows


def yardstick_steps() -> int:
    return yardstick.moves_to_end(yardstick.first_trick())


def hearts_iterations():
    """Iterations of OpenSpiel's IS-MCTS from the second trick, all in C++."""
    if yardstick.pyspiel is None:
        return None
    spiel = yardstick.pyspiel
    state = yardstick.first_trick()
    for _ in range(HEARTS_PLAYED):
        state.apply_action(state.legal_actions()[0])
    bot = spiel.ISMCTSBot(
        7, spiel.RandomRolloutEvaluator(1, 7), 2.0, 400, -1,
        spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
    )

    def work() -> int:
        bot.step(state)
        return 400

    return work


def redeal_row(name: str, players: int) -> tuple[str, ...]:
    """What it costs to deal worlds anew at other seats' choices."""
    view = view_at(name, players)

    def work(redeal: bool):
        searcher = Searcher({"iterations": 200, "redeal": redeal})

        def searched() -> int:
            searcher.search(view, seed=SEED)
            return 200

        return searched

    slow, plain = yardstick.median_rates([work(True), work(False)])
    assert slow is not None and plain is not None
    return (
        f"iterations/s with redeal, {name}, {players} players", f"{slow:,.0f}", "without",
        f"{plain:,.0f}", f"{slow / plain:.3f}",
    )


def reuse_row(name: str, players: int) -> tuple[str, ...]:
    """What `reuse` costs before each decision, on average over a random game."""
    rng = random.Random(SEED)
    state = kagemusha.load_game(name, players=players).new_initial_state(seed=SEED)
    before, spent = None, []
    while not state.is_terminal():
        view = state.view(state.current_player())
        view.get_ready()
        if before is not None and (before.seat, before.turn()) == (view.seat, view.turn()):
            begin = process_time()
            trail_since(before, view, view.seat)
            spent.append(process_time() - begin)
        before = view
        state.apply_action(rng.choice(state.legal_actions()))
    what = f"the way from the last decision, for reuse, {name}, {players} players"
    return (what, f"{1000 * sum(spent) / len(spent):.2f} ms", "", "", "")


def thread_row(name: str, players: int) -> tuple[str, ...]:
    view = view_at(name, players)
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(7):
        for threads, found in rates.items():
            begin = perf_counter()
            iterations = 20_000 * threads
            kagemusha.search(view, iterations=iterations, threads=threads, seed=SEED)
            found.append(iterations / (perf_counter() - begin))
    one, two = median(rates[1]), median(rates[2])
    return (
        f"iterations/s with 2 threads, {name}, {players} players", f"{two:,.0f}", "1 thread",
        f"{one:,.0f}", f"{two / one:.2f}",
    )


def memory_row(name: str, players: int) -> tuple[str, ...]:
    worker = Worker(view_at(name, players), SearchParams(), None, None, None)
    worker.begin(SEED)
    worker.run(100_000, 0.0, Stop())
    what = f"memory of 100,000 iterations, {name}, {players} players"
    return (what, f"{worker.memory() / 2**20:.1f} MiB", "", "", "")


def overshoot_row(name: str, players: int) -> tuple[str, ...]:
    view = view_at(name, players)
    searcher = Searcher({"iterations": 0, "ms": BUDGET_MS})
    over = []
    for seed in range(OVERSHOOTS):
        begin = perf_counter()
        searcher.search(view, seed=seed)
        over.append(1000 * (perf_counter() - begin) - BUDGET_MS)
    high = quantiles(over, n=100)[-1]
    return (
        f"overshoot of {BUDGET_MS:.0f} ms, {name}, {players} players",
        f"median {median(over):.2f} ms, 99th percentile {high:.2f} ms", "", "", "",
    )


def turn_row(name: str, players: int) -> tuple[str, ...]:
    """The budget of a turn, against all that a seat thinks in one."""
    game = kagemusha.load_game(name, players=players)
    over = []
    for seed in range(3):
        state = game.new_initial_state(seed=seed)
        searchers = [
            Searcher({"iterations": 0, "ms": BUDGET_MS, "per": "turn"}) for _ in range(players)
        ]
        spent: dict[tuple[int, int], float] = {}
        while not state.is_terminal():
            seat, legal = state.current_player(), state.legal_actions()
            view = state.view(seat)
            if len(legal) > 1:
                begin = perf_counter()
                searchers[seat].search(view, seed=SEED)
                turn = seat, view.turn()
                spent[turn] = spent.get(turn, 0.0) + perf_counter() - begin
            state.apply_action(legal[len(spent) % len(legal)])
        over += [1000 * seconds - BUDGET_MS for seconds in spent.values()]
    high = quantiles(over, n=100)[-1]
    return (
        f"overshoot of {BUDGET_MS:.0f} ms a turn, {name}, {players} players",
        f"median {median(over):.2f} ms, 99th percentile {high:.2f} ms", "", "", "",
    )


if __name__ == "__main__":
    main()
