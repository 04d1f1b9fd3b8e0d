"""A player of one's own: tries every action in worlds it could be in, and counts wins.

Without installing anything, from the folder of this file:

    kagemusha watch --bots flat_player:FlatPlayer:games=50,rule

Installed (`pip install .`), it has a name: `kagemusha watch --bots flat`.
"""

from kagemusha.core.game import Game
from kagemusha.core.view import View
from kagemusha.players.parameters import Whole
from kagemusha.players.player import decision_seed


class FlatPlayer:
    """Plays what wins most random games in sampled worlds."""

    PARAMETERS = (Whole("games", 1, 100_000, 20, "Random games for each action."),)

    def __init__(self, game: Game, games: int = 20) -> None:
        self.games = games
        self.seat = 0
        self.seed = 0

    def reset(self, seat: int, seed: int) -> None:
        self.seat, self.seed = seat, seed

    def choose(self, view: View) -> int:
        first = decision_seed(self.seed, view) >> 32
        wins = dict.fromkeys(view.legal_actions(), 0.0)
        for action in wins:
            for seed in range(first, first + self.games):       # the same worlds for each action
                world = view.sample(seed)
                world.apply_action(action)
                wins[action] += world.random_playouts(1, seed)[1][self.seat]
        return max(wins, key=wins.__getitem__)
