"""Samurai Sword: who plays it by rules, and who judges its positions."""
