"""The player who searches, and the one who cheats."""

from collections.abc import Mapping
from typing import Any

from kagemusha.core.game import Game
from kagemusha.core.view import View
from kagemusha.players import parameters as of_players
from kagemusha.players.player import decision_seed
from kagemusha.players.policies import evaluator, rule_policy
from kagemusha.search import params as of_search
from kagemusha.search.policy import Evaluator, Policy
from kagemusha.search.result import SearchResult
from kagemusha.search.searcher import Searcher

# Where the player differs from a bare search: it knows the rules of thumb of its game.
DEFAULTS: Mapping[str, of_search.Value] = {
    "select": "puct",
    "root_select": "ucb1",
    "root_c": 0.3,
    "block_select": "puct",
    "c": 4.0,
    "fpu": 0.0,
    "bias": 10.0,
    "rollout": "rule",
    "cutoff": 4,
}


def as_player_parameter(parameter: of_search.Parameter) -> of_players.Parameter:
    """A row of the search's table as a row of a player's table."""
    name = parameter.name
    meaning = f"{parameter.meaning[0].upper()}{parameter.meaning[1:]}."
    default: Any = DEFAULTS.get(name, parameter.default)
    if isinstance(parameter, of_search.Word):
        return of_players.Choice(name, parameter.values, default, meaning)
    if isinstance(parameter, of_search.Switch):
        return of_players.Switch(name, default, meaning)
    if isinstance(parameter, of_search.Whole):
        return of_players.Whole(name, parameter.low, parameter.high, default, meaning)
    return of_players.Real(name, parameter.low, parameter.high, default, meaning)


RULE_WEIGHTS = of_players.Numbers(
    "weights", "Weights of rules, in play-outs and priors, in place of those of the game's table."
)
EVALUATION = of_players.Numbers(
    "evaluation", "Factors for the weights of the game's evaluator, by feature."
)
PARAMETERS: tuple[of_players.Parameter, ...] = (
    *map(as_player_parameter, of_search.PARAMETERS),
    RULE_WEIGHTS,
    EVALUATION,
)


class SearchPlayer:
    """Looks ahead: information-set Monte Carlo tree search on worlds it holds possible."""

    def __init__(
        self,
        game: Game,
        weights: tuple[tuple[str, float], ...] = (),
        evaluation: tuple[tuple[str, float], ...] = (),
        **settings: of_search.Value,
    ) -> None:
        policy: Policy | None = None
        judge: Evaluator | None = None
        try:
            policy, judge = rule_policy(game), evaluator(game)
        except ValueError:              # a game without rules of thumb
            params = of_search.SearchParams.of(settings)
        else:
            params = of_search.SearchParams.of({**DEFAULTS, **settings})
        if weights:
            policy = rule_policy(game, weights=dict(weights))
        if evaluation:
            judge = evaluator(game, dict(evaluation))
        self.searcher = Searcher(params, policy=policy, evaluator=judge)
        self.seed = 0
        self.last: SearchResult | None = None

    def reset(self, seat: int, seed: int) -> None:
        self.searcher.reset()
        self.seed = seed
        self.last = None

    def choose(self, view: View) -> int:
        self.last = self.searcher.search(view, seed=decision_seed(self.seed, view))
        return self.last.action


class CheatPlayer(SearchPlayer):
    """Searches with all cards open: it cheats, and is for measuring only."""

    sees_everything = True
