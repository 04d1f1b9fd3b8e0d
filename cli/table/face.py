"""What a table shows of a game: its seats, its middle and its cards, as words.

A face is made from a scene, which is what somebody sees; nothing else reaches the screen.
Each game may have a face of its own in its folder here, others are shown by this one.
"""

from collections import Counter
from dataclasses import dataclass
from importlib import import_module

from kagemusha.cli.story import SEAT, Scene
from kagemusha.cli.table.words import Span, Words
from kagemusha.core.game import Game
from kagemusha.core.names import fold
from kagemusha.core.registry import GAMES


@dataclass(frozen=True)
class Panel:
    """A box on the table."""

    title: str
    lines: tuple[Words, ...]
    note: str = ""                      # at its lower edge
    names: tuple[str, ...] = ()         # things in it that have a text


@dataclass(frozen=True)
class Card:
    """A card that the audience holds, or several of the same kind."""

    name: str                           # as observations have it
    title: str
    kind: str                           # what a palette colours
    tag: str                            # the kind in a word
    facts: str                          # its numbers
    brief: str = ""                     # the same in a few letters
    copies: int = 1


class Face:
    """A game on the table, as words."""

    chip_width = 19                     # of a card on a short screen

    def __init__(self, game: Game) -> None:
        self.game = game
        texts = game.TEXTS
        names = dict.fromkeys([*(entry.name for entry in texts.entries), *texts.aliases])
        self.known = sorted(((fold(name), name) for name in names), key=lambda n: -len(n[0]))

    def panel(self, scene: Scene, seat: int) -> Panel:
        """Somebody's place at the table."""
        cells = self.game.seat_columns(scene.seats[seat])
        lines = tuple([(f"{key} ", "muted"), (cell, "")] for key, cell in cells.items() if cell)
        return Panel(scene.label(seat), lines)

    def own(self, scene: Scene, seat: int) -> list[Words]:
        """The person's own place, in a line or two."""
        line: list[Span] = []
        for words in self.panel(scene, seat).lines:
            line += [*words, ("  ", "")]
        return [line]

    def middle(self, scene: Scene) -> Panel:
        """What lies in the middle."""
        text = self.game.table_text(scene.observation)
        return Panel("", tuple([(part.strip(), "")] for part in text.split(", ") if part))

    def hand(self, scene: Scene) -> list[Card]:
        """The person's cards, those of one kind together."""
        if scene.seat is None:
            return []
        lists = self.game.card_lists(scene.seats[scene.seat])
        counts = Counter(next(iter(lists.values()), ()))
        return [self.card(name, copies) for name, copies in counts.items()]

    def card(self, name: str, copies: int = 1) -> Card:
        title, facts = self.game.display_name(name), self.game.short_text(name)
        return Card(name, title, "card", "", facts, facts, copies)

    def open_hand(self, scene: Scene, seat: int) -> Words:
        """Somebody's cards, where all cards are open."""
        if scene.seat is not None or "hand" not in scene.seats[seat]:
            return []
        lists = self.game.card_lists(scene.seats[seat]).values()
        counts = Counter(self.game.display_name(name) for name in next(iter(lists), ()))
        named = [f"{name} ×{copies}" if copies > 1 else name for name, copies in counts.items()]
        return [(", ".join(named), "")]

    def is_active(self, scene: Scene, seat: int) -> bool:
        """Whether the game waits for this seat."""
        return bool(scene.observation.get("mover") == seat and scene.result is None)

    def name_of(self, scene: Scene, seat: int) -> str:
        """Somebody in a few words."""
        return "you" if seat == scene.seat else f"seat {seat}"

    def action(self, scene: Scene, text: str) -> Words:
        """An action with the people it is aimed at by name."""

        def with_name(number: str) -> str:
            name = self.name_of(scene, int(number))
            return name if name.endswith(f"seat {number}") else f"seat {number} ({name})"

        unmarked = text.replace(" (you)", "")
        return [(SEAT.sub(lambda match: with_name(match[1]), unmarked).replace("->", "→"), "")]

    def question(self, scene: Scene) -> str:
        return self.game.TEXTS.questions.get(scene.observation.get("node", ""), "Your choice:")

    # The texts of cards and other things with a name.

    def mentioned(self, text: str) -> list[str]:
        """The names with a text that are in a sentence, the longest first."""
        rest = f" {fold(text.replace(':', ' '))} "
        found = []
        for folded, name in self.known:
            if f" {folded} " in rest:
                rest = rest.replace(f" {folded} ", "  ")
                found.append(name)
        return found

    def explained(self, name: str) -> str:
        """A name and its text."""
        text = self.game.help_text(name)
        return f"{self.game.display_name(name)}: {text}" if text else self.game.display_name(name)


def face_of(game: Game) -> Face:
    """The face of a game, its own or the common one."""
    if game.name not in GAMES:
        return Face(game)
    found: Face = import_module(f"kagemusha.cli.table.{GAMES[game.name]}.face").make(game)
    return found
