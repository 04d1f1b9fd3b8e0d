"""The commands of kagemusha."""

import json
import os
import sys
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import kagemusha
from kagemusha.cli import analyze, arena, tune
from kagemusha.cli import audit as honesty
from kagemusha.cli.arguments import DEFAULT_GAME, allowed_values, open_table
from kagemusha.cli.plain import STYLES
from kagemusha.cli.play import GameName, Players, RuleOptions, play, resume, watch
from kagemusha.cli.refusal import bad_input, whole
from kagemusha.cli.replay import replay
from kagemusha.cli.report import report
from kagemusha.cli.statistics import statistics
from kagemusha.cli.story import Line
from kagemusha.core.registry import game_class, game_names
from kagemusha.players.kinds import Kind, all_kinds
from kagemusha.players.levels import LEVELS
from kagemusha.players.parameters import ByGame, Parameter
from kagemusha.players.search_player import exceptions

NOT_WRITTEN, BAD_INPUT, INTERRUPTED = 1, 2, 130
SPEC_HELP = """
A SPEC is a level, or a kind, then a colon and its parameters: rule, rule:epsilon=0.2. Others:
  @file.toml      a file with the key kind, and the parameters as keys
  module:Class    a class of your own with the methods reset and choose"""

app = typer.Typer(add_completion=False, help="AI opponents for hidden-information card games.")
for command in (play, resume, watch):
    app.command()(command)
app.add_typer(arena.app, name="arena")
app.command()(analyze.analyze)
app.command()(replay)
app.command()(report)
app.command()(statistics)
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
        message = error.format_message()            # none where the help was shown instead
        code = refuse(message, BAD_INPUT) if message else BAD_INPUT
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


@app.command()
def players(
    json_: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """List the levels and the kinds of players with their parameters, as written in a SPEC."""
    with bad_input():
        kinds = all_kinds()
    if json_:
        levels = [asdict(level) for level in LEVELS.values()]
        rows = list(map(kind_row, kinds))
        typer.echo(json.dumps({"format": 1, "levels": levels, "players": rows}))
        return
    console = Console(highlight=False)
    show(console, Line("Levels, each the name of a spec that records have in its place:", "heading"))
    for level in LEVELS.values():
        show(console, Line(f"  {level.name} = {level.spec}", "table"))
        show(console, Line(f"      {level.meaning}", "event"))
    for kind in kinds:
        show(console, Line(f"{kind.name}: {kind.meaning}", "heading"))
        for parameter in kind.parameters:
            shown = f"  {parameter.name} = {parameter.allowed()}{default_text(parameter)}"
            show(console, Line(shown, "table"))
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
        honesty.check(table, games, seed)
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


def default_text(parameter: Parameter) -> str:
    written = parameter.write(parameter.default)
    if not isinstance(parameter, ByGame):
        return f", default {written}" if written else ""
    usual = parameter.otherwise.write(parameter.otherwise.default)
    others = [
        f"{parameter.write(value)} in {game}" for game, value in exceptions(parameter.name).items()
    ]
    return f", default {written}: {', '.join([usual, *others])}"


def kind_row(kind: Kind) -> dict[str, object]:
    """A kind of player as JSON."""
    return {
        "name": kind.name,
        "meaning": kind.meaning,
        "parameters": list(map(parameter_row, kind.parameters)),
    }


def parameter_row(parameter: Parameter) -> dict[str, object]:
    """A parameter as JSON: what `auto` stands for, and in which games for something else."""
    row: dict[str, object] = {}
    kind = parameter
    if isinstance(parameter, ByGame):
        kind = parameter.otherwise
        row = {"auto": kind.default, "auto_in": exceptions(parameter.name)}
    return {
        "name": parameter.name,
        "type": type(kind).__name__.lower(),
        "allowed": parameter.allowed(),
        "low": getattr(kind, "low", None),
        "high": getattr(kind, "high", None),
        "default": parameter.default,
        "meaning": parameter.meaning,
        **row,
    }
