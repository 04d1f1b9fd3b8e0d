"""The commands of kagemusha."""

import os
import random
import secrets
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import kagemusha
from kagemusha.cli.spectate import Line, random_game
from kagemusha.core.game import Game
from kagemusha.core.options import Choice, Option, OptionValue, check_options
from kagemusha.core.registry import GAMES, game_class

DEFAULT_GAME = next(iter(GAMES))
DEFAULT_PLAYERS = 5
RANDOM_SEEDS = 2**32            # short enough to type again
NOT_WRITTEN, BAD_INPUT, INTERRUPTED = 1, 2, 130
STYLES = {
    "heading": "bold cyan",
    "table": "",
    "decision": "bold",
    "event": "dim",
    "result": "bold green",
}
SWITCH_WORDS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}

app = typer.Typer(add_completion=False, help="AI opponents for hidden-information card games.")


def main() -> None:
    """The entry point: exit code 2 and one sentence for bad input, never a traceback for it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")        # a terminal without accents
    try:
        code = typer.main.get_command(app)(prog_name="kagemusha", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except typer.TyperException as error:
        code = refuse(error.format_message(), BAD_INPUT)
    except OSError as error:
        # A reader that went away needs no message; a full disk does.
        closed = isinstance(error, BrokenPipeError)
        code = NOT_WRITTEN if closed else refuse(f"cannot write: {error.strerror}", NOT_WRITTEN)
        # What is still buffered cannot be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def refuse(message: str, code: int) -> int:
    """Say what was wrong, in one line on stderr."""
    print(f"kagemusha: {' '.join(message.split())}", file=sys.stderr)
    return code


def whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise typer.BadParameter(f"{word!r} is not a whole number") from None


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kagemusha {kagemusha.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="Name of the game, see `games`.")] = DEFAULT_GAME,
    players: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="Seats at the table; 5 if the game allows."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="S", help="Same seed, same game; else one is drawn."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="A rule option, see `games`; may be repeated."),
    ] = None,
    language: Annotated[
        str | None, typer.Option(metavar="CODE", help="Language of the card names, as en, es, it.")
    ] = None,
) -> None:
    """Show a whole game between players who choose at random."""
    words = [*(option or []), *([f"language={language}"] if language is not None else [])]
    if seed is None:
        seed = secrets.randbelow(RANDOM_SEEDS)
    try:
        table = open_table(game, players, words)
        state = table.new_initial_state(seed=seed)
    except (ValueError, TypeError) as error:
        raise typer.TyperException(str(error)) from None
    console = Console(highlight=False)
    show(console, Line(f"{table.title}, {table.players} players, seed {seed}", "heading"))
    for line in random_game(state, random.Random(seed)):
        show(console, line)


@app.command()
def games() -> None:
    """List the games with their player counts and options."""
    console = Console(highlight=False)
    for name in GAMES:
        found = game_class(name)
        seats = f"{found.min_players} to {found.max_players} players"
        show(console, Line(f"{name}: {found.title}, {seats}", "heading"))
        for known in found.OPTIONS:
            show(console, Line(f"  {known.name} = {allowed_values(known)}"))
            show(console, Line(f"      {known.meaning}"))


@app.command()
def version() -> None:
    """Show the version."""
    show_version(True)


def show(console: Console, line: Line) -> None:
    console.print(Text(line.text, style=STYLES[line.kind]), soft_wrap=True)


def open_table(name: str, players: int | None, words: list[str]) -> Game:
    """The game with options given as key=value; a ValueError says what is wrong."""
    found = game_class(name)
    options = check_options(name, found.OPTIONS, read_options(found.OPTIONS, words))
    if players is None:
        players = max(found.min_players, min(DEFAULT_PLAYERS, found.max_players))
    return found(players, **options)


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
