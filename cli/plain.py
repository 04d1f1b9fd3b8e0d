"""The plain table: a game as lines of text and numbered prompts, good for pipes and screen readers."""

import sys
import textwrap
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.text import Text

from kagemusha.cli.answers import Chosen, Command, Unclear, understand
from kagemusha.cli.session import Session
from kagemusha.cli.story import Line, Scene, table_lines
from kagemusha.core.names import fold, nearest

STYLES = {
    "heading": "bold cyan",
    "table": "",
    "decision": "bold",
    "event": "dim",
    "result": "bold green",
    "note": "yellow",
    "hand": "",
    "question": "bold cyan",
    "choice": "",
    "help": "",
}
LOG_LINES = 40                  # what `log` shows
KEYS = """\
Answer with the number of an action or with a part of its name: `katana 2` finds `Katana -> seat 2`.
  ?            this page             ? NAME   what a card, a character or a word means
  t, table     the table             ? NUMBER what the cards of an action do
  l, log       what happened so far  q, quit  save and leave; `kagemusha resume` goes on"""


class Left(Exception):
    """The person wants to leave."""


class Table:
    """A session on a console."""

    def __init__(self, console: Console, session: Session) -> None:
        self.console = console
        self.session = session
        self.shown = 0                      # lines of the log

    def run(self, save: Callable[[], None]) -> None:
        """Play to the end, saving at each decision of the person; raises Left before it."""
        session = self.session
        self.show_news()
        while not session.is_over():
            if session.waits_for_person():
                save()
                action = self.ask()
            else:
                action = session.next_action()
            session.play(action)
            self.show_news()

    def ask(self) -> int:
        """The person's choice; whatever is no answer is asked again."""
        view = self.session.view()
        actions = view.legal_actions()
        scene = self.session.story.scene()
        words = [scene.addressed(view.action_to_string(action)) for action in actions]
        self.show_position(scene)
        self.show_actions(scene, words)
        while True:
            answer = understand(self.read(), words)
            if isinstance(answer, Chosen):
                return int(actions[answer.place])
            if isinstance(answer, Unclear):
                self.show([Line(answer.text, "note")])
            elif answer.name == "quit":
                raise Left
            else:
                self.obey(answer, scene, words)

    def read(self) -> str:
        try:
            answer = input("> ")
        except EOFError:
            raise Left from None
        if not sys.stdin.isatty():
            self.console.print(Text(answer))        # what a terminal would have shown
        return answer

    def obey(self, command: Command, scene: Scene, words: list[str]) -> None:
        if command.name == "table":
            self.show_position(scene)
            self.show_actions(scene, words)
        elif command.name == "log":
            self.show(self.session.log[-LOG_LINES:])
        elif command.about:
            self.show_help(command.about, words)
        else:
            self.show_keys()

    # What is shown.

    def show(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self.console.print(Text(line.text, style=STYLES[line.kind]), soft_wrap=True)

    def show_news(self) -> None:
        """What the log has gained."""
        self.show(self.session.log[self.shown :])
        self.shown = len(self.session.log)

    def show_position(self, scene: Scene) -> None:
        """The table and the person's hand."""
        self.show([Line(""), *table_lines(scene)])
        held = self.held(scene)
        self.show_wrapped(f"Your hand: {', '.join(held) or 'empty'}", "hand")

    def held(self, scene: Scene) -> list[str]:
        """The cards of the person, each with its numbers."""
        hand = scene.seats[self.seat]["hand"]
        copies = hand if isinstance(hand, dict) else dict.fromkeys(hand, 1)
        return [
            (f"{number} " if number > 1 else "") + self.explained(name)
            for name, number in copies.items()
        ]

    @property
    def seat(self) -> int:
        assert self.session.human is not None
        return self.session.human

    def explained(self, name: str) -> str:
        short = self.session.game.short_text(name)
        return f"{name} ({short})" if short else name

    def show_actions(self, scene: Scene, words: list[str]) -> None:
        """The question, and the numbered actions in as many columns as there is room for."""
        texts = self.session.game.TEXTS
        question = texts.questions.get(scene.observation.get("node", ""), "Your choice:")
        self.show_wrapped(question, "question")
        held = scene.seats[self.seat]["hand"]
        width = len(str(len(words)))
        items = [
            f"{number:>{width}} {self.noted(text, held)}"
            for number, text in enumerate(words, start=1)
        ]
        self.show(Line(text, "choice") for text in in_columns(items, self.console.width))

    def noted(self, action: str, held: Iterable[str]) -> str:
        """An action, with the numbers of a card in it that is not in the hand above."""
        for name in self.mentioned(action):
            short = self.session.game.short_text(name)
            if short and name not in held:
                return f"{action} ({short})"
        return action

    def mentioned(self, action: str) -> list[str]:
        """The names with a text that an action has in it, the longest first."""
        texts = self.session.game.TEXTS
        names = {*(entry.name for entry in texts.entries), *texts.aliases}
        text = f" {fold(action)} "
        found: list[str] = []
        for name in sorted(names, key=lambda name: (-len(name), name)):
            if f" {fold(name)} " in text:
                text = text.replace(f" {fold(name)} ", "  ")
                found.append(name)
        return found

    def show_keys(self) -> None:
        texts = self.session.game.TEXTS
        self.show_wrapped(texts.goal, "help")
        self.show(Line(text, "help") for text in ["", *KEYS.splitlines(), ""])
        names = ", ".join(entry.name for entry in texts.entries)
        self.show_wrapped(f"Names: {names}", "help")

    def show_help(self, about: str, words: list[str]) -> None:
        """The text of a name, or of all names in an action given by its number."""
        if about.isdecimal() and 1 <= int(about) <= len(words):
            names = self.mentioned(words[int(about) - 1])
        else:
            names = self.named(about)
        for name in names:
            self.show_wrapped(f"{name}: {self.session.game.help_text(name)}", "help")
        if not names:
            known = [entry.name for entry in self.session.game.TEXTS.entries]
            hint = nearest(about, known)
            close = hint if hint.startswith("did you mean") else "? lists all that there are."
            self.show([Line(f"There is nothing to say about {about!r}: {close}", "note")])

    def named(self, about: str) -> list[str]:
        """The names that somebody may mean."""
        texts = self.session.game.TEXTS
        exact = texts.find(about)
        if exact is not None:
            return [exact.name]
        return [entry.name for entry in texts.entries if fold(about) in fold(entry.name)]

    def show_wrapped(self, text: str, kind: str) -> None:
        wrapped = textwrap.wrap(text, self.console.width, subsequent_indent=" " * 2)
        self.show(Line(part, kind) for part in wrapped)


def in_columns(items: list[str], width: int) -> list[str]:
    """Items set in columns, to be read downwards."""
    gap = 3
    widest = max(map(len, items))
    columns = max(1, (width + gap) // (widest + gap))
    rows = -(-len(items) // columns)
    return [
        (" " * gap).join(item.ljust(widest) for item in items[row::rows]).rstrip()
        for row in range(rows)
    ]
