"""What somebody typed at a prompt: the number of an action, a part of its name, or a command."""

from collections.abc import Sequence
from dataclasses import dataclass

from kagemusha.core.names import fold, nearest

COMMANDS = {
    "?": "help",
    "h": "help",
    "help": "help",
    "t": "table",
    "table": "table",
    "l": "log",
    "log": "log",
    "q": "quit",
    "quit": "quit",
    "exit": "quit",
}


@dataclass(frozen=True)
class Command:
    """Something else than an action: help (about something), table, log or quit."""

    name: str
    about: str = ""


@dataclass(frozen=True)
class Chosen:
    """One of the actions, by its place in the list."""

    place: int


@dataclass(frozen=True)
class Unclear:
    """No answer; the text says why."""

    text: str


Answer = Command | Chosen | Unclear


def understand(answer: str, actions: Sequence[str]) -> Answer:
    """What an answer means where these actions are offered, numbered from 1."""
    words = answer.replace("?", " ? ").split()
    if not words:
        return Unclear("Type a number, or ? for help.")
    name = COMMANDS.get(words[0].casefold())
    if name == "help":
        return Command("help", " ".join(word for word in words[1:] if word != "?"))
    if words[-1] == "?":
        return Command("help", " ".join(words[:-1]))
    if name is not None and len(words) == 1:
        return Command(name)
    if answer.strip().isdecimal():
        place = int(answer) - 1 if len(answer.strip()) < 9 else -1
        if 0 <= place < len(actions):
            return Chosen(place)
        return Unclear(f"There is no {answer.strip()}: type a number from 1 to {len(actions)}.")
    return by_name(answer, actions)


def by_name(answer: str, actions: Sequence[str]) -> Answer:
    """The one action whose name has this in it: in full, at its beginning, or word by word."""
    wanted = fold(answer)
    names = [fold(action) for action in actions]
    tests = (
        [name == wanted for name in names],
        [name.startswith(wanted) for name in names],
        [all(word in name for word in wanted.split()) for name in names],
    )
    for hits in tests:
        places = [place for place, hit in enumerate(hits) if hit]
        if len(places) == 1:
            return Chosen(places[0])
        if places:
            several = ", ".join(f"{place + 1} {actions[place]}" for place in places[:6])
            more = ", ..." if len(places) > 6 else ""
            return Unclear(f"Which one: {several}{more}?")
    hint = nearest(answer, actions)
    guess = hint if hint.startswith("did you mean") else "type a number, or ? for help."
    return Unclear(f"{answer.strip()!r} is none of these: {guess}")
