"""Samurai Sword: 3 to 7 players, hidden hands, hidden roles."""

from kagemusha.core.samurai_sword.game import SamuraiSword as Game

__all__ = ["Game"]
