"""The player who searches, and the one who cheats."""

from collections.abc import Mapping
from typing import Any

from kagemusha.core.game import Game
from kagemusha.core.registry import GAMES
from kagemusha.core.view import View
from kagemusha.players import parameters as of_players
from kagemusha.players.player import decision_seed
from kagemusha.players.policies import evaluator, has_rules, rule_policy, search_settings
from kagemusha.search import params as of_search
from kagemusha.search.policy import Evaluator, Policy
from kagemusha.search.result import SearchResult
from kagemusha.search.searcher import Searcher

# What `auto` stands for, unless the game's folder has another value in its search.toml: here the
# player differs from a bare search, for it knows the rules of thumb of its game.
DEFAULTS: Mapping[str, of_search.Value] = {
    "select": "puct",
    "root_select": "ucb1",
    "root_c": 0.3,
    "block_select": "puct",
    "c": 4.0,
    "fpu": 0.0,
    "bias": 10.0,
    "rollout": "rule",
    "epsilon": 0.1,
    "cutoff": 4,
    "final": "visits",
}


def own_settings(game: Game) -> dict[str, of_search.Value]:
    """What `auto` stands for in this game."""
    if not has_rules(game):
        return {name: of_search.BY_NAME[name].default for name in DEFAULTS}
    return {**DEFAULTS, **search_settings(game.name)}


def exceptions(name: str) -> dict[str, of_search.Value]:
    """The games in which `auto` is not what DEFAULTS has, with what it is there."""
    found = {game: search_settings(game) for game in GAMES}
    return {game: settings[name] for game, settings in found.items() if name in settings}


def as_player_parameter(parameter: of_search.Parameter) -> of_players.Parameter:
    """A row of the search's table as a row of a player's table."""
    name = parameter.name
    meaning = f"{parameter.meaning[0].upper()}{parameter.meaning[1:]}."
    default: Any = DEFAULTS.get(name, parameter.default)
    if isinstance(parameter, of_search.Switch):
        return of_players.Switch(name, default, meaning)
    found: of_players.Choice | of_players.Whole | of_players.Real
    if isinstance(parameter, of_search.Word):
        found = of_players.Choice(name, parameter.values, default, meaning)
    elif isinstance(parameter, of_search.Whole):
        found = of_players.Whole(name, parameter.low, parameter.high, default, meaning)
    else:
        found = of_players.Real(name, parameter.low, parameter.high, default, meaning)
    return of_players.ByGame(found) if name in DEFAULTS else found


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
        given = {name: value for name, value in settings.items() if value != of_players.AUTO}
        params = of_search.SearchParams.of({**own_settings(game), **given})
        policy: Policy | None = None
        judge: Evaluator | None = None
        if has_rules(game):
            policy, judge = rule_policy(game), evaluator(game)
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
