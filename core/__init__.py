"""What a game is, chance, the games, positions."""
