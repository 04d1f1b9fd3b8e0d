"""One number for how the players play: python tests/signature.py

It is a hash of the choices of fixed players, and of searches with every option, on a fixed list
of positions. It changes only when play changes; a commit that changes it says so.
"""

import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kagemusha
from kagemusha.core.registry import TOYS
from kagemusha.players.policies import evaluator, rule_policy
from kagemusha.players.referee import view_for
from kagemusha.search import search

STORED = Path(__file__).parent / "golden" / "signature.txt"
TABLES = [
    ("samurai-sword", 3), ("samurai-sword", 4), ("samurai-sword", 7),
    ("seven-card-samurai", 2), ("seven-card-samurai", 4),
    ("sixteen-samurai", 2), ("sixteen-samurai", 4),
    *((name, 2) for name in TOYS),
]
POSITIONS = 4               # of a table, for every setting of a search
MORE_POSITIONS = 24         # for the players, whose defaults a game may have for itself
PLAYERS = ["rule", "rule:epsilon=0.3", "ismcts:iterations=60", "cheat:iterations=60"]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"algorithm": "mo"},
    {"algorithm": "pimc", "worlds": 5},
    {"algorithm": "self"},
    {"algorithm": "flat"},
    {"types": False},
    {"trust": 0.5},
    {"root_select": "ucb1", "root_c": 0.3, "fpu": 0.0},
    {"root_select": "ucb1tuned"},
    {"root_select": "puct", "root_c": 2.0},
    {"redeal": True},
    {"branch_after": 5},
    {"select": "ucb1tuned", "block_select": "ucb1"},
    {"select": "puct", "block_select": "ucb1tuned", "c": 2.0},
    {"select": "smooth", "block_select": "puct", "smooth_start": 0.8, "smooth_floor": 0.3},
    {"select": "exp3", "block_select": "smooth", "gamma": 0.1, "smooth_decay": 0.1},
    {"select": "rm", "block_select": "exp3"},
    {"fpu": 0.5, "bias": 1.0},
    {"widen": 1.0, "widen_power": 0.4},
    {"decisive": True},
    {"rollout": "mast", "epsilon": 0.2},
    {"backup": "paranoid"},
    {"final": "value"},
    {"final": "lower"},
    {"final": "mixed"},
    {"early_stop": True},
    {"nodes": 10},
    {"threads": 2},
]
OF_GAMES: list[dict[str, Any]] = [{"rollout": "rule"}, {"rollout": "rule", "cutoff": 2}]
OF_POKER: list[dict[str, Any]] = [{"root": "hand"}, {"root": "hand", "resample_own": False}]


def signature() -> str:
    """Sixteen hexadecimal digits."""
    digest = hashlib.blake2b(digest_size=8)
    for name, players in TABLES:
        for choice in choices(name, players):
            digest.update(choice.to_bytes(2, "big"))
    return digest.hexdigest()


def choices(name: str, players: int) -> Iterator[int]:
    """The answers of all players and settings on the positions of a table."""
    game = kagemusha.load_game(name, players=players)
    of_toys = OF_POKER if name.endswith("poker") else []
    every = [*SETTINGS, *(of_toys if name in TOYS else OF_GAMES)]
    policy, judge = (None, None) if name in TOYS else (rule_policy(game), evaluator(game))
    for place, state in enumerate(positions(game)):
        view = state.view(state.current_player())
        for settings in every if place < POSITIONS else []:
            found = search(
                view, iterations=50, seed=1, policy=policy, evaluator=judge, **settings
            )
            yield found.action
        for spec in [] if name in TOYS else PLAYERS:
            player = kagemusha.load_player(spec, game)
            player.reset(view.seat, 2)
            yield player.choose(view_for(player, state, view.seat))


def positions(game: Any) -> list[Any]:
    """Choices met on a random way through a game."""
    rng = random.Random(3)
    state = game.new_initial_state(seed=3)
    found = []
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return rng.sample(found, min(MORE_POSITIONS, len(found)))


def main() -> int:
    found, stored = signature(), STORED.read_text(encoding="utf-8").strip()
    print(f"{found}, as stored" if found == stored else f"{found}, but stored is {stored}")
    return 0 if found == stored else 1


if __name__ == "__main__":
    sys.exit(main())
