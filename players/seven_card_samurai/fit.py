"""Fit the evaluator anew: python -m kagemusha.players.seven_card_samurai.fit [--games N] [--out FOLDER]

Plays games of the rule policy at each table size and writes evaluation.csv.
"""

from pathlib import Path

from kagemusha.core.seven_card_samurai.game import SevenCardSamurai
from kagemusha.players.evaluation import write_models
from kagemusha.players.fitting import Sample, asked, collect, fit
from kagemusha.players.seven_card_samurai.evaluator import FEATURES, features, stage
from kagemusha.players.seven_card_samurai.policy import make_policy

GAMES = 4000
EACH = 0.1              # the chance that a position is taken
EPSILON = 0.01          # some random choices, so that unusual positions occur too


def samples(players: int, games: int = GAMES, seed: int = 0) -> list[Sample]:
    game = SevenCardSamurai(players)
    policy = make_policy(game, epsilon=EPSILON)
    return collect(game, policy, features, stage, games, EACH, seed)


def main() -> None:
    given = asked(__doc__, GAMES, Path(__file__).parent)
    models = {
        (players, number): list(weights)
        for players in range(SevenCardSamurai.min_players, SevenCardSamurai.max_players + 1)
        for number, weights in fit(samples(players, given.games, players)).items()
    }
    write_models(given.out, FEATURES, models)


if __name__ == "__main__":
    main()
