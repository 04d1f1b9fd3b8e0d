"""Colours: themes for the table, and what each kind of word looks like in them."""

from textual.content import Content
from textual.theme import Theme
from textual.widgets import Static

from kagemusha.cli.table.words import Words, to_ascii

# What words mean, and how they look; colours are variables of the theme. Every meaning can be
# read without its colour too: it has words, a sign or a place of its own.
STYLES = {
    "": "",
    "muted": "$muted",
    "strong": "bold",
    "good": "$good",
    "bad": "bold $bad",
    "active": "bold $active",
    "heading": "bold $active",
    "decision": "bold",
    "event": "$muted",
    "table": "",
    "result": "bold $good",
    "note": "$warn",
    "choice": "",
    "help": "",
    "key": "bold $active",
    "letter": "$muted",
    "card": "",
    "weapon": "bold $red",
    "property": "bold $blue",
    "action": "bold $yellow",
    "red": "bold $red",
    "blue": "bold $blue",
    "green": "bold $green",
    "yellow": "bold $yellow",
    "purple": "bold $purple",
}


def theme(name: str, *, dark: bool, background: str, foreground: str, **colours: str) -> Theme:
    return Theme(
        name=name,
        dark=dark,
        primary=colours["active"],
        accent=colours["active"],
        warning=colours["warn"],
        error=colours["bad"],
        success=colours["good"],
        background=background,
        surface=colours.pop("surface"),
        panel=colours.pop("panel"),
        foreground=foreground,
        variables=colours,
    )


THEMES = [
    theme(
        "night", dark=True, background="#12151c", surface="#191d27", panel="#232938",
        foreground="#dfe3ee", muted="#8d96ab", good="#7fcf8a", bad="#ff7b72", active="#f2c14e",
        warn="#f2a65a", red="#ff8b7b", blue="#7fb4ff", green="#8fd694", yellow="#ecd06f",
        purple="#c9a0ff",
    ),
    theme(
        "day", dark=False, background="#fbf8f1", surface="#f3eee2", panel="#e6dfcd",
        foreground="#1d1c1a", muted="#6b665c", good="#1e6b2d", bad="#a8201a", active="#7a3e00",
        warn="#8a5200", red="#a8201a", blue="#1c4f9c", green="#1e6b2d", yellow="#7a5c00",
        purple="#6a2c91",
    ),
    theme(
        "high-contrast", dark=True, background="#000000", surface="#000000", panel="#1c1c1c",
        foreground="#ffffff", muted="#d0d0d0", good="#00ff66", bad="#ff5f5f", active="#ffff00",
        warn="#ffaf00", red="#ff8080", blue="#80d0ff", green="#66ff99", yellow="#ffff66",
        purple="#ff99ff",
    ),
    # The colours of Okabe and Ito, which most people who see colours otherwise can tell apart.
    theme(
        "colour-blind", dark=True, background="#101216", surface="#171a20", panel="#242932",
        foreground="#f0f0f0", muted="#a0a6b0", good="#009e73", bad="#d55e00", active="#f0e442",
        warn="#e69f00", red="#d55e00", blue="#56b4e9", green="#009e73", yellow="#f0e442",
        purple="#cc79a7",
    ),
]
THEME_NAMES = tuple(theme.name for theme in THEMES)


def put(widget: Static, content: Content, *, layout: bool = False) -> None:
    """New content, if it is new; `layout` says whether the widget grows with it."""
    if widget.content != content:
        widget.update(content, layout=layout)


def painted(lines: list[Words] | tuple[Words, ...], *, ascii_only: bool) -> Content:
    """Lines of words, for a widget."""
    parts: list[tuple[str, str] | str] = []
    for number, line in enumerate(lines):
        if number:
            parts.append("\n")
        for text, meaning in line:
            shown = to_ascii(text) if ascii_only else text
            parts.append((shown, STYLES[meaning]) if STYLES[meaning] else shown)
    return Content.assemble(*parts)
