"""Seven Card Samurai: 2 to 8 players, hidden hands, five rounds."""

from kagemusha.core.seven_card_samurai.game import SevenCardSamurai as Game

__all__ = ["Game"]
