"""Words with a meaning, which a palette turns into colours; and how they look in plain ASCII."""

import unicodedata
from collections.abc import Iterable, Sequence

Span = tuple[str, str]              # a piece of text, and what it is: "good", "muted", ...
Words = Sequence[Span]

SIGNS = {
    "♥": "*",
    "♡": ".",
    "→": "->",
    "↑": "Up",
    "↓": "Down",
    "←": "<-",
    "▶": ">",
    "·": "-",
    "●": "o",
    "★": "*",
    "…": "...",
    "×": "x",
    "–": "-",
    "█": "#",
    "░": ".",
    "◆": "*",
    "ß": "ss",
    "ø": "o",
}


def plain(words: Words) -> str:
    """The text alone."""
    return "".join(text for text, _ in words)


def joined(pieces: Iterable[Words], gap: str = "  ") -> list[Span]:
    """Pieces one after the other, empty ones left out."""
    line: list[Span] = []
    for piece in pieces:
        if plain(piece):
            line += [(gap, ""), *piece] if line else [*piece]
    return line


def to_ascii(text: str) -> str:
    """The text without accents and signs that an old terminal cannot show."""
    known = "".join(SIGNS.get(character, character) for character in text)
    parts = unicodedata.normalize("NFKD", known)
    return "".join(c for c in parts if not unicodedata.combining(c)).encode(
        "ascii", "replace"
    ).decode("ascii")


def pips(full: int, of: int) -> list[Span]:
    """Tokens left of a number: three of five are ♥♥♥♡♡."""
    return [("♥" * full, "good"), ("♡" * max(0, of - full), "muted")]


def bar(share: float, width: int) -> str:
    """A share of 1 as a bar."""
    full = round(share * width)
    return "█" * full + "░" * (width - full)
