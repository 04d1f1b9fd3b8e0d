"""The player who follows the rule policy of the game."""

from kagemusha.core.game import Game
from kagemusha.core.view import View
from kagemusha.players.parameters import Numbers, Parameter, Real, Word, Words
from kagemusha.players.player import decision_seed
from kagemusha.players.policies import rule_policy

PARAMETERS: tuple[Parameter, ...] = (
    Word("style", "A way to play, where the game has several, as aggressive."),
    Real("epsilon", 0, 1, 0, "Chance of a uniformly random action."),
    Words("without", "Groups of rules to leave out."),
    Numbers("weights", "Weights of rules in place of those of the game's table."),
)


class RulePlayer:
    """Plays by the rules written for the game, without looking ahead."""

    def __init__(
        self,
        game: Game,
        style: str = "",
        epsilon: float = 0.0,
        without: tuple[str, ...] = (),
        weights: tuple[tuple[str, float], ...] = (),
    ) -> None:
        self.policy = rule_policy(game, style, epsilon, dict(weights) or None, without)
        self.seed = 0

    def reset(self, seat: int, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> int:
        return self.policy.choose(view.blind_state(), decision_seed(self.seed, view))
