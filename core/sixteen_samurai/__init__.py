"""Sixteen Samurai: 2 to 4 players, drafted clans, secret choices, dice."""

from kagemusha.core.sixteen_samurai.game import SixteenSamurai as Game

__all__ = ["Game"]
