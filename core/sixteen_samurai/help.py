"""What people are told about the samurai and battle cards of Sixteen Samurai."""

from kagemusha.core.sixteen_samurai.data import ABILITIES, PACKAGE, SAMURAI, Samurai
from kagemusha.core.texts import read_texts


def dice_of(samurai: Samurai) -> dict[str, int]:
    return dict(zip(ABILITIES, samurai.ratings, strict=True))


def in_short(samurai: Samurai) -> str:
    """As P2 S4 A1 K1."""
    return " ".join(f"{ability[0]}{dice}" for ability, dice in dice_of(samurai).items())


def in_words(samurai: Samurai) -> str:
    dice = [f"{number} for {ability}" for ability, number in dice_of(samurai).items()]
    return f"Number of dice: {', '.join(dice)}."


TEXTS = read_texts(
    PACKAGE,
    short={samurai.name: in_short(samurai) for samurai in SAMURAI},
    more={samurai.name: in_words(samurai) for samurai in SAMURAI},
)
