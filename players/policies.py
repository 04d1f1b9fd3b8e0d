"""The rule policies and evaluators of the games: each game's folder here offers its own."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib import import_module, resources
from types import ModuleType

from kagemusha.core.game import Game
from kagemusha.core.registry import GAMES
from kagemusha.players.weights import Weight, groups, read_weights
from kagemusha.search.params import Value
from kagemusha.search.policy import Evaluator, Policy

SEARCH_FILE = "search.toml"


def has_rules(game: Game) -> bool:
    """Whether there is a folder of rules of thumb for this game."""
    return game.name in GAMES


def rule_policy(
    game: Game,
    style: str = "",
    epsilon: float = 0.0,
    weights: Mapping[str, float] | None = None,
    without: Sequence[str] = (),
) -> Policy:
    """The rule policy of a game.

    `epsilon` is the chance of a uniformly random action, `weights` replace values of its table,
    and `without` names groups of weights to switch off.
    """
    policy: Policy = _module(game, "policy").make_policy(game, style, epsilon, weights, without)
    return policy


def weight_groups(game: Game) -> list[str]:
    """The groups of weights that can be switched off."""
    return groups(policy_weights(game))


def policy_weights(game: Game) -> dict[str, Weight]:
    """The table of the rule policy's weights, by name."""
    return read_weights(_module(game, "policy").PACKAGE)


def evaluator(game: Game, factors: Mapping[str, float] | None = None) -> Evaluator:
    """The evaluator of a game; `factors` multiply the weights of the features they name."""
    found: Evaluator = _module(game, "evaluator").make_evaluator(game, factors)
    return found


def evaluation_features(game: Game) -> list[str]:
    """The features that the evaluator weighs."""
    features: list[str] = _module(game, "evaluator").feature_names()
    return features


def search_settings(game: str) -> dict[str, Value]:
    """Where the search player has other settings in this game than in the others."""
    file = resources.files(f"kagemusha.players.{GAMES[game]}").joinpath(SEARCH_FILE)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _module(game: Game, name: str) -> ModuleType:
    missing = ValueError(f"{game.name} has no {name} to play by")
    if not has_rules(game):
        raise missing
    package = f"kagemusha.players.{GAMES[game.name]}"
    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if error.name in (package, f"{package}.{name}"):
            raise missing from None
        raise                               # it is there, but something that it needs is not
