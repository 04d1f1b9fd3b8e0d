"""The table of Samurai Sword."""
