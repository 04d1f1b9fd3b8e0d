"""The kinds of players: those of this package, and those that other packages bring.

A kind of another package is a class `Player(game, **parameters)`. It is found as
`module:Class`, or by its name in the entry-point group `kagemusha.players`. Its class may
have a table `PARAMETERS`; the first line of its docstring says what it is.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from kagemusha.core.names import nearest
from kagemusha.players import rule_player, search_player
from kagemusha.players.levels import LEVELS
from kagemusha.players.parameters import Choice, Parameter, Word
from kagemusha.players.player import Player
from kagemusha.players.random_player import RandomPlayer
from kagemusha.players.rule_player import RulePlayer
from kagemusha.players.search_player import CheatPlayer, SearchPlayer

GROUP = "kagemusha.players"


@dataclass(frozen=True)
class Kind:
    """A kind of player: its table of parameters, and how one is made for a game."""

    name: str
    meaning: str
    parameters: tuple[Parameter, ...]
    make: Callable[..., Player]             # make(game, **parameters)

    @property
    def bare(self) -> Parameter | None:
        """The parameter whose value may stand without its name: the first, if it is a word."""
        first = self.parameters[0] if self.parameters else None
        return first if isinstance(first, (Word, Choice)) else None


KINDS = {
    kind.name: kind
    for kind in (
        Kind("random", "Every legal action is as likely as another.", (), RandomPlayer),
        Kind(
            "rule",
            "Plays by the rules written for the game, without looking ahead.",
            rule_player.PARAMETERS,
            RulePlayer,
        ),
        Kind(
            "ismcts",
            "Looks ahead by information-set Monte Carlo tree search.",
            search_player.PARAMETERS,
            SearchPlayer,
        ),
        Kind(
            "cheat",
            "Searches with all cards open: it cheats, and is for measuring only.",
            search_player.PARAMETERS,
            CheatPlayer,
        ),
    )
}


def find_kind(name: str) -> Kind:
    """The kind of a name or of `module:Class`; a ValueError with a hint if there is none."""
    if name in KINDS:
        return KINDS[name]
    if ":" in name:
        return imported_kind(name)
    found = installed()
    if name not in found:
        known = [*KINDS, *LEVELS, *found]
        raise ValueError(f"there is no player {name!r}: {nearest(name, known)}")
    return installed_kind(found[name])


def all_kinds() -> list[Kind]:
    """Every kind that has a name, those of installed packages last."""
    return [*KINDS.values(), *map(installed_kind, installed().values())]


def installed() -> dict[str, EntryPoint]:
    """The kinds of installed packages, in alphabetical order."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in found if entry.name not in {*KINDS, *LEVELS}}


def installed_kind(entry: EntryPoint) -> Kind:
    try:
        made = entry.load()
    except Exception as error:              # whatever a stranger's module does
        raise ValueError(f"player {entry.name!r} cannot be loaded: {reason(error)}") from error
    return kind_of(entry.name, made)


def imported_kind(name: str) -> Kind:
    """The kind of `module:Class`."""
    module, _, attribute = name.partition(":")
    try:
        made = getattr(import_module(module), attribute)
    except Exception as error:              # whatever a stranger's module does
        raise ValueError(f"player {name!r} cannot be loaded: {reason(error)}") from error
    return kind_of(name, made)


def kind_of(name: str, made: object) -> Kind:
    """The kind that a class of another package stands for."""
    if not inspect.isclass(made) or not all(
        callable(getattr(made, method, None)) for method in ("reset", "choose")
    ):
        raise ValueError(f"player {name!r} is not a class with the methods reset and choose")
    meaning = (inspect.getdoc(made) or "").partition("\n")[0]
    make = cast(Callable[..., Player], made)
    return Kind(name, meaning, tuple(getattr(made, "PARAMETERS", ())), make)


def reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
