"""What people are told about the cards of Seven Card Samurai."""

from kagemusha.core.seven_card_samurai.data import PACKAGE
from kagemusha.core.texts import read_texts

TEXTS = read_texts(PACKAGE)
