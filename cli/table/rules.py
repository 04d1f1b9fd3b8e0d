"""Rules to read at the table: the guide of a game, its cards, and the rulings in detail."""

import textwrap
from collections.abc import Iterator
from importlib import resources

from kagemusha.cli.table.words import Words
from kagemusha.core.game import Game
from kagemusha.core.registry import GAMES

GUIDE = "guide.md"
RULINGS = "kagemusha.rulings"


def guide(game: Game) -> list[Words]:
    """How to play, in a few minutes."""
    text = page(f"kagemusha.core.{GAMES[game.name]}", GUIDE) if game.name in GAMES else ""
    return list(marked(text or game.TEXTS.goal))


def rulings(game: Game) -> list[Words]:
    """What the engine does at every point where tables may differ."""
    return list(marked(page(RULINGS, f"{game.name}.md") or "There are no rulings to read."))


def glossary(game: Game) -> list[Words]:
    """Everything that has a name, with its text."""
    lines: list[Words] = []
    for entry in game.TEXTS.entries:
        name = game.display_name(entry.name)
        lines += [[(name, "heading"), (f"  {entry.short}", "muted")], [(f"  {entry.text}", "")]]
    return lines


def page(package: str, name: str) -> str:
    """A text that is shipped with the program; nothing if it is not there."""
    try:
        return resources.files(package).joinpath(name).read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError):
        return ""


def marked(text: str) -> Iterator[Words]:
    """The few marks of our own pages as words: headings, lists, tables, paragraphs."""
    paragraph: list[str] = []
    for line in [*text.splitlines(), ""]:
        begins = line.startswith(("#", "|", "- ", "* ", "1", "2", "3", "4", "5", "6", "7", "8", "9"))
        if (begins or not line.strip()) and paragraph:
            yield [(unmarked(" ".join(paragraph)), "")]
            paragraph = []
        if line.startswith("#"):
            yield [(line.lstrip("# "), "heading")]
        elif line.startswith("|"):
            yield from row(line)
        elif line.strip():
            paragraph.append(line.strip())
        else:
            yield []


def row(line: str) -> Iterator[Words]:
    """A row of a table: its first cell stands out."""
    first, *others = [cell.strip() for cell in line.strip("|").split("|")]
    if set(first) <= set("-: "):
        return
    yield [(unmarked(first), "strong"), ("  ", ""), (unmarked("  ".join(others)), "")]


def unmarked(text: str) -> str:
    return textwrap.dedent(text).replace("**", "").replace("`", "")
