"""The games by name."""

from importlib import import_module

from kagemusha.core.game import Game
from kagemusha.core.names import nearest

# Each is a folder of this package that offers a class Game.
GAMES = {
    "samurai-sword": "samurai_sword",
    "seven-card-samurai": "seven_card_samurai",
    "sixteen-samurai": "sixteen_samurai",
}

# Small games for tests of the search: classes of kagemusha.core.toys.games.
TOYS = {
    "kuhn-poker": "KuhnPoker",
    "leduc-poker": "LeducPoker",
    "biased-pennies": "BiasedPennies",
    "rare-action": "RareAction",
}


def game_class(name: str) -> type[Game]:
    """The class of a game; a ValueError with a hint if there is none of that name."""
    found: type[Game]
    if isinstance(name, str) and name in TOYS:
        found = getattr(import_module("kagemusha.core.toys.games"), TOYS[name])
        return found
    if not isinstance(name, str) or name not in GAMES:
        raise ValueError(f"there is no game {name!r}: {nearest(str(name), GAMES)}")
    found = import_module(f"kagemusha.core.{GAMES[name]}").Game
    return found


def load_game(name: str, players: int | None = None, **options: object) -> Game:
    """A game at a table of so many players, under the given rule options."""
    return game_class(name)(players, **options)
