"""The games by name: those of this package, and those that installed packages bring.

A game of another package is a class derived from `Game`, named in the entry-point group
`kagemusha.games`.
"""

import inspect
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

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

GROUP = "kagemusha.games"


def game_names() -> list[str]:
    """The names of all games, those of other packages last."""
    return [*GAMES, *installed()]


def installed() -> dict[str, EntryPoint]:
    """The games of other packages, in alphabetical order."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in found if entry.name not in GAMES}


def game_class(name: str) -> type[Game]:
    """The class of a game; a ValueError with a hint if there is none of that name."""
    if isinstance(name, str) and name in GAMES:
        found: type[Game] = import_module(f"kagemusha.core.{GAMES[name]}").Game
        return found
    if isinstance(name, str) and name in TOYS:
        toy: type[Game] = getattr(import_module("kagemusha.core.toys.games"), TOYS[name])
        return toy
    others = installed()
    if not isinstance(name, str) or name not in others:
        raise ValueError(f"there is no game {name!r}: {nearest(str(name), [*GAMES, *others])}")
    return installed_class(others[name])


def installed_class(entry: EntryPoint) -> type[Game]:
    """The class of another package's game; a ValueError if it cannot be had."""
    try:
        found = entry.load()
    except Exception as error:              # whatever a stranger's module does
        raise ValueError(f"game {entry.name!r} cannot be loaded: {error!r}") from error
    if not inspect.isclass(found) or not issubclass(found, Game):
        raise ValueError(f"game {entry.name!r} is not a class derived from Game")
    return found


def load_game(name: str, players: int | None = None, **options: object) -> Game:
    """A game at a table of so many players, under the given rule options."""
    return game_class(name)(players, **options)
