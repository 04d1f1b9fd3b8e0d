"""The command `statistics`: how the user's own games ended."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from kagemusha.cli.saves import data_folder
from kagemusha.cli.session import HUMAN
from kagemusha.players.levels import LEVELS
from kagemusha.players.specs import parse_spec

FORMAT = 1
Key = tuple[str, str]                   # game and bots
WON, SHARED, LOST, ASSISTED = "won", "shared", "lost", "assisted"


def statistics(
    json_: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """Show how your own finished games ended."""
    counts, unread = counted(data_folder() / "finished")
    if json_:
        typer.echo(json.dumps({"format": FORMAT, "games": rows(counts), "unread": unread}))
        return
    console = Console(highlight=False)
    if not counts:
        console.print("There is no finished game yet: `kagemusha play` begins one.")
    else:
        console.print(table(counts))
    if unread:
        console.print(f"{unread} files there could not be read.")


def counted(folder: Path) -> tuple[dict[Key, Counter[str]], int]:
    """What was won and lost, by game and bots; and how many files are no finished games.

    Games with hints or undo are counted by themselves, those of several people not at all.
    """
    counts: dict[Key, Counter[str]] = defaultdict(Counter)
    unread = 0
    for path in sorted(folder.glob("*.json")):
        try:
            saved = json.loads(path.read_text(encoding="utf-8"))
            seats = saved["seats"]
            if seats.count(HUMAN) == 1:
                share = saved["returns"][seats.index(HUMAN)]
                key = (str(saved["game"]), bots(seats))
                counts[key][ASSISTED if saved.get("assisted") else outcome(share)] += 1
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
            unread += 1
    return dict(counts), unread


def outcome(share: float) -> str:
    if share == 1:
        return WON
    return SHARED if share else LOST


def bots(seats: list[str]) -> str:
    """The opponents: a level by its name, others by their specs."""
    names = {str(parse_spec(level.spec)): level.name for level in LEVELS.values()}
    specs = Counter(names.get(seat, seat) for seat in seats if seat != HUMAN)
    return ", ".join(f"{count} {spec}" for spec, count in sorted(specs.items()))


def rows(counts: dict[Key, Counter[str]]) -> list[dict[str, Any]]:
    return [
        {"game": game, "bots": against, **{what: found[what] for what in (WON, SHARED, LOST, ASSISTED)}}
        for (game, against), found in sorted(counts.items())
    ]


def table(counts: dict[Key, Counter[str]]) -> Table:
    shown = Table(box=None, header_style="bold")
    for heading in ("game", "against"):
        shown.add_column(heading)
    for heading in (WON, SHARED, LOST, "won of all", ASSISTED):
        shown.add_column(heading, justify="right")
    for row in rows(counts):
        shown.add_row(row["game"], row["bots"], *cells(row))
    return shown


def cells(row: dict[str, Any]) -> Iterator[str]:
    games = row[WON] + row[SHARED] + row[LOST]
    yield from (str(row[what]) for what in (WON, SHARED, LOST))
    yield f"{row[WON] / games:.0%}" if games else "-"
    yield str(row[ASSISTED])
