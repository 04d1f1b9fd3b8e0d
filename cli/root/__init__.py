"""Kagemusha: AI opponents for hidden-information card games."""

from importlib.metadata import version

from kagemusha import search
from kagemusha.core.game import Game
from kagemusha.core.registry import GAMES, load_game
from kagemusha.core.state import TERMINAL, State
from kagemusha.players.specs import load_player

__version__ = version("kagemusha")
__all__ = [
    "GAMES",
    "TERMINAL",
    "Game",
    "State",
    "__version__",
    "load_game",
    "load_player",
    "search",
]
