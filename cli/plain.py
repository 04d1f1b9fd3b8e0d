"""The plain table: a game as lines of text and numbered prompts, good for pipes and screen readers."""

import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Container, Iterable

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
LONGEST_NUMBER = 6
COVER = 60                      # empty lines that push cards out of sight
KEYS = """\
Answer with the number of an action, or with a part of its name: `katana 2`
finds `Katana -> seat 2`. Other answers:
  ?           this page
  ? NAME      what a card, a character or a word means
  ? NUMBER    what the cards of an action do
  t, table    the table again, with all cards you know of
  l, log      what happened so far
  q, quit     save and leave; `kagemusha resume` goes on"""


class Left(Exception):
    """The person wants to leave."""


class Table:
    """A session on a console."""

    def __init__(self, console: Console, session: Session) -> None:
        self.console = console
        self.session = session
        self.audience = session.human       # of several people the one at the keyboard
        self.shown = 0                      # lines of the log

    def run(self, save: Callable[[], None]) -> None:
        """Play to the end, saving at each decision of the person; raises Left before it."""
        session = self.session
        self.show_news()
        while not session.is_over():
            if session.waits_for_person():
                self.hand_over()
                save()
                action = self.ask()
            else:
                action = session.next_action()
            session.play(action)
            self.show_news()

    def welcome(self) -> None:
        """What a person should know before the first move."""
        game = self.session.game
        self.show_wrapped(game.TEXTS.goal, "help")
        you = self.session.scene(self.audience).seats[self.seat]
        names = [value for value in you.values() if isinstance(value, str)]
        for name in names:
            text = game.help_text(name)
            if text is not None:
                self.show_wrapped(f"You are {name}. {text}", "help")
        self.show([Line("Type ? at any prompt for help.", "help"), Line("")])

    def catch_up(self) -> None:
        """Begin with what happened since the person's last choice."""
        self.shown = self.session.last_choice

    def hand_over(self) -> None:
        """Where several people share the keyboard, let the one before leave no cards to see."""
        seat = self.session.state.current_player()
        if seat == self.audience:
            return
        self.show([Line(""), Line(f"Seat {seat} is to choose: hand over, then press Enter.", "note")])
        self.read()
        self.show([Line("")] * COVER)
        self.audience = seat
        self.shown = self.session.since_last_choice(seat)
        self.show_news()

    def ask(self) -> int:
        """The person's choice; whatever is no answer is asked again."""
        view = self.session.view()
        actions = view.legal_actions()
        scene = self.session.scene(self.audience)
        words = [scene.addressed(view.action_to_string(action)) for action in actions]
        self.show_position(scene)
        self.show_actions(scene, words)
        while True:
            answer = understand(self.read(), words)
            if isinstance(answer, Chosen):
                return int(actions[answer.place])
            if isinstance(answer, Unclear):
                self.show_wrapped(answer.text, "note")
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
            self.show_all(scene)
            self.show_actions(scene, words)
        elif command.name == "log":
            self.show(self.log[-LOG_LINES:])
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
        self.show(self.log[self.shown :])
        self.shown = len(self.log)

    def show_position(self, scene: Scene) -> None:
        """The table and the person's cards."""
        self.show([Line(""), *table_lines(scene)])
        self.show_cards(scene, self.seat, "Your")

    def show_all(self, scene: Scene) -> None:
        """The same, with all cards that the person knows to be somebody's."""
        self.show_position(scene)
        for seat in range(len(scene.seats)):
            if seat != self.seat:
                self.show_cards(scene, seat, f"Seat {seat},")

    def show_cards(self, scene: Scene, seat: int, whose: str) -> None:
        for what, names in self.session.game.card_lists(scene.seats[seat]).items():
            cards = [
                (f"{copies} " if copies > 1 else "") + self.explained(name)
                for name, copies in Counter(names).items()
            ]
            self.show_wrapped(f"{whose} {what}: {', '.join(cards) or 'empty'}", "hand")

    @property
    def seat(self) -> int:
        assert self.audience is not None
        return self.audience

    @property
    def log(self) -> list[Line]:
        return self.session.logs[self.audience]

    def explained(self, name: str) -> str:
        game = self.session.game
        short = game.short_text(name)
        return f"{game.display_name(name)} ({short})" if short else game.display_name(name)

    def show_actions(self, scene: Scene, words: list[str]) -> None:
        """The question, and the numbered actions in as many columns as there is room for."""
        questions = self.session.game.TEXTS.questions
        question = questions.get(scene.observation.get("node", ""), "Your choice:")
        self.show_wrapped(question, "question")
        game = self.session.game
        known = game.card_lists(scene.seats[self.seat]).values()
        held = {game.display_name(name) for names in known for name in names}
        width = len(str(len(words)))
        items = [
            f"{number:>{width}} {self.noted(text, held)}"
            for number, text in enumerate(without_first_word(words), start=1)
        ]
        self.show(Line(text, "choice") for text in in_columns(items, self.console.width))

    def noted(self, action: str, held: Container[str]) -> str:
        """An action, with the numbers of a card in it that is not in the hand above."""
        for name in self.mentioned(action):
            short = self.session.game.short_text(name)
            if short and name not in held:
                return f"{action} ({short})"
        return action

    def mentioned(self, action: str) -> list[str]:
        """The names with a text that an action has in it, the longest first."""
        texts = self.session.game.TEXTS
        names = dict.fromkeys([*(entry.name for entry in texts.entries), *texts.aliases])
        text = f" {fold(action)} "
        found: list[str] = []
        for name in sorted(names, key=len, reverse=True):
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
        number = int(about) if about.isdecimal() and len(about) < LONGEST_NUMBER else 0
        if 1 <= number <= len(words):
            about = words[number - 1]
            names = self.mentioned(about)
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
            return [self.session.game.display_name(exact.name)]
        every = [*(entry.name for entry in texts.entries), *texts.aliases]
        return [name for name in dict.fromkeys(every) if fold(about) in fold(name)]

    def show_wrapped(self, text: str, kind: str) -> None:
        wrapped = textwrap.wrap(text, self.console.width, subsequent_indent=" " * 2)
        self.show(Line(part, kind) for part in wrapped)


def without_first_word(actions: list[str]) -> list[str]:
    """Actions without the word that all of them begin with: the question has it already."""
    first = {action.partition(" ")[0] for action in actions}
    rest = [action.partition(" ")[2] for action in actions]
    return rest if len(first) == 1 and all(rest) else actions


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
