"""From words on the command line to games and players; a ValueError says what is wrong."""

import json
import secrets
from pathlib import Path
from typing import Any

from kagemusha.core.game import Game
from kagemusha.core.options import Choice, Option, OptionValue, check_options
from kagemusha.core.registry import GAMES, game_class
from kagemusha.core.state import State
from kagemusha.players.specs import load_player, parse_spec, split_specs

DEFAULT_GAME = next(iter(GAMES))
DEFAULT_PLAYERS = 5
DEFAULT_BOT = "warrior"
WATCHED_BOT, FALLBACK_BOT = "rule", "random"
RANDOM_SEEDS = 2**32            # short enough to type again
SWITCH_WORDS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def drawn(seed: int | None) -> int:
    """The seed, or a new one."""
    return secrets.randbelow(RANDOM_SEEDS) if seed is None else seed


def open_table(
    name: str, players: int | None, options: list[str] | None, language: str | None
) -> Game:
    """The game at a table, with options given as key=value."""
    found = game_class(name)
    words = list(options or [])
    if language is not None:
        if "language" not in [option.name for option in found.OPTIONS]:
            raise ValueError(f"{name} has card names in one language only: leave out --language")
        words.append(f"language={language}")
    checked = check_options(name, found.OPTIONS, read_options(found.OPTIONS, words))
    if players is None:
        players = max(found.min_players, min(DEFAULT_PLAYERS, found.max_players))
    return found(players, **checked)


def read_position(path: Path) -> dict[str, Any]:
    """The position in a file, so far only a JSON object."""
    try:
        position = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise ValueError(f"{path}: is no JSON") from None
    if not isinstance(position, dict):
        raise ValueError(f"{path}: is no position, which is a JSON object")
    return position


def read_state(path: Path) -> State:
    """The state of a position in a file, which says itself of which game and table it is."""
    position = read_position(path)
    options = position.get("options", {})
    if not isinstance(options, dict):
        raise ValueError(f"{path}: its options must be an object, not {options!r}")
    try:
        found = game_class(position.get("game", ""))
        checked = check_options(found.name, found.OPTIONS, options)
        return found(position.get("players"), **checked).from_dict(position)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def bot_specs(bots: str, count: int) -> list[str]:
    """One spec for each bot: a single one is for all of them."""
    specs = [str(parse_spec(spec)) for spec in split_specs(bots)]
    if len(specs) == 1:
        specs *= count
    if len(specs) != count:
        raise ValueError(f"there are {count} bots, so give 1 or {count} players, not {len(specs)}")
    return specs


def watched_bot(game: Game) -> str:
    """Bots to watch: the rule player, where the game has one. It needs no time to think."""
    try:
        load_player(WATCHED_BOT, game)
    except ValueError:
        return FALLBACK_BOT
    return WATCHED_BOT


def read_options(known: tuple[Option, ...], words: list[str]) -> dict[str, object]:
    """Words key=value as values of the right type; what fits no option is left for the check."""
    by_name = {option.name: option for option in known}
    options: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not key or not equals:
            raise ValueError(f"an option is written key=value, not {word!r}")
        if key in options:
            raise ValueError(f"option {key} is given twice")
        options[key] = read_value(by_name[key], value) if key in by_name else value
    return options


def read_value(option: Option, word: str) -> object:
    if isinstance(option, Choice):
        is_switch = isinstance(option.default, bool)
        return SWITCH_WORDS.get(word.lower(), word) if is_switch else word
    try:
        return int(word)
    except ValueError:
        return word


def allowed_values(option: Option) -> str:
    """The values of an option as they are typed, the default marked."""

    def typed(value: OptionValue) -> str:
        word = str(value).lower() if isinstance(value, bool) else str(value)
        return f"{word} (default)" if value == option.default else word

    if isinstance(option, Choice):
        return ", ".join(typed(value) for value in option.values)
    return f"{option.low} to {option.high}, default {option.default}"
