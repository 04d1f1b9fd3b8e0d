"""The table of Sixteen Samurai."""
