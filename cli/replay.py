"""The command `replay`: a recorded game, played again and told. Its imports are heavy."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from kagemusha.cli.plain import STYLES
from kagemusha.cli.play import Ascii, Plain, ThemeName, settings_for
from kagemusha.cli.refusal import bad_input, whole
from kagemusha.cli.story import Line, Story, table_lines, turn_lines

if TYPE_CHECKING:
    from kagemusha.arena.replays import Replay


def replay(
    file: Annotated[
        Path,
        typer.Argument(help="The journal of an arena or its folder, game records, or a saved game."),
    ],
    game: Annotated[
        int | None,
        typer.Option(
            parser=whole, metavar="K", help="Which game of the file, counted from 0; the first."
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="S", help="Tell what this seat knows; else everything."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only see whether all games of the file fit.")
    ] = False,
    json_: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
    plain: Plain = False,
    theme: ThemeName = None,
    ascii_: Ascii = False,
) -> None:
    """Play a recorded game again, see that it fits its record, and tell it."""
    from kagemusha.arena.replays import check_games

    with bad_input():
        if check:
            records = sum(1 for _ in check_games(file))
            text = {"format": 1, "games": records} if json_ else None
            typer.echo(json.dumps(text) if text else f"{records} games, each fits its record")
            return
        found = load_replay(file, game)
        if seat is not None:
            found.states[0].game.checked_seat(seat)
        look = settings_for(plain, None, theme, ascii_)
    if json_:
        typer.echo(json.dumps(found.to_dict()))
        return
    if look is not None:
        from kagemusha.cli.table.replay import ReplayApp

        ReplayApp(found, seat, look).run()
        return
    console = Console(highlight=False)
    for line in told(found, seat):
        console.print(Text(line.text, style=STYLES[line.kind]), soft_wrap=True)


def load_replay(file: Path, number: int | None = None) -> "Replay":
    """The game in a file, whatever wrote it."""
    from kagemusha.arena.replays import read_replay

    if is_save(file):
        if number not in (None, 0):
            raise ValueError(f"{file} has no game {number}: it is one saved game")
        return replay_of_save(file)
    return read_replay(file, number or 0)


def is_save(file: Path) -> bool:
    """Whether it is the save of `play`: that alone has a list of seats."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "seats" in data


def replay_of_save(file: Path) -> "Replay":
    """The game so far; a save is read by playing it again."""
    from kagemusha.arena.replays import Replay
    from kagemusha.cli.saves import read_save
    from kagemusha.cli.session import states_of

    session = read_save(file)
    return Replay(file.name, session.seed, session.specs, session.actions, states_of(session))


def told(found: "Replay", seat: int | None) -> Iterator[Line]:
    """The game in lines: to a seat what it knew, else with all cards open."""
    from kagemusha.cli.open_story import OpenStory, card_lines

    state = found.states[0].clone()
    game = state.game
    title = f"{game.title}, {game.players} players, seed {found.seed}; {found.title}"
    yield Line(title, "heading")
    specs = ", ".join(f"seat {place} {spec}" for place, spec in enumerate(found.specs))
    yield Line(specs, "event")
    story = OpenStory(state) if seat is None else Story(state, seat)
    scene = story.scene()
    yield from (*table_lines(scene), *card_lines(scene), *turn_lines(scene, scene))
    for action, after in zip(found.actions, found.states[1:], strict=False):
        yield from story.play(action)
        story.go_on_from(after.clone())         # cards may have been dealt anew, in practice
    yield Line("")
    if found.forfeit is not None:
        lost = found.forfeit
        yield Line(f"seat {lost.seat} forfeits ({lost.reason}): {lost.message}", "result")
        yield from (Line(text, "event") for text in lost.traceback.splitlines())
    elif not story.state.is_terminal():
        yield Line("The game was left here.", "note")
    yield Line(f"{len(found.actions)} actions, as recorded.", "note")
