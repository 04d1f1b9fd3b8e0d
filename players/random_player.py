"""The player who chooses at random."""

import random

from kagemusha.core.game import Game
from kagemusha.core.view import View
from kagemusha.players.player import decision_seed
from kagemusha.search.policy import Policy


class RandomPlayer:
    """Every legal action is as likely as another."""

    def __init__(self, game: Game) -> None:
        self.policy = Policy()
        self.seed = 0

    def reset(self, seat: int, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> int:
        actions: list[int] = view.legal_actions()
        return random.Random(decision_seed(self.seed, view)).choice(actions)
