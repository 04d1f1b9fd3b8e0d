"""The page of keys."""

from kagemusha.cli.table.words import Words

KEYS: tuple[tuple[str, str], ...] = (
    ("1 2 3 ...", "play the action with that number; Enter if 1 may be 10"),
    ("a b c ...", "play the action with that letter"),
    ("↑ ↓ Enter", "move through the actions, play the marked one"),
    ("mouse", "click an action, or a card to see what it can do"),
    ("/", "type a number or part of a name, as katana 2"),
    ("Tab", "go to cards and seats: their text is shown below"),
    ("Esc", "close what is open, show all actions again"),
    ("space", "skip to your next choice; watching: stop, go on"),
    ("+ -", "bots faster, slower"),
    ("h", "hint: what a search of your own view thinks"),
    ("i", "which roles are still possible"),
    ("u", "take your last choice back (with --practice)"),
    ("l r s", "the whole log; the rules; the settings"),
    ("q", "save and leave; kagemusha resume goes on"),
)


def keys_page(goal: str) -> list[Words]:
    width = max(len(keys) for keys, _ in KEYS)
    rows: list[Words] = [[(f"{keys:<{width}}  ", "key"), (what, "")] for keys, what in KEYS]
    return [*rows, [], [(goal, "")]]
