"""A plan and its space for deals that are played by a formula."""

from collections.abc import Sequence
from typing import Any

import kagemusha
from kagemusha.players.specs import parse_spec
from kagemusha.tune.axes import Setting
from kagemusha.tune.fields import values_in_full
from kagemusha.tune.plan import Plan
from kagemusha.tune.space import Space, make_space

BASE = "ismcts:c=2,iterations=100"
WORDS = ("c=0.2..8:log", "rollout={rule,uniform}", "epsilon=0..0.5", "cutoff=0..16")


def make(
    words: Sequence[str] = WORDS, *, base: str = BASE, budget: int = 400, **more: Any
) -> tuple[Plan, Space]:
    game = kagemusha.load_game("sixteen-samurai", players=3)
    space = make_space(parse_spec(base), game, words)
    player = str(parse_spec(base))
    values = {player: values_in_full(player, game)}
    given = {"opponents": (player,), "values": values, **more}
    axes = tuple(space.to_list())
    return Plan("sixteen-samurai", (3,), player, space=axes, budget_games=budget, **given), space


def worth(setting: Setting) -> float:
    """Best with c = 8, a long way from the default."""
    return 0.3 * (float(setting["c"]) - 2.0) / 6.0


def nothing(setting: Setting) -> float:
    return 0.0
