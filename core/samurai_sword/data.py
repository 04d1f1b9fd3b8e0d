"""The card tables of Samurai Sword, read from the CSV files beside this module."""

from dataclasses import dataclass

from kagemusha.core.names import Names, Numerals
from kagemusha.core.tables import number, read_table

PACKAGE = "kagemusha.core.samurai_sword"
LANGUAGES = ("en", "es", "it")
ROLES = ("Shogun", "Samurai", "Ronin", "Ninja")
TEAMS = ("Shogun", "Ninja", "Ronin")
PROPERTIES = ("Focus", "Armor", "Fast Draw")


@dataclass(frozen=True)
class Card:
    """One kind of card: its name in each language, and what is printed on it."""

    names: dict[str, str]
    kind: str
    copies: int
    difficulty: int
    wounds: int


@dataclass(frozen=True)
class Character:
    name: str
    resilience: int


@dataclass(frozen=True)
class Setup:
    """What the table of a certain size is dealt."""

    roles: tuple[str, ...]
    shogun_honor: int
    honor: int
    hands: tuple[int, ...]


def _cards() -> list[Card]:
    return [
        Card(
            names={"en": row["name"], "es": row["es"], "it": row["it"]},
            kind=row["kind"],
            copies=number(row, "copies"),
            difficulty=number(row, "difficulty"),
            wounds=number(row, "wounds"),
        )
        for row in read_table(PACKAGE, "cards.csv")
    ]


def _setups() -> dict[int, Setup]:
    return {
        number(row, "players"): Setup(
            roles=tuple(row["roles"].split(" + ")),
            shogun_honor=number(row, "shogun_honor"),
            honor=number(row, "honor"),
            hands=tuple(int(size) for size in row["hands"].split(" + ")),
        )
        for row in read_table(PACKAGE, "tables.csv")
    }


CARDS = _cards()
CHARACTERS = [
    Character(row["name"], number(row, "resilience"))
    for row in read_table(PACKAGE, "characters.csv")
]
SETUPS = _setups()
MULTIPLIERS = {
    row["role"]: {players: number(row, str(players)) for players in SETUPS}
    for row in read_table(PACKAGE, "multipliers.csv")
}

CARD_NAMES = Names(
    "card",
    [card.names["en"] for card in CARDS],
    aliases={name: i for i, card in enumerate(CARDS) for name in card.names.values()},
)
CHARACTER_NAMES = Names("character", [character.name for character in CHARACTERS])
ROLE_NAMES = Names("role", ROLES)
TEAM_NAMES = Names("team", TEAMS)
PROPERTY_NAMES = Names(
    "Property",
    PROPERTIES,
    aliases={
        name: i
        for i, prop in enumerate(PROPERTIES)
        for name in CARDS[CARD_NAMES.number(prop)].names.values()
    },
)
DEALT_ROLE_NAMES = Names("role", [*ROLES[:3], "Ninja 1", "Ninja 2", "Ninja 3"])    # 4 players
STARS = Numerals("number of stars", 1, 3)
