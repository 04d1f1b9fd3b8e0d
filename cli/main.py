"""The commands of kagemusha."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import kagemusha
from kagemusha.cli import arena, tune
from kagemusha.cli import audit as honesty
from kagemusha.cli.arguments import (
    DEFAULT_GAME,
    allowed_values,
    bot_specs,
    drawn,
    open_table,
)
from kagemusha.cli.plain import STYLES, Left, Table
from kagemusha.cli.refusal import bad_input, whole
from kagemusha.cli.saves import last_save, new_save, put_away, read_save, resume_command, write_save
from kagemusha.cli.session import HUMAN, Session
from kagemusha.cli.story import Line
from kagemusha.core.registry import game_class, game_names
from kagemusha.players.kinds import Kind, all_kinds

NOT_WRITTEN, BAD_INPUT, INTERRUPTED = 1, 2, 130
SPEC_HELP = """
A SPEC is a kind, then a colon and its parameters: rule, rule:epsilon=0.2. Others:
  @file.toml      a file with the key kind, and the parameters as keys
  module:Class    a class of your own with the methods reset and choose"""

app = typer.Typer(add_completion=False, help="AI opponents for hidden-information card games.")
app.add_typer(arena.app, name="arena")
app.add_typer(tune.app, name="tune")


def main() -> None:
    """The entry point: exit code 2 and one sentence for bad input, never a traceback for it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")        # a terminal without accents
    sys.path.append(os.getcwd())                        # for players given as module:Class
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


GameName = Annotated[str, typer.Argument(help="Name of the game, see `games`.")]
Players = Annotated[
    int | None,
    typer.Option(parser=whole, metavar="N", help="Seats at the table; 5 if the game allows."),
]
Seed = Annotated[
    int | None,
    typer.Option(parser=whole, metavar="S", help="Same seed, same game; else one is drawn."),
]
RuleOptions = Annotated[
    list[str] | None,
    typer.Option(metavar="KEY=VALUE", help="A rule option, see `games`; may be repeated."),
]
Language = Annotated[
    str | None, typer.Option(metavar="CODE", help="Language of the card names, as en, es, it.")
]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="SPEC,...", help="The bots, see `players`: one for all, or one for each seat."
    ),
]


@app.command()
def play(
    game: GameName = DEFAULT_GAME,
    players: Players = None,
    seat: Annotated[
        int, typer.Option(parser=whole, metavar="S", help="Your seat, from 0.")
    ] = 0,
    bots: Bots = None,
    seed: Seed = None,
    option: RuleOptions = None,
    language: Language = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save; else a file of its own.")
    ] = None,
) -> None:
    """Play a game against bots."""
    with bad_input():
        table = open_table(game, players, option, language)
        table.checked_seat(seat)
        specs = bot_specs(table, bots, table.players - 1)
        specs.insert(seat, HUMAN)
        session = Session(table, drawn(seed), specs)
        if save is not None and save.exists():
            raise ValueError(f"{save} is there already: `kagemusha resume {save}` goes on with it")
    path = new_save(table.name) if save is None else save
    write_save(path, session)
    console = Console(highlight=False)
    show_heading(console, session)
    at_table = Table(console, session)
    at_table.welcome()
    play_on(at_table, path)


@app.command()
def resume(
    file: Annotated[
        Path | None, typer.Argument(help="A saved game; else the one played last.")
    ] = None,
) -> None:
    """Go on with a saved game."""
    with bad_input():
        path = last_save() if file is None else file
        session = read_save(path)
    console = Console(highlight=False)
    show_heading(console, session)
    at_table = Table(console, session)
    at_table.catch_up()
    play_on(at_table, path)


@app.command()
def watch(
    game: GameName = DEFAULT_GAME,
    players: Players = None,
    bots: Bots = None,
    seed: Seed = None,
    option: RuleOptions = None,
    language: Language = None,
) -> None:
    """Watch a game between bots, as somebody who sees nobody's cards."""
    with bad_input():
        table = open_table(game, players, option, language)
        session = Session(table, drawn(seed), bot_specs(table, bots, table.players))
    console = Console(highlight=False)
    show_heading(console, session)
    Table(console, session).run(save=lambda: None)


@app.command()
def players(
    json_: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """List the kinds of players with their parameters, as written in a SPEC."""
    with bad_input():
        kinds = all_kinds()
    if json_:
        typer.echo(json.dumps({"format": 1, "players": list(map(kind_row, kinds))}))
        return
    console = Console(highlight=False)
    for kind in kinds:
        show(console, Line(f"{kind.name}: {kind.meaning}", "heading"))
        for parameter in kind.parameters:
            written = parameter.write(parameter.default)
            default = f", default {written}" if written else ""
            show(console, Line(f"  {parameter.name} = {parameter.allowed()}{default}", "table"))
            show(console, Line(f"      {parameter.meaning}", "event"))
    show(console, Line(SPEC_HELP, "event"))


@app.command()
def audit(
    game: GameName = DEFAULT_GAME,
    players: Players = None,
    games: Annotated[
        int, typer.Option(parser=whole, metavar="G", help="Random games to look at.")
    ] = 20,
    seed: Annotated[
        int, typer.Option(parser=whole, metavar="S", help="Same seed, same audit.")
    ] = 0,
    option: RuleOptions = None,
    json_: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """Check on random games that sampled worlds are possible, and tell nothing of the truth."""
    with bad_input():
        table = open_table(game, players, option, None)
        honesty.check(table, games)
    raise typer.Exit(honesty.run(table, games, seed, as_json=json_))


@app.command()
def games() -> None:
    """List the games with their player counts and options."""
    console = Console(highlight=False)
    with bad_input():
        classes = {name: game_class(name) for name in game_names()}
    for name, found in classes.items():
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


def play_on(table: Table, path: Path) -> None:
    """Play to the end, or leave the game saved."""
    try:
        table.run(save=lambda: write_save(path, table.session))
    except (Left, KeyboardInterrupt):
        write_save(path, table.session)
        notes = [f"Saved in {path}", f"`{resume_command(path)}` goes on with this game."]
        table.show([Line(""), *(Line(note, "note") for note in notes)])
        return
    write_save(path, table.session)
    put_away(path)


def show_heading(console: Console, session: Session) -> None:
    game = session.game
    show(console, Line(f"{game.title}, {game.players} players, seed {session.seed}", "heading"))
    seats = [f"seat {seat} {spec}" for seat, spec in enumerate(session.specs)]
    show(console, Line(", ".join(seats), "event"))


def kind_row(kind: Kind) -> dict[str, object]:
    """A kind of player as JSON."""
    return {
        "name": kind.name,
        "meaning": kind.meaning,
        "parameters": [
            {
                "name": parameter.name,
                "type": type(parameter).__name__.lower(),
                "allowed": parameter.allowed(),
                "low": getattr(parameter, "low", None),
                "high": getattr(parameter, "high", None),
                "default": parameter.default,
                "meaning": parameter.meaning,
            }
            for parameter in kind.parameters
        ],
    }
