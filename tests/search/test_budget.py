"""How long a search takes, how it ends, and what it leaves behind."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import Any

import pytest

import kagemusha
from kagemusha.search import Searcher, search
from kagemusha.search.trail import trail, trail_since


def first_view(name: str = "samurai-sword", players: int | None = None) -> Any:
    state = kagemusha.load_game(name, players=players).new_initial_state(seed=7)
    return state.view(state.current_player())


@pytest.mark.parametrize("threads", [1, 2])
def test_milliseconds(threads: int) -> None:
    view = first_view()
    for ms in (5.0, 60.0):
        result = search(view, iterations=0, ms=ms, threads=threads)
        assert ms / 1000 <= result.seconds < ms / 1000 + 0.25       # the machine may be busy
        assert result.iterations > 0
    assert search(view, iterations=50, ms=10_000.0).iterations == 50


def test_early_stop_keeps_the_answer() -> None:
    game = kagemusha.load_game("kuhn-poker")
    stopped = 0
    for seed in range(20):
        view = game.new_initial_state(seed=seed).view(0)
        whole = search(view, iterations=3_000, seed=seed)
        early = search(view, iterations=3_000, seed=seed, early_stop=True)
        assert early.action == whole.action
        stopped += early.iterations < whole.iterations
    assert stopped > 10


def test_a_turn_has_one_budget() -> None:
    state = kagemusha.load_game("samurai-sword", players=4).new_initial_state(seed=7)
    searcher = Searcher({"iterations": 1_000, "per": "turn"})
    seat, spent = state.current_player(), []
    turn = state.view(seat).turn()
    while state.view(seat).turn() == turn:
        if state.current_player() == seat and len(state.legal_actions()) > 1:
            spent.append(searcher.search(state.view(seat), seed=1).iterations)
        state.apply_action(state.legal_actions()[-1])
    assert spent[:2] == [500, 250]
    assert sum(spent) <= 1_000


def test_the_tree_is_kept_within_a_turn() -> None:
    state = kagemusha.load_game("samurai-sword", players=4).new_initial_state(seed=7)
    searcher = Searcher({"iterations": 2_000, "reuse": True})
    seat = state.current_player()
    first = searcher.search(state.view(seat), seed=1)
    assert sum(first.visits) == 2_000
    state.apply_action(first.action)
    assert state.current_player() == seat
    second = searcher.search(state.view(seat), seed=2)
    assert second.iterations == 2_000
    kept = sum(second.visits) - 2_000
    assert 0 < kept < first.visits[first.actions.index(first.action)]
    searcher.reset()
    assert sum(searcher.search(state.view(seat), seed=2).visits) == 2_000


@pytest.mark.parametrize("name, players", [("samurai-sword", 4), ("seven-card-samurai", 3)])
def test_the_short_way_is_the_end_of_the_long_one(name: str, players: int) -> None:
    """What a seat noticed between two decisions of its turn, with nothing of the past retold."""
    told = asked = 0
    for seed in range(4):
        rng = random.Random(seed)
        state = kagemusha.load_game(name, players=players).new_initial_state(seed=seed)
        before = None
        for _ in range(150):
            if state.is_terminal():
                break
            view = state.view(state.current_player())
            if before is not None and (before.seat, before.turn()) == (view.seat, view.turn()):
                asked += 1
                short = trail_since(before, view, view.seat)
                if short is not None:
                    told += 1
                    assert trail(before, view.seat) + short == trail(view, view.seat)
            before = view
            state.apply_action(rng.choice(state.legal_actions()))
    assert told > asked * 0.8 > 50


def test_a_full_tree_goes_on_searching() -> None:
    result = search(first_view(), iterations=500, nodes=3)
    assert sum(result.visits) == 500
    assert result.nodes == 3


@pytest.mark.parametrize("settings", [{"threads": 1}, {"threads": 2}, {"redeal": True}])
def test_control_c_ends_it_at_once(settings: dict[str, Any]) -> None:
    searcher = Searcher({"iterations": 0, "ms": 60_000.0, "reuse": True, **settings})
    view = first_view()
    main = threading.get_ident()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)   # background jobs ignore it
    timer = threading.Timer(0.2, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        searcher.search(view)
    assert time.monotonic() - begin < 20        # of sixty; the machine may be busy
    timer.join()
    signal.signal(signal.SIGINT, before)
    searcher.params = replace(searcher.params, iterations=20)
    assert searcher.search(view).iterations == 20


def test_it_lets_go_of_its_memory() -> None:
    """Fifty thousand small searches; a leak of one tree each would be hundreds of megabytes."""
    code = """
import kagemusha, resource
from kagemusha.search import Searcher
state = kagemusha.load_game("samurai-sword").new_initial_state(seed=7)
view = state.view(state.current_player())
searcher = Searcher({"iterations": 10})
def run(n):
    for seed in range(n):
        searcher.search(view, seed=seed)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
first = run(5_000)
print(run(45_000) - first)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert int(done.stdout) < 4_000         # kilobytes
