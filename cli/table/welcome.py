"""What a person should know before the first game."""

from kagemusha.cli.story import Scene
from kagemusha.cli.table.face import Face
from kagemusha.cli.table.words import Words


def welcome_page(scene: Scene, face: Face) -> list[Words]:
    """The goal, who the person is, and the keys to begin with."""
    lines: list[Words] = [[(face.game.TEXTS.goal, "")], []]
    if scene.seat is not None:
        names = [value for value in scene.seats[scene.seat].values() if isinstance(value, str)]
        for name in names:
            text = face.game.help_text(name)
            if text is not None:
                lines += [[(f"You are {name}. ", "strong"), (text, "")], []]
    return [
        *lines,
        [("↑ ↓", "key"), (" and ", ""), ("Enter", "key"), (", or a ", ""), ("number", "key"),
         (", plays an action. The lines below the table explain the cards in it.", "")],
        [("h", "key"), (" gives a hint, ", ""), ("r", "key"), (" shows the rules, ", ""),
         ("?", "key"), (" all keys. The game is saved all the time: ", ""), ("q", "key"),
         (" leaves it.", "")],
        [],
        [("Enter begins.", "active")],
    ]
