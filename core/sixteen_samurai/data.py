"""The samurai of Sixteen Samurai, read from the table beside this module, and its other names."""

from dataclasses import dataclass

from kagemusha.core.names import Names, Numerals
from kagemusha.core.tables import number, read_table

PACKAGE = "kagemusha.core.sixteen_samurai"
ABILITIES = ("POWER", "SPEED", "ARMOR", "KARMA")
BATTLE_CARDS = ("Ninjutsu", "Uma", "Ronin", "Bushido", "Medicine")
BEFORE_CARDS = BATTLE_CARDS[:2]
PHASES = ("draft", "conflict", "final")
CLAN = 16
FULL_HAND = 5


@dataclass(frozen=True)
class Samurai:
    """One samurai: its name, and how many dice it rolls for each ability."""

    name: str
    ratings: tuple[int, ...]


SAMURAI = [
    Samurai(row["name"], tuple(number(row, ability) for ability in ABILITIES))
    for row in read_table(PACKAGE, "samurai.csv")
]

SAMURAI_NAMES = Names("samurai", [samurai.name for samurai in SAMURAI])
BATTLE_CARD_NAMES = Names("battle card", BATTLE_CARDS)
CARD_NAMES = Names("card", [*SAMURAI_NAMES.names, *BATTLE_CARDS])     # outcomes of a draw
ABILITY_NAMES = Names("ability", ABILITIES)
PHASE_NAMES = Names("phase", PHASES)
FACES = Numerals("face of a die", 1, 6)
