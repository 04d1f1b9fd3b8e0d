"""The card table of Seven Card Samurai, read from the CSV file beside this module."""

from dataclasses import dataclass

from kagemusha.core.names import Names
from kagemusha.core.tables import number, read_table

PACKAGE = "kagemusha.core.seven_card_samurai"
ROUNDS = 5
RICE = 10                       # markers for each player, each round
TABLE_LIMIT = 7
SET_POINTS = (7, 10, 12, 15, 20)


@dataclass(frozen=True)
class Card:
    """One kind of card."""

    name: str
    kind: str
    copies: int
    value: int


CARDS = [
    Card(row["name"], row["kind"], number(row, "copies"), number(row, "value"))
    for row in read_table(PACKAGE, "cards.csv")
]
LAID = [card for card in CARDS if card.kind in ("samurai", "ronin")]
BANDITS = [card for card in CARDS if card.kind == "bandit"]
PAIRS = [(low, high) for i, low in enumerate(BANDITS) for high in BANDITS[i:]]

CARD_NAMES = Names("card", [card.name for card in CARDS])
LAID_NAMES = Names("card that can be laid", [card.name for card in LAID])
