"""The table of Seven Card Samurai."""
