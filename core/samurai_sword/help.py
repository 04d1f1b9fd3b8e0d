"""What people are told about the cards, characters and roles of Samurai Sword."""

from kagemusha.core.samurai_sword.data import CARDS, CHARACTERS, PACKAGE, Card
from kagemusha.core.texts import read_texts


def weapon_facts(card: Card) -> str:
    """What is printed on a Weapon, in short."""
    return f"reach {card.difficulty}, {card.wounds} wound{'s' if card.wounds > 1 else ''}"


SHORT = {card.names["en"]: weapon_facts(card) for card in CARDS if card.kind == "weapon"} | {
    character.name: f"Resilience {character.resilience}" for character in CHARACTERS
}
ALIASES = {name: card.names["en"] for card in CARDS for name in card.names.values()}
TEXTS = read_texts(PACKAGE, short=SHORT, aliases=ALIASES)
