"""The page of keys."""

from kagemusha.cli.table.words import Words

KEYS: tuple[tuple[str, str], ...] = (
    ("1 2 3 …", "play the action with that number (Enter after it where a longer one exists)"),
    ("a b c …", "play the action with that letter"),
    ("↑ ↓  Enter", "move through the actions, play the one under the bar"),
    ("mouse", "click an action; click a card to see only what can be done with it"),
    ("/", "type a number or part of a name, as: katana 2; ? before a name explains it"),
    ("Tab", "go to the cards and seats: their text is shown below the table"),
    ("Esc", "back to all actions, close what is open"),
    ("space", "skip to your next choice (watching: stop and go on)"),
    ("+  -", "bots faster, slower"),
    ("h", "hint: what a search thinks, from your own view"),
    ("i", "which roles are still possible"),
    ("u", "undo your last choice (practice only; unseen cards are dealt anew)"),
    ("l", "the whole log"),
    ("r", "rules, cards, rulings"),
    ("s", "settings: speed, colours, ASCII, notes on blunders"),
    ("?", "this page"),
    ("q  Ctrl-C", "save and leave; `kagemusha resume` goes on"),
)


def keys_page(goal: str) -> list[Words]:
    width = max(len(keys) for keys, _ in KEYS)
    rows: list[Words] = [[(f"{keys:<{width}}  ", "key"), (what, "")] for keys, what in KEYS]
    return [[(goal, "")], [], *rows]
