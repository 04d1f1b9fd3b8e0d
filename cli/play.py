"""The commands to play: play, resume, watch."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from kagemusha.cli.arguments import (
    DEFAULT_BOT,
    DEFAULT_GAME,
    bot_specs,
    drawn,
    open_table,
    watched_bot,
)
from kagemusha.cli.plain import STYLES, Left, Table
from kagemusha.cli.refusal import bad_input, whole
from kagemusha.cli.saves import last_save, new_save, put_away, read_save, resume_command, write_save
from kagemusha.cli.session import HUMAN, Session
from kagemusha.cli.story import Line
from kagemusha.players.levels import LEVELS

if TYPE_CHECKING:
    from kagemusha.cli.table.settings import Settings

GameName = Annotated[str, typer.Argument(help="Name of the game, see `games`.")]
Players = Annotated[
    int | None,
    typer.Option(parser=whole, metavar="N", help="Seats at the table; 5 if the game allows."),
]
Seed = Annotated[
    int | None,
    typer.Option(parser=whole, metavar="S", help="Same seed, same cards; else one is drawn."),
]
RuleOptions = Annotated[
    list[str] | None,
    typer.Option(metavar="KEY=VALUE", help="A rule option, see `games`; may be repeated."),
]
Language = Annotated[
    str | None, typer.Option(metavar="CODE", help="Language of the card names, as en, es, it.")
]
LevelName = Annotated[
    str | None,
    typer.Option(metavar="LEVEL", help=f"How strong the bots are: {', '.join(LEVELS)}."),
]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="SPEC,...", help="The bots, see `players`: one for all, or one for each seat."
    ),
]
Plain = Annotated[
    bool, typer.Option("--plain", help="Lines and numbered prompts instead of a full screen.")
]
Speed = Annotated[
    str | None, typer.Option(metavar="SPEED", help="Of the bots: slow, normal, fast, instant.")
]
ThemeName = Annotated[
    str | None,
    typer.Option(metavar="THEME", help="Colours: night, day, high-contrast, colour-blind."),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="No signs beyond ASCII on the full screen.")]


def play(
    game: GameName = DEFAULT_GAME,
    players: Players = None,
    seat: Annotated[
        str,
        typer.Option(metavar="S,...", help="Your seat, from 0; several share the screen."),
    ] = "0",
    level: LevelName = None,
    bots: Bots = None,
    seed: Seed = None,
    option: RuleOptions = None,
    language: Language = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="Choices may be taken back.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save; else a file of its own.")
    ] = None,
    plain: Plain = False,
    speed: Speed = None,
    theme: ThemeName = None,
    ascii_: Ascii = False,
) -> None:
    """Play a game against bots."""
    with bad_input():
        table = open_table(game, players, option, language)
        people = [table.checked_seat(whole(word)) for word in seat.split(",")]
        if len(set(people)) < len(people):
            raise ValueError(f"a seat is given twice: {seat}")
        specs = bot_specs(picked(level, bots, DEFAULT_BOT), table.players - len(people))
        for person in sorted(people):
            specs.insert(person, HUMAN)
        session = Session(table, drawn(seed), specs, practice=practice)
        if save is not None and save.exists():
            raise ValueError(f"{save} is there already: `kagemusha resume {save}` goes on with it")
        look = settings_for(plain, speed, theme, ascii_)
    path = new_save(table.name) if save is None else save
    write_save(path, session)
    play_on(session, path, look, begin=Table.welcome)


def resume(
    file: Annotated[
        Path | None, typer.Argument(help="A saved game; else the one played last.")
    ] = None,
    plain: Plain = False,
    speed: Speed = None,
    theme: ThemeName = None,
    ascii_: Ascii = False,
) -> None:
    """Go on with a saved game."""
    with bad_input():
        path = last_save() if file is None else file
        session = read_save(path) if file is not None else read_last(path)
        look = settings_for(plain, speed, theme, ascii_)
    play_on(session, path, look, begin=Table.catch_up)


def watch(
    game: GameName = DEFAULT_GAME,
    players: Players = None,
    level: LevelName = None,
    bots: Bots = None,
    seed: Seed = None,
    option: RuleOptions = None,
    language: Language = None,
    plain: Plain = False,
    speed: Speed = None,
    theme: ThemeName = None,
    ascii_: Ascii = False,
) -> None:
    """Watch a game between bots, as somebody who sees nobody's cards."""
    with bad_input():
        table = open_table(game, players, option, language)
        specs = bot_specs(picked(level, bots, watched_bot(table)), table.players)
        session = Session(table, drawn(seed), specs)
        look = settings_for(plain, speed, theme, ascii_)
    if look is not None:
        full_screen(session, lambda: None, look)
        return
    console = Console(highlight=False)
    show_heading(console, session)
    Table(console, session).run(save=lambda: None)


def read_last(path: Path) -> Session:
    """The game played last; if its file is spoilt, the sentence says what else can be resumed."""
    try:
        return read_save(path)
    except ValueError as error:
        others = sorted(other for other in path.parent.glob("*.json") if other != path)
        more = f"; `kagemusha resume {others[-1]}` goes on with another game" if others else ""
        raise ValueError(f"{error}{more}") from error


def picked(level: str | None, bots: str | None, default: str) -> str:
    """The bots of a level, or those that were given."""
    if level is None:
        return default if bots is None else bots
    if bots is not None:
        raise ValueError("give --level or --bots, not both")
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}: levels are {', '.join(LEVELS)}")
    return level


def is_terminal() -> bool:
    """Whether a full screen can be drawn here; it is drawn on standard error."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return os.environ.get("TERM", "dumb") != "dumb" and all(stream.isatty() for stream in streams)


def settings_for(
    plain: bool, speed: str | None, theme: str | None, ascii_: bool
) -> "Settings | None":
    """How the full screen is to look; None for the plain table."""
    from kagemusha.cli.table.settings import read_settings, with_words, write_settings

    wanted = with_words(read_settings(), speed=speed, theme=theme)
    wanted.ascii = wanted.ascii or ascii_
    if plain or not is_terminal():
        return None
    write_settings(wanted)
    return wanted


def full_screen(session: Session, save: Callable[[], None], settings: "Settings") -> None:
    from kagemusha.cli.table.app import GameApp

    GameApp(session, save, settings).run()


def play_on(
    session: Session, path: Path, look: "Settings | None", begin: Callable[[Table], None]
) -> None:
    """Play to the end, or leave the game saved."""
    console = Console(highlight=False)
    table = Table(console, session)
    try:
        if look is not None:
            full_screen(session, lambda: write_save(path, session), look)
            if not session.is_over():
                raise Left
        else:
            show_heading(console, session)
            begin(table)
            table.run(save=lambda: write_save(path, session))
    except (Left, KeyboardInterrupt):
        write_save(path, session)
        notes = [f"Saved in {path}", f"`{resume_command(path)}` goes on with this game."]
        table.show([Line(""), *(Line(note, "note") for note in notes)])
        return
    write_save(path, session)
    put_away(path)
    if look is not None:
        table.show(line for line in session.log[-4:] if line.kind == "result")


def show_heading(console: Console, session: Session) -> None:
    game = session.game
    heading = f"{game.title}, {game.players} players, seed {session.seed}"
    seats = [f"seat {seat} {spec}" for seat, spec in enumerate(session.specs)]
    for line in (Line(heading, "heading"), Line(", ".join(seats), "event")):
        console.print(Text(line.text, style=STYLES[line.kind]), soft_wrap=True)
